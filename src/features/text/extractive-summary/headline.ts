/**
 * Headline of a summary: the subjects of the conversation, and its outcome.
 *
 * The subjects are its key phrases. The outcome is the best sentence that is understandable alone: a decision, a
 * commitment, a problem, or else a central statement. Greetings, apologies and procedure never make a headline.
 */
import { extractKeyPhrases } from '../key-phrases/index.ts'
import type { WeightedSentence } from './central.ts'
import { type ActionItem, type EvidenceSpan, HEADLINE_MAX, type SummaryLine, shortened } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'

export interface Outcomes {
  readonly decisions: readonly SummaryLine[]
  readonly actionItems: readonly ActionItem[]
}

/** Maximum number of subjects. */
const SUBJECTS_MAX = 3
/** Minimum score of a further subject, relative to the first one. */
const SUBJECT_MIN = 0.3
/** Maximum length of the outcome sentence in code points. A longer one isn't readable at a glance. */
const OUTCOME_MAX = 110
/** Minimum number of words of the outcome sentence. */
const WORDS_MIN = 5
/** Bonus by kind of outcome, relative to a score of 0 to 1. */
const BONUS = { request: 2, decision: 1, commitment: 0.55, problem: 0.5, statement: 0 } as const

const PROBLEM =
  /\b(?:problem|issue|blocker|blocked|concern|risk|delay(?:ed)?|fail(?:s|ed|ing|ure)?|missing|outage|bug|broken|churn|cancel(?:led)?|complain\w*|too (?:expensive|slow|late|hard|complicated)|can(?:no|')t (?:afford|use|find|get))\b/i
/** Request of a caller at the beginning of a call. */
const REQUEST =
  /\b(?:i|we)(?:['’]d| would)? (?:really )?(?:want|need|like|have) to\b|\b(?:i|we)(?:['’]m| am|['’]re| are) (?:calling|looking|trying|hoping|interested|having)\b|\b(?:i|we) (?:need|want) (?:a|an|some|help|my|our)\b/i
/** Greeting in front of a request. */
const GREETING = /^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b[\s,.!]*/i
/** Part of a short call in which callers say what they want, and its maximum number of sentences. */
const BEGINNING = 0.25
const SHORT_CALL = 120
/** Greetings, apologies, thanks, and talk about the call itself. */
const PROCEDURE =
  /\b(?:welcome|hello|good (?:morning|afternoon|evening)|thank(?:s| you)|sorry|apologi[sz]e|excuse me|bye|nice to (?:meet|see)|how are you|can you (?:hear|see)|screen|recording|agenda|minutes of|next slide|slides?|conference call|operator|press star|question-and-answer|q&a|forward-looking|turn (?:it|the call|you) (?:over|back)|hand (?:it )?over|move on|let'?s (?:start|begin|get started|wrap)|speaker|the floor|mute|meeting|call today|today'?s (?:call|meeting|session))\b/i
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
/** Tasks that a pronoun names: "I'll put it in the mail". */
const PRONOUN_TASK =
  /\b(?:put|send|do|add|take|bring|give|keep|make|use|check|write|share) (?:\w+ )?(?:it|that|them|those)\b/i
/** Phrases that recur in calls of all subjects. */
const DULL =
  /^(?:partially offset|single digits?|double digits?|prior year|kinda|th|senior vice president|vice president|press star|good point|long term|short term|high level|pull request|edge cases?|honou?rable members?|member opposite|couple (?:weeks|days)|next steps?|goodbye|name|provide|hours?|minutes?|seconds?|lists?|answers?|new|check|pages?|numbers?|stop|start|night|evening|yesterday|tomorrow|test|print|write|leave|lost|message|mail|call|people|money|full|open|big|small|high|low|clear|ready|free)$/i
/** Words that point to something outside of the sentence. */
const POINTING =
  /(?<![\p{L}\p{N}])(?:i|me|my|mine|you|your|yours|he|him|his|she|her|they|them|their|it|its|that|this|those|these|there|here|one|thing|things|stuff|something)(?:['’](?:m|s|re|ve|ll|d))?(?![\p{L}\p{N}'’])/giu
const POINTING_COST = 2.5

/** @param heavy self-contained sentences with their centrality, most central first */
export function createHeadline(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  { decisions, actionItems }: Outcomes,
): SummaryLine | null {
  const subjects = findSubjects(sentences)
  const bySegment = new Map(sentences.flatMap((one) => one.spans.map((span) => [spanKey(span), one] as const)))
  const findSentence = ({ spans: [span] }: SummaryLine) =>
    span === undefined ? undefined : bySegment.get(spanKey(span))
  const candidates = [
    ...decisions.flatMap((line) => candidate(findSentence(line), BONUS.decision)),
    ...actionItems.flatMap((line) => candidate(findSentence(line), BONUS.commitment)),
    ...heavy.flatMap(({ sentence, weight }) =>
      candidate(sentence, weight + (PROBLEM.test(sentence.text) ? BONUS.problem : BONUS.statement)),
    ),
    ...(sentences.length > SHORT_CALL ? [] : sentences)
      .slice(0, Math.ceil(sentences.length * BEGINNING))
      .filter(isRequest)
      .map((sentence) => ({ sentence, bonus: BONUS.request })),
  ]
  const terms = new Set(subjects.flatMap((one) => one.terms))
  const best = candidates
    .map(({ sentence, bonus }) => ({ sentence, worth: bonus * 0.6 + about(sentence, terms) + clarity(sentence) }))
    .reduce<{ sentence: TranscriptSentence; worth: number } | undefined>(
      (most, one) => (most === undefined || one.worth > most.worth ? one : most),
      undefined,
    )
  const named = joinSubjects(subjects.map(({ text }) => text))
  if (best === undefined)
    return subjects.length === 0 ? null : { text: shortened(named, HEADLINE_MAX), spans: toSpans(subjects) }
  const { sentence } = best
  const full = named === '' ? sentence.text : `${named}: ${sentence.text}`
  // A sentence that says too little, or doesn't fit, would only blur the subjects.
  const saysLittle = subjects.length < 2 || subjects.every(({ terms: own }) => own.length === 1)
  const isAbout = subjects.length < 2 || about(sentence, terms) > 0
  const isWorthIt =
    isAbout && best.worth >= (saysLittle ? WORTH_MIN_ALONE : WORTH_MIN) && [...full].length <= HEADLINE_MAX
  if (named !== '' && !isWorthIt) return { text: shortened(named, HEADLINE_MAX), spans: toSpans(subjects) }
  return { text: shortened(full, HEADLINE_MAX), spans: sentence.spans }
}

/** Minimum worth of an outcome next to several subjects, and next to single words, which say little alone. */
const WORTH_MIN = 1.8
const WORTH_MIN_ALONE = 1.2

const spanKey = ({ segment, quote }: EvidenceSpan) => `${segment} ${quote}`

function candidate(
  sentence: TranscriptSentence | undefined,
  bonus: number,
): { sentence: TranscriptSentence; bonus: number }[] {
  if (sentence === undefined || !sentence.standsAlone) return []
  if (PRONOUN_TASK.test(sentence.text)) return []
  if (PROCEDURE.test(sentence.text) || BROKEN.test(sentence.text) || /[?？]/.test(sentence.text)) return []
  if ([...sentence.text].length > OUTCOME_MAX || sentence.length < WORDS_MIN) return []
  return [{ sentence, bonus }]
}

/** A request answers “How can I help you?” and is clear without it. */
const isRequest = ({ text, length }: TranscriptSentence): boolean => {
  if (length < WORDS_MIN || [...text].length > OUTCOME_MAX || !REQUEST.test(text) || /[?？]/.test(text)) return false
  return !PROCEDURE.test(text.replace(GREETING, ''))
}

interface Subject {
  readonly text: string
  readonly terms: readonly string[]
  readonly spans: readonly EvidenceSpan[]
}

/** Key phrases of the conversation without the names of its speakers. */
function findSubjects(sentences: readonly TranscriptSentence[]): Subject[] {
  const names = new Set(sentences.flatMap(({ speaker }) => speaker.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
  const texts = sentences.map(({ text, position }) => ({ segment: position, text }))
  const phrases = extractKeyPhrases(texts, names)
  const first = phrases[0]?.score ?? 1
  return phrases
    .filter(({ score, text }) => score >= SUBJECT_MIN * first && !PROCEDURE.test(text) && !DULL.test(text))
    .slice(0, SUBJECTS_MAX)
    .map(({ text: said, places }) => {
      // The capital letter of a word that is mostly said at the beginning of a sentence.
      const isCommon = !said.includes(' ') && texts.some(({ text }) => hasWord(text, said.toLowerCase()))
      const text = isCommon ? said.toLowerCase() : said
      const sentence = sentences[places[0]?.segment ?? 0]
      return { text, terms: text.toLowerCase().split(/\s+/), spans: sentence?.spans ?? [] }
    })
}

const hasWord = (text: string, word: string): boolean =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].some(([one]) => one === word)

const toSpans = (subjects: readonly Subject[]): EvidenceSpan[] => [
  ...new Map(subjects.flatMap(({ spans }) => spans).map((span) => [spanKey(span), span])).values(),
]

/** Joins subjects to “Pricing, single sign-on and the rollout”. */
function joinSubjects(subjects: readonly string[]): string {
  const last = subjects.at(-1) ?? ''
  const all = subjects.length < 2 ? last : `${subjects.slice(0, -1).join(', ')} and ${last}`
  return all.charAt(0).toLocaleUpperCase('en') + all.slice(1)
}

/** Ratio of the subjects that the sentence mentions, 0 to 1. */
function about({ text }: TranscriptSentence, terms: ReadonlySet<string>): number {
  if (terms.size === 0) return 0
  const said = text.toLowerCase()
  return Math.min(1, [...terms].filter((term) => said.includes(term)).length / 2)
}

/** Comprehensibility of a sentence without its context, 0 to 1. */
function clarity({ text, length }: TranscriptSentence): number {
  const pointing = text.match(POINTING)?.length ?? 0
  return Math.max(0, 1 - (POINTING_COST * pointing) / Math.max(1, length))
}
