/**
 * Outcome of a conversation for its headline: a whole sentence that is clear without its neighbors. All clear sentences
 * are ranked by their kind, their clarity, their relation to the recurring terms of the conversation, and their place.
 */
import { findAmounts, SCALE_WORDS, SMALL_NUMBERS, TENS } from '../../../core/numbers.ts'
import { extractTerms } from '../../../core/terms.ts'
import type { WeightedSentence } from './central.ts'
import {
  announcesList,
  computeClarity,
  hasPointingSubject,
  hasVerb,
  isDoubt,
  isList,
  isOwnWork,
  isProcedure,
  isProcedureAfterGreeting,
  isReadable,
  isScrap,
  isUnsure,
  namesTask,
  WORDS_MIN,
} from './clarity.ts'
import { spokenText } from './cues.ts'
import { type Dialog, findDialogSignals, readDialog } from './dialog.ts'
import type { ActionItem, EvidenceSpan, SummaryLine } from './model.ts'
import { announces, isNotice } from './notices.ts'
import {
  hasRequest,
  isChoice,
  isConditional,
  isDeal,
  isFigure,
  isIntent,
  isNeed,
  isPledge,
  isProblem,
  isRecap,
  isReported,
  isResult,
  namesKeyFigure,
} from './outcome-patterns.ts'
import type { TranscriptSentence } from './sentences.ts'

export interface Outcomes {
  readonly decisions: readonly SummaryLine[]
  readonly actionItems: readonly ActionItem[]
}

type OutcomeKind =
  | 'request'
  | 'recap'
  | 'decision'
  | 'result'
  | 'pledge'
  | 'intent'
  | 'deal'
  | 'problem'
  | 'need'
  | 'dated'
  | 'figure'
  | 'fact'
  | 'commitment'
  | 'statement'

interface KindRules {
  /** Bonus, relative to scores of 0 to 1 for the subject and for clarity. */
  readonly bonus: number
  readonly clarityMin: number
  /** Minimum relation to the subjects of the conversation. */
  readonly aboutMin: number
}
const rules = (bonus: number, clarityMin: number, aboutMin: number): KindRules => ({ bonus, clarityMin, aboutMin })
const KINDS: Readonly<Record<OutcomeKind, KindRules>> = {
  request: rules(0.6, 0.3, 0.3),
  recap: rules(1.9, 0.6, 0.3),
  decision: rules(1.8, 0.7, 0.3),
  result: rules(2.6, 0.6, 0),
  pledge: rules(1.2, 0.6, 0),
  intent: rules(1.6, 0.5, 0),
  deal: rules(0.5, 0.75, 0.3),
  problem: rules(0.9, 0.7, 0.4),
  need: rules(0.8, 0.75, 0.5),
  dated: rules(0.6, 0.6, 0.2),
  figure: rules(0.9, 0.7, 0.3),
  fact: rules(0.2, 0.85, 0.5),
  commitment: rules(0.3, 0.7, 0.5),
  statement: rules(0, 0.9, 0.8),
}
/** Kinds that come late in a conversation, and kinds that come early. */
const LATE: ReadonlySet<OutcomeKind> = new Set(['decision', 'dated', 'deal', 'pledge', 'commitment'])
const EARLY: ReadonlySet<OutcomeKind> = new Set(['problem', 'need'])
const PLACE_WEIGHT = 0.3
const AGREED_WEIGHT = 0.2
/** Weight of each amount, up to two. */
const AMOUNT_WEIGHT = 0.15
/** Weight of a figure by which a business is measured, in kinds that state figures. */
const FIGURES: ReadonlySet<OutcomeKind> = new Set(['figure', 'deal', 'problem', 'need', 'fact'])
const KEY_FIGURE_WEIGHT = 0.4
/** Number of words above which each word costs. */
const LENGTH_GOOD = 20
const LENGTH_COST = 0.04

/** Part of a short call in which callers say what they want, and its maximum number of sentences. */
const BEGINNING = 0.25
const SHORT_CALL = 120
const BEGINNING_MAX = 16
/** Number of sentences after which the small talk of a longer call is over. */
const SMALL_TALK = 0.04

export interface Outcome {
  readonly sentence: TranscriptSentence
  readonly kind: OutcomeKind
}

interface Candidate extends Outcome {
  readonly weight: number
}

/**
 * Returns the best outcome of a conversation. Undefined if no sentence is clear enough.
 * @param heavy self-contained sentences with their centrality, most central first
 */
export function findOutcome(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  outcomes: Outcomes,
  scoreMin: number,
): Outcome | undefined {
  const [best] = rankOutcomes(sentences, heavy, outcomes)
  return best === undefined || best.score < scoreMin ? undefined : best
}

/** Minimum clarity of a central sentence that states no outcome. */
const CENTRAL_CLARITY = 0.75

