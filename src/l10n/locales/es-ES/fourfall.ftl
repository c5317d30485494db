## The board

board-title = { $first } { $firstName } contra { $second } { $secondName }
title-person = **{ $name }**
title-computer = **Fourfall** ({ $level })
computer = Fourfall
this-channel = Este canal
some-channel = Un canal
everyone = Todos
computer-at-level = Fourfall ({ $level })
board-goal = { $connect } en raya
play-menu = 🔴🟡 **¿Contra quién quieres jugar?**
play-menu-friend = Elige a alguien, invita a quien esté aquí o juega contra la máquina.
play-menu-friend-only = Elige a alguien o invita a quien esté aquí.
choose-friend = Retar a alguien…
play-chosen = Opciones: { $options }
posted-below = 👍 Ya está en el canal, más abajo.
play-options = **Opciones** de tu próxima partida.
play-options-rated = Solo puntúan las partidas entre personas, en el tablero de 7 × 6 y con límite de tiempo.
choice-board = Tablero: { $board }
choice-time-control = Tiempo por jugada: { $time }
choice-theme = Aspecto: { $theme }
play-rated = Partida puntuable
play-unrated = Partida amistosa
play-no-limit = sin límite de tiempo
play-first-you = empiezas tú
play-first-other = empieza tu rival
series = { $first } { $one } – { $other } { $second }
time-ten-minutes = 10 minutos
last-move = **{ $name }** ha jugado en la columna { $column }.
time-ends = el tiempo se acaba { $time }
ping-move = { $mention }, te toca contra **{ $name }**.
ping-draw = { $mention }, **{ $name }** propone un empate.
ping-take-back = { $mention }, **{ $name }** pide deshacer una jugada.
offer-draw = 🤝 **{ $name }** propone un empate. { $mention }, ¿aceptas?
offer-take-back = ↩️ **{ $name }** pide deshacer la columna { $column }. { $mention }, ¿te parece bien?
offer-take-back-both = ↩️ **{ $name }** pide deshacer la columna { $column } y tu respuesta. { $mention }, ¿te parece bien?
took-back = ↩️ **{ $name }** deshizo una jugada.
draw-lapsed = 🤝 La propuesta de empate de **{ $name }** ha caducado.
take-back-lapsed = ↩️ La petición de **{ $name }** de deshacer una jugada ha caducado.
draw-declined = ✋ **{ $name }** ha rechazado el empate.
take-back-declined = ✋ **{ $name }** no ha aceptado deshacer la jugada.
timed-out = ⌛ { $loser } se ha quedado sin tiempo.
draw-by-agreement = De común acuerdo.
claimed = ⌛ { $loser } llevaba siete días sin jugar.
may-claim = ⌛ **{ $away }** lleva siete días sin jugar: **{ $winner }** puede reclamar la victoria.
called-off = 💤 Esta partida ha terminado antes de que jugaran las dos partes. No cuenta.
called-off-by = 💤 **{ $name }** canceló la partida. No cuenta.
called-off-idle = 💤 Esta partida se ha anulado tras { $days } días sin jugadas. No cuenta.
called-off-replaced = 💤 Esta partida se ha anulado para empezar otra. No cuenta.
interrupted = 💤 Esta partida no podía continuar aquí, así que se ha anulado. No cuenta.
ended-by-moderator = 🛑 El equipo de moderación ha finalizado esta partida. No cuenta.
reminder = ⏰ { $mention }, te toca jugar contra **{ $name }**. Pierdes por tiempo { $time }: { $link }
reminder-first-move = ⏰ { $mention }, te toca jugar contra **{ $name }**. La partida se anula { $time }: { $link }
text-board-title = Empieza **{ $first }**, que juega contra **{ $second }**. Tablero: { $board }.
text-board-empty = La columna { $column } está vacía.
text-board-column = Columna { $column }, desde abajo: { $discs }.
text-board-full = La columna { $column } está llena; desde abajo: { $discs }.
text-board-turn = Le toca a **{ $name }**.
your-move = { $disc } { $mention }, te toca
thinking = { $disc } **{ $name }** está pensando…
won = 🏆 ¡{ $name } gana!
computer-won = 🤖 ¡{ $name } gana!
drawn = 🤝 ¡Empate!
board-full = El tablero está lleno.
resigned = 🏳️ { $loser } se ha rendido.
line-vertical = { $length } en raya (columna { $start })
line-horizontal = { $length } en raya en horizontal (columnas { $start }–{ $end })
line-diagonal = { $length } en raya en diagonal (columnas { $start }–{ $end })
lines-two = { $one } y { $other }
not-rated = amistosa
rated = Esta partida puntúa.
title-unrated = amistosa
not-rated-no-limit = Partida amistosa: no hay límite de tiempo.
not-rated-today = Partida amistosa: hoy ya van { $most } partidas puntuables entre las mismas dos personas.
not-rated-new-account = Partida amistosa que no cuenta para las clasificaciones: para que cuente, las dos cuentas deben tener al menos una semana de antigüedad.
too-short = Menos de { $discs } fichas: no cuenta para las puntuaciones ni para la clasificación.
win-limit = No cuenta para la clasificación: al día solo cuentan { $wins } victorias contra la misma persona.
rating-change = **{ $name }** { $change } → { $after }
streak = 🔥 { $count ->
    [3] ¡Tercera victoria seguida!
    [4] ¡Cuarta victoria seguida!
    [5] ¡Quinta victoria seguida!
   *[other] ¡{ $count } victorias seguidas!
}
ratings-changed = 📈 Puntuación: { $changes }
ratings-new = Una puntuación nueva cambia mucho.
deleted-player = un perfil eliminado
hidden-player = un perfil oculto

## Buttons

button-accept = Aceptar
button-decline = Rechazar
button-withdraw = Retirar
button-cancel = Cancelar
button-join = Unirse
button-draw = Empate
button-take-back = Deshacer
button-hint = 💡 Pista
button-show-hint = Muéstramela
button-resign = Rendirse
button-claim = Reclamar la victoria
button-really-resign = Sí, me rindo
button-really-call-off = Sí, cancelarla
button-play-on = Seguir jugando
button-start-new = Empezar otra partida
button-rematch = Revancha
choose-first = Quién empieza
button-together = Juntos
button-again = Otra vez
button-harder = Más difícil
button-play-level = Nivel { $level }
button-invite = Invitar a cualquiera
button-challenge = Retar a { $name }
button-options = Opciones
button-new-game = Nueva partida
button-play-now = Jugar ahora
button-ask-again = Volver a retar
button-previous = Anterior
button-next = Siguiente
button-start = Inicio
button-back = Atrás
button-end = Final
choose-game = Rendirse en una partida…
which-game = ¿Cuál de tus partidas?
waiting-here = No te toca en ninguna de tus partidas de aquí. Estás esperando a:
button-share = Compartir GIF
button-show-everyone = Mostrar a todos
button-summary = Resumen
button-turning-point = Momento clave
button-look-again = Volver a mirar
button-my-place = Mi puesto
button-by-rating = Por puntuación
button-by-wins = Por victorias
button-all-time = Desde siempre
button-season = Temporada { $number }
button-seasons = Temporadas
button-month = Este mes
button-week = Esta semana
button-everywhere = Todos los servidores
button-server = Este servidor
button-show-name = Mostrar mi nombre
button-hide-name = Ocultar mi nombre
button-my-data = Mis datos
button-export = Descargar
button-ask-delete = Eliminar…
button-really-delete = Eliminar mis datos
button-keep = Conservar mis datos

