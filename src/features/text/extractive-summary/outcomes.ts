/**
 * Outcome of a conversation for its headline: a whole sentence that is clear without its neighbors. All clear sentences
 * are ranked by their kind, their clarity, their relation to the recurring terms of the conversation, and their place.
 */
import { findAmounts } from '../../../core/numbers.ts'
import { extractTerms } from '../../../core/terms.ts'
import type { WeightedSentence } from './central.ts'
import {
  announcesList,
  computeClarity,
  countDangling,
  hasClause,
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
  isPoint,
  isProblem,
  isProposal,
  isPurpose,
  isRecap,
  isReported,
  isResult,
  isWholeBusiness,
  namesKeyFigure,
} from './outcome-patterns.ts'
import type { TranscriptSentence } from './sentences.ts'
import { measureTopics } from './topic-relation.ts'

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
  | 'point'
  | 'purpose'
  | 'proposal'
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
  pledge: rules(2.2, 0.6, 0),
  intent: rules(2, 0.5, 0),
  deal: rules(0.5, 0.75, 0.3),
  problem: rules(0.9, 0.7, 0.4),
  need: rules(0.8, 0.75, 0.5),
  dated: rules(0.6, 0.6, 0.2),
  figure: rules(0.9, 0.7, 0.3),
  fact: rules(0.2, 0.85, 0.5),
  commitment: rules(0.3, 0.7, 0.5),
  point: rules(0.9, 0.75, 0.4),
  purpose: rules(0.7, 0.75, 0.4),
  proposal: rules(0.4, 0.7, 0.5),
  statement: rules(0, 0.78, 0.6),
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
/** Weight of the place of such a figure: those of the whole business come before those of its parts. */
const KEY_FIGURE_EARLY = 0.6
const KEY_FIGURE_WHOLE = 0.4
/** Costs of a sentence about its speaker and about its listener in a long call, unless it commits the speaker. */
const SPEAKER = /\b(?:i|my|me|mine)\b/iu
const SPEAKER_COST = 0.8
const LISTENER = /\b(?:you|your)\b/iu
const LISTENER_COST = 0.4
const OWN_KINDS: ReadonlySet<OutcomeKind> = new Set(['pledge', 'intent', 'commitment', 'dated', 'decision', 'recap', 'deal'])
/** Cost of a summary of terms without a verb, which needs the transcript more than a sentence. */
const VERBLESS_COST = 0.4
/** Number of words above which each word costs. */
const LENGTH_GOOD = 20
const LENGTH_COST = 0.03

/** Part of a short call in which callers say what they want, and its maximum number of sentences. */
const BEGINNING = 0.25
const SHORT_CALL = 120
const BEGINNING_MAX = 16
/** Number of sentences after which the small talk of a longer call is over. */
const SMALL_TALK = 0.04

/**
 * Numbers of sentences between which a call gets long. In a long one, the relation to the subjects and centrality count more,
 * because many sentences state something. Results count less, because most are steps of the work.
 */
const LONG_FROM = 200
const LONG_FULL = 350
const RELATION_LONG = 1.5
/** Ratio of the bonus that a kind loses in a long call. */
const BONUS_LOSS: Partial<Record<OutcomeKind, number>> = { result: 0.6, problem: 0.4, need: 0.4, purpose: 0.4, point: 0.4 }
const CENTRAL_LONG = 1
const ABOUT_LONG = 0.4
const ABOUT_MIN_LONG = 0.3
/** Cost of each pronoun that only the transcript explains. */
const DANGLING_COST = 0.7
/** Cost of doubt in a long call. In a short one, a sentence with doubt isn't an outcome. */
const UNSURE_COST = 0.3

/** Conversation of an outcome. */
interface Setting {
  readonly dialog: Dialog
  readonly about: (sentence: TranscriptSentence) => number
  /** Length of the conversation, 0 to 1. */
  readonly extent: number
}

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

/** Minimum clarity of a central sentence that states no outcome: at first, and if no sentence is that clear. */
const CENTRAL_CLARITY = [0.75, 0.5] as const

