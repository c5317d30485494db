## The board

board-title = { $first } { $firstName } vs { $second } { $secondName }
title-person = **{ $name }**
title-computer = **Fourfall** ({ $level })
computer = Fourfall
this-channel = This channel
some-channel = A channel
everyone = Everyone
computer-at-level = Fourfall ({ $level })
board-goal = { $connect } in a row
play-menu = 🔴🟡 **Who do you want to play?**
play-menu-friend = Pick a friend, invite anyone here, or play the computer.
play-menu-friend-only = Pick a friend, or invite anyone here.
choose-friend = Challenge a friend…
play-chosen = Options: { $options }
posted-below = 👍 Posted in the channel, below.
play-options = **Options** for your next game.
play-options-rated = Only games between people, on the 7 × 6 board and with a time limit, can be rated.
choice-board = Board: { $board }
choice-time-control = Time for each move: { $time }
choice-theme = Look: { $theme }
play-rated = Rated
play-unrated = Not rated
play-no-limit = No time limit
play-first-you = You go first
play-first-other = You go second
series = { $first } { $one } – { $other } { $second }
time-ten-minutes = 10 minutes
last-move = **{ $name }** played column { $column }.
time-ends = time ends { $time }
ping-move = { $mention }, your move against **{ $name }**.
ping-draw = { $mention }, **{ $name }** offers a draw.
ping-take-back = { $mention }, **{ $name }** asks to take a move back.
offer-draw = 🤝 **{ $name }** offers a draw. { $mention }, do you accept?
offer-take-back = ↩️ **{ $name }** asks to take back column { $column }. { $mention }, is that all right?
offer-take-back-both = ↩️ **{ $name }** asks to take back column { $column } and your reply. { $mention }, is that all right?
took-back = ↩️ **{ $name }** took a move back.
draw-lapsed = 🤝 **{ $name }**’s draw offer has lapsed.
take-back-lapsed = ↩️ **{ $name }**’s request to take back a move has lapsed.
draw-declined = ✋ **{ $name }** declined the draw.
take-back-declined = ✋ **{ $name }** declined the take-back.
timed-out = ⌛ { $loser } ran out of time.
draw-by-agreement = Both agreed.
claimed = ⌛ { $loser } hadn’t moved for seven days.
may-claim = ⌛ **{ $away }** hasn’t moved for seven days: **{ $winner }** can claim the win.
called-off = 💤 This game ended before both had moved. It doesn’t count.
called-off-by = 💤 **{ $name }** called the game off. It doesn’t count.
called-off-idle = 💤 This game was called off after { $days } days without a move. It doesn’t count.
called-off-replaced = 💤 This game was called off for a new one. It doesn’t count.
interrupted = 💤 This game couldn’t go on here, so it was called off. It doesn’t count.
ended-by-moderator = 🛑 A moderator ended this game. It doesn’t count.
reminder = ⏰ { $mention }, it’s your move against **{ $name }**. You lose on time { $time }: { $link }
reminder-first-move = ⏰ { $mention }, it’s your move against **{ $name }**. The game is called off { $time }: { $link }
text-board-title = **{ $first }** goes first against **{ $second }**. The board is { $board }.
text-board-empty = Column { $column } is empty.
text-board-column = Column { $column }, from the bottom: { $discs }.
text-board-full = Column { $column } is full, from the bottom: { $discs }.
text-board-turn = It’s **{ $name }**’s turn.
your-move = { $disc } { $mention }, your move
thinking = { $disc } **{ $name }** is thinking…
won = 🏆 { $name } wins!
computer-won = 🤖 { $name } wins!
drawn = 🤝 It’s a draw!
board-full = The board is full.
resigned = 🏳️ { $loser } resigned.
line-vertical = { $length } in a row, vertical, column { $start }
line-horizontal = { $length } in a row, horizontal, columns { $start }–{ $end }
line-diagonal = { $length } in a row, diagonal, columns { $start }–{ $end }
lines-two = { $one } and { $other }
not-rated = not rated
rated = This game is rated.
title-unrated = unrated
not-rated-no-limit = Not rated: there is no time limit.
not-rated-today = Not rated: you two have already started { $most } rated games today.
not-rated-new-account = Not rated, and it doesn’t count for leaderboards: both accounts have to be at least a week old for that.
too-short = Fewer than { $discs } discs: it doesn’t count for ratings or leaderboards.
win-limit = It doesn’t count for leaderboards: only { $wins } wins a day against the same person do.
rating-change = **{ $name }** { $change } → { $after }
streak = 🔥 { $count ->
    [3] Third win in a row!
    [4] Fourth win in a row!
    [5] Fifth win in a row!
   *[other] { $count } wins in a row!
}
ratings-changed = 📈 Rating: { $changes }
ratings-new = New ratings move a lot.
deleted-player = a deleted player
hidden-player = a hidden player

## Buttons

