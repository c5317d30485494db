## The board

board-title = { $first } { $firstName } contre { $second } { $secondName }
title-person = **{ $name }**
title-computer = **Fourfall** ({ $level })
computer = Fourfall
this-channel = Ce salon
some-channel = Un salon
everyone = À tout le monde
computer-at-level = Fourfall ({ $level })
board-goal = { $connect } jetons à aligner
play-menu = 🔴🟡 **Contre qui veux-tu jouer ?**
play-menu-friend = Choisis quelqu’un, invite tout le monde ici, ou joue contre l’ordinateur.
play-menu-friend-only = Choisis quelqu’un, ou invite tout le monde ici.
choose-friend = Défier quelqu’un…
play-chosen = Réglages : { $options }
posted-below = 👍 C’est dans le salon, plus bas.
play-options = **Réglages** de ta prochaine partie.
play-options-rated = Seules les parties entre personnes, sur la grille 7 × 6 et avec une limite de temps, peuvent être classées.
choice-board = Grille : { $board }
choice-time-control = Temps par coup : { $time }
choice-theme = Apparence : { $theme }
play-rated = Classée
play-unrated = Hors classement
play-no-limit = sans limite de temps
play-first-you = tu commences
play-first-other = tu joues en second
series = { $first } { $one } – { $other } { $second }
time-ten-minutes = 10 minutes
last-move = **{ $name }** a joué dans la colonne { $column }.
time-ends = le temps expire { $time }
ping-move = { $mention }, à toi de jouer contre **{ $name }**.
ping-draw = { $mention }, **{ $name }** propose la nulle.
ping-take-back = { $mention }, **{ $name }** voudrait reprendre un coup.
offer-draw = 🤝 **{ $name }** propose la nulle. { $mention }, tu acceptes ?
offer-take-back = ↩️ **{ $name }** voudrait reprendre la colonne { $column }. { $mention }, d’accord ?
offer-take-back-both = ↩️ **{ $name }** voudrait reprendre la colonne { $column } et ta réponse. { $mention }, d’accord ?
took-back = ↩️ **{ $name }** a repris un coup.
draw-lapsed = 🤝 La proposition de nulle de **{ $name }** n’est plus valable.
take-back-lapsed = ↩️ La demande de **{ $name }** de reprendre un coup n’est plus valable.
draw-declined = ✋ **{ $name }** a refusé la nulle.
take-back-declined = ✋ **{ $name }** a refusé la reprise du coup.
timed-out = ⌛ Temps écoulé pour { $loser }.
draw-by-agreement = D’un commun accord.
claimed = ⌛ { $loser } n’avait pas joué depuis sept jours.
may-claim = ⌛ **{ $away }** n’a pas joué depuis sept jours : **{ $winner }** peut réclamer la victoire.
called-off = 💤 Cette partie s’est terminée avant que les deux camps aient joué. Elle ne compte pas.
called-off-by = 💤 **{ $name }** a annulé la partie. Elle ne compte pas.
called-off-idle = 💤 Cette partie a été annulée après { $days } jours sans le moindre coup. Elle ne compte pas.
called-off-replaced = 💤 Cette partie a été annulée pour en commencer une autre. Elle ne compte pas.
interrupted = 💤 Cette partie ne pouvait pas continuer ici : elle a été annulée. Elle ne compte pas.
ended-by-moderator = 🛑 Cette partie a été arrêtée par la modération. Elle ne compte pas.
reminder = ⏰ { $mention }, c’est à toi de jouer contre **{ $name }**. Tu perds au temps { $time } : { $link }
reminder-first-move = ⏰ { $mention }, c’est à toi de jouer contre **{ $name }**. La partie sera annulée { $time } : { $link }
text-board-title = **{ $first }** commence contre **{ $second }**. Grille : { $board }.
text-board-empty = La colonne { $column } est vide.
text-board-column = Colonne { $column }, en partant du bas : { $discs }.
text-board-full = La colonne { $column } est pleine ; en partant du bas : { $discs }.
text-board-turn = C’est à **{ $name }** de jouer.
your-move = { $disc } { $mention }, à toi de jouer
thinking = { $disc } **{ $name }** réfléchit…
won = 🏆 { $name } gagne !
computer-won = 🤖 { $name } gagne !
drawn = 🤝 Partie nulle !
board-full = La grille est pleine.
resigned = 🏳️ { $loser } a abandonné.
line-vertical = { $length } jetons alignés à la verticale (colonne { $start })
line-horizontal = { $length } jetons alignés à l’horizontale (colonnes { $start }–{ $end })
line-diagonal = { $length } jetons alignés en diagonale (colonnes { $start }–{ $end })
lines-two = { $one } et { $other }
not-rated = hors classement
rated = Cette partie est classée.
title-unrated = hors classement
not-rated-no-limit = Partie hors classement : le temps est illimité.
not-rated-today = Partie hors classement : vous avez déjà commencé { $most } parties classées ensemble aujourd’hui.
not-rated-new-account = Partie non classée, qui ne compte pas dans les classements : les deux comptes doivent avoir au moins une semaine.
too-short = Moins de { $discs } jetons : ça ne compte ni pour la cote ni pour le classement.
win-limit = Ça ne compte pas pour le classement : { $wins } victoires par jour contre la même personne, pas plus.
rating-change = **{ $name }** { $change } → { $after }
streak = 🔥 { $count ->
    [3] Troisième victoire d’affilée !
    [4] Quatrième victoire d’affilée !
    [5] Cinquième victoire d’affilée !
   *[other] { $count } victoires d’affilée !
}
ratings-changed = 📈 Cote : { $changes }
ratings-new = Au début, une cote bouge beaucoup.
deleted-player = un profil supprimé
hidden-player = un profil masqué

## Buttons

button-accept = Accepter
button-decline = Refuser
button-withdraw = Retirer
button-cancel = Annuler
button-join = Rejoindre
button-draw = Nulle
button-take-back = Reprendre
button-hint = 💡 Indice
button-show-hint = Montre-moi
button-resign = Abandon
button-claim = Réclamer la victoire
button-really-resign = Oui, abandonner
button-really-call-off = Oui, annuler
button-play-on = Continuer à jouer
button-start-new = Nouvelle partie
button-rematch = Revanche
choose-first = Qui commence
button-together = Ensemble
button-again = Encore une fois
button-harder = Plus difficile
button-play-level = Niveau { $level }
button-invite = Inviter tout le monde
button-challenge = Défier { $name }
button-options = Réglages
button-new-game = Nouvelle partie
button-play-now = Jouer maintenant
button-ask-again = Relancer le défi
button-previous = Précédent
button-next = Suivant
button-start = Début
button-back = Retour
button-end = Fin
choose-game = Abandonner une partie…
which-game = De quelle partie s’agit-il ?
waiting-here = Dans tes parties ici, ce n’est pas encore à toi de jouer. Tu attends :
button-share = Partager le GIF
button-show-everyone = Montrer à tous
button-summary = Résumé
button-turning-point = Moment clé
button-look-again = Regarder à nouveau
button-my-place = Ma place
button-by-rating = Par cote
button-by-wins = Par victoires
button-all-time = Depuis le début
button-season = Saison { $number }
button-seasons = Saisons
button-month = Ce mois-ci
button-week = Cette semaine
button-everywhere = Tous les serveurs
button-server = Ce serveur
button-show-name = Afficher mon nom
button-hide-name = Masquer mon nom
button-my-data = Mes données
button-export = Télécharger
button-ask-delete = Supprimer…
button-really-delete = Supprimer mes données
button-keep = Garder mes données

