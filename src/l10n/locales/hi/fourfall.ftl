## The board

board-title = { $first } { $firstName } बनाम { $second } { $secondName }
title-person = **{ $name }**
title-computer = **Fourfall** ({ $level })
computer = Fourfall
this-channel = यह चैनल
some-channel = एक चैनल
everyone = सब लोग
computer-at-level = Fourfall ({ $level })
board-goal = एक लाइन में { $connect } डिस्क
play-menu = 🔴🟡 **किसके साथ खेलना है?**
play-menu-friend = किसी दोस्त को चुनें, यहाँ सबको बुलाएँ, या कंप्यूटर के साथ खेलें।
play-menu-friend-only = किसी दोस्त को चुनें, या यहाँ सबको बुलाएँ।
choose-friend = किसी दोस्त को चैलेंज दें…
play-chosen = विकल्प: { $options }
posted-below = 👍 यह अब चैनल में नीचे है।
play-options = आपके अगले गेम के **विकल्प**।
play-options-rated = रेटिंग सिर्फ़ लोगों के बीच के गेम में बदलती है: 7 × 6 बोर्ड पर, समय की लिमिट के साथ।
choice-board = बोर्ड: { $board }
choice-time-control = हर चाल का समय: { $time }
choice-theme = लुक: { $theme }
play-rated = रेटिंग वाला
play-unrated = बिना रेटिंग
play-no-limit = समय की कोई लिमिट नहीं
play-first-you = पहली चाल आपकी
play-first-other = पहली चाल सामने वाले की
series = { $first } { $one } – { $other } { $second }
time-ten-minutes = 10 मिनट
last-move = **{ $name }** ने कॉलम { $column } में डिस्क डाली।
time-ends = समय { $time } खत्म होगा
ping-move = { $mention }, **{ $name }** के खिलाफ़ आपकी बारी है।
ping-draw = { $mention }, **{ $name }** ने ड्रॉ का ऑफ़र दिया है।
ping-take-back = { $mention }, **{ $name }** एक चाल वापस लेना चाहते हैं।
offer-draw = 🤝 **{ $name }** ने ड्रॉ का ऑफ़र दिया है। { $mention }, क्या आपको मंज़ूर है?
offer-take-back = ↩️ **{ $name }** कॉलम { $column } की चाल वापस लेना चाहते हैं। { $mention }, क्या यह ठीक है?
offer-take-back-both = ↩️ **{ $name }** कॉलम { $column } की चाल और आपका जवाब वापस लेना चाहते हैं। { $mention }, क्या यह ठीक है?
took-back = ↩️ **{ $name }** ने एक चाल वापस ली।
draw-lapsed = 🤝 **{ $name }** का ड्रॉ का ऑफ़र अब मान्य नहीं है।
take-back-lapsed = ↩️ **{ $name }** का चाल वापस लेने का अनुरोध अब मान्य नहीं है।
draw-declined = ✋ **{ $name }** ने ड्रॉ के लिए मना कर दिया।
take-back-declined = ✋ **{ $name }** ने चाल वापस लेने से मना कर दिया।
timed-out = ⌛ { $loser } का समय खत्म हो गया।
draw-by-agreement = दोनों की सहमति से।
claimed = ⌛ { $loser } ने सात दिन से कोई चाल नहीं चली थी।
may-claim = ⌛ **{ $away }** ने सात दिन से कोई चाल नहीं चली है: अब **{ $winner }** को जीत का दावा करने का हक है।
called-off = 💤 दोनों के चाल चलने से पहले ही यह गेम खत्म हो गया। यह गिना नहीं जाएगा।
called-off-by = 💤 **{ $name }** ने गेम रद्द कर दिया। इसकी गिनती नहीं होगी।
called-off-idle = 💤 { $days } दिन तक चाल न चलने पर यह गेम रद्द कर दिया गया। यह गिना नहीं जाएगा।
called-off-replaced = 💤 नया गेम शुरू करने के लिए यह गेम रद्द कर दिया गया। यह गिना नहीं जाएगा।
interrupted = 💤 यह गेम यहाँ आगे नहीं चल सकता था, इसलिए इसे रद्द कर दिया गया। यह गिना नहीं जाएगा।
ended-by-moderator = 🛑 एक मॉडरेटर ने यह गेम बंद कर दिया। यह गिना नहीं जाएगा।
reminder = ⏰ { $mention }, **{ $name }** के खिलाफ़ गेम में आपकी बारी है। चाल न चलने पर { $time } आपकी हार हो जाएगी: { $link }
reminder-first-move = ⏰ { $mention }, **{ $name }** के खिलाफ़ गेम में आपकी बारी है। चाल न चलने पर { $time } गेम रद्द हो जाएगा: { $link }
text-board-title = पहली चाल **{ $first }** की, सामने **{ $second }**। बोर्ड: { $board }।
text-board-empty = कॉलम { $column } खाली है।
text-board-column = कॉलम { $column }, नीचे से: { $discs }।
text-board-full = कॉलम { $column } भरा हुआ है, नीचे से: { $discs }।
text-board-turn = अब **{ $name }** की बारी है।
your-move = { $disc } { $mention }, आपकी बारी
thinking = { $disc } **{ $name }** का दिमाग चल रहा है…
won = 🏆 { $name } की जीत!
computer-won = 🤖 { $name } की जीत!
drawn = 🤝 ड्रॉ!
board-full = बोर्ड भर गया है।
resigned = 🏳️ { $loser } ने हार मान ली।
line-vertical = { $length } डिस्क की खड़ी लाइन (कॉलम { $start })
line-horizontal = { $length } डिस्क की आड़ी लाइन (कॉलम { $start }–{ $end })
line-diagonal = { $length } डिस्क की तिरछी लाइन (कॉलम { $start }–{ $end })
lines-two = { $one } और { $other }
not-rated = बिना रेटिंग
rated = यह गेम रेटिंग वाला है।
title-unrated = बिना रेटिंग
not-rated-no-limit = बिना रेटिंग: इसमें समय की कोई लिमिट नहीं है।
not-rated-today = बिना रेटिंग: आज आप दोनों के बीच रेटिंग वाले { $most } गेम पहले ही शुरू हो चुके हैं।
not-rated-new-account = बिना रेटिंग, और लीडरबोर्ड में नहीं गिना जाएगा: इसके लिए दोनों अकाउंट कम से कम एक हफ़्ता पुराने होने चाहिए।
too-short = { $discs } से कम डिस्क: यह गेम रेटिंग और लीडरबोर्ड में नहीं गिना जाएगा।
win-limit = यह लीडरबोर्ड में नहीं गिनी जाएगी: एक ही खिलाड़ी पर दिन में सिर्फ़ { $wins } जीत गिनी जाती हैं।
rating-change = **{ $name }** { $change } → { $after }
streak = 🔥 { $count ->
    [3] लगातार तीसरी जीत!
    [4] लगातार चौथी जीत!
    [5] लगातार पाँचवीं जीत!
   *[other] लगातार { $count } जीत!
}
ratings-changed = 📈 रेटिंग: { $changes }
ratings-new = नई रेटिंग काफ़ी ऊपर-नीचे होती है।
deleted-player = डिलीटेड खिलाड़ी
hidden-player = छिपाया गया खिलाड़ी

## Buttons

button-accept = मंज़ूर करें
button-decline = मना करें
button-withdraw = वापस लें
button-cancel = रद्द करें
button-join = जॉइन करें
button-draw = ड्रॉ
button-take-back = चाल वापस लें
button-hint = 💡 हिंट
button-show-hint = दिखाएँ
button-resign = हार मानें
button-claim = जीत का दावा करें
button-really-resign = हाँ, हार मानें
button-really-call-off = हाँ, रद्द करें
button-play-on = खेलना जारी रखें
button-start-new = नया गेम शुरू करें
button-rematch = रीमैच
choose-first = पहली चाल किसकी
button-together = साथ मिलकर
button-again = फिर से
button-harder = और मुश्किल
button-play-level = लेवल: { $level }
button-invite = किसी को भी बुलाएँ
button-challenge = { $name } को चैलेंज दें
button-options = विकल्प
button-new-game = नया गेम
button-play-now = अभी खेलें
button-ask-again = फिर पूछें
button-previous = पिछला
button-next = अगला
button-start = शुरू
button-back = पीछे
button-end = अंत
choose-game = किसी गेम में हार मानें…
which-game = आपका मतलब किस गेम से है?
waiting-here = यहाँ आपके किसी भी गेम में अभी आपकी बारी नहीं है। इनका इंतज़ार है:
button-share = GIF शेयर करें
button-show-everyone = सबको दिखाएँ
button-summary = सारांश
button-turning-point = टर्निंग पॉइंट
button-look-again = फिर देखें
button-my-place = मेरी रैंक
button-by-rating = रेटिंग के हिसाब से
button-by-wins = जीत के हिसाब से
button-all-time = शुरू से अब तक
button-season = सीज़न { $number }
button-seasons = सीज़न
button-month = इस महीने
button-week = इस हफ़्ते
button-everywhere = सभी सर्वर
button-server = यह सर्वर
button-show-name = मेरा नाम दिखाएँ
button-hide-name = मेरा नाम छिपाएँ
button-my-data = मेरा डेटा
button-export = डाउनलोड करें
button-ask-delete = डिलीट करें…
button-really-delete = मेरा डेटा डिलीट करें
button-keep = मेरा डेटा रहने दें

