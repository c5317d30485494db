## The board

board-title = { $first } { $firstName } vs { $second } { $secondName }
title-person = **{ $name }**
title-computer = **Fourfall**（{ $level }）
computer = Fourfall
this-channel = このチャンネル
some-channel = チャンネル
everyone = みんな
computer-at-level = Fourfall（{ $level }）
board-goal = { $connect }個並べたら勝ち
play-menu = 🔴🟡 **誰と対戦しますか？**
play-menu-friend = 友達を選ぶか、ここにいる誰かを誘うか、コンピューターと遊びましょう。
play-menu-friend-only = 友達を選ぶか、ここにいる誰かを誘いましょう。
choose-friend = 友達に挑戦する…
play-chosen = オプション：{ $options }
posted-below = 👍 チャンネルに投稿しました。下にあります。
play-options = 次の対戦の**オプション**です。
play-options-rated = レート対象になるのは、7 × 6のボードで、1手の制限時間がある、人どうしの対戦だけです。
choice-board = ボード：{ $board }
choice-time-control = 1手の制限時間：{ $time }
choice-theme = 見た目：{ $theme }
play-rated = レート対象
play-unrated = レート対象外
play-no-limit = 時間無制限
play-first-you = あなたが先攻
play-first-other = あなたが後攻
series = { $first } { $one } – { $other } { $second }
time-ten-minutes = 10分
last-move = **{ $name }**の手：{ $column }列目。
time-ends = { $time }に時間切れ
ping-move = { $mention }さん、**{ $name }**さんとの対戦はあなたの番です。
ping-draw = { $mention }さん、**{ $name }**さんが引き分けを提案しています。
ping-take-back = { $mention }さん、**{ $name }**さんが手を戻したいそうです。
offer-draw = 🤝 **{ $name }**さんが引き分けを提案しています。{ $mention }さん、受けますか？
offer-take-back = ↩️ **{ $name }**さんが{ $column }列目の手を戻したいそうです。{ $mention }さん、いいですか？
offer-take-back-both = ↩️ **{ $name }**さんが{ $column }列目の手と、それへの返しを戻したいそうです。{ $mention }さん、いいですか？
took-back = ↩️ **{ $name }**さんが手を戻しました。
draw-lapsed = 🤝 **{ $name }**さんの引き分けの提案は無効になりました。
take-back-lapsed = ↩️ **{ $name }**さんの手を戻す申し出は無効になりました。
draw-declined = ✋ **{ $name }**さんは引き分けを断りました。
take-back-declined = ✋ **{ $name }**さんは「待った」を断りました。
timed-out = ⌛ { $loser }は時間切れです。
draw-by-agreement = お互いに合意しました。
claimed = ⌛ { $loser }は7日間打っていませんでした。
may-claim = ⌛ **{ $away }**さんは7日間打っていません。**{ $winner }**さんは勝ちを宣言できます。
called-off = 💤 この対戦は、お互いが1手目を打つ前に終わりました。戦績には入りません。
called-off-by = 💤 **{ $name }**さんが対戦を取りやめました。戦績には入りません。
called-off-idle = 💤 { $days }日間打たなかったため、この対戦は中止になりました。戦績には入りません。
called-off-replaced = 💤 新しい対戦を始めたため、この対戦は中止になりました。戦績には入りません。
interrupted = 💤 この対戦はここで続けられなくなったため、中止になりました。戦績には入りません。
ended-by-moderator = 🛑 モデレーターがこの対戦を終了しました。戦績には入りません。
reminder = ⏰ { $mention }さん、**{ $name }**との対戦はあなたの番です。{ $time }に時間切れで負けになります：{ $link }
reminder-first-move = ⏰ { $mention }さん、**{ $name }**との対戦はあなたの番です。{ $time }に対戦が中止になります：{ $link }
text-board-title = 先攻は**{ $first }**、後攻は**{ $second }**。ボードは{ $board }です。
text-board-empty = { $column }列目は空です。
text-board-column = { $column }列目、下から順に：{ $discs }。
text-board-full = { $column }列目はいっぱいです。下から順に：{ $discs }。
text-board-turn = 次は**{ $name }**の番です。
your-move = { $disc } { $mention }さんの番です
thinking = { $disc } **{ $name }**が考え中です…
won = 🏆 { $name }の勝ち！
computer-won = 🤖 { $name }の勝ち！
drawn = 🤝 引き分け！
board-full = ボードが埋まりました。
resigned = 🏳️ { $loser }が投了しました。
line-vertical = { $start }列目で縦に{ $length }個
line-horizontal = { $start }–{ $end }列目で横に{ $length }個
line-diagonal = { $start }–{ $end }列目で斜めに{ $length }個
lines-two = { $one }、{ $other }
not-rated = レート対象外
rated = この対戦はレート対象です。
title-unrated = レート対象外
not-rated-no-limit = レート対象外：制限時間がありません。
not-rated-today = レート対象外：お二人は今日、レート戦をすでに{ $most }回始めています。
not-rated-new-account = レート対象外で、ランキングにも数えられません：二人のアカウントが両方とも、作成から1週間以上たっている必要があります。
too-short = コマが{ $discs }個になる前に終わったので、レートにもランキングにも入りません。
win-limit = ランキングには入りません。同じ人への勝ちが入るのは1日{ $wins }回までです。
rating-change = **{ $name }** { $change } → { $after }
streak = 🔥 { $count ->
    [3] 3連勝！
    [4] 4連勝！
    [5] 5連勝！
   *[other] { $count }連勝！
}
ratings-changed = 📈 レート：{ $changes }
ratings-new = 最初のうちはレートが大きく動きます。
deleted-player = 削除済みプレイヤー
hidden-player = 非表示のプレイヤー

## Buttons