## Challenges

challenge = ⚔️ { $mention }, **{ $challenger }** te défie !
challenge-open = ⚔️ **{ $challenger }** veut jouer au Puissance 4. Qui rejoint la partie ?
challenge-rematch = ⚔️ { $mention }, **{ $challenger }** veut une revanche !
first-named = **{ $name }** commence
first-joiner = qui rejoint la partie commence
challenge-time-control = { $time } par coup
challenge-until = expire { $time }
challenge-rated = classée
challenge-declined = **{ $opponent }** a refusé le défi lancé par **{ $challenger }**.
challenge-cancelled = **{ $challenger }** a annulé ce défi.
challenge-expired = Personne n’a relevé à temps le défi lancé par **{ $challenger }**.
challenge-expired-named = **{ $opponent }** n’a pas répondu à temps au défi lancé par **{ $challenger }**.
challenge-accepted = Le défi lancé par **{ $challenger }** a été accepté.

## Refusals

refused-self = Tu ne peux pas te défier toi-même. Choisis quelqu’un d’autre, ou n’indique pas d’adversaire pour que n’importe qui puisse rejoindre la partie.
refused-bot = **{ $name }** est un bot et ne peut pas appuyer sur les boutons. Choisis quelqu’un d’autre, ou joue contre l’ordinateur : `/play` avec un niveau.
refused-absent = **{ $name }** n’est pas sur ce serveur et ne verrait pas ton défi. Choisis quelqu’un de ce serveur.
refused-level = **{ $name }** joue toujours de son mieux. Enlève le niveau, ou enlève **{ $name }** pour jouer contre l’ordinateur.
refused-nobody-here = Personne d’autre ne voit cette discussion. Choisis un niveau pour jouer contre l’ordinateur, ou utilise `/play` sur un serveur où il y a du monde.
refused-you-play-here = Tu joues déjà contre moi dans ce salon : { $link }. Termine d’abord cette partie, ou choisis une autre grille.
refused-you-play-unseen = Tu as déjà cette partie dans ce salon. Affiche-la avec `/board`. Termine-la d’abord, ou choisis une autre grille.
refused-you-play-them = Tu joues déjà contre **{ $name }** dans ce salon : { $link }. Terminez d’abord cette partie, ou choisissez une autre grille.
refused-too-many-games = Tu as assez de parties en cours : { $here } au plus dans un salon, { $all } en tout. Termines-en une d’abord.
refused-they-have-too-many = **{ $name }** a assez de parties en cours. Réessaie quand l’une d’elles sera finie.
refused-you-challenged = Tu as déjà lancé un défi à **{ $name }** : { $link }. Appuie là-bas sur *Refuser*, ou attends une réponse.
refused-they-challenged = **{ $name }** t’a déjà lancé un défi. Réponds ici : { $link }
refused-challenged-recently = Après un défi sans partie, il faut attendre : tu pourras de nouveau défier **{ $name }** { $time }.
refused-open-here = Tu as déjà un défi ouvert dans ce salon : { $link }. Annule-le d’abord, ou attends que quelqu’un te rejoigne.
refused-cannot-be-challenged = On ne peut pas défier **{ $name }** pour le moment.
refused-you-blocked-them = Tu as bloqué **{ $name }**. Débloque d’abord cette personne avec `/preferences`.
refused-cannot-join = Tu ne peux pas rejoindre cette partie pour le moment.
refused-too-many-blocks = Tu peux bloquer { $limit } personnes au plus. Débloque d’abord quelqu’un.
refused-block-self = Tu ne peux pas te bloquer toi-même.
refused-block-bot = Tu ne peux pas me bloquer ici. Si tu préfères ne plus me voir, bloque-moi depuis mon profil Discord.
refused-not-challenged = Ce défi s’adresse à **{ $name }**. Lance le tien avec `/play`.
refused-own-challenge = C’est ton propre défi. Quelqu’un d’autre doit l’accepter.
refused-not-your-challenge = Ce défi ne peut être annulé que par **{ $name }**.
refused-not-yours-to-repeat = Ce défi a été lancé par **{ $name }**. Lance ta propre partie avec `/play`.
refused-challenge-accepted = Ce défi a déjà été accepté.
refused-challenge-declined = Ce défi a été refusé.
refused-challenge-cancelled = Ce défi a été annulé.
refused-challenge-expired = Ce défi a expiré. Lances-en un nouveau avec `/play`.
refused-rematch-offered = La revanche est déjà proposée : { $link }
refused-rematch-taken = Vous avez déjà joué cette revanche. Pour refaire une partie, utilise `/play`.
refused-not-your-rematch = La revanche est réservée aux deux adversaires de cette partie. Lance ta propre partie avec `/play`.
refused-opponent-deleted = L’autre personne a supprimé ses données : il n’y a donc pas de revanche. Pour refaire une partie, utilise `/play`.
refused-still-playing = Cette partie n’est pas encore terminée.
refused-no-game = Tu n’as pas de partie dans ce salon. Lances-en une avec `/play`, ou retrouve toutes tes parties avec `/games`.
last-game-over = Tu n’as pas de partie en cours ici. La dernière est terminée : { $link }
refused-not-your-game = Ce n’est pas ta partie. Lance la tienne avec `/play`.
refused-not-your-turn = C’est à **{ $name }** de jouer.
refused-computers-turn = C’est à l’ordinateur de jouer, et il réfléchit encore. Un instant !
refused-dropped-last = Le dernier pion était le tien. Laisse jouer quelqu’un d’autre, ou réessaie { $time }.
refused-playing-together = Ce salon joue déjà : { $link } (`/board` ramène la grille ici, si tu n’as pas d’autre partie dans ce salon)
refused-no-hint-found = Je n’ai pas trouvé d’indice cette fois-ci. Réessaie dans un instant.
refused-column-full = La colonne { $column } est pleine. Choisis-en une autre : c’est toujours à toi de jouer.
refused-no-column = Cette colonne n’existe pas. Choisis un numéro de 1 à { $columns }.
refused-old-board = Cette grille n’est plus à jour. La partie est ici : { $link }
refused-board-pinged = L’autre joueur a reçu son ping ici, alors la grille reste là : { $link }
refused-reposted-recently = La grille vient d’être publiée. Tu pourras la publier à nouveau à partir de { $time }.
refused-shared-recently = Ceci vient d’être partagé ici. Tu pourras le partager à nouveau à partir de { $time }.
refused-just-changed = La grille vient de changer. Regarde-la encore une fois.
refused-too-late = Ta demande m’est parvenue trop tard, alors je n’ai rien fait. Réessaie, s’il te plaît.
refused-game-won = Cette partie est terminée : **{ $name }** a gagné.
refused-game-timed-out = Cette partie est terminée : temps écoulé pour **{ $loser }**, donc **{ $winner }** a gagné.
refused-game-claimed = Cette partie est terminée : **{ $loser }** n’a pas joué pendant sept jours, et **{ $winner }** a réclamé la victoire.
refused-game-called-off = Cette partie a été annulée. Elle ne compte pas.
refused-game-interrupted = Cette partie est terminée : elle ne pouvait pas continuer ici et a été annulée. Elle ne compte pas.
refused-game-ended-by-moderator = Cette partie est terminée : la modération l’a arrêtée. Elle ne compte pas.
refused-level-board = L’ordinateur ne joue au niveau « { $level } » que sur les grilles 7 × 6 et 6 × 5. Choisis un autre niveau, ou l’une de ces grilles.
refused-draw-declined = **{ $name }** a refusé la nulle. Tu pourras la proposer à nouveau après ton prochain coup.
refused-take-back-declined = **{ $name }** a refusé. Tu pourras redemander après ton prochain coup.
refused-draw-withdrawn = Tu as retiré ta proposition. Tu pourras proposer la nulle à nouveau après ton prochain coup.
refused-draw-too-early = Tu pourras proposer la nulle quand vous aurez joué tous les deux. D’ici là, *Abandon* annule la partie.
refused-take-back-withdrawn = Tu as retiré ta demande. Tu pourras redemander après ton prochain coup.
refused-not-your-offer = Cette demande ne peut être retirée que par **{ $name }**.
refused-not-your-claim = Cette victoire ne peut être réclamée que par **{ $name }**. Joue ton coup, et la partie continue.
refused-nothing-to-claim = Aucune victoire à réclamer ici : ton adversaire n’a pas encore passé sept jours sans jouer.
refused-nothing-to-take-back = Tu n’as pas encore joué, donc tu n’as aucun coup à reprendre.
refused-game-drawn = Cette partie est terminée : c’est une nulle.
refused-computer-off = Les parties contre l’ordinateur sont désactivées sur ce serveur. Défie plutôt quelqu’un d’autre !
refused-wrong-channel = Sur ce serveur, on joue ici : { $channels }
refused-channel-full = { $most ->
    [one] Une partie est déjà en cours dans ce salon, et ce serveur n’en autorise qu’une à la fois.
   *[other] { $most } parties sont déjà en cours dans ce salon. C’est le maximum sur ce serveur.
} Attends qu’une partie se termine, ou essaie un autre salon.
refused-nobody-sees = Sur ce serveur, personne à part toi ne voit ce que je publie, donc personne ne pourrait répondre. Demande à la modération de m’ajouter au serveur, ou joue contre l’ordinateur : `/play` avec un niveau.
refused-use-buttons = Sur ce serveur, personne à part toi ne verrait la nouvelle grille. Utilise les boutons sous celle-ci : { $link }
refused-not-manager = Pour faire ça, il faut avoir le droit de gérer ce serveur.
refused-no-settings = Les paramètres sont réservés aux serveurs qui m’ont ajouté.
refused-no-time-zone = Je ne connais aucun lieu de ce nom. Tape une ville ou un pays et choisis-le dans la liste. Les noms comme EST ou GMT+2 ignorent l’heure d’été.
refused-not-your-question = C’est à **{ $name }** de répondre.
refused-unknown-button = Je ne connais plus ce bouton. Recommence avec `/play` ou `/board`.
refused-gone = Je ne retrouve plus cette partie. Lances-en une nouvelle avec `/play`.
refused-only-servers = Il n’y a pas de serveur ici. Choisis « tous les serveurs », ou utilise `/leaderboard` sur un serveur.
refused-unknown-command = Je ne connais plus cette commande. `/help` te montre ce que je sais faire.
refused-computers-results = 🤖 C’est moi ! Je ne tiens pas le compte de mes parties. Les tiennes sont dans `/stats` et `/history`.
refused-no-such-game = Je ne trouve pas cette partie. `/history` liste les parties terminées avec leur numéro.
refused-unknown-player = Je n’ai aucune partie de cette personne.
refused-not-my-message = Ce message n’est pas de moi : ce n’est donc pas une de mes grilles.
refused-no-board-there = Il n’y a pas de partie dans ce message. Essaie avec la grille la plus récente d’une partie.
refused-review-board = Je ne peux analyser que les parties jouées sur les grilles 7 × 6 et 6 × 5.
refused-busy = Je m’occupe encore de ce que tu m’as demandé avant. Réessaie dans un instant.
refused-review-failed = Je n’ai pas pu terminer cette analyse. Réessaie dans un instant.

