/**
 * Outcome of a conversation for its headline: a whole sentence that is clear without its neighbors. All clear sentences
 * are ranked by their kind, their clarity, their relation to the recurring terms of the conversation, and their place.
 */
import { extractTerms } from '../../../core/terms.ts'
import type { WeightedSentence } from './central.ts'
import {
  announcesList,
  computeClarity,
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
import { readDialog } from './dialog.ts'
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
} from './outcome-patterns.ts'
import {
  type Candidate,
  computeExtent,
  countAmounts,
  isPersonal,
  OPINION,
  type Outcome,
  type OutcomeKind,
  scoreCandidate,
} from './outcome-scores.ts'
import type { TranscriptSentence } from './sentences.ts'
import { measureTopics } from './topic-relation.ts'

export interface Outcomes {
  readonly decisions: readonly SummaryLine[]
  readonly actionItems: readonly ActionItem[]
}

/** Part of a short call in which callers say what they want, and its maximum number of sentences. */
const BEGINNING = 0.25
const SHORT_CALL = 120
const BEGINNING_MAX = 16
/** Number of sentences after which the small talk of a longer call is over. */
const SMALL_TALK = 0.04

/**
 * Returns the best outcome of a conversation. Undefined if no sentence is clear enough.
 * @param heavy self-contained sentences with their centrality, most central first
 */
export function findOutcome(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  outcomes: Outcomes,
): Outcome | undefined {
  return rankOutcomes(sentences, heavy, outcomes)[0]
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
    const sure = clear.filter(({ sentence }) => !isDoubt(sentence.text))
    const found = sure.find(({ sentence }) => !isPersonal(sentence.text)) ?? sure[0] ?? clear[0]
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
  const ranked = rank(computeExtent(sentences))
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
    ...sentences.filter(isCandidate).flatMap((sentence) =>
      findKinds(sentence, sentences[sentence.position - 1], extent === 1)
        .filter((kind) => sentence.position >= smallTalk || kind === 'result')
        .map((kind) => ({ sentence, kind, weight: kind === 'result' ? 0 : (weights.get(sentence) ?? 0) })),
    ),
    ...heavy.map(({ sentence, weight }) => ({ sentence, kind: 'statement' as const, weight: weight / 2 })),
  ]
}

/** Whether a sentence can be an outcome of any kind. */
const isCandidate = (sentence: TranscriptSentence): boolean =>
  !sentence.qualified && !/[?？]/.test(sentence.text) && isReadable(sentence)

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

export const spanKey = ({ segment, quote }: EvidenceSpan) => `${segment} ${quote}`

function isClear(sentence: TranscriptSentence, kind: OutcomeKind, names: ReadonlySet<string>, extent = 0): boolean {
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

const isListItem = ({ speaker }: TranscriptSentence, before: TranscriptSentence | undefined): boolean =>
  before?.speaker === speaker && announcesList(before.text)

/** A request answers “How can I help you?” and is clear without it. */
const isRequest = ({ text, length }: TranscriptSentence): boolean =>
  length >= WORDS_MIN && hasRequest(text) && !isProcedureAfterGreeting(text)
