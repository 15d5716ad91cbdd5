import { beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '../../../core/principal.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { getHomeFigures } from './get-home-figures.ts'

const DAY = 86_400_000
const TALK = (share: number) => [
  { speaker: 'Bob', text: 'What is your budget for the new scanners this year?', start: 0, end: share },
  { speaker: 'Ann', text: 'We have about fifty thousand euros for all of it.', start: share, end: 100 },
]
const PEOPLE = [
  { name: 'Bob', email: 'bob@acme.example' },
  { name: 'Ann', email: 'ann@customer.example' },
]

let world: World
let loud: string
beforeAll(async () => {
  world = await createWorld()
  const talk = (daysAgo: number, share: number, given: Record<string, unknown> = {}) =>
    importFor(world, {
      conversationStartedAt: new Date(world.app.clock.now().getTime() - daysAgo * DAY).toISOString(),
      ...{ transcript: { segments: TALK(share) }, participants: PEOPLE, teamUUID: world.teams.north, ...given },
    })
  for (const [daysAgo, share] of [
    [2, 48],
    [3, 50],
    [9, 52],
    [10, 50],
    [11, 49],
    [50, 50],
  ] as const)
    await talk(daysAgo, share)
  loud = await talk(4, 98)
  await talk(5, 50, { private: true })
  await talk(5, 50, { userID: world.carol.userId, teamUUID: world.teams.support })
  await talk(200, 50)
  const archived = await talk(6, 50)
  await call(world.app, world.org, 'DELETE', `/conversations/${archived}`)
  await world.app.drain(world.acme)
})

const figuresFor = (name: 'bob' | 'mark' | 'carol' | undefined) => {
  const operator = world.app.operator(world.acme)
  const teamIds = name === 'mark' ? Object.values(world.teams) : []
  const principal: Principal =
    name === undefined
      ? operator
      : {
          ...operator,
          ...{ role: name === 'mark' ? 'MANAGER' : 'SALES_REP' },
          user: { id: world[name].userId ?? '', email: `${name}@acme.example`, teamIds },
        }
  return getHomeFigures.handle({}, world.app.contextFor(principal))
}

describe('does', () => {
  it('returns the weeks from the first to the last one with calls, without gaps', async () => {
    const { weeks } = await figuresFor(undefined)
    const days = weeks.map(({ from }) => Date.parse(from))
    expect(new Set(days.map((day) => new Date(day).getUTCDay()))).toEqual(new Set([1]))
    for (const [index, day] of days.entries()) if (index > 0) expect(day - (days[index - 1] ?? 0)).toBe(7 * DAY)
    expect(weeks.reduce((sum, { conversations }) => sum + conversations, 0)).toBe(9)
    expect(weeks.find(({ conversations }) => conversations === 0)).toMatchObject({ talkShare: null })
    expect(weeks[0]).toMatchObject({ conversations: 1, talkShare: 0.5 })
  })

  it('returns the figures of 30 days by user', async () => {
    const { people } = await figuresFor(undefined)
    expect(people.map(({ uuid, conversations }) => [uuid, conversations])).toEqual([
      [world.bob.userId, 7],
      [world.carol.userId, 1],
    ])
  })

  it('returns the call that differs from the others, and with what', async () => {
    const { outliers } = await figuresFor(undefined)
    expect(outliers[0]).toMatchObject({ uuid: loud, ownerUUID: world.bob.userId })
    expect(outliers[0]?.value).toBeGreaterThan(outliers[0]?.typical ?? Number.POSITIVE_INFINITY)
  })
})

describe('who may', () => {
  it('sees figures of visible calls only', async () => {
    const count = async (name: 'bob' | 'mark' | 'carol') =>
      (await figuresFor(name)).people.map(({ conversations }) => conversations)
    expect([await count('bob'), await count('mark'), await count('carol')]).toEqual([[7], [6, 1], [1]])
    expect((await figuresFor('carol')).outliers).toEqual([])
  })
})