## Challenges

challenge = ⚔️ { $mention }, **{ $challenger }** ने आपको चैलेंज दिया है!
challenge-open = ⚔️ **{ $challenger }** को फ़ोर इन अ रो खेलना है। कौन तैयार है?
challenge-rematch = ⚔️ { $mention }, **{ $challenger }** को रीमैच चाहिए!
first-named = पहली चाल **{ $name }** की
first-joiner = जो जॉइन करे, पहली चाल उसकी
challenge-time-control = हर चाल { $time }
challenge-until = डेडलाइन { $time }
challenge-rated = रेटिंग वाला
challenge-declined = **{ $opponent }** ने **{ $challenger }** के चैलेंज के लिए मना कर दिया।
challenge-cancelled = **{ $challenger }** ने यह चैलेंज वापस ले लिया।
challenge-expired = समय रहते किसी ने **{ $challenger }** का चैलेंज मंज़ूर नहीं किया।
challenge-expired-named = **{ $opponent }** ने समय रहते **{ $challenger }** के चैलेंज का जवाब नहीं दिया।
challenge-accepted = **{ $challenger }** का चैलेंज मंज़ूर हो गया।

## Refusals

refused-self = खुद को चैलेंज नहीं दिया जा सकता। किसी दोस्त को चुनें, या सामने वाले खिलाड़ी की जगह खाली छोड़ें ताकि कोई भी जॉइन कर सके।
refused-bot = **{ $name }** एक बॉट है, और बॉट बटन नहीं दबा सकते। किसी दोस्त को चुनें, या `/play` में लेवल चुनकर कंप्यूटर के साथ खेलें।
refused-absent = **{ $name }** इस सर्वर में नहीं हैं, इसलिए उन्हें आपका चैलेंज नहीं दिखेगा। किसी ऐसे व्यक्ति को चुनें जो इस सर्वर में हो।
refused-level = **{ $name }** का लेवल चुना नहीं जा सकता। लेवल हटा दें, या कंप्यूटर के साथ खेलने के लिए **{ $name }** का नाम हटा दें।
refused-nobody-here = यह चैट किसी और को नहीं दिखती। कंप्यूटर के साथ खेलने के लिए लेवल चुनें, या `/play` का इस्तेमाल ऐसे सर्वर में करें जहाँ आपके दोस्त हों।
refused-you-play-here = इस चैनल में आप पहले से मेरे साथ खेल रहे हैं: { $link } पहले वह गेम पूरा करें, या कोई दूसरा बोर्ड चुनें।
refused-you-play-unseen = यह गेम इस चैनल में पहले से चल रहा है। उसे `/board` से देखें। पहले उसे पूरा करें, या कोई दूसरा बोर्ड चुनें।
refused-you-play-them = इस चैनल में आप पहले से **{ $name }** के साथ खेल रहे हैं: { $link } पहले वह गेम पूरा करें, या कोई दूसरा बोर्ड चुनें।
refused-too-many-games = आपके काफ़ी गेम चल रहे हैं: एक चैनल में ज़्यादा से ज़्यादा { $here }, और कुल { $all }। पहले कोई एक पूरा करें।
refused-they-have-too-many = **{ $name }** के काफ़ी गेम चल रहे हैं। उनमें से कोई एक खत्म होने पर फिर कोशिश करें।
refused-you-challenged = आपने **{ $name }** को पहले ही चैलेंज दे दिया है: { $link } वहाँ *मना करें* दबाएँ, या जवाब का इंतज़ार करें।
refused-they-challenged = **{ $name }** ने आपको पहले ही चैलेंज दे दिया है। यहाँ जवाब दें: { $link }
refused-challenged-recently = जिस चैलेंज से गेम न बने, उसके बाद थोड़ा रुकना होता है: **{ $name }** को { $time } फिर चैलेंज दिया जा सकता है।
refused-open-here = इस चैनल में आपका एक खुला चैलेंज पहले से है। उसे रद्द करें, या किसी के जॉइन करने का इंतज़ार करें: { $link }
refused-cannot-be-challenged = **{ $name }** को अभी चैलेंज नहीं दिया जा सकता।
refused-you-blocked-them = आपने **{ $name }** को ब्लॉक किया है। पहले `/preferences` से अनब्लॉक करें।
refused-cannot-join = अभी इस गेम को जॉइन नहीं किया जा सकता।
refused-too-many-blocks = ज़्यादा से ज़्यादा { $limit } लोगों को ब्लॉक किया जा सकता है। पहले किसी को अनब्लॉक करें।
refused-block-self = खुद को ब्लॉक नहीं किया जा सकता।
refused-block-bot = मुझे यहाँ ब्लॉक नहीं किया जा सकता। मुझे न देखना हो, तो मेरी Discord प्रोफ़ाइल से ब्लॉक करें।
refused-not-challenged = यह चैलेंज **{ $name }** के लिए है। अपना चैलेंज `/play` से शुरू करें।
refused-own-challenge = यह आपका ही चैलेंज है। इसे किसी और को मंज़ूर करना होगा।
refused-not-your-challenge = यह चैलेंज रद्द करने का हक सिर्फ़ **{ $name }** को है।
refused-not-yours-to-repeat = यह **{ $name }** का चैलेंज है। अपना गेम `/play` से शुरू करें।
refused-challenge-accepted = यह चैलेंज पहले ही मंज़ूर हो चुका है।
refused-challenge-declined = इस चैलेंज के लिए मना कर दिया गया।
refused-challenge-cancelled = यह चैलेंज वापस ले लिया गया।
refused-challenge-expired = इस चैलेंज का समय खत्म हो गया है। `/play` से नया शुरू करें।
refused-rematch-offered = रीमैच का ऑफ़र पहले ही दिया जा चुका है: { $link }
refused-rematch-taken = आप दोनों का वह रीमैच पहले ही हो चुका है। एक और गेम के लिए `/play` का इस्तेमाल करें।
refused-not-your-rematch = रीमैच सिर्फ़ उन दोनों के लिए है जिन्होंने यह गेम खेला। अपना गेम `/play` से शुरू करें।
refused-opponent-deleted = सामने वाले खिलाड़ी ने अपना डेटा डिलीट कर दिया है, इसलिए रीमैच नहीं हो सकता। एक और गेम के लिए `/play` का इस्तेमाल करें।
refused-still-playing = यह गेम अभी खत्म नहीं हुआ है।
refused-no-game = इस चैनल में आपका कोई गेम नहीं है। `/play` से शुरू करें, या `/games` से अपने सारे गेम देखें।
last-game-over = यहाँ आपका कोई गेम नहीं चल रहा है। आपका पिछला गेम खत्म हो चुका है: { $link }
refused-not-your-game = यह आपका गेम नहीं है। अपना गेम `/play` से शुरू करें।
refused-not-your-turn = अभी **{ $name }** की बारी है।
refused-computers-turn = अभी कंप्यूटर की बारी है, और वह सोच रहा है। बस एक पल!
refused-dropped-last = पिछली डिस्क तुमने डाली थी। पहले किसी और को मौका दो, या { $time } फिर कोशिश करो।
refused-playing-together = यह चैनल पहले से खेल रहा है: { $link } (अगर इस चैनल में आपका कोई और गेम नहीं है, तो `/board` से बोर्ड यहाँ आ जाएगा)
refused-no-hint-found = मुझे अभी कोई हिंट नहीं मिला। थोड़ी देर में फिर कोशिश करें।
refused-column-full = कॉलम { $column } भर चुका है। कोई दूसरा चुनें: बारी अब भी आपकी है।
refused-no-column = ऐसा कोई कॉलम नहीं है। 1–{ $columns } में से चुनें।
refused-old-board = यह बोर्ड पुराना है। गेम यहाँ है: { $link }
refused-board-pinged = दूसरे खिलाड़ी को यहीं पिंग किया गया है, इसलिए बोर्ड यहीं रहेगा: { $link }
refused-reposted-recently = बोर्ड अभी-अभी पोस्ट हुआ है। इसे { $time } के बाद फिर पोस्ट किया जा सकता है।
refused-shared-recently = यह अभी-अभी यहाँ शेयर हुआ है। { $time } के बाद इसे फिर शेयर किया जा सकता है।
refused-just-changed = बोर्ड अभी-अभी बदला है। एक बार फिर देख लें।
refused-too-late = यह मुझ तक बहुत देर से पहुँचा, इसलिए मैंने कुछ नहीं किया। कृपया फिर से कोशिश करें।
refused-game-won = यह गेम खत्म हो चुका है: जीत **{ $name }** की हुई।
refused-game-timed-out = यह गेम खत्म हो चुका है: **{ $loser }** का समय खत्म हो गया, इसलिए जीत **{ $winner }** की हुई।
refused-game-claimed = यह गेम खत्म हो चुका है: **{ $loser }** ने सात दिन तक कोई चाल नहीं चली, और **{ $winner }** ने जीत का दावा किया।
refused-game-called-off = यह गेम रद्द कर दिया गया। यह गिना नहीं जाएगा।
refused-game-interrupted = यह गेम खत्म हो चुका है: यह यहाँ आगे नहीं चल सकता था, इसलिए इसे रद्द कर दिया गया। यह गिना नहीं जाएगा।
refused-game-ended-by-moderator = यह गेम खत्म हो चुका है: एक मॉडरेटर ने इसे बंद कर दिया। यह गिना नहीं जाएगा।
refused-level-board = “{ $level }” लेवल पर कंप्यूटर सिर्फ़ 7 × 6 और 6 × 5 वाले बोर्ड पर खेलता है। कोई दूसरा लेवल चुनें, या इनमें से कोई बोर्ड।
refused-draw-declined = **{ $name }** ने ड्रॉ के लिए मना कर दिया। आपकी अगली चाल के बाद फिर से ऑफ़र दिया जा सकता है।
refused-take-back-declined = **{ $name }** ने इसके लिए मना कर दिया। आपकी अगली चाल के बाद फिर से पूछा जा सकता है।
refused-draw-withdrawn = आपने अपना ऑफ़र वापस ले लिया। आपकी अगली चाल के बाद फिर से ड्रॉ का ऑफ़र दिया जा सकता है।
refused-draw-too-early = दोनों के एक-एक चाल चलने के बाद आप ड्रॉ का ऑफ़र दे सकते हैं। तब तक *हार मानें* गेम को रद्द करता है।
refused-take-back-withdrawn = आपने इसे वापस ले लिया। आपकी अगली चाल के बाद फिर से पूछा जा सकता है।
refused-not-your-offer = इसे वापस लेने का हक सिर्फ़ **{ $name }** को है।
refused-not-your-claim = इस जीत का दावा करने का हक सिर्फ़ **{ $name }** को है। आप चाल चलें, तो गेम आगे चलेगा।
refused-nothing-to-claim = यहाँ अभी जीत का दावा नहीं हो सकता: सामने वाले खिलाड़ी को चाल चले बिना सात दिन नहीं हुए हैं।
refused-nothing-to-take-back = आपने अभी तक कोई चाल नहीं चली है, इसलिए वापस लेने के लिए कुछ नहीं है।
refused-game-drawn = यह गेम खत्म हो चुका है: ड्रॉ रहा।
refused-computer-off = इस सर्वर में कंप्यूटर के साथ खेलना बंद है। चलिए, किसी दोस्त को चैलेंज दें!
refused-wrong-channel = इस सर्वर में गेम यहाँ खेले जाते हैं: { $channels }
refused-channel-full = { $most ->
    [one] इस चैनल में एक गेम पहले से चल रहा है, और इस सर्वर में एक बार में एक ही गेम की इजाज़त है।
   *[other] इस चैनल में { $most } गेम पहले से चल रहे हैं। इस सर्वर में एक साथ इतने ही गेम की इजाज़त है।
} गेम खत्म होने तक रुकें, या कोई दूसरा चैनल आज़माएँ।
refused-nobody-sees = इस सर्वर में मेरे मैसेज सिर्फ़ आपको दिखते हैं, इसलिए किसी का जवाब नहीं आ पाएगा। किसी मॉडरेटर से कहें कि मुझे सर्वर में जोड़ें, या `/play` में लेवल चुनकर कंप्यूटर के साथ खेलें।
refused-use-buttons = इस सर्वर में नया बोर्ड सिर्फ़ आपको दिखेगा। इस बोर्ड के नीचे वाले बटन दबाएँ: { $link }
refused-not-manager = यह सिर्फ़ उनके लिए है जिनके पास यह सर्वर मैनेज करने की परमिशन है।
refused-no-settings = सेटिंग्स सिर्फ़ उन सर्वरों के लिए हैं जिनमें मुझे जोड़ा गया है।
refused-no-time-zone = इस नाम की कोई जगह मुझे नहीं मिली। किसी शहर या देश का नाम लिखें और उसे सूची में से चुनें। EST या GMT+2 जैसे नाम गर्मियों के समय के साथ नहीं बदलते।
refused-not-your-question = यह सवाल सिर्फ़ **{ $name }** के लिए है।
refused-unknown-button = यह बटन अब काम नहीं करता। `/play` या `/board` से नई शुरुआत करें।
refused-gone = मुझे यह गेम अब नहीं मिल रहा। `/play` से नया शुरू करें।
refused-only-servers = यहाँ कोई सर्वर नहीं है। “सभी सर्वर” चुनें, या किसी सर्वर में `/leaderboard` का इस्तेमाल करें।
refused-unknown-command = यह कमांड अब मौजूद नहीं है। `/help` में देखें कि क्या-क्या किया जा सकता है।
refused-computers-results = 🤖 यह तो मैं हूँ! मेरे अपने गेम का हिसाब नहीं रखा जाता। आपके गेम `/stats` और `/history` में हैं।
refused-no-such-game = मुझे वह गेम नहीं मिल रहा। `/history` में खत्म हो चुके गेम अपने नंबर के साथ दिखते हैं।
refused-unknown-player = इस खिलाड़ी का कोई गेम मेरे पास नहीं है।
refused-not-my-message = यह मैसेज मेरा नहीं है, इसलिए यह मेरा बोर्ड नहीं हो सकता।
refused-no-board-there = इस मैसेज में कोई गेम नहीं है। किसी गेम के सबसे नए बोर्ड पर कोशिश करें।
refused-review-board = रिव्यू सिर्फ़ 7 × 6 और 6 × 5 वाले बोर्ड के गेम का हो सकता है।
refused-busy = आपने पहले जो माँगा था, अभी उसी पर काम चल रहा है। थोड़ी देर बाद फिर कोशिश करें।
refused-review-failed = यह रिव्यू अभी पूरा नहीं हो पाया। थोड़ी देर में फिर कोशिश करें।

