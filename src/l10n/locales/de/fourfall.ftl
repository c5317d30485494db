## The board

board-title = { $first } { $firstName } gegen { $second } { $secondName }
title-person = **{ $name }**
title-computer = **Fourfall** ({ $level })
computer = Fourfall
this-channel = Dieser Kanal
some-channel = Ein Kanal
everyone = Alle zusammen
computer-at-level = Fourfall ({ $level })
board-goal = { $connect } in einer Reihe
play-menu = 🔴🟡 **Gegen wen möchtest du spielen?**
play-menu-friend = Wähl jemanden aus, lad alle hier ein oder spiel gegen den Computer.
play-menu-friend-only = Wähl jemanden aus oder lad alle hier ein.
choose-friend = Jemanden herausfordern …
play-chosen = Optionen: { $options }
posted-below = 👍 Steht jetzt unten im Kanal.
play-options = **Optionen** für dein nächstes Spiel.
play-options-rated = Gewertet werden nur Spiele zwischen Menschen auf dem Brett 7 × 6 mit begrenzter Bedenkzeit.
choice-board = Brett: { $board }
choice-time-control = Bedenkzeit pro Zug: { $time }
choice-theme = Aussehen: { $theme }
play-rated = Mit Wertung
play-unrated = Ohne Wertung
play-no-limit = Unbegrenzte Bedenkzeit
play-first-you = Zuerst am Zug
play-first-other = Als Zweites am Zug
series = { $first } { $one } – { $other } { $second }
time-ten-minutes = 10 Minuten
last-move = **{ $name }** hat Spalte { $column } gewählt.
time-ends = die Zeit läuft { $time } ab
ping-move = { $mention }, du bist gegen **{ $name }** dran.
ping-draw = { $mention }, **{ $name }** bietet ein Unentschieden an.
ping-take-back = { $mention }, **{ $name }** möchte einen Zug zurücknehmen.
offer-draw = 🤝 **{ $name }** bietet ein Unentschieden an. { $mention }, nimmst du an?
offer-take-back = ↩️ **{ $name }** möchte Spalte { $column } zurücknehmen. { $mention }, ist das in Ordnung?
offer-take-back-both = ↩️ **{ $name }** möchte Spalte { $column } und deine Antwort zurücknehmen. { $mention }, ist das in Ordnung?
took-back = ↩️ **{ $name }** hat einen Zug zurückgenommen.
draw-lapsed = 🤝 Das Angebot von **{ $name }** für ein Unentschieden ist verfallen.
take-back-lapsed = ↩️ Die Bitte von **{ $name }**, einen Zug zurückzunehmen, ist verfallen.
draw-declined = ✋ **{ $name }** hat das Unentschieden abgelehnt.
take-back-declined = ✋ **{ $name }** hat das Zurücknehmen abgelehnt.
timed-out = ⌛ Die Zeit von { $loser } ist abgelaufen.
draw-by-agreement = Beide waren einverstanden.
claimed = ⌛ { $loser } hatte sieben Tage lang nicht gezogen.
may-claim = ⌛ **{ $away }** hat seit sieben Tagen nicht gezogen: **{ $winner }** kann den Sieg beanspruchen.
called-off = 💤 Dieses Spiel endete, bevor beide gezogen hatten. Es zählt nicht.
called-off-by = 💤 **{ $name }** hat das Spiel abgesagt. Es zählt nicht.
called-off-idle = 💤 Dieses Spiel wurde nach { $days } Tagen ohne Zug abgebrochen. Es zählt nicht.
called-off-replaced = 💤 Dieses Spiel wurde für ein neues abgebrochen. Es zählt nicht.
interrupted = 💤 Dieses Spiel konnte hier nicht weitergehen und wurde abgebrochen. Es zählt nicht.
ended-by-moderator = 🛑 Die Moderation hat dieses Spiel beendet. Es zählt nicht.
reminder = ⏰ { $mention }, du bist gegen **{ $name }** dran. Wenn du nicht ziehst, verlierst du { $time } auf Zeit: { $link }
reminder-first-move = ⏰ { $mention }, du bist gegen **{ $name }** dran. Wenn du nicht ziehst, wird das Spiel { $time } abgebrochen: { $link }
text-board-title = **{ $first }** beginnt gegen **{ $second }**. Brett: { $board }.
text-board-empty = Spalte { $column } ist leer.
text-board-column = Spalte { $column }, von unten: { $discs }.
text-board-full = Spalte { $column } ist voll, von unten: { $discs }.
text-board-turn = **{ $name }** ist dran.
your-move = { $disc } { $mention }, du bist dran
thinking = { $disc } **{ $name }** denkt nach …
won = 🏆 { $name } gewinnt!
computer-won = 🤖 { $name } gewinnt!
drawn = 🤝 Unentschieden!
board-full = Das Brett ist voll.
resigned = 🏳️ { $loser } hat aufgegeben.
line-vertical = { $length } in einer Reihe (senkrecht, Spalte { $start })
line-horizontal = { $length } in einer Reihe (waagerecht, Spalten { $start }–{ $end })
line-diagonal = { $length } in einer Reihe (diagonal, Spalten { $start }–{ $end })
lines-two = { $one } und { $other }
not-rated = ohne Wertung
rated = Dieses Spiel wird gewertet.
title-unrated = ohne Wertung
not-rated-no-limit = Ohne Wertung: Die Bedenkzeit ist unbegrenzt.
not-rated-today = Ohne Wertung: Ihr zwei habt heute schon { $most } gewertete Spiele begonnen.
not-rated-new-account = Ohne Wertung, und es zählt nicht für Ranglisten: Dafür müssen beide Konten mindestens eine Woche alt sein.
too-short = Weniger als { $discs } Steine: Das zählt weder für die Wertung noch für die Rangliste.
win-limit = Das zählt nicht für die Rangliste: Am Tag zählen höchstens { $wins } Siege gegen dieselbe Person.
rating-change = **{ $name }** { $change } → { $after }
streak = 🔥 { $count ->
    [3] Dritter Sieg in Folge!
    [4] Vierter Sieg in Folge!
    [5] Fünfter Sieg in Folge!
   *[other] { $count } Siege in Folge!
}
ratings-changed = 📈 Wertung: { $changes }
ratings-new = Neue Wertungen schwanken stark.
deleted-player = gelöschtes Profil
hidden-player = ausgeblendetes Profil

## Buttons

button-accept = Annehmen
button-decline = Ablehnen
button-withdraw = Zurückziehen
button-cancel = Zurückziehen
button-join = Mitspielen
button-draw = Unentschieden
button-take-back = Zug zurück
button-hint = 💡 Tipp
button-show-hint = Zeig’s mir
button-resign = Aufgeben
button-claim = Sieg beanspruchen
button-really-resign = Wirklich aufgeben
button-really-call-off = Wirklich absagen
button-play-on = Weiterspielen
button-start-new = Neues Spiel starten
button-rematch = Revanche
choose-first = Wer beginnt
button-together = Zusammen
button-again = Noch einmal
button-harder = Schwerer
button-play-level = Stufe: { $level }
button-invite = Alle einladen
button-challenge = { $name } herausfordern
button-options = Optionen
button-new-game = Neues Spiel
button-play-now = Jetzt spielen
button-ask-again = Noch mal fragen
button-previous = Zurück
button-next = Weiter
button-start = Anfang
button-back = Zurück
button-end = Ende
choose-game = Ein Spiel aufgeben …
which-game = Welches deiner Spiele meinst du?
waiting-here = Du bist gerade in keinem deiner Spiele hier am Zug. Du wartest auf:
button-share = GIF teilen
button-show-everyone = Allen zeigen
button-summary = Übersicht
button-turning-point = Wendepunkt
button-look-again = Noch einmal schauen
button-my-place = Mein Platz
button-by-rating = Nach Wertung
button-by-wins = Nach Siegen
button-all-time = Gesamter Zeitraum
button-season = Saison { $number }
button-seasons = Saisons
button-month = Dieser Monat
button-week = Diese Woche
button-everywhere = Alle Server
button-server = Dieser Server
button-show-name = Namen zeigen
button-hide-name = Namen verbergen
button-my-data = Meine Daten
button-export = Herunterladen
button-ask-delete = Löschen …
button-really-delete = Meine Daten löschen
button-keep = Meine Daten behalten