/** Returns the most central sentence that is clear without its neighbors, for calls without an outcome. */
export function findCentralSentence(heavy: readonly WeightedSentence[]): TranscriptSentence | undefined {
  const names = new Set(heavy.flatMap(({ sentence }) => extractTerms(sentence.speaker)))
  return heavy.find(({ sentence }) => {
    const { text, qualified, standsAlone } = sentence
    const isUsable = isReadable(sentence) && standsAlone && !qualified && hasVerb(text) && namesTask(text, names)
    const isPoor = isProcedure(text) || isScrap(text) || isList(text) || isDoubt(text) || isReported(text)
    return isUsable && !isPoor && computeClarity(sentence) >= CENTRAL_CLARITY
  })?.sentence
}

export function rankOutcomes(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  outcomes: Outcomes,
): (Outcome & { readonly score: number })[] {
  const names = new Set(sentences.flatMap(({ speaker }) => extractTerms(speaker)))
  const about = measureTopics(sentences, names)
  const dialog = readDialog(sentences)
  return collectCandidates(sentences, heavy, outcomes)
    .filter(
      ({ sentence, kind }) => isClear(sentence, kind, names) && !isListItem(sentence, sentences[sentence.position - 1]),
    )
    .flatMap((one) => {
      const score = scoreCandidate(one, dialog, about)
      return score === undefined ? [] : [{ sentence: one.sentence, kind: one.kind, score }]
    })
    .toSorted((a, b) => b.score - a.score)
}

function collectCandidates(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  { decisions, actionItems }: Outcomes,
): Candidate[] {
  const bySpan = new Map(sentences.flatMap((one) => one.spans.map((span) => [spanKey(span), one] as const)))
  const fromLines = (lines: readonly SummaryLine[], kind: OutcomeKind): Candidate[] =>
    lines.flatMap(({ text, spans }) => {
      const sentence = spans[0] === undefined ? undefined : bySpan.get(spanKey(spans[0]))
      // A line of two sentences is clear only with both.
      return sentence === undefined || sentence.text !== text ? [] : [{ sentence, kind, weight: 0 }]
    })
  const weights = new Map(heavy.map(({ sentence, weight }) => [sentence, weight / 2]))
  const opening =
    sentences.length > SHORT_CALL
      ? []
      : sentences.slice(0, Math.min(BEGINNING_MAX, Math.ceil(sentences.length * BEGINNING)))
  const smallTalk = sentences.length > BEGINNING_MAX ? Math.ceil(sentences.length * SMALL_TALK) : 0
  return [
    ...fromLines(decisions, 'decision'),
    ...fromLines(
      actionItems.filter(({ due }) => due !== null),
      'dated',
    ),
    ...fromLines(
      actionItems.filter(({ due }) => due === null),
      'commitment',
    ),
    ...opening.filter(isRequest).map((sentence) => ({ sentence, kind: 'request' as const, weight: 0 })),
    ...sentences.filter(isReadable).flatMap((sentence) =>
      findKinds(sentence, sentences[sentence.position - 1])
        .filter((kind) => sentence.position >= smallTalk || kind === 'result')
        .map((kind) => ({ sentence, kind, weight: kind === 'result' ? 0 : (weights.get(sentence) ?? 0) })),
    ),
    ...heavy.map(({ sentence, weight }) => ({ sentence, kind: 'statement' as const, weight: weight / 2 })),
  ]
}

/** Kinds of which every sentence is worth reading, if it is clear. */
const NEWS: ReadonlySet<OutcomeKind> = new Set([
  'recap',
  'result',
  'pledge',
  'intent',
  'deal',
  'problem',
  'need',
  'figure',
])

/** Whether a sentence states an outcome, in words that are clear without its neighbors. */
export const statesOutcome = (sentence: TranscriptSentence, before: TranscriptSentence | undefined): boolean =>
  isReadable(sentence) &&
  findKinds(sentence, before).some((kind) => NEWS.has(kind) && isClear(sentence, kind, NO_NAMES))
const NO_NAMES: ReadonlySet<string> = new Set()

function findKinds(sentence: TranscriptSentence, before: TranscriptSentence | undefined): OutcomeKind[] {
  const { text } = sentence
  const amounts = findAmounts(text).length
  const kinds: readonly (readonly [OutcomeKind, boolean])[] = [
    ['result', isResult(text)],
    ['recap', isRecap(spokenText(sentence), before?.speaker === sentence.speaker ? spokenText(before) : '')],
    ['pledge', isPledge(text)],
    ['intent', isIntent(text)],
    ['deal', isDeal(text, amounts)],
    ['figure', isFigure(text, amounts)],
    ['problem', isProblem(text)],
    ['need', isNeed(text)],
    ['fact', amounts > 0],
  ]
  return kinds.flatMap(([kind, is]) => (is ? [kind] : []))
}