## Faults

fault = Quelque chose s’est mal passé de mon côté. Rien n’est perdu : réessaie dans un instant, ou utilise `/board`. (Référence : { $reference })
response-refused = Discord ne me laisse pas afficher ça ici. Rien n’est perdu : si tu as joué, ton coup compte, et { $board } montre la partie.

## Hints

hint-best = **Le meilleur coup : colonne { $columns }.**
hint-any = N’importe quelle colonne fait l’affaire.
hint-any-but = Tout sauf la colonne { $columns }.
hint-all-lost = Toutes les colonnes perdent.
hint-threatened = **{ $name }** peut gagner dans la colonne { $columns }, et tu ne peux en bloquer qu’une.
hint-lost = Tu es en mauvaise posture. { $count ->
    [one] La colonne { $columns } tient
   *[other] Les colonnes { $columns } tiennent
} le plus longtemps.
hint-wins-now = { $count ->
    [one] La colonne { $columns } gagne tout de suite.
   *[other] Les colonnes { $columns } gagnent tout de suite.
}
hint-wins = { $count ->
    [one] La colonne { $columns } gagne en { $moves } coups.
   *[other] Les colonnes { $columns } gagnent en { $moves } coups.
}
hint-draws = { $count ->
    [one] La colonne { $columns } mène à la nulle.
   *[other] Les colonnes { $columns } mènent à la nulle.
}
hint-nudge-wins-now = Tu peux gagner tout de suite. Tu vois où ?
hint-nudge-blocks = Attention : **{ $name }** est sur le point de gagner.
hint-nudge-lost = Tu es en mauvaise posture : tiens le plus longtemps possible.
hint-nudge-careful = Attention : { $count ->
    [one] une colonne perd.
   *[other] { $count } colonnes perdent.
}
hint-nudge-wins = Il y a une victoire à trouver.
hint-nudge-left = Regarde à gauche.
hint-nudge-middle = Regarde vers le milieu.
hint-nudge-right = Regarde à droite.
hints-used = 💡 { $count ->
    [one] { $count } indice utilisé.
   *[other] { $count } indices utilisés.
}
and = { $list } et { $last }
or = { $list } ou { $last }