## Challenges

challenge = ⚔️ { $mention }, **{ $challenger }** fordert dich heraus!
challenge-open = ⚔️ **{ $challenger }** hat Lust auf Vier gewinnt. Wer spielt mit?
challenge-rematch = ⚔️ { $mention }, **{ $challenger }** möchte eine Revanche!
first-named = **{ $name }** beginnt
first-joiner = wer dazukommt, beginnt
challenge-time-control = { $time } pro Zug
challenge-until = läuft { $time } ab
challenge-rated = mit Wertung
challenge-declined = **{ $opponent }** hat die Herausforderung von **{ $challenger }** abgelehnt.
challenge-cancelled = **{ $challenger }** hat diese Herausforderung zurückgezogen.
challenge-expired = Niemand hat die Herausforderung von **{ $challenger }** rechtzeitig angenommen.
challenge-expired-named = **{ $opponent }** hat nicht rechtzeitig auf die Herausforderung von **{ $challenger }** geantwortet.
challenge-accepted = Die Herausforderung von **{ $challenger }** wurde angenommen.

## Refusals

refused-self = Du kannst dich nicht selbst herausfordern. Wähl jemand anderen oder gib niemanden an: Dann kann mitspielen, wer möchte.
refused-bot = **{ $name }** ist ein Bot und kann keine Buttons drücken. Wähl jemand anderen oder spiel gegen den Computer: `/play` mit einer Stufe.
refused-absent = **{ $name }** ist nicht auf diesem Server und würde deine Herausforderung nicht sehen. Wähl jemanden, der hier ist.
refused-level = **{ $name }** spielt immer mit voller Stärke. Lass die Stufe weg, oder lass **{ $name }** weg und spiel gegen den Computer.
refused-nobody-here = Außer dir kann niemand diesen Chat sehen. Wähl eine Stufe, um gegen den Computer zu spielen, oder nutze `/play` auf einem Server, auf dem andere mitspielen können.
refused-you-play-here = Du spielst in diesem Kanal schon gegen mich: { $link }. Spiel das erst zu Ende oder nimm ein anderes Brett.
refused-you-play-unseen = Dieses Spiel hast du in diesem Kanal schon. Mit `/board` siehst du es. Spiel es erst zu Ende oder nimm ein anderes Brett.
refused-you-play-them = Du spielst in diesem Kanal schon gegen **{ $name }**: { $link }. Spielt das erst zu Ende oder nehmt ein anderes Brett.
refused-too-many-games = Du hast genug Spiele laufen: höchstens { $here } in einem Kanal und { $all } insgesamt. Spiel erst eins zu Ende.
refused-they-have-too-many = **{ $name }** hat genug Spiele laufen. Versuch es wieder, wenn eins davon vorbei ist.
refused-you-challenged = Du hast **{ $name }** schon herausgefordert: { $link }. Drücke dort *Ablehnen* oder warte auf eine Antwort.
refused-they-challenged = **{ $name }** hat dich schon herausgefordert. Antworte hier: { $link }
refused-challenged-recently = Nach Herausforderungen ohne Spiel gibt es eine Pause: Du kannst **{ $name }** { $time } wieder herausfordern.
refused-open-here = Du hast in diesem Kanal schon eine offene Herausforderung: { $link }. Zieh sie zuerst zurück oder warte, bis jemand mitspielt.
refused-cannot-be-challenged = **{ $name }** kann gerade nicht herausgefordert werden.
refused-you-blocked-them = Du hast **{ $name }** blockiert. Heb die Blockierung zuerst mit `/preferences` auf.
refused-cannot-join = Bei diesem Spiel kannst du gerade nicht mitspielen.
refused-too-many-blocks = Du kannst höchstens { $limit } Leute blockieren. Heb zuerst eine Blockierung auf.
refused-block-self = Dich selbst kannst du nicht blockieren.
refused-block-bot = Mich kannst du hier nicht blockieren. Wenn du mich nicht sehen möchtest, blockier mich über mein Discord-Profil.
refused-not-challenged = Diese Herausforderung ist für **{ $name }**. Starte mit `/play` deine eigene.
refused-own-challenge = Das ist deine eigene Herausforderung. Jemand anderes muss sie annehmen.
refused-not-your-challenge = Nur **{ $name }** kann diese Herausforderung zurückziehen.
refused-not-yours-to-repeat = Das ist die Herausforderung von **{ $name }**. Starte mit `/play` dein eigenes Spiel.
refused-challenge-accepted = Diese Herausforderung wurde schon angenommen.
refused-challenge-declined = Diese Herausforderung wurde abgelehnt.
refused-challenge-cancelled = Diese Herausforderung wurde zurückgezogen.
refused-challenge-expired = Diese Herausforderung ist abgelaufen. Starte mit `/play` eine neue.
refused-rematch-offered = Die Revanche ist schon angeboten: { $link }
refused-rematch-taken = Diese Revanche habt ihr zwei schon gespielt. Mit `/play` startet ihr ein neues Spiel.
refused-not-your-rematch = Eine Revanche ist nur für die beiden, die gespielt haben. Starte mit `/play` dein eigenes Spiel.
refused-opponent-deleted = Dein Gegenüber hat seine Daten gelöscht, deshalb gibt es keine Revanche. Mit `/play` startest du ein neues Spiel.
refused-still-playing = Dieses Spiel ist noch nicht vorbei.
refused-no-game = Du hast kein Spiel in diesem Kanal. Starte eins mit `/play` oder sieh dir mit `/games` alle deine Spiele an.
last-game-over = Hier läuft gerade kein Spiel von dir. Dein letztes ist vorbei: { $link }
refused-not-your-game = Das ist nicht dein Spiel. Starte mit `/play` dein eigenes.
refused-not-your-turn = Gerade ist **{ $name }** dran.
refused-computers-turn = Der Computer ist dran und denkt noch nach. Einen Moment!
refused-dropped-last = Der letzte Stein war deiner. Lass erst jemand anderen ran, oder versuch es { $time } wieder.
refused-playing-together = Dieser Kanal spielt schon: { $link } (`/board` holt das Brett hierher, wenn du hier kein anderes Spiel hast)
refused-no-hint-found = Ich konnte gerade keinen Tipp finden. Bitte versuch es gleich noch einmal.
refused-column-full = Spalte { $column } ist voll. Wähl eine andere: Du bist immer noch dran.
refused-no-column = Diese Spalte gibt es nicht. Wähl 1–{ $columns }.
refused-old-board = Dieses Brett ist veraltet. Das Spiel findest du hier: { $link }
refused-board-pinged = Hier wurde die andere Person angepingt, deshalb bleibt das Brett: { $link }
refused-reposted-recently = Das Brett wurde gerade erst gepostet. Du kannst es ab { $time } noch einmal posten.
refused-shared-recently = Das wurde hier gerade erst geteilt. Du kannst es ab { $time } wieder teilen.
refused-just-changed = Das Brett hat sich gerade geändert. Schau noch einmal hin.
refused-too-late = Das hat zu lange bis zu mir gebraucht, deshalb ist nichts passiert. Versuch es bitte noch einmal.
refused-game-won = Dieses Spiel ist vorbei: **{ $name }** hat gewonnen.
refused-game-timed-out = Dieses Spiel ist vorbei: Die Zeit von **{ $loser }** ist abgelaufen, damit hat **{ $winner }** gewonnen.
refused-game-claimed = Dieses Spiel ist vorbei: **{ $loser }** hat sieben Tage lang nicht gezogen, und **{ $winner }** hat den Sieg beansprucht.
refused-game-called-off = Dieses Spiel wurde abgebrochen. Es zählt nicht.
refused-game-interrupted = Dieses Spiel ist vorbei: Es konnte hier nicht weitergehen und wurde abgebrochen. Es zählt nicht.
refused-game-ended-by-moderator = Dieses Spiel ist vorbei: Die Moderation hat es beendet. Es zählt nicht.
refused-level-board = Auf der Stufe „{ $level }“ spielt der Computer nur auf den Brettern 7 × 6 und 6 × 5. Wähl eine andere Stufe oder eins dieser Bretter.
refused-draw-declined = **{ $name }** hat das Unentschieden abgelehnt. Nach deinem nächsten Zug kannst du wieder eins anbieten.
refused-take-back-declined = **{ $name }** hat das abgelehnt. Nach deinem nächsten Zug kannst du wieder fragen.
refused-draw-withdrawn = Du hast dein Angebot zurückgezogen. Nach deinem nächsten Zug kannst du wieder ein Unentschieden anbieten.
refused-draw-too-early = Ein Unentschieden kannst du anbieten, sobald ihr beide gezogen habt. Bis dahin sagt *Aufgeben* das Spiel ab.
refused-take-back-withdrawn = Du hast das zurückgezogen. Nach deinem nächsten Zug kannst du wieder fragen.
refused-not-your-offer = Das kann nur **{ $name }** zurückziehen.
refused-not-your-claim = Nur **{ $name }** kann diesen Sieg beanspruchen. Zieh einfach, dann geht das Spiel weiter.
refused-nothing-to-claim = Hier kannst du keinen Sieg beanspruchen: Das geht erst, wenn dein Gegenüber sieben Tage lang nicht gezogen hat.
refused-nothing-to-take-back = Du hast noch keinen Zug gemacht, also kannst du auch keinen zurücknehmen.
refused-game-drawn = Dieses Spiel ist vorbei: Es endete unentschieden.
refused-computer-off = Spiele gegen den Computer sind auf diesem Server ausgeschaltet. Fordere stattdessen jemand anderen heraus!
refused-wrong-channel = Auf diesem Server wird hier gespielt: { $channels }
refused-channel-full = { $most ->
    [one] In diesem Kanal läuft schon ein Spiel. Mehr als eins gleichzeitig ist auf diesem Server nicht erlaubt.
   *[other] In diesem Kanal laufen schon { $most } Spiele. Mehr gleichzeitig sind auf diesem Server nicht erlaubt.
} Warte, bis wieder Platz ist, oder versuch es in einem anderen Kanal.
refused-nobody-sees = Was ich auf diesem Server poste, siehst nur du. Antworten könnte also niemand. Frag die Moderation, ob sie mich zum Server hinzufügt, oder spiel gegen den Computer: `/play` mit einer Stufe.
refused-use-buttons = Auf diesem Server würdest nur du das neue Brett sehen. Nutze die Buttons unter diesem hier: { $link }
refused-not-manager = Das darf nur, wer diesen Server verwalten kann.
refused-no-settings = Einstellungen gibt es nur auf Servern, zu denen ich hinzugefügt wurde.
refused-no-time-zone = Einen Ort mit diesem Namen kenne ich nicht. Tipp eine Stadt oder ein Land ein und wähl sie aus der Liste. Namen wie EST oder GMT+2 kennen keine Sommerzeit.
refused-not-your-question = Das kann nur **{ $name }** beantworten.
refused-unknown-button = Diesen Button kenne ich nicht mehr. Fang mit `/play` oder `/board` neu an.
refused-gone = Ich kann dieses Spiel nicht mehr finden. Starte mit `/play` ein neues.
refused-only-servers = Wir sind hier auf keinem Server. Wähl „alle Server“ oder nutze `/leaderboard` auf einem Server.
refused-unknown-command = Diesen Befehl kenne ich nicht mehr. `/help` zeigt dir, was ich kann.
refused-computers-results = 🤖 Das bin ich! Über meine eigenen Spiele führe ich keine Liste. Deine findest du in `/stats` und `/history`.
refused-no-such-game = Dieses Spiel finde ich nicht. `/history` zeigt beendete Spiele mit ihren Nummern.
refused-unknown-player = Von dieser Person habe ich keine Spiele.
refused-not-my-message = Diese Nachricht ist nicht von mir, also ist sie keins meiner Bretter.
refused-no-board-there = In dieser Nachricht ist kein Spiel. Versuch es mit dem neuesten Brett eines Spiels.
refused-review-board = Analysieren kann ich nur Spiele auf den Brettern 7 × 6 und 6 × 5.
refused-busy = Ich bin noch mit dem beschäftigt, was du vorher wolltest. Bitte versuch es gleich noch einmal.
refused-review-failed = Ich konnte diese Analyse gerade nicht zu Ende bringen. Bitte versuch es gleich noch einmal.