/** Returns the score of an outcome. Undefined if it isn't clear, or isn't about the subjects. */
function scoreCandidate(
  { sentence, kind, weight }: Candidate,
  dialog: Dialog,
  about: (sentence: TranscriptSentence) => number,
): number | undefined {
  const [relation, clarity] = [about(sentence), computeClarity(sentence)]
  const { bonus, clarityMin, aboutMin } = KINDS[kind]
  // "It's gone to Acme" names what it is about: the deal.
  const isNamed = kind === 'result' && isChoice(sentence.text)
  if (!isNamed && (clarity < clarityMin || relation < aboutMin)) return undefined
  const place = sentence.position / Math.max(1, dialog.sentences.length - 1)
  const onPlace = LATE.has(kind) ? place : EARLY.has(kind) ? 1 - place : 0
  const amounts = Math.min(2, findAmounts(sentence.text).length)
  const agreed = findDialogSignals(dialog, sentence.position).replyAgrees ?? 0
  return (
    bonus +
    weight +
    relation +
    clarity +
    PLACE_WEIGHT * onPlace +
    AGREED_WEIGHT * agreed +
    AMOUNT_WEIGHT * amounts +
    (amounts > 0 && FIGURES.has(kind) && namesKeyFigure(sentence.text) ? KEY_FIGURE_WEIGHT : 0) -
    LENGTH_COST * Math.max(0, sentence.length - LENGTH_GOOD)
  )
}

export const spanKey = ({ segment, quote }: EvidenceSpan) => `${segment} ${quote}`

function isClear(sentence: TranscriptSentence, kind: OutcomeKind, names: ReadonlySet<string>): boolean {
  const { text, length, standsAlone, qualified, spans } = sentence
  if (!isReadable(sentence) || /[?？]/.test(text) || spans.length === 0 || qualified) return false
  if (isNotice({ text }) || announces(text)) return false
  if (kind === 'request') return true
  if (kind === 'result' && isChoice(text)) return !isUnsure(text)
  if (isProcedure(text) || isScrap(text)) return false
  if (isList(text) && kind !== 'deal' && kind !== 'recap') return false
  if (kind === 'result' && hasPointingSubject(text)) return false
  if (kind === 'result') return length >= WORDS_MIN - 1 && !isUnsure(text)
  if (kind === 'pledge') return length >= WORDS_MIN - 1 && !isUnsure(text.replace(WISH, ' '))
  if (!standsAlone || length < WORDS_MIN) return false
  if (kind === 'dated' || kind === 'commitment') return namesTask(text, names)
  if (kind === 'decision' || kind === 'recap' || kind === 'intent') return true
  if (kind !== 'problem' && kind !== 'need' && !hasVerb(text)) return kind === 'deal' && length >= FRAGMENT_MIN
  if (isReported(text) || isOwnWork(text) || sentence.terms.length < TERMS_MIN) return false
  if (kind === 'need' || kind === 'deal') return !isUnsure(text.replace(WISH, ' '))
  return !isUnsure(text) && !isConditional(text) && (kind !== 'statement' || !/\bi\b/i.test(text))
}

/** Number of words from which a deal is clear without a verb: "Ten vehicles at forty dollars, two years, paid quarterly". */
const FRAGMENT_MIN = 9
/** Minimum number of terms of a sentence that only its subject makes an outcome. */
const TERMS_MIN = 2
/** Words of doubt that belong to a wish or an offer. */
const WISH = /['’]d\b|\bwould\b|\bcould\b|,? if\b/giu

const isListItem = ({ speaker }: TranscriptSentence, before: TranscriptSentence | undefined): boolean =>
  before?.speaker === speaker && announcesList(before.text)

/** A request answers “How can I help you?” and is clear without it. */
const isRequest = ({ text, length }: TranscriptSentence): boolean =>
  length >= WORDS_MIN && hasRequest(text) && !isProcedureAfterGreeting(text)

/** Numbers and units, which recur in calls of all subjects. */
const COUNTING: ReadonlySet<string> = new Set(
  [
    ...[...SMALL_NUMBERS, ...TENS, ...SCALE_WORDS],
    ...'percent dollar euro pound cent second minute hour day week month quarter year half monday tuesday wednesday thursday friday saturday sunday morning afternoon evening'.split(
      ' ',
    ),
  ].flatMap(extractTerms),
)
/** Weight of a term that both sides use, relative to one that only one of them uses. */
const SHARED = 1.3
/** Number of full weights from which a sentence is entirely about the conversation. */
const TERMS_FULL = 1.6

/** Returns a measure of the relation of a sentence to what the conversation is about, 0 to 1, by recurring terms. */
function measureTopics(
  sentences: readonly TranscriptSentence[],
  names: ReadonlySet<string>,
): (sentence: TranscriptSentence) => number {
  const uses = new Map<string, { count: number; speakers: Set<string> }>()
  for (const { terms, speaker } of sentences) {
    for (const term of new Set(terms)) {
      const use = uses.get(term) ?? { count: 0, speakers: new Set() }
      use.count++
      use.speakers.add(speaker)
      uses.set(term, use)
    }
  }
  const weights = new Map(
    [...uses].flatMap(([term, { count, speakers }]) =>
      count < 2 || names.has(term) || COUNTING.has(term)
        ? []
        : [[term, Math.log(count) * (speakers.size > 1 ? SHARED : 1)] as const],
    ),
  )
  const maximum = Math.max(...[...weights.values()].toSorted((a, b) => b - a).slice(2, 3), Number.MIN_VALUE)
  return ({ terms }) => {
    const sum = [...new Set(terms)].reduce((total, term) => total + Math.min(1, (weights.get(term) ?? 0) / maximum), 0)
    return Math.min(1, sum / TERMS_FULL)
  }
}
