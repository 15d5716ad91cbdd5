/** Kinds of questions about calls: metadata, people, speech statistics, lists and counts. */
import type { KindRow } from './kinds.ts'

export const CALL_KINDS = {
  date: {
    patterns: [
      'when was|were|is @call',
      'when was it|this|that',
      'when did @call',
      'when did we|i|they|you @meet',
      'when have|has we|i|they|you @meet',
      'when @be|did @call held|recorded|place|happen',
      'what|which date|day|time @be|did @call',
      'what|which date|day|time was it|this|that',
      'what|which day|date|time did we|i|they|you @meet',
      'date|day|time of @call',
      '@call date|time',
      'how long ago|since @call|@meet',
      'how long ago was|did it|this|that',
      'since when last|first @call|@meet',
      'last|latest time we|i|they @meet',
      'what|which @be last|latest|recent|previous|newest|first|earliest @call',
    ],
    also: `take took place happen happened held hold start started begin began end ended recorded occur occurred last latest
      recent most first earliest previous newest conduct conducted ago long time date day scheduled exact`,
    rest: 'none',
  },
  duration: {
    patterns: [
      'how long was|were|is @call',
      'how long was it|this|that',
      'how long did|does @call',
      'how long did it|this last|run',
      'how long did we|they|you @meet',
      'how long have|had|has we|they @meet',
      'how many|much minutes|hours|seconds|time @be|did|have @it|@meet',
      'how much time spend|spent @call',
      'what|which duration|length',
      'duration|length of @it',
      '@call duration|length|time',
      'total|average|mean time|duration|length|hours|minutes @call',
      'total|average|mean @call time|duration|length|hours|minutes',
      'longest|shortest @call',
    ],
    also: `last lasted lasting take took run ran go went minutes hours long total spend spent average mean duration length
      time longest shortest usually typically in`,
    rest: 'none',
  },
  attendees: {
    patterns: [
      '^who attend|attended|join|joined|participate|participated|attending',
      '^who was|were|is|are on|in|at|there|present|part @it|@call',
      '^who was|were present|there|involved|invited',
      '^who all was|were|attended|joined',
      '^who took|take part',
      '^who did|have|has we|i|they|you @meet',
      '^whom did|have we|i|they|you @meet',
      'who @be|were on @call',
      'attendees|attendee|participants|participant|attendance',
      'how many people|persons|participants|attendees|speakers',
      'which|what people|persons|@customer|@seller|contacts|speakers|stakeholders attended|joined|on|in|at|there|present|participated|took @it',
      'which|what people|@customer|@seller|contacts|stakeholders attended|joined|participated',
      'names of people|participants|attendees|speakers',
      'who were the people|participants|attendees|speakers',
      'speakers @call',
      'people on|in|at @call',
    ],
    also: `who whom on part take took present names attend attended join joined customer customers client clients external
      internal side prospect rep reps colleagues how many number were last latest recent most first previous involved
      speaking list members`,
    rest: 'none',
  },
  owner: {
    patterns: [
      '^who own|owns|owned|host|hosts|hosted|ran|run|led|lead|leads|organized|organised|recorded|conducted|held|handled|handles|manages|covers|took @it|@deal|@account',
      '^who @be owner|host|organizer|organiser|rep|seller|agent|responsible',
      '^who looks|look after',
      '^who works|worked|working on @deal|@account',
      'whose @call|@deal|@account',
      'owner|host|organizer of|for @it|@deal|@account',
      '@call|@deal|@account owner|host|organizer|rep',
      'which|what rep|seller|agent|colleague|user ran|run|had|led|held|hosted|owns|owned|handled|handles|is|was @it|@deal|@account',
      'who @be responsible @deal|@account|@it',
    ],
    also: `owner rep seller agent responsible charge host call deal opportunity account customer client last latest recent
      most assigned sales in user after`,
    rest: 'none',
  },
  language: {
    patterns: ['what|which language|languages', 'in what|which language', 'language of @it', '@call language'],
    also: 'spoken speak spoke held language languages talk talked recorded',
    rest: 'none',
  },
  labels: {
    patterns: [
      'what|which kind|type|sort|category of @it',
      'what|which kind|type|sort @be @it',
      'what|which @call type|category|label|labels',
      '@call type|category',
      'what|which label|labels|tag|tags|category|categories',
      'how @be|did @it labeled|labelled|tagged|classified|categorized|categorised',
      'labels|label|tags of|on|for @it',
      'is|was it|this a|an discovery|demo|support|renewal|review|negotiation|internal @call',
    ],
    also: `kind type sort label labels tag tags category set assigned applied carry labeled tagged`,
    rest: 'none',
  },
  talkShare: {
    patterns: [
      '^who @talk @most|@least',
      '^who said|say @most|@least',
      '^who did|had|has @most talking|speaking|airtime',
      '^who dominated|dominate|dominates',
      'talk|talking|speaking|speech ratio|share|time|split|balance|percentage|proportion|distribution',
      'talk|talking listen|listening|listened ratio',
      'airtime|talktime',
      'how much|long did|was|were|does @talk',
      'how much of @it @be|did @talk',
      'how much of the time @talk',
      'what|which share|percentage|percent|part|proportion|fraction @talk',
      'share|percentage|proportion @talk',
      'how balanced @be @it',
      'how talkative',
      'did @talk too much',
      '@talk more than',
    ],
    also: `talk talked talking speak spoke speaking ratio share percentage percent time most least more less than listen
      listening to who how much long customer customers client rep reps seller side prospect part split between versus vs
      speakers participants of average last latest said too`,
    rest: 'none',
  },
  monologue: {
    patterns: [
      'longest|long monologue|monolog|monologues|speech|turn|stretch|story',
      'monologue|monologues|monolog',
      '^who @talk longest',
      'longest uninterrupted',
      'how long without interruption|pause|break',
      'longest @talk without|uninterrupted',
    ],
    also: `longest long who how speech turn customer rep uninterrupted without held had gave give talk talked spoke stretch
      interruption speak speaking one go last latest was`,
    rest: 'none',
  },
  questionCount: {
    patterns: [
      'how many @question',
      'how often did ask',
      '^who asked|asks|ask @most|fewest|least|more @question',
      'number|count of @question',
      '@question rate|count|number',
      'how curious',
    ],
    also: `asked ask asks who number count many customer customers client rep reps side we total were posed most fewest least
      more average per last latest`,
    rest: 'none',
  },
  dynamics: {
    patterns: [
      'how fast|quickly|slow @talk',
      'words per|a minute',
      '@talk speed|pace|rate|tempo',
      '^who @talk fastest|slowest|faster',
      'how often|many interrupt|interrupted|interruptions|interrupts',
      '^who interrupted|interrupts|interrupt',
      'interruptions',
      'how much|long silence|pause|pauses',
      'longest silence|pause',
      'how interactive|patient',
      'interactivity|patience',
      'how many speaker|turns switches|changes|turns',
    ],
    also: `fast quickly speed pace rate talk talked speak spoke who how often many much times interrupt interrupted silence
      pause pauses was were longest minute words rep customer most others each other last latest`,
    rest: 'none',
  },
  countCalls: {
    patterns: [
      'how many @calls',
      'number|count of @calls',
      'how often|frequently did|have|has we|i|they|you @meet|call|called',
      'how many times did|have|has we|i|they @meet|call|called',
      'count @calls',
      'how much @calls',
    ],
    also: `number count often times total held recorded happened place took take made done did been mention mentioned
      mentioning mentions discuss discussed discussing came said talked customer customers client team related
      concerning regarding contain contained where`,
    rest: 'topic',
  },
  callsByOwner: {
    patterns: [
      '^who had|has|made|did|held|recorded @most|fewest|least @calls',
      'which|what rep|seller|user|agent|colleague had|has|made|did|held @most|fewest|least @calls',
      '@calls per|by rep|seller|user|person|owner|agent|colleague',
      'how many @calls each|every rep|seller|user|person|agent|colleague|member',
      'how many @calls per|by rep|seller|user|person|owner|agent',
      'most|busiest active rep|seller|user',
      '^who @be most active|busiest',
    ],
    also: `who rep reps had has made held most fewest least active busiest per each number many team how member`,
    rest: 'none',
  },
  listCalls: {
    patterns: [
      'which|what|list|show|find|any @calls',
      'which @call|meeting|conversation',
      'what|which @be last|latest|recent|first @calls',
      '^last|latest|recent|newest @calls',
      '^@calls with|about|on|in|from|last|this|since',
      'overview of @calls',
    ],
    also: `recent last latest newest most first took place happened held recorded had have mention mentioned mentioning mentions
      discuss discussed discussing came said talked where contain contains regarding concerning related cover covered talk
      overview customer customers come spoke dealt deal`,
    rest: 'topic',
  },
  accounts: {
    patterns: [
      'which|what customers|customer|accounts|clients|prospects did|have we|i|they @meet|call|called',
      'which|what companies did|have we|i|they @meet|call|called',
      'which|what customers|accounts|clients @be @calls',
      'how many customers|accounts|clients did|have we|i|they @meet|call|called',
    ],
    also: `customer customers accounts account clients companies talk talked spoke speak met meet called call how many`,
    rest: 'none',
  },
} as const satisfies Readonly<Record<string, KindRow>>