## Faults

fault = Bei mir ist etwas schiefgelaufen. Es ist nichts verloren: Bitte versuch es gleich noch einmal oder nutze `/board`. (Fehler-ID: { $reference })
response-refused = Discord lässt mich das hier nicht zeigen. Es ist nichts verloren: Falls du einen Zug gemacht hast, zählt er, und { $board } zeigt das Spiel.

## Hints

hint-best = **Am besten: Spalte { $columns }.**
hint-any = Hier ist jede Spalte gleich gut.
hint-any-but = Alles außer Spalte { $columns }.
hint-all-lost = Jede Spalte verliert.
hint-threatened = **{ $name }** kann in Spalte { $columns } gewinnen, und nur eine lässt sich blockieren.
hint-lost = Du liegst zurück. Am längsten { $count ->
    [one] hält Spalte { $columns }
   *[other] halten die Spalten { $columns }
} durch.
hint-wins-now = { $count ->
    [one] Spalte { $columns } gewinnt sofort.
   *[other] Die Spalten { $columns } gewinnen sofort.
}
hint-wins = { $count ->
    [one] Spalte { $columns } gewinnt in { $moves } Zügen.
   *[other] Die Spalten { $columns } gewinnen in { $moves } Zügen.
}
hint-draws = { $count ->
    [one] Spalte { $columns } führt zum Unentschieden.
   *[other] Die Spalten { $columns } führen zum Unentschieden.
}
hint-nudge-wins-now = Du kannst sofort gewinnen. Siehst du, wo?
hint-nudge-blocks = Vorsicht: **{ $name }** gewinnt sonst gleich.
hint-nudge-lost = Du liegst zurück: Halte so lange wie möglich durch.
hint-nudge-careful = Vorsicht: { $count ->
    [one] Eine Spalte verliert.
   *[other] { $count } Spalten verlieren.
}
hint-nudge-wins = Hier steckt ein Sieg drin.
hint-nudge-left = Schau auf die linke Seite.
hint-nudge-middle = Schau in die Mitte.
hint-nudge-right = Schau auf die rechte Seite.
hints-used = 💡 { $count ->
    [one] { $count } Tipp wurde genutzt.
   *[other] { $count } Tipps wurden genutzt.
}
and = { $list } und { $last }
or = { $list } oder { $last }

