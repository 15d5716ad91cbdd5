import { expect, it } from 'vitest'
import { listPeople } from './people.ts'

type PeopleCall = Parameters<typeof listPeople>[0][number]

const call = (startedAt: string, people: readonly (readonly [string, boolean | null])[], spoken: object) =>
  ({
    startedAt,
    people: people.map(([name, isInternal]) => ({ name, email: `${name.toLowerCase()}@x.example`, isInternal })),
    statistics: { speakers: Object.entries(spoken).map(([name, talkTime]) => ({ name, talkTime })) },
  }) as unknown as PeopleCall

const PEOPLE = [
  ['Bob', true],
  ['Ann', false],
  ['Ben', false],
] as const

it('lists outside people first, with their talk time, and says who is silent', () => {
  const people = listPeople(
    [
      call('2026-11-20', PEOPLE, { Bob: 60, Ann: 30 }),
      call('2026-11-10', PEOPLE, { bob: 10, ann: 5 }),
      call('2026-11-01', PEOPLE, { Bob: 1, Ben: 200 }),
    ],
    2,
  )
  expect(people).toEqual([
    expect.objectContaining({
      name: 'Ben',
      talk_time: 200,
      conversations_count: 1,
      last_spoke_at: '2026-11-01',
      is_silent: true,
    }),
    expect.objectContaining({
      name: 'Ann',
      talk_time: 35,
      conversations_count: 2,
      last_spoke_at: '2026-11-20',
      is_silent: false,
    }),
    expect.objectContaining({ name: 'Bob', talk_time: 71, conversations_count: 3, side: 'internal', is_silent: false }),
  ])
})

it('lists people who were invited and never spoke, and people without a known side', () => {
  expect(
    listPeople(
      [
        call(
          '2026-11-20',
          [
            ['Cid', false],
            ['Eve', null],
          ],
          { Eve: 3 },
        ),
      ],
      2,
    ),
  ).toEqual([
    expect.objectContaining({
      name: 'Cid',
      talk_time: null,
      conversations_count: 0,
      last_spoke_at: null,
      is_silent: true,
    }),
    expect.objectContaining({ name: 'Eve', side: null, is_silent: false }),
  ])
})

it('states the share of the talk time of all people', () => {
  const shares = listPeople([call('2026-11-20', PEOPLE, { Bob: 60, Ann: 20 })], 1)
  expect(shares.map(({ name, talk_share: share }) => [name, share])).toEqual([
    ['Ann', 0.25],
    ['Ben', null],
    ['Bob', 0.75],
  ])
})