button-accept = 受ける
button-decline = 断る
button-withdraw = 取り下げる
button-cancel = 取り消す
button-join = 参加する
button-draw = 引き分け
button-take-back = 待った
button-hint = 💡 ヒント
button-show-hint = 答えを見る
button-resign = 投了
button-claim = 勝ちを宣言
button-really-resign = 本当に投了する
button-really-call-off = 本当に取りやめる
button-play-on = 続ける
button-start-new = 新しい対戦を始める
button-rematch = 再戦
choose-first = 先攻を選ぶ
button-together = みんなで
button-again = もう一度
button-harder = もっと強く
button-play-level = レベル：{ $level }
button-invite = 対戦相手を募集
button-challenge = { $name }さんに挑戦
button-options = オプション
button-new-game = 新しい対戦
button-play-now = いますぐ遊ぶ
button-ask-again = もう一度誘う
button-previous = 前へ
button-next = 次へ
button-start = 最初
button-back = 戻る
button-end = 最後
choose-game = 投了する対戦を選ぶ…
which-game = どの対戦ですか？
waiting-here = ここでの対戦は、今はどれも相手の番です：
button-share = GIFを共有
button-show-everyone = みんなに見せる
button-summary = まとめ
button-turning-point = 勝負の分かれ目
button-look-again = もう一度見る
button-my-place = 自分の順位
button-by-rating = レート順
button-by-wins = 勝利数順
button-all-time = 全期間
button-season = シーズン{ $number }
button-seasons = シーズン一覧
button-month = 今月
button-week = 今週
button-everywhere = すべてのサーバー
button-server = このサーバー
button-show-name = 名前を表示する
button-hide-name = 名前を隠す
button-my-data = 自分のデータ
button-export = ダウンロード
button-ask-delete = 削除する…
button-really-delete = データを削除する
button-keep = データを残す

## Challenges

challenge = ⚔️ { $mention }さん、**{ $challenger }**さんから挑戦です！
challenge-open = ⚔️ **{ $challenger }**さんが四目並べの相手を募集しています。誰か参加しませんか？
challenge-rematch = ⚔️ { $mention }さん、**{ $challenger }**さんが再戦を希望しています！
first-named = 先攻は**{ $name }**さん
first-joiner = 先攻は参加した人
challenge-time-control = 1手{ $time }
challenge-until = 締め切り{ $time }
challenge-rated = レート対象
challenge-declined = **{ $opponent }**さんは**{ $challenger }**さんの挑戦を断りました。
challenge-cancelled = **{ $challenger }**さんはこの挑戦を取り消しました。
challenge-expired = **{ $challenger }**さんの挑戦を受ける人は、時間内に現れませんでした。
challenge-expired-named = **{ $challenger }**さんの挑戦に、**{ $opponent }**さんから時間内に返事がありませんでした。
challenge-accepted = **{ $challenger }**さんの対戦相手が決まりました。

## Refusals

