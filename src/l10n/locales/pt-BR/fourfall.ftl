## The board

board-title = { $first } { $firstName } vs { $second } { $secondName }
title-person = **{ $name }**
title-computer = **Fourfall** ({ $level })
computer = Fourfall
this-channel = Este canal
some-channel = Um canal
everyone = Todo mundo
computer-at-level = Fourfall ({ $level })
board-goal = { $connect } em linha
play-menu = 🔴🟡 **Contra quem você quer jogar?**
play-menu-friend = Escolha alguém, convide quem estiver aqui ou jogue contra o computador.
play-menu-friend-only = Escolha alguém ou convide quem estiver aqui.
choose-friend = Desafiar alguém…
play-chosen = Opções: { $options }
posted-below = 👍 Já está no canal, logo abaixo.
play-options = **Opções** da sua próxima partida.
play-options-rated = Só partidas entre pessoas, no tabuleiro 7 × 6 e com limite de tempo, podem ser ranqueadas.
choice-board = Tabuleiro: { $board }
choice-time-control = Tempo por jogada: { $time }
choice-theme = Visual: { $theme }
play-rated = Ranqueada
play-unrated = Não ranqueada
play-no-limit = sem limite de tempo
play-first-you = você começa
play-first-other = você joga depois
series = { $first } { $one } – { $other } { $second }
time-ten-minutes = 10 minutos
last-move = **{ $name }** jogou na coluna { $column }.
time-ends = o tempo acaba { $time }
ping-move = { $mention }, é a sua vez contra **{ $name }**.
ping-draw = { $mention }, **{ $name }** propõe empate.
ping-take-back = { $mention }, **{ $name }** pede para desfazer uma jogada.
offer-draw = 🤝 **{ $name }** propõe empate. { $mention }, você aceita?
offer-take-back = ↩️ **{ $name }** pede para desfazer a coluna { $column }. { $mention }, tudo bem?
offer-take-back-both = ↩️ **{ $name }** pede para desfazer a coluna { $column } e a sua resposta. { $mention }, tudo bem?
took-back = ↩️ **{ $name }** desfez uma jogada.
draw-lapsed = 🤝 A proposta de empate de **{ $name }** expirou.
take-back-lapsed = ↩️ O pedido de **{ $name }** para desfazer uma jogada expirou.
draw-declined = ✋ **{ $name }** recusou o empate.
take-back-declined = ✋ **{ $name }** não aceitou desfazer a jogada.
timed-out = ⌛ O tempo de { $loser } acabou.
draw-by-agreement = De comum acordo.
claimed = ⌛ { $loser } estava há sete dias sem jogar.
may-claim = ⌛ **{ $away }** está há sete dias sem jogar: **{ $winner }** pode reivindicar a vitória.
called-off = 💤 Esta partida terminou antes que os dois lados jogassem. Ela não conta.
called-off-by = 💤 **{ $name }** cancelou a partida. Ela não conta.
called-off-idle = 💤 Esta partida foi cancelada após { $days } dias sem nenhuma jogada. Ela não conta.
called-off-replaced = 💤 Esta partida foi cancelada para começar outra. Ela não conta.
interrupted = 💤 Esta partida não podia continuar aqui e foi cancelada. Ela não conta.
ended-by-moderator = 🛑 A moderação encerrou esta partida. Ela não conta.
reminder = ⏰ { $mention }, é a sua vez na partida contra **{ $name }**. Você perde por tempo { $time }: { $link }
reminder-first-move = ⏰ { $mention }, é a sua vez na partida contra **{ $name }**. Ela será cancelada { $time }: { $link }
text-board-title = **{ $first }** começa contra **{ $second }**. Tabuleiro: { $board }.
text-board-empty = A coluna { $column } está vazia.
text-board-column = Coluna { $column }, de baixo para cima: { $discs }.
text-board-full = A coluna { $column } está cheia. De baixo para cima: { $discs }.
text-board-turn = É a vez de **{ $name }**.
your-move = { $disc } { $mention }, é a sua vez
thinking = { $disc } **{ $name }** está pensando…
won = 🏆 { $name } venceu!
computer-won = 🤖 { $name } venceu!
drawn = 🤝 Empate!
board-full = O tabuleiro está cheio.
resigned = 🏳️ { $loser } desistiu.
line-vertical = { $length } em linha na vertical (coluna { $start })
line-horizontal = { $length } em linha na horizontal (colunas { $start }–{ $end })
line-diagonal = { $length } em linha na diagonal (colunas { $start }–{ $end })
lines-two = { $one } e { $other }
not-rated = não ranqueada
rated = Esta partida é ranqueada.
title-unrated = não ranqueada
not-rated-no-limit = Partida não ranqueada: não há limite de tempo.
not-rated-today = Partida não ranqueada: vocês já começaram { $most } partidas ranqueadas entre si hoje.
not-rated-new-account = Partida não ranqueada, que não conta para os rankings: para contar, as duas contas precisam ter pelo menos uma semana de existência.
too-short = Menos de { $discs } fichas: não conta para o rating nem para o ranking.
win-limit = Não conta para o ranking: só valem { $wins } vitórias por dia contra a mesma pessoa.
rating-change = **{ $name }** { $change } → { $after }
streak = 🔥 { $count ->
    [3] Terceira vitória seguida!
    [4] Quarta vitória seguida!
    [5] Quinta vitória seguida!
   *[other] { $count } vitórias seguidas!
}
ratings-changed = 📈 Rating: { $changes }
ratings-new = Um rating novo muda bastante.
deleted-player = um perfil excluído
hidden-player = um perfil oculto

## Buttons

button-accept = Aceitar
button-decline = Recusar
button-withdraw = Retirar
button-cancel = Cancelar
button-join = Entrar
button-draw = Empate
button-take-back = Desfazer
button-hint = 💡 Dica
button-show-hint = Mostrar coluna
button-resign = Desistir
button-claim = Reivindicar vitória
button-really-resign = Sim, desistir
button-really-call-off = Sim, cancelar
button-play-on = Continuar jogando
button-start-new = Começar nova partida
button-rematch = Revanche
choose-first = Quem começa
button-together = Juntos
button-again = De novo
button-harder = Mais difícil
button-play-level = Nível { $level }
button-invite = Convidar qualquer pessoa
button-challenge = Desafiar { $name }
button-options = Opções
button-new-game = Nova partida
button-play-now = Jogar agora
button-ask-again = Novo desafio
button-previous = Anterior
button-next = Próxima
button-start = Início
button-back = Voltar
button-end = Fim
choose-game = Desistir de uma partida…
which-game = Qual das suas partidas?
waiting-here = Não é a sua vez em nenhuma das suas partidas aqui. Você está esperando por:
button-share = Compartilhar GIF
button-show-everyone = Mostrar a todos
button-summary = Resumo
button-turning-point = Momento decisivo
button-look-again = Olhar de novo
button-my-place = Minha posição
button-by-rating = Por rating
button-by-wins = Por vitórias
button-all-time = Desde o início
button-season = Temporada { $number }
button-seasons = Temporadas
button-month = Este mês
button-week = Esta semana
button-everywhere = Todos os servidores
button-server = Este servidor
button-show-name = Mostrar meu nome
button-hide-name = Esconder meu nome
button-my-data = Meus dados
button-export = Baixar
button-ask-delete = Excluir…
button-really-delete = Excluir meus dados
button-keep = Manter meus dados

