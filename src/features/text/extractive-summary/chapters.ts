/**
 * Chapters: segmentation of a conversation by topic.
 *
 * The cost of a chapter is the negative log-likelihood of its terms under a Dirichlet compound multinomial (J.
 * Eisenstein and R. Barzilay, "Bayesian unsupervised topic segmentation", 2008). Dynamic programming finds the
 * segmentation with the lowest total cost (M. Utiyama and H. Isahara, 2001). A pause, a change of speaker and opening
 * phrases ("moving on", "next item") reduce the cost of a boundary. The number of chapters grows
 * more slowly than the length: two for 700 words, three for 2,300, five for 8,000.
 */
import type { CutTranscript, SourceLine } from '../passages/index.ts'
import { MOST } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'

/** Range of sentences: index of the first, and of the one after the last. */
export interface ChapterSpan {
  readonly from: number
  readonly to: number
}

/** Maximum number of possible boundaries. If there are more blocks, adjacent ones are combined. */
const UNITS_MAX = 240
/** Maximum number of terms. Longer conversations are sampled: every second or third term, and so on. */
const TERMS_MAX = 24_000
const PRIOR = 0.5
/** Number of chapters for a number of words: `words ** GROWTH * SCALE`. */
const GROWTH = 0.4
const SCALE = 0.135
/** Cost reduction of a boundary by each sign, in nats. */
const WORTH = { opening: 12, pause: 4, speaker: 2 }
const PAUSE = 3
const OPENING =
  /\b(?:mov(?:e|ing) on|next (?:up|item|topic|thing|point|on the agenda|question|slide)|(?:first|second|third|last|final|next) (?:item|topic|agenda)|agenda item|let'?s (?:start|begin|get started|turn to|talk about|discuss|jump|go to|switch|move)|turn(?:ing)? to|switch(?:ing)? gears|another (?:topic|thing|item)|that brings us|back to|speaking of|any other business|to (?:wrap|sum|close) (?:it )?up|before we (?:close|finish|wrap|move))\b/i

export function splitIntoChapters(cut: CutTranscript, sentences: readonly TranscriptSentence[]): ChapterSpan[] {
  if (sentences.length === 0) return []
  const units = toUnits(cut, sentences)
  const words = sentences.reduce((sum, { length }) => sum + length, 0)
  const wanted = Math.max(1, Math.min(MOST.chapters, units.length, Math.round(words ** GROWTH * SCALE)))
  if (wanted === 1) return [{ from: 0, to: sentences.length }]
  const cuts = cheapest(computeCosts(units), units, wanted)
  return cuts.map((unit, index) => ({
    from: units[unit]?.from ?? 0,
    to: units[cuts[index + 1] ?? units.length]?.from ?? sentences.length,
  }))
}

interface Unit extends ChapterSpan {
  readonly terms: readonly number[]
  /** Cost reduction of a boundary before this unit. */
  readonly bonus: number
}

function toUnits({ lines, blocks }: CutTranscript, sentences: readonly TranscriptSentence[]): Unit[] {
  const step = Math.ceil(blocks.length / UNITS_MAX)
  const total = sentences.reduce((sum, { terms }) => sum + terms.length, 0)
  const every = Math.ceil(total / TERMS_MAX)
  const numbers = new Map<string, number>()
  const getTermNumber = (term: string) => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, numbers.size)
    return numbers.size - 1
  }
  const units: Unit[] = []
  let from = 0
  let seen = 0
  for (let at = 0; at < blocks.length; at += step) {
    const end = blocks[Math.min(at + step, blocks.length) - 1]?.to ?? 0
    let to = from
    while (to < sentences.length && (sentences[to]?.firstLine ?? 0) < end) to++
    if (to === from) continue
    const terms = sentences
      .slice(from, to)
      .flatMap((sentence) => sentence.terms)
      .filter(() => seen++ % every === 0)
      .map(getTermNumber)
    units.push({ from, to, terms, bonus: units.length === 0 ? 0 : bonusAt(lines, sentences, from) })
    from = to
  }
  return units
}

function bonusAt(lines: readonly SourceLine[], sentences: readonly TranscriptSentence[], at: number): number {
  const [before, after] = [sentences[at - 1], sentences[at]]
  if (before === undefined || after === undefined) return 0
  const [last, first] = [lines[before.lastLine], lines[after.firstLine]]
  const said = sentences
    .slice(at, at + 3)
    .map(({ text }) => text)
    .join(' ')
  let bonus = OPENING.test(said) ? WORTH.opening : 0
  if (before.speaker !== after.speaker) bonus += WORTH.speaker
  if (last?.end != null && first?.start != null && first.start - last.end >= PAUSE) bonus += WORTH.pause
  return bonus
}

/** Cost matrix: `costs[i][j]` is the cost of the units from i to j, inclusive, as one chapter. */
function computeCosts(units: readonly Unit[]): Float64Array[] {
  const vocabulary = units.reduce((most, { terms }) => terms.reduce((a, b) => Math.max(a, b + 1), most), 1)
  const total = units.reduce((sum, { terms }) => sum + terms.length, 0)
  const logs = Float64Array.from({ length: total + 1 }, (_, count) => Math.log(count + PRIOR))
  const sums = Float64Array.from({ length: total + 1 }, (_, count) => Math.log(count + PRIOR * vocabulary))
  const counts = new Int32Array(vocabulary)
  return units.map((_, from) => {
    counts.fill(0)
    const row = new Float64Array(units.length)
    let cost = 0
    let seen = 0
    for (let to = from; to < units.length; to++) {
      for (const term of units[to]?.terms ?? []) {
        const count = counts[term] ?? 0
        cost += (sums[seen++] ?? 0) - (logs[count] ?? 0)
        counts[term] = count + 1
      }
      row[to] = cost
    }
    return row
  })
}

/** Finds the segmentation with the lowest cost for a number of chapters. @returns first unit of each chapter */
function cheapest(costs: readonly Float64Array[], units: readonly Unit[], wanted: number): number[] {
  const n = units.length
  let best = Float64Array.from({ length: n }, (_, to) => costs[0]?.[to] ?? 0)
  const origins: Int32Array[] = []
  for (let parts = 2; parts <= wanted; parts++) {
    const next = new Float64Array(n).fill(Number.POSITIVE_INFINITY)
    const origin = new Int32Array(n)
    for (let to = parts - 1; to < n; to++) {
      for (let from = parts - 1; from <= to; from++) {
        const cost = (best[from - 1] ?? 0) + (costs[from]?.[to] ?? 0) - (units[from]?.bonus ?? 0)
        if (cost < (next[to] ?? 0)) {
          next[to] = cost
          origin[to] = from
        }
      }
    }
    origins.push(origin)
    best = next
  }
  const cuts: number[] = []
  let to = n - 1
  for (const origin of origins.toReversed()) {
    const from = origin[to] ?? 0
    cuts.unshift(from)
    to = from - 1
  }
  return [0, ...cuts]
}