## Reasons

reason-for-wins = Ça gagne tout de suite.
reason-for-blocks = Ça bloque : sinon, **{ $name }** gagne là.
reason-for-double-threat = Ça crée deux menaces à la fois, dans les colonnes { $one } et { $other }.
reason-for-double-threat-above = Ça crée deux menaces l’une au-dessus de l’autre, dans la colonne { $above }.
reason-for-replies-lose = Toute réponse perd aussitôt.
reason-for-reply-loses = Ensuite, il ne reste que la colonne { $reply }, qui perd aussitôt.
reason-for-forced-win = La victoire est forcée : { $moves }
reason-for-stacked-threats = Ensuite, deux cases gagnantes l’une au-dessus de l’autre dans la colonne { $at } font la différence : on ne peut en bloquer qu’une.
reason-for-zugzwang = Ça gagne à la fin : quand les cases libres s’épuisent, **{ $name }** doit jouer juste sous la case gagnante, ligne { $row } en partant du bas dans la colonne { $at }.
reason-for-ends-lines = Ensuite, **{ $name }** ne peut plus faire de ligne.
reason-for-follow-up = Ensuite, répondre toujours dans la même colonne garde la nulle.
reason-for-only-win = Aucune autre colonne ne gagne.
reason-for-only-draw = Toutes les autres colonnes perdent.
reason-for-trap = C’est un piège : toute réponse perd, sauf la colonne { $reply }.
reason-against-leaves-threat = **{ $name }** gagne alors dans la colonne { $column }.
reason-against-win-above = **{ $name }** gagne alors juste au-dessus.
reason-against-double-threat = La réponse dans la colonne { $reply } crée deux menaces à la fois.
reason-against-forced-win = **{ $name }** a alors une victoire forcée : { $moves }
reason-against-stacked-threats = **{ $name }** a alors deux cases gagnantes, l’une au-dessus de l’autre dans la colonne { $at } : on ne peut en bloquer qu’une.
reason-against-zugzwang = Quand les cases libres s’épuisent, il faut jouer juste sous la ligne { $row } en partant du bas dans la colonne { $at }, et **{ $name }** gagne juste au-dessus.
reason-against-key-cell = La colonne { $at } était la clé : pour **{ $name }**, la seule bonne réponse est de la prendre.
reason-against-refutation = Une seule réponse punit ce coup : la colonne { $reply }.
variation = Une suite possible : { $moves }

## Lists

games-title = **Tes parties**
games-none = Tu n’as aucune partie en cours. Lances-en une avec `/play` !
games-your-turn = **à toi de jouer**
games-their-turn = à **{ $name }** de jouer
games-line = { $disc } contre **{ $name }** · { $turn } · coup { $number } · { $link }
games-may-claim = **{ $name }** peut réclamer la victoire
games-you-may-claim = tu peux réclamer la victoire
games-resigned = 🏳️ Tu as abandonné ta partie contre **{ $name }**.
games-called-off = 💤 Tu as annulé la partie. Elle ne compte pas.
games-claimed = 🏆 Tu as réclamé la victoire contre **{ $name }**.
games-pick = Contre { $name }, coup { $number }
games-claim = Réclamer la victoire contre { $name }
games-really = 🏳️ Tu veux vraiment abandonner ta partie contre **{ $name }** ? { $link }
games-really-call-off = 💤 Tu veux vraiment annuler ta partie contre **{ $name }** ? Elle ne comptera pas. { $link }
replace-question = Tu joues encore contre l’ordinateur ici : { $link }. Lancer une nouvelle partie ? L’ancienne sera annulée.
replace-kept = 👍 Ta partie continue : { $link }
leaderboard-title = 🏆 **Classement** · { $period } · { $order }
leaderboard-title-everywhere = 🏆 **Classement** · tous les serveurs · { $period } · { $order }
leaderboard-line = { $rank } { $name } · { $record }
leaderboard-own = Toi : { $line }
leaderboard-own-none = Tu n’as pas encore terminé de partie ici.
page = Page { $page } sur { $pages }
record-wins = { $wins ->
    [one] { $wins } victoire
   *[other] { $wins } victoires
}
record-losses = { $losses ->
    [one] { $losses } défaite
   *[other] { $losses } défaites
}
record-draws = { $draws ->
    [one] { $draws } nulle
   *[other] { $draws } nulles
}
stats-title = 📊 **{ $name }**
stats-none = **{ $name }** n’a pas encore terminé de partie.
stats-none-own = Tu n’as pas encore terminé de partie. Lances-en une avec `/play` !
stats-here = Ici : { $record }
stats-everywhere = Partout : { $record }
stats-versus = Contre **{ $name }** : { $record }
stats-versus-none = **{ $name }** et **{ $opponent }** n’ont pas encore terminé de partie ensemble.
stats-versus-none-own = Tu n’as pas encore terminé de partie contre **{ $name }**.
period-all-time = depuis le début
leaderboard-by-rating = par cote
leaderboard-by-wins = par victoires
leaderboard-nobody = Il n’y a encore personne dans cette liste. Ouvre le bal : `/play` !
leaderboard-nobody-in-season = Il n’y a personne dans cette liste.
leaderboard-line-rating = { $rank } { $name } · { $rating } · { $record }
leaderboard-own-unrated = Tu n’es pas encore dans cette liste : termine une partie classée et tu y seras.
leaderboard-own-away = Tu n’as pas terminé de partie classée depuis 90 jours, tu n’es donc plus dans cette liste. La prochaine t’y ramènera.
leaderboard-season = saison { $number }
leaderboard-own-season = Tu n’as pas encore terminé de partie cette saison.
seasons-title = 🏆 **Saisons de ce serveur**
seasons-running = **Saison { $number }** · depuis le { $start }
seasons-past = **Saison { $number }** · { $start } – { $end }
season-over = 🏆 **La saison { $number } est terminée !**{ $count ->
    [0] { "" }
    [one] { " " }Sur la première marche : { $names }
   *[other] { " " }Ensemble sur la première marche : { $names }
}
season-climber = 📈 **{ $name }** a le plus progressé : { $before } → { $after }
season-rivalry = ⚔️ **{ $one }** et **{ $other }** ont joué { $games } parties : { $wins } à { $losses }{ $draws ->
    [0] { "" }
    [one] , { $draws } nulle
   *[other] , { $draws } nulles
}
season-over-next = -# La saison { $number } a commencé.
season-table = 🏆 **Saison { $number }** · qui a battu qui
season-table-legend = Chaque ligne : combien de fois quelqu’un a battu 1, 2, 3… Un point : pas joué.
season-table-unplayed = Il te reste à jouer contre : { $people }
button-season-table = Tableau
choose-unplayed = Défier…
choose-season = Classement de…
choice-all-seasons = Depuis le début, toutes saisons confondues
leaderboard-own-hidden = Les gestionnaires de ce serveur ont retiré ton nom de ses classements.
leaderboard-own-reset = Les gestionnaires de ce serveur ont remis ton bilan à zéro ici. Il repart avec ta prochaine partie.
leaderboard-names = -# Les autres ne voient ton nom ici que si tu le veux : `/preferences`
leaderboard-beyond = { $number }+
leaderboard-updated = Mis à jour { $time }
leaderboard-players = { $total ->
    [one] { $total } personne
   *[other] { $total } personnes
}
rating-sure = **{ $rating }**
rating-unsure = **{ $rating } ?** · encore { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} pour que la cote soit sûre
stats-rating-here = 📈 { $rating }
stats-rating-everywhere = Cote sur tous les serveurs : { $rating }
stats-accuracy = Précision : { $accuracy } % { $reviewed ->
    [one] sur une partie analysée parmi les { $games } dernières contre des personnes
   *[other] sur { $reviewed } parties analysées parmi les { $games } dernières contre des personnes
}
stats-accuracy-all = Précision : { $accuracy } % sur { $games ->
    [one] la dernière partie
   *[other] les { $games } dernières parties
}
stats-streak-wins = Série : { $count ->
    [one] { $count } victoire
   *[other] { $count } victoires
}
stats-streak-losses = Série : { $count ->
    [one] { $count } défaite
   *[other] { $count } défaites
}
stats-streak-draws = Série : { $count ->
    [one] { $count } nulle
   *[other] { $count } nulles
}
stats-best-streak = Meilleure : { $count ->
    [one] { $count } victoire
   *[other] { $count } victoires
}
stats-medal = 🏆 Saison { $season } : { $place ->
    [1] 1re place sur { $total }
   *[other] { $place }e place sur { $total }
}
stats-puzzle-streak = Problème du jour : { $days ->
    [one] série de { $days } jour
   *[other] série de { $days } jours
}
stats-puzzle-streak-survived = Problème du jour : série de { $days } jours, malgré hier : un jour manqué sur sept est pardonné
stats-best-win = Meilleure victoire : **{ $name }** ({ $rating })
stats-best-win-unnamed = Meilleure victoire : contre une personne cotée { $rating }
stats-computer = Contre l’ordinateur : { $levels }
stats-level = { $level }, { $wins ->
    [one] { $wins } partie gagnée
   *[other] { $wins } parties gagnées
} sur { $games }
stats-picture = Évolution de la cote : de { $first } à { $last }
history-title = 📜 **{ $name }** : parties terminées
history-own = 📜 **Tes parties terminées**
history-none = **{ $name }** n’a terminé aucune partie que tu puisses voir ici.
history-won = ✅ gagnée
history-lost = ❌ perdue
history-drew = 🤝 nulle
history-outcome = { $result } · { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
}
history-line = `#{ $game }` **{ $name }** · { $outcome } · { $date }
history-description = { $outcome } · { $date }
history-pick = #{ $game } contre { $name }
choose-replay = Revoir ou analyser une partie…

