/** Extracts values of fields from a conversation, with confidences. */
import { likelihoods } from '../../text/passage-ranking/index.ts'
import type { FieldCandidate } from './candidate.ts'
import { candidatesFor, toExtractedMentions } from './candidates.ts'
import { createExtractionContext, type FieldContext } from './context.ts'
import { toFieldIntent } from './field-intent.ts'
import { findMentions } from './mentions.ts'
import type { ExtractedField, ExtractionField, FieldEvidence, TalkGiven } from './model.ts'
import { type ValueStatistics, WIDTH, writeNone, writeSignals } from './signals.ts'
import { type TranscriptView, toEvidence, toTranscriptView } from './transcript-view.ts'
import { type ExtractionWeights, learnedFor } from './weights.ts'

/** Minimum likelihood of a returned value. */
const LEAST = 0.5
/**
 * Shrinks likelihoods towards 0.5, because the fields differ from the training fields. Calibrated so that four in five
 * values with a confidence of 0.8 or more are correct for new fields.
 */
const DRAWN = 0.85
const toReportedConfidence = (likely: number): number => Math.round((LEAST + (likely - LEAST) * DRAWN) * 100) / 100
/** Maximum number of quotes, unless the first one consists of more segments. */
const EVIDENCE_MAX = 3

export interface ScoredField {
  readonly field: ExtractionField
  readonly candidates: readonly FieldCandidate[]
  /** One row of signals per candidate, and a last row for "no value". */
  readonly rows: Float32Array
  readonly width: number
}

export interface TranscriptScan {
  readonly context: FieldContext
  readonly weighed: readonly ScoredField[]
}

/** Finds all candidates of the fields in one pass over the conversation. */
export function scanTranscript(given: TalkGiven, fields: readonly ExtractionField[]): TranscriptScan {
  const talk = toTranscriptView(given)
  const context = createExtractionContext(talk, fields.map(toFieldIntent))
  const found = toExtractedMentions(talk, findMentions(talk, context.intents))
  const weighed = fields.map((field, index): ScoredField => {
    const candidates = candidatesFor(context, index, found)
    const rows = new Float32Array((candidates.length + 1) * WIDTH)
    const among = computeCandidateStatistics(candidates)
    for (const [at, candidate] of candidates.entries()) writeSignals(rows, at * WIDTH, context, index, candidate, among)
    writeNone(rows, candidates.length * WIDTH, context, index, candidates)
    return { field, candidates, rows, width: WIDTH }
  })
  return { context, weighed }
}

function computeCandidateStatistics(candidates: readonly FieldCandidate[]): ValueStatistics {
  const counts = new Map<string, number>()
  const said = new Map<string, Set<string>>()
  for (const { key, turn } of candidates) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    said.set(key, (said.get(key) ?? new Set()).add(turn.speaker.name))
  }
  return {
    order: candidates.toSorted((a, b) => a.turn.at - b.turn.at || a.from - b.from),
    counts,
    speakers: new Map([...said].map(([key, names]) => [key, names.size])),
  }
}

/** Whether a person rejected this value with this evidence. */
export type RejectedValues = (id: string, value: ExtractedField['value'], evidence: readonly FieldEvidence[]) => boolean

/**
 * Returns values that are more likely than not. The conversation can contain further values that the rules don't
 * recognize.
 */
export function extractFields(
  given: TalkGiven,
  fields: readonly ExtractionField[],
  refused: RejectedValues = () => false,
  weights?: ExtractionWeights,
): ExtractedField[] {
  const { context, weighed } = scanTranscript(given, fields)
  return weighed.flatMap((one) => chooseFields(context, one, refused, learnedFor(one.field, weights)))
}

function chooseFields(
  context: FieldContext,
  weighed: ScoredField,
  refused: RejectedValues,
  learned: ArrayLike<number>,
): ExtractedField[] {
  const { field } = weighed
  if (weighed.candidates.length === 0) return []
  const ranked = rankedValues(context.view, context, weighed, learned).filter(
    ({ value, evidence }) => evidence.length > 0 && !refused(field.id, value, evidence),
  )
  if (field.responseType !== 'multipicklist') {
    const best = ranked[0]
    return best === undefined || best.confidence < LEAST ? [] : [{ id: field.id, ...best }]
  }
  const some = ranked
    .filter(({ confidence }) => confidence >= LEAST)
    .slice(0, field.maxValues ?? Number.POSITIVE_INFINITY)
  if (some.length === 0) return []
  // Options in the order of the field.
  const chosenOnes = some.toSorted(
    (a, b) => field.options.indexOf(String(a.value)) - field.options.indexOf(String(b.value)),
  )
  return [
    {
      id: field.id,
      value: chosenOnes.map(({ value }) => value),
      confidence: Math.min(...some.map(({ confidence }) => confidence)),
      evidence: chosenOnes.flatMap(({ evidence }) => evidence.slice(0, 1)),
    },
  ]
}

interface Ranked {
  readonly value: ExtractedField['value']
  readonly confidence: number
  readonly evidence: readonly FieldEvidence[]
}

/** Maximum number of ranked values per field, because a person can have rejected the first ones. */
const RANKED_MAX = 8

function rankedValues(
  talk: TranscriptView,
  context: FieldContext,
  weighed: ScoredField,
  learned: ArrayLike<number>,
): Ranked[] {
  const { candidates, rows, width, field } = weighed
  const each = field.responseType === 'multipicklist'
  const likely = likelihoods({ rows, width }, learned)
  const none = likely[candidates.length] as number
  const byKey = new Map<string, { candidate: FieldCandidate; likely: number; best: number }[]>()
  candidates.forEach((candidate, at) => {
    const all = byKey.get(candidate.key) ?? []
    all.push({ candidate, likely: likely[at] as number, best: likely[at] as number })
    byKey.set(candidate.key, all)
  })
  return [...byKey.values()]
    .map((all) => {
      const sum = all.reduce((total, one) => total + one.likely, 0)
      return { all, confidence: each ? sum / (sum + none) : sum }
    })
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, each ? Number.POSITIVE_INFINITY : RANKED_MAX)
    .map(({ all, confidence }) => {
      const order = all.toSorted((a, b) => b.likely - a.likely).map(({ candidate }) => candidate)
      const [best] = order as [FieldCandidate, ...FieldCandidate[]]
      return {
        value: best.value,
        confidence: toReportedConfidence(confidence),
        evidence: proof(talk, context, order),
      }
    })
}

/** Evidence of a value: its quote, the preceding question, and further mentions. */
function proof(talk: TranscriptView, context: FieldContext, order: readonly FieldCandidate[]): FieldEvidence[] {
  const [best, ...more] = order as [FieldCandidate, ...FieldCandidate[]]
  const spans = toEvidence(talk, best.turn, best.from, best.to)
  const most = Math.max(EVIDENCE_MAX, spans.length)
  const question = context.askedBefore[best.turn.at]?.find(({ proximity }) => proximity === 1)?.sentence
  const asking = talk.turns[question?.turn ?? -1]
  if (question !== undefined && asking !== undefined && (best.kind === 'answer' || best.plain === true)) {
    spans.push(...toEvidence(talk, asking, question.from, question.to))
  }
  for (const one of more) {
    const again = toEvidence(talk, one.turn, one.from, one.to)
    if (again.some(({ segment, quote }) => spans.some((span) => span.segment === segment && span.quote === quote)))
      continue
    spans.push(...again)
  }
  return spans.slice(0, most)
}