refused-self = 自分には挑戦できません。友達を選んでください。相手を指定しなければ、誰でも参加できます。
refused-bot = **{ $name }**はボットなので、ボタンを押せません。友達を選ぶか、`/play`でレベルを選んでコンピューターと対戦してください。
refused-absent = **{ $name }**さんはこのサーバーにいないため、挑戦が届きません。このサーバーにいる人を選んでください。
refused-level = **{ $name }**さんはいつでも本気なので、レベルは選べません。レベルを外すか、コンピューターと対戦するなら**{ $name }**さんを外してください。
refused-nobody-here = このチャットは、ほかの誰にも見えません。レベルを選んでコンピューターと対戦するか、友達のいるサーバーで`/play`を使ってください。
refused-you-play-here = このチャンネルでは、すでに私と対戦中です：{ $link } 先にそれを終わらせるか、別のボードを選んでください。
refused-you-play-unseen = その対戦は、このチャンネルですでに進行中です。`/board`で表示できます。先にそれを終わらせるか、別のボードを選んでください。
refused-you-play-them = このチャンネルでは、すでに**{ $name }**さんと対戦中です：{ $link } 先にそれを終わらせるか、別のボードを選んでください。
refused-too-many-games = 進行中の対戦がいっぱいです（1つのチャンネルで{ $here }件、全部で{ $all }件まで）。先にどれかを終わらせてください。
refused-they-have-too-many = **{ $name }**さんは対戦がいっぱいです。どれかが終わったら、もう一度試してください。
refused-you-challenged = **{ $name }**さんには、すでに挑戦しています：{ $link } そこで*断る*を押すか、返事を待ってください。
refused-they-challenged = **{ $name }**さんから、すでに挑戦が届いています。返事はこちら：{ $link }
refused-challenged-recently = 対戦にならなかった挑戦のあとは、少し間が空きます。**{ $name }**さんには{ $time }にまた挑戦できます。
refused-open-here = このチャンネルには、あなたの募集がすでにあります：{ $link } 先に取り消すか、誰かが参加するのを待ってください。
refused-cannot-be-challenged = **{ $name }**さんには、今は挑戦できません。
refused-you-blocked-them = **{ $name }**さんをブロックしています。先に`/preferences`で解除してください。
refused-cannot-join = 今はこの対戦に参加できません。
refused-too-many-blocks = ブロックできるのは{ $limit }人までです。先に誰かのブロックを解除してください。
refused-block-self = 自分自身はブロックできません。
refused-block-bot = ここでは私をブロックできません。見たくないときは、私のDiscordプロフィールからブロックしてください。
refused-not-challenged = これは**{ $name }**さんへの挑戦です。あなたも`/play`で対戦を始められます。
refused-own-challenge = これはあなた自身の挑戦です。ほかの人が受けるのを待ってください。
refused-not-your-challenge = この挑戦を取り消せるのは**{ $name }**さんだけです。
refused-not-yours-to-repeat = これは**{ $name }**さんの挑戦です。あなたも`/play`で対戦を始められます。
refused-challenge-accepted = この挑戦には、もう相手が決まっています。
refused-challenge-declined = この挑戦は断られました。
refused-challenge-cancelled = この挑戦は取り消されました。
refused-challenge-expired = この挑戦は期限切れです。`/play`で新しく始めてください。
refused-rematch-offered = 再戦の申し込みは、すでに出ています：{ $link }
refused-rematch-taken = その再戦はもう済んでいます。また対戦するなら`/play`を使ってください。
refused-not-your-rematch = 再戦できるのは、対戦した二人だけです。あなたも`/play`で対戦を始められます。
refused-opponent-deleted = 対戦相手がデータを削除したため、再戦はできません。また対戦するなら`/play`を使ってください。
refused-still-playing = この対戦はまだ終わっていません。
refused-no-game = このチャンネルには、あなたの対戦がありません。`/play`で始めるか、`/games`で自分の対戦をすべて確認できます。
last-game-over = ここで進行中の対戦はありません。前回の対戦はもう終わっています：{ $link }
refused-not-your-game = これはあなたの対戦ではありません。あなたも`/play`で対戦を始められます。
refused-not-your-turn = 今は**{ $name }**さんの番です。
refused-computers-turn = 今はコンピューターの番で、まだ考え中です。少し待ってくださいね！
refused-dropped-last = 最後の石を落としたのはあなたです。ほかの人に譲るか、{ $time }にもう一度試してください。
refused-playing-together = このチャンネルはもう対戦中です：{ $link }（このチャンネルで他に対戦していなければ、`/board`でボードをここに出せます）
refused-no-hint-found = 今はヒントが見つかりませんでした。少し待ってから、もう一度試してください。
refused-column-full = { $column }列目はいっぱいです。まだあなたの番なので、ほかの列を選んでください。
refused-no-column = その列はありません。1～{ $columns }から選んでください。
refused-old-board = このボードは古くなっています。対戦はこちら：{ $link }
refused-board-pinged = 相手への通知はこのボードから出ているので、ボードはそのままです：{ $link }
refused-reposted-recently = ボードは投稿されたばかりです。{ $time }以降にもう一度投稿できます。
refused-shared-recently = これはここで共有されたばかりです。{ $time }からまた共有できます。
refused-just-changed = ボードがたった今変わりました。もう一度よく見てください。
refused-too-late = 届くまでに時間がかかりすぎたため、何もしていません。もう一度お試しください。
refused-game-won = この対戦は終わっています（**{ $name }**の勝ち）。
refused-game-timed-out = この対戦は終わっています（**{ $loser }**の時間切れで、**{ $winner }**の勝ち）。
refused-game-claimed = この対戦は終わっています（**{ $loser }**が7日間打たず、**{ $winner }**が勝ちを宣言）。
refused-game-called-off = この対戦は中止になりました。戦績には入りません。
refused-game-interrupted = この対戦は終わっています。ここで続けられなくなったため、中止になりました。戦績には入りません。
refused-game-ended-by-moderator = この対戦は終わっています。モデレーターが終了したので、戦績には入りません。
refused-level-board = レベル「{ $level }」のコンピューターと対戦できるのは、7 × 6と6 × 5のボードだけです。別のレベルか、このどちらかのボードを選んでください。
refused-draw-declined = 引き分けは**{ $name }**さんに断られました。あなたが次の1手を打ったあとなら、また提案できます。
refused-take-back-declined = 「待った」は**{ $name }**さんに断られました。あなたが次の1手を打ったあとなら、またお願いできます。
refused-draw-withdrawn = 提案は取り下げました。あなたが次の1手を打ったあとなら、また引き分けを提案できます。
refused-draw-too-early = 引き分けは、2人とも1手打ってから提案できます。それまでは*投了*で対戦を取りやめられます。
refused-take-back-withdrawn = 「待った」は取り下げました。あなたが次の1手を打ったあとなら、またお願いできます。
refused-not-your-offer = これを取り下げられるのは**{ $name }**さんだけです。
refused-not-your-claim = この勝ちを宣言できるのは**{ $name }**さんだけです。あなたが打てば、対戦は続きます。
refused-nothing-to-claim = ここで宣言できる勝ちはありません。相手が7日間打っていない場合にだけ宣言できます。
refused-nothing-to-take-back = まだ1手も打っていないので、戻せる手がありません。
refused-game-drawn = この対戦は終わっています（引き分け）。
refused-computer-off = このサーバーでは、コンピューターとの対戦がオフになっています。代わりに友達に挑戦してみてください！
refused-wrong-channel = このサーバーでは、こちらで対戦してください：{ $channels }
refused-channel-full = { $most ->
   *[other] このチャンネルでは、すでに{ $most }件の対戦が進行中です。このサーバーでは、これが上限です。
}どれかが終わるのを待つか、別のチャンネルで試してください。
refused-nobody-sees = このサーバーでは、私の投稿があなたにしか見えないので、誰も返事ができません。モデレーターに頼んで私をサーバーに追加してもらうか、`/play`でレベルを選んでコンピューターと対戦してください。
refused-use-buttons = このサーバーでは、新しいボードがあなたにしか見えません。こちらのボードの下にあるボタンを使ってください：{ $link }
refused-not-manager = これができるのは、このサーバーを管理できる人だけです。
refused-no-settings = 設定は、私を追加したサーバーでだけ使えます。
refused-no-time-zone = その名前の場所は見つかりません。都市名か国名を入力し、一覧から選んでください。ESTやGMT+2などの名前には夏時間がありません。
refused-not-your-question = これに答えられるのは**{ $name }**さんだけです。
refused-unknown-button = このボタンはもう使えません。`/play`か`/board`からやり直してください。
refused-gone = この対戦はもう見つかりません。`/play`で新しく始めてください。
refused-only-servers = ここはサーバーではありません。「すべてのサーバー」を選ぶか、サーバーで`/leaderboard`を使ってください。
refused-unknown-command = このコマンドはもう使えません。私にできることは`/help`で確認できます。
refused-computers-results = 🤖 それは私です！ 私自身の対戦の記録はありません。あなたの記録は`/stats`と`/history`で見られます。
refused-no-such-game = その対戦は見つかりません。終わった対戦とその番号は`/history`で確認できます。
refused-unknown-player = このプレイヤーの対戦は見つかりません。
refused-not-my-message = これは私のメッセージではないので、私のボードではありません。
refused-no-board-there = このメッセージには対戦がありません。対戦のいちばん新しいボードで試してください。
refused-review-board = 振り返りができるのは、7 × 6と6 × 5のボードの対戦だけです。
refused-busy = 先ほどの依頼をまだ処理しています。少し待ってから、もう一度試してください。
refused-review-failed = 今は振り返りを最後までできませんでした。少し待ってから、もう一度試してください。

## Faults

fault = こちらで問題が発生しました。何も失われていません。少し待ってからもう一度試すか、`/board`を使ってください。（参照番号：{ $reference }）
response-refused = Discordの制限で、ここには表示できません。何も失われていません。打った手は有効で、{ $board }で対戦を表示できます。

## Hints

hint-best = **いちばんいい手は{ $columns }列目です。**
hint-any = どの列でも大丈夫です。
hint-any-but = { $columns }列目以外なら大丈夫です。
hint-all-lost = どの列でも負けます。
hint-threatened = **{ $name }**は{ $columns }列目で勝てます。止められるのは1か所だけです。
hint-lost = 形勢は不利です。いちばん長く粘れるのは{ $count ->
   *[other] { $columns }列目
}です。
hint-wins-now = { $count ->
   *[other] { $columns }列目なら、すぐに勝てます。
}
hint-wins = { $count ->
   *[other] { $columns }列目なら、{ $moves }手で勝てます。
}
hint-draws = { $count ->
   *[other] { $columns }列目なら、引き分けになります。
}
hint-nudge-wins-now = 今すぐ勝てます。どこかわかりますか？
hint-nudge-blocks = 注意！ **{ $name }**があと1手で勝ちます。
hint-nudge-lost = 形勢は不利ですが、できるだけ粘りましょう。
hint-nudge-careful = 注意！ 負けにつながる列が{ $count ->
   *[other] { $count }つ
}あります。
hint-nudge-wins = 勝てる手があります。
hint-nudge-left = 左のほうを見てみましょう。
hint-nudge-middle = 真ん中あたりを見てみましょう。
hint-nudge-right = 右のほうを見てみましょう。
hints-used = 💡 ヒントを{ $count }回使いました。
and = { $list }, { $last }
or = { $list }か{ $last }