## Faults

fault = मेरी तरफ़ से कुछ गड़बड़ हो गई। कुछ भी खोया नहीं है: थोड़ी देर में फिर कोशिश करें, या `/board` का इस्तेमाल करें। (रेफ़रेंस: { $reference })
response-refused = Discord मुझे वह यहाँ दिखाने नहीं देता। कुछ भी खोया नहीं है: अगर आपने चाल चली है, तो वह गिनी गई है, और { $board } से गेम दिखता है।

## Hints

hint-best = **कॉलम { $columns } सबसे बढ़िया है।**
hint-any = कोई भी कॉलम चलेगा।
hint-any-but = कोई भी कॉलम चलेगा, बस { $columns } नहीं।
hint-all-lost = हर कॉलम में हार है।
hint-threatened = कॉलम { $columns } में **{ $name }** की जीत हो सकती है, और सिर्फ़ एक को रोका जा सकता है।
hint-lost = आप पीछे हैं। कॉलम { $columns } सबसे देर तक { $count ->
    [one] टिकेगा
   *[other] टिकेंगे
}।
hint-wins-now = { $count ->
    [one] कॉलम { $columns } से तुरंत जीत होगी।
   *[other] कॉलम { $columns } से तुरंत जीत होगी।
}
hint-wins = { $count ->
    [one] कॉलम { $columns } से { $moves } चालों में जीत होगी।
   *[other] कॉलम { $columns } से { $moves } चालों में जीत होगी।
}
hint-draws = { $count ->
    [one] कॉलम { $columns } से ड्रॉ होगा।
   *[other] कॉलम { $columns } से ड्रॉ होगा।
}
hint-nudge-wins-now = इसी चाल में जीत है। दिख रही है?
hint-nudge-blocks = सावधान: **{ $name }** की जीत बस एक चाल दूर है।
hint-nudge-lost = आप पीछे हैं: जितना हो सके, टिकें।
hint-nudge-careful = सावधान: { $count ->
    [one] एक कॉलम में हार है।
   *[other] { $count } कॉलम में हार है।
}
hint-nudge-wins = यहाँ जीत छिपी है।
hint-nudge-left = बाईं ओर देखें।
hint-nudge-middle = बीच के आसपास देखें।
hint-nudge-right = दाईं ओर देखें।
hints-used = 💡 { $count ->
    [one] { $count } हिंट इस्तेमाल हुआ।
   *[other] { $count } हिंट इस्तेमाल हुए।
}
and = { $list } और { $last }
or = { $list } या { $last }