## Challenges

challenge = ⚔️ { $mention }, ¡**{ $challenger }** te reta!
challenge-open = ⚔️ **{ $challenger }** quiere jugar una partida de Conecta 4. ¿Quién se une?
challenge-rematch = ⚔️ { $mention }, ¡**{ $challenger }** quiere la revancha!
first-named = empieza **{ $name }**
first-joiner = empieza quien se una
challenge-time-control = { $time } por jugada
challenge-until = caduca { $time }
challenge-rated = puntúa
challenge-declined = **{ $opponent }** ha rechazado el reto de **{ $challenger }**.
challenge-cancelled = **{ $challenger }** ha cancelado este reto.
challenge-expired = Nadie ha aceptado a tiempo el reto de **{ $challenger }**.
challenge-expired-named = **{ $opponent }** no ha respondido a tiempo al reto de **{ $challenger }**.
challenge-accepted = Se ha aceptado el reto de **{ $challenger }**.

## Refusals

refused-self = El reto tiene que ser para otra persona. Elige a alguien, o no indiques rival para que se una quien quiera.
refused-bot = **{ $name }** es un bot y no puede pulsar botones. Elige a otra persona o juega contra la máquina: `/play` con un nivel.
refused-absent = **{ $name }** no está en este servidor y no vería tu reto. Elige a alguien que esté aquí.
refused-level = **{ $name }** ya juega lo mejor que puede. Quita el nivel, o quita a **{ $name }** para jugar contra la máquina.
refused-nobody-here = Nadie más puede ver este chat. Elige un nivel para jugar contra la máquina, o usa `/play` en un servidor donde haya más gente.
refused-you-play-here = Ya juegas contra mí en este canal: { $link }. Termina esa partida primero o elige otro tablero.
refused-you-play-unseen = Ya tienes esta partida en este canal. Mírala con `/board`. Termínala primero o elige otro tablero.
refused-you-play-them = Ya juegas contra **{ $name }** en este canal: { $link }. Terminen esa partida primero o elijan otro tablero.
refused-too-many-games = Ya tienes bastantes partidas en curso: como mucho { $here } en un canal y { $all } en total. Termina una primero.
refused-they-have-too-many = **{ $name }** ya tiene bastantes partidas en curso. Inténtalo cuando termine alguna.
refused-you-challenged = Tu reto a **{ $name }** sigue pendiente: { $link }. Pulsa allí *Rechazar* o espera una respuesta.
refused-they-challenged = Ya tienes un reto de **{ $name }**. Responde aquí: { $link }
refused-challenged-recently = Tras un reto sin partida hay una pausa: podrás volver a retar a **{ $name }** { $time }.
refused-open-here = Ya tienes un reto abierto en este canal: { $link }. Cancélalo antes o espera a que alguien se una.
refused-cannot-be-challenged = Ahora no se puede retar a **{ $name }**.
refused-you-blocked-them = Has bloqueado a **{ $name }**. Antes tienes que quitar el bloqueo con `/preferences`.
refused-cannot-join = Ahora no puedes unirte a esta partida.
refused-too-many-blocks = Puedes bloquear a { $limit } personas como máximo. Desbloquea antes a alguien.
refused-block-self = No puedes bloquearte.
refused-block-bot = Aquí no puedes bloquearme. Si prefieres no verme, bloquéame desde mi perfil de Discord.
refused-not-challenged = Este reto es para **{ $name }**. Lanza el tuyo con `/play`.
refused-own-challenge = Este reto es tuyo. Tiene que aceptarlo otra persona.
refused-not-your-challenge = Solo **{ $name }** puede cancelar este reto.
refused-not-yours-to-repeat = Este reto es de **{ $name }**. Empieza tu propia partida con `/play`.
refused-challenge-accepted = Este reto ya se ha aceptado.
refused-challenge-declined = Este reto se ha rechazado.
refused-challenge-cancelled = Este reto se ha cancelado.
refused-challenge-expired = Este reto ya ha caducado. Lanza otro con `/play`.
refused-rematch-offered = Ya hay una revancha propuesta: { $link }
refused-rematch-taken = Esa revancha ya se ha jugado. Usa `/play` para otra partida.
refused-not-your-rematch = Solo quienes jugaron pueden pedir la revancha. Empieza tu propia partida con `/play`.
refused-opponent-deleted = Tu rival ha eliminado sus datos, así que no puede haber revancha. Usa `/play` para otra partida.
refused-still-playing = Esta partida aún no ha terminado.
refused-no-game = No tienes ninguna partida en este canal. Empieza una con `/play` o mira todas tus partidas con `/games`.
last-game-over = No tienes ninguna partida en curso aquí. La última ya terminó: { $link }
refused-not-your-game = Esta partida no es tuya. Empieza la tuya con `/play`.
refused-not-your-turn = Le toca a **{ $name }**.
refused-computers-turn = Le toca a la máquina y todavía está pensando. ¡Un momento!
refused-dropped-last = La última ficha fue tuya. Deja que vaya otra persona, o vuelve a intentarlo { $time }.
refused-playing-together = Este canal ya está jugando: { $link } (`/board` trae aquí el tablero, si no juegas otra partida en este canal)
refused-no-hint-found = No encuentro ninguna pista ahora mismo. Vuelve a intentarlo en un momento.
refused-column-full = La columna { $column } está llena. Elige otra: sigue siendo tu turno.
refused-no-column = Esa columna no existe. Elige un número del 1 al { $columns }.
refused-old-board = Este tablero es antiguo. La partida está aquí: { $link }
refused-board-pinged = Aquí se avisó a la otra persona, así que el tablero se queda: { $link }
refused-reposted-recently = El tablero se acaba de publicar. Podrás volver a publicarlo a partir de: { $time }.
refused-shared-recently = Esto se acaba de compartir aquí. Podrás volver a compartirlo a partir de: { $time }.
refused-just-changed = El tablero acaba de cambiar. Míralo otra vez.
refused-too-late = Eso me ha llegado demasiado tarde, así que no he hecho nada. Inténtalo otra vez, por favor.
refused-game-won = Esta partida ya ha terminado: ha ganado **{ $name }**.
refused-game-timed-out = Esta partida ya ha terminado: **{ $loser }** se ha quedado sin tiempo y ha ganado **{ $winner }**.
refused-game-claimed = Esta partida ya ha terminado: **{ $loser }** ha estado siete días sin jugar y **{ $winner }** ha reclamado la victoria.
refused-game-called-off = Esta partida se ha anulado. No cuenta.
refused-game-interrupted = Esta partida ya ha terminado: no podía continuar aquí, así que se ha anulado. No cuenta.
refused-game-ended-by-moderator = Esta partida ya ha terminado: la ha finalizado el equipo de moderación. No cuenta.
refused-level-board = Con el nivel “{ $level }”, la máquina solo juega en los tableros de 7 × 6 y de 6 × 5. Elige otro nivel o uno de esos tableros.
refused-draw-declined = **{ $name }** ha rechazado el empate. Podrás proponer otro después de tu próxima jugada.
refused-take-back-declined = **{ $name }** no ha aceptado. Podrás volver a pedirlo después de tu próxima jugada.
refused-draw-withdrawn = Has retirado tu propuesta. Podrás proponer otro empate después de tu próxima jugada.
refused-draw-too-early = Puedes proponer un empate cuando los dos hayan jugado. Hasta entonces, *Rendirse* cancela la partida.
refused-take-back-withdrawn = Has retirado tu petición. Podrás volver a pedirlo después de tu próxima jugada.
refused-not-your-offer = Solo **{ $name }** puede retirar eso.
refused-not-your-claim = Solo **{ $name }** puede reclamar esta victoria. Haz tu jugada y la partida sigue.
refused-nothing-to-claim = Aquí no hay victoria que reclamar: tu rival no lleva siete días sin jugar.
refused-nothing-to-take-back = Aún no has hecho ninguna jugada, así que no hay nada que deshacer.
refused-game-drawn = Esta partida ya ha terminado: ha quedado en empate.
refused-computer-off = En este servidor no se puede jugar contra la máquina. ¡Reta a otra persona!
refused-wrong-channel = En este servidor se juega aquí: { $channels }
refused-channel-full = { $most ->
    [one] Ya hay una partida en curso en este canal, y este servidor solo permite una a la vez.
   *[other] Ya hay { $most } partidas en curso en este canal, y este servidor no permite más a la vez.
} Espera a que termine una o prueba en otro canal.
refused-nobody-sees = En este servidor, lo que publico solo lo ves tú, así que nadie podría responder. Pide al equipo de moderación que me añada al servidor, o juega contra la máquina: `/play` con un nivel.
refused-use-buttons = En este servidor, el tablero nuevo solo lo verías tú. Usa los botones que hay debajo de este: { $link }
refused-not-manager = Eso solo lo pueden hacer quienes gestionan este servidor.
refused-no-settings = Solo hay ajustes en los servidores que me han añadido.
refused-no-time-zone = No conozco ningún lugar con ese nombre. Escribe una ciudad o un país y elígelo de la lista. Nombres como EST o GMT+2 no tienen en cuenta el horario de verano.
refused-not-your-question = Solo **{ $name }** puede responder a eso.
refused-unknown-button = Ya no reconozco este botón. Empieza de nuevo con `/play` o `/board`.
refused-gone = Ya no encuentro esta partida. Empieza otra con `/play`.
refused-only-servers = Aquí no hay ningún servidor. Elige “todos los servidores” o usa `/leaderboard` en un servidor.
refused-unknown-command = Ya no reconozco este comando. `/help` muestra lo que puedo hacer.
refused-computers-results = 🤖 ¡Soy yo! No llevo la cuenta de mis propias partidas. Las tuyas están en `/stats` y `/history`.
refused-no-such-game = No encuentro esa partida. `/history` muestra las partidas terminadas con sus números.
refused-unknown-player = No tengo partidas de esta persona.
refused-not-my-message = Ese mensaje no es mío, así que no puede ser uno de mis tableros.
refused-no-board-there = En ese mensaje no hay ninguna partida. Prueba con el tablero más reciente de una partida.
refused-review-board = Solo puedo analizar partidas en los tableros de 7 × 6 y de 6 × 5.
refused-busy = Todavía estoy con lo que me has pedido antes. Vuelve a intentarlo en un momento.
refused-review-failed = No he podido terminar este análisis. Vuelve a intentarlo en un momento.