## Challenges

challenge = ⚔️ { $mention }, **{ $challenger }** desafiou você!
challenge-open = ⚔️ **{ $challenger }** quer jogar Lig 4. Quem topa?
challenge-rematch = ⚔️ { $mention }, **{ $challenger }** quer uma revanche!
first-named = **{ $name }** começa
first-joiner = quem entrar começa
challenge-time-control = { $time } por jogada
challenge-until = expira { $time }
challenge-rated = ranqueada
challenge-declined = **{ $opponent }** recusou o desafio de **{ $challenger }**.
challenge-cancelled = **{ $challenger }** cancelou este desafio.
challenge-expired = Ninguém aceitou o desafio de **{ $challenger }** a tempo.
challenge-expired-named = **{ $opponent }** não respondeu a tempo ao desafio de **{ $challenger }**.
challenge-accepted = O desafio de **{ $challenger }** foi aceito.

## Refusals

refused-self = Não dá para você se desafiar. Escolha alguém, ou deixe sem oponente para que qualquer pessoa possa entrar.
refused-bot = **{ $name }** é um bot e não consegue apertar botões. Escolha outra pessoa, ou jogue contra o computador: `/play` com um nível.
refused-absent = **{ $name }** não está neste servidor e não veria seu desafio. Escolha alguém que esteja aqui.
refused-level = **{ $name }** já joga o melhor que pode. Tire o nível, ou tire **{ $name }** para jogar contra o computador.
refused-nobody-here = Ninguém mais vê este chat. Escolha um nível para jogar contra o computador, ou use `/play` em um servidor com mais gente.
refused-you-play-here = Você já está jogando contra mim neste canal: { $link }. Termine essa partida primeiro ou escolha outro tabuleiro.
refused-you-play-unseen = Você já tem essa partida neste canal. Veja-a com `/board`. Termine essa primeiro ou escolha outro tabuleiro.
refused-you-play-them = Você já está jogando contra **{ $name }** neste canal: { $link }. Terminem essa partida primeiro ou escolham outro tabuleiro.
refused-too-many-games = Você já tem partidas demais em andamento: no máximo { $here } em um canal e { $all } no total. Termine uma primeiro.
refused-they-have-too-many = **{ $name }** já tem partidas demais em andamento. Tente de novo quando uma delas acabar.
refused-you-challenged = Você já desafiou **{ $name }**: { $link }. Aperte *Recusar* lá ou espere uma resposta.
refused-they-challenged = **{ $name }** já desafiou você. Responda aqui: { $link }
refused-challenged-recently = Depois de um desafio sem partida, há uma pausa: você poderá desafiar **{ $name }** de novo { $time }.
refused-open-here = Você já tem um desafio aberto neste canal: { $link }. Cancele-o antes ou espere alguém entrar.
refused-cannot-be-challenged = **{ $name }** não pode receber desafios no momento.
refused-you-blocked-them = Você bloqueou **{ $name }**. Desbloqueie antes com `/preferences`.
refused-cannot-join = Você não pode entrar nesta partida no momento.
refused-too-many-blocks = Você pode bloquear no máximo { $limit } pessoas. Desbloqueie alguém antes.
refused-block-self = Não dá para você se bloquear.
refused-block-bot = Você não pode me bloquear aqui. Se preferir não me ver, me bloqueie pelo meu perfil do Discord.
refused-not-challenged = Este desafio é para **{ $name }**. Crie o seu com `/play`.
refused-own-challenge = Este desafio é seu. Outra pessoa precisa aceitar.
refused-not-your-challenge = Só **{ $name }** pode cancelar este desafio.
refused-not-yours-to-repeat = Este desafio é de **{ $name }**. Comece a sua própria partida com `/play`.
refused-challenge-accepted = Este desafio já foi aceito.
refused-challenge-declined = Este desafio foi recusado.
refused-challenge-cancelled = Este desafio foi cancelado.
refused-challenge-expired = Este desafio expirou. Crie outro com `/play`.
refused-rematch-offered = A revanche já foi proposta: { $link }
refused-rematch-taken = Vocês já jogaram essa revanche. Para jogar de novo, use `/play`.
refused-not-your-rematch = Só quem jogou esta partida pode pedir revanche. Comece a sua própria com `/play`.
refused-opponent-deleted = A outra pessoa excluiu os próprios dados, então não dá para ter revanche. Para jogar de novo, use `/play`.
refused-still-playing = Esta partida ainda não acabou.
refused-no-game = Você não tem nenhuma partida neste canal. Comece uma com `/play` ou veja todas as suas partidas com `/games`.
last-game-over = Você não tem nenhuma partida em andamento aqui. A última já terminou: { $link }
refused-not-your-game = Esta partida não é sua. Comece a sua com `/play`.
refused-not-your-turn = É a vez de **{ $name }**.
refused-computers-turn = É a vez do computador, e ele ainda está pensando. Só um instante!
refused-dropped-last = A última ficha foi sua. Deixe outra pessoa jogar antes, ou tente de novo { $time }.
refused-playing-together = Este canal já está jogando: { $link } (`/board` traz o tabuleiro para cá, se você não joga outra partida neste canal)
refused-no-hint-found = Não consegui achar uma dica agora. Tente de novo daqui a pouco.
refused-column-full = A coluna { $column } está cheia. Escolha outra: ainda é a sua vez.
refused-no-column = Essa coluna não existe. Escolha um número de 1 a { $columns }.
refused-old-board = Este tabuleiro é antigo. A partida está aqui: { $link }
refused-board-pinged = A outra pessoa foi avisada aqui, então o tabuleiro fica: { $link }
refused-reposted-recently = O tabuleiro acabou de ser postado. Você pode postá-lo de novo a partir de: { $time }.
refused-shared-recently = Isto acabou de ser compartilhado aqui. Você pode compartilhar de novo a partir de: { $time }.
refused-just-changed = O tabuleiro acabou de mudar. Dê mais uma olhada.
refused-too-late = Isso demorou demais para chegar até mim, então não fiz nada. Tente de novo, por favor.
refused-game-won = Esta partida já terminou: **{ $name }** venceu.
refused-game-timed-out = Esta partida já terminou: **{ $loser }** perdeu por tempo, e **{ $winner }** venceu.
refused-game-claimed = Esta partida já terminou: **{ $loser }** ficou sete dias sem jogar, e **{ $winner }** reivindicou a vitória.
refused-game-called-off = Esta partida foi cancelada. Ela não conta.
refused-game-interrupted = Esta partida já terminou: não podia continuar aqui e foi cancelada. Ela não conta.
refused-game-ended-by-moderator = Esta partida já terminou, encerrada pela moderação. Ela não conta.
refused-level-board = No nível “{ $level }”, o computador só joga nos tabuleiros 7 × 6 e 6 × 5. Escolha outro nível ou um desses tabuleiros.
refused-draw-declined = **{ $name }** recusou o empate. Você pode propor de novo depois da sua próxima jogada.
refused-take-back-declined = **{ $name }** recusou o pedido. Você pode pedir de novo depois da sua próxima jogada.
refused-draw-withdrawn = Você retirou sua proposta. Você pode propor empate de novo depois da sua próxima jogada.
refused-draw-too-early = Você pode propor empate depois que os dois jogarem. Até lá, *Desistir* cancela a partida.
refused-take-back-withdrawn = Você retirou o pedido. Você pode pedir de novo depois da sua próxima jogada.
refused-not-your-offer = Só **{ $name }** pode retirar isso.
refused-not-your-claim = Só **{ $name }** pode reivindicar esta vitória. Faça sua jogada, e a partida continua.
refused-nothing-to-claim = Aqui não há vitória a reivindicar: seu oponente não está há sete dias sem jogar.
refused-nothing-to-take-back = Você ainda não fez nenhuma jogada, então não há o que desfazer.
refused-game-drawn = Esta partida já terminou: deu empate.
refused-computer-off = As partidas contra o computador estão desativadas neste servidor. Que tal desafiar alguém?
refused-wrong-channel = Neste servidor, o lugar das partidas é aqui: { $channels }
refused-channel-full = { $most ->
    [one] Já tem uma partida em andamento neste canal, e este servidor só permite uma por vez.
   *[other] Já tem { $most } partidas em andamento neste canal, e este servidor não permite mais do que isso.
} Espere uma partida acabar ou tente outro canal.
refused-nobody-sees = Este servidor mostra só para você o que eu posto, então ninguém poderia responder. Peça à moderação para me adicionar ao servidor, ou jogue contra o computador: `/play` com um nível.
refused-use-buttons = Este servidor mostraria o novo tabuleiro só para você. Use os botões deste aqui: { $link }
refused-not-manager = Só quem pode gerenciar este servidor pode fazer isso.
refused-no-settings = As configurações são só para servidores que me adicionaram.
refused-no-time-zone = Não conheço nenhum lugar com esse nome. Digite uma cidade ou um país e escolha na lista. Nomes como EST ou GMT+2 não têm horário de verão.
refused-not-your-question = Só **{ $name }** pode responder a essa pergunta.
refused-unknown-button = Não conheço mais este botão. Comece de novo com `/play` ou `/board`.
refused-gone = Não encontro mais esta partida. Comece outra com `/play`.
refused-only-servers = Aqui não há servidor. Escolha “todos os servidores” ou use `/leaderboard` em um servidor.
refused-unknown-command = Não conheço mais este comando. `/help` mostra o que eu sei fazer.
refused-computers-results = 🤖 Sou eu! Não guardo uma lista das minhas partidas. As suas estão em `/stats` e `/history`.
refused-no-such-game = Não encontro essa partida. `/history` lista as partidas terminadas com seus números.
refused-unknown-player = Não tenho partidas dessa pessoa.
refused-not-my-message = Essa mensagem não é minha, então não pode ser um dos meus tabuleiros.
refused-no-board-there = Não há nenhuma partida nessa mensagem. Tente com o tabuleiro mais recente de uma partida.
refused-review-board = Só consigo analisar partidas nos tabuleiros 7 × 6 e 6 × 5.
refused-busy = Ainda estou cuidando do que você pediu antes. Tente de novo daqui a pouco.
refused-review-failed = Não consegui terminar esta análise agora. Tente de novo daqui a pouco.