## Reasons

reason-for-wins = इससे तुरंत जीत होती है।
reason-for-blocks = इससे **{ $name }** की जीत रुकती है: वरना वहीं लाइन बन जाती।
reason-for-double-threat = इससे एक साथ दो ख़तरे बनते हैं, कॉलम { $one } और { $other } में।
reason-for-double-threat-above = इससे कॉलम { $above } में एक के ऊपर एक दो ख़तरे बनते हैं।
reason-for-replies-lose = इसके बाद हर जवाब में तुरंत हार है।
reason-for-reply-loses = इसके बाद सिर्फ़ कॉलम { $reply } बचता है, और उसमें तुरंत हार है।
reason-for-forced-win = जीत पक्की है: { $moves }
reason-for-stacked-threats = इसके बाद कॉलम { $at } में एक के ऊपर एक जीत के दो खाने हैं: उनमें से सिर्फ़ एक को रोका जा सकता है।
reason-for-zugzwang = इससे आख़िर में जीत होती है: खाली खाने खत्म होने पर **{ $name }** को जीत वाले खाने (कॉलम { $at }, नीचे से पंक्ति { $row }) के ठीक नीचे खेलना पड़ेगा।
reason-for-ends-lines = इसके बाद **{ $name }** की कोई लाइन नहीं बन सकती।
reason-for-follow-up = इसके बाद हर बार उसी कॉलम में जवाब देने से ड्रॉ बना रहता है।
reason-for-only-win = कोई और कॉलम नहीं जिताता।
reason-for-only-draw = बाकी हर कॉलम में हार है।
reason-for-trap = यह एक जाल है: कॉलम { $reply } के सिवा हर जवाब में हार है।
reason-against-leaves-threat = फिर कॉलम { $column } में **{ $name }** की जीत होती है।
reason-against-win-above = फिर ठीक उसके ऊपर **{ $name }** की जीत होती है।
reason-against-double-threat = कॉलम { $reply } में जवाब से एक साथ दो ख़तरे बनते हैं।
reason-against-forced-win = फिर **{ $name }** की जीत पक्की है: { $moves }
reason-against-stacked-threats = फिर कॉलम { $at } में एक के ऊपर एक **{ $name }** की जीत के दो खाने हैं: उनमें से सिर्फ़ एक को रोका जा सकता है।
reason-against-zugzwang = खाली खाने खत्म होने पर कॉलम { $at } में नीचे से पंक्ति { $row } के ठीक नीचे खेलना पड़ेगा, और ठीक उसके ऊपर **{ $name }** की जीत होगी।
reason-against-key-cell = कॉलम { $at } अहम था: **{ $name }** का इकलौता अच्छा जवाब वही है।
reason-against-refutation = इसकी सज़ा एक ही जवाब देता है: कॉलम { $reply }।
variation = आगे ऐसा हो सकता है: { $moves }

## Lists

games-title = **आपके गेम**
games-none = आपका कोई गेम नहीं चल रहा है। `/play` से शुरू करें!
games-your-turn = **आपकी बारी**
games-their-turn = **{ $name }** की चाल का इंतज़ार
games-line = { $disc } **{ $name }** के खिलाफ़ · { $turn } · चाल { $number } · { $link }
games-may-claim = **{ $name }** को जीत का दावा करने का हक है
games-you-may-claim = आपको जीत का दावा करने का हक है
games-resigned = 🏳️ आपने **{ $name }** के खिलाफ़ गेम में हार मान ली।
games-called-off = 💤 आपने गेम रद्द कर दिया। इसकी गिनती नहीं होगी।
games-claimed = 🏆 आपने **{ $name }** के खिलाफ़ जीत का दावा किया।
games-pick = { $name } के खिलाफ़, चाल { $number }
games-claim = { $name } के खिलाफ़ जीत का दावा करें
games-really = 🏳️ क्या आपको **{ $name }** के खिलाफ़ गेम में सच में हार माननी है? { $link }
games-really-call-off = 💤 क्या आपको **{ $name }** के खिलाफ़ गेम सच में रद्द करना है? इसकी गिनती नहीं होगी। { $link }
replace-question = यहाँ कंप्यूटर के खिलाफ़ आपका गेम अभी चल रहा है। नया गेम शुरू करें? पुराना गेम रद्द हो जाएगा: { $link }
replace-kept = 👍 आपका गेम जारी है: { $link }
leaderboard-title = 🏆 **लीडरबोर्ड** · { $period } · { $order }
leaderboard-title-everywhere = 🏆 **लीडरबोर्ड** · सभी सर्वर · { $period } · { $order }
leaderboard-line = { $rank } { $name } · { $record }
leaderboard-own = आप: { $line }
leaderboard-own-none = आपने यहाँ अभी तक कोई गेम पूरा नहीं किया है।
page = पेज { $page }/{ $pages }
record-wins = { $wins ->
    [one] { $wins } जीत
   *[other] { $wins } जीत
}
record-losses = { $losses ->
    [one] { $losses } हार
   *[other] { $losses } हार
}
record-draws = { $draws ->
    [one] { $draws } ड्रॉ
   *[other] { $draws } ड्रॉ
}
stats-title = 📊 **{ $name }**
stats-none = **{ $name }** ने अभी तक कोई गेम पूरा नहीं किया है।
stats-none-own = आपने अभी तक कोई गेम पूरा नहीं किया है। `/play` से शुरू करें!
stats-here = यहाँ: { $record }
stats-everywhere = सभी जगह मिलाकर: { $record }
stats-versus = **{ $name }** के खिलाफ़: { $record }
stats-versus-none = **{ $name }** और **{ $opponent }** ने अभी तक एक-दूसरे के खिलाफ़ कोई गेम पूरा नहीं किया है।
stats-versus-none-own = आपने अभी तक **{ $name }** के खिलाफ़ कोई गेम पूरा नहीं किया है।
period-all-time = शुरू से अब तक
leaderboard-by-rating = रेटिंग के हिसाब से
leaderboard-by-wins = जीत के हिसाब से
leaderboard-nobody = इस लिस्ट में अभी कोई नहीं है। शुरुआत आप करें: `/play`!
leaderboard-nobody-in-season = इस लिस्ट में कोई नहीं है।
leaderboard-line-rating = { $rank } { $name } · { $rating } · { $record }
leaderboard-own-unrated = आप अभी इस लिस्ट में नहीं हैं: रेटिंग वाला एक गेम पूरा करते ही आपका नाम यहाँ आ जाएगा।
leaderboard-own-away = आपने 90 दिनों से रेटिंग वाला कोई गेम पूरा नहीं किया है, इसलिए आप इस लिस्ट में नहीं हैं। अगला गेम पूरा करते ही आपका नाम वापस आ जाएगा।
leaderboard-season = सीज़न { $number }
leaderboard-own-season = आपने इस सीज़न में अभी तक कोई गेम पूरा नहीं किया है।
seasons-title = 🏆 **इस सर्वर के सीज़न**
seasons-running = **सीज़न { $number }** · { $start } से
seasons-past = **सीज़न { $number }** · { $start } – { $end }
season-over = 🏆 **सीज़न { $number } खत्म हुआ!**{ $count ->
    [0] { "" }
   *[other] { " " }चैंपियन: { $names }
}
season-climber = 📈 सबसे ज़्यादा ऊपर: **{ $name }**, { $before } → { $after }
season-rivalry = ⚔️ **{ $one }** और **{ $other }** ने { $games } गेम खेले: { $wins }–{ $losses }{ $draws ->
    [0] { "" }
   *[other] , { $draws } ड्रॉ
}
season-over-next = -# सीज़न { $number } शुरू हो गया है।
season-table = 🏆 **सीज़न { $number }** · किसने किसे हराया
season-table-legend = हर पंक्ति: किसी ने 1, 2, 3… को कितनी बार हराया। बिंदु: नहीं खेला।
season-table-unplayed = इनसे आपने अभी नहीं खेला: { $people }
button-season-table = तालिका
choose-unplayed = चैलेंज दें…
choose-season = किसका लीडरबोर्ड…
choice-all-seasons = शुरू से अब तक, सभी सीज़न मिलाकर
leaderboard-own-hidden = इस सर्वर को संभालने वालों ने आपको इसके लीडरबोर्ड से छिपा दिया है।
leaderboard-own-reset = इस सर्वर को संभालने वालों ने यहाँ आपका रिकॉर्ड रीसेट कर दिया है। आपके अगले गेम से यह नए सिरे से शुरू होगा।
leaderboard-names = -# दूसरों को यहाँ आपका नाम तभी दिखता है जब आप चाहें: `/preferences`
leaderboard-beyond = { $number }+
leaderboard-updated = अपडेट: { $time }
leaderboard-players = { $total ->
    [one] { $total } खिलाड़ी
   *[other] { $total } खिलाड़ी
}
rating-sure = **{ $rating }**
rating-unsure = **{ $rating }?** · पक्की होने तक { $games } और गेम
stats-rating-here = 📈 { $rating }
stats-rating-everywhere = सभी जगह मिलाकर रेटिंग: { $rating }
stats-accuracy = सटीकता: लोगों के खिलाफ़ पिछले { $games } गेम में से { $reviewed } रिव्यू किए गए गेम में { $accuracy }%
stats-accuracy-all = सटीकता: { $games ->
    [one] पिछले गेम
   *[other] पिछले { $games } गेम
} में { $accuracy }%
stats-streak-wins = सिलसिला: { $count } जीत
stats-streak-losses = सिलसिला: { $count } हार
stats-streak-draws = सिलसिला: { $count } ड्रॉ
stats-best-streak = सबसे लंबा: { $count } जीत
stats-medal = 🏆 सीज़न { $season }: { $total } में से रैंक { $place }
stats-puzzle-streak = रोज़ की पहेली: { $days ->
    [one] { $days } दिन का सिलसिला
   *[other] लगातार { $days } दिन का सिलसिला
}
stats-puzzle-streak-survived = रोज़ की पहेली: कल छूटने पर भी { $days } दिन का सिलसिला: सात में से एक दिन की छूट है
stats-best-win = सबसे बड़ी जीत: **{ $name }** ({ $rating })
stats-best-win-unnamed = सबसे बड़ी जीत: { $rating } रेटिंग वाले खिलाड़ी के खिलाफ़
stats-computer = कंप्यूटर के खिलाफ़: { $levels }
stats-level = { $level }: { $games } में से { $wins } में जीत
stats-picture = समय के साथ रेटिंग: { $first } से { $last } तक
history-title = 📜 **{ $name }**: खत्म हो चुके गेम
history-own = 📜 **आपके खत्म हो चुके गेम**
history-none = **{ $name }** का ऐसा कोई खत्म हुआ गेम नहीं है जो आप यहाँ देख सकें।
history-won = ✅ जीत
history-lost = ❌ हार
history-drew = 🤝 ड्रॉ
history-outcome = { $result } · { $moves ->
    [one] { $moves } चाल
   *[other] { $moves } चालें
}
history-line = `#{ $game }` **{ $name }** · { $outcome } · { $date }
history-description = { $outcome } · { $date }
history-pick = #{ $game } { $name } के खिलाफ़
choose-replay = किसी गेम का रीप्ले या रिव्यू देखें…