/** Returns the most central sentence that is clear without its neighbors, for calls without an outcome. */
export function findCentralSentence(heavy: readonly WeightedSentence[]): TranscriptSentence | undefined {
  const names = new Set(heavy.flatMap(({ sentence }) => extractTerms(sentence.speaker)))
  const usable = heavy.filter(({ sentence }) => {
    const { text, qualified, standsAlone } = sentence
    if (!isReadable(sentence) || !standsAlone || qualified || !hasVerb(text) || !namesTask(text, names)) return false
    return !isProcedure(text) && !isScrap(text) && !isList(text) && !isReported(text)
  })
  for (const minimum of CENTRAL_CLARITY) {
    const clear = usable.filter(({ sentence }) => computeClarity(sentence) >= minimum)
    const found = clear.find(({ sentence }) => !isDoubt(sentence.text)) ?? clear[0]
    if (found !== undefined) return found.sentence
  }
  return undefined
}

export function rankOutcomes(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  outcomes: Outcomes,
): (Outcome & { readonly score: number })[] {
  const names = new Set(sentences.flatMap(({ speaker }) => extractTerms(speaker)))
  const dialog = readDialog(sentences)
  const about = measureTopics(sentences, names)
  const rank = (extent: number) =>
    collectCandidates(sentences, heavy, outcomes, extent)
      .filter(
        ({ sentence, kind }) =>
          isClear(sentence, kind, names, extent) && !isListItem(sentence, sentences[sentence.position - 1]),
      )
      .flatMap((one) => {
        const score = scoreCandidate(one, { dialog, about, extent })
        return score === undefined ? [] : [{ sentence: one.sentence, kind: one.kind, score }]
      })
      .toSorted((a, b) => b.score - a.score)
  const ranked = rank(Math.min(1, Math.max(0, (sentences.length - LONG_FROM) / (LONG_FULL - LONG_FROM))))
  // A short call without a clear outcome is read as a long one, with more doubt and less relation.
  return ranked.length > 0 ? ranked : rank(1)
}

