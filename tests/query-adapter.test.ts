/** How a query adapter is learned: from made-up questions that all lie beside what answers them in the same way. */
import { expect, it } from 'vitest'
import { type AskedOf, type Ground, learnAdapter, likenesses } from '../bench/query-adapter.ts'
import { normal, seeded } from '../bench/seeded.ts'
import { ADAPTED, adapt } from '../src/outbound/embeddings/query-adapter.ts'

/** What passages differ in; questions say the same in other numbers. */
const SAID = 6
const ASKED = 100
const PASSAGES = 12

const random = seeded(3)
const grounds = Array.from({ length: 24 }, (_, at) => groundOf(`meeting ${at}`))
const [learnedFrom, unseen] = [grounds.slice(0, 20).flatMap(asked), grounds.slice(20).flatMap(asked)]

function groundOf(id: string): Ground {
  const passages = new Float32Array(PASSAGES * ADAPTED)
  for (let at = 0; at < PASSAGES; at++) {
    const said = Array.from({ length: SAID }, () => normal(random))
    passages.set(
      said.map((one) => one / Math.hypot(...said)),
      at * ADAPTED,
    )
  }
  return { id, series: id, passages, count: PASSAGES }
}

function asked(ground: Ground): AskedOf[] {
  return Array.from({ length: PASSAGES }, (_, at) => {
    const vector = new Float32Array(ADAPTED)
    vector.set(ground.passages.subarray(at * ADAPTED, at * ADAPTED + SAID), ASKED)
    const right = new Float64Array(PASSAGES).fill(1, at, at + 1)
    return { ground, vector, right, weight: 1 }
  })
}

const descent = { steps: 12, rate: 0.15, batch: 32, others: 16, scale: 10, decay: 1e-3 }
const foundFirst = (adapter: Float32Array<ArrayBuffer>) =>
  unseen.filter(({ vector, ground, right }) => {
    const found = likenesses(adapt(vector, adapter), ground.passages)
    return right[found.indexOf(Math.max(...found))] === 1
  }).length / unseen.length

it('what was learned of some meetings holds for others, and is the same every time', () => {
  const adapter = learnAdapter(learnedFrom, descent)
  expect(foundFirst(new Float32Array(ADAPTED * ADAPTED))).toBeLessThan(0.3)
  expect(foundFirst(adapter)).toBeGreaterThan(0.8)
  expect(learnAdapter(learnedFrom, descent)).toEqual(adapter)
})