## Settings

language-name = हिन्दी
settings-title = ⚙️ **इस सर्वर की सेटिंग्स** · पेज { $page }/{ $pages }
settings-theme = 🎨 बोर्ड का लुक: **{ $theme }**
settings-locale = 🌍 बोर्ड की भाषा: **{ $language }**
settings-locale-said = Discord जैसा ({ $language })
settings-time-control = ⏱️ हर चाल का समय: **{ $time }**
settings-reminders-on = 🔔 समय खत्म होने से पहले खिलाड़ियों को रिमाइंडर मिलता है।
settings-reminders-off = 🔕 समय खत्म होने से पहले किसी को रिमाइंडर नहीं मिलता।
settings-max-games = 🔢 एक चैनल में एक साथ गेम: **{ $most }**
settings-max-games-any = जितने चाहें
settings-challenge-time = ⚔️ चैलेंज इतनी देर रुकता है: **{ $time }**
settings-channels = 📍 गेम यहाँ शुरू हो सकते हैं: { $channels }
settings-channels-all = 📍 गेम हर चैनल में शुरू हो सकते हैं।
settings-computer-on = 🤖 कंप्यूटर के साथ खेलने की इजाज़त सबको है।
settings-computer-off = 🤖 कंप्यूटर के साथ खेलने की इजाज़त किसी को नहीं है।
settings-note = जो गेम शुरू हो चुके हैं, वे वैसे ही चलते रहेंगे।
settings-live = ये गेम चल रहे हैं। बंद करने के लिए कोई एक चुनें।
settings-live-none = इस सर्वर में कोई गेम नहीं चल रहा है।
settings-pick = { $first } बनाम { $second }, चाल { $number }
settings-really = 🛑 क्या आपको { $first } बनाम { $second } वाला गेम सच में बंद करना है? यह गिना नहीं जाएगा। { $link }
settings-ended = 🛑 आपने { $first } बनाम { $second } वाला गेम बंद कर दिया।
choose-theme = बोर्ड का लुक…
choose-board = बोर्ड…
choose-rated = रेटिंग के साथ या बिना…
choose-language = बोर्ड की भाषा…
choose-time-control = हर चाल का समय…
choose-max-games = एक चैनल में एक साथ कितने गेम…
choose-challenge-time = चैलेंज कितनी देर रुके…
choose-channels = गेम वाले चैनल…
choose-end = कोई गेम बंद करें…
choice = { $setting }: { $value }
button-reminders-on = रिमाइंडर चालू करें
button-reminders-off = रिमाइंडर बंद करें
button-every-channel = हर चैनल में खेलने दें
button-computer-on = कंप्यूटर वाले गेम चालू करें
button-computer-off = कंप्यूटर वाले गेम बंद करें
button-settings-games = गेम
button-settings-limits = लिमिट
button-settings-live = चल रहे गेम
button-settings-posts = पोस्ट
button-really-end = हाँ, बंद करें
button-leave = रहने दें
settings-season = 🏆 **सीज़न { $number }** { $start } से चल रहा है।
settings-season-none = 🏆 कोई सीज़न नहीं है: इस सर्वर के लीडरबोर्ड में सभी गेम गिने जाते हैं।
settings-season-next = अगला सीज़न { $date }, { $time } को शुरू होगा: इस सर्वर के टाइम ज़ोन में आधी रात को।
settings-season-channel = सीज़न के नतीजे { $channel } में बताए जाते हैं।
settings-season-note = नए सीज़न में लीडरबोर्ड नया, रेटिंग वही। चैनल में लगा लीडरबोर्ड दिन में ज़्यादा से ज़्यादा एक बार आख़िर में आता है और किसी को पिंग नहीं करता।
settings-season-start = 🏆 सीज़न { $next } अभी शुरू करें? सीज़न { $ended } खत्म होगा और उसका लीडरबोर्ड वैसा ही रहेगा। इसे वापस नहीं लिया जा सकता।
settings-season-start-first = 🏆 सीज़न 1 अभी शुरू करें? इसके साथ इस सर्वर का लीडरबोर्ड नए सिरे से शुरू होगा। इसे वापस नहीं लिया जा सकता।
choose-season-rhythm = अगला सीज़न…
season-rhythm-by-hand = जब आप यहाँ शुरू करें
season-rhythm-month = हर महीने
season-rhythm-quarter = हर तीन महीने में
button-settings-leaderboard = लीडरबोर्ड
button-start-season = सीज़न { $number } शुरू करें
button-people = लोग
settings-people = 🙈 जिन्हें छिपाया गया है, वे इस सर्वर के लीडरबोर्ड पर नहीं दिखते। इस बीच खत्म होने वाले सीज़न में वे नहीं होते; पहले के सीज़न में उनकी जगह बिना नाम के रहती है। उनके गेम और रेटिंग गिने जाते रहते हैं और फिर से दिखाने पर लौट आते हैं।
settings-hidden = छिपे हुए: { $people }
choose-hide = किसी को छिपाएँ…
choose-show = फिर से दिखाएँ…
choose-reset = किसी का रिकॉर्ड रीसेट करें…
button-really-reset = हाँ, रीसेट करें
settings-reset = **{ $name }** का रिकॉर्ड रीसेट करें? इस सर्वर के लीडरबोर्ड पर वे शून्य से शुरू करेंगे; पिछले सीज़न जैसे खत्म हुए वैसे ही रहेंगे। उनकी रेटिंग वही रहेगी, क्योंकि दूसरों की रेटिंग उस पर टिकी है। इसे वापस नहीं लिया जा सकता।
settings-reset-done = ✅ **{ $name }** का रिकॉर्ड रीसेट हो गया।
stats-reset = ℹ️ इस सर्वर को संभालने वालों ने इसके लीडरबोर्ड पर आपका रिकॉर्ड रीसेट कर दिया है। आपकी रेटिंग वही है।
settings-puzzle-on = 🧩 रोज़ की पहेली { $time } (आपके यहाँ { $local }) के थोड़ी देर बाद { $channel } में आती है।
settings-puzzle-next = अगली: { $date }।
settings-puzzle-waits = समर टाइम में यह UTC की आधी रात को आती है, क्योंकि नई पहेली तभी निकलती है।
settings-puzzle-weekly = पिछली सात पहेलियाँ यहाँ किसी ने हल नहीं कीं, इसलिए जब तक कोई हल न करे, यह सिर्फ़ सोमवार को आती है।
settings-puzzle-refused = ⚠️ Discord ने पिछली बार { $channel } में पोस्ट नहीं करने दिया।
settings-puzzle-stopped = ⚠️ मैंने रोज़ की पहेली डालना बंद कर दिया: लगातार सात बार Discord ने { $channel } में नहीं डालने दी।
settings-puzzle-off = 🧩 इस सर्वर में रोज़ की पहेली नहीं डाली जाती। `/daily` से इसे हर कोई हल कर सकता है।
settings-time-zone = 🕰️ टाइम ज़ोन: **{ $zone }**। इसे `/settings timezone` से बदलें।
no-summer-time = गर्मियों में नहीं बदलता
settings-leaderboard-none = 🏆 इस सर्वर के किसी चैनल में अभी लीडरबोर्ड नहीं लगा है।
settings-leaderboard-on = 🏆 { $channel } का लीडरबोर्ड अपने-आप अपडेट होता रहता है: { $period }, { $order }।
settings-leaderboard-again = { $time } इसकी जगह नया लीडरबोर्ड आएगा।
settings-leaderboard-deleted = ⚠️ { $channel } का लीडरबोर्ड किसी ने हटा दिया, इसलिए मैं उसे अब अपडेट नहीं करता।
settings-leaderboard-refused = ⚠️ Discord ने { $channel } का लीडरबोर्ड अपडेट नहीं करने दिया।
settings-leaderboard-stopped = ⚠️ मैंने { $channel } का लीडरबोर्ड अपडेट करना बंद कर दिया: लगातार सात बार Discord ने नहीं करने दिया।
settings-week-on = 📰 हफ़्ते की ख़बर हर सोमवार { $channel } में आती है। अगली: { $date }, { $time }।
settings-week-off = 📰 हफ़्ते की ख़बर नहीं डाली जाती। यह हर सोमवार बताती है कि कौन सबसे ज़्यादा जीता, कौन ऊपर चढ़ा, और भी बहुत कुछ।
settings-week-stopped = ⚠️ मैंने हफ़्ते की ख़बर डालना बंद कर दिया, क्योंकि Discord ने { $channel } में नहीं डालने दी।
settings-closed-hidden = मुझे वह चैनल नहीं दिखता। मेरा इस सर्वर में होना ज़रूरी है, और मुझे चैनल देखने (वॉइस चैनल हो, तो उससे जुड़ने) की अनुमति चाहिए।
settings-closed-forbidden = मैं वहाँ नहीं लिख सकता, या किसी ने मुझे टाइमआउट दिया है।
settings-closed-archived = वह थ्रेड आर्काइव हो चुका है। वहाँ कुछ लिखें, तो मैं जारी रखूँगा।
settings-closed-locked = वह थ्रेड लॉक है: वहाँ सिर्फ़ मॉडरेटर लिख सकते हैं।
settings-puzzle-gone = ⚠️ रोज़ की पहेली का चैनल हटा दिया गया, इसलिए मैंने उसे डालना बंद कर दिया।
settings-week-gone = ⚠️ हफ़्ते की ख़बर का चैनल हटा दिया गया, इसलिए मैंने उसे डालना बंद कर दिया।
settings-posts-note = ये किसी को पिंग नहीं करते।
choice-puzzle-off = बंद
choose-puzzle-hour = रोज़ की पहेली…
choice-leaderboard = लीडरबोर्ड: { $period }, { $order }
choose-leaderboard = इस चैनल का लीडरबोर्ड…
button-puzzle-here = पहेली यहाँ डालें
button-leaderboard-here = लीडरबोर्ड यहाँ लगाएँ
button-leaderboard-remove = लीडरबोर्ड हटाएँ
button-week-here = हफ़्ते की ख़बर यहाँ डालें
button-week-off = हफ़्ते की ख़बर बंद करें
button-daily-puzzle = रोज़ की पहेली