## Reasons

reason-for-wins = すぐに勝ちです。
reason-for-blocks = 防ぐ手です。そこに置かれると**{ $name }**の勝ちです。
reason-for-double-threat = { $one }列目と{ $other }列目に同時にリーチがかかります。
reason-for-double-threat-above = { $above }列目に上下2つのリーチがかかります。
reason-for-replies-lose = どう返されても、すぐに勝てます。
reason-for-reply-loses = そのあと空いているのは{ $reply }列目だけで、そこに置くとすぐに負けます。
reason-for-forced-win = これで必ず勝てます：{ $moves }
reason-for-stacked-threats = そのあと、{ $at }列目の上下に並んだ2つの勝ちマスで決まります。止められるのは1つだけです。
reason-for-zugzwang = 最後には勝てます。ほかに置けるマスがなくなると、**{ $name }**は{ $at }列目の下から{ $row }段目にある勝ちマスのすぐ下に置くしかありません。
reason-for-ends-lines = そのあと、**{ $name }**はもうラインを作れません。
reason-for-follow-up = そのあと、いつも同じ列に応じれば引き分けにできます。
reason-for-only-win = ほかの列では勝てません。
reason-for-only-draw = ほかの列ではすべて負けます。
reason-for-trap = わなを仕掛ける手です。{ $reply }列目以外の応手は負けます。
reason-against-leaves-threat = そのあと**{ $name }**が{ $column }列目で勝ちます。
reason-against-win-above = そのあと**{ $name }**がそのすぐ上で勝ちます。
reason-against-double-threat = { $reply }列目の応手で同時に2つのリーチがかかります。
reason-against-forced-win = そのあと**{ $name }**が必ず勝てます：{ $moves }
reason-against-stacked-threats = そのあと、{ $at }列目の上下に**{ $name }**の勝ちマスが2つ並びます。止められるのは1つだけです。
reason-against-zugzwang = ほかに置けるマスがなくなると{ $at }列目の下から{ $row }段目のすぐ下に置くしかなくなり、そのすぐ上で**{ $name }**が勝ちます。
reason-against-key-cell = { $at }列目が急所でした。**{ $name }**の正しい応手はそこに置くことだけです。
reason-against-refutation = とがめる応手は{ $reply }列目だけです。
variation = このあとの一例：{ $moves }

## Lists

games-title = **あなたの対戦**
games-none = 進行中の対戦はありません。`/play`で始めましょう！
games-your-turn = **あなたの番**
games-their-turn = **{ $name }**の番
games-line = { $disc } vs **{ $name }** · { $turn } · { $number }手目 · { $link }
games-may-claim = **{ $name }**さんは勝ちを宣言できます
games-you-may-claim = あなたは勝ちを宣言できます
games-resigned = 🏳️ **{ $name }**との対戦を投了しました。
games-called-off = 💤 対戦を取りやめました。戦績には入りません。
games-claimed = 🏆 **{ $name }**との対戦で勝ちを宣言しました。
games-pick = vs { $name }（{ $number }手目）
games-claim = { $name }との対戦の勝ちを宣言
games-really = 🏳️ **{ $name }**との対戦を本当に投了しますか？ { $link }
games-really-call-off = 💤 **{ $name }**との対戦を本当に取りやめますか？ 戦績には入りません。 { $link }
replace-question = ここではまだコンピューターと対戦中です：{ $link } 新しい対戦を始めますか？ 前の対戦は中止になります。
replace-kept = 👍 対戦を続けます：{ $link }
leaderboard-title = 🏆 **ランキング** · { $period } · { $order }
leaderboard-title-everywhere = 🏆 **ランキング** · すべてのサーバー · { $period } · { $order }
leaderboard-line = { $rank } { $name } · { $record }
leaderboard-own = あなた：{ $line }
leaderboard-own-none = あなたは、ここではまだ対戦を終えていません。
page = { $page } / { $pages }ページ
record-wins = { $wins ->
   *[other] { $wins }勝
}
record-losses = { $losses ->
   *[other] { $losses }敗
}
record-draws = { $draws ->
   *[other] { $draws }分け
}
stats-title = 📊 **{ $name }**さんの戦績
stats-none = **{ $name }**さんは、まだ対戦を終えていません。
stats-none-own = まだ対戦を終えていません。`/play`で始めましょう！
stats-here = ここ：{ $record }
stats-everywhere = 全体：{ $record }
stats-versus = **{ $name }**さんとの対戦：{ $record }
stats-versus-none = **{ $name }**さんと**{ $opponent }**さんの対戦で、終わったものはまだありません。
stats-versus-none-own = **{ $name }**さんとの対戦で、終わったものはまだありません。
period-all-time = 全期間
leaderboard-by-rating = レート順
leaderboard-by-wins = 勝利数順
leaderboard-nobody = ここにはまだ誰も載っていません。`/play`で一番乗りしましょう！
leaderboard-nobody-in-season = ここには誰も載っていません。
leaderboard-line-rating = { $rank } { $name } · { $rating } · { $record }
leaderboard-own-unrated = あなたはまだここに載っていません。レート戦を1回終えれば載ります。
leaderboard-own-away = 90日間レート戦を終えていないため、ここに載っていません。次のレート戦を終えれば、また載ります。
leaderboard-season = シーズン{ $number }
leaderboard-own-season = 今シーズンはまだ対戦を終えていません。
seasons-title = 🏆 **このサーバーのシーズン**
seasons-running = **シーズン{ $number }** · { $start }から
seasons-past = **シーズン{ $number }** · { $start }～{ $end }
season-over = 🏆 **シーズン{ $number }が終わりました！**{ $count ->
    [0] { "" }
   *[other] { " " }優勝：{ $names }
}
season-climber = 📈 いちばん伸びた人：**{ $name }**さん、{ $before } → { $after }
season-rivalry = ⚔️ **{ $one }**さんと**{ $other }**さんは{ $games }回対戦：{ $wins }対{ $losses }{ $draws ->
    [0] { "" }
   *[other] 、{ $draws }分け
}
season-over-next = -# シーズン{ $number }が始まりました。
season-table = 🏆 **シーズン{ $number }** · 対戦表
season-table-legend = 横の行：1、2、3…に何回勝ったか · 点：未対戦
season-table-unplayed = まだ対戦していない人：{ $people }
button-season-table = 対戦表
choose-unplayed = 挑戦する…
choose-season = ランキングを見る…
choice-all-seasons = 全期間（すべてのシーズン）
leaderboard-own-hidden = このサーバーの管理者が、あなたをランキングで非表示にしています。
leaderboard-own-reset = このサーバーの管理者が、あなたの記録をリセットしました。次の対戦から新しく始まります。
leaderboard-names = -# あなたの名前がここでほかの人に見えるのは、あなたが表示を選んだときだけです：`/preferences`
leaderboard-beyond = { $number }+
leaderboard-updated = 更新：{ $time }
leaderboard-players = { $total ->
   *[other] { $total }人
}
rating-sure = **{ $rating }**
rating-unsure = **{ $rating }？** · 確定まであと{ $games }局
stats-rating-here = 📈 { $rating }
stats-rating-everywhere = 全体でのレート：{ $rating }
stats-accuracy = 正確さ：{ $accuracy }%（人との直近{ $games }戦のうち、振り返った{ $reviewed }戦）
stats-accuracy-all = 正確さ：{ $accuracy }%（直近{ $games }戦）
stats-streak-wins = { $count ->
   *[other] 現在の連勝：{ $count }
}
stats-streak-losses = { $count ->
   *[other] 現在の連敗：{ $count }
}
stats-streak-draws = { $count ->
   *[other] 現在の連続引き分け：{ $count }
}
stats-best-streak = { $count ->
   *[other] 最多連勝：{ $count }
}
stats-medal = 🏆 シーズン{ $season }：{ $total }人中{ $place }位
stats-puzzle-streak = 今日の問題の連続正解：{ $days ->
   *[other] { $days }日
}
stats-puzzle-streak-survived = 今日の問題の連続正解：{ $days }日（昨日は休み。7日に1日は休めます）
stats-best-win = 最高の勝利：**{ $name }**さん（{ $rating }）
stats-best-win-unnamed = 最高の勝利：レート{ $rating }の人との対戦
stats-computer = コンピューター戦：{ $levels }
stats-level = { $level } { $games }戦{ $wins }勝
stats-picture = レートの移り変わり：{ $first }から{ $last }まで
history-title = 📜 **{ $name }**さんの終わった対戦
history-own = 📜 **あなたの終わった対戦**
history-none = **{ $name }**さんの終わった対戦で、ここで見られるものはまだありません。
history-won = ✅ 勝ち
history-lost = ❌ 負け
history-drew = 🤝 引き分け
history-outcome = { $result } · { $moves }手
history-line = `#{ $game }` **{ $name }** · { $outcome } · { $date }
history-description = { $outcome } · { $date }
history-pick = #{ $game } vs { $name }
choose-replay = リプレイや振り返りを見る対戦を選ぶ…

