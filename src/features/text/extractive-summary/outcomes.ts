/**
 * Outcome of a conversation for its headline: a decision, a result, a request, an offer of money, a problem, a figure, a
 * commitment, or else a central statement. Each is a whole sentence that is understandable together with the subjects of the conversation.
 */
import { extractTerms } from '../../../core/terms.ts'
import type { WeightedSentence } from './central.ts'
import type { ActionItem, EvidenceSpan, SummaryLine } from './model.ts'
import { announces, isNotice } from './notices.ts'
import type { TranscriptSentence } from './sentences.ts'

export interface Outcomes {
  readonly decisions: readonly SummaryLine[]
  readonly actionItems: readonly ActionItem[]
}

/** Maximum length of the outcome sentence in code points. A longer one isn't readable at a glance. */
const OUTCOME_MAX = 110
/** Minimum number of words of the outcome sentence. */
const WORDS_MIN = 5
type OutcomeKind =
  | 'request'
  | 'decision'
  | 'result'
  | 'pledge'
  | 'problem'
  | 'dated'
  | 'figure'
  | 'commitment'
  | 'statement'
/** Bonus of each kind, relative to scores of 0 to 1 for the subject and for clarity. */
const BONUS: Readonly<Record<OutcomeKind, number>> = {
  ...{
    request: 1.8,
    decision: 1.5,
    result: 1.7,
    pledge: 1.2,
    problem: 0.6,
    dated: 0.6,
    figure: 0.5,
    commitment: 0.3,
    statement: 0,
  },
}
/** Minimum clarity and minimum relation to the subjects of each kind. */
const CLARITY_MIN: Readonly<Record<OutcomeKind, number>> = {
  ...{
    request: 0.3,
    decision: 0.7,
    result: 0.3,
    pledge: 0.6,
    problem: 0.7,
    dated: 0.6,
    figure: 0.9,
    commitment: 0.7,
    statement: 0.9,
  },
}
const ABOUT_MIN: Readonly<Record<OutcomeKind, number>> = {
  ...{
    request: 0,
    decision: 0.5,
    result: 0,
    pledge: 0,
    problem: 0.5,
    dated: 0,
    figure: 0.5,
    commitment: 0.5,
    statement: 1,
  },
}

/** Results of deals, tenders, contracts and work: "The board has frozen everything", "The refund is approved". */
const RESULT = new RegExp(
  [
    String.raw`\b(?:we|i|they|he|she|(?:the|our|your) \w+)(?:['’](?:ve|s|re|m)| have| has| are| is| am)?(?: all| also| just| now| already| both)* (?:approved|rejected|signed|chosen|chose|renewed|renewing|postponed|frozen|froze|cancel+ed|cancel+ing|leaving|switching to|staying with|(?:won|lost)(?! (?:my|his|her|their|in|at|track|contact|one of|count|sight|interest)\b)) (?!it\b|that\b|them\b|me\b|you\b)`,
    String.raw`\b(?:contract|order|budget|deal|tender|purchase|project|release|request|refund|offer|proposal|amendment|motion|bill|fix|issue|problem|bug|pilot|account|appointment|booking|reservation)s?(?: (?!it\b|that\b|he\b|she\b|they\b)\w+)?(?:['’]s| is| are| was| were| has been| have been)(?: now| all| already| fully)? (?:approved|rejected|signed|renewed|cancel+ed|postponed|frozen|fixed|solved|resolved|lost|won|closed|granted|confirmed|booked|merged|shipped|live|on hold|delayed)\b`,
  ].join('|'),
  'iu',
)
/** Choice of a named vendor: "It's gone to Acme", "We're going with Acme". */
const CHOICE =
  /(?:\b(?:has|have) gone|['’](?:s|ve) gone|\bwent|(?:['’]re|['’]m|\bare|\bam) going) with \p{Lu}\p{Ll}|\b(?:[Ii]t|[Tt]hat|deal|tender|contract|order|job|project|purchase)(?:['’]s| has)?(?: gone| went) to \p{Lu}\p{Ll}/u
const PROBLEM =
  /\b(?:problem|issue|blocker|blocked|concern|risk|delay(?:ed)?|fail(?:s|ed|ing|ure)?|missing|outage|bug|broken|churn|cancel(?:led)?|complain\w*|nobody knows|never (?:arrived|came|worked)|(?:do|does|did)(?:n['’]t| not) (?:work|arrive|print|load|open|sync|send|start)|stopped working|too (?:expensive|slow|late|hard|complicated)|can(?:no|['’])t (?:afford|use|find|get))\b/i