## Settings

language-name = Français
settings-title = ⚙️ **Paramètres de ce serveur** · page { $page } sur { $pages }
settings-theme = 🎨 Apparence : **{ $theme }**
settings-locale = 🌍 Langue des parties : **{ $language }**
settings-locale-said = comme dans Discord ({ $language })
settings-time-control = ⏱️ Temps par coup : **{ $time }**
settings-reminders-on = 🔔 Un rappel est envoyé avant toute défaite au temps.
settings-reminders-off = 🔕 Aucun rappel n’est envoyé avant une défaite au temps.
settings-max-games = 🔢 Parties simultanées par salon : **{ $most }**
settings-max-games-any = sans limite
settings-challenge-time = ⚔️ Un défi attend : **{ $time }**
settings-channels = 📍 On peut lancer des parties dans { $channels }
settings-channels-all = 📍 On peut lancer des parties dans tous les salons.
settings-computer-on = 🤖 Tout le monde peut jouer contre l’ordinateur.
settings-computer-off = 🤖 Personne ne peut jouer contre l’ordinateur.
settings-note = Les parties déjà commencées continuent telles quelles.
settings-live = Voici les parties en cours. Choisis celle que tu veux arrêter.
settings-live-none = Aucune partie n’est en cours sur ce serveur.
settings-pick = { $first } contre { $second }, coup { $number }
settings-really = 🛑 Tu veux vraiment arrêter la partie { $first } contre { $second } ? Elle ne comptera pas. { $link }
settings-ended = 🛑 Tu as arrêté la partie { $first } contre { $second }.
choose-theme = Apparence de la grille…
choose-board = Grille…
choose-rated = Classée ou non…
choose-language = Langue des parties…
choose-time-control = Temps par coup…
choose-max-games = Parties simultanées par salon…
choose-challenge-time = Durée d’attente d’un défi…
choose-channels = Salons où jouer…
choose-end = Arrêter une partie…
choice = { $setting } : { $value }
button-reminders-on = Activer les rappels
button-reminders-off = Désactiver les rappels
button-every-channel = Autoriser tous les salons
button-computer-on = Activer l’ordinateur
button-computer-off = Désactiver l’ordinateur
button-settings-games = Parties
button-settings-limits = Limites
button-settings-live = Parties en cours
button-settings-posts = Publications
button-really-end = Oui, arrêter
button-leave = Laisser continuer
settings-season = 🏆 La **saison { $number }** est en cours depuis le { $start }.
settings-season-none = 🏆 Il n’y a pas de saison : le classement de ce serveur compte toutes les parties.
settings-season-next = La prochaine saison commence le { $date }, { $time } : à minuit dans le fuseau horaire de ce serveur.
settings-season-channel = Les résultats des saisons sont publiés dans { $channel }.
settings-season-note = Chaque saison repart de zéro, sauf les cotes. Un classement affiché revient en bas de son salon une fois par jour au plus et ne mentionne personne.
settings-season-start = 🏆 Lancer la saison { $next } maintenant ? La saison { $ended } se termine et son classement reste tel quel. C’est définitif.
settings-season-start-first = 🏆 Lancer la saison 1 maintenant ? Le classement de ce serveur repart de zéro. C’est définitif.
choose-season-rhythm = Prochaine saison…
season-rhythm-by-hand = quand tu la lances ici
season-rhythm-month = chaque mois
season-rhythm-quarter = chaque trimestre
button-settings-leaderboard = Classement
button-start-season = Lancer la saison { $number }
button-people = Personnes
settings-people = 🙈 Les personnes masquées n’apparaissent pas dans les classements de ce serveur. Elles manquent aux saisons qui se terminent entre-temps ; dans les précédentes, leur place reste, sans leur nom. Leurs parties et leur cote comptent toujours, et reviennent dès que tu les affiches de nouveau.
settings-hidden = Personnes masquées : { $people }
choose-hide = Masquer quelqu’un…
choose-show = Afficher de nouveau…
choose-reset = Remettre un bilan à zéro…
button-really-reset = Vraiment remettre à zéro
settings-reset = Remettre à zéro le bilan de **{ $name }** ? Son bilan repart de zéro dans les classements de ce serveur ; les saisons passées restent telles quelles. Sa cote reste la même, car celles des autres en dépendent. C’est définitif.
settings-reset-done = ✅ Le bilan de **{ $name }** a été remis à zéro.
stats-reset = ℹ️ Les gestionnaires de ce serveur ont remis ton bilan à zéro dans ses classements. Ta cote reste la même.
settings-puzzle-on = 🧩 Le problème du jour paraît dans { $channel } peu après { $time } ({ $local } chez toi).
settings-puzzle-next = Le prochain : { $date }.
settings-puzzle-waits = À l’heure d’été, il attend minuit UTC, quand sort le nouveau problème.
settings-puzzle-weekly = Personne ici n’a résolu les sept derniers : il ne vient que le lundi, jusqu’à ce que quelqu’un en résolve un.
settings-puzzle-refused = ⚠️ La dernière fois, Discord ne m’a pas laissé publier dans { $channel }.
settings-puzzle-stopped = ⚠️ J’ai cessé de publier le problème du jour : sept fois de suite, Discord ne m’a pas laissé le publier dans { $channel }.
settings-puzzle-off = 🧩 Le problème du jour ne paraît pas sur ce serveur. Tout le monde peut le résoudre avec `/daily`.
settings-time-zone = 🕰️ Fuseau horaire : **{ $zone }**. Pour en changer : `/settings timezone`.
no-summer-time = sans heure d’été
settings-leaderboard-none = 🏆 Aucun salon de ce serveur n’affiche encore le classement.
settings-leaderboard-on = 🏆 Le classement dans { $channel } se met à jour tout seul : { $period }, { $order }.
settings-leaderboard-again = Un nouveau prendra sa place { $time }.
settings-leaderboard-deleted = ⚠️ Le classement dans { $channel } a été supprimé, je ne le mets donc plus à jour.
settings-leaderboard-refused = ⚠️ Discord ne m’a pas laissé mettre à jour le classement dans { $channel }.
settings-leaderboard-stopped = ⚠️ J’ai cessé de mettre à jour le classement dans { $channel } : sept fois de suite, Discord ne m’a pas laissé faire.
settings-week-on = 📰 La semaine en bref arrive le lundi dans { $channel }. La prochaine : { $date }, { $time }.
settings-week-off = 📰 La semaine en bref n’est pas publiée. Elle raconte chaque lundi qui a le plus gagné, qui a progressé, et plus encore.
settings-week-stopped = ⚠️ J’ai cessé de publier la semaine en bref, car Discord ne m’a pas laissé faire dans { $channel }.
settings-closed-hidden = Je ne vois pas ce salon. Je dois être sur ce serveur, voir le salon et, s’il est vocal, pouvoir m’y connecter.
settings-closed-forbidden = Je ne peux pas y écrire, ou quelqu’un m’a exclu temporairement.
settings-closed-archived = Ce fil est archivé. Écris-y quelque chose et je reprends.
settings-closed-locked = Ce fil est verrouillé : seuls les modérateurs peuvent y écrire.
settings-puzzle-gone = ⚠️ Le salon du problème du jour a été supprimé, je ne le publie donc plus.
settings-week-gone = ⚠️ Le salon de la semaine en bref a été supprimé, je ne la publie donc plus.
settings-posts-note = Rien de tout cela ne mentionne qui que ce soit.
choice-puzzle-off = désactivé
choose-puzzle-hour = Problème du jour…
choice-leaderboard = Classement : { $period }, { $order }
choose-leaderboard = Classement dans ce salon…
button-puzzle-here = Problème ici
button-leaderboard-here = Classement ici
button-leaderboard-remove = Retirer le classement
button-week-here = Semaine en bref ici
button-week-off = Retirer la semaine en bref
button-daily-puzzle = Problème du jour