button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-cancel = Cancel
button-join = Join
button-draw = Offer draw
button-take-back = Take back
button-hint = 💡 Hint
button-show-hint = Show me
button-resign = Resign
button-claim = Claim win
button-really-resign = Really resign
button-really-call-off = Really call off
button-play-on = Keep playing
button-start-new = Start new game
button-rematch = Rematch
choose-first = Who goes first
button-together = Together
button-again = Again
button-harder = Harder
button-play-level = Play { $level }
button-invite = Invite anyone
button-challenge = Challenge { $name }
button-options = Options
button-new-game = New game
button-play-now = Play now
button-ask-again = Ask again
button-previous = Previous
button-next = Next
button-start = Start
button-back = Back
button-end = End
choose-game = Resign a game…
which-game = Which of your games do you mean?
waiting-here = It’s not your turn in any of your games here. You’re waiting for:
button-share = Share GIF
button-show-everyone = Show everyone
button-summary = Summary
button-turning-point = Turning point
button-look-again = Look again
button-my-place = My place
button-by-rating = By rating
button-by-wins = By wins
button-all-time = All time
button-season = Season { $number }
button-seasons = Seasons
button-month = This month
button-week = This week
button-everywhere = All servers
button-server = This server
button-show-name = Show my name
button-hide-name = Hide my name
button-my-data = My data
button-export = Download
button-ask-delete = Delete…
button-really-delete = Delete my data
button-keep = Keep my data

## Challenges

challenge = ⚔️ { $mention }, **{ $challenger }** challenges you!
challenge-open = ⚔️ **{ $challenger }** wants to play Four in a Row. Who’s in?
challenge-rematch = ⚔️ { $mention }, **{ $challenger }** wants a rematch!
first-named = **{ $name }** goes first
first-joiner = whoever joins goes first
challenge-time-control = { $time } for each move
challenge-until = expires { $time }
challenge-rated = rated
challenge-declined = **{ $opponent }** declined **{ $challenger }**’s challenge.
challenge-cancelled = **{ $challenger }** withdrew the challenge.
challenge-expired = Nobody took up **{ $challenger }**’s challenge in time.
challenge-expired-named = **{ $opponent }** didn’t answer **{ $challenger }**’s challenge in time.
challenge-accepted = **{ $challenger }**’s challenge was accepted.

## Refusals

refused-self = You can’t challenge yourself. Pick a friend, or leave the opponent out so that anyone can join.
refused-bot = **{ $name }** is a bot and can’t press buttons. Pick a friend, or play the computer: `/play` with a level.
refused-absent = **{ $name }** isn’t in this server and couldn’t see your challenge. Pick somebody who is here.
refused-level = Only the computer has levels. Leave the level out, or leave **{ $name }** out to play the computer.
refused-nobody-here = Nobody else can see this chat. Pick a level to play the computer, or use `/play` in a server, where your friends are.
refused-you-play-here = You are already playing me in this channel: { $link }. Finish that game first, or pick another board.
refused-you-play-unseen = You already have this game in this channel. See it with `/board`. Finish it first, or pick another board.
refused-you-play-them = You are already playing **{ $name }** in this channel: { $link }. Finish that game first, or pick another board.
refused-too-many-games = You have enough games going: at most { $here } in a channel, and { $all } in all. Finish one first.
refused-they-have-too-many = **{ $name }** has enough games going. Try again when one of them is over.
refused-you-challenged = You have already challenged **{ $name }**: { $link }. Press *Decline* there, or wait for an answer.
refused-they-challenged = **{ $name }** has already challenged you. Answer here: { $link }
refused-challenged-recently = You can challenge **{ $name }** again { $time }: there is a pause after challenges that led to no game.
refused-open-here = You already have an open challenge in this channel: { $link }. Cancel it first, or wait until somebody joins.
refused-cannot-be-challenged = **{ $name }** can’t be challenged at the moment.
refused-you-blocked-them = You have blocked **{ $name }**. Unblock them with `/preferences` first.
refused-cannot-join = You can’t join this game at the moment.
refused-too-many-blocks = You can block { $limit } people at most. Unblock somebody first.
refused-block-self = You can’t block yourself.
refused-block-bot = You can’t block me here. If you’d rather not see me, block me from my Discord profile.
refused-not-challenged = This challenge is for **{ $name }**. Start your own with `/play`.
refused-own-challenge = This is your own challenge. Somebody else has to accept it.
refused-not-your-challenge = Only **{ $name }** can cancel this challenge.
refused-not-yours-to-repeat = This is **{ $name }**’s challenge. Start your own game with `/play`.
refused-challenge-accepted = This challenge has already been accepted.
refused-challenge-declined = This challenge was declined.
refused-challenge-cancelled = This challenge was withdrawn.
refused-challenge-expired = This challenge has expired. Start a new one with `/play`.
refused-rematch-offered = A rematch has already been offered: { $link }
refused-rematch-taken = You two have already played that rematch. Use `/play` for another game.
refused-not-your-rematch = Only the two who played can have a rematch. Start your own game with `/play`.
refused-opponent-deleted = Your opponent has deleted their data, so there can’t be a rematch. Use `/play` for another game.
refused-still-playing = This game isn’t over yet.
refused-no-game = You have no game in this channel. Start one with `/play`, or see all your games with `/games`.
last-game-over = You have no game going on here. Your last one is over: { $link }
refused-not-your-game = This isn’t your game. Start your own with `/play`.
refused-not-your-turn = It’s **{ $name }**’s turn.
refused-computers-turn = It’s the computer’s turn, and it’s still thinking. One moment!
refused-dropped-last = You dropped the last disc. Let somebody else play, or try again { $time }.
refused-playing-together = This channel is already playing: { $link } (`/board` brings it here, unless you play another game here)
refused-no-hint-found = I couldn’t find a hint just now. Please try again in a moment.
refused-column-full = Column { $column } is full. Pick another one: it’s still your turn.
refused-no-column = There is no such column. Pick 1–{ $columns }.
refused-old-board = This board is old. The game is here: { $link }
refused-board-pinged = The other player was pinged here, so the board stays: { $link }
refused-reposted-recently = The board was posted just now. You can post it again at { $time }.
refused-shared-recently = This was just shared here. You can share it again at { $time }.
refused-just-changed = The board has just changed. Take another look.
refused-too-late = That took too long to reach me, so nothing happened. Please try again.
refused-game-won = This game is over: **{ $name }** won.
refused-game-timed-out = This game is over: **{ $loser }** ran out of time, so **{ $winner }** won.
refused-game-claimed = This game is over: **{ $loser }** didn’t move for seven days, and **{ $winner }** claimed the win.
refused-game-called-off = This game was called off. It doesn’t count.
refused-game-interrupted = This game is over: it couldn’t go on here, so it was called off. It doesn’t count.
refused-game-ended-by-moderator = This game is over: a moderator ended it. It doesn’t count.
refused-level-board = The computer plays the level “{ $level }” on the 7 × 6 and 6 × 5 boards only. Pick another level, or one of these boards.
refused-draw-declined = **{ $name }** declined the draw. You can offer another after your next move.
refused-take-back-declined = **{ $name }** declined the take-back. You can ask again after your next move.
refused-draw-withdrawn = You withdrew your offer. You can offer another draw after your next move.
refused-draw-too-early = You can offer a draw once you have both moved. Until then, *Resign* calls the game off.
refused-take-back-withdrawn = You withdrew your request. You can ask again after your next move.
refused-not-your-offer = Only **{ $name }** can withdraw that.
refused-not-your-claim = Only **{ $name }** can claim this win. Make your move, and the game goes on.
refused-nothing-to-claim = There’s no win to claim here: your opponent hasn’t been away for seven days.
refused-nothing-to-take-back = You haven’t made a move yet, so there is nothing to take back.
refused-game-drawn = This game is over: it’s a draw.
refused-computer-off = Games against the computer are switched off in this server. Challenge a friend instead!
refused-wrong-channel = In this server, games belong here: { $channels }
refused-channel-full = { $most ->
    [one] A game is already going on in this channel, and this server allows only one at a time.
   *[other] { $most } games are already going on in this channel. That’s as many as this server allows.
} Wait until one is over, or try another channel.
refused-nobody-sees = In this server, only you can see what I post, so nobody could answer. Ask a moderator to add me to the server, or play the computer: `/play` with a level.
refused-use-buttons = In this server, only you would see the new board. Use the buttons below this one: { $link }
refused-not-manager = Only those who can manage this server can do that.
refused-no-settings = Settings are for servers that have added me.
refused-no-time-zone = I don’t know a place of that name. Type a city or a country, and pick it from the list. Names such as EST or GMT+2 know no summer time.
refused-not-your-question = Only **{ $name }** can answer that.
refused-unknown-button = I don’t know this button anymore. Start fresh with `/play` or `/board`.
refused-gone = I can’t find this game anymore. Start a new one with `/play`.
refused-only-servers = There’s no server here. Pick “all servers”, or use `/leaderboard` in a server.
refused-unknown-command = I don’t know this command anymore. `/help` shows what I can do.
refused-computers-results = 🤖 That’s me! I keep no list of my own games. Yours are in `/stats` and `/history`.
refused-no-such-game = I can’t find that game. `/history` lists finished games with their numbers.
refused-unknown-player = I have no games by this player.
refused-not-my-message = That message isn’t mine, so it can’t be one of my boards.
refused-no-board-there = There’s no game in that message. Try the newest board of a game.
refused-review-board = I can only review games on the 7 × 6 and 6 × 5 boards.
refused-busy = I’m still busy with what you asked for before. Please try again in a moment.
refused-review-failed = I couldn’t finish this review just now. Please try again in a moment.