## Settings

language-name = 日本語
settings-title = ⚙️ **このサーバーの設定** · { $page } / { $pages }ページ
settings-theme = 🎨 ボードの見た目：**{ $theme }**
settings-locale = 🌍 ボードの言語：**{ $language }**
settings-locale-said = Discordと同じ（{ $language }）
settings-time-control = ⏱️ 1手の制限時間：**{ $time }**
settings-reminders-on = 🔔 時間切れ負けの前にお知らせします。
settings-reminders-off = 🔕 時間切れ負けの前にお知らせしません。
settings-max-games = 🔢 1つのチャンネルで同時にできる対戦の数：**{ $most }**
settings-max-games-any = 無制限
settings-challenge-time = ⚔️ 挑戦の待ち時間：**{ $time }**
settings-channels = 📍 対戦を始められるチャンネル：{ $channels }
settings-channels-all = 📍 すべてのチャンネルで対戦を始められます。
settings-computer-on = 🤖 誰でもコンピューターと対戦できます。
settings-computer-off = 🤖 コンピューターとの対戦はできません。
settings-note = すでに始まっている対戦は、そのまま続きます。
settings-live = 進行中の対戦です。終了するものを選んでください。
settings-live-none = このサーバーに進行中の対戦はありません。
settings-pick = { $first } vs { $second }（{ $number }手目）
settings-really = 🛑 { $first } vs { $second }の対戦を本当に終了しますか？ この対戦は戦績に入りません。 { $link }
settings-ended = 🛑 { $first } vs { $second }の対戦を終了しました。
choose-theme = ボードの見た目…
choose-board = ボード…
choose-rated = レート対象かどうか…
choose-language = ボードの言語…
choose-time-control = 1手の制限時間…
choose-max-games = 1つのチャンネルで同時にできる対戦の数…
choose-challenge-time = 挑戦の待ち時間…
choose-channels = 対戦用のチャンネル…
choose-end = 対戦を終了する…
choice = { $setting }：{ $value }
button-reminders-on = お知らせをオンにする
button-reminders-off = お知らせをオフにする
button-every-channel = すべてのチャンネルで許可
button-computer-on = コンピューターとの対戦を許可
button-computer-off = コンピューターとの対戦を禁止
button-settings-games = 対戦
button-settings-limits = 制限
button-settings-live = 進行中の対戦
button-settings-posts = 投稿
button-really-end = 本当に終了する
button-leave = そのままにする
settings-season = 🏆 **シーズン{ $number }**は{ $start }に始まりました。
settings-season-none = 🏆 シーズンはありません。このサーバーのランキングにはすべての対戦が入ります。
settings-season-next = 次のシーズンは{ $date } { $time }（このサーバーのタイムゾーンの0時）に始まります。
settings-season-channel = シーズンの結果は{ $channel }でお知らせします。
settings-season-note = シーズンごとにランキングは最初から、レートはそのまま。表示中のランキングは多くて1日1回、チャンネルの最後に移り、メンションはしません。
settings-season-start = 🏆 シーズン{ $next }を今すぐ始めますか？シーズン{ $ended }は終わり、そのランキングはそのまま残ります。元には戻せません。
settings-season-start-first = 🏆 シーズン1を今すぐ始めますか？このサーバーのランキングは最初からになります。元には戻せません。
choose-season-rhythm = 次のシーズン…
season-rhythm-by-hand = ここで始めたとき
season-rhythm-month = 毎月
season-rhythm-quarter = 3か月ごと
button-settings-leaderboard = ランキング
button-start-season = シーズン{ $number }を始める
button-people = メンバー
settings-people = 🙈 非表示の人は、このサーバーのランキングに載りません。その間に終わるシーズンには載らず、それより前のシーズンの順位は名前を伏せて残ります。対戦とレートは数えられ続け、再び表示すると元に戻ります。
settings-hidden = 非表示：{ $people }
choose-hide = 非表示にする人…
choose-show = 再び表示する人…
choose-reset = 記録をリセットする人…
button-really-reset = 本当にリセット
settings-reset = **{ $name }**さんの記録をリセットしますか？このサーバーのランキングで最初からになります。過去のシーズンの結果は変わりません。ほかの人のレートにも関わるため、レートはそのままです。元には戻せません。
settings-reset-done = ✅ **{ $name }**さんの記録をリセットしました。
stats-reset = ℹ️ このサーバーの管理者が、ランキングでのあなたの記録をリセットしました。レートはそのままです。
settings-puzzle-on = 🧩 今日の問題は{ $time }（あなたの時刻で{ $local }）過ぎに{ $channel }に投稿されます。
settings-puzzle-next = 次回：{ $date }。
settings-puzzle-waits = 夏時間の間は、新しい問題が出るUTCの0時過ぎになります。
settings-puzzle-weekly = 直近の7問をここで誰も解いていないため、誰かが解くまでは月曜日だけ届きます。
settings-puzzle-refused = ⚠️ 前回はDiscordに{ $channel }への投稿を断られました。
settings-puzzle-stopped = ⚠️ 今日の問題の投稿をやめました。7回続けて、Discordに{ $channel }への投稿を断られたためです。
settings-puzzle-off = 🧩 このサーバーには今日の問題を投稿しません。`/daily`で誰でも解けます。
settings-time-zone = 🕰️ タイムゾーン：**{ $zone }**。`/settings timezone`で変更できます。
no-summer-time = 夏時間なし
settings-leaderboard-none = 🏆 このサーバーには、ランキングを常に表示するチャンネルがまだありません。
settings-leaderboard-on = 🏆 { $channel }のランキングは自動で更新されます：{ $period }、{ $order }。
settings-leaderboard-again = { $time }に新しいものと入れ替わります。
settings-leaderboard-deleted = ⚠️ { $channel }のランキングが削除されたため、更新をやめました。
settings-leaderboard-refused = ⚠️ { $channel }のランキングの更新をDiscordに断られました。
settings-leaderboard-stopped = ⚠️ { $channel }のランキングの更新をやめました。7回続けて、Discordに断られたためです。
settings-week-on = 📰 先週のまとめは毎週月曜日に{ $channel }に届きます。次回：{ $date } { $time }。
settings-week-off = 📰 先週のまとめは投稿されていません。毎週月曜日に、最多勝の人や伸びた人などをお知らせします。
settings-week-stopped = ⚠️ 先週のまとめの投稿をやめました。Discordに{ $channel }への投稿を断られたためです。
settings-closed-hidden = そのチャンネルが見えません。サーバーに参加していて、チャンネルの閲覧権限（ボイスチャンネルなら接続の権限も）が必要です。
settings-closed-forbidden = そこに書き込む権限がないか、タイムアウトされています。
settings-closed-archived = そのスレッドはアーカイブされています。何か書き込んでいただければ再開します。
settings-closed-locked = そのスレッドはロックされていて、モデレーターしか書き込めません。
settings-puzzle-gone = ⚠️ 今日の問題のチャンネルが削除されたため、投稿をやめました。
settings-week-gone = ⚠️ 先週のまとめのチャンネルが削除されたため、投稿をやめました。
settings-posts-note = いずれもメンションなしです。
choice-puzzle-off = オフ
choose-puzzle-hour = 今日の問題…
choice-leaderboard = ランキング：{ $period }、{ $order }
choose-leaderboard = このチャンネルのランキング…
button-puzzle-here = 問題をここに
button-leaderboard-here = ランキングをここに
button-leaderboard-remove = ランキングを外す
button-week-here = 先週のまとめをここに
button-week-off = 先週のまとめをやめる
button-daily-puzzle = 今日の問題