## Together

together = **Ensemble** : ce salon joue contre l’ordinateur. Quel niveau ?
together-rule = N’importe qui pose le pion suivant, mais personne deux fois de suite.
together-first-random = Une pièce décide qui commence
together-first-channel = Ce salon commence
together-first-computer = Fourfall commence
together-discs = Pions : { $people }
together-best = 🏅 Le meilleur pion : **{ $name }**, colonne { $column } (coup { $number })
together-record = 🤝 Ensemble : { $levels }
together-level = { $level } { $won } sur { $games }

## The week in words

week-title = 📰 **La semaine en bref** · { $first } – { $last }
week-leaders = 🏆 Le plus de victoires : { $people } ({ $record })
week-climber = 📈 **{ $name }** a le plus progressé : +{ $gain }, à { $rating }
week-rivalry = ⚔️ Le plus long duel : **{ $one }** mène { $score } contre **{ $other }**
week-rivalry-level = ⚔️ Le plus long duel : **{ $one }** et **{ $other }** sont à égalité, { $score }
week-streaks = 🧩 Séries de problèmes : { $people }
week-shortest = ⚡ La victoire la plus rapide : **{ $winner }** contre **{ $loser }** en { $moves } coups
week-picture = La victoire la plus rapide de la semaine, coup par coup

## Replays

replay-start = Avant le premier coup. { $count ->
    [one] { $count } coup à suivre.
   *[other] { $count } coups à suivre.
}
replay-move = Coup { $number } sur { $count } : **{ $name }** a joué dans la colonne { $column }.
replay-private = 👀 Il n’y a que toi qui vois ça, car ce n’est pas ta partie. Avec *Partager le GIF* ci-dessous, tu le montres à tous.
shared-by = -# Montré par **{ $name }**
replay-picture = { $first } contre { $second } sur une grille, coup par coup

## Reviews