## Faults

fault = Algo deu errado por aqui. Nada se perdeu: tente de novo daqui a pouco ou use `/board`. (Referência: { $reference })
response-refused = O Discord não me deixa mostrar isso aqui. Nada se perdeu: se você jogou, a jogada vale, e { $board } mostra a partida.

## Hints

hint-best = **Melhor: coluna { $columns }.**
hint-any = Qualquer coluna serve.
hint-any-but = Qualquer uma, menos a coluna { $columns }.
hint-all-lost = Todas as colunas perdem.
hint-threatened = **{ $name }** pode vencer na coluna { $columns }, e você só pode bloquear uma.
hint-lost = Você está perdendo. { $count ->
    [one] A coluna { $columns } é a que aguenta mais tempo.
   *[other] As colunas { $columns } são as que aguentam mais tempo.
}
hint-wins-now = { $count ->
    [one] Coluna { $columns }: vitória imediata.
   *[other] Colunas { $columns }: vitória imediata.
}
hint-wins = { $count ->
    [one] Coluna { $columns }: vitória em { $moves } jogadas.
   *[other] Colunas { $columns }: vitória em { $moves } jogadas.
}
hint-draws = { $count ->
    [one] Coluna { $columns }: empate.
   *[other] Colunas { $columns }: empate.
}
hint-nudge-wins-now = Dá para vencer agora mesmo. Consegue ver onde?
hint-nudge-blocks = Cuidado: **{ $name }** está prestes a vencer.
hint-nudge-lost = Você está perdendo: aguente o máximo que der.
hint-nudge-careful = Cuidado: { $count ->
    [one] uma coluna perde.
   *[other] { $count } colunas perdem.
}
hint-nudge-wins = Aqui dá para vencer.
hint-nudge-left = Dê uma olhada no lado esquerdo.
hint-nudge-middle = Dê uma olhada no meio.
hint-nudge-right = Dê uma olhada no lado direito.
hints-used = 💡 { $count ->
    [one] { $count } dica usada.
   *[other] { $count } dicas usadas.
}
and = { $list } e { $last }
or = { $list } ou { $last }

## Reasons

