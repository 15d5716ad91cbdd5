/**
 * Scores of outcomes: by their kind, their clarity, their relation to the recurring terms of the conversation, and their
 * place. In a long conversation, terms and clarity count more than kinds.
 */
import { findAmounts } from '../../../core/numbers.ts'
import { computeClarity, countDangling, hasClause, hasPointingSubject, isUnsure } from './clarity.ts'
import { type Dialog, findDialogSignals } from './dialog.ts'
import { isBinding, isChoice, isWholeBusiness, namesKeyFigure } from './outcome-patterns.ts'
import type { TranscriptSentence } from './sentences.ts'

export interface Outcome {
  readonly sentence: TranscriptSentence
  readonly kind: OutcomeKind
}

export interface Candidate extends Outcome {
  readonly weight: number
}

export type OutcomeKind =
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
/** Weight of a result that binds the others. It outweighs what one of them intends. */
const BINDING_WEIGHT = 0.3
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
const OWN_KINDS: ReadonlySet<OutcomeKind> = new Set([
  'pledge',
  'intent',
  'commitment',
  'dated',
  'decision',
  'recap',
  'deal',
])
/** Cost of a summary of terms without a verb, which needs the transcript more than a sentence. */
const VERBLESS_COST = 0.4
/** Number of words above which each word costs. */
const LENGTH_GOOD = 20
const LENGTH_COST = 0.03

/**
 * Numbers of sentences between which a call gets long. In a long one, the relation to the subjects and centrality count more,
 * because many sentences state something. Results count less, because most are steps of the work.
 */
const LONG_FROM = 200
const LONG_FULL = 350
const RELATION_LONG = 1.5
/** Ratio of the bonus that a kind loses in a long call. */
const BONUS_LOSS: Partial<Record<OutcomeKind, number>> = {
  result: 0.6,
  problem: 0.4,
  need: 0.4,
  purpose: 0.4,
  point: 0.4,
}
const CENTRAL_LONG = 1
const ABOUT_LONG = 0.4
/** Minimum relation of a result in a long call, in which most results are steps of the work. */
const ABOUT_MIN_LONG = 0.3
/** Cost of each pronoun that only the transcript explains. */
const DANGLING_COST = 0.7
/** Cost of doubt in a long call. In a short one, a sentence with doubt isn't an outcome. */
const UNSURE_COST = 0.3

/** Conversation of an outcome. */
export interface Setting {
  readonly dialog: Dialog
  readonly about: (sentence: TranscriptSentence) => number
  /** Length of the conversation, 0 to 1. */
  readonly extent: number
}

/** Opinion in front of a proposal. */
export const OPINION = /^(?:i|we) (?:think|believe|feel)(?: that)?\b/iu

/** Length of a conversation, 0 to 1, by which it is read as a long one. */
export const computeExtent = (sentences: readonly TranscriptSentence[]): number =>
  Math.min(1, Math.max(0, (sentences.length - LONG_FROM) / (LONG_FULL - LONG_FROM)))

/** Value from which a number without a unit is a figure in a long call, and years. */
const FIGURE_MIN = 10
const isYear = (value: number): boolean => value >= 1900 && value <= 2100

/** @param isLong whether only figures are amounts, and small counts aren't */
export const countAmounts = (text: string, isLong: boolean): number =>
  findAmounts(text).filter(({ unit, value }) => !isLong || unit !== null || (value >= FIGURE_MIN && !isYear(value)))
    .length

/** Returns the score of an outcome. Undefined if it isn't clear, or isn't about the subjects. */
export function scoreCandidate(
  { sentence, kind, weight }: Candidate,
  { dialog, about, extent }: Setting,
): number | undefined {
  const [relation, clarity] = [about(sentence), computeClarity(sentence)]
  const { bonus, clarityMin, aboutMin } = KINDS[kind]
  // "It's gone to Acme" names what it is about: the deal.
  const isNamed = kind === 'result' && isChoice(sentence.text)
  if (
    !isNamed &&
    (clarity < clarityMin ||
      relation < Math.max(aboutMin * (1 - ABOUT_LONG * extent), kind === 'result' ? ABOUT_MIN_LONG * extent : 0))
  )
    return undefined
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
    (kind === 'result' && isBinding(sentence.text) ? BINDING_WEIGHT : 0) +
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

/** Whether a sentence is about its speaker or its listener. */
export const isPersonal = (text: string): boolean => computePersonalCost(text) > 0

function computePersonalCost(text: string): number {
  const said = text.replace(OPINION, ' ')
  return (SPEAKER.test(said) ? SPEAKER_COST : 0) + (LISTENER.test(said) ? LISTENER_COST : 0)
}