## Faults

fault = Algo ha fallado por mi parte. No se ha perdido nada: vuelve a intentarlo en un momento o usa `/board`. (Referencia: { $reference })
response-refused = Discord no me deja mostrar eso aquí. No se ha perdido nada: si has jugado, tu jugada cuenta, y { $board } muestra la partida.

## Hints

hint-best = **Lo mejor: columna { $columns }.**
hint-any = Sirve cualquier columna.
hint-any-but = Cualquiera menos la columna { $columns }.
hint-all-lost = Todas las columnas pierden.
hint-threatened = **{ $name }** puede ganar en la columna { $columns }, y solo puedes bloquear una.
hint-lost = Vas perdiendo. { $count ->
    [one] La columna { $columns } es la que más aguanta.
   *[other] Las columnas { $columns } son las que más aguantan.
}
hint-wins-now = { $count ->
    [one] La columna { $columns } gana de inmediato.
   *[other] Las columnas { $columns } ganan de inmediato.
}
hint-wins = { $count ->
    [one] La columna { $columns } gana en { $moves } jugadas.
   *[other] Las columnas { $columns } ganan en { $moves } jugadas.
}
hint-draws = { $count ->
    [one] La columna { $columns } lleva al empate.
   *[other] Las columnas { $columns } llevan al empate.
}
hint-nudge-wins-now = Puedes ganar ahora mismo. ¿Ves dónde?
hint-nudge-blocks = Cuidado: **{ $name }** está a punto de ganar.
hint-nudge-lost = Vas perdiendo: aguanta lo que puedas.
hint-nudge-careful = Cuidado: { $count ->
    [one] una columna pierde.
   *[other] { $count } columnas pierden.
}
hint-nudge-wins = Aquí puedes ganar.
hint-nudge-left = Mira en el lado izquierdo.
hint-nudge-middle = Mira por el centro.
hint-nudge-right = Mira en el lado derecho.
hints-used = 💡 { $count ->
    [one] Se ha usado { $count } pista.
   *[other] Se han usado { $count } pistas.
}
and = { $list } y { $last }
or = { $list } o { $last }