reason-for-wins = Vence na hora.
reason-for-blocks = Bloqueia: senão, **{ $name }** vence ali.
reason-for-double-threat = Cria duas ameaças ao mesmo tempo, nas colunas { $one } e { $other }.
reason-for-double-threat-above = Cria duas ameaças, uma sobre a outra, na coluna { $above }.
reason-for-replies-lose = Toda resposta perde na hora.
reason-for-reply-loses = Depois só resta a coluna { $reply }, que perde na hora.
reason-for-forced-win = Vence à força: { $moves }
reason-for-stacked-threats = Garante duas casas vencedoras na coluna { $at }, uma sobre a outra: só dá para bloquear uma.
reason-for-zugzwang = Vence no fim: quando as casas livres acabam, **{ $name }** tem que jogar logo abaixo da casa vencedora, linha { $row } de baixo para cima na coluna { $at }.
reason-for-ends-lines = Depois, **{ $name }** não consegue mais fazer uma linha.
reason-for-follow-up = Depois, responder a cada ficha na coluna em que ela caiu segura o empate.
reason-for-only-win = Nenhuma outra coluna vence.
reason-for-only-draw = Todas as outras colunas perdem.
reason-for-trap = Arma uma cilada: toda resposta perde, menos a coluna { $reply }.
reason-against-leaves-threat = Com isso, **{ $name }** vence na coluna { $column }.
reason-against-win-above = Com isso, **{ $name }** vence logo acima.
reason-against-double-threat = A resposta na coluna { $reply } cria duas ameaças ao mesmo tempo.
reason-against-forced-win = Com isso, **{ $name }** vence à força: { $moves }
reason-against-stacked-threats = Com isso, **{ $name }** fica com duas casas vencedoras na coluna { $at }, uma sobre a outra: só dá para bloquear uma.
reason-against-zugzwang = Quando as casas livres acabam, é preciso jogar logo abaixo da linha { $row } de baixo para cima na coluna { $at }, e **{ $name }** vence logo acima.
reason-against-key-cell = A coluna { $at } era a chave: a única boa resposta de **{ $name }** é ocupá-la.
reason-against-refutation = Só uma resposta pune isso: a coluna { $reply }.
variation = Pode continuar assim: { $moves }

## Lists

games-title = **Suas partidas**
games-none = Você não tem nenhuma partida em andamento. Comece uma com `/play`!
games-your-turn = **sua vez**
games-their-turn = esperando **{ $name }**
games-line = { $disc } contra **{ $name }** · { $turn } · jogada { $number } · { $link }
games-may-claim = **{ $name }** pode reivindicar a vitória
games-you-may-claim = você pode reivindicar a vitória
games-resigned = 🏳️ Você desistiu da partida contra **{ $name }**.
games-called-off = 💤 Você cancelou a partida. Ela não conta.
games-claimed = 🏆 Você reivindicou a vitória contra **{ $name }**.
games-pick = Contra { $name }, jogada { $number }
games-claim = Reivindicar vitória contra { $name }
games-really = 🏳️ Você quer mesmo desistir da partida contra **{ $name }**? { $link }
games-really-call-off = 💤 Você quer mesmo cancelar a partida contra **{ $name }**? Ela não vai contar. { $link }
replace-question = Você ainda está jogando contra o computador aqui: { $link }. Começar outra partida? A anterior será cancelada.
replace-kept = 👍 Sua partida continua: { $link }
leaderboard-title = 🏆 **Ranking** · { $period } · { $order }
leaderboard-title-everywhere = 🏆 **Ranking** · todos os servidores · { $period } · { $order }
leaderboard-line = { $rank } { $name } · { $record }
leaderboard-own = Você: { $line }
leaderboard-own-none = Você ainda não terminou nenhuma partida aqui.
page = Página { $page } de { $pages }
record-wins = { $wins ->
    [1] { $wins } vitória
   *[other] { $wins } vitórias
}
record-losses = { $losses ->
    [1] { $losses } derrota
   *[other] { $losses } derrotas
}
record-draws = { $draws ->
    [1] { $draws } empate
   *[other] { $draws } empates
}
stats-title = 📊 **{ $name }**
stats-none = **{ $name }** ainda não terminou nenhuma partida.
stats-none-own = Você ainda não terminou nenhuma partida. Comece uma com `/play`!
stats-here = Aqui: { $record }
stats-everywhere = No total: { $record }
stats-versus = Contra **{ $name }**: { $record }
stats-versus-none = **{ $name }** e **{ $opponent }** ainda não terminaram nenhuma partida entre si.
stats-versus-none-own = Você ainda não terminou nenhuma partida contra **{ $name }**.
period-all-time = desde o início
leaderboard-by-rating = por rating
leaderboard-by-wins = por vitórias
leaderboard-nobody = Ninguém está nesta lista ainda. Estreie o ranking: `/play`!
leaderboard-nobody-in-season = Ninguém está nesta lista.
leaderboard-line-rating = { $rank } { $name } · { $rating } · { $record }
leaderboard-own-unrated = Você ainda não está nesta lista: termine uma partida ranqueada para aparecer aqui.
leaderboard-own-away = Faz 90 dias que você não termina uma partida ranqueada, por isso não está nesta lista. Na próxima, você volta.
leaderboard-season = temporada { $number }
leaderboard-own-season = Você ainda não terminou nenhuma partida nesta temporada.
seasons-title = 🏆 **Temporadas deste servidor**
seasons-running = **Temporada { $number }** · desde { $start }
seasons-past = **Temporada { $number }** · { $start } – { $end }
season-over = 🏆 **A temporada { $number } acabou!**{ $count ->
    [0] { "" }
    [1] { " " }No topo: { $names }
   *[other] { " " }Empate no topo: { $names }
}
season-climber = 📈 **{ $name }** foi quem mais subiu: { $before } → { $after }
season-rivalry = ⚔️ **{ $one }** e **{ $other }** jogaram { $games } partidas: { $wins } a { $losses }{ $draws ->
    [0] { "" }
    [1] , { $draws } empate
   *[other] , { $draws } empates
}
season-over-next = -# A temporada { $number } começou.
season-table = 🏆 **Temporada { $number }** · quem venceu quem
season-table-legend = Cada linha: quantas vezes alguém venceu 1, 2, 3… Um ponto: não jogado.
season-table-unplayed = Falta você jogar contra: { $people }
button-season-table = Tabela
choose-unplayed = Desafiar…
choose-season = Ranking de…
choice-all-seasons = Desde o início, com todas as temporadas
leaderboard-own-hidden = Quem gerencia este servidor ocultou você dos rankings.
leaderboard-own-reset = Quem gerencia este servidor zerou seu histórico aqui. Ele recomeça na sua próxima partida.
leaderboard-names = -# Outras pessoas só veem seu nome aqui se você quiser: `/preferences`
leaderboard-beyond = { $number }+
leaderboard-updated = Atualizado { $time }
leaderboard-players = { $total ->
    [one] { $total } pessoa
   *[other] { $total } pessoas
}
rating-sure = **{ $rating }**
rating-unsure = **{ $rating }?** · mais { $games ->
    [one] { $games } partida
   *[other] { $games } partidas
} até ficar certo
stats-rating-here = 📈 { $rating }
stats-rating-everywhere = Rating geral: { $rating }
stats-accuracy = Precisão: { $accuracy }% { $reviewed ->
    [one] em uma partida analisada das últimas { $games } contra pessoas
   *[other] em { $reviewed } partidas analisadas das últimas { $games } contra pessoas
}
stats-accuracy-all = Precisão: { $accuracy }% { $games ->
    [one] na última partida
   *[other] nas últimas { $games } partidas
}
stats-streak-wins = Sequência: { $count ->
    [one] { $count } vitória
   *[other] { $count } vitórias
}
stats-streak-losses = Sequência: { $count ->
    [one] { $count } derrota
   *[other] { $count } derrotas
}
stats-streak-draws = Sequência: { $count ->
    [one] { $count } empate
   *[other] { $count } empates
}
stats-best-streak = Melhor: { $count ->
    [one] { $count } vitória
   *[other] { $count } vitórias
}
stats-medal = 🏆 Temporada { $season }: { $place }º lugar entre { $total }
stats-puzzle-streak = Sequência no desafio do dia: { $days ->
    [one] { $days } dia
   *[other] { $days } dias
}
stats-puzzle-streak-survived = Sequência no desafio do dia: { $days } dias, apesar de ontem: um dia perdido em cada sete é perdoado
stats-best-win = Melhor vitória: **{ $name }** ({ $rating })
stats-best-win-unnamed = Melhor vitória: contra alguém com rating { $rating }
stats-computer = Contra o computador: { $levels }
stats-level = { $level }, { $wins ->
    [1] { $wins } vitória
   *[other] { $wins } vitórias
} em { $games }
stats-picture = Rating ao longo do tempo: de { $first } a { $last }
history-title = 📜 **{ $name }**: partidas terminadas
history-own = 📜 **Suas partidas terminadas**
history-none = **{ $name }** ainda não terminou nenhuma partida que você possa ver aqui.
history-won = ✅ vitória
history-lost = ❌ derrota
history-drew = 🤝 empate
history-outcome = { $result } · { $moves ->
    [one] { $moves } jogada
   *[other] { $moves } jogadas
}
history-line = `#{ $game }` **{ $name }** · { $outcome } · { $date }
history-description = { $outcome } · { $date }
history-pick = #{ $game } contra { $name }
choose-replay = Rever ou analisar uma partida…