const MONEY = String.raw`(?:[$€£¥]\s?\.?\d|\d\s?(?:[$€£¥]|dollars|euros|pounds|cents|grand|thousand|million)|\.\d+ (?:dollars|cents))`
/** Offer of money by the person who has it: "I'll make a $20 donation today", "We can spend 40,000 euros". */
const PLEDGE = new RegExp(
  String.raw`\b(?:i|we)(?:['’]ll| will| can|['’]m| am|['’]re| are|['’]d| would)(?: also| just| gladly| like to| willing to| going to| happy to)* (?:make|giv(?:e|ing)|donat(?:e|ing)|contribut(?:e|ing)|pledg(?:e|ing)|pay(?:ing)?|spend(?:ing)?|buy(?:ing)?|order(?:ing)?|invest(?:ing)?|match(?:ing)?)\b.{0,40}${MONEY}`,
  'iu',
)
/** Development of a figure: "Net sales increased 6% to $144 million". */
const FIGURE =
  /^(?!.*\b(?:as|versus|compared)\W*$).{3,60}?\b(?:grew|rose|fell|(?:in|de)creased|declined|improved|doubled|tripled|dropped|reached|gained|expanded)\b.{0,40}\d(?:[\d.,]*\s?(?:%|percent|million|billion|basis points|points|thousand|k\b))/iu