## Reasons

reason-for-wins = Gana al instante.
reason-for-blocks = Bloquea: si no, **{ $name }** gana ahí.
reason-for-double-threat = Crea dos amenazas a la vez, en las columnas { $one } y { $other }.
reason-for-double-threat-above = Crea dos amenazas, una sobre otra, en la columna { $above }.
reason-for-replies-lose = Toda respuesta pierde al instante.
reason-for-reply-loses = Después solo queda la columna { $reply }, que pierde al instante.
reason-for-forced-win = Gana a la fuerza: { $moves }
reason-for-stacked-threats = Consigue dos casillas ganadoras en la columna { $at }, una sobre otra: solo se puede bloquear una.
reason-for-zugzwang = Gana al final: cuando se agotan las casillas libres, **{ $name }** tiene que jugar justo debajo de la casilla ganadora, fila { $row } desde abajo en la columna { $at }.
reason-for-ends-lines = Después, **{ $name }** ya no puede hacer línea.
reason-for-follow-up = Después, responder a cada ficha en su misma columna mantiene el empate.
reason-for-only-win = Ninguna otra columna gana.
reason-for-only-draw = Todas las demás columnas pierden.
reason-for-trap = Tiende una trampa: toda respuesta pierde, menos la columna { $reply }.
reason-against-leaves-threat = Así, **{ $name }** gana en la columna { $column }.
reason-against-win-above = Así, **{ $name }** gana justo encima.
reason-against-double-threat = La respuesta en la columna { $reply } crea dos amenazas a la vez.
reason-against-forced-win = Así, **{ $name }** gana a la fuerza: { $moves }
reason-against-stacked-threats = Así, **{ $name }** tiene dos casillas ganadoras en la columna { $at }, una sobre otra: solo se puede bloquear una.
reason-against-zugzwang = Cuando se agotan las casillas libres, hay que jugar justo debajo de la fila { $row } desde abajo en la columna { $at }, y justo encima gana **{ $name }**.
reason-against-key-cell = La columna { $at } era la clave: la única buena respuesta de **{ $name }** es ocuparla.
reason-against-refutation = Solo una respuesta lo castiga: la columna { $reply }.
variation = Podría seguir así: { $moves }

## Lists

games-title = **Tus partidas**
games-none = No tienes partidas en curso. ¡Empieza una con `/play`!
games-your-turn = **te toca**
games-their-turn = esperando a **{ $name }**
games-line = { $disc } contra **{ $name }** · { $turn } · jugada { $number } · { $link }
games-may-claim = **{ $name }** puede reclamar la victoria
games-you-may-claim = puedes reclamar la victoria
games-resigned = 🏳️ Te has rendido en tu partida contra **{ $name }**.
games-called-off = 💤 Has cancelado la partida. No cuenta.
games-claimed = 🏆 Has reclamado la victoria contra **{ $name }**.
games-pick = Contra { $name }, jugada { $number }
games-claim = Reclamar la victoria contra { $name }
games-really = 🏳️ ¿De verdad quieres rendirte en tu partida contra **{ $name }**? { $link }
games-really-call-off = 💤 ¿De verdad quieres cancelar tu partida contra **{ $name }**? No contará. { $link }
replace-question = Todavía tienes aquí una partida contra la máquina: { $link }. ¿Empezar otra? La anterior se anulará.
replace-kept = 👍 Tu partida sigue: { $link }
leaderboard-title = 🏆 **Clasificación** · { $period } · { $order }
leaderboard-title-everywhere = 🏆 **Clasificación** · todos los servidores · { $period } · { $order }
leaderboard-line = { $rank } { $name } · { $record }
leaderboard-own = Tú: { $line }
leaderboard-own-none = Aún no has terminado ninguna partida aquí.
page = Página { $page } de { $pages }
record-wins = { $wins ->
    [one] { $wins } victoria
   *[other] { $wins } victorias
}
record-losses = { $losses ->
    [one] { $losses } derrota
   *[other] { $losses } derrotas
}
record-draws = { $draws ->
    [one] { $draws } empate
   *[other] { $draws } empates
}
stats-title = 📊 **{ $name }**
stats-none = **{ $name }** aún no ha terminado ninguna partida.
stats-none-own = Aún no has terminado ninguna partida. ¡Empieza una con `/play`!
stats-here = Aquí: { $record }
stats-everywhere = En total: { $record }
stats-versus = Contra **{ $name }**: { $record }
stats-versus-none = **{ $name }** y **{ $opponent }** aún no han terminado ninguna partida entre sí.
stats-versus-none-own = Aún no has terminado ninguna partida contra **{ $name }**.
period-all-time = desde siempre
leaderboard-by-rating = por puntuación
leaderboard-by-wins = por victorias
leaderboard-nobody = Todavía no hay nadie en esta lista. ¡Estrénala con `/play`!
leaderboard-nobody-in-season = No hay nadie en esta lista.
leaderboard-line-rating = { $rank } { $name } · { $rating } · { $record }
leaderboard-own-unrated = Aún no estás en esta lista: termina una partida puntuable y aparecerás.
leaderboard-own-away = Llevas 90 días sin terminar una partida puntuable, así que no estás en esta lista. Con la próxima volverás a aparecer.
leaderboard-season = temporada { $number }
leaderboard-own-season = Todavía no has terminado ninguna partida en esta temporada.
seasons-title = 🏆 **Temporadas de este servidor**
seasons-running = **Temporada { $number }** · desde el { $start }
seasons-past = **Temporada { $number }** · { $start } – { $end }
season-over = 🏆 **¡Se acabó la temporada { $number }!**{ $count ->
    [0] { "" }
    [one] { " " }En lo más alto: { $names }
   *[other] { " " }Empate en lo más alto: { $names }
}
season-climber = 📈 **{ $name }** es quien más ha subido: { $before } → { $after }
season-rivalry = ⚔️ **{ $one }** y **{ $other }** han jugado { $games } partidas: { $wins } a { $losses }{ $draws ->
    [0] { "" }
    [one] , { $draws } empate
   *[other] , { $draws } empates
}
season-over-next = -# Ha empezado la temporada { $number }.
season-table = 🏆 **Temporada { $number }** · quién ganó a quién
season-table-legend = Cada fila: cuántas veces alguien ha ganado a 1, 2, 3… Un punto: sin jugar.
season-table-unplayed = Te falta jugar contra: { $people }
button-season-table = Tabla
choose-unplayed = Retar a…
choose-season = Clasificación de…
choice-all-seasons = Desde siempre, con todas las temporadas
leaderboard-own-hidden = Quienes gestionan este servidor te han ocultado de sus clasificaciones.
leaderboard-own-reset = Quienes gestionan este servidor han puesto a cero tu historial aquí. Tu próxima partida lo empieza de nuevo.
leaderboard-names = -# Otras personas solo ven tu nombre aquí si tú quieres: `/preferences`
leaderboard-beyond = { $number }+
leaderboard-updated = Actualizada { $time }
leaderboard-players = { $total ->
    [one] { $total } persona
   *[other] { $total } personas
}
rating-sure = **{ $rating }**
rating-unsure = **{ $rating }?** · { $games ->
    [one] { $games } partida más
   *[other] { $games } partidas más
} para que sea segura
stats-rating-here = 📈 { $rating }
stats-rating-everywhere = Puntuación en total: { $rating }
stats-accuracy = Precisión: { $accuracy } % { $reviewed ->
    [one] en una partida analizada de las últimas { $games } contra personas
   *[other] en { $reviewed } partidas analizadas de las últimas { $games } contra personas
}
stats-accuracy-all = Precisión: { $accuracy } % en { $games ->
    [one] la última partida
   *[other] las últimas { $games } partidas
}
stats-streak-wins = Racha: { $count ->
    [one] { $count } victoria
   *[other] { $count } victorias
}
stats-streak-losses = Racha: { $count ->
    [one] { $count } derrota
   *[other] { $count } derrotas
}
stats-streak-draws = Racha: { $count ->
    [one] { $count } empate
   *[other] { $count } empates
}
stats-best-streak = Mejor: { $count ->
    [one] { $count } victoria
   *[other] { $count } victorias
}
stats-medal = 🏆 Temporada { $season }: puesto { $place } de { $total }
stats-puzzle-streak = Reto del día: { $days ->
    [one] resuelto { $days } día
   *[other] resuelto { $days } días seguidos
}
stats-puzzle-streak-survived = Reto del día: racha de { $days } días pese a ayer: se perdona un día de cada siete
stats-best-win = Mejor victoria: **{ $name }** ({ $rating })
stats-best-win-unnamed = Mejor victoria: contra alguien con una puntuación de { $rating }
stats-computer = Contra la máquina: { $levels }
stats-level = { $level }, { $wins ->
    [one] { $wins } ganada
   *[other] { $wins } ganadas
} de { $games }
stats-picture = Evolución de la puntuación: de { $first } a { $last }
history-title = 📜 **{ $name }**: partidas terminadas
history-own = 📜 **Tus partidas terminadas**
history-none = **{ $name }** aún no ha terminado ninguna partida que puedas ver aquí.
history-won = ✅ ganada
history-lost = ❌ perdida
history-drew = 🤝 empatada
history-outcome = { $result } · { $moves ->
    [one] { $moves } jugada
   *[other] { $moves } jugadas
}
history-line = `#{ $game }` **{ $name }** · { $outcome } · { $date }
history-description = { $outcome } · { $date }
history-pick = #{ $game } contra { $name }
choose-replay = Ver o analizar una partida…