## Settings

language-name = Português do Brasil
settings-title = ⚙️ **Configurações deste servidor** · página { $page } de { $pages }
settings-theme = 🎨 Visual do tabuleiro: **{ $theme }**
settings-locale = 🌍 Idioma dos tabuleiros: **{ $language }**
settings-locale-said = o mesmo do Discord ({ $language })
settings-time-control = ⏱️ Tempo por jogada: **{ $time }**
settings-reminders-on = 🔔 Quem joga recebe um lembrete antes de perder por tempo.
settings-reminders-off = 🔕 Ninguém recebe lembrete antes de perder por tempo.
settings-max-games = 🔢 Partidas ao mesmo tempo em um canal: **{ $most }**
settings-max-games-any = sem limite
settings-challenge-time = ⚔️ Um desafio espera: **{ $time }**
settings-channels = 📍 As partidas podem começar em { $channels }
settings-channels-all = 📍 As partidas podem começar em qualquer canal.
settings-computer-on = 🤖 Todo mundo pode jogar contra o computador.
settings-computer-off = 🤖 Ninguém pode jogar contra o computador.
settings-note = As partidas que já começaram continuam como estão.
settings-live = Estas são as partidas em andamento. Escolha uma para encerrar.
settings-live-none = Não há nenhuma partida em andamento neste servidor.
settings-pick = { $first } vs { $second }, jogada { $number }
settings-really = 🛑 Você quer mesmo encerrar a partida { $first } vs { $second }? Ela não vai contar. { $link }
settings-ended = 🛑 Você encerrou a partida { $first } vs { $second }.
choose-theme = Visual do tabuleiro…
choose-board = Tabuleiro…
choose-rated = Ranqueada ou não…
choose-language = Idioma dos tabuleiros…
choose-time-control = Tempo por jogada…
choose-max-games = Partidas ao mesmo tempo em um canal…
choose-challenge-time = Quanto um desafio espera…
choose-channels = Canais para as partidas…
choose-end = Encerrar uma partida…
choice = { $setting }: { $value }
button-reminders-on = Ativar lembretes
button-reminders-off = Desativar lembretes
button-every-channel = Liberar todos os canais
button-computer-on = Ativar o computador
button-computer-off = Desativar o computador
button-settings-games = Partidas
button-settings-limits = Limites
button-settings-live = Partidas em andamento
button-settings-posts = Publicações
button-really-end = Sim, encerrar
button-leave = Deixar como está
settings-season = 🏆 A **temporada { $number }** está em andamento desde { $start }.
settings-season-none = 🏆 Não há temporada: no ranking deste servidor contam todas as partidas.
settings-season-next = A próxima temporada começa em { $date }, { $time }: à meia-noite no fuso horário deste servidor.
settings-season-channel = Os resultados das temporadas são publicados em { $channel }.
settings-season-note = Cada temporada começa do zero, menos os ratings. Um ranking fixo vai para o fim do canal no máximo uma vez por dia e não menciona ninguém.
settings-season-start = 🏆 Começar a temporada { $next } agora? A temporada { $ended } termina e o ranking dela fica como estiver. Não dá para desfazer.
settings-season-start-first = 🏆 Começar a temporada 1 agora? Com ela, o ranking deste servidor começa do zero. Não dá para desfazer.
choose-season-rhythm = Próxima temporada…
season-rhythm-by-hand = quando você a começar aqui
season-rhythm-month = a cada mês
season-rhythm-quarter = a cada trimestre
button-settings-leaderboard = Ranking
button-start-season = Começar a temporada { $number }
button-people = Pessoas
settings-people = 🙈 Quem está oculto não aparece nos rankings deste servidor. Nas temporadas que terminarem enquanto isso, a pessoa não aparece; nas anteriores, a posição fica sem o nome. As partidas e o rating continuam contando e voltam quando você mostrar a pessoa de novo.
settings-hidden = Pessoas ocultas: { $people }
choose-hide = Ocultar alguém…
choose-show = Mostrar de novo…
choose-reset = Zerar o histórico de alguém…
button-really-reset = Zerar mesmo
settings-reset = Zerar o histórico de **{ $name }**? A pessoa começa do zero nos rankings deste servidor; as temporadas passadas ficam como terminaram. O rating dela não muda, pois o dos outros depende dele. Não dá para desfazer.
settings-reset-done = ✅ O histórico de **{ $name }** foi zerado.
stats-reset = ℹ️ Quem gerencia este servidor zerou seu histórico nos rankings. Seu rating continua o mesmo.
settings-puzzle-on = 🧩 O desafio do dia sai em { $channel } pouco depois das { $time } ({ $local } no seu horário).
settings-puzzle-next = O próximo: { $date }.
settings-puzzle-waits = No horário de verão, ele espera a meia-noite UTC, quando sai o novo desafio.
settings-puzzle-weekly = Ninguém aqui resolveu os últimos sete, então ele só vem às segundas, até alguém resolver um.
settings-puzzle-refused = ⚠️ Da última vez, o Discord não me deixou publicar em { $channel }.
settings-puzzle-stopped = ⚠️ Parei de publicar o desafio do dia: sete vezes seguidas, o Discord não me deixou publicá-lo em { $channel }.
settings-puzzle-off = 🧩 O desafio do dia não é publicado neste servidor. Todos podem resolvê-lo com `/daily`.
settings-time-zone = 🕰️ Fuso horário: **{ $zone }**. Para mudar, use `/settings timezone`.
no-summer-time = sem horário de verão
settings-leaderboard-none = 🏆 Nenhum canal deste servidor mostra o ranking ainda.
settings-leaderboard-on = 🏆 O ranking em { $channel } se atualiza sozinho: { $period }, { $order }.
settings-leaderboard-again = Um novo entra no lugar dele { $time }.
settings-leaderboard-deleted = ⚠️ O ranking em { $channel } foi apagado, então parei de atualizá-lo.
settings-leaderboard-refused = ⚠️ O Discord não me deixou atualizar o ranking em { $channel }.
settings-leaderboard-stopped = ⚠️ Parei de atualizar o ranking em { $channel }: sete vezes seguidas, o Discord não deixou.
settings-week-on = 📰 A semana em palavras chega em { $channel } às segundas. A próxima: { $date }, { $time }.
settings-week-off = 📰 A semana em palavras não é publicada. Ela conta toda segunda quem mais venceu, quem subiu e muito mais.
settings-week-stopped = ⚠️ Parei de publicar a semana em palavras, porque o Discord não me deixou publicar em { $channel }.
settings-closed-hidden = Não vejo esse canal. Preciso estar neste servidor, ver o canal e, se for de voz, poder me conectar.
settings-closed-forbidden = Não posso escrever lá, ou alguém me colocou de castigo.
settings-closed-archived = Esse tópico está arquivado. Escreva algo nele e eu continuo.
settings-closed-locked = Esse tópico está trancado: só moderadores podem escrever nele.
settings-puzzle-gone = ⚠️ O canal do desafio do dia foi apagado, então parei de publicá-lo.
settings-week-gone = ⚠️ O canal da semana em palavras foi apagado, então parei de publicá-la.
settings-posts-note = Nada disso menciona ninguém.
choice-puzzle-off = desativado
choose-puzzle-hour = Desafio do dia…
choice-leaderboard = Ranking: { $period }, { $order }
choose-leaderboard = Ranking neste canal…
button-puzzle-here = Desafio aqui
button-leaderboard-here = Ranking aqui
button-leaderboard-remove = Remover ranking
button-week-here = Semana em palavras aqui
button-week-off = Remover semana em palavras
button-daily-puzzle = Desafio do dia