## Faults

fault = Something went wrong on my side. Nothing is lost: please try again in a moment, or use `/board`. (Reference: { $reference })
response-refused = Discord doesn’t let me show that here. Nothing is lost: if you made a move, it counts, and { $board } shows the game.

## Hints

hint-best = **Play column { $columns }.**
hint-any = Any column will do.
hint-any-but = Anything but column { $columns }.
hint-all-lost = Every column loses.
hint-threatened = **{ $name }** can win in column { $columns }, and you can block only one.
hint-lost = You’re behind. { $count ->
    [one] Column { $columns } holds
   *[other] Columns { $columns } hold
} out longest.
hint-wins-now = { $count ->
    [one] Column { $columns } wins at once.
   *[other] Columns { $columns } win at once.
}
hint-wins = { $count ->
    [one] Column { $columns } wins in { $moves } moves.
   *[other] Columns { $columns } win in { $moves } moves.
}
hint-draws = { $count ->
    [one] Column { $columns } draws.
   *[other] Columns { $columns } draw.
}
hint-nudge-wins-now = You can win right now. Do you see where?
hint-nudge-blocks = Look out: **{ $name }** is about to win.
hint-nudge-lost = You’re behind, so make it last.
hint-nudge-careful = Careful: { $count ->
    [one] one column loses.
   *[other] { $count } columns lose.
}
hint-nudge-wins = There’s a win here.
hint-nudge-left = Look at the left side.
hint-nudge-middle = Look around the middle.
hint-nudge-right = Look at the right side.
hints-used = 💡 { $count ->
    [one] { $count } hint was used.
   *[other] { $count } hints were used.
}
and = { $list } and { $last }
or = { $list } or { $last }

## Reasons