## Settings

language-name = Español
settings-title = ⚙️ **Ajustes de este servidor** · página { $page } de { $pages }
settings-theme = 🎨 Aspecto: **{ $theme }**
settings-locale = 🌍 Idioma de los tableros: **{ $language }**
settings-locale-said = como en Discord ({ $language })
settings-time-control = ⏱️ Tiempo por jugada: **{ $time }**
settings-reminders-on = 🔔 Mando un aviso antes de que alguien pierda por tiempo.
settings-reminders-off = 🔕 No mando avisos antes de que alguien pierda por tiempo.
settings-max-games = 🔢 Partidas a la vez en un mismo canal: **{ $most }**
settings-max-games-any = sin límite
settings-challenge-time = ⚔️ Un reto espera: **{ $time }**
settings-channels = 📍 Se pueden empezar partidas en { $channels }
settings-channels-all = 📍 Se pueden empezar partidas en cualquier canal.
settings-computer-on = 🤖 Todo el mundo puede jugar contra la máquina.
settings-computer-off = 🤖 Nadie puede jugar contra la máquina.
settings-note = Las partidas ya empezadas siguen como están.
settings-live = Estas partidas están en curso. Elige una para finalizarla.
settings-live-none = No hay partidas en curso en este servidor.
settings-pick = { $first } contra { $second }, jugada { $number }
settings-really = 🛑 ¿De verdad quieres finalizar la partida de { $first } contra { $second }? No contará. { $link }
settings-ended = 🛑 Has finalizado la partida de { $first } contra { $second }.
choose-theme = Aspecto del tablero…
choose-board = Tablero…
choose-rated = Puntuable o amistosa…
choose-language = Idioma de los tableros…
choose-time-control = Tiempo por jugada…
choose-max-games = Partidas a la vez en un mismo canal…
choose-challenge-time = Cuánto espera un reto…
choose-channels = Canales para jugar…
choose-end = Finalizar una partida…
choice = { $setting }: { $value }
button-reminders-on = Activar avisos
button-reminders-off = Desactivar avisos
button-every-channel = Jugar en cualquier canal
button-computer-on = Activar la máquina
button-computer-off = Desactivar la máquina
button-settings-games = Partidas
button-settings-limits = Límites
button-settings-live = Partidas en curso
button-settings-posts = Publicaciones
button-really-end = Sí, finalizarla
button-leave = Dejarla seguir
settings-season = 🏆 La **temporada { $number }** está en marcha desde el { $start }.
settings-season-none = 🏆 No hay temporada: en la clasificación de este servidor cuentan todas las partidas.
settings-season-next = La próxima temporada empieza el { $date }, { $time }: a medianoche en la zona horaria de este servidor.
settings-season-channel = Los resultados de las temporadas se publican en { $channel }.
settings-season-note = Cada temporada empieza de cero, salvo la puntuación. Una clasificación fija pasa al final de su canal una vez al día como mucho y no menciona a nadie.
settings-season-start = 🏆 ¿Empezar ya la temporada { $next }? La temporada { $ended } termina y su clasificación queda como esté. No se puede deshacer.
settings-season-start-first = 🏆 ¿Empezar ya la temporada 1? Con ella, la clasificación de este servidor empieza de cero. No se puede deshacer.
choose-season-rhythm = Próxima temporada…
season-rhythm-by-hand = cuando la empieces aquí
season-rhythm-month = cada mes
season-rhythm-quarter = cada trimestre
button-settings-leaderboard = Clasificación
button-start-season = Empezar la temporada { $number }
button-people = Personas
settings-people = 🙈 Quien está oculto no aparece en las clasificaciones de este servidor. No figura en las temporadas que terminen mientras tanto; en las anteriores conserva su puesto, sin nombre. Sus partidas y su puntuación siguen contando y vuelven cuando lo muestras de nuevo.
settings-hidden = Personas ocultas: { $people }
choose-hide = Ocultar a alguien…
choose-show = Mostrar de nuevo…
choose-reset = Poner un historial a cero…
button-really-reset = Sí, poner a cero
settings-reset = ¿Poner a cero el historial de **{ $name }**? Empezará desde cero en las clasificaciones de este servidor; las temporadas pasadas quedan como terminaron. Su puntuación no cambia, porque las de otros dependen de ella. No se puede deshacer.
settings-reset-done = ✅ El historial de **{ $name }** se ha puesto a cero.
stats-reset = ℹ️ Quienes gestionan este servidor han puesto a cero tu historial en sus clasificaciones. Tu puntuación no cambia.
settings-puzzle-on = 🧩 El reto del día aparece en { $channel } poco después de las { $time } ({ $local } en tu hora).
settings-puzzle-next = El próximo: { $date }.
settings-puzzle-waits = En horario de verano espera a la medianoche UTC, cuando sale el nuevo reto.
settings-puzzle-weekly = Nadie ha resuelto aquí los siete últimos, así que solo llega los lunes, hasta que alguien resuelva uno.
settings-puzzle-refused = ⚠️ La última vez, Discord no me dejó publicar en { $channel }.
settings-puzzle-stopped = ⚠️ He dejado de publicar el reto del día: siete veces seguidas, Discord no me dejó publicarlo en { $channel }.
settings-puzzle-off = 🧩 El reto del día no se publica en este servidor. Todos pueden resolverlo con `/daily`.
settings-time-zone = 🕰️ Zona horaria: **{ $zone }**. Se cambia con `/settings timezone`.
no-summer-time = sin horario de verano
settings-leaderboard-none = 🏆 Todavía no hay ninguna clasificación fija en los canales de este servidor.
settings-leaderboard-on = 🏆 La clasificación de { $channel } se actualiza sola: { $period }, { $order }.
settings-leaderboard-again = Una nueva ocupará su lugar { $time }.
settings-leaderboard-deleted = ⚠️ Alguien borró la clasificación de { $channel }, así que ya no la actualizo.
settings-leaderboard-refused = ⚠️ Discord no me dejó actualizar la clasificación de { $channel }.
settings-leaderboard-stopped = ⚠️ He dejado de actualizar la clasificación de { $channel }: Discord no me dejó siete veces seguidas.
settings-week-on = 📰 La semana en palabras llega a { $channel } los lunes. La próxima: { $date }, { $time }.
settings-week-off = 📰 La semana en palabras no se publica. Cuenta cada lunes quién ha ganado más, quién ha subido y más cosas.
settings-week-stopped = ⚠️ He dejado de publicar la semana en palabras porque Discord no me dejaba hacerlo en { $channel }.
settings-closed-hidden = No veo ese canal. Tengo que estar en este servidor, ver el canal y, si es de voz, poder conectarme.
settings-closed-forbidden = No puedo escribir ahí, o alguien me ha aislado temporalmente.
settings-closed-archived = Ese hilo está archivado. Escribe algo en él y continúo.
settings-closed-locked = Ese hilo está bloqueado: solo los moderadores pueden escribir en él.
settings-puzzle-gone = ⚠️ Alguien borró el canal del reto del día, así que ya no lo publico.
settings-week-gone = ⚠️ Alguien borró el canal de la semana en palabras, así que ya no la publico.
settings-posts-note = Nada de esto menciona a nadie.
choice-puzzle-off = desactivado
choose-puzzle-hour = Reto del día…
choice-leaderboard = Clasificación: { $period }, { $order }
choose-leaderboard = Clasificación en este canal…
button-puzzle-here = Reto aquí
button-leaderboard-here = Clasificación aquí
button-leaderboard-remove = Quitar clasificación
button-week-here = Semana en palabras aquí
button-week-off = Quitar la semana en palabras
button-daily-puzzle = Reto del día