## Together

together = **Juntos**: este canal joga contra o computador. Qual nível?
together-rule = Qualquer pessoa solta a próxima ficha, mas ninguém duas vezes seguidas.
together-first-random = Uma moeda decide quem começa
together-first-channel = Este canal começa
together-first-computer = O Fourfall começa
together-discs = Fichas: { $people }
together-best = 🏅 A melhor ficha: **{ $name }**, coluna { $column } (jogada { $number })
together-record = 🤝 Juntos: { $levels }
together-level = { $level } { $won } de { $games }

## The week in words

week-title = 📰 **A semana em palavras** · { $first } – { $last }
week-leaders = 🏆 Mais vitórias: { $people } ({ $record })
week-climber = 📈 **{ $name }** foi quem mais subiu: +{ $gain }, até { $rating }
week-rivalry = ⚔️ O duelo mais longo: **{ $one }** está vencendo **{ $other }** por { $score }
week-rivalry-level = ⚔️ O duelo mais longo: **{ $one }** e **{ $other }** estão empatados em { $score }
week-streaks = 🧩 Sequências de desafios: { $people }
week-shortest = ⚡ A vitória mais rápida: **{ $winner }** contra **{ $loser }** em { $moves } jogadas
week-picture = A vitória mais rápida da semana, jogada a jogada

## Replays

replay-start = Antes da primeira jogada. { $count ->
    [one] A seguir: { $count } jogada.
   *[other] A seguir: { $count } jogadas.
}
replay-move = Jogada { $number } de { $count }: **{ $name }** jogou na coluna { $column }.
replay-private = 👀 Só você vê isto, porque a partida não é sua. Aqui, *Compartilhar GIF* mostra a todos.
shared-by = -# Mostrado por **{ $name }**
replay-picture = { $first } contra { $second } em um tabuleiro, jogada por jogada

## Reviews