## Together

together = **साथ मिलकर**: यह चैनल कंप्यूटर से खेलता है। कितना मुश्किल?
together-rule = अगली डिस्क कोई भी डाल सकता है, पर लगातार दो बार कोई नहीं।
together-first-random = पहली चाल टॉस से तय हो
together-first-channel = पहली चाल इस चैनल की
together-first-computer = पहली चाल Fourfall की
together-discs = डिस्क: { $people }
together-best = 🏅 सबसे अच्छी डिस्क: **{ $name }**, कॉलम { $column } (चाल { $number })
together-record = 🤝 साथ मिलकर: { $levels }
together-level = { $level } { $games } में से { $won }

## The week in words

week-title = 📰 **हफ़्ते की ख़बर** · { $first } – { $last }
week-leaders = 🏆 सबसे ज़्यादा जीतें: { $people } ({ $record })
week-climber = 📈 सबसे ज़्यादा ऊपर: **{ $name }**, +{ $gain }, अब { $rating }
week-rivalry = ⚔️ सबसे लंबा मुक़ाबला: **{ $one }**, **{ $other }** से { $score } से आगे
week-rivalry-level = ⚔️ सबसे लंबा मुक़ाबला: **{ $one }** और **{ $other }** { $score } पर बराबर
week-streaks = 🧩 पहेलियों का सिलसिला: { $people }
week-shortest = ⚡ सबसे छोटी जीत: **{ $winner }** ने **{ $loser }** को { $moves } चालों में हराया
week-picture = हफ़्ते की सबसे छोटी जीत, चाल दर चाल

## Replays

replay-start = पहली चाल से पहले। { $count ->
    [one] आगे { $count } चाल है।
   *[other] आगे { $count } चालें हैं।
}
replay-move = चाल { $number }/{ $count }: **{ $name }** ने कॉलम { $column } में डिस्क डाली।
replay-private = 👀 यह गेम आपका नहीं है, इसलिए यह सिर्फ़ आपको दिख रहा है। यहाँ *GIF शेयर करें* दबाकर सबको दिखाएँ।
shared-by = -# **{ $name }** ने दिखाया
replay-picture = बोर्ड पर { $first } बनाम { $second }, एक-एक चाल

## Reviews

