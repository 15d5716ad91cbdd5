/** Grouping of statements by shared subjects. */
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { asksForFrequency, groupBySubject, listGroups } from './group-by-subject.ts'

const call = (id: string) => ({
  id,
  title: `Call ${id}`,
  startedAt: '2026-09-18T14:00:00Z',
  hasStart: false,
  people: [],
})
const toStatement = (said: string, at: number) => ({
  call: call(`${at}`),
  said,
  fact: { text: said, proofs: [], calls: [`${at}`] },
})
const REQUESTS = [
  'I need to make an appointment with the doctor.',
  'Can you get me a ride to the airport?',
  'I would like to cancel my appointment.',
  'Is the appointment on Friday still open?',
  'Please change my ride to Monday.',
].map(toStatement)

describe('statements of several calls', () => {
  it('are grouped by their shared subject, largest group first', () => {
    const { groups, others } = groupBySubject(REQUESTS)
    expect(groups.map(({ subject, members }) => [subject, members.length])).toEqual([
      ['appointment', 3],
      ['ride', 2],
    ])
    expect(others).toEqual([])
  })

  it('of one call share nothing, however often they name a subject', () => {
    const own = REQUESTS.map((one) => ({ ...one, call: call('same') }))
    expect(groupBySubject(own).groups).toEqual([])
    expect(listGroups(own)).toEqual([])
  })

  it('belong to one group each', () => {
    const { groups } = groupBySubject(
      ['The export of the report fails.', 'The report has no export.', 'We need the report earlier.'].map(toStatement),
    )
    expect(groups.map(({ members }) => members.length)).toEqual([3])
  })

  it('without a group follow the groups', () => {
    const lines = listGroups([...REQUESTS, toStatement('Where is my parcel?', 9)])
    expect(lines.map(({ text }) => text)).toEqual([
      '“appointment” in 3 calls, such as I need to make an appointment with the doctor. [“Call 0”]',
      '“ride” in 2 calls, such as Can you get me a ride to the airport? [“Call 1”]',
      'Where is my parcel? [“Call 9”]',
    ])
    expect(lines[0]?.calls).toEqual(['0', '2', '3'])
  })

  it('are not grouped if most share nothing', () => {
    const others = ['Where is my parcel?', 'The door is broken.', 'What does parking cost?', 'It rains inside.']
    const two = REQUESTS.slice(0, 3).filter((_, at) => at !== 1)
    expect(listGroups([...two, ...others.map((said, at) => toStatement(said, 10 + at))])).toEqual([])
  })
})

it('long statements are grouped in time that doesn’t grow with their length', () => {
  expectNoSquare(80_000, (size) => {
    const said = Array.from({ length: Math.ceil(size / 40) }, (_, at) => `depot${at} gate${at} ramp`).join(' ')
    groupBySubject(Array.from({ length: 40 }, (_, at) => toStatement(said, at)))
  })
})

it.each([
  [['most', 'common'], false, true],
  [['often'], false, true],
  [['often'], true, false],
  [['what'], false, false],
] as const)('the words %j, of one call: %s, ask for frequency: %s', (words, isOneCall, expected) => {
  expect(asksForFrequency({ words: new Set(words), isOneCall })).toBe(expected)
})