review-waiting = 🔍 Je suis encore sur une autre analyse. Cette partie est la suivante.
review-interrupted = J’ai redémarré au milieu de cette analyse. Appuie sur *Analyser* pour la relancer.
review-working = 🔍 Je passe la partie en revue : { $bar } coup { $done } sur { $count }
review-title = 🔍 **Analyse :** { $game }
review-accuracy = { $disc } **{ $name }** : { $accuracy } % de précision
review-course = Comment ça s’est passé pour { $disc } **{ $name }** :
review-turning-point = ❗ **Moment clé** · { $played }
review-resigned-winning = 🏳️ **{ $name }** était en train de gagner, mais a abandonné.
review-resigned-even = 🏳️ La partie était encore équilibrée quand **{ $name }** a abandonné.
review-timed-out-winning = ⌛ **{ $name }** était en train de gagner quand le temps s’est écoulé.
review-timed-out-even = ⌛ La partie était encore équilibrée quand le temps s’est écoulé pour **{ $name }**.
review-agreed-winning = 🤝 **{ $name }** était en train de gagner quand la nulle a été acceptée.
review-no-turning-point = Aucun coup n’a décidé à lui seul de cette partie.
review-move = Coup { $number } sur { $count } : **{ $name }** a joué dans la colonne { $column }. { $grade }
move-misses-win = Victoire manquée : la colonne { $columns } était libre, avec { $three }.
move-misses-block = Blocage manqué : la colonne { $column } était libre, et **{ $name }** avait { $three }.
move-passes-up-win = Il y avait une victoire en { $moves } coups.
move-loses = **{ $name }** peut alors gagner en { $moves } coups.
move-fills-below = Le jeton remplit la case juste sous une case gagnante, que **{ $name }** peut maintenant bloquer.
three-vertical = trois jetons empilés
three-horizontal = trois jetons sur une ligne
three-diagonal = trois jetons en diagonale
review-better = Mieux : colonne { $better }.
review-holds-out = La colonne { $better } tient plus longtemps.
review-better-any-but = Mieux : tout sauf la colonne { $columns }.
grade-best = ⭐ Meilleur coup
grade-good = 👍 Bon coup
grade-inaccuracy = ⁉️ Imprécision
grade-mistake = ❓ Erreur
grade-blunder = ❌ Gaffe
grade-count-best = { $count ->
    [one] { $count } meilleur
   *[other] { $count } meilleurs
}
grade-count-good = { $count ->
    [one] { $count } bon
   *[other] { $count } bons
}
grade-count-inaccuracy = { $count ->
    [one] { $count } imprécision
   *[other] { $count } imprécisions
}
grade-count-mistake = { $count ->
    [one] { $count } erreur
   *[other] { $count } erreurs
}
grade-count-blunder = { $count ->
    [one] { $count } gaffe
   *[other] { $count } gaffes
}

## Puzzles

puzzle-title = 🧩 **Fourfall n° { $number }** · { $date } · { $stars }
puzzle-post-title = { $title } · Problème du jour
puzzle-task = { $discs ->
    [one] { $disc } Gagne tout de suite.
   *[other] { $disc } Gagne en { $discs } coups.
}
puzzle-intro = À chaque coup, trouve la seule colonne qui gagne. Une mauvaise coûte un ❤️. Plus il y a de ★, plus c’est dur.
puzzle-wrong = ❌ Avec la colonne { $column }, la victoire s’échappe.
puzzle-right = ✅ La colonne { $column } est la bonne ! { $disc } répond dans la colonne { $reply }.
puzzle-solved = 🎉 **Résolu !**
puzzle-failed = 💔 Plus de vies. *Voir la solution* montre comment faire.
puzzle-streak = 🔥 { $days ->
    [one] Tu as résolu le problème d’hier. Continue !
   *[other] { $days } jours de suite. Continue !
}
puzzle-streak-survived = 🔥 Ta série de { $days } jours a survécu à hier : un jour manqué sur sept est pardonné. Continue !
puzzle-streak-lost = { $days ->
    [one] Ta série d’un jour s’arrête ici.
   *[other] Ta série de { $days } jours s’arrête ici.
}
puzzle-streak-survives = 🔥 Ta série de { $days } jours y survit : un jour manqué sur sept est pardonné. On continue demain !
puzzle-streak-over = 🔥 Ta dernière série : { $days } jours. Résous le problème du jour pour en commencer une autre !
puzzle-archive = Des archives : il ne compte pas pour ta série.
puzzle-practice = Juste pour s’entraîner : ici, rien ne compte.
puzzle-still-counts = ⏳ Tu as commencé le problème d’hier avant minuit UTC : il compte encore si tu le résous avant { $time }.
puzzle-counts = ⏳ Tu as commencé avant minuit UTC : il compte pour hier.
puzzle-late = Son jour était passé : il ne compte pas pour ta série.
puzzle-next = Prochain problème : minuit UTC ({ $time } chez toi).
puzzle-card-solved = **{ $name }** a résolu Fourfall n° { $number } { $stars }
puzzle-card-failed = **{ $name }** a calé sur Fourfall n° { $number } { $stars }
puzzle-legend = ✅ premier essai · 2️⃣ deuxième · 3️⃣ troisième · ❌ pas trouvé
puzzle-solver = **{ $name }** 🔥 { $days }
and-more = et { $count } de plus
puzzle-solvers = 🏅 Résolu ici : { $people }
puzzle-crown = 👑 { $people } ({ $mistakes ->
    [0] sans erreur
    [one] 1 erreur
   *[other] { $mistakes } erreurs
})
puzzle-solved-here = { $count } l’ont résolu ici
puzzle-post-yesterday = Hier : { $people }
puzzle-server-streak = 🔥 Ce serveur : { $days } jours d’affilée
puzzle-server-streak-over = 🔥 La série de ce serveur s’est arrêtée après { $days } jours. La meilleure : { $best }.
puzzle-stuck = 💔 Pas trouvé : { $people }
puzzle-post-past = 🧩 #{ $number } · { $count ->
    [0] personne ne l’a résolu ici
    [1] 1 personne l’a résolu ici
   *[other] { $count } l’ont résolu ici
}
puzzle-shared = Ce sera sur le [message du problème]({ $link }) d’ici dix minutes.
puzzle-month = 🧩 **Problèmes du jour de ce mois**
puzzle-month-line = **{ $rank }** { $name } · { $days ->
    [one] 1 jour
   *[other] { $days } jours
} · { $mistakes ->
    [0] sans erreur
    [1] 1 erreur
   *[other] { $mistakes } erreurs
}
puzzle-month-empty = Personne ici n’en a encore résolu ce mois-ci. À toi de commencer !
puzzle-solution = 💡 **Fourfall n° { $number }** : la solution
puzzle-forced-win = À partir d’ici, chaque jeton menace de gagner, jusqu’à deux menaces à la fois.
puzzle-only-win = La colonne { $column } gagne en { $moves } coups, et aucune autre.
button-puzzle-open = Résoudre
button-puzzle-share = Partager
button-puzzle-practice = S’entraîner
button-puzzle-solution = Voir la solution
button-puzzle-earlier = Précédent
button-puzzle-later = Suivant
button-puzzle-yesterday = Solution d’hier
button-puzzle-month = Ce mois
refused-cannot-post = Je ne peux rien publier dans ce salon : je dois pouvoir le voir et y écrire.
refused-not-a-member = Je ne peux rien publier ici : je ne suis pas membre de ce serveur. Invite-moi d’abord.
refused-enough-leaderboards = Le classement est déjà affiché dans trois salons de ce serveur : { $channels }. Retire-le d’abord de l’un d’eux.
refused-no-puzzle = Il n’y a pas de problème avec ce numéro. Ils vont de 1 à { $last }, et chaque jour en apporte un de plus.
refused-puzzle-open = Essaie d’abord le problème du jour : `/daily`. Tu verras la solution ensuite, et tout le monde demain.
refused-puzzle-still-counts = Tu peux encore résoudre le problème d’hier avant { $time }, et il compte. Tu verras la solution ensuite.
refused-puzzle-not-finished = Termine d’abord le problème. Tu pourras ensuite montrer ton résultat.