## Together

together = **Juntos**: este canal juega contra el ordenador. ¿Qué nivel?
together-rule = Cualquiera puede soltar la próxima ficha, pero nadie dos veces seguidas.
together-first-random = Una moneda decide quién empieza
together-first-channel = Empieza este canal
together-first-computer = Empieza Fourfall
together-discs = Fichas: { $people }
together-best = 🏅 La mejor ficha: **{ $name }**, columna { $column } (jugada { $number })
together-record = 🤝 Juntos: { $levels }
together-level = { $level } { $won } de { $games }

## The week in words

week-title = 📰 **La semana en palabras** · { $first } – { $last }
week-leaders = 🏆 Más victorias: { $people } ({ $record })
week-climber = 📈 **{ $name }** es quien más ha subido: +{ $gain }, hasta { $rating }
week-rivalry = ⚔️ El duelo más largo: **{ $one }** gana a **{ $other }** por { $score }
week-rivalry-level = ⚔️ El duelo más largo: **{ $one }** y **{ $other }** van { $score }
week-streaks = 🧩 Rachas de retos: { $people }
week-shortest = ⚡ La victoria más corta: **{ $winner }** contra **{ $loser }** en { $moves } jugadas
week-picture = La victoria más corta de la semana, jugada a jugada

## Replays

replay-start = Antes de la primera jugada. { $count ->
    [one] Viene { $count } jugada.
   *[other] Vienen { $count } jugadas.
}
replay-move = Jugada { $number } de { $count }: **{ $name }** ha jugado en la columna { $column }.
replay-private = 👀 Solo tú ves esto, porque no es tu partida. Aquí, *Compartir GIF* lo muestra a todos.
shared-by = -# Lo muestra **{ $name }**
replay-picture = { $first } contra { $second } en un tablero, jugada a jugada

## Reviews