review-waiting = 🔍 Ainda estou fazendo outra análise. Esta partida é a próxima.
review-interrupted = Fui reiniciado no meio desta análise. Aperte *Análise* para começar de novo.
review-working = 🔍 Analisando a partida: { $bar } { $done } de { $count } jogadas
review-title = 🔍 **Análise:** { $game }
review-accuracy = { $disc } **{ $name }**: { $accuracy }% de precisão
review-course = Como a partida foi para { $disc } **{ $name }**:
review-turning-point = ❗ **Momento decisivo** · { $played }
review-resigned-winning = 🏳️ **{ $name }** estava ganhando, mas desistiu.
review-resigned-even = 🏳️ A partida ainda estava equilibrada quando **{ $name }** desistiu.
review-timed-out-winning = ⌛ **{ $name }** estava ganhando quando o tempo acabou.
review-timed-out-even = ⌛ A partida ainda estava equilibrada quando o tempo de **{ $name }** acabou.
review-agreed-winning = 🤝 **{ $name }** estava ganhando quando o empate foi aceito.
review-no-turning-point = Nenhuma jogada decidiu sozinha esta partida.
review-move = Jogada { $number } de { $count }: **{ $name }** jogou na coluna { $column }. { $grade }
move-misses-win = Vitória desperdiçada: a coluna { $columns } estava livre, com { $three }.
move-misses-block = Faltou bloquear: a coluna { $column } estava livre, e **{ $name }** tinha { $three }.
move-passes-up-win = Havia uma vitória em { $moves } jogadas.
move-loses = Com isso, **{ $name }** pode vencer em { $moves } jogadas.
move-fills-below = A ficha preenche a casa logo abaixo de uma casa vencedora, que **{ $name }** agora pode bloquear.
three-vertical = três em uma coluna
three-horizontal = três em uma linha
three-diagonal = três na diagonal
review-better = Melhor: coluna { $better }.
review-holds-out = A coluna { $better } resiste mais.
review-better-any-but = Melhor: qualquer uma, menos a coluna { $columns }.
grade-best = ⭐ A melhor jogada
grade-good = 👍 Boa jogada
grade-inaccuracy = ⁉️ Imprecisão
grade-mistake = ❓ Erro
grade-blunder = ❌ Erro grave
grade-count-best = { $count ->
    [one] { $count } ótima
   *[other] { $count } ótimas
}
grade-count-good = { $count ->
    [one] { $count } boa
   *[other] { $count } boas
}
grade-count-inaccuracy = { $count ->
    [one] { $count } imprecisão
   *[other] { $count } imprecisões
}
grade-count-mistake = { $count ->
    [one] { $count } erro
   *[other] { $count } erros
}
grade-count-blunder = { $count ->
    [one] { $count } erro grave
   *[other] { $count } erros graves
}

## Puzzles

puzzle-title = 🧩 **Fourfall nº { $number }** · { $date } · { $stars }
puzzle-post-title = { $title } · Desafio do dia
puzzle-task = { $discs ->
    [one] { $disc } Vença na hora.
   *[other] { $disc } Vença em { $discs } jogadas.
}
puzzle-intro = A cada jogada, ache a única coluna que vence. Uma errada custa um ❤️. Quanto mais ★, mais difícil.
puzzle-wrong = ❌ Com a coluna { $column } a vitória escapa.
puzzle-right = ✅ A coluna { $column } está certa! { $disc } responde na coluna { $reply }.
puzzle-solved = 🎉 **Resolvido!**
puzzle-failed = 💔 Acabaram as vidas. *Solução* mostra como se faz.
puzzle-streak = 🔥 { $days ->
    [one] Você resolveu o desafio de ontem. Continue assim!
   *[other] { $days } dias seguidos. Continue assim!
}
puzzle-streak-survived = 🔥 Sua sequência de { $days } dias continua, apesar de ontem: um dia perdido em cada sete é perdoado. Continue assim!
puzzle-streak-lost = { $days ->
    [one] Sua sequência de um dia termina aqui.
   *[other] Sua sequência de { $days } dias termina aqui.
}
puzzle-streak-survives = 🔥 Sua sequência de { $days } dias continua: um dia perdido em cada sete é perdoado. Amanhã tem mais!
puzzle-streak-over = 🔥 Sua última sequência: { $days } dias. Resolva o desafio de hoje e comece outra!
puzzle-archive = Do arquivo: não conta para a sua sequência.
puzzle-practice = Só para praticar: aqui nada conta.
puzzle-still-counts = ⏳ Você começou o desafio de ontem antes da meia-noite UTC: ele ainda conta se você o resolver antes de: { $time }.
puzzle-counts = ⏳ Você começou antes da meia-noite UTC, então ele conta para ontem.
puzzle-late = O dia dele já tinha acabado: não conta para a sua sequência.
puzzle-next = Próximo desafio: meia-noite UTC ({ $time } no seu horário).
puzzle-card-solved = **{ $name }** resolveu o Fourfall nº { $number } { $stars }
puzzle-card-failed = **{ $name }** travou no Fourfall nº { $number } { $stars }
puzzle-legend = ✅ primeira tentativa · 2️⃣ segunda · 3️⃣ terceira · ❌ não encontrada
puzzle-solver = **{ $name }** 🔥 { $days }
and-more = e mais { $count }
puzzle-solvers = 🏅 Resolvido aqui: { $people }
puzzle-crown = 👑 { $people } ({ $mistakes ->
    [0] sem erros
    [1] 1 erro
   *[other] { $mistakes } erros
})
puzzle-solved-here = { $count } resolveram aqui
puzzle-post-yesterday = Ontem: { $people }
puzzle-server-streak = 🔥 Este servidor: { $days } dias seguidos
puzzle-server-streak-over = 🔥 A sequência deste servidor acabou depois de { $days } dias. A melhor: { $best }.
puzzle-stuck = 💔 Não conseguiram: { $people }
puzzle-post-past = 🧩 #{ $number } · { $count ->
    [0] ninguém resolveu aqui
    [1] 1 pessoa resolveu aqui
   *[other] { $count } resolveram aqui
}
puzzle-shared = Vai aparecer na [mensagem do desafio]({ $link }) em até dez minutos.
puzzle-month = 🧩 **Desafios diários deste mês**
puzzle-month-line = **{ $rank }** { $name } · { $days ->
    [one] 1 dia
   *[other] { $days } dias
} · { $mistakes ->
    [0] sem erros
    [1] 1 erro
   *[other] { $mistakes } erros
}
puzzle-month-empty = Ninguém aqui resolveu nenhum este mês ainda. Comece você!
puzzle-solution = 💡 **Fourfall nº { $number }**: a solução
puzzle-forced-win = Daqui em diante, cada ficha ameaça vencer, até haver duas ameaças ao mesmo tempo.
puzzle-only-win = A coluna { $column } vence em { $moves } jogadas, e nenhuma outra.
button-puzzle-open = Resolver
button-puzzle-share = Compartilhar
button-puzzle-practice = Praticar
button-puzzle-solution = Solução
button-puzzle-earlier = Anterior
button-puzzle-later = Próximo
button-puzzle-yesterday = Solução de ontem
button-puzzle-month = Este mês
refused-cannot-post = Não posso publicar neste canal: preciso poder vê-lo e escrever nele.
refused-not-a-member = Não posso publicar aqui: não sou membro deste servidor. Convide-me antes.
refused-enough-leaderboards = O ranking já está em três canais deste servidor: { $channels }. Remova-o primeiro de um deles.
refused-no-puzzle = Não há desafio com esse número. Eles vão de 1 a { $last }, e cada dia traz mais um.
refused-puzzle-open = Tente antes o desafio de hoje: `/daily`. Você vê a solução quando terminar, e todos amanhã.
refused-puzzle-still-counts = Você ainda pode resolver o desafio de ontem, e ele conta, antes de: { $time }. Depois você vê a solução.
refused-puzzle-not-finished = Termine o desafio primeiro. Depois você pode mostrar como foi.