## Together

together = **みんなで**：このチャンネルがコンピューターと対戦します。強さは？
together-rule = 次の石は誰でも落とせますが、同じ人が続けて落とすことはできません。
together-first-random = 先攻はコイントスで決める
together-first-channel = このチャンネルが先攻
together-first-computer = Fourfallが先攻
together-discs = 石：{ $people }
together-best = 🏅 いちばんの一手：**{ $name }**、{ $column }列（{ $number }手目）
together-record = 🤝 みんなで：{ $levels }
together-level = { $level } { $games }戦{ $won }勝

## The week in words

week-title = 📰 **先週のまとめ** · { $first } – { $last }
week-leaders = 🏆 最多勝：{ $people }（{ $record }）
week-climber = 📈 いちばん伸びた人：**{ $name }**さん、+{ $gain } で { $rating } に
week-rivalry = ⚔️ いちばん対戦した二人：**{ $one }**さんが**{ $other }**さんに{ $score }でリード
week-rivalry-level = ⚔️ いちばん対戦した二人：**{ $one }**さんと**{ $other }**さんは{ $score }で互角
week-streaks = 🧩 問題の連続記録：{ $people }
week-shortest = ⚡ 最短の勝利：**{ $winner }**さんが**{ $loser }**さんに{ $moves }手で勝ち
week-picture = 先週の最短の勝利を一手ずつ

## Replays

replay-start = 最初の1手の前です。{ $count ->
   *[other] このあと{ $count }手あります。
}
replay-move = { $number } / { $count }手目 · **{ $name }**の手：{ $column }列目。
replay-private = 👀 自分の対戦ではないので、あなたにだけ表示しています。ここの「GIFを共有」を押すと、みんなに見せられます。
shared-by = -# **{ $name }**さんが共有しました
replay-picture = { $first }と{ $second }の対戦をボードで1手ずつ

## Reviews