review-waiting = 🔍 Todavía estoy con otro análisis. Después viene esta partida.
review-interrupted = Me reiniciaron en mitad de este análisis. Pulsa *Análisis* para empezarlo de nuevo.
review-working = 🔍 Estoy repasando la partida: { $bar } { $done } de { $count } jugadas
review-title = 🔍 **Análisis:** { $game }
review-accuracy = { $disc } **{ $name }**: { $accuracy } % de precisión
review-course = Así le fue a { $disc } **{ $name }**:
review-turning-point = ❗ **Momento clave** · { $played }
review-resigned-winning = 🏳️ **{ $name }** iba ganando, pero se ha rendido.
review-resigned-even = 🏳️ La partida seguía igualada cuando **{ $name }** se rindió.
review-timed-out-winning = ⌛ **{ $name }** iba ganando cuando se acabó el tiempo.
review-timed-out-even = ⌛ La partida seguía igualada cuando a **{ $name }** se le acabó el tiempo.
review-agreed-winning = 🤝 **{ $name }** iba ganando cuando se acordó el empate.
review-no-turning-point = Ninguna jugada ha decidido por sí sola esta partida.
review-move = Jugada { $number } de { $count }: **{ $name }** ha jugado en la columna { $column }. { $grade }
move-misses-win = Victoria desaprovechada: la columna { $columns } estaba libre, con { $three }.
move-misses-block = Faltó bloquear: la columna { $column } estaba libre y **{ $name }** tenía { $three }.
move-passes-up-win = Había una victoria en { $moves } jugadas.
move-loses = Así, **{ $name }** puede ganar en { $moves } jugadas.
move-fills-below = La ficha llena la casilla justo debajo de una casilla ganadora, que **{ $name }** ya puede bloquear.
three-vertical = tres en una columna
three-horizontal = tres en una fila
three-diagonal = tres en diagonal
review-better = Mejor: columna { $better }.
review-holds-out = La columna { $better } aguanta más.
review-better-any-but = Mejor: cualquiera menos la columna { $columns }.
grade-best = ⭐ La mejor jugada
grade-good = 👍 Buena jugada
grade-inaccuracy = ⁉️ Imprecisión
grade-mistake = ❓ Error
grade-blunder = ❌ Error grave
grade-count-best = { $count ->
    [one] { $count } óptima
   *[other] { $count } óptimas
}
grade-count-good = { $count ->
    [one] { $count } buena
   *[other] { $count } buenas
}
grade-count-inaccuracy = { $count ->
    [one] { $count } imprecisión
   *[other] { $count } imprecisiones
}
grade-count-mistake = { $count ->
    [one] { $count } error
   *[other] { $count } errores
}
grade-count-blunder = { $count ->
    [one] { $count } error grave
   *[other] { $count } errores graves
}

## Puzzles

puzzle-title = 🧩 **Fourfall n.º { $number }** · { $date } · { $stars }
puzzle-post-title = { $title } · Reto del día
puzzle-task = { $discs ->
    [one] { $disc } Gana al instante.
   *[other] { $disc } Gana en { $discs } jugadas.
}
puzzle-intro = En cada turno, encuentra la única columna que gana. Una equivocada cuesta un ❤️. Cuantas más ★, más difícil.
puzzle-wrong = ❌ Con la columna { $column } se escapa la victoria.
puzzle-right = ✅ ¡La columna { $column } es la buena! { $disc } responde en la columna { $reply }.
puzzle-solved = 🎉 **¡Resuelto!**
puzzle-failed = 💔 No te quedan vidas. *Solución* enseña cómo se hace.
puzzle-streak = 🔥 { $days ->
    [one] Resolviste el reto de ayer. ¡Sigue así!
   *[other] { $days } días seguidos. ¡Sigue así!
}
puzzle-streak-survived = 🔥 Tu racha de { $days } días sigue viva pese a ayer: se perdona un día de cada siete. ¡Sigue así!
puzzle-streak-lost = { $days ->
    [one] Tu racha de un día termina aquí.
   *[other] Tu racha de { $days } días termina aquí.
}
puzzle-streak-survives = 🔥 Tu racha de { $days } días sigue viva: se perdona un día de cada siete. ¡Mañana, a por más!
puzzle-streak-over = 🔥 Tu última racha: { $days } días. ¡Resuelve el reto de hoy y empieza otra!
puzzle-archive = Del archivo: no cuenta para tu racha.
puzzle-practice = Solo para practicar: aquí no cuenta nada.
puzzle-still-counts = ⏳ Empezaste el reto de ayer antes de la medianoche UTC: todavía cuenta si lo resuelves antes de: { $time }.
puzzle-counts = ⏳ Empezaste antes de la medianoche UTC, así que cuenta para ayer.
puzzle-late = Su día ya había terminado: no cuenta para tu racha.
puzzle-next = Próximo reto: medianoche UTC ({ $time } en tu hora).
puzzle-card-solved = **{ $name }** ha resuelto el Fourfall n.º { $number } { $stars }
puzzle-card-failed = **{ $name }** se ha atascado en el Fourfall n.º { $number } { $stars }
puzzle-legend = ✅ primer intento · 2️⃣ segundo · 3️⃣ tercero · ❌ sin encontrar
puzzle-solver = **{ $name }** 🔥 { $days }
and-more = y { $count } más
puzzle-solvers = 🏅 Resuelto aquí: { $people }
puzzle-crown = 👑 { $people } ({ $mistakes ->
    [0] sin fallos
    [one] 1 fallo
   *[other] { $mistakes } fallos
})
puzzle-solved-here = { $count } lo resolvieron aquí
puzzle-post-yesterday = Ayer: { $people }
puzzle-server-streak = 🔥 Este servidor: { $days } días seguidos
puzzle-server-streak-over = 🔥 La racha de este servidor terminó tras { $days } días. La mejor: { $best }.
puzzle-stuck = 💔 No lo consiguieron: { $people }
puzzle-post-past = 🧩 #{ $number } · { $count ->
    [0] nadie lo resolvió aquí
    [one] 1 persona lo resolvió aquí
   *[other] { $count } lo resolvieron aquí
}
puzzle-shared = Estará en el [mensaje del reto]({ $link }) en diez minutos como mucho.
puzzle-month = 🧩 **Retos diarios de este mes**
puzzle-month-line = **{ $rank }** { $name } · { $days ->
    [one] 1 día
   *[other] { $days } días
} · { $mistakes ->
    [0] sin fallos
    [one] 1 fallo
   *[other] { $mistakes } fallos
}
puzzle-month-empty = Aquí nadie ha resuelto ninguno este mes. ¡Sé el primero!
puzzle-solution = 💡 **Fourfall n.º { $number }**: la solución
puzzle-forced-win = Desde aquí, cada ficha amenaza con ganar, hasta tener dos amenazas a la vez.
puzzle-only-win = La columna { $column } gana en { $moves } jugadas, y ninguna otra.
button-puzzle-open = Resolver
button-puzzle-share = Compartir
button-puzzle-practice = Practicar
button-puzzle-solution = Solución
button-puzzle-earlier = Anterior
button-puzzle-later = Siguiente
button-puzzle-yesterday = Solución de ayer
button-puzzle-month = Este mes
refused-cannot-post = No puedo publicar en este canal: tengo que poder verlo y escribir en él.
refused-not-a-member = No puedo publicar aquí: no soy miembro de este servidor. Invítame antes.
refused-enough-leaderboards = La clasificación ya está en tres canales de este servidor: { $channels }. Quítala antes de uno de ellos.
refused-no-puzzle = No hay ningún reto con ese número. Van del 1 al { $last }, y cada día llega uno más.
refused-puzzle-open = Prueba antes el reto de hoy: `/daily`. Verás la solución al acabar, y todos mañana.
refused-puzzle-still-counts = Todavía puedes resolver el reto de ayer, y cuenta, antes de: { $time }. Después verás la solución.
refused-puzzle-not-finished = Acaba antes el reto. Después podrás enseñar cómo te fue.