## Reasons

reason-for-wins = Das gewinnt sofort.
reason-for-blocks = Das blockiert: Sonst gewinnt **{ $name }** dort.
reason-for-double-threat = Das droht doppelt: in den Spalten { $one } und { $other }.
reason-for-double-threat-above = Das droht doppelt: zweimal übereinander in Spalte { $above }.
reason-for-replies-lose = Jede Antwort darauf verliert sofort.
reason-for-reply-loses = Danach ist nur noch Spalte { $reply } frei, und die verliert sofort.
reason-for-forced-win = Das erzwingt den Sieg: { $moves }
reason-for-stacked-threats = Danach entscheiden zwei Gewinnfelder übereinander in Spalte { $at }: Nur eines davon lässt sich blockieren.
reason-for-zugzwang = Das gewinnt am Ende: Gehen die freien Felder aus, muss **{ $name }** direkt unter das Gewinnfeld setzen, Reihe { $row } von unten in Spalte { $at }.
reason-for-ends-lines = Danach kann **{ $name }** keine Reihe mehr bilden.
reason-for-follow-up = Wer danach immer in derselben Spalte antwortet, hält das Unentschieden.
reason-for-only-win = Keine andere Spalte gewinnt.
reason-for-only-draw = Jede andere Spalte verliert.
reason-for-trap = Das stellt eine Falle: Jede Antwort außer Spalte { $reply } verliert.
reason-against-leaves-threat = Danach gewinnt **{ $name }** in Spalte { $column }.
reason-against-win-above = Danach gewinnt **{ $name }** direkt darüber.
reason-against-double-threat = Die Antwort in Spalte { $reply } droht doppelt.
reason-against-forced-win = Danach erzwingt **{ $name }** den Sieg: { $moves }
reason-against-stacked-threats = Danach hat **{ $name }** zwei Gewinnfelder übereinander in Spalte { $at }: Nur eines davon lässt sich blockieren.
reason-against-zugzwang = Gehen die freien Felder aus, muss ein Stein direkt unter das Feld in Reihe { $row } von unten in Spalte { $at } gesetzt werden, und auf diesem Feld gewinnt **{ $name }**.
reason-against-key-cell = Spalte { $at } war der Schlüssel: Die einzige gute Antwort von **{ $name }** ist, sie zu nehmen.
reason-against-refutation = Nur eine Antwort bestraft das: Spalte { $reply }.
variation = So könnte es weitergehen: { $moves }

## Lists

games-title = **Deine Spiele**
games-none = Bei dir läuft gerade kein Spiel. Starte eins mit `/play`!
games-your-turn = **du bist dran**
games-their-turn = **{ $name }** ist dran
games-line = { $disc } gegen **{ $name }** · { $turn } · Zug { $number } · { $link }
games-may-claim = **{ $name }** kann den Sieg beanspruchen
games-you-may-claim = du kannst den Sieg beanspruchen
games-resigned = 🏳️ Du hast dein Spiel gegen **{ $name }** aufgegeben.
games-called-off = 💤 Du hast das Spiel abgesagt. Es zählt nicht.
games-claimed = 🏆 Du hast den Sieg gegen **{ $name }** beansprucht.
games-pick = Gegen { $name }, Zug { $number }
games-claim = Sieg beanspruchen gegen { $name }
games-really = 🏳️ Willst du dein Spiel gegen **{ $name }** wirklich aufgeben? { $link }
games-really-call-off = 💤 Willst du dein Spiel gegen **{ $name }** wirklich absagen? Es zählt dann nicht. { $link }
replace-question = Du spielst hier noch gegen den Computer: { $link }. Ein neues Spiel starten? Das alte wird dann abgebrochen.
replace-kept = 👍 Dein Spiel geht weiter: { $link }
leaderboard-title = 🏆 **Rangliste** · { $period } · { $order }
leaderboard-title-everywhere = 🏆 **Rangliste** · alle Server · { $period } · { $order }
leaderboard-line = { $rank } { $name } · { $record }
leaderboard-own = Du: { $line }
leaderboard-own-none = Du hast hier noch kein Spiel zu Ende gespielt.
page = Seite { $page } von { $pages }
record-wins = { $wins ->
    [one] { $wins } Sieg
   *[other] { $wins } Siege
}
record-losses = { $losses ->
    [one] { $losses } Niederlage
   *[other] { $losses } Niederlagen
}
record-draws = { $draws ->
    [one] { $draws } Unentschieden
   *[other] { $draws } Unentschieden
}
stats-title = 📊 **{ $name }**
stats-none = **{ $name }** hat noch kein Spiel zu Ende gespielt.
stats-none-own = Du hast noch kein Spiel zu Ende gespielt. Starte eins mit `/play`!
stats-here = Hier: { $record }
stats-everywhere = Insgesamt: { $record }
stats-versus = Gegen **{ $name }**: { $record }
stats-versus-none = **{ $name }** und **{ $opponent }** haben noch kein Spiel gegeneinander zu Ende gespielt.
stats-versus-none-own = Du hast noch kein Spiel gegen **{ $name }** zu Ende gespielt.
period-all-time = gesamter Zeitraum
leaderboard-by-rating = nach Wertung
leaderboard-by-wins = nach Siegen
leaderboard-nobody = Auf dieser Liste steht noch niemand. Mach den Anfang: `/play`!
leaderboard-nobody-in-season = Auf dieser Liste steht niemand.
leaderboard-line-rating = { $rank } { $name } · { $rating } · { $record }
leaderboard-own-unrated = Du stehst noch nicht auf dieser Liste: Spiel ein gewertetes Spiel zu Ende, dann bist du dabei.
leaderboard-own-away = Du hast seit 90 Tagen kein gewertetes Spiel zu Ende gespielt, darum stehst du nicht auf dieser Liste. Mit dem nächsten bist du wieder dabei.
leaderboard-season = Saison { $number }
leaderboard-own-season = Du hast in dieser Saison noch kein Spiel zu Ende gespielt.
seasons-title = 🏆 **Saisons dieses Servers**
seasons-running = **Saison { $number }** · seit { $start }
seasons-past = **Saison { $number }** · { $start } – { $end }
season-over = 🏆 **Saison { $number } ist vorbei!**{ $count ->
    [0] { "" }
    [one] { " " }Platz 1: { $names }
   *[other] { " " }Gemeinsam auf Platz 1: { $names }
}
season-climber = 📈 **{ $name }** hat am meisten zugelegt: { $before } → { $after }
season-rivalry = ⚔️ **{ $one }** und **{ $other }** haben { $games } Spiele gespielt: { $wins } zu { $losses }{ $draws ->
    [0] { "" }
   *[other] , { $draws } Unentschieden
}
season-over-next = -# Saison { $number } hat begonnen.
season-table = 🏆 **Saison { $number }** · wer gegen wen
season-table-legend = Eine Zeile zeigt, wie oft jemand 1, 2, 3 … geschlagen hat. Punkt: nicht gespielt.
season-table-unplayed = Noch nicht gespielt hast du gegen: { $people }
button-season-table = Tabelle
choose-unplayed = Herausfordern …
choose-season = Rangliste von …
choice-all-seasons = Gesamter Zeitraum, über alle Saisons
leaderboard-own-hidden = Wer diesen Server verwaltet, hat dich aus seinen Ranglisten ausgeblendet.
leaderboard-own-reset = Wer diesen Server verwaltet, hat deine Bilanz hier zurückgesetzt. Mit deinem nächsten Spiel fängt sie neu an.
leaderboard-names = -# Andere sehen deinen Namen hier nur, wenn du das möchtest: `/preferences`
leaderboard-beyond = { $number }+
leaderboard-updated = Aktualisiert { $time }
leaderboard-players = { $total ->
    [one] { $total } Person
   *[other] { $total } Personen
}
rating-sure = **{ $rating }**
rating-unsure = **{ $rating }?** · noch { $games ->
    [one] { $games } Spiel
   *[other] { $games } Spiele
}, bis die Wertung sicher ist
stats-rating-here = 📈 { $rating }
stats-rating-everywhere = Wertung insgesamt: { $rating }
stats-accuracy = Genauigkeit: { $accuracy } % { $reviewed ->
    [one] in einem analysierten der letzten { $games } Spiele gegen Menschen
   *[other] in { $reviewed } analysierten der letzten { $games } Spiele gegen Menschen
}
stats-accuracy-all = Genauigkeit: { $accuracy } % { $games ->
    [one] im letzten Spiel
   *[other] in den letzten { $games } Spielen
}
stats-streak-wins = Serie: { $count ->
    [one] { $count } Sieg
   *[other] { $count } Siege
}
stats-streak-losses = Serie: { $count ->
    [one] { $count } Niederlage
   *[other] { $count } Niederlagen
}
stats-streak-draws = Serie: { $count } Unentschieden
stats-best-streak = Beste: { $count ->
    [one] { $count } Sieg
   *[other] { $count } Siege
}
stats-medal = 🏆 Saison { $season }: Platz { $place } von { $total }
stats-puzzle-streak = Rätselserie: { $days ->
    [one] { $days } Tag
   *[other] { $days } Tage
}
stats-puzzle-streak-survived = Rätselserie: { $days } Tage, trotz gestern: Einer von sieben Tagen darf ausfallen
stats-best-win = Bester Sieg: **{ $name }** ({ $rating })
stats-best-win-unnamed = Bester Sieg: gegen jemanden mit Wertung { $rating }
stats-computer = Gegen den Computer: { $levels }
stats-level = { $level }: { $wins } von { $games } gewonnen
stats-picture = Wertung im Lauf der Zeit: von { $first } bis { $last }
history-title = 📜 **{ $name }**: beendete Spiele
history-own = 📜 **Deine beendeten Spiele**
history-none = **{ $name }** hat noch kein Spiel zu Ende gespielt, das du hier sehen kannst.
history-won = ✅ gewonnen
history-lost = ❌ verloren
history-drew = 🤝 unentschieden
history-outcome = { $result } · { $moves ->
    [one] { $moves } Zug
   *[other] { $moves } Züge
}
history-line = `#{ $game }` **{ $name }** · { $outcome } · { $date }
history-description = { $outcome } · { $date }
history-pick = #{ $game } gegen { $name }
choose-replay = Ein Spiel ansehen oder analysieren …