review-waiting = 🔍 今は別の対戦を振り返っています。この対戦はその次です。
review-interrupted = この振り返りの途中で再起動しました。「振り返り」を押すと、もう一度始められます。
review-working = 🔍 対戦を振り返っています：{ $bar } { $done } / { $count }手
review-title = 🔍 **振り返り：** { $game }
review-accuracy = { $disc } **{ $name }**：正確さ{ $accuracy }%
review-course = { $disc } **{ $name }**から見た流れ：
review-turning-point = ❗ **勝負の分かれ目** · { $played }
review-resigned-winning = 🏳️ **{ $name }**は勝てる局面でしたが、投了しました。
review-resigned-even = 🏳️ **{ $name }**が投了したとき、まだ互角でした。
review-timed-out-winning = ⌛ 時間切れのとき、**{ $name }**は勝てる局面でした。
review-timed-out-even = ⌛ **{ $name }**の時間が切れたとき、まだ互角でした。
review-agreed-winning = 🤝 引き分けに合意したとき、**{ $name }**は勝てる局面でした。
review-no-turning-point = 1手だけで決まった対戦ではありませんでした。
review-move = { $number } / { $count }手目 · **{ $name }**の手：{ $column }列目。 { $grade }
move-misses-win = 勝ちを逃しました：{ $three }並んでいて、{ $columns }列目が空いていました。
move-misses-block = 防ぎそこねました：**{ $name }**が{ $three }並べていて、{ $column }列目が空いていました。
move-passes-up-win = あと{ $moves }手で勝てる局面でした。
move-loses = そのあと**{ $name }**は{ $moves }手で勝てます。
move-fills-below = 勝ちマスのすぐ下を埋めたので、**{ $name }**さんがそこを防げるようになりました。
three-vertical = 縦に3つ
three-horizontal = 横に3つ
three-diagonal = 斜めに3つ
review-better = もっといい手：{ $better }列目。
review-holds-out = { $better }列目のほうが長く持ちこたえます。
review-better-any-but = もっといい手：{ $columns }列目以外ならどこでも。
grade-best = ⭐ 最善の手
grade-good = 👍 いい手
grade-inaccuracy = ⁉️ 惜しい手
grade-mistake = ❓ ミス
grade-blunder = ❌ 大きなミス
grade-count-best = 最善の手：{ $count }
grade-count-good = いい手：{ $count }
grade-count-inaccuracy = 惜しい手：{ $count }
grade-count-mistake = ミス：{ $count }
grade-count-blunder = 大きなミス：{ $count }

## Puzzles

puzzle-title = 🧩 **Fourfall #{ $number }** · { $date } · { $stars }
puzzle-post-title = { $title } · 今日の問題
puzzle-task = { $discs ->
    [1] { $disc } すぐに勝てます。
   *[other] { $disc } あと{ $discs }手で勝てます。
}
puzzle-intro = 毎回、勝てる列は1つだけです。見つけてください。間違えると❤️が1つ減ります。★が多いほど難しくなります。
puzzle-wrong = ❌ { $column }列目では勝ちを逃します。
puzzle-right = ✅ { $column }列目が正解です！ { $disc } は{ $reply }列目で応じました。
puzzle-solved = 🎉 **正解！**
puzzle-failed = 💔 ライフがなくなりました。「答え」で解き方を見られます。
puzzle-streak = 🔥 { $days ->
    [1] 昨日の問題は解けています。続けましょう！
   *[other] { $days }日連続です。続けましょう！
}
puzzle-streak-survived = 🔥 昨日は休みましたが、{ $days }日の連続記録は続いています。7日に1日は休めます。続けましょう！
puzzle-streak-lost = { $days }日の連続記録はここまでです。
puzzle-streak-survives = 🔥 { $days }日の連続記録はまだ続いています。7日に1日は休めます。明日も解きましょう！
puzzle-streak-over = 🔥 前回の連続記録：{ $days }日。今日の問題を解いて、また始めましょう！
puzzle-archive = 過去の問題です。連続記録には数えません。
puzzle-practice = 練習です。記録には残りません。
puzzle-still-counts = ⏳ 昨日の問題はUTCの0時より前に始めたので、{ $time }までに解けば記録に数えます。
puzzle-counts = ⏳ UTCの0時より前に始めたので、昨日の分に数えます。
puzzle-late = その日はもう終わっていたので、連続記録には数えません。
puzzle-next = 次の問題：UTCの0時（あなたの時刻で{ $time }）。
puzzle-card-solved = **{ $name }**さんがFourfall #{ $number }を解きました { $stars }
puzzle-card-failed = **{ $name }**さんはFourfall #{ $number }を解けませんでした { $stars }
puzzle-legend = ✅ 1回目 · 2️⃣ 2回目 · 3️⃣ 3回目 · ❌ 見つからず
puzzle-solver = **{ $name }** 🔥 { $days }
and-more = ほか{ $count }人
puzzle-solvers = 🏅 ここで解いた人：{ $people }
puzzle-crown = 👑 { $people }（{ $mistakes ->
    [0] ミスなし
   *[other] ミス{ $mistakes }回
}）
puzzle-solved-here = ここで{ $count }人が正解
puzzle-post-yesterday = 昨日：{ $people }
puzzle-server-streak = 🔥 このサーバー：{ $days }日連続
puzzle-server-streak-over = 🔥 このサーバーの連続記録は{ $days }日で止まりました。最高：{ $best }日。
puzzle-stuck = 💔 解けず：{ $people }
puzzle-post-past = 🧩 #{ $number } · { $count ->
    [0] ここでは正解者なし
   *[other] ここで{ $count }人が正解
}
puzzle-shared = 10分以内に[パズルの投稿]({ $link })に載ります。
puzzle-month = 🧩 **今月のデイリーパズル**
puzzle-month-line = **{ $rank }** { $name } · { $days }日 · { $mistakes ->
    [0] ミスなし
   *[other] ミス{ $mistakes }回
}
puzzle-month-empty = 今月ここで解いた人はまだいません。一番乗りをどうぞ！
puzzle-solution = 💡 **Fourfall #{ $number }**の答え
puzzle-forced-win = ここからは置くたびにリーチになり、最後は同時に2つのリーチがかかります。
puzzle-only-win = { $column }列目なら{ $moves }手で勝てます。ほかの列では勝てません。
button-puzzle-open = 解いてみる
button-puzzle-share = 共有
button-puzzle-practice = 練習する
button-puzzle-solution = 答え
button-puzzle-earlier = 前の問題
button-puzzle-later = 次の問題
button-puzzle-yesterday = 昨日の答え
button-puzzle-month = 今月
refused-cannot-post = このチャンネルには投稿できません。チャンネルの閲覧とメッセージの送信の権限が必要です。
refused-not-a-member = ここには投稿できません。このサーバーのメンバーではないので、先に招待してください。
refused-enough-leaderboards = このサーバーでは、すでに3つのチャンネルにランキングがあります：{ $channels }。先にどれかから外してください。
refused-no-puzzle = その番号の問題はありません。番号は1から{ $last }までで、毎日1問ずつ増えます。
refused-puzzle-open = まず今日の問題に挑戦してください：`/daily`。終えれば答えを見られます。明日からは誰でも見られます。
refused-puzzle-still-counts = 昨日の問題は{ $time }まで解けて、記録に数えます。答えはそのあとで見られます。
refused-puzzle-not-finished = 先に問題を終えてください。そのあとで結果を見せられます。

