/**
 * Clarity of a sentence without its neighbors: whether it is complete, says something, and has no pronouns that
 * only the transcript explains.
 */
import { WEEKDAY } from '../../../core/calendar-words.ts'
import { isCommonWord } from '../../../core/common-words.ts'
import { joinNumberWords } from '../../../core/numbers.ts'
import { extractTerms } from '../../../core/terms.ts'
import { HEADLINE_MAX } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'

/** Maximum length of the outcome sentence in code points. A longer one isn't readable at a glance. */
const OUTCOME_MAX = 190
/** Minimum number of words of the outcome sentence. */
export const WORDS_MIN = 5
/** Greeting in front of a request. */
const GREETING = /^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b[\s,.!]*/i
/** Greetings, apologies, thanks, and talk about the call itself. */
export const PROCEDURE =
  /\b(?:welcome|hello|ladies and gentlemen|good (?:morning|afternoon|evening)|thank(?:s| you)|sorry|apologi[sz]e|excuse me|bye|nice to (?:meet|see)|how are you|can you (?:hear|see)|screen|recording|agenda|papers? to note|minutes of|(?:got|have) (?:\w+ )?\w+ minutes|tak(?:e|ing) (?:the |some )?minutes|next slide|slides?|conference call|operator|press star|question-and-answer|q&a|forward-looking|turn (?:it|the call|you) (?:over|back)|hand (?:it )?over|move on|let'?s (?:start|begin|get started|wrap|jump)|speaker|the floor|mute|meeting|call today|today'?s (?:call|meeting|session)|hold on|bear with (?:me|us)|(?:lost|lose|losing) (?:the |your |our )?(?:translation|connection|sound|audio|video|signal))\b/i
/** Sentences that speech has broken, or that are a part of a longer thought. */
const BROKEN = new RegExp(
  [
    String.raw`…|\b(\w{2,}) \1\b|^\W*\w+, \w+,|,\s*\W*$|\bdunno\b`,
    String.raw`^\W*(?:because|['’]?cause|cos|when|while|which|that|this|it|meaning|turning|looking|moving|going|talking|and|or|like|so that|in terms|as well|the way|other than that|apart from that|on top of that|just|except|something|anything|number of|maybe|also|then|found|perhaps|not|nah|nope|for example|related|regarding|about|i the|(?:are|is|was|were|will|has|have) (?!we\b|you\b|they\b|i\b|it\b|he\b|she\b|there\b)\p{L}+)\b`,
    // Speech recognition that breaks off: "What's, to make the, fast".
    String.raw`\b(?:the|an?|to|of|for|in|on|is|are|be|my|our|your|next|from|with|by|as|at|because|and|or|but),\s|\b(?:is|are) that,\s|\bhow (?:much|many),\s|^\W*(?:no|yes),|\bclarify`,
    // A phrase without a main clause: "For the finalized block hash."
    String.raw`^\W*(?:on|for|of|with|to|as|what(?! (?:i|we|you|they)\b.{1,60}\b(?:is|are|was)\b)|what['’]s|how|why|where|who|than|put)\b(?!.*,\s*(?:we|they|i|it|the|there|our|an?)\b)`,
    String.raw`^\W*the (?:on|in|at|of|for|to|are|is|was)\b`,
    // An item of an enumeration.
    String.raw`^\W*(?:${joinNumberWords(1, 12)}|first|second|third|fourth|firstly|secondly|lastly|finally),\s|^\W*(?:the |an)?(?:first|second|third|next|last|other) (?:of all|things?|points?)\b`,
    // What was said before: "In that way".
    String.raw`^\W*(?:in|for|with|by|from|at|on|to|after|before|because of|apart from|in addition to|instead of) (?:that|this|these|those|both|such)\b(?! (?:afternoon|morning|evening|week|month|quarter|year|summer|winter|spring|autumn|fall|day|time)\b)|^\W*(?:cuz|whereas|meanwhile|in addition|in the meantime|similarly|likewise|the fact that|the (?:\w+ )?reason|the (?:decline|decrease|increase|improvement|growth|change|difference) (?:was|is))\b`,
    // A condition without its consequence.
    String.raw`^\W*if\b(?!.*,\s*(?:then )?(?:we|you|they|i|it|the|there|our|this|that)\b)`,
  ].join('|'),
  'iu',
)
/**
 * Restarts of a speaker: "We need to yeah, we need to look", "We are going to sell we want to sell it". A conjunction before
 * the second pronoun starts a clause instead.
 */