## Settings

language-name = Deutsch
settings-title = ⚙️ **Einstellungen dieses Servers** · Seite { $page } von { $pages }
settings-theme = 🎨 Aussehen des Bretts: **{ $theme }**
settings-locale = 🌍 Sprache der Bretter: **{ $language }**
settings-locale-said = wie in Discord ({ $language })
settings-time-control = ⏱️ Bedenkzeit pro Zug: **{ $time }**
settings-reminders-on = 🔔 Wer dran ist, wird erinnert, bevor die Zeit abläuft.
settings-reminders-off = 🔕 Niemand wird erinnert, bevor die Zeit abläuft.
settings-max-games = 🔢 Gleichzeitige Spiele pro Kanal: **{ $most }**
settings-max-games-any = beliebig viele
settings-challenge-time = ⚔️ So lange wartet eine Herausforderung: **{ $time }**
settings-channels = 📍 Neue Spiele sind möglich in { $channels }
settings-channels-all = 📍 Neue Spiele sind in jedem Kanal möglich.
settings-computer-on = 🤖 Alle können gegen den Computer spielen.
settings-computer-off = 🤖 Niemand kann gegen den Computer spielen.
settings-note = Laufende Spiele gehen unverändert weiter.
settings-live = Diese Spiele laufen gerade. Wähl eins aus, um es zu beenden.
settings-live-none = Auf diesem Server läuft gerade kein Spiel.
settings-pick = { $first } gegen { $second }, Zug { $number }
settings-really = 🛑 Willst du { $first } gegen { $second } wirklich beenden? Das Spiel zählt dann nicht. { $link }
settings-ended = 🛑 Du hast { $first } gegen { $second } beendet.
choose-theme = Aussehen des Bretts …
choose-board = Brett …
choose-rated = Mit oder ohne Wertung …
choose-language = Sprache der Bretter …
choose-time-control = Bedenkzeit pro Zug …
choose-max-games = Gleichzeitige Spiele pro Kanal …
choose-challenge-time = Wie lange eine Herausforderung wartet …
choose-channels = Kanäle für Spiele …
choose-end = Ein Spiel beenden …
choice = { $setting }: { $value }
button-reminders-on = Erinnerungen einschalten
button-reminders-off = Erinnerungen ausschalten
button-every-channel = Alle Kanäle erlauben
button-computer-on = Computergegner einschalten
button-computer-off = Computergegner ausschalten
button-settings-games = Spiele
button-settings-limits = Grenzen
button-settings-live = Laufende Spiele
button-settings-posts = Beiträge
button-really-end = Wirklich beenden
button-leave = Weiterlaufen lassen
settings-season = 🏆 **Saison { $number }** läuft seit { $start }.
settings-season-none = 🏆 Es gibt keine Saison: In der Rangliste dieses Servers zählen alle Spiele.
settings-season-next = Die nächste Saison beginnt am { $date }, { $time }: um Mitternacht in der Zeitzone dieses Servers.
settings-season-channel = Die Ergebnisse der Saisons werden in { $channel } gepostet.
settings-season-note = Neue Saison: Rangliste von vorn, Wertungen bleiben. Eine Rangliste in einem Kanal rückt höchstens einmal am Tag an dessen Ende und pingt niemanden.
settings-season-start = 🏆 Saison { $next } jetzt starten? Saison { $ended } endet, und ihre Rangliste bleibt dann, wie sie ist. Das lässt sich nicht rückgängig machen.
settings-season-start-first = 🏆 Saison 1 jetzt starten? Die Rangliste dieses Servers fängt damit von vorn an. Das lässt sich nicht rückgängig machen.
choose-season-rhythm = Nächste Saison …
season-rhythm-by-hand = wenn du sie hier startest
season-rhythm-month = mit jedem Monat
season-rhythm-quarter = mit jedem Quartal
button-settings-leaderboard = Rangliste
button-start-season = Saison { $number } starten
button-people = Personen
settings-people = 🙈 Wer ausgeblendet ist, steht nicht in den Ranglisten dieses Servers. In Saisons, die währenddessen enden, fehlt die Person; in früheren bleibt der Platz, ohne den Namen. Spiele und Wertung zählen weiter und sind wieder da, sobald du die Person wieder einblendest.
settings-hidden = Ausgeblendet: { $people }
choose-hide = Jemanden ausblenden …
choose-show = Wieder einblenden …
choose-reset = Bilanz von jemandem zurücksetzen …
button-really-reset = Wirklich zurücksetzen
settings-reset = Die Bilanz von **{ $name }** zurücksetzen? Auf den Ranglisten dieses Servers geht es dann von null los; frühere Saisons bleiben, wie sie ausgegangen sind. Die Wertung bleibt, wie sie ist, denn die der anderen hängt davon ab. Das lässt sich nicht rückgängig machen.
settings-reset-done = ✅ Die Bilanz von **{ $name }** wurde zurückgesetzt.
stats-reset = ℹ️ Wer diesen Server verwaltet, hat deine Bilanz auf seinen Ranglisten zurückgesetzt. Deine Wertung bleibt, wie sie war.
settings-puzzle-on = 🧩 Das tägliche Rätsel wird kurz nach { $time } (bei dir { $local }) in { $channel } gepostet.
settings-puzzle-next = Das nächste: { $date }.
settings-puzzle-waits = Während der Sommerzeit kommt es erst um Mitternacht UTC, denn vorher gibt es das neue noch nicht.
settings-puzzle-weekly = Die letzten sieben hat hier niemand gelöst. Darum kommt es nur montags, bis jemand eins löst.
settings-puzzle-refused = ⚠️ Discord hat mich zuletzt in { $channel } nicht posten lassen.
settings-puzzle-stopped = ⚠️ Ich poste das tägliche Rätsel nicht mehr: Siebenmal in Folge hat Discord mich in { $channel } nicht posten lassen.
settings-puzzle-off = 🧩 Das tägliche Rätsel wird auf diesem Server nicht gepostet. Lösen können es alle mit `/daily`.
settings-time-zone = 🕰️ Zeitzone: **{ $zone }**. Ändern kannst du sie mit `/settings timezone`.
no-summer-time = ohne Sommerzeit
settings-leaderboard-none = 🏆 Auf diesem Server steht noch in keinem Kanal eine Rangliste.
settings-leaderboard-on = 🏆 Die Rangliste in { $channel } hält sich selbst aktuell: { $period }, { $order }.
settings-leaderboard-again = Eine neue tritt { $time } an ihre Stelle.
settings-leaderboard-deleted = ⚠️ Die Rangliste in { $channel } wurde gelöscht, deshalb aktualisiere ich sie nicht mehr.
settings-leaderboard-refused = ⚠️ Discord hat mich die Rangliste in { $channel } nicht aktualisieren lassen.
settings-leaderboard-stopped = ⚠️ Ich aktualisiere die Rangliste in { $channel } nicht mehr: Siebenmal in Folge hat Discord mich nicht gelassen.
settings-week-on = 📰 Die Woche in Worten kommt montags in { $channel }. Die nächste: { $date }, { $time }.
settings-week-off = 📰 Die Woche in Worten wird nicht gepostet. Sie erzählt jeden Montag, wer am meisten gewonnen hat, wer aufgestiegen ist und mehr.
settings-week-stopped = ⚠️ Ich poste die Woche in Worten nicht mehr, weil Discord mich in { $channel } nicht posten lässt.
settings-closed-hidden = Ich sehe den Kanal nicht. Ich muss auf diesem Server sein, den Kanal sehen und, falls es ein Sprachkanal ist, mich verbinden dürfen.
settings-closed-forbidden = Ich darf dort nicht schreiben, oder jemand hat mir einen Timeout gegeben.
settings-closed-archived = Der Thread ist archiviert. Schreib dort etwas, dann mache ich weiter.
settings-closed-locked = Der Thread ist gesperrt: Dort können nur Moderatoren schreiben.
settings-puzzle-gone = ⚠️ Der Kanal des täglichen Rätsels wurde gelöscht, deshalb poste ich es nicht mehr.
settings-week-gone = ⚠️ Der Kanal der Woche in Worten wurde gelöscht, deshalb poste ich sie nicht mehr.
settings-posts-note = Nichts davon pingt jemanden.
choice-puzzle-off = aus
choose-puzzle-hour = Tägliches Rätsel …
choice-leaderboard = Rangliste: { $period }, { $order }
choose-leaderboard = Rangliste in diesem Kanal …
button-puzzle-here = Rätsel hier posten
button-leaderboard-here = Rangliste hier posten
button-leaderboard-remove = Rangliste entfernen
button-week-here = Woche in Worten hier posten
button-week-off = Woche in Worten beenden
button-daily-puzzle = Tägliches Rätsel

