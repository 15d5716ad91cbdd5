import { type CutTranscript, listPassageBlocks } from '../passages/index.ts'
import { indexesByDescendingValue, type SignalColumn } from './arithmetic.ts'
import {
  computeBlockScores,
  countFeatures,
  createCandidates,
  likelihoods,
  type SignalLayout,
} from './candidate-spans.ts'
import { type ReadLines, readLines } from './lines.ts'
import type { QuestionVectors } from './meaning.ts'
import type { RankingQuestion } from './question.ts'
import { computeSignals, type RankingSignal, type RankingSignals, SIGNALS } from './signals.ts'
import learned from './weights.json' with { type: 'json' }

export interface RankedSpan {
  /** Range of lines: the first line, and the line after the last. */
  readonly from: number
  readonly to: number
  /** Probability that the answer is in this span. Sums to 1 over all spans. */
  readonly probability: number
  /** Line of the span that answers best. */
  readonly line: number
}

export interface LineRanking {
  /** Spans that cover the whole conversation, best first. */
  readonly spans: readonly RankedSpan[]
  /** Relevance of each line to the question. Comparable only within one result. */
  readonly lineScores: SignalColumn
  readonly signals: RankingSignals
}

/** Signals that are compared with their values next to a candidate span. */
const CONTRASTS: readonly RankingSignal[] = [
  'words1',
  'words4',
  'words8',
  'words16',
  'near8',
  'far8',
  'speakerWords',
  'speaker4',
  'core',
  'alike',
]
/** Signals that the first and last block of a span should have. */
const EDGES: readonly RankingSignal[] = ['words4', 'words8', 'words16', 'near8', 'far8', 'alike']

const indexes = (signals: readonly RankingSignal[]) => signals.map((signal) => SIGNALS.indexOf(signal))
export const SHAPE: SignalLayout = { contrasts: indexes(CONTRASTS), edges: indexes(EDGES) }

// Weights for a different set of signals would produce meaningless rankings.
for (const weights of [learned.words, learned.meaning]) {
  if (weights.length !== countFeatures(SIGNALS.length, SHAPE))
    throw new Error("The number of weights doesn't match the signals. Run npm run train:reading.")
}

/**
 * Ranks the spans of one conversation for one question.
 * @param meaning vectors of the question and of the lines; without them only words count
 */
export function rankLines(
  cut: CutTranscript,
  question: RankingQuestion,
  meaning?: QuestionVectors,
  read: ReadLines = readLines(cut.lines),
  weights: ArrayLike<number> = meaning === undefined ? learned.words : learned.meaning,
): LineRanking {
  const signals = computeSignals(read, question, meaning)
  const { stretches, rows, width } = createCandidates(blockColumns(cut, signals), SHAPE, question.wide)
  const likely = likelihoods({ rows, width }, weights)
  const blocks = computeBlockScores(stretches, likely, cut.blocks.length)
  const worth = scoreLines(cut, blocks, signals)
  const moments = listPassageBlocks(cut).map(({ from, to }, at) => ({
    from,
    to,
    probability: (blocks[2 * at] ?? 0) + (blocks[2 * at + 1] ?? 0),
    line: bestLine(worth, from, to),
  }))
  return { spans: inOrder(moments), lineScores: worth, signals }
}

/** Mean of each signal over the lines of each block. */
export function blockColumns({ blocks }: CutTranscript, signals: RankingSignals): SignalColumn[] {
  return SIGNALS.map((signal) => {
    const column = signals[signal]
    return Float64Array.from(blocks, ({ from, to }) => {
      let total = 0
      for (let line = from; line < to; line++) total += column[line] as number
      return total / (to - from)
    })
  })
}

/** Relevance of lines: the score of their block, weighted by the signals of the line itself. */
function scoreLines({ blocks }: CutTranscript, blockWorth: Float64Array, signals: RankingSignals): SignalColumn {
  const worth = new Float64Array(signals.length.length)
  const highest = blockWorth.reduce((max, one) => Math.max(max, one), 1e-9)
  blocks.forEach(({ from, to }, block) => {
    const place = (blockWorth[block] as number) / highest
    for (let line = from; line < to; line++) {
      worth[line] =
        place *
        (0.3 +
          (signals.words1[line] as number) +
          0.5 * (signals.speakerWords[line] as number) +
          0.2 * (signals.length[line] as number))
    }
  })
  return worth
}

function bestLine(worth: SignalColumn, from: number, to: number): number {
  let best = from
  for (let line = from; line < to; line++) if ((worth[line] as number) > (worth[best] as number)) best = line
  return best
}

/** Penalty for spans close to those already selected, so that the first results come from different parts. */
const NEARNESS = 2
const NEIGHBOURHOOD = 3
/** Number of results to reorder. More don't fit on a screen. */
const FIRST = 10

function inOrder(moments: readonly RankedSpan[]): RankedSpan[] {
  const byProbability = indexesByDescendingValue(moments.map(({ probability }) => probability))
  const first = byProbability.slice(0, FIRST)
  const ordered: number[] = []
  while (first.length > 0) {
    const worths = first.map((at) => {
      const penalty = ordered.reduce(
        (sum, other) => sum + NEARNESS * Math.exp(-Math.abs(at - other) / NEIGHBOURHOOD),
        0,
      )
      return Math.log((moments[at]?.probability ?? 0) + 1e-9) - penalty
    })
    const [best = 0] = indexesByDescendingValue(worths)
    ordered.push(...first.splice(best, 1))
  }
  return [...ordered, ...byProbability.slice(FIRST)].flatMap((at) => moments[at] ?? [])
}
