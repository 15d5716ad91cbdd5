/**
 * Learns a query adapter: a square map D, so that a question q, as q + qD, is nearer to the passages that hold its answer
 * than to the others of its meeting and to some of other meetings. Cross-entropy of a softmax over likeness, gradient
 * descent with momentum from D = 0 and a falling rate. Little is unlearned that way: the fewer and the shorter the steps,
 * the nearer q stays to where the encoder put it.
 */
import { ADAPTED, adapt, type QueryAdapter } from '../src/outbound/embeddings/query-adapter.ts'
import { seeded, shuffled } from './seeded.ts'

/** The passages of one meeting, unit vectors one behind the other. */
export interface Ground {
  readonly id: string
  readonly series: string
  readonly passages: Float32Array
  readonly count: number
}

export interface AskedOf {
  /** Unit vector, as the encoder has it. */
  readonly vector: Float32Array
  readonly ground: Ground
  /** How much of each passage is right; sums to 1. */
  readonly right: Float64Array
  /** How often it counts. */
  readonly weight: number
}

export interface Descent {
  readonly steps: number
  readonly rate: number
  /** Questions of a step, and passages of other meetings beside them. */
  readonly batch: number
  readonly others: number
  /** What likeness, from −1 to 1, is multiplied by in the softmax. */
  readonly scale: number
  /** How strongly D is drawn towards 0. */
  readonly decay: number
}

/** TRAINING_STEPS is for trials: with few steps hardly anything is learned. */
export const DESCENT: Descent = {
  steps: Number(process.env.TRAINING_STEPS ?? 100),
  rate: 0.03,
  batch: 256,
  others: 512,
  scale: 30,
  decay: 1e-3,
}
const MOMENTUM = 0.9

export function learnAdapter(examples: readonly AskedOf[], descent: Descent = DESCENT): QueryAdapter {
  const { steps, rate, batch, scale, decay } = descent
  const random = seeded(1)
  const grounds = [...new Set(examples.map(({ ground }) => ground))]
  const adapter = new Float32Array(ADAPTED * ADAPTED)
  const momentum = new Float32Array(ADAPTED * ADAPTED)
  for (let step = 0; step < steps; step++) {
    const slope = new Float32Array(ADAPTED * ADAPTED)
    const others = drawOthers(grounds, descent.others, random)
    for (const example of shuffled(examples, random).slice(0, batch)) {
      const pull = pullOf(example, adapt(example.vector, adapter), others, scale)
      addOuter(slope, example.vector, pull, (example.weight * scale) / batch)
    }
    const now = rate * (1 - step / steps)
    for (let cell = 0; cell < adapter.length; cell++) {
      const gradient = (slope[cell] as number) - decay * scale * (adapter[cell] as number)
      momentum[cell] = MOMENTUM * (momentum[cell] as number) + gradient
      adapter[cell] = (adapter[cell] as number) + now * (momentum[cell] as number)
    }
  }
  return adapter
}

interface Others {
  readonly passages: Float32Array
  readonly grounds: readonly Ground[]
}

function drawOthers(grounds: readonly Ground[], count: number, random: () => number): Others {
  const all = grounds.reduce((sum, ground) => sum + ground.count, 0)
  const passages = new Float32Array(count * ADAPTED)
  const drawn: Ground[] = []
  for (let other = 0; other < count; other++) {
    let at = Math.floor(random() * all)
    const ground = grounds.find((one) => {
      if (at < one.count) return true
      at -= one.count
      return false
    }) as Ground
    drawn.push(ground)
    passages.set(ground.passages.subarray(at * ADAPTED, (at + 1) * ADAPTED), other * ADAPTED)
  }
  return { passages, grounds: drawn }
}

/**
 * Where the question should move: towards passages that are righter than they are likely, away from the others. Half by
 * the meeting's own passages alone, half by those of others as well. Right is half what the labels say, half the likelier
 * of those they name: a long answer need not be found in all of its passages.
 */
function pullOf({ ground, right }: AskedOf, turned: Float32Array, others: Others, scale: number): Float32Array {
  const own = likenesses(turned, ground.passages, scale)
  const beside = likenesses(turned, others.passages, scale).map((one, at) =>
    others.grounds[at] === ground ? Number.NEGATIVE_INFINITY : one,
  )
  const highest = Math.max(...own, ...beside)
  const [ownShare, besideShare] = [own, beside].map((all) => all.map((one) => Math.exp(one - highest))) as [
    Float64Array,
    Float64Array,
  ]
  const ownTotal = total(ownShare)
  const everyTotal = ownTotal + total(besideShare)
  const rightTotal = ownShare.reduce((sum, one, at) => sum + ((right[at] as number) > 0 ? one : 0), 0)
  const pull = new Float32Array(ADAPTED)
  ownShare.forEach((one, at) => {
    const named = right[at] as number
    const target = 0.5 * named + (named > 0 ? (0.5 * one) / rightTotal : 0)
    addScaled(pull, ground.passages, at, target - 0.5 * (one / ownTotal + one / everyTotal))
  })
  besideShare.forEach((one, at) => void addScaled(pull, others.passages, at, (-0.5 * one) / everyTotal))
  return pull
}

/** Of one vector to each of a list, times a scale. */
export function likenesses(vector: Float32Array, passages: Float32Array, scale = 1): Float64Array {
  const found = new Float64Array(passages.length / ADAPTED)
  for (let at = 0, cell = 0; at < found.length; at++) {
    let sum = 0
    for (let part = 0; part < ADAPTED; part++, cell++) sum += (vector[part] as number) * (passages[cell] as number)
    found[at] = sum * scale
  }
  return found
}

const total = (all: Float64Array): number => all.reduce((sum, one) => sum + one, 0)

function addScaled(to: Float32Array, passages: Float32Array, at: number, factor: number): void {
  if (Math.abs(factor) < 1e-7) return
  for (let part = 0, cell = at * ADAPTED; part < ADAPTED; part++, cell++) {
    to[part] = (to[part] as number) + factor * (passages[cell] as number)
  }
}

function addOuter(to: Float32Array, rows: Float32Array, columns: Float32Array, factor: number): void {
  for (let row = 0, cell = 0; row < ADAPTED; row++) {
    const value = factor * (rows[row] as number)
    for (let column = 0; column < ADAPTED; column++, cell++) {
      to[cell] = (to[cell] as number) + value * (columns[column] as number)
    }
  }
}