## Together

together = **Zusammen**: Dieser Kanal spielt gegen den Computer. Wie stark?
together-rule = Den nächsten Stein darf jeder werfen, aber niemand zweimal hintereinander.
together-first-random = Eine Münze entscheidet, wer beginnt
together-first-channel = Dieser Kanal beginnt
together-first-computer = Fourfall beginnt
together-discs = Steine: { $people }
together-best = 🏅 Der beste Stein: **{ $name }**, Spalte { $column } (Zug { $number })
together-record = 🤝 Zusammen: { $levels }
together-level = { $level } { $won } von { $games }

## The week in words

week-title = 📰 **Die Woche in Worten** · { $first } – { $last }
week-leaders = 🏆 Die meisten Siege: { $people } ({ $record })
week-climber = 📈 **{ $name }** hat am meisten zugelegt: +{ $gain }, auf { $rating }
week-rivalry = ⚔️ Das längste Duell: **{ $one }** führt { $score } gegen **{ $other }**
week-rivalry-level = ⚔️ Das längste Duell: Zwischen **{ $one }** und **{ $other }** steht es { $score }
week-streaks = 🧩 Rätselserien: { $people }
week-shortest = ⚡ Der kürzeste Sieg: **{ $winner }** gegen **{ $loser }** in { $moves } Zügen
week-picture = Der kürzeste Sieg der Woche, Zug um Zug

## Replays

replay-start = Vor dem ersten Zug. { $count ->
    [one] Es folgt { $count } Zug.
   *[other] Es folgen { $count } Züge.
}
replay-move = Zug { $number } von { $count }: **{ $name }** hat Spalte { $column } gewählt.
replay-private = 👀 Das siehst nur du, weil es nicht dein Spiel ist. Mit *GIF teilen* hier unten zeigst du es allen.
shared-by = -# Gezeigt von **{ $name }**
replay-picture = { $first } gegen { $second } auf einem Brett, Zug für Zug

## Reviews