reason-for-wins = It wins at once.
reason-for-blocks = It blocks: **{ $name }** would win there.
reason-for-double-threat = It makes two threats at once, in columns { $one } and { $other }.
reason-for-double-threat-above = It makes two threats, one above the other, in column { $above }.
reason-for-replies-lose = Every reply loses at once.
reason-for-reply-loses = Then only column { $reply } is open, and that loses at once.
reason-for-forced-win = It wins by force: { $moves }
reason-for-stacked-threats = Then two winning squares in column { $at } decide, one above the other: only one can be blocked.
reason-for-zugzwang = It wins in the end: when the free squares run out, **{ $name }** must play right below the winning square, row { $row } from the bottom in column { $at }.
reason-for-ends-lines = Then **{ $name }** can’t make a line anymore.
reason-for-follow-up = Then answering each disc in the same column holds the draw.
reason-for-only-win = No other column wins.
reason-for-only-draw = Every other column loses.
reason-for-trap = It sets a trap: every answer but column { $reply } loses.
reason-against-leaves-threat = **{ $name }** then wins in column { $column }.
reason-against-win-above = **{ $name }** then wins right on top of it.
reason-against-double-threat = The answer in column { $reply } makes two threats at once.
reason-against-forced-win = **{ $name }** then wins by force: { $moves }
reason-against-stacked-threats = **{ $name }** then has two winning squares in column { $at }, one above the other: only one can be blocked.
reason-against-zugzwang = When the free squares run out, a disc must go right below row { $row } from the bottom in column { $at }, and right on top of it **{ $name }** wins.
reason-against-key-cell = Column { $at } was the key: **{ $name }**’s only good answer is to take it.
reason-against-refutation = Only one answer punishes it: column { $reply }.
variation = It could go on like this: { $moves }

## Lists