## Training

training-title = 🎯 Tu partida del { $date } contra **{ $name }**
training-board = En el tablero: tu jugada en la partida y la mejor respuesta.
training-board-move = En el tablero: tu jugada en la partida.
training-win = { $disc } Te toca. Aquí se te escapó una victoria: ¿en qué columna?
training-defence = { $disc } Te toca. Hay peligro: ¿qué columna te mantiene en la partida?
training-lost = { $disc } Te toca. Aquí vas perdiendo: ¿con qué columna aguantas más?
training-right = ✅ **¡Correcto!**
training-wrong = ❌ **Esta vez no.**
training-best = Lo mejor: columna { $columns }.
training-best-any-but = Lo mejor: cualquiera menos la columna { $columns }.
training-tried-before = Ya lo habías intentado, y ese intento es el que cuenta.
training-tried = Columna { $column }: { $why }
training-also = La columna { $columns } también es buena.
training-played = En la partida jugaste en la columna { $column }.
training-answer = La mejor respuesta es la columna { $column }.
training-again = 🔁 Esta posición vuelve el { $date }.
training-solved = { $failedBefore ->
    [0] Posiciones resueltas en los últimos 7 días: { $solved }
   *[other] Posiciones resueltas en los últimos 7 días: { $solved }, { $failedBefore } de ellas tras un fallo
}
training-nothing = 🎉 Por ahora no queda nada que entrenar. Cuando se te escape una victoria o un bloqueo, o dejes que el rival te saque mucha ventaja, la posición aparecerá aquí.
training-next-due = 🔁 La próxima posición llega el { $date }.
training-daily = Mientras tanto, tienes el reto del día y todos los anteriores.
training-done = ✅ Esta posición está superada.
training-no-games = 🎯 Juega antes una partida. Después, las posiciones en las que te equivocaste aparecerán aquí.
training-looking = 🔍 Estoy buscando posiciones en tus partidas terminadas. Vuelve a mirar en un momento.
button-train = 🎯 Entrenar

## Privacy

privacy-about =
    🔒 Guardo los ID de Discord, los nombres y las preferencias de quienes juegan, y dónde, cuándo y cómo se jugó y terminó cada partida, y lo que han probado en los retos y al entrenar. Nunca leo ni guardo lo que escribe la gente. Puedes descargar todo lo que sé de ti, o eliminarlo.
privacy-export = 📦 Todo lo que sé de ti.
privacy-export-follows = 📦 Todo lo que sé de ti llega en un momento.
privacy-export-too-large = 📦 Lo que sé de ti es demasiado grande para enviarlo aquí. Pídeselo a quien administra este bot: puede enviarte el archivo.
privacy-export-failed = ❌ No he podido enviarte todo lo que sé de ti. Vuelve a intentarlo dentro de un rato.
privacy-ask-delete = 🗑️ ¿De verdad quieres eliminar tus datos? Te rindes en tus partidas en curso, pierdes tus resultados y puntuaciones, y pasas a ser “un perfil eliminado” en las partidas de otras personas. También se borran tus preferencias y bloqueos de `/preferences`. Los tableros de partidas terminadas se quedan en sus canales tal como están. Nadie puede deshacerlo.
privacy-deleted = 🗑️ Listo. Tus datos se han eliminado. Si vuelves a jugar, empiezas de cero.
game-deleted = 🗑️ Esta partida ha terminado: quien jugaba ha eliminado sus datos.
challenge-deleted = 🗑️ Este reto ha terminado: una de las personas implicadas ha eliminado sus datos.
privacy-kept = 👍 No se ha eliminado nada.
privacy-nothing = No tengo datos tuyos.

## Preferences

preferences-title = ⚙️ **Tus preferencias**
preferences-anyone = ⚔️ Cualquiera puede retarte.
preferences-played = ⚔️ Solo puede retarte quien ya haya terminado una partida contigo.
preferences-nobody = ⚔️ Nadie puede retarte.
preferences-turns-on = 🔔 Te aviso cuando te toca tras una larga espera.
preferences-turns-off = 🔕 No te aviso cuando te toca.
preferences-reminders-on = ⏰ Si una jugada puede durar un día o más, te lo recuerdo una vez antes de que pierdas por tiempo.
preferences-reminders-off = 🔕 No te lo recuerdo antes de que pierdas por tiempo.
preferences-listed = 👀 Tu nombre aparece en la clasificación de todos los servidores.
preferences-unlisted = 🙈 Tu nombre no aparece en la clasificación de todos los servidores.
preferences-blocked-none = 🚫 No has bloqueado a nadie.
preferences-blocked = 🚫 Bloqueos ({ $count }): { $people }
challenges-anyone = Cualquiera
challenges-played = Gente con la que he terminado una partida
challenges-nobody = Nadie
choose-challenges = Quién puede retarte…
choose-block = Bloquear a alguien…
choose-unblock = Desbloquear a alguien…
button-turn-pings-on = Avisarme en mi turno
button-turn-pings-off = No avisarme en mi turno
button-block = Bloquear
offer-block = ¿Prefieres no recibir más retos de **{ $name }**?
blocked = 🚫 { $mention } ya no puede retarte. Puedes quitar el bloqueo con `/preferences`.
unknown-user = Perfil desconocido ({ $id })

## Help

help-goal = 🔴🟡 **Cuatro en raya** ganan: en horizontal, vertical o diagonal.
help-play = ▶️ { $play }: con alguien, con cualquiera o contra la máquina, a solas o con todo el canal.
help-board = 🔍 { $board } muestra tu tablero, o lo describe; { $games }, todas tus partidas.
help-results = 🏆 { $leaderboard }, { $stats } e { $history }: cómo juega cada cual.
help-fair = ⚖️ La clasificación cuenta las partidas con { $discs } fichas o más y hasta { $wins } victorias al día contra la misma persona. Las medallas son para quien ha jugado contra { $opponents } personas.
help-puzzles = 🧩 { $daily }: un reto cada día. { $train }: aprende de tus errores.
help-choices = ⚙️ { $preferences }: tus avisos, quién puede retarte y tus datos.