function collectCandidates(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  { decisions, actionItems }: Outcomes,
  extent: number,
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
      findKinds(sentence, sentences[sentence.position - 1], extent === 1)
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

/** Value from which a number without a unit is a figure in a long call, and years. */
const FIGURE_MIN = 10
const isYear = (value: number): boolean => value >= 1900 && value <= 2100

const countAmounts = (text: string, isLong: boolean): number =>
  findAmounts(text).filter(({ unit, value }) => !isLong || unit !== null || (value >= FIGURE_MIN && !isYear(value))).length

/** @param isLong whether only figures are amounts, and small counts aren't */
function findKinds(
  sentence: TranscriptSentence,
  before: TranscriptSentence | undefined,
  isLong = false,
): OutcomeKind[] {
  const { text } = sentence
  const amounts = countAmounts(text, isLong)
  const kinds: readonly (readonly [OutcomeKind, boolean])[] = [
    ['result', isResult(text)],
    ['recap', isRecap(spokenText(sentence), before?.speaker === sentence.speaker ? spokenText(before) : '')],
    ['pledge', isPledge(text)],
    ['intent', isIntent(text)],
    ['deal', isDeal(text, amounts)],
    ['figure', isFigure(text, amounts)],
    ['problem', isProblem(text)],
    ['need', isNeed(text)],
    ['point', isPoint(text)],
    ['purpose', isPurpose(text)],
    ['proposal', isProposal(text)],
    ['fact', amounts > 0],
  ]
  return kinds.flatMap(([kind, is]) => (is ? [kind] : []))
}

/** Returns the score of an outcome. Undefined if it isn't clear, or isn't about the subjects. */
function scoreCandidate(
  { sentence, kind, weight }: Candidate,
  { dialog, about, extent }: Setting,
): number | undefined {
  const [relation, clarity] = [about(sentence), computeClarity(sentence)]
  const { bonus, clarityMin, aboutMin } = KINDS[kind]
  // "It's gone to Acme" names what it is about: the deal.
  const isNamed = kind === 'result' && isChoice(sentence.text)
  if (!isNamed && (clarity < clarityMin || relation < Math.max(aboutMin * (1 - ABOUT_LONG * extent), ABOUT_MIN_LONG * extent))) return undefined
  const place = sentence.position / Math.max(1, dialog.sentences.length - 1)
  const onPlace = LATE.has(kind) ? place : EARLY.has(kind) ? 1 - place : 0
  const amounts = Math.min(2, countAmounts(sentence.text, extent === 1))
  const agreed = findDialogSignals(dialog, sentence.position).replyAgrees ?? 0
  return (
    bonus * (1 - (BONUS_LOSS[kind] ?? 0) * extent) -
    (hasClause(sentence.text) ? 0 : VERBLESS_COST) +
    weight * (1 + CENTRAL_LONG * extent) +
    (1 + RELATION_LONG * extent) * relation +
    clarity +
    PLACE_WEIGHT * onPlace +
    AGREED_WEIGHT * agreed +
    AMOUNT_WEIGHT * amounts +
    (amounts > 0 && FIGURES.has(kind) && namesKeyFigure(sentence.text)
      ? KEY_FIGURE_WEIGHT + KEY_FIGURE_EARLY * (1 - place) + (isWholeBusiness(sentence.text) ? KEY_FIGURE_WHOLE : 0)
      : 0) -
    extent * (OWN_KINDS.has(kind) ? 0 : computePersonalCost(sentence.text)) -
    extent * DANGLING_COST * (countDangling(sentence.text) + (hasPointingSubject(sentence.text) ? 1 : 0)) -
    (isUnsure(sentence.text) && !OWN_KINDS.has(kind) ? extent * UNSURE_COST : 0) -
    LENGTH_COST * Math.max(0, sentence.length - LENGTH_GOOD)
  )
}

function computePersonalCost(text: string): number {
  const said = text.replace(OPINION, ' ')
  return (SPEAKER.test(said) ? SPEAKER_COST : 0) + (LISTENER.test(said) ? LISTENER_COST : 0)
}

export const spanKey = ({ segment, quote }: EvidenceSpan) => `${segment} ${quote}`

function isClear(
  sentence: TranscriptSentence,
  kind: OutcomeKind,
  names: ReadonlySet<string>,
  extent = 0,
): boolean {
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
  const isSentence = extent > 0 ? hasClause(text) : hasVerb(text)
  if (kind !== 'problem' && kind !== 'need' && !isSentence) return kind === 'deal' && length >= FRAGMENT_MIN
  if (isReported(text) || isOwnWork(text) || sentence.terms.length < TERMS_MIN) return false
  if (kind === 'point' || kind === 'purpose') return true
  if (kind === 'proposal') return !isUnsure(text.replace(OPINION, ' ').replace(WISH, ' '))
  if (kind === 'need' || kind === 'deal') return !isUnsure(text.replace(WISH, ' '))
  if (isConditional(text)) return false
  if (extent === 1) return !isDoubt(text.replace(OPINION, ' '))
  return !isUnsure(text) && (kind !== 'statement' || !/\bi\b/i.test(text))
}

/** Number of words from which a deal is clear without a verb: "Ten vehicles at forty dollars, two years, paid quarterly". */
const FRAGMENT_MIN = 9
/** Minimum number of terms of a sentence that only its subject makes an outcome. */
const TERMS_MIN = 2
/** Words of doubt that belong to a wish or an offer. */
const WISH = /['’]d\b|\bwould\b|\bcould\b|,? if\b/giu

/** Opinion in front of a proposal. */
const OPINION = /^(?:i|we) (?:think|believe|feel)(?: that)?\b/iu

const isListItem = ({ speaker }: TranscriptSentence, before: TranscriptSentence | undefined): boolean =>
  before?.speaker === speaker && announcesList(before.text)

/** A request answers “How can I help you?” and is clear without it. */
const isRequest = ({ text, length }: TranscriptSentence): boolean =>
  length >= WORDS_MIN && hasRequest(text) && !isProcedureAfterGreeting(text)