games-title = **Your games**
games-none = You have no games going on. Start one with `/play`!
games-your-turn = **your turn**
games-their-turn = waiting for **{ $name }**
games-line = { $disc } against **{ $name }** · { $turn } · move { $number } · { $link }
games-may-claim = **{ $name }** can claim the win
games-you-may-claim = you can claim the win
games-resigned = 🏳️ You resigned your game against **{ $name }**.
games-called-off = 💤 You called the game off. It doesn’t count.
games-claimed = 🏆 You claimed the win against **{ $name }**.
games-pick = Against { $name }, move { $number }
games-claim = Claim win against { $name }
games-really = 🏳️ Do you really want to resign your game against **{ $name }**? { $link }
games-really-call-off = 💤 Do you really want to call off your game against **{ $name }**? It won’t count. { $link }
replace-question = You are still playing the computer here: { $link }. Start a new game? The old one will be called off.
replace-kept = 👍 Your game goes on: { $link }
leaderboard-title = 🏆 **Leaderboard** · { $period } · { $order }
leaderboard-title-everywhere = 🏆 **Leaderboard** · all servers · { $period } · { $order }
leaderboard-line = { $rank } { $name } · { $record }
leaderboard-own = You: { $line }
leaderboard-own-none = You haven’t finished a game here yet.
page = Page { $page } of { $pages }
record-wins = { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
}
record-losses = { $losses ->
    [one] { $losses } loss
   *[other] { $losses } losses
}
record-draws = { $draws ->
    [one] { $draws } draw
   *[other] { $draws } draws
}
stats-title = 📊 **{ $name }**
stats-none = **{ $name }** hasn’t finished a game yet.
stats-none-own = You haven’t finished a game yet. Start one with `/play`!
stats-here = Here: { $record }
stats-everywhere = Everywhere: { $record }
stats-versus = Against **{ $name }**: { $record }
stats-versus-none = **{ $name }** and **{ $opponent }** haven’t finished a game against each other yet.
stats-versus-none-own = You haven’t finished a game against **{ $name }** yet.
period-all-time = all time
leaderboard-by-rating = by rating
leaderboard-by-wins = by wins
leaderboard-nobody = Nobody is on this list yet. Be the first: `/play`!
leaderboard-nobody-in-season = Nobody is on this list.
leaderboard-line-rating = { $rank } { $name } · { $rating } · { $record }
leaderboard-own-unrated = You aren’t on this list yet: finish a rated game and you will be.
leaderboard-own-away = You haven’t finished a rated game for 90 days, so you aren’t on this list. Your next one brings you back.
leaderboard-season = season { $number }
leaderboard-own-season = You haven’t finished a game this season yet.
seasons-title = 🏆 **Seasons of this server**
seasons-running = **Season { $number }** · since { $start }
seasons-past = **Season { $number }** · { $start } – { $end }
season-over = 🏆 **Season { $number } is over!**{ $count ->
    [0] { "" }
    [one] { " " }The champion: { $names }
   *[other] { " " }The champions: { $names }
}
season-climber = 📈 **{ $name }** climbed the most: { $before } → { $after }
season-rivalry = ⚔️ **{ $one }** and **{ $other }** played { $games } games: { $wins } to { $losses }{ $draws ->
    [0] { "" }
    [one] , { $draws } draw
   *[other] , { $draws } draws
}
season-over-next = -# Season { $number } has begun.
season-table = 🏆 **Season { $number }** · who beat whom
season-table-legend = A row shows how often somebody has beaten 1, 2, 3… A dot: not played.
season-table-unplayed = You haven’t played: { $people }
button-season-table = Table
choose-unplayed = Challenge…
choose-season = Leaderboard of…
choice-all-seasons = All time, over all seasons
leaderboard-own-hidden = The managers of this server have hidden you from its leaderboards.
leaderboard-own-reset = The managers of this server have reset your record here. Your next game starts it afresh.
leaderboard-names = -# Others see your name here only if you want them to: `/preferences`
leaderboard-beyond = { $number }+
leaderboard-updated = Updated { $time }
leaderboard-players = { $total ->
    [one] { $total } player
   *[other] { $total } players
}
rating-sure = **{ $rating }**
rating-unsure = **{ $rating }?** · { $games ->
    [one] { $games } more game
   *[other] { $games } more games
} until it is certain
stats-rating-here = 📈 { $rating }
stats-rating-everywhere = Rating everywhere: { $rating }
stats-accuracy = Accuracy: { $accuracy }% { $reviewed ->
    [one] in one reviewed game of the last { $games } against people
   *[other] in { $reviewed } reviewed games of the last { $games } against people
}
stats-accuracy-all = Accuracy: { $accuracy }% over { $games ->
    [one] the last game
   *[other] the last { $games } games
}
stats-streak-wins = Streak: { $count ->
    [one] { $count } win
   *[other] { $count } wins
}
stats-streak-losses = Streak: { $count ->
    [one] { $count } loss
   *[other] { $count } losses
}
stats-streak-draws = Streak: { $count ->
    [one] { $count } draw
   *[other] { $count } draws
}
stats-best-streak = Best: { $count ->
    [one] { $count } win
   *[other] { $count } wins
}
stats-medal = 🏆 Season { $season }: { $place ->
    [1] 1st of { $total }
    [2] 2nd of { $total }
   *[3] 3rd of { $total }
}
stats-puzzle-streak = Puzzle streak: { $days ->
    [one] { $days } day
   *[other] { $days } days
}
stats-puzzle-streak-survived = Puzzle streak: { $days } days, which survived yesterday: one missed day in seven is free
stats-best-win = Best win: **{ $name }** ({ $rating })
stats-best-win-unnamed = Best win: against a player rated { $rating }
stats-computer = Against the computer: { $levels }
stats-level = won { $wins } of { $games } on { $level }
stats-picture = Rating over time: from { $first } to { $last }
history-title = 📜 **{ $name }**: finished games
history-own = 📜 **Your finished games**
history-none = **{ $name }** hasn’t finished a game that you can see here.
history-won = ✅ won
history-lost = ❌ lost
history-drew = 🤝 drawn
history-outcome = { $result } · { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
history-line = `#{ $game }` **{ $name }** · { $outcome } · { $date }
history-description = { $outcome } · { $date }
history-pick = #{ $game } against { $name }
choose-replay = Replay or review a game…

## Settings

language-name = English
settings-title = ⚙️ **Settings of this server** · page { $page } of { $pages }
settings-theme = 🎨 Look of the board: **{ $theme }**
settings-locale = 🌍 Language of boards: **{ $language }**
settings-locale-said = same as Discord ({ $language })
settings-time-control = ⏱️ Time for each move: **{ $time }**
settings-reminders-on = 🔔 Players are reminded before they lose on time.
settings-reminders-off = 🔕 Nobody is reminded before they lose on time.
settings-max-games = 🔢 Games at a time in one channel: **{ $most }**
settings-max-games-any = any number
settings-challenge-time = ⚔️ A challenge waits: **{ $time }**
settings-channels = 📍 Games can start in { $channels }
settings-channels-all = 📍 Games can start in every channel.
settings-computer-on = 🤖 Everybody can play the computer.
settings-computer-off = 🤖 Nobody can play the computer.
settings-note = Games that have started go on as they are.
settings-live = These games are going on. Pick one to end it.
settings-live-none = No games are going on in this server.
settings-pick = { $first } vs { $second }, move { $number }
settings-really = 🛑 Do you really want to end { $first } vs { $second }? The game won’t count. { $link }
settings-ended = 🛑 You ended { $first } vs { $second }.
choose-theme = Look of the board…
choose-board = Board…
choose-rated = Rated or not…
choose-language = Language of boards…
choose-time-control = Time for each move…
choose-max-games = Games at a time in one channel…
choose-challenge-time = How long a challenge waits…
choose-channels = Channels for games…
choose-end = End a game…
choice = { $setting }: { $value }
button-reminders-on = Turn reminders on
button-reminders-off = Turn reminders off
button-every-channel = Allow games in every channel
button-computer-on = Turn on computer games
button-computer-off = Turn off computer games
button-settings-games = Games
button-settings-limits = Limits
button-settings-live = Running games
button-settings-posts = Posts
button-really-end = Really end
button-leave = Let it go on
settings-season = 🏆 **Season { $number }** has been running since { $start }.
settings-season-none = 🏆 No season is running: the leaderboard of this server counts all games.
settings-season-next = The next season starts on { $date }, { $time }: at midnight in this server’s time zone.
settings-season-channel = Results of seasons are posted in { $channel }.
settings-season-note = A new season resets the leaderboard, not ratings. A leaderboard that stays moves to the end of its channel once a day at most, and pings nobody.
settings-season-start = 🏆 Start season { $next } now? Season { $ended } ends, and its leaderboard stays as it is then. This can’t be undone.
settings-season-start-first = 🏆 Start season 1 now? The leaderboard of this server starts over. This can’t be undone.
choose-season-rhythm = Next season…
season-rhythm-by-hand = when you start it here
season-rhythm-month = with every month
season-rhythm-quarter = with every quarter of the year
button-settings-leaderboard = Leaderboard
button-start-season = Start season { $number }
button-people = People
settings-people = 🙈 Hidden people aren’t on this server’s leaderboards. Seasons that end meanwhile are without them; in earlier ones their place stays, without the name. Their games and ratings still count, and they reappear when you show them again.
settings-hidden = Hidden: { $people }
choose-hide = Hide somebody…
choose-show = Show again…
choose-reset = Reset somebody’s record…
button-really-reset = Really reset
settings-reset = Reset the record of **{ $name }**? They start from zero on the leaderboards of this server; past seasons stay as they ended. Their rating stays as it is, since the ratings of others follow from it. This can’t be undone.
settings-reset-done = ✅ The record of **{ $name }** was reset.
stats-reset = ℹ️ The managers of this server have reset your record on its leaderboards. Your rating stays as it was.
settings-puzzle-on = 🧩 The daily puzzle is posted in { $channel } shortly after { $time } ({ $local } your time).
settings-puzzle-next = The next one: { $date }.
settings-puzzle-waits = During summer time it waits for the new puzzle, which comes out at midnight UTC.
settings-puzzle-weekly = Nobody here has solved the last seven, so it comes on Mondays only, until somebody solves one.
settings-puzzle-refused = ⚠️ Discord didn’t let me post the last one in { $channel }.
settings-puzzle-stopped = ⚠️ I stopped posting the daily puzzle: seven times in a row, Discord didn’t let me post it in { $channel }.
settings-puzzle-off = 🧩 The daily puzzle isn’t posted in this server. Everyone can solve it with `/daily`.
settings-time-zone = 🕰️ Time zone: **{ $zone }**. `/settings timezone` changes it.
no-summer-time = no summer time
settings-leaderboard-none = 🏆 No channel of this server has a leaderboard that stays.
settings-leaderboard-on = 🏆 The leaderboard in { $channel } keeps itself up to date: { $period }, { $order }.
settings-leaderboard-again = A new one takes its place { $time }.
settings-leaderboard-deleted = ⚠️ The leaderboard in { $channel } was deleted, so I stopped updating it.
settings-leaderboard-refused = ⚠️ Discord didn’t let me update the leaderboard in { $channel }.
settings-leaderboard-stopped = ⚠️ I stopped updating the leaderboard in { $channel }: seven times in a row, Discord didn’t let me.
settings-week-on = 📰 The week in words comes to { $channel } on Mondays. The next one: { $date }, { $time }.
settings-week-off = 📰 The week in words isn’t posted. It tells each Monday who won the most, who climbed, and more.
settings-week-stopped = ⚠️ I stopped posting the week in words, since Discord didn’t let me post it in { $channel }.
settings-closed-hidden = I don’t see that channel. I need to be in this server, to see the channel, and to connect if it is a voice channel.
settings-closed-forbidden = I can’t send messages there, or somebody has timed me out.
settings-closed-archived = That thread is archived. Write something there, and I’ll continue.
settings-closed-locked = That thread is locked: only moderators can write there.
settings-puzzle-gone = ⚠️ The channel of the daily puzzle was deleted, so I stopped posting it.
settings-week-gone = ⚠️ The channel of the week in words was deleted, so I stopped posting it.
settings-posts-note = None of this pings anyone.
choice-puzzle-off = off
choose-puzzle-hour = Daily puzzle…
choice-leaderboard = Leaderboard: { $period }, { $order }
choose-leaderboard = Leaderboard in this channel…
button-puzzle-here = Puzzle here
button-leaderboard-here = Leaderboard here
button-leaderboard-remove = Remove leaderboard
button-week-here = Week in words here
button-week-off = Stop week in words
button-daily-puzzle = Daily puzzle

## Together

together = **Together**: this channel plays the computer. How strong?
together-rule = Anyone drops the next disc, but nobody twice in a row.
together-first-random = A coin decides who goes first
together-first-channel = This channel goes first
together-first-computer = Fourfall goes first
together-discs = Discs: { $people }
together-best = 🏅 The best disc: **{ $name }**, column { $column } (move { $number })
together-record = 🤝 Together: { $levels }
together-level = { $level } { $won } of { $games }

## The week in words

week-title = 📰 **The week in words** · { $first } – { $last }
week-leaders = 🏆 Most wins: { $people } ({ $record })
week-climber = 📈 **{ $name }** climbed the most: +{ $gain }, to { $rating }
week-rivalry = ⚔️ The longest rivalry: **{ $one }** leads **{ $other }** { $score }
week-rivalry-level = ⚔️ The longest rivalry: **{ $one }** and **{ $other }** are level at { $score }
week-streaks = 🧩 Puzzle streaks: { $people }
week-shortest = ⚡ The shortest win: **{ $winner }** beat **{ $loser }** in { $moves } moves
week-picture = The shortest win of the week, move by move

## Replays

replay-start = Before the first move. { $count ->
    [one] { $count } move follows.
   *[other] { $count } moves follow.
}
replay-move = Move { $number } of { $count }: **{ $name }** played column { $column }.
replay-private = 👀 Only you see this, since it isn’t your game. *Share GIF* here shows it to everyone.
shared-by = -# Shown by **{ $name }**
replay-picture = { $first } against { $second } on a board, move by move

## Reviews

review-waiting = 🔍 I’m still busy with another review. This game comes next.
review-interrupted = I was restarted in the middle of this review. Press *Review* to start it again.
review-working = 🔍 Going through the game: { $bar } { $done } of { $count } moves
review-title = 🔍 **Review** of { $game }
review-accuracy = { $disc } **{ $name }**: { $accuracy }% accurate
review-course = How it went for { $disc } **{ $name }**:
review-turning-point = ❗ **Turning point** · { $played }
review-resigned-winning = 🏳️ **{ $name }** was winning, but resigned.
review-resigned-even = 🏳️ It was still an even game when **{ $name }** resigned.
review-timed-out-winning = ⌛ **{ $name }** was winning when time ran out.
review-timed-out-even = ⌛ It was still an even game when **{ $name }** ran out of time.
review-agreed-winning = 🤝 **{ $name }** was winning when both agreed to a draw.
review-no-turning-point = No single move decided this game.
review-move = Move { $number } of { $count }: **{ $name }** played column { $column }. { $grade }
move-misses-win = Missed win: column { $columns } was open, with { $three }.
move-misses-block = Missed block: column { $column } was open, and **{ $name }** had { $three }.
move-passes-up-win = There was a win in { $moves } moves.
move-loses = **{ $name }** can then win in { $moves } moves.
move-fills-below = The disc fills the square right below a winning one, which **{ $name }** can now block.
three-vertical = three in a column
three-horizontal = three in a row
three-diagonal = three on a diagonal
review-better = Better: column { $better }.
review-holds-out = Column { $better } holds out longer.
review-better-any-but = Better: anything but column { $columns }.
grade-best = ⭐ Best
grade-good = 👍 Good
grade-inaccuracy = ⁉️ Inaccuracy
grade-mistake = ❓ Mistake
grade-blunder = ❌ Blunder
grade-count-best = { $count } best
grade-count-good = { $count } good
grade-count-inaccuracy = { $count ->
    [one] { $count } inaccuracy
   *[other] { $count } inaccuracies
}
grade-count-mistake = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}
grade-count-blunder = { $count ->
    [one] { $count } blunder
   *[other] { $count } blunders
}

