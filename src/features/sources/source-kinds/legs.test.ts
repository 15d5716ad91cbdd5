import { expect, it } from 'vitest'
import { LEGS_MAX, mergeLegs } from './legs.ts'

const leg = (at: number) => ({ id: `${at}`, startedAt: new Date(at * 1_000).toISOString() })

it('legs are merged by their IDs, in the order of their starts', () => {
  const transcript = { name: 'transcript.json', at: { id: '1' } }
  expect(mergeLegs([leg(2), leg(1)], [{ id: '1', transcript }])).toEqual([{ ...leg(1), transcript }, leg(2)])
})

it('a call keeps its first legs, however many are announced', () => {
  const all = Array.from({ length: LEGS_MAX + 5 }, (_, at) => leg(at))
  expect(mergeLegs(all.toReversed(), [])).toEqual(all.slice(0, LEGS_MAX))
})