## Training

training-title = 🎯 **{ $name }**との対戦（{ $date }）
training-board = 盤上は、対戦でのあなたの手と、それに対するいちばんいい手です。
training-board-move = 盤上は、対戦でのあなたの手です。
training-win = { $disc } あなたの番です。ここで勝ちを逃しました。何列目で勝てたでしょう？
training-defence = { $disc } あなたの番です。危ない局面です。何列目なら持ちこたえられるでしょう？
training-lost = { $disc } あなたの番です。負けている局面です。何列目なら一番長く粘れるでしょう？
training-right = ✅ **正解！**
training-wrong = ❌ **残念！**
training-best = いちばんいい手：{ $columns }列目。
training-best-any-but = いちばんいい手：{ $columns }列目以外ならどこでも。
training-tried-before = 前にも答えているので、そのときの答えで数えます。
training-tried = { $column }列目：{ $why }
training-also = { $columns }列目もいい手です。
training-played = 対戦では{ $column }列目に置きました。
training-answer = それに対するいちばんいい手は{ $column }列目です。
training-again = 🔁 この局面は{ $date }にまた出ます。
training-solved = { $failedBefore ->
    [0] この7日間：{ $solved }問正解
   *[other] この7日間：{ $solved }問正解（うち{ $failedBefore }問は前に間違えた局面）
}
training-nothing = 🎉 今のところ、練習する局面はもうありません。勝ちや防ぐ手を見逃したり、相手を大きくリードさせたりすると、その局面がここに出ます。
training-next-due = 🔁 次の局面は{ $date }に出ます。
training-daily = それまでは、今日の問題や過去の問題をどうぞ。
training-done = ✅ この局面は卒業です。
training-no-games = 🎯 まずは1局遊んでください。終わると、ミスをした局面がここに出ます。
training-looking = 🔍 終わった対戦から局面を探しています。少ししたら、もう一度見てください。
button-train = 🎯 練習

## Privacy

privacy-about =
    🔒 私が保存するのは、遊んだ人のDiscord ID、名前、設定した内容、そしてそれぞれの対戦がいつ、どこで、どのように行われ、どう終わったか、問題や練習で何を試したかです。みなさんが書いた内容を読んだり保存したりすることは決してありません。あなたについて保存しているデータは、すべてダウンロードすることも、削除することもできます。
privacy-export = 📦 あなたについて保存しているデータは、これですべてです。
privacy-export-follows = 📦 あなたについて保存しているデータを、まもなくすべて送ります。
privacy-export-too-large = 📦 あなたについて保存しているデータが大きすぎて、ここでは送れません。このボットの運営者に頼むと、ファイルを送ってもらえます。
privacy-export-failed = ❌ あなたについて保存しているデータを、すべては送れませんでした。しばらくしてから、もう一度試してください。
privacy-ask-delete = 🗑️ 本当にあなたのデータを削除しますか？ 進行中の対戦は投了になり、戦績とレートは失われ、ほかの人の対戦では「削除済みプレイヤー」になります。`/preferences`の設定とブロックも消えます。終わった対戦のボードは、チャンネルにそのまま残ります。この操作は取り消せません。
privacy-deleted = 🗑️ 削除しました。あなたのデータはもうありません。また遊ぶときは、一からのスタートです。
game-deleted = 🗑️ この対戦は終了しました。プレイヤーが自分のデータを削除しました。
challenge-deleted = 🗑️ この挑戦は終了しました。参加していたプレイヤーが自分のデータを削除しました。
privacy-kept = 👍 何も削除していません。
privacy-nothing = あなたのデータはありません。

## Preferences

preferences-title = ⚙️ **あなたの設定**
preferences-anyone = ⚔️ 誰でもあなたに挑戦できます。
preferences-played = ⚔️ 対戦を終えたことのある人だけが、あなたに挑戦できます。
preferences-nobody = ⚔️ 誰もあなたに挑戦できません。
preferences-turns-on = 🔔 長く待ったあとにあなたの番が来ると、メンションでお知らせします。
preferences-turns-off = 🔕 あなたの番が来ても、お知らせしません。
preferences-reminders-on = ⏰ 1手の制限時間が1日以上のときは、時間切れで負ける前に一度お知らせします。
preferences-reminders-off = 🔕 時間切れで負ける前に、お知らせしません。
preferences-listed = 👀 すべてのサーバーのランキングに、あなたの名前が表示されます。
preferences-unlisted = 🙈 すべてのサーバーのランキングに、あなたの名前は表示されません。
preferences-blocked-none = 🚫 誰もブロックしていません。
preferences-blocked = 🚫 ブロック中（{ $count }人）：{ $people }
challenges-anyone = 誰でも
challenges-played = 対戦を終えたことのある人
challenges-nobody = 誰からも受け付けない
choose-challenges = 挑戦を受ける相手…
choose-block = ブロックする人…
choose-unblock = ブロックを解除する人…
button-turn-pings-on = 手番を知らせる
button-turn-pings-off = 手番を知らせない
button-block = ブロックする
offer-block = **{ $name }**さんからの挑戦をもう受け取りたくないときは、ブロックできます。
blocked = 🚫 { $mention }さんは、あなたに挑戦できなくなりました。`/preferences`で解除できます。
unknown-user = 不明なユーザー（{ $id }）

## Help

help-goal = 🔴🟡 **4個並べたら勝ち**：縦、横、斜めのどれでも。
help-play = ▶️ { $play }：友達、誰か、またはコンピューターと対戦（一人でも、チャンネルのみんなでも）。
help-board = 🔍 { $board }でボードを表示（言葉でも）、{ $games }で対戦の一覧。
help-results = 🏆 { $leaderboard }、{ $stats }、{ $history }で成績を見る。
help-fair = ⚖️ ランキングに入るのは、コマが{ $discs }個以上の対戦だけ。同じ人への勝ちは1日{ $wins }回まで。{ $opponents }人と対戦すればメダルのチャンス。
help-puzzles = 🧩 { $daily }：毎日の問題。{ $train }：自分のミスから学ぶ。
help-choices = ⚙️ { $preferences }：通知、挑戦を受ける相手、あなたのデータ。