## Puzzles

puzzle-title = 🧩 **Fourfall #{ $number }** · { $date } · { $stars }
puzzle-post-title = { $title } · Daily puzzle
puzzle-task = { $discs ->
    [one] { $disc } Win at once.
   *[other] { $disc } Win in { $discs } moves.
}
puzzle-intro = On each turn, find the one column that wins. A wrong one costs a ❤️. The more ★, the harder.
puzzle-wrong = ❌ Column { $column } lets the win slip away.
puzzle-right = ✅ Column { $column } is right! { $disc } answers in column { $reply }.
puzzle-solved = 🎉 **Solved!**
puzzle-failed = 💔 No lives left. *Solution* shows how it’s done.
puzzle-streak = 🔥 { $days ->
    [one] You solved yesterday’s puzzle. Keep the streak going!
   *[other] { $days } days in a row. Keep the streak going!
}
puzzle-streak-survived = 🔥 Your streak of { $days } days survived yesterday: one missed day in seven is free. Keep it going!
puzzle-streak-lost = { $days ->
    [one] Your streak of one day ends here.
   *[other] Your streak of { $days } days ends here.
}
puzzle-streak-survives = 🔥 Your streak of { $days } days survives this: one missed day in seven is free. Keep it going tomorrow!
puzzle-streak-over = 🔥 Your last streak: { $days } days. Solve today’s puzzle to start a new one!
puzzle-archive = From the archive: it doesn’t count for your streak.
puzzle-practice = Just for practice: nothing counts here.
puzzle-still-counts = ⏳ You began yesterday’s puzzle before midnight UTC: it still counts if you solve it by { $time }.
puzzle-counts = ⏳ You began before midnight UTC, so it counts for yesterday.
puzzle-late = Its day was over, so it doesn’t count for your streak.
puzzle-next = Next puzzle: midnight UTC ({ $time } your time).
puzzle-card-solved = **{ $name }** solved Fourfall #{ $number } { $stars }
puzzle-card-failed = **{ $name }** got stuck on Fourfall #{ $number } { $stars }
puzzle-legend = ✅ first try · 2️⃣ second · 3️⃣ third · ❌ not found
puzzle-solver = **{ $name }** 🔥 { $days }
and-more = and { $count } more
puzzle-solvers = 🏅 Solved here: { $people }
puzzle-crown = 👑 { $people } ({ $mistakes ->
    [0] no mistake
    [one] 1 mistake
   *[other] { $mistakes } mistakes
})
puzzle-solved-here = { $count } solved it here
puzzle-post-yesterday = Yesterday: { $people }
puzzle-server-streak = 🔥 This server: { $days } days in a row
puzzle-server-streak-over = 🔥 This server’s streak ended after { $days } days. Its best: { $best }.
puzzle-stuck = 💔 Got stuck: { $people }
puzzle-post-past = 🧩 #{ $number } · { $count ->
    [0] not solved here
    [one] 1 solved it here
   *[other] { $count } solved it here
}
puzzle-shared = It’ll be on the [puzzle’s post]({ $link }) within ten minutes.
puzzle-month = 🧩 **Daily puzzles this month**
puzzle-month-line = **{ $rank }** { $name } · { $days ->
    [one] 1 day
   *[other] { $days } days
} · { $mistakes ->
    [0] no mistake
    [one] 1 mistake
   *[other] { $mistakes } mistakes
}
puzzle-month-empty = Nobody here has solved one yet this month. Be the first!
puzzle-solution = 💡 **Fourfall #{ $number }**: the solution
puzzle-forced-win = From here on each disc threatens to win, up to two threats at once.
puzzle-only-win = Column { $column } wins in { $moves } moves, and no other column does.
button-puzzle-open = Solve it
button-puzzle-share = Share
button-puzzle-practice = Practice
button-puzzle-solution = Solution
button-puzzle-earlier = Previous
button-puzzle-later = Next
button-puzzle-yesterday = Yesterday’s solution
button-puzzle-month = This month
refused-cannot-post = I can’t post in this channel: I need to see it and to send messages here.
refused-not-a-member = I can’t post here: I’m not a member of this server. Invite me to it first.
refused-enough-leaderboards = The leaderboard already stays in three channels of this server: { $channels }. Remove it in one of them first.
refused-no-puzzle = There’s no puzzle with that number. They go from 1 to { $last }, and every day brings one more.
refused-puzzle-open = Try today’s puzzle first: `/daily`. You’ll see its solution once you’re done, and everyone will tomorrow.
refused-puzzle-still-counts = You can still solve yesterday’s puzzle until { $time }, and it counts. You’ll see its solution after that.
refused-puzzle-not-finished = Finish the puzzle first. Then you can show how you did.

