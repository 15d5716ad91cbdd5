import { beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '../../../core/principal.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { score, twoScales } from '../../../testing/scored-fixtures.ts'
import { targetFor } from '../../../testing/targets-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { getConversationTargets } from './get-conversation-targets.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const card = await twoScales(world)
  id = await importFor(world, {
    teamUUID: world.teams.north,
    participants: [
      { name: 'Bob', email: 'bob@acme.example' },
      { name: 'Ann', email: 'ann@customer.example' },
    ],
    transcript: {
      segments: [
        { speaker: 'Bob', text: 'What is your budget for the new scanners this year?', start: 0, end: 61 },
        { speaker: 'Ann', text: 'We have about fifty thousand euros for all of it.', start: 61, end: 100 },
      ],
    },
  })
  await world.app.drain(world.acme)
  await score(world, world.alice, id, card.id, { items: [{ uuid: card.five, score: 3 }] })
  await targetFor(world, { figure: 'talkShare', minimum: 0.45, maximum: 0.55 })
  await targetFor(world, { figure: 'longestMonologue', maximum: 30 })
  await targetFor(world, { figure: 'longestMonologue', maximum: 90, teamUUID: world.teams.sales })
  await targetFor(world, { figure: 'callsPerWeek', minimum: 3 })
  await targetFor(world, { figure: 'scorecardScore', scorecardUUID: card.id, minimum: 60 })
})

const get = (user?: Principal['user']) => {
  const operator = world.app.operator(world.acme)
  const principal = user === undefined ? operator : { ...operator, role: 'SALES_REP' as const, user }
  return getConversationTargets.handle({ id }, world.app.contextFor(principal))
}

describe('does', () => {
  it('compares one call with the targets of its team, and leaves out what one call has not', async () => {
    const { targets } = await get()
    expect(Object.fromEntries(targets.map(({ figure, value, verdict }) => [figure, [value, verdict]]))).toEqual({
      talkShare: [expect.closeTo(0.61, 3), 'above'],
      longestMonologue: [61, 'within'],
      scorecardScore: [50, 'below'],
    })
  })
})

describe('who may', () => {
  it('is everybody who can see the call', async () => {
    const bob = { id: world.bob.userId ?? '', email: 'bob@acme.example', teamIds: [world.teams.north] }
    expect((await get(bob)).targets.length).toBe(3)
    const carol = { id: world.carol.userId ?? '', email: 'carol@acme.example', teamIds: [world.teams.support] }
    await expect(get(carol)).rejects.toMatchObject({ code: 'conversation_not_found' })
  })
})