review-waiting = 🔍 Ich bin noch mit einer anderen Analyse beschäftigt. Dieses Spiel kommt als Nächstes dran.
review-interrupted = Ich wurde mitten in dieser Analyse neu gestartet. Mit *Analyse* beginnt sie von vorn.
review-working = 🔍 Ich gehe das Spiel durch: { $bar } { $done } von { $count } Zügen
review-title = 🔍 **Analyse:** { $game }
review-accuracy = { $disc } **{ $name }**: { $accuracy } % Genauigkeit
review-course = So lief es für { $disc } **{ $name }**:
review-turning-point = ❗ **Wendepunkt** · { $played }
review-resigned-winning = 🏳️ **{ $name }** stand auf Gewinn und hat trotzdem aufgegeben.
review-resigned-even = 🏳️ Das Spiel war noch ausgeglichen, als **{ $name }** aufgab.
review-timed-out-winning = ⌛ **{ $name }** stand auf Gewinn, als die Zeit ablief.
review-timed-out-even = ⌛ Das Spiel war noch ausgeglichen, als die Zeit von **{ $name }** ablief.
review-agreed-winning = 🤝 **{ $name }** stand auf Gewinn, als das Unentschieden vereinbart wurde.
review-no-turning-point = Kein einzelner Zug hat dieses Spiel entschieden.
review-move = Zug { $number } von { $count }: **{ $name }** hat Spalte { $column } gewählt. { $grade }
move-misses-win = Sieg verpasst: { $three }, und Spalte { $columns } war frei.
move-misses-block = Nicht blockiert: Spalte { $column } war frei, und **{ $name }** hatte { $three }.
move-passes-up-win = Hier war ein Sieg in { $moves } Zügen möglich.
move-loses = Danach kann **{ $name }** in { $moves } Zügen gewinnen.
move-fills-below = Der Stein füllt das Feld direkt unter einem Gewinnfeld, das **{ $name }** jetzt blockieren kann.
three-vertical = drei übereinander
three-horizontal = drei in einer Reihe
three-diagonal = drei auf einer Diagonale
review-better = Besser: Spalte { $better }.
review-holds-out = Spalte { $better } hält länger durch.
review-better-any-but = Besser: alles außer Spalte { $columns }.
grade-best = ⭐ Bester Zug
grade-good = 👍 Guter Zug
grade-inaccuracy = ⁉️ Ungenauigkeit
grade-mistake = ❓ Fehler
grade-blunder = ❌ Grober Fehler
grade-count-best = { $count ->
    [one] { $count } bester Zug
   *[other] { $count } beste Züge
}
grade-count-good = { $count ->
    [one] { $count } guter Zug
   *[other] { $count } gute Züge
}
grade-count-inaccuracy = { $count ->
    [one] { $count } Ungenauigkeit
   *[other] { $count } Ungenauigkeiten
}
grade-count-mistake = { $count } Fehler
grade-count-blunder = { $count ->
    [one] { $count } grober Fehler
   *[other] { $count } grobe Fehler
}

## Puzzles

puzzle-title = 🧩 **Fourfall #{ $number }** · { $date } · { $stars }
puzzle-post-title = { $title } · Tägliches Rätsel
puzzle-task = { $discs ->
    [one] { $disc } Gewinne sofort.
   *[other] { $disc } Gewinne in { $discs } Zügen.
}
puzzle-intro = Finde in jedem Zug die eine Spalte, die gewinnt. Eine falsche kostet ein ❤️. Je mehr ★, desto schwerer.
puzzle-wrong = ❌ Mit Spalte { $column } ist der Gewinn dahin.
puzzle-right = ✅ Spalte { $column } stimmt! { $disc } antwortet in Spalte { $reply }.
puzzle-solved = 🎉 **Gelöst!**
puzzle-failed = 💔 Kein Leben mehr übrig. *Lösung* zeigt, wie es geht.
puzzle-streak = 🔥 { $days ->
    [one] Das Rätsel von gestern hast du gelöst. Weiter so!
   *[other] { $days } Tage in Folge. Weiter so!
}
puzzle-streak-survived = 🔥 Deine Serie von { $days } Tagen geht trotz gestern weiter: Einer von sieben Tagen darf ausfallen. Bleib dran!
puzzle-streak-lost = { $days ->
    [one] Deine Serie von einem Tag endet hier.
   *[other] Deine Serie von { $days } Tagen endet hier.
}
puzzle-streak-survives = 🔥 Deine Serie von { $days } Tagen übersteht das: Einer von sieben Tagen darf ausfallen. Morgen geht’s weiter!
puzzle-streak-over = 🔥 Deine letzte Serie: { $days } Tage. Mit dem Rätsel von heute beginnt eine neue!
puzzle-archive = Aus dem Archiv: Es zählt nicht für deine Serie.
puzzle-practice = Nur zur Übung: Hier zählt nichts.
puzzle-still-counts = ⏳ Du hast das Rätsel von gestern vor Mitternacht UTC begonnen: Es zählt noch, wenn du es bis { $time } löst.
puzzle-counts = ⏳ Du hast vor Mitternacht UTC begonnen, also zählt es für gestern.
puzzle-late = Sein Tag war schon vorbei: Es zählt nicht für deine Serie.
puzzle-next = Nächstes Rätsel: Mitternacht UTC (bei dir { $time }).
puzzle-card-solved = **{ $name }** hat Fourfall #{ $number } { $stars } gelöst
puzzle-card-failed = **{ $name }** ist an Fourfall #{ $number } { $stars } gescheitert
puzzle-legend = ✅ erster Versuch · 2️⃣ zweiter · 3️⃣ dritter · ❌ nicht gefunden
puzzle-solver = **{ $name }** 🔥 { $days }
and-more = und { $count } weitere
puzzle-solvers = 🏅 Hier gelöst: { $people }
puzzle-crown = 👑 { $people } ({ $mistakes ->
    [0] kein Fehler
    [one] 1 Fehler
   *[other] { $mistakes } Fehler
})
puzzle-solved-here = { $count } haben es hier gelöst
puzzle-post-yesterday = Gestern: { $people }
puzzle-server-streak = 🔥 Dieser Server: { $days } Tage in Folge
puzzle-server-streak-over = 🔥 Die Serie dieses Servers endete nach { $days } Tagen. Rekord: { $best }.
puzzle-stuck = 💔 Nicht geschafft: { $people }
puzzle-post-past = 🧩 #{ $number } · { $count ->
    [0] hier nicht gelöst
    [one] von 1 Person hier gelöst
   *[other] von { $count } hier gelöst
}
puzzle-shared = Es steht in spätestens zehn Minuten beim [Rätsel des Tages]({ $link }).
puzzle-month = 🧩 **Tägliche Rätsel in diesem Monat**
puzzle-month-line = **{ $rank }** { $name } · { $days ->
    [one] 1 Tag
   *[other] { $days } Tage
} · { $mistakes ->
    [0] kein Fehler
    [one] 1 Fehler
   *[other] { $mistakes } Fehler
}
puzzle-month-empty = Hier hat diesen Monat noch niemand eins gelöst. Fang du an!
puzzle-solution = 💡 **Fourfall #{ $number }**: die Lösung
puzzle-forced-win = Ab hier droht jeder Stein zu gewinnen, bis zwei Drohungen auf einmal stehen.
puzzle-only-win = Spalte { $column } gewinnt in { $moves } Zügen, und keine andere.
button-puzzle-open = Lösen
button-puzzle-share = Teilen
button-puzzle-practice = Üben
button-puzzle-solution = Lösung
button-puzzle-earlier = Voriges
button-puzzle-later = Nächstes
button-puzzle-yesterday = Lösung von gestern
button-puzzle-month = Dieser Monat
refused-cannot-post = In diesem Kanal kann ich nichts posten: Ich muss ihn sehen und hier schreiben dürfen.
refused-not-a-member = Hier kann ich nichts posten: Ich bin kein Mitglied dieses Servers. Lade mich erst ein.
refused-enough-leaderboards = Die Rangliste steht auf diesem Server schon in drei Kanälen: { $channels }. Entferne sie zuerst in einem davon.
refused-no-puzzle = Ein Rätsel mit dieser Nummer gibt es nicht. Sie gehen von 1 bis { $last }, und jeden Tag kommt eins dazu.
refused-puzzle-open = Versuch das heutige Rätsel erst selbst: `/daily`. Die Lösung siehst du danach, und morgen sehen sie alle.
refused-puzzle-still-counts = Das Rätsel von gestern kannst du noch bis { $time } lösen, und es zählt. Danach siehst du die Lösung.
refused-puzzle-not-finished = Bring das Rätsel erst zu Ende. Dann kannst du zeigen, wie es lief.