## Training

training-title = 🎯 Your game against **{ $name }**, { $date }
training-board = On the board: your move in the game, and the best answer to it.
training-board-move = On the board: your move in the game.
training-win = { $disc } Your move. There’s a win here that you missed: which column?
training-defence = { $disc } Your move. Danger ahead: which column keeps you in the game?
training-lost = { $disc } Your move. You’re losing here: which column holds out longest?
training-right = ✅ **Right!**
training-wrong = ❌ **Not this time.**
training-best = Best: column { $columns }.
training-best-any-but = Best: anything but column { $columns }.
training-tried-before = You had tried it before, and that try counts.
training-tried = Column { $column }: { $why }
training-also = Column { $columns } is good as well.
training-played = In the game you played column { $column }.
training-answer = The best answer to it is column { $column }.
training-again = 🔁 This position comes back on { $date }.
training-solved = { $failedBefore ->
    [0] In the last 7 days: { $solved } solved
   *[other] In the last 7 days: { $solved } solved, { $failedBefore } of them missed before
}
training-nothing = 🎉 Nothing left to train for now. When you miss a win or a block, or let the other side get far ahead, that position turns up here.
training-next-due = 🔁 Your next position comes on { $date }.
training-daily = Meanwhile, there is the daily puzzle, and all earlier ones.
training-done = ✅ This position is done.
training-no-games = 🎯 Play a game first. When it’s over, the positions in which you made a mistake turn up here.
training-looking = 🔍 I’m looking for positions in your finished games. Look again in a moment.
button-train = 🎯 Train

