import { expect, it } from 'vitest'
import { joinLegs, LEGS_MAX, mergeLegs } from './legs.ts'

const leg = (at: number) => ({ id: `${at}`, startedAt: new Date(at * 1_000).toISOString() })

it('legs are merged by their IDs, in the order of their starts', () => {
  const transcript = { name: 'transcript.json', at: { id: '1' } }
  expect(mergeLegs([leg(2), leg(1)], [{ id: '1', transcript }])).toEqual([{ ...leg(1), transcript }, leg(2)])
})

it('a call keeps its first legs, however many are announced', () => {
  const all = Array.from({ length: LEGS_MAX + 5 }, (_, at) => leg(at))
  expect(mergeLegs(all.toReversed(), [])).toEqual(all.slice(0, LEGS_MAX))
})

it('a call has the people of all legs once, and the owner and start of the first one that has them, and the parts of all', () => {
  const [ann, bob] = [{ name: 'Ann', email: 'ann@a.example' }, { email: 'bob@a.example' }]
  const recording = { name: 'recording.mp3', at: { id: '2' } }
  const legs = [
    { ...leg(1), participants: [ann, bob] },
    { ...leg(2), participants: [{ email: 'ANN@a.example' }], ownerEmail: 'bob@a.example', recording },
  ]
  const call = { externalId: 'c1', legs } as unknown as Parameters<typeof joinLegs>[0]
  expect(joinLegs(call)).toEqual({
    ...{ externalId: 'c1', legs, participants: [ann, bob], startedAt: leg(1).startedAt },
    ...{ ownerEmail: 'bob@a.example' },
    recording: { ...recording, at: { id: '2', start: leg(1).startedAt, legs: '2' } },
  })
})