review-waiting = 🔍 अभी एक और रिव्यू चल रहा है। इसके बाद इसी गेम की बारी है।
review-interrupted = यह रिव्यू बीच में रुक गया, क्योंकि मैं रीस्टार्ट हुआ था। इसे फिर शुरू करने के लिए *रिव्यू* दबाएँ।
review-working = 🔍 गेम का रिव्यू चल रहा है: { $bar } { $count } में से { $done } चालें
review-title = 🔍 **रिव्यू:** { $game }
review-accuracy = { $disc } **{ $name }**: { $accuracy }% सटीक
review-course = { $disc } **{ $name }** के लिए गेम ऐसा रहा:
review-turning-point = ❗ **टर्निंग पॉइंट** · { $played }
review-resigned-winning = 🏳️ **{ $name }** की पोज़िशन जीतने वाली थी, फिर भी हार मान ली।
review-resigned-even = 🏳️ जब **{ $name }** ने हार मानी, तब भी गेम बराबरी पर था।
review-timed-out-winning = ⌛ समय खत्म होते वक़्त **{ $name }** की पोज़िशन जीतने वाली थी।
review-timed-out-even = ⌛ जब **{ $name }** का समय खत्म हुआ, तब भी गेम बराबरी पर था।
review-agreed-winning = 🤝 ड्रॉ पर सहमति के वक़्त **{ $name }** की पोज़िशन जीतने वाली थी।
review-no-turning-point = यह गेम किसी एक चाल से तय नहीं हुआ।
review-move = चाल { $number }/{ $count }: **{ $name }** ने कॉलम { $column } में डिस्क डाली। { $grade }
move-misses-win = जीत छूट गई: कॉलम { $columns } में जगह थी, और { $three } थीं।
move-misses-block = रोकना छूट गया: कॉलम { $column } में जगह थी, और **{ $name }** की { $three } थीं।
move-passes-up-win = यहाँ { $moves } चालों में जीत थी।
move-loses = फिर **{ $name }** की { $moves } चालों में जीत हो सकती है।
move-fills-below = यह डिस्क जीत वाले खाने के ठीक नीचे का खाना भर देती है, और अब **{ $name }** उसे रोक सकते हैं।
three-vertical = एक कॉलम में तीन डिस्क
three-horizontal = एक पंक्ति में तीन डिस्क
three-diagonal = तिरछी लाइन में तीन डिस्क
review-better = बेहतर: कॉलम { $better }।
review-holds-out = कॉलम { $better } में हार देर से होती है।
review-better-any-but = बेहतर: कोई भी कॉलम, बस { $columns } नहीं।
grade-best = ⭐ सबसे बढ़िया चाल
grade-good = 👍 अच्छी चाल
grade-inaccuracy = ⁉️ छोटी चूक
grade-mistake = ❓ गलती
grade-blunder = ❌ बड़ी गलती
grade-count-best = { $count } सबसे बढ़िया
grade-count-good = { $count } अच्छी
grade-count-inaccuracy = { $count ->
    [one] { $count } छोटी चूक
   *[other] { $count } छोटी चूकें
}
grade-count-mistake = { $count ->
    [one] { $count } गलती
   *[other] { $count } गलतियाँ
}
grade-count-blunder = { $count ->
    [one] { $count } बड़ी गलती
   *[other] { $count } बड़ी गलतियाँ
}

## Puzzles

puzzle-title = 🧩 **Fourfall #{ $number }** · { $date } · { $stars }
puzzle-post-title = { $title } · रोज़ की पहेली
puzzle-task = { $discs ->
    [one] { $disc } तुरंत जीतें।
   *[other] { $disc } { $discs } चालों में जीतें।
}
puzzle-intro = हर चाल में जीतने वाला इकलौता कॉलम ढूँढें। गलत कॉलम से एक ❤️ जाता है। जितने ज़्यादा ★, उतनी मुश्किल।
puzzle-wrong = ❌ कॉलम { $column } से जीत हाथ से निकल जाती है।
puzzle-right = ✅ कॉलम { $column } सही है! { $disc } ने कॉलम { $reply } में जवाब दिया।
puzzle-solved = 🎉 **हल हो गया!**
puzzle-failed = 💔 कोई मौका नहीं बचा। *हल* दबाकर देखें कि कैसे होता है।
puzzle-streak = 🔥 { $days ->
    [one] कल की पहेली आपने हल की थी। सिलसिला बनाए रखें!
   *[other] लगातार { $days } दिन। सिलसिला बनाए रखें!
}
puzzle-streak-survived = 🔥 कल छूटने पर भी आपका { $days } दिन का सिलसिला बना हुआ है: सात में से एक दिन की छूट है। इसे बनाए रखें!
puzzle-streak-lost = { $days ->
    [one] आपका एक दिन का सिलसिला यहीं टूटता है।
   *[other] आपका { $days } दिन का सिलसिला यहीं टूटता है।
}
puzzle-streak-survives = 🔥 आपका { $days } दिन का सिलसिला फिर भी बना हुआ है: सात में से एक दिन की छूट है। कल इसे आगे बढ़ाएँ!
puzzle-streak-over = 🔥 आपका पिछला सिलसिला: { $days } दिन। आज की पहेली हल करके नया शुरू करें!
puzzle-archive = पुरानी पहेली: यह आपके सिलसिले में नहीं गिनी जाती।
puzzle-practice = सिर्फ़ अभ्यास के लिए: यहाँ कुछ नहीं गिना जाता।
puzzle-still-counts = ⏳ कल की पहेली आपने UTC की आधी रात से पहले शुरू की थी: { $time } तक हल करने पर यह अब भी गिनी जाएगी।
puzzle-counts = ⏳ आपने UTC की आधी रात से पहले शुरू किया था, इसलिए यह कल के लिए गिनी गई।
puzzle-late = इसका दिन बीत चुका था, इसलिए यह आपके सिलसिले में नहीं गिनी गई।
puzzle-next = अगली पहेली: UTC की आधी रात (आपके यहाँ { $time })।
puzzle-card-solved = **{ $name }** ने Fourfall #{ $number } हल किया { $stars }
puzzle-card-failed = **{ $name }** से Fourfall #{ $number } हल नहीं हुआ { $stars }
puzzle-legend = ✅ पहली कोशिश · 2️⃣ दूसरी · 3️⃣ तीसरी · ❌ नहीं मिला
puzzle-solver = **{ $name }** 🔥 { $days }
and-more = और { $count } अन्य
puzzle-solvers = 🏅 यहाँ हल करने वाले: { $people }
puzzle-crown = 👑 { $people } ({ $mistakes ->
    [0] कोई ग़लती नहीं
   *[other] { $mistakes } ग़लतियाँ
})
puzzle-solved-here = { $count } ने यहाँ हल किया
puzzle-post-yesterday = कल: { $people }
puzzle-server-streak = 🔥 यह सर्वर: लगातार { $days } दिन
puzzle-server-streak-over = 🔥 इस सर्वर का सिलसिला { $days } दिन बाद टूट गया। सबसे लंबा: { $best }।
puzzle-stuck = 💔 हल नहीं हुई: { $people }
puzzle-post-past = 🧩 #{ $number } · { $count ->
    [0] यहाँ किसी ने हल नहीं की
   *[other] { $count } ने यहाँ हल की
}
puzzle-shared = यह दस मिनट के अंदर [पहेली के संदेश]({ $link }) पर दिखेगा।
puzzle-month = 🧩 **इस महीने की रोज़ की पहेलियाँ**
puzzle-month-line = **{ $rank }** { $name } · { $days } दिन · { $mistakes ->
    [0] कोई ग़लती नहीं
   *[other] { $mistakes } ग़लतियाँ
}
puzzle-month-empty = इस महीने यहाँ किसी ने कोई पहेली हल नहीं की। शुरुआत आप कीजिए!
puzzle-solution = 💡 **Fourfall #{ $number }**: हल
puzzle-forced-win = यहाँ से हर डिस्क से जीत का ख़तरा बनता है, आख़िर में एक साथ दो ख़तरे।
puzzle-only-win = कॉलम { $column } { $moves } चालों में जिताता है, और कोई नहीं।
button-puzzle-open = हल करें
button-puzzle-share = शेयर करें
button-puzzle-practice = अभ्यास करें
button-puzzle-solution = हल
button-puzzle-earlier = पिछली
button-puzzle-later = अगली
button-puzzle-yesterday = कल का हल
button-puzzle-month = इस महीने
refused-cannot-post = मैं इस चैनल में नहीं लिख सकता: मुझे चैनल देखना और यहाँ लिखना ज़रूरी है।
refused-not-a-member = मैं यहाँ नहीं लिख सकता: मैं इस सर्वर का सदस्य नहीं हूँ। पहले मुझे आमंत्रित करें।
refused-enough-leaderboards = इस सर्वर के तीन चैनलों में लीडरबोर्ड पहले से लगा है: { $channels }। पहले उनमें से किसी एक से हटाएँ।
refused-no-puzzle = इस नंबर की कोई पहेली नहीं है। उनके नंबर 1 से { $last } तक हैं, और हर दिन एक नई जुड़ती है।
refused-puzzle-open = पहले आज की पहेली आज़माएँ: `/daily`। पूरा करने पर हल दिखेगा, और कल सबको।
refused-puzzle-still-counts = कल की पहेली { $time } तक हल की जा सकती है और गिनी जाएगी। इसका हल उसके बाद दिखेगा।
refused-puzzle-not-finished = पहले पहेली पूरी करें। फिर आप दिखा सकते हैं कि कैसी रही।