## Privacy

privacy-about =
    🔒 I store the Discord IDs and names of those who play, what they have chosen, where, when and how each game was played and ended, and what they have tried in puzzles and training. I never read or store what people write. You can download all that I know about you, or delete it.
privacy-export = 📦 Here’s everything I know about you.
privacy-export-follows = 📦 Everything I know about you is on its way.
privacy-export-too-large = 📦 What I know about you is too large to send here. Please ask whoever runs this bot: they can send you the file.
privacy-export-failed = ❌ I couldn’t send everything I know about you. Please try again in a while.
privacy-ask-delete = 🗑️ Do you really want to delete your data? You resign your games, lose your results and ratings, and become “a deleted player” in the games of others. Your settings and blocks in `/preferences` are deleted, too. Boards of finished games stay in their channels as they are. This can’t be undone.
privacy-deleted = 🗑️ Done. Your data is deleted. If you play again, you start fresh.
game-deleted = 🗑️ This game is over: its player has deleted their data.
challenge-deleted = 🗑️ This challenge is over: somebody in it has deleted their data.
privacy-kept = 👍 Nothing was deleted.
privacy-nothing = I have no data about you.

## Preferences

preferences-title = ⚙️ **Your preferences**
preferences-anyone = ⚔️ Anyone may challenge you.
preferences-played = ⚔️ Only people you have finished a game with may challenge you.
preferences-nobody = ⚔️ Nobody may challenge you.
preferences-turns-on = 🔔 You are pinged when it’s your turn after a long wait.
preferences-turns-off = 🔕 You are not pinged when it’s your turn.
preferences-reminders-on = ⏰ When a move may take a day or more, you are reminded once before you lose on time.
preferences-reminders-off = 🔕 You are not reminded before you lose on time.
preferences-listed = 👀 Your name shows on the leaderboard of all servers.
preferences-unlisted = 🙈 Your name doesn’t show on the leaderboard of all servers.
preferences-blocked-none = 🚫 You have blocked nobody.
preferences-blocked = 🚫 Blocked ({ $count }): { $people }
challenges-anyone = Anyone
challenges-played = People I have finished a game with
challenges-nobody = Nobody
choose-challenges = Who may challenge you…
choose-block = Block people…
choose-unblock = Unblock somebody…
button-turn-pings-on = Ping me on my turn
button-turn-pings-off = No pings on my turn
button-block = Block
offer-block = Don’t want any more challenges from **{ $name }**?
blocked = 🚫 { $mention } can’t challenge you anymore. Use `/preferences` to unblock them.
unknown-user = Unknown user ({ $id })

## Help

help-goal = 🔴🟡 **Four in a row** wins: across, up or diagonally.
help-play = ▶️ { $play } a friend, anyone, or the computer, alone or with the whole channel.
help-board = 🔍 { $board } shows your board again, also in words; { $games } lists all your games.
help-results = 🏆 { $leaderboard }, { $stats } and { $history }: how well everyone plays.
help-fair = ⚖️ Leaderboards count games of { $discs } discs or more, and up to { $wins } wins a day over the same person. Medals are for those who have played { $opponents } people.
help-puzzles = 🧩 { $daily }: a puzzle every day. { $train }: learn from your own mistakes.
help-choices = ⚙️ { $preferences }: what pings you, who may challenge you, and your data.
