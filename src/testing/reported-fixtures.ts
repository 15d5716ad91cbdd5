/** A quarter of acme: conversations of two teams, scored and labelled, to be reported on. */
import { call } from './call.ts'
import { importFor } from './import-fixtures.ts'
import { score, twoScales } from './scored-fixtures.ts'
import type { World } from './world.ts'

export const SPAN = { from: '2026-01-01', to: '2026-03-31T23:59:59Z' }

const said = (speaker: string, text: string, start: number, end: number) => ({ speaker, text, start, end })
/** Bob talks for thirty seconds of sixty, and asks once. */
const TALK = [
  said('Bob', 'What is your budget for the new scanners this year?', 0, 15),
  said('Ann', 'We have about fifty thousand euros for all of it, and maybe some more.', 15, 45),
  said('Bob', 'That is quite enough for the premium plan with a warranty.', 45, 60),
]
const PEOPLE = [
  { name: 'Bob', email: 'bob@acme.example' },
  { name: 'Ann', email: 'ann@customer.example' },
]

export async function reportedFor(world: World) {
  const { bob, carol, teams } = world
  const card = await twoScales(world)
  const held = (conversationStartedAt: string, given: Record<string, unknown> = {}) =>
    importFor(world, { conversationStartedAt, transcript: { segments: TALK }, participants: PEOPLE, ...given })
  const january = await held('2026-01-14T10:00:00Z', { labels: { Stage: 'Open' } })
  const march = await held('2026-03-04T10:00:00Z', { labels: { Stage: 'Won' } })
  const secret = await held('2026-03-05T10:00:00Z', { private: true, labels: { Stage: 'Lost' } })
  const support = await held('2026-03-06T10:00:00Z', { userID: carol.userId, teamUUID: teams.support })
  await held('2025-06-01T10:00:00Z')
  const archived = await held('2026-03-07T10:00:00Z')
  await call(world.app, world.org, 'DELETE', `/conversations/${archived}`)
  await world.app.drain(world.acme)
  // 1 to 5 and 0 to 10: half, all, none.
  const given = [
    [january, 3],
    [march, 5],
    [secret, 1],
    [support, 3],
  ] as const
  for (const [id, five] of given)
    await score(world, world.alice, id, card.id, { items: [{ uuid: card.five, score: five }] })
  return { card, january, march, secret, support, bob, carol }
}
