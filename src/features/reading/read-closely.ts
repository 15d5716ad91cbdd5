import { type CutTranscript, momentsOf } from '../passages/index.ts'
import { type Column, highestFirst } from './arithmetic.ts'
import { type ReadLines, readLines } from './lines.ts'
import type { Meaning } from './meaning.ts'
import type { Question } from './question.ts'
import { SIGNALS, type Signal, type Signals, signalsOf } from './signals.ts'
import { candidatesOf, likelihoods, type Shape, wanted, widthOf } from './stretches.ts'
import learned from './weights.json' with { type: 'json' }

export interface ReadMoment {
  /** Lines: the first, and the one behind the last. */
  readonly from: number
  readonly to: number
  /** How likely the answer is here; sums to 1 over all moments. */
  readonly probability: number
  /** The line of it that answers best. */
  readonly line: number
}

export interface Reading {
  /** All moments of the conversation, best first. */
  readonly moments: readonly ReadMoment[]
  /** How much each line is about the question, for choosing among them; comparable within one reading only. */
  readonly worth: Column
  readonly signals: Signals
}

/** Signals whose contrast with what lies beside a stretch counts. */
const CONTRASTS: readonly Signal[] = [
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
/** Signals that the first and the last block of a stretch should have. */
const EDGES: readonly Signal[] = ['words4', 'words8', 'words16', 'near8', 'far8', 'alike']

const indexes = (signals: readonly Signal[]) => signals.map((signal) => SIGNALS.indexOf(signal))
export const SHAPE: Shape = { contrasts: indexes(CONTRASTS), edges: indexes(EDGES) }

// Weights of other signals would rank at random, and say nothing.
for (const weights of [learned.words, learned.meaning]) {
  if (weights.length !== widthOf(SIGNALS.length, SHAPE))
    throw new Error('The weights of the reading are not of its signals.')
}

/**
 * Reads one conversation for one question.
 * @param meaning vectors of the question and of the lines; without them words alone decide
 */
export function readClosely(
  cut: CutTranscript,
  question: Question,
  meaning?: Meaning,
  read: ReadLines = readLines(cut.lines),
  weights: ArrayLike<number> = meaning === undefined ? learned.words : learned.meaning,
): Reading {
  const signals = signalsOf(read, question, meaning)
  const { stretches, rows, width } = candidatesOf(blockColumns(cut, signals), SHAPE, question.wide)
  const likely = likelihoods({ rows, width }, weights)
  const blocks = wanted(stretches, likely, cut.blocks.length)
  const worth = worthOf(cut, blocks, signals)
  const moments = momentsOf(cut).map(({ from, to }, at) => ({
    from,
    to,
    probability: (blocks[2 * at] ?? 0) + (blocks[2 * at + 1] ?? 0),
    line: bestLine(worth, from, to),
  }))
  return { moments: inOrder(moments), worth, signals }
}

/** The mean of each signal over the lines of each block. */
export function blockColumns({ blocks }: CutTranscript, signals: Signals): Column[] {
  return SIGNALS.map((signal) => {
    const column = signals[signal]
    return Float64Array.from(blocks, ({ from, to }) => {
      let total = 0
      for (let line = from; line < to; line++) total += column[line] as number
      return total / (to - from)
    })
  })
}

/** What a line itself says counts beside where it stands. */
function worthOf({ blocks }: CutTranscript, blockWorth: Float64Array, signals: Signals): Column {
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

function bestLine(worth: Column, from: number, to: number): number {
  let best = from
  for (let line = from; line < to; line++) if ((worth[line] as number) > (worth[best] as number)) best = line
  return best
}

/** Neighbours of a moment that was named already come later, so that the first few moments are different ones. */
const NEARNESS = 2
const NEIGHBOURHOOD = 3
/** How many are put in order this way; a reader sees no more at a glance. */
const FIRST = 10

function inOrder(moments: readonly ReadMoment[]): ReadMoment[] {
  const byProbability = highestFirst(moments.map(({ probability }) => probability))
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
    const [best = 0] = highestFirst(worths)
    ordered.push(...first.splice(best, 1))
  }
  return [...ordered, ...byProbability.slice(FIRST)].flatMap((at) => moments[at] ?? [])
}