const RESTART =
  /\b(i|we|you|they)(?:['’]\p{L}+)? (?:\p{L}+,? ){3,5}(?<!\b(?:until|till|that|if|when|because|and|but|before|after|so|where|what|which|as|while|unless|once|how|than|or|who|why|whatever|whether|since|know|think|hope|sure|believe|say|said|things?|everything|all|way|time),? )\1\b|\S (?:yeah|yep|okay),|\b(\p{L}{4,}) (?!by\b|and\b|to\b|or\b|of\b|in\b|after\b|for\b|is\b|than\b|with\b)\p{L}+ \2\b/iu
/** Sentences that speech recognition joins: a capital letter of a common word after a lower-case word. */
const JOINED =
  /(?<![\p{L}\p{N}])\p{Ll}[\p{L}'’]*,? (?:And|But|So|The|We|It|This|That|There|What|Have|Has|Is|Are|Even|Then|They|You|If|For|To|In|On|Of|Doing|Yes|No|Before|After|When|Because|Which|With|From)(?![\p{L}'’])(?! \p{Lu})/u
/** Doubt, and explanations of one speaker, which state nothing of the conversation. */
const UNSURE =
  /\b(?:(?:i|we) (?:do(?:n['’]t| not) )?(?:think|guess|believe|mean|suppose|look|feel)|really|i['’]m (?:pretty |not |quite )?sure|kind of|sort of|basically|maybe|probably|might|could|would|may (?:be|have|not|also|need|want|take|result|differ|cause|change|lead)|you (?:have|can|get|see|know|need|choose)|you['’]re (?:just |only )?(?:having|getting)|for example|(?<=\S\s)(?:if|whether)|yesterday|actually|at the moment|get to|come back to|must(?:['’]ve| have))\b/i
/** A verb that makes a sentence of a list of words. */
const HAS_VERB =
  /\b(?:is|are|was|were|has|have|had|do|does|did|will|can|must|should|needs?|wants?|costs?|works?|shows?|uses?|takes?|runs?|gets?|goes|comes?|makes?|keeps?|means?|provides?|supports?|includes?|contains?|replaces?|removes?|reduces?|allows?|requires?|prints?|sends?|saves?|decided|agreed|announced|reported|received|built|sold|won|lost|grew|fell|rose|went|came|made|took|put|\p{Ll}{3,}ed)\b|['’](?:s|re|ll|ve|m|d)\b/iu
/** Lists, speech recognition with a full stop inside, and references to what was named before. */
const SCRAP =
  /[.!] \p{Ll}|^(\w+), \1\b|\blike (?:this|that)\b|\bthe same (?:problem|issue|thing|question|point)\b|\b(?:has|have|got)(?: \w+){0,2} questions? (?:on|from|about)\b|\b(?:the (?:last|first|second|third|other|same) one|the other(?! (?:day|way))|as well|(?:the|these|those|other) (?:\p{L}+ )?ones)\b|^(?:dear|at least)\b|\b(i['’]ll|i['’]m|i|we['’]ll|we['’]re|we) (?:\p{L}+ ){1,3}\2\b|^the (?:first|second|third|other|next|last|final) \w+,?(?: [^,]{2,30},?)?(?: in the list)? (?:is|was|are|were)\b|\blet me\b|\bthe \w+ of (?:it|them)\b|\ba different (?:one|word|way|kind|type|sort)\b|\bthe (?:each|every)\b|\band so and\b|\b(?:is|are) (?:should|could|would|can|will|do|does)(?:n['’]t)?\b|^an? (?:last|final|further|quick|follow-up|related) question\b|^for your information\b|\bmy name(?:['’]s| is)\b|\bi share (?:\w+ of )?your\b|^(?:is|are|was|do|does|did|would|can|could) (?:this|it|you|that|we|they|i|the)\b|^let us take\b|^let(?:['’]s| us) (?:say|look|assume|take (?:the|a) (?:\w+ )?(?:case|example)|talk|discuss|see|jump|start|go(?! (?:with|for|ahead)))\b|\b(?:we|i)(?:['’]re|['’]m| are| am|['’]ll| will)(?: (?:then|now|next|also|first|just))* (?:(?:going to|gonna) )?(?:be )?(?:look(?:ing)? at|talk(?:ing)?|discuss(?:ing)?|go(?:ing)? (?:over|through)|cover(?:ing)?|start(?:ing)? with)\b|\b(?:these|those)[,.;]|\b(?:this|these|those) (?:through|by|with|in|on|and|as|for|to|is|was|are|were|will|has|have)\b|\b(?:the|an|their|our|my) (?:we|i|you|they|it|the|their|is|are|was)\b|^(?:come|go|get|make|take|put|use|keep|run|show|look|have|do|see|define|attain|remember|imagine|consider|try|note|suppose|add|give|check|read|write|spend|subtract|compute|calculate|find)\b|^(?:their|his|her|its)\b|^let['’]s face\b/iu
/** Sentences that speech recognition garbles: an article before a word that can't follow it ("the my plan"). */
const GARBLED = new RegExp(
  [
    String.raw`\b(?:the|an?|my|our|your|their) (?:the|an?|my|our|your|their|his|we|i|you|they|he|she|it|is|are|was|were|in|at|of|for|to|from|with|by|and|or|but|if|that|this|there|about|once|when|because|so|have|has|had)\b(?![-/])|\b(?:the|an?|my|our) (?:we|i|you|they|it|he|she)['’]`,
    String.raw`(?<![\p{L}'’])(?:i|we|they|he|she) (?:the|an?|(?:i|we|you|they|it|he|she)['’]\p{L}+)\s|\bthe \p{L}{1,3} (?:we|i|they|you)(?:['’]|\b)|^(?:i|we|you|they)['’]\p{L}+, |\b(\p{L}{4,}), (?:their|our|the|my|your|an?) \1\b|\b(has|have|had|is|are|was|were) \p{L}+ \2 `,
    String.raw`\b(?:on|in|of|but|for|with|at) (?:an?|the) (?:on|in|of|but|for|with|at) |\b(?:of|to|for|with|at) but (?:of|to|for|with|at)\b|\b(?:cuz|dunno|gotta be like)\b`,
    // An interjection, and a second subject after a word that can't be followed by one: "We substr I subtract".
    String.raw`, (?:ok|okay|right|yeah|you know),|\byou know,|^(?:i|we|you|they) (?!think|know|hope|guess|believe|say|said|mean|wish|feel|suppose|assume|see|saw|find|found|heard|understand|need|have|had|use)\p{L}+ (?:i|we|you|they) `,
    String.raw`\b(?:is|are|was|were) to \w+ to\b|\b(?:is|was) (?:it|we|they|i) (?:is|are|has|have|was|were)\b|\bit has it['’]s\b|\b(?:in|of|since|by|through|for) (?:fiscal )?20\d\W*$`,
  ].join('|'),
  'iu',
)
/** Words that break off: without a vowel ("to thr toward"), or before the whole word ("onl the only"). Upper-case letters are acronyms. */
const STUMP = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.'’-])(?!(?:mr|mrs|ms|dr|vs|pm|km|kg|mm|cm|ml|gb|mb|kb|tb|hr|hrs|tv|pr|prs|pdf|http|https|html|tcp|css|sms|crm|gps|llm|btw|tx|txs)\b)[b-df-hj-np-tv-xz]{1,4}(?![\p{L}\p{N}'’./-])`,
    String.raw`(?<![\p{L}'’])(?!(?:for|the|other|work|over|some|any|every|use|more|under|out|all|in|be|to|so|no|on|an?|as|is|of|or|we|i|he|me|my)\b)(\p{Ll}{2,6}) (?:the |an? |of |to |is |in )\1\p{Ll}+|\bi (?=i\p{Ll}{3})`,
    String.raw`(?<![\p{L}'’])(?!(?:with|over|some|when|than|what|where|under|them|every|there|here|then)\b)(\p{Ll}{4,7}) (?:\p{L}{1,3} )?\2\p{Ll}+`,
  ].join('|'),
  'u',
)
/** Words that start a later one, and are stumps if they aren't words: "the produ project product". */
const LONG_STUMP = /(?<![\p{L}'’])(\p{Ll}{5,7}) (?=(?:\p{L}+ ){0,2}\1\p{L})/gu
/** A participle without a main clause: "Holding a remote with ten buttons". */
const PARTICIPLE =
  /^(?!(?:nothing|everything|something|anything|during|according|including|following|regarding|depending)\b)\p{L}+ing (?:an?|the|with|in|on|to|at|for|from|up|out|into|onto|over)\b(?!.*\b(?:is|are|was|were|will|would|can|could|should|has|have|had|makes?|made|requires?|costs?|takes?|means|needs?|helps?|becomes?)\b)/iu
/** A list of clauses or of things. */
const LIST = /(?:,[^,]+){3,}/u
/** Private life and humor, which no call is about. */
const ASIDE =
  /\b(?:my (?:husband|wife|mom|mum|grand\p{L}+|mother|dad|father|son|daughter|kids?|children|dog|cat|brother|sister|uncle|aunt)|birthday|(?:my|our) (?:house|kitchen|family|flat)|joke|joking|kidding|sandwich|lunch|breakfast|dinner|coffee|weather|campsite|holiday|vacation|wedding|ha|haha|funny|laugh\w*|love (?:that|it|this)|lovely|miracle)\b/iu
/** Times of a commitment, and terms of a contact, which don't say what it is about. */
const TIMES = new RegExp(
  String.raw`\b(?:today|tonight|tomorrow|${WEEKDAY}s?|weeks?|months?|years?|days?|mornings?|afternoons?|evenings?|noon|next|this|end|middle|right|after|call|date|time|again|train|slot|chat|meeting)\b`,
  'gi',
)
const CONTACT: ReadonlySet<string> = new Set(
  `i'll send call write meet talk speak ask get let know back look find check listen reply answer mail email text tell come go see do
  people something anything everything somebody everybody one two both all will would could should also just then invitation invite
  address slot phone number give`
    .split(/\s+/)
    .flatMap(extractTerms),
)
/** Tasks that a pronoun names: "I'll put it in the mail". */
const PRONOUN_TASK =
  /\b(?:put|send|do|add|take|bring|give|keep|make|use|check|write|share|want|need|look)s? (?:\w+ )?(?:it|that|them|those)\b/iu
/** Pronouns for a thing that was named before. */
const BACKWARD = /(?<![\p{L}\p{N}])(?:it|its|they|them|their)(?![\p{L}\p{N}])/giu
/** A thing that a sentence names, with the start of the clause in which a pronoun can refer to it. */
const NAMED = new RegExp(
  String.raw`\b(?:the|an?|my|our|your|new|\d+|\w+ty|${joinNumberWords(2, 12)}) (?:\p{L}[\p{L}'’-]+ ){1,6}?[^,]{0,60}?(?:, |\band |\bbut |\bbefore |\bbecause |\bwhich |\bthat |\bwhen |\buntil )`,
  'iu',
)
/** Words that point to something outside of the sentence. */
const POINTING =
  /(?<![\p{L}\p{N}])(?:he|him|his|she|her|they|them|their|it|its|that|this|those|these|there|here|(?<!point )one(?!-| (?:percent|hundred|thousand|million|year|month|week|day|hour)\b)|both|thing|things|stuff|something|somebody|others|yours|ours|theirs|hers|(?<!\b(?:an?|the|gold|coal|data) )mine)(?:['’](?:m|s|re|ve|ll|d))?(?![\p{L}\p{N}'’])/giu
/** Words before a "that" which starts a clause instead of pointing to something. */
const CONJUNCTION =
  /\b(is|was|means?|shows?|showed|found|know|believe|think|expect|sure|agreed?|decided|announced?|ensure|sees?|say|says|said|so|fact|propose|hope|such|feel|given|make sure) that(?= (?:\p{L}+)\b)/giu
const POINTING_COST = 2.5
/** Reports of what a person did or tries, which are one contribution of many. */
const OWN_WORK =
  /^(?:(?:last|this) (?:week|month|time),? |today,? |yesterday,? )?i(?:['’]ve| have|['’]m| am)?(?: also| just| still| already)* (?:tried|trying|added|looked|looking|checked|tested|worked|working|opened|pushed|wrote|onboarded|fixed|merged|rebased|released|finished|read|urge|put|okay|ok|fine)\b/i
/** A condition or reason without its consequence, and a sentence that speech broke. */
const FRAGMENT =
  /\.\.\.|…|^\W*(?:if|when|while|because|since|whereas)\b(?!.*,\s*(?:then |and |so )?(?:we|you|they|i|it|he|she|the|there|a|an|our|this|that|these|those|my|your|his|her|their|somebody|nobody|everybody|people|what|no|please|\p{Lu}\p{Ll}+)(?:\b|['’]))(?!.*\bthen\b)/u
/** Subject that only the sentence before explains: "He chose to pay off debts". */
const POINTING_SUBJECT = /^\W*(?:he|she|they|it|this|that|these|those)\b/i
/** Doubt of the speaker. */
const DOUBT =
  /\b(?:(?:i|we) (?:think|guess|believe|mean|suppose|feel|assume|(?:do(?:n['’]t| not)|wo(?:n['’]t|uld not)|can(?:['’]t|not)) (?:know|remember|tell))|maybe|perhaps|probably|might|kind of|sort of|actually|really)\b/i
/** Announcements of a list whose items are unclear without it: "Two reasons, as far as I can see." */
const ANNOUNCES_LIST = new RegExp(
  String.raw`\b(?:${joinNumberWords(2, 12)}|several|some|a few) (?:\w+ )?(?:reasons?|things?|points?|ways?|questions?|options?|parts?|changes?)\b`,
  'i',
)

/** Whether a sentence has room in a headline, with the name of its speaker. */
export const isReadable = ({ text, speaker }: Pick<TranscriptSentence, 'text' | 'speaker'>): boolean =>
  [...text].length <= Math.min(OUTCOME_MAX, HEADLINE_MAX - [...formatSpeaker(speaker)].length)
export const hasVerb = (text: string): boolean => HAS_VERB.test(text)
const DETERMINER = /^(?:the|our|my|your|their|an?|this|that) /iu
/** Subjects of clauses whose verbs `HAS_VERB` doesn't list: "We miss the window". */
const SUBJECT = /\b(?:i|we|you|they|he|she|it|there|nobody|everybody|somebody|everyone|people)\b/iu
/** Whether a text has a verb, or a subject that needs one. */
export const hasClause = (text: string): boolean => hasVerb(text) || SUBJECT.test(text)
export const hasPointingSubject = (text: string): boolean => POINTING_SUBJECT.test(text)
export const isProcedure = (text: string): boolean => PROCEDURE.test(text)
export const isProcedureAfterGreeting = (text: string): boolean => isProcedure(text.replace(GREETING, ''))
export const isAside = (text: string): boolean => ASIDE.test(text)
export const isOwnWork = (text: string): boolean => OWN_WORK.test(text)
export const isList = (text: string): boolean => LIST.test(text)
export const isDoubt = (text: string): boolean => DOUBT.test(text)
export const isUnsure = (text: string): boolean => UNSURE.test(text)
export const announcesList = (text: string): boolean => ANNOUNCES_LIST.test(text)
/** Whether a text is a condition without its consequence, or broken off. */
export const isFragment = (text: string): boolean => FRAGMENT.test(text.charAt(0).toLowerCase() + text.slice(1))
/** Whether only a relative clause or a clause after a topic has a verb: "The index, which is new", "The buttons, we use chips". */
function isNounPhrase(text: string): boolean {
  const [head = ''] = text.split(/,? (?:which|who|where) /u)
  const [topic = ''] = text.split(/, (?:we|i|you|they|there|it)(?:['’]|\b)/iu)
  return (head !== text && !hasClause(head)) || (topic !== text && DETERMINER.test(topic) && !hasClause(topic))
}

/** Whether a speaker doesn't finish a text, or speech recognition garbles it. */
const isGarbled = (text: string): boolean =>
  GARBLED.test(text) ||
  STUMP.test(text.charAt(0).toLowerCase() + text.slice(1)) ||
  [...text.matchAll(LONG_STUMP)].some(([, word = '']) => !isCommonWord(word)) ||
  PARTICIPLE.test(text)
/** Whether a text is a part of a thought, points to what was said before, or is an aside. */
export const isScrap = (text: string): boolean =>
  BROKEN.test(text) ||
  RESTART.test(text) ||
  JOINED.test(text) ||
  SCRAP.test(text) ||
  PRONOUN_TASK.test(omitResolved(text)) ||
  isGarbled(text) ||
  isNounPhrase(text) ||
  isAside(text)

/**
 * Whether a commitment names more than a contact and a time: "I'll call you on Wednesday" doesn't.
 * @param names terms of the speakers' names
 */
export const namesTask = (text: string, names: ReadonlySet<string>): boolean =>
  extractTerms(text.replace(TIMES, ' ')).some((term) => !CONTACT.has(term) && !names.has(term))

/**
 * Pronouns for something outside of a sentence. They end a clause ("We should test that, too"), follow a conjunction ("Once
 * that happens"), or have a noun that was named before ("all those changes").
 */
const DANGLING =
  /(?<![\p{L}\p{N}])(?:(?:this|that|these|those|it|them)(?=[.,;:!]|$| (?:and|or|but|because|so|in|on|at|with|for|from|to|by|up|out|as)(?![\p{L}\p{N}]))|(?:once|when|if|after|before|because|since|until|as) (?:this|that|these|those|it|they)(?= \p{L}+(?:s|ed)?(?![\p{L}\p{N}]))|(?:these|those) (?!who\b|days\b)(?=\p{L}))/giu
/** Number of pronouns in a sentence for something that it doesn't name. */
export const countDangling = (text: string): number =>
  omitResolved(text.replace(CONJUNCTION, '$1')).match(DANGLING)?.length ?? 0

/** Comprehensibility of a sentence next to its speaker, without its context, 0 to 1. */
export function computeClarity({ text, length }: TranscriptSentence): number {
  const pointing = omitResolved(text.replace(CONJUNCTION, '$1')).match(POINTING)?.length ?? 0
  return Math.max(0, 1 - (POINTING_COST * pointing) / Math.max(1, length))
}

/** Omits pronouns for a thing that the sentence itself names: "I'll write a draft, and send it to you". */
function omitResolved(text: string): string {
  const named = NAMED.exec(text)
  if (named === null || text.slice(0, named.index).search(BACKWARD) >= 0) return text
  const end = named.index + named[0].length
  return text.slice(0, end) + text.slice(end).replaceAll(BACKWARD, '')
}

/** Additions to the name of a speaker, such as an office or a company: "Ann Lee (Minister)", "Ann | Acme". */
const ADDITION = /\s*[([|].*$/su
/** Name of a speaker in front of a sentence. Empty if nobody knows the name. */
export function formatSpeaker(speaker: string): string {
  const name = speaker.replace(ADDITION, '')
  return name === '' ? '' : `${name}: `
}

export const omitGreeting = (text: string): string => {
  const rest = text.replace(GREETING, '')
  return rest.charAt(0).toLocaleUpperCase('en') + rest.slice(1)
}