## Training

training-title = 🎯 Dein Spiel gegen **{ $name }** vom { $date }
training-board = Auf dem Brett: dein Zug im Spiel und die beste Antwort darauf.
training-board-move = Auf dem Brett: dein Zug im Spiel.
training-win = { $disc } Du bist dran. Hier hast du einen Sieg verpasst: Welche Spalte war es?
training-defence = { $disc } Du bist dran. Es wird gefährlich: Mit welcher Spalte bleibst du im Spiel?
training-lost = { $disc } Du bist dran. Hier verlierst du: Mit welcher Spalte hältst du am längsten durch?
training-right = ✅ **Richtig!**
training-wrong = ❌ **Diesmal nicht.**
training-best = Am besten: Spalte { $columns }.
training-best-any-but = Am besten: alles außer Spalte { $columns }.
training-tried-before = Du hattest es schon einmal versucht, und der erste Versuch zählt.
training-tried = Spalte { $column }: { $why }
training-also = Auch gut: Spalte { $columns }.
training-played = Im Spiel hast du Spalte { $column } gewählt.
training-answer = Die beste Antwort darauf ist Spalte { $column }.
training-again = 🔁 Diese Stellung kommt am { $date } wieder.
training-solved = { $failedBefore ->
    [0] In den letzten 7 Tagen: { $solved } gelöst
   *[other] In den letzten 7 Tagen: { $solved } gelöst, davon { $failedBefore } nach einem Fehlversuch
}
training-nothing = 🎉 Gerade gibt es nichts mehr zu trainieren. Wenn du einen Sieg verpasst, nicht blockierst oder die andere Seite weit davonziehen lässt, taucht die Stellung hier auf.
training-next-due = 🔁 Die nächste Stellung kommt am { $date }.
training-daily = Bis dahin gibt es das tägliche Rätsel und die früheren.
training-done = ✅ Diese Stellung ist geschafft.
training-no-games = 🎯 Spiel erst einmal. Danach tauchen hier die Stellungen auf, in denen du einen Fehler gemacht hast.
training-looking = 🔍 Ich suche in deinen beendeten Spielen nach Stellungen. Schau gleich noch einmal nach.
button-train = 🎯 Trainieren

## Privacy

privacy-about =
    🔒 Von allen, die spielen, speichere ich die Discord-ID, die Namen und was sie eingestellt haben, außerdem wo, wann und wie jedes Spiel gespielt wurde und endete, und was sie in Rätseln und im Training versucht haben. Was Leute schreiben, lese und speichere ich nie. Du kannst alles herunterladen, was ich über dich weiß, oder es löschen.
privacy-export = 📦 Hier ist alles, was ich über dich weiß.
privacy-export-follows = 📦 Alles, was ich über dich weiß, kommt gleich.
privacy-export-too-large = 📦 Was ich über dich weiß, ist zu groß, um es hier zu schicken. Bitte frag nach, wer diesen Bot betreibt: Von dort kannst du die Datei bekommen.
privacy-export-failed = ❌ Ich konnte nicht alles schicken, was ich über dich weiß. Bitte versuch es später noch einmal.
privacy-ask-delete = 🗑️ Willst du deine Daten wirklich löschen? Du gibst deine laufenden Spiele auf, verlierst deine Ergebnisse und Wertungen und heißt in den Spielen anderer nur noch „gelöschtes Profil“. Auch deine Einstellungen und Blockierungen in `/preferences` werden gelöscht. Bretter beendeter Spiele bleiben in ihren Kanälen, wie sie sind. Das lässt sich nicht rückgängig machen.
privacy-deleted = 🗑️ Erledigt. Deine Daten sind gelöscht. Wenn du wieder spielst, fängst du ganz neu an.
game-deleted = 🗑️ Dieses Spiel ist vorbei: Die Person, die hier gespielt hat, hat ihre Daten gelöscht.
challenge-deleted = 🗑️ Diese Herausforderung ist vorbei: Eine beteiligte Person hat ihre Daten gelöscht.
privacy-kept = 👍 Es wurde nichts gelöscht.
privacy-nothing = Ich habe keine Daten von dir.

## Preferences

preferences-title = ⚙️ **Deine Einstellungen**
preferences-anyone = ⚔️ Alle dürfen dich herausfordern.
preferences-played = ⚔️ Herausfordern dürfen dich nur Leute, mit denen du schon ein Spiel zu Ende gespielt hast.
preferences-nobody = ⚔️ Niemand darf dich herausfordern.
preferences-turns-on = 🔔 Du wirst erwähnt, wenn du nach langem Warten wieder am Zug bist.
preferences-turns-off = 🔕 Du wirst nicht erwähnt, wenn du am Zug bist.
preferences-reminders-on = ⏰ Wenn ein Zug einen Tag oder länger dauern darf, wirst du einmal erinnert, bevor du auf Zeit verlierst.
preferences-reminders-off = 🔕 Du wirst nicht erinnert, bevor du auf Zeit verlierst.
preferences-listed = 👀 Dein Name steht auf der Rangliste aller Server.
preferences-unlisted = 🙈 Dein Name steht nicht auf der Rangliste aller Server.
preferences-blocked-none = 🚫 Du hast niemanden blockiert.
preferences-blocked = 🚫 Blockiert ({ $count }): { $people }
challenges-anyone = Alle
challenges-played = Leute, mit denen ich ein Spiel zu Ende gespielt habe
challenges-nobody = Niemand
choose-challenges = Wer dich herausfordern darf …
choose-block = Leute blockieren …
choose-unblock = Blockierung aufheben …
button-turn-pings-on = Am Zug erwähnen
button-turn-pings-off = Am Zug nicht erwähnen
button-block = Blockieren
offer-block = Möchtest du von **{ $name }** keine Herausforderungen mehr bekommen?
blocked = 🚫 { $mention } kann dich nicht mehr herausfordern. Mit `/preferences` hebst du das wieder auf.
unknown-user = Unbekannt ({ $id })

## Help

help-goal = 🔴🟡 **Vier in einer Reihe** gewinnen: waagerecht, senkrecht oder diagonal.
help-play = ▶️ { $play }: gegen eine bestimmte Person, gegen irgendwen hier oder gegen den Computer, allein oder mit dem ganzen Kanal.
help-board = 🔍 { $board } zeigt dein Brett, auch in Worten; { $games } zeigt alle Spiele.
help-results = 🏆 { $leaderboard }, { $stats } und { $history }: wer wie gut spielt.
help-fair = ⚖️ In die Rangliste kommen Spiele ab { $discs } Steinen und höchstens { $wins } Siege am Tag gegen dieselbe Person. Medaillen gibt es, wenn man gegen { $opponents } Leute gespielt hat.
help-puzzles = 🧩 { $daily }: jeden Tag ein Rätsel. { $train }: aus eigenen Fehlern lernen.
help-choices = ⚙️ { $preferences }: wann du erwähnt wirst, wer dich herausfordern darf und deine Daten.