## Training

training-title = 🎯 **{ $name }** के खिलाफ़ आपका गेम, { $date }
training-board = बोर्ड पर: गेम में आपकी चाल और उसका सबसे बढ़िया जवाब।
training-board-move = बोर्ड पर: गेम में आपकी चाल।
training-win = { $disc } आपकी बारी। यहाँ आपसे एक जीत छूट गई थी: किस कॉलम में?
training-defence = { $disc } आपकी बारी। ख़तरा है: कौन-सा कॉलम आपको गेम में बनाए रखता है?
training-lost = { $disc } आपकी बारी। यहाँ आप हार रहे हैं: कौन-सा कॉलम आपको सबसे देर तक टिकाए रखता है?
training-right = ✅ **सही!**
training-wrong = ❌ **इस बार नहीं।**
training-best = सबसे बढ़िया: कॉलम { $columns }।
training-best-any-but = सबसे बढ़िया: कोई भी कॉलम, बस { $columns } नहीं।
training-tried-before = यह पोज़िशन आपने पहले भी आज़माई थी, और वही कोशिश गिनी जाएगी।
training-tried = कॉलम { $column }: { $why }
training-also = कॉलम { $columns } भी अच्छा है।
training-played = गेम में आपने कॉलम { $column } चुना था।
training-answer = इसका सबसे बढ़िया जवाब कॉलम { $column } है।
training-again = 🔁 यह पोज़िशन { $date } को फिर आएगी।
training-solved = { $failedBefore ->
    [0] पिछले 7 दिनों में हल की गई पोज़िशन: { $solved }
   *[other] पिछले 7 दिनों में हल की गई पोज़िशन: { $solved }, जिनमें से { $failedBefore } पहले की चूक के बाद
}
training-nothing = 🎉 अभी अभ्यास के लिए कुछ बाकी नहीं है। जब आप जीतने या रोकने का मौका चूकेंगे, या सामने वाला बहुत आगे निकल जाएगा, तब वह पोज़िशन यहाँ दिखेगी।
training-next-due = 🔁 अगली पोज़िशन { $date } को आएगी।
training-daily = तब तक आज की पहेली और सारी पुरानी पहेलियाँ हैं।
training-done = ✅ यह पोज़िशन पूरी हुई।
training-no-games = 🎯 पहले एक गेम खेलें। उसके बाद वे पोज़िशन यहाँ दिखेंगी, जिनमें आपसे गलती हुई।
training-looking = 🔍 आपके खत्म हो चुके गेम में पोज़िशन ढूँढी जा रही हैं। थोड़ी देर में फिर देखें।
button-train = 🎯 अभ्यास करें

## Privacy

privacy-about =
    🔒 मेरे पास खेलने वालों की Discord आईडी, नाम और उनकी चुनी हुई सेटिंग स्टोर रहती हैं, और यह भी कि हर गेम कहाँ, कब और कैसे खेला गया और कैसे खत्म हुआ, और पहेलियों व अभ्यास में क्या आज़माया गया। लोगों का लिखा हुआ न कभी पढ़ा जाता है, न स्टोर किया जाता है। मुझे आपके बारे में जो कुछ पता है, उसे आप डाउनलोड या डिलीट कर सकते हैं।
privacy-export = 📦 मुझे आपके बारे में जो पता है, वह सब।
privacy-export-follows = 📦 मुझे आपके बारे में जो पता है, वह सब थोड़ी देर में आ रहा है।
privacy-export-too-large = 📦 मुझे आपके बारे में जो पता है, वह यहाँ भेजने के लिए बहुत बड़ा है। इस बॉट को चलाने वालों से कहें: वे आपको फ़ाइल भेज सकते हैं।
privacy-export-failed = ❌ मुझे आपके बारे में जो पता है, वह सब भेजा नहीं जा सका। कुछ देर बाद फिर कोशिश करें।
privacy-ask-delete = 🗑️ क्या आपको सच में अपना डेटा डिलीट करना है? आपके चल रहे गेम में आपकी हार मान ली जाएगी, आपके नतीजे और रेटिंग मिट जाएँगे, और दूसरों के गेम में आपका नाम “डिलीटेड खिलाड़ी” हो जाएगा। `/preferences` में आपकी पसंद और ब्लॉक भी हट जाएँगे। खत्म हो चुके गेम के बोर्ड अपने चैनलों में वैसे ही रहेंगे। इसके बाद कुछ भी वापस नहीं लाया जा सकता।
privacy-deleted = 🗑️ हो गया। आपका डेटा डिलीट हो गया है। फिर से खेलने पर बिल्कुल नई शुरुआत होगी।
game-deleted = 🗑️ यह गेम खत्म हो गया: खेलने वाले ने अपना डेटा डिलीट कर दिया है।
challenge-deleted = 🗑️ यह चैलेंज खत्म हो गया: इससे जुड़े किसी खिलाड़ी ने अपना डेटा डिलीट कर दिया है।
privacy-kept = 👍 कुछ भी डिलीट नहीं हुआ।
privacy-nothing = मेरे पास आपका कोई डेटा नहीं है।

## Preferences

preferences-title = ⚙️ **आपकी पसंद**
preferences-anyone = ⚔️ कोई भी आपको चैलेंज दे सकता है।
preferences-played = ⚔️ सिर्फ़ वे लोग चैलेंज दे सकते हैं जिनके साथ आपने कोई गेम पूरा किया है।
preferences-nobody = ⚔️ कोई भी आपको चैलेंज नहीं दे सकता।
preferences-turns-on = 🔔 लंबे इंतज़ार के बाद आपकी बारी आने पर आपको पिंग किया जाता है।
preferences-turns-off = 🔕 आपकी बारी आने पर आपको पिंग नहीं किया जाता।
preferences-reminders-on = ⏰ जब चाल के लिए एक दिन या उससे ज़्यादा समय हो, तो समय खत्म होने से पहले आपको एक बार रिमाइंडर मिलता है।
preferences-reminders-off = 🔕 समय खत्म होने से पहले आपको रिमाइंडर नहीं मिलता।
preferences-listed = 👀 आपका नाम सभी सर्वरों के लीडरबोर्ड पर दिखता है।
preferences-unlisted = 🙈 आपका नाम सभी सर्वरों के लीडरबोर्ड पर नहीं दिखता।
preferences-blocked-none = 🚫 आपने किसी को ब्लॉक नहीं किया है।
preferences-blocked = 🚫 ब्लॉक किए गए ({ $count }): { $people }
challenges-anyone = कोई भी
challenges-played = जिनके साथ मैंने कोई गेम पूरा किया है
challenges-nobody = कोई नहीं
choose-challenges = कौन चैलेंज दे सकता है…
choose-block = किसी को ब्लॉक करें…
choose-unblock = किसी को अनब्लॉक करें…
button-turn-pings-on = मेरी बारी पर पिंग करें
button-turn-pings-off = मेरी बारी पर पिंग न करें
button-block = ब्लॉक करें
offer-block = **{ $name }** से और चैलेंज नहीं चाहिए?
blocked = 🚫 अब { $mention } से आपको चैलेंज नहीं आएगा। `/preferences` से ब्लॉक हटाया जा सकता है।
unknown-user = अनजान यूज़र ({ $id })

## Help

help-goal = 🔴🟡 **एक लाइन में चार डिस्क** पर जीत: लाइन आड़ी, खड़ी या तिरछी हो सकती है।
help-play = ▶️ { $play }: दोस्त, किसी भी व्यक्ति या कंप्यूटर के साथ, अकेले या पूरे चैनल के साथ मिलकर।
help-board = 🔍 { $board } आपका बोर्ड दिखाता है, शब्दों में भी; { $games } सारे गेम।
help-results = 🏆 { $leaderboard }, { $stats } और { $history }: कौन कैसा खेलता है।
help-fair = ⚖️ लीडरबोर्ड में कम से कम { $discs } डिस्क वाले गेम गिने जाते हैं, और एक ही खिलाड़ी पर दिन में { $wins } जीत तक। मेडल के लिए { $opponents } लोगों के साथ खेलना ज़रूरी है।
help-puzzles = 🧩 { $daily }: रोज़ एक पहेली। { $train }: अपनी गलतियों से सीखें।
help-choices = ⚙️ { $preferences }: आपके पिंग, चैलेंज कौन दे सके, और आपका डेटा।
