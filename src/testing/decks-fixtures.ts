/** Decks of acme, and what is told of them. */
import { call } from './call.ts'
import { importFor } from './import-fixtures.ts'
import { talkFor } from './library-fixtures.ts'
import type { Caller, World } from './world.ts'

/** Made by bob unless told otherwise. @returns its id */
export async function deckFor(
  world: World,
  given: Record<string, unknown>,
  caller: Caller = world.bob,
): Promise<string> {
  const { body, text } = await call(world.app, caller, 'POST', '/create_deck', { body: given })
  if (body?.success !== true) throw new Error(text)
  return new URL(body.link).pathname.split('/').at(-1) ?? ''
}

// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
export async function deckOf(world: World, id: string, caller: Caller = world.org): Promise<any> {
  const answer = await call(world.app, caller, 'GET', `/decks/${id}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

/** Every text and number that stands in a deck. */
export const wordsIn = (value: unknown): string => JSON.stringify(value)

/** What a deck quotes. */
export function quotesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(quotesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => (key === 'quote' ? [String(one)] : quotesIn(one)))
}

/** The codes that outside addresses were mailed, newest last. */
export const codesSentTo = (world: World, email: string): string[] =>
  world.app.mail.filter(({ to }) => to === email).flatMap(({ text }) => /\/d\/([\w-]+)/.exec(text)?.[1] ?? [])

export async function deckFileOf(world: World, id: string, caller: Caller = world.bob): Promise<Buffer> {
  const answer = await world.app.server.inject({
    method: 'GET',
    url: `/v2/decks/${id}/file`,
    headers: { authorization: caller.key },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.rawPayload
}

/** Two calls of bob's about one opportunity, a week apart. */
export const DEAL: readonly (readonly (readonly [speaker: string, text: string])[])[] = [
  [
    ['Bob', 'Thank you for your time, how does a night get planned in your warehouse today?'],
    ['Carla', 'We plan by hand in a spreadsheet and it takes us almost four hours every night.'],
    ['Bob', 'And what does it cost you when a truck is late?'],
    ['Carla', 'Every late stop costs us forty dollars in credits, about nine thousand dollars a month.'],
    ['Bob', 'Our planner takes about a minute and shows you the reverse order of the stops.'],
    ['Carla', 'I am worried about what happens when the network is down in the warehouse.'],
    ['Bob', "Okay, let's go with a pilot of ten trucks in the northern depot."],
    ['Carla', 'Agreed.'],
    ['Bob', "I'll send you the contract for the pilot by Friday."],
  ],
  [
    ['Bob', 'How did the pilot of the ten trucks go in the northern depot?'],
    ['Carla', 'We love the dock view, the loading is much faster than before.'],
    ['Bob', 'The price is fifty-eight dollars a vehicle, and we can include the training.'],
    ['Carla', 'The budget of this year is sixty-five thousand dollars, so the price is too high for us.'],
    ['Bob', "Let's agree on forty-six dollars a vehicle for two years."],
    ['Carla', 'Yes, that works for us, we go live by the end of November.'],
    ['Bob', 'Could you send me the list of the vehicles by Monday?'],
    ['Carla', 'Sure, I will do that.'],
  ],
]

/** The conversations of `DEAL`, oldest first, analyzed. */
export async function dealFor(world: World, opportunity: string): Promise<string[]> {
  const { north } = world.teams
  const ids: string[] = []
  for (const [n, talk] of DEAL.entries()) {
    ids.push(
      await importFor(world, {
        ...{ teamUUID: north, opportunityID: opportunity, conversationTitle: ['First call', 'Second call'][n] },
        conversationStartedAt: `2026-03-0${2 + 7 * n}T10:00:00Z`,
        participants: [
          { name: 'Bob', email: 'bob@acme.example' },
          { name: 'Carla', email: 'carla@harbor.example' },
        ],
        transcript: {
          segments: talk.map(([speaker, text], at) => ({ speaker, text, start: at * 12, end: at * 12 + 10 })),
        },
      }),
    )
  }
  const body = { opportunity_id: opportunity, title: 'Harbor, ten trucks' }
  await call(world.app, world.org, 'PUT', `/teams/${north}/opportunity`, { body })
  await world.app.drain(world.acme)
  return ids
}

/** A deck that is shared with an external recipient. @returns its ID, and the code of the link */
export async function shareDeck(world: World, email: string): Promise<{ id: string; code: string }> {
  const id = await deckFor(world, { context_id: await talkFor(world), users_to_share: [email] })
  await world.app.drain(world.acme)
  return { id, code: codesSentTo(world, email).at(-1) ?? '' }
}

/** A request that only checks that a deck exists. */
export const UNSEEN = { visitor: undefined, viewer: undefined }