## Training

training-title = 🎯 Ta partie contre **{ $name }** du { $date }
training-board = Sur la grille : ton coup de la partie et la meilleure réponse.
training-board-move = Sur la grille : ton coup de la partie.
training-win = { $disc } À toi de jouer. Ici, une victoire t’a échappé : dans quelle colonne ?
training-defence = { $disc } À toi de jouer. Danger : quelle colonne te maintient dans la partie ?
training-lost = { $disc } À toi de jouer. Ici, tu perds : avec quelle colonne tiens-tu le plus longtemps ?
training-right = ✅ **Bien vu !**
training-wrong = ❌ **Pas cette fois.**
training-best = Le mieux : colonne { $columns }.
training-best-any-but = Le mieux : tout sauf la colonne { $columns }.
training-tried-before = Tu avais déjà essayé, et c’est le premier essai qui compte.
training-tried = Colonne { $column } : { $why }
training-also = La colonne { $columns } est bonne aussi.
training-played = Dans la partie, tu as joué la colonne { $column }.
training-answer = La meilleure réponse est la colonne { $column }.
training-again = 🔁 Cette position revient le { $date }.
training-solved = { $failedBefore ->
    [0] Positions réussies ces 7 derniers jours : { $solved }
   *[other] Positions réussies ces 7 derniers jours : { $solved }, dont { $failedBefore } après un échec
}
training-nothing = 🎉 Plus rien à travailler pour l’instant. Quand une victoire ou un blocage t’échappe, ou que l’autre prend beaucoup d’avance, la position apparaît ici.
training-next-due = 🔁 La prochaine position arrive le { $date }.
training-daily = En attendant, il y a le problème du jour et tous les précédents.
training-done = ✅ Cette position est acquise.
training-no-games = 🎯 Joue d’abord une partie. Ensuite, les positions où tu as fait une erreur apparaîtront ici.
training-looking = 🔍 Je cherche des positions dans tes parties terminées. Reviens voir dans un instant.
button-train = 🎯 S’entraîner

## Privacy

privacy-about =
    🔒 J’enregistre l’identifiant Discord, les noms et les choix de chaque personne qui joue, et je note où, quand et comment chaque partie s’est jouée et terminée, et ce qu’elle a essayé dans les problèmes et à l’entraînement. Je ne lis et n’enregistre jamais ce que les gens écrivent. Tu peux télécharger tout ce que je sais sur toi, ou le supprimer.
privacy-export = 📦 Tout ce que je sais sur toi.
privacy-export-follows = 📦 Tout ce que je sais sur toi arrive dans un instant.
privacy-export-too-large = 📦 Ce que je sais sur toi est trop volumineux pour être envoyé ici. Demande à la personne qui gère ce bot : elle peut t’envoyer le fichier.
privacy-export-failed = ❌ Je n’ai pas pu envoyer tout ce que je sais sur toi. Réessaie un peu plus tard.
privacy-ask-delete = 🗑️ Tu veux vraiment supprimer tes données ? Tu abandonnes tes parties en cours, tu perds tes résultats et tes cotes, et tu deviens « un profil supprimé » dans les parties des autres. Tes choix et tes blocages dans `/preferences` disparaissent aussi. Les grilles des parties terminées restent telles quelles dans leurs salons. Personne ne pourra revenir en arrière.
privacy-deleted = 🗑️ C’est fait. Tes données sont supprimées. Si tu rejoues, tu repars de zéro.
game-deleted = 🗑️ Cette partie est terminée : la personne qui jouait a supprimé ses données.
challenge-deleted = 🗑️ Ce défi est terminé : une personne concernée a supprimé ses données.
privacy-kept = 👍 Rien n’a été supprimé.
privacy-nothing = Je n’ai aucune donnée sur toi.

## Preferences

preferences-title = ⚙️ **Tes préférences**
preferences-anyone = ⚔️ Tout le monde peut te défier.
preferences-played = ⚔️ Seules les personnes avec qui tu as terminé une partie peuvent te défier.
preferences-nobody = ⚔️ Personne ne peut te défier.
preferences-turns-on = 🔔 Tu reçois une mention quand c’est à toi de jouer, après une longue attente.
preferences-turns-off = 🔕 Tu ne reçois pas de mention quand c’est à toi de jouer.
preferences-reminders-on = ⏰ Quand un coup peut prendre un jour ou plus, tu reçois un rappel avant de perdre au temps.
preferences-reminders-off = 🔕 Tu ne reçois pas de rappel avant de perdre au temps.
preferences-listed = 👀 Ton nom apparaît dans le classement de tous les serveurs.
preferences-unlisted = 🙈 Ton nom n’apparaît pas dans le classement de tous les serveurs.
preferences-blocked-none = 🚫 Tu n’as bloqué personne.
preferences-blocked = 🚫 Personnes bloquées ({ $count }) : { $people }
challenges-anyone = Tout le monde
challenges-played = Les gens avec qui j’ai terminé une partie
challenges-nobody = Personne
choose-challenges = Qui peut te défier…
choose-block = Bloquer quelqu’un…
choose-unblock = Débloquer quelqu’un…
button-turn-pings-on = Activer les mentions
button-turn-pings-off = Désactiver les mentions
button-block = Bloquer
offer-block = Tu préfères ne plus recevoir de défis de **{ $name }** ?
blocked = 🚫 { $mention } ne peut plus te défier. Tu peux débloquer cette personne avec `/preferences`.
unknown-user = Profil inconnu ({ $id })

## Help

help-goal = 🔴🟡 **Aligne quatre jetons** pour gagner : à l’horizontale, à la verticale ou en diagonale.
help-play = ▶️ { $play } : contre quelqu’un, contre n’importe qui ou contre l’ordinateur, en solo ou avec tout le salon.
help-board = 🔍 { $board } montre ta grille, ou la décrit ; { $games } liste tes parties.
help-results = 🏆 { $leaderboard }, { $stats } et { $history } : qui joue comment.
help-fair = ⚖️ Le classement compte les parties d’au moins { $discs } jetons, et jusqu’à { $wins } victoires par jour contre la même personne. Pour une médaille, il faut avoir joué contre { $opponents } personnes.
help-puzzles = 🧩 { $daily } : un problème par jour. { $train } : apprends de tes erreurs.
help-choices = ⚙️ { $preferences } : tes mentions, qui peut te défier et tes données.