## Training

training-title = 🎯 Sua partida de { $date } contra **{ $name }**
training-board = No tabuleiro: sua jogada na partida e a melhor resposta.
training-board-move = No tabuleiro: sua jogada na partida.
training-win = { $disc } É a sua vez. Aqui você deixou passar uma vitória: em qual coluna?
training-defence = { $disc } É a sua vez. Perigo à vista: qual coluna mantém você na partida?
training-lost = { $disc } É a sua vez. Aqui você está perdendo: com qual coluna você resiste por mais tempo?
training-right = ✅ **Isso mesmo!**
training-wrong = ❌ **Desta vez não.**
training-best = Melhor: coluna { $columns }.
training-best-any-but = Melhor: qualquer uma, menos a coluna { $columns }.
training-tried-before = Você já tinha tentado, e é essa tentativa que conta.
training-tried = Coluna { $column }: { $why }
training-also = A coluna { $columns } também é boa.
training-played = Na partida você jogou na coluna { $column }.
training-answer = A melhor resposta é a coluna { $column }.
training-again = 🔁 Esta posição volta em { $date }.
training-solved = { $failedBefore ->
    [0] Posições resolvidas nos últimos 7 dias: { $solved }
   *[other] Posições resolvidas nos últimos 7 dias: { $solved }, { $failedBefore } delas após um erro
}
training-nothing = 🎉 Por enquanto não há mais nada para treinar. Quando você deixar passar uma vitória ou um bloqueio, ou deixar o outro lado abrir muita vantagem, a posição aparece aqui.
training-next-due = 🔁 A próxima posição vem em { $date }.
training-daily = Enquanto isso, há o desafio do dia e todos os anteriores.
training-done = ✅ Esta posição está concluída.
training-no-games = 🎯 Jogue uma partida primeiro. Depois, as posições em que você errou aparecem aqui.
training-looking = 🔍 Estou procurando posições nas suas partidas terminadas. Olhe de novo daqui a pouco.
button-train = 🎯 Treinar

## Privacy

privacy-about =
    🔒 Eu guardo o ID do Discord, os nomes e as escolhas de quem joga, e também onde, quando e como cada partida foi jogada e terminou, e o que tentaram nos desafios e no treino. Nunca leio nem guardo o que as pessoas escrevem. Você pode baixar tudo o que sei sobre você, ou excluir tudo isso.
privacy-export = 📦 Tudo o que sei sobre você.
privacy-export-follows = 📦 Tudo o que sei sobre você chega daqui a pouco.
privacy-export-too-large = 📦 O que sei sobre você é grande demais para enviar aqui. Peça a quem administra este bot: essa pessoa pode enviar o arquivo.
privacy-export-failed = ❌ Não consegui enviar tudo o que sei sobre você. Tente de novo mais tarde.
privacy-ask-delete = 🗑️ Você quer mesmo excluir seus dados? Você desiste das suas partidas em andamento, perde seus resultados e ratings e vira “um perfil excluído” nas partidas das outras pessoas. Suas escolhas e seus bloqueios em `/preferences` também serão excluídos. Os tabuleiros das partidas terminadas ficam nos canais como estão. Ninguém pode desfazer isso.
privacy-deleted = 🗑️ Pronto. Já não sei nada sobre você. Se jogar de novo, você começa do zero.
game-deleted = 🗑️ Esta partida acabou: quem jogava excluiu os próprios dados.
challenge-deleted = 🗑️ Este desafio acabou: uma das pessoas envolvidas excluiu os próprios dados.
privacy-kept = 👍 Nada foi excluído.
privacy-nothing = Não tenho dados seus.

## Preferences

preferences-title = ⚙️ **Suas preferências**
preferences-anyone = ⚔️ Qualquer pessoa pode desafiar você.
preferences-played = ⚔️ Só quem já terminou uma partida com você pode desafiar você.
preferences-nobody = ⚔️ Ninguém pode desafiar você.
preferences-turns-on = 🔔 Você recebe uma menção quando chega a sua vez, depois de uma longa espera.
preferences-turns-off = 🔕 Você não recebe menção quando chega a sua vez.
preferences-reminders-on = ⏰ Quando uma jogada pode levar um dia ou mais, você recebe um lembrete antes de perder por tempo.
preferences-reminders-off = 🔕 Você não recebe lembrete antes de perder por tempo.
preferences-listed = 👀 Seu nome aparece no ranking de todos os servidores.
preferences-unlisted = 🙈 Seu nome não aparece no ranking de todos os servidores.
preferences-blocked-none = 🚫 Você não bloqueou ninguém.
preferences-blocked = 🚫 Bloqueios ({ $count }): { $people }
challenges-anyone = Qualquer pessoa
challenges-played = Pessoas com quem já terminei uma partida
challenges-nobody = Ninguém
choose-challenges = Quem pode desafiar você…
choose-block = Bloquear alguém…
choose-unblock = Desbloquear alguém…
button-turn-pings-on = Avisar na minha vez
button-turn-pings-off = Não avisar na minha vez
button-block = Bloquear
offer-block = Prefere não receber mais desafios de **{ $name }**?
blocked = 🚫 { $mention } não pode mais desafiar você. Com `/preferences` você desfaz o bloqueio.
unknown-user = Perfil desconhecido ({ $id })

## Help

help-goal = 🔴🟡 **Quatro em linha** vencem: na horizontal, vertical ou diagonal.
help-play = ▶️ { $play }: contra alguém, contra qualquer pessoa ou contra o computador, a sós ou com o canal inteiro.
help-board = 🔍 { $board } mostra seu tabuleiro, ou o descreve; { $games } lista as partidas.
help-results = 🏆 { $leaderboard }, { $stats } e { $history }: como cada um joga.
help-fair = ⚖️ O ranking conta partidas com { $discs } fichas ou mais e até { $wins } vitórias por dia contra a mesma pessoa. As medalhas são para quem já jogou contra { $opponents } pessoas.
help-puzzles = 🧩 { $daily }: um desafio por dia. { $train }: aprenda com seus erros.
help-choices = ⚙️ { $preferences }: seus avisos, quem pode desafiar você e seus dados.