/** Request of a caller at the beginning of a call. */
const REQUEST =
  /\b(?:i|we)(?:['’]d| would)? (?:really )?(?:want|need|like|have) to (?!(?:say|tell|hear|know|use|start|talk|speak|ask|thank|treat|go|give|make sure|introduce|set|be|see how|understand|begin|point|show|admit|mention|add|believe|think|do|get|have|put|look at)\b)|\b(?:i|we)(?:['’]m| am|['’]re| are) (?:calling (?:about|because|to)|looking for|looking to|trying to|interested in|having (?:a |some )?(?:problem|trouble|issue))|\b(?:i|we) (?:need|want) (?:some help|help|my|our)\b/i
/** Greeting in front of a request. */
const GREETING = /^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b[\s,.!]*/i
/** Part of a short call in which callers say what they want, and its maximum number of sentences. */
const BEGINNING = 0.25
const SHORT_CALL = 120
const BEGINNING_MAX = 16
/** Greetings, apologies, thanks, and talk about the call itself. */
export const PROCEDURE =
  /\b(?:welcome|hello|ladies and gentlemen|good (?:morning|afternoon|evening)|thank(?:s| you)|sorry|apologi[sz]e|excuse me|bye|nice to (?:meet|see)|how are you|can you (?:hear|see)|screen|recording|agenda|minutes of|next slide|slides?|conference call|operator|press star|question-and-answer|q&a|forward-looking|turn (?:it|the call|you) (?:over|back)|hand (?:it )?over|move on|let'?s (?:start|begin|get started|wrap)|speaker|the floor|mute|meeting|call today|today'?s (?:call|meeting|session))\b/i
/** Sentences that speech has broken, or that are a part of a longer thought. */
const BROKEN = new RegExp(
  [
    String.raw`…|\b(\w{2,}) \1\b|^\W*\w+, \w+,|,\s*\W*$|\bdunno\b`,
    String.raw`^\W*(?:because|when|while|which|that|this|it|meaning|turning|looking|moving|going|talking|and|or|like|so that|in terms|as well|the way|maybe|also|then|found|perhaps|for example)\b`,
    // Speech recognition that breaks off: "What's, to make the, fast".
    String.raw`\b(?:the|an?|to|of|for|in|on|is|are|be|my|our|your),\s|^\W*(?:no|yes),|\bclarify`,
    // A phrase without a main clause: "For the finalized block hash."
    String.raw`^\W*(?:on|for|of|with|to|as|what|what['’]s|how|why|where|who|than|put)\b(?!.*,\s*(?:we|they|i|it|the|there|our|an?)\b)`,
    String.raw`^\W*the (?:on|in|at|of|for|to|are|is|was)\b`,
    // A condition without its consequence.
    String.raw`^\W*if\b(?!.*,\s*(?:then )?(?:we|you|they|i|it|the|there|our|this|that)\b)`,
  ].join('|'),
  'iu',
)
/** Doubt, and explanations of one speaker, which state nothing of the conversation. */
const UNSURE =
  /\b(?:(?:i|we) (?:think|guess|believe|mean|suppose|look|feel)|really|i['’]m (?:pretty |not |quite )?sure|kind of|sort of|basically|maybe|probably|might|could|would|may (?:be|have|not|also|need|want|take|result|differ|cause|change|lead)|you (?:have|can|get|see|know|need|choose)|for example|(?<=\S\s)(?:if|whether)|yesterday|actually|at the moment|get to|come back to)\b/i
/** A verb that makes a sentence of a list of words. */
const HAS_VERB =
  /\b(?:is|are|was|were|has|have|had|do|does|did|will|can|must|should|needs?|wants?|costs?|works?|shows?|uses?|takes?|runs?|gets?|goes|comes?|makes?|keeps?|means?|provides?|supports?|includes?|contains?|replaces?|removes?|reduces?|allows?|requires?|prints?|sends?|saves?|decided|agreed|announced|reported|received|built|sold|won|lost|grew|fell|rose|went|came|made|took|put|\p{Ll}{3,}ed)\b|['’](?:s|re|ll|ve|m|d)\b/iu
/** Lists, speech recognition with a full stop inside, and references to what was named before. */
const SCRAP =
  /[.!] \p{Ll}|^(\w+), \1\b|(?:,[^,]+){3,}|\b(?:the (?:last|first|second|third|other|same) one|as well)\b|^(?:dear|at least)\b|\b(i['’]ll|i['’]m|i|we['’]ll|we['’]re|we) (?:\p{L}+ ){1,3}\2\b|^the (?:first|second|third|other|next|last|final) \w+ (?:is|was|are|were)\b|\blet me\b|^(?:is|are|was|do|does|did|would|can|could) (?:this|it|you|that|we|they|i|the)\b|^(?:come|go|get|make|take|put|use|keep|run|show|look|have|do|see)\b/iu
/** Times of a commitment, and terms of a contact, which don't say what it is about. */
const TIMES =
  /\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weeks?|months?|years?|days?|mornings?|afternoons?|evenings?|noon|next|this|end|middle|right|after|call|date|time|again|train|slot|chat|meeting)\b/gi
const CONTACT: ReadonlySet<string> = new Set(
  `i'll send call write meet talk speak ask get let know back look find check listen reply answer mail email text tell come go see do
  people something anything everything somebody everybody one two both all will would could should also just then invitation invite
  address slot phone number give`
    .split(/\s+/)
    .flatMap(extractTerms),
)
/** Tasks that a pronoun names: "I'll put it in the mail". */
const PRONOUN_TASK =
  /\b(?:put|send|do|add|take|bring|give|keep|make|use|check|write|share|want|need)s? (?:\w+ )?(?:it|that|them|those)\b/i
/** Words that point to something outside of the sentence. */
const POINTING =
  /(?<![\p{L}\p{N}])(?:he|him|his|she|her|they|them|their|it|its|that|this|those|these|there|here|one|both|thing|things|stuff|something|somebody)(?:['’](?:m|s|re|ve|ll|d))?(?![\p{L}\p{N}'’])/giu
/** Words that point to the speaker and the listeners, which the name of the speaker explains. */
const PERSONAL = /(?<![\p{L}\p{N}])(?:i|me|my|mine|we|us|our|ours|you|your|yours)(?![\p{L}\p{N}])/iu
const POINTING_COST = 2.5

export interface Outcome {
  readonly sentence: TranscriptSentence
  readonly kind: OutcomeKind
}

/**
 * Returns the best outcome of a conversation. Undefined if no sentence is clear enough.
 * @param heavy self-contained sentences with their centrality, most central first
 * @param terms words of the subjects
 */
export function findOutcome(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  { decisions, actionItems }: Outcomes,
  terms: ReadonlySet<string>,
): Outcome | undefined {
  const bySpan = new Map(sentences.flatMap((one) => one.spans.map((span) => [spanKey(span), one] as const)))
  const candidates = (lines: readonly SummaryLine[], kind: OutcomeKind) =>
    lines.flatMap(({ spans }) => {
      const sentence = spans[0] === undefined ? undefined : bySpan.get(spanKey(spans[0]))
      return sentence === undefined ? [] : [{ sentence, kind, weight: 0 }]
    })
  const weights = new Map(heavy.map(({ sentence, weight }) => [sentence, weight / 2]))
  const opening =
    sentences.length > SHORT_CALL
      ? []
      : sentences.slice(0, Math.min(BEGINNING_MAX, Math.ceil(sentences.length * BEGINNING)))
  const readable = sentences.filter(isReadable)
  const all: (Outcome & { readonly weight: number })[] = [
    ...candidates(decisions, 'decision'),
    ...candidates(
      actionItems.filter(({ due }) => due !== null),
      'dated',
    ),
    ...candidates(
      actionItems.filter(({ due }) => due === null),
      'commitment',
    ),
    ...opening.filter(isRequest).map((sentence) => ({ sentence, kind: 'request' as const, weight: 0 })),
    ...readable
      .filter(({ text }) => RESULT.test(text) || CHOICE.test(text))
      .map((sentence) => ({ sentence, kind: 'result' as const, weight: 0 })),
    ...readable
      .filter(({ text }) => PLEDGE.test(text))
      .map((sentence) => ({ sentence, kind: 'pledge' as const, weight: sentence.position / sentences.length })),
    ...readable
      .filter(({ text }) => FIGURE.test(text))
      .map((sentence) => ({ sentence, kind: 'figure' as const, weight: weights.get(sentence) ?? 0 })),
    ...readable
      .filter(({ text }) => PROBLEM.test(text))
      .map((sentence) => ({ sentence, kind: 'problem' as const, weight: weights.get(sentence) ?? 0 })),
    ...heavy.map(({ sentence, weight }) => ({ sentence, kind: 'statement' as const, weight: weight / 2 })),
  ]
  const names = new Set(sentences.flatMap(({ speaker }) => extractTerms(speaker)))
  let best: { readonly outcome: Outcome; readonly score: number } | undefined
  for (const { sentence, kind, weight } of all) {
    if (!isClear(sentence, kind, names)) continue
    const [relation, clarity] = [computeRelation(sentence, terms), computeClarity(sentence)]
    if (clarity < CLARITY_MIN[kind] || (terms.size > 0 && relation < ABOUT_MIN[kind])) continue
    const score = BONUS[kind] + weight + relation + clarity
    if (best === undefined || score > best.score) best = { outcome: { sentence, kind }, score }
  }
  return best?.outcome
}

export const spanKey = ({ segment, quote }: EvidenceSpan) => `${segment} ${quote}`

/** Whether a sentence is readable only with the name of its speaker. */
export const needsSpeaker = ({ text }: TranscriptSentence): boolean => PERSONAL.test(text)

const isReadable = ({ text }: TranscriptSentence): boolean => [...text].length <= OUTCOME_MAX

function isClear(sentence: TranscriptSentence, kind: OutcomeKind, names: ReadonlySet<string>): boolean {
  const { text, length, standsAlone, qualified, spans } = sentence
  if (!isReadable(sentence) || /[?？]/.test(text) || spans.length === 0 || qualified) return false
  if (isNotice({ text }) || announces(text)) return false
  if (kind === 'request') return true
  // "It's gone to Acme" names what it is about: the deal.
  if (kind === 'result' && CHOICE.test(text)) return !UNSURE.test(text)
  if (PROCEDURE.test(text) || BROKEN.test(text) || SCRAP.test(text) || PRONOUN_TASK.test(text)) return false
  if (kind === 'result' || kind === 'pledge') return length >= WORDS_MIN - 1 && !UNSURE.test(text)
  if (!standsAlone || length < WORDS_MIN || !HAS_VERB.test(text)) return false
  if (kind === 'dated' || kind === 'commitment') return namesTask(text, names)
  if (kind === 'decision') return true
  return !UNSURE.test(text) && (kind === 'problem' || kind === 'figure' || !/\bi\b/i.test(text))
}

/**
 * Whether a commitment names more than a contact and a time: "I'll call you on Wednesday" doesn't.
 * @param names terms of the speakers' names
 */
const namesTask = (text: string, names: ReadonlySet<string>): boolean =>
  extractTerms(text.replace(TIMES, ' ')).some((term) => !CONTACT.has(term) && !names.has(term))

/** A request answers “How can I help you?” and is clear without it. */
const isRequest = ({ text, length }: TranscriptSentence): boolean =>
  length >= WORDS_MIN && REQUEST.test(text) && !PROCEDURE.test(text.replace(GREETING, ''))

/** Ratio of the subjects that the sentence mentions, 0 to 1. */
function computeRelation({ text }: TranscriptSentence, terms: ReadonlySet<string>): number {
  const said = text.toLowerCase()
  return Math.min(1, [...terms].filter((term) => said.includes(term)).length / 2)
}

/** Comprehensibility of a sentence next to its speaker, without its context, 0 to 1. */
function computeClarity({ text, length }: TranscriptSentence): number {
  const pointing = text.match(POINTING)?.length ?? 0
  return Math.max(0, 1 - (POINTING_COST * pointing) / Math.max(1, length))
}

export const omitGreeting = (text: string): string => {
  const rest = text.replace(GREETING, '')
  return rest.charAt(0).toLocaleUpperCase('en') + rest.slice(1)
}
