/** Questions about contacts with support: what people wanted, and its result. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../../testing/world.ts'
import { readSideOfRole } from './speaker-roles.ts'

const RETURN = [
  ['Agent', 'Hello, how can I help you?'],
  ['Customer', 'Hi, I need to return a scanner.'],
  ['Agent', 'May I have your name, please?'],
  ['Customer', 'Kim Porter.'],
  ['Agent', 'Unfortunately we cannot accept the return after 90 days.'],
  ['Customer', 'How much is overnight shipping?'],
  ['Agent', 'Do you mean overnight shipping in France?'],
  ['Customer', 'Yes, I do.'],
  ['Agent', 'The rate is 39.99 for five kilos.'],
] as const
const RIDE = [
  ['Agent', 'Hello, how can I help you?'],
  ['Customer', 'I need a ride to the airport.'],
  ['Agent', 'Where do you start?'],
  ['Customer', 'Main street.'],
  ['Agent', 'Ride booked.'],
] as const

let world: World
let returned: string
let ride: string

type Turns = readonly (readonly [speaker: string, text: string])[]
const importTalk = (
  conversationTitle: string,
  turns: Turns,
  at: string,
  more: Readonly<Record<string, unknown>> = {},
  of = world,
) =>
  importFor(of, {
    ...{ conversationTitle, conversationStartedAt: at, ...more },
    transcript: { segments: turns.map(([speaker, text], n) => ({ speaker, text, start: n * 5, end: n * 5 + 4 })) },
  })

beforeAll(async () => {
  world = await createWorld()
  returned = await importTalk('Ticket 17', RETURN, '2026-09-18T14:00:00Z')
  ride = await importTalk('Ticket 18', RIDE, '2026-09-19T14:00:00Z')
  await world.app.drain(world.acme)
})

async function ask(prompt: string, ids?: readonly string[], caller = world.bob, of = world) {
  const scope = ids === undefined ? {} : { conversation_ids: ids }
  const { body, status } = await call(of.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt, ...scope } })
  expect(status).toBe(200)
  return body
}

describe('the most common reasons of contact', () => {
  it('are grouped by what the requests share', async () => {
    const other = await createWorld()
    const talks = [RETURN, RIDE, RIDE.map(([who, text]) => [who, text.replace('the airport', 'the station')] as const)]
    for (const [at, turns] of talks.entries())
      await importTalk(`Ticket ${at}`, turns, `2026-09-2${at}T14:00:00Z`, {}, other)
    await other.app.drain(other.acme)
    const { output } = await ask('What are the most common reasons for contact?', undefined, other.bob, other)
    expect(output).toMatch(
      /^3 requests, by common subjects:\n- “ride” in 2 calls, such as Customer \(0:05\): I need a ride to the station\./,
    )
    expect(output).toContain('- Customer (0:05): Hi, I need to return a scanner. [“Ticket 0”')
  })
})

it('“What happened?” in another call is answered by its summary', async () => {
  const talk = Array.from({ length: 9 }, (_, at) =>
    ['Ann', 'Bob', 'Eve'].map((who) => [who, `We move gate ${at} on Friday.`] as const),
  )
  const id = await importTalk('Depot meeting', talk.flat(), '2026-09-25T14:00:00Z')
  await world.app.drain(world.acme)
  expect((await ask('What happened?', [id])).output).toMatch(/^Summary of the call “Depot meeting”/)
})

describe('the number of a title', () => {
  it.each(['What did the customer in ticket 18 want?', 'Why did the customer contact us in ticket 18?'])(
    'names the contact: %s',
    async (prompt) => {
      const body = await ask(prompt)
      expect(body).toMatchObject({ mode: 'records', answered: true, conversations_used: [ride] })
    },
  )

  it('restricts passages to the contact', async () => {
    const body = await ask('How much is overnight shipping in ticket 17?')
    expect(body).toMatchObject({ answered: true, conversations_used: [returned] })
    expect((await ask('How much is overnight shipping in ticket 18?')).answered).toBe(false)
  })
})

describe('a contact', () => {
  it.each(['What did the customer want?', 'Why did the customer call?', 'Was the issue resolved?', 'What happened?'])(
    'answers “%s” by the request and the answer, with their quotes',
    async (prompt) => {
      const body = await ask(prompt, [returned])
      expect(body).toMatchObject({ mode: 'records', answered: true, conversations_used: [returned] })
      expect(body.output).toBe(
        'Request and answer in the call “Ticket 17”, 18 September 2026:\n' +
          '- Customer (0:05): Hi, I need to return a scanner.\n' +
          '- Agent (0:20): Unfortunately we cannot accept the return after 90 days.',
      )
      expect(body.citations.map(({ segment }: { segment: number }) => segment)).toEqual([1, 4])
    },
  )

  it('is listed among many, or by what it is about', async () => {
    const all = await ask('Why did customers contact us?')
    expect(all.output).toContain('2 requests, newest first')
    expect(all.conversations_used.toSorted()).toEqual([returned, ride].toSorted())
    expect((await ask('Which customers wanted a ride?')).conversations_used).toEqual([ride])
  })

  it('contains the answer to a question in its reply', async () => {
    const { output, citations } = await ask('How much is overnight shipping?', [returned])
    expect(output).toContain('39.99')
    expect(citations.some(({ segment }: { segment: number }) => segment === 8)).toBe(true)
  })

  it('answers whether by a short sentence with the words of the question', async () => {
    expect(await ask('Was the ride booked?', [ride])).toMatchObject({ verdict: 'yes', answered: true })
  })

  it('without a result says so', async () => {
    const open = await importTalk('Ticket 19', RETURN.slice(0, 4), '2026-09-17T14:00:00Z')
    await world.app.drain(world.acme)
    expect(await ask('Was the issue resolved?', [open])).toMatchObject({
      output: 'Request in the call “Ticket 19”, 17 September 2026:\n- Customer (0:05): Hi, I need to return a scanner.',
      notice: 'No sentence that states the result was found.',
    })
  })

  it('of another organization, or of a private call, is never a part of an answer', async () => {
    const hidden = await importTalk('Ticket 20', RIDE, '2026-09-16T14:00:00Z', { private: true })
    await world.app.drain(world.acme)
    const asked = 'Why did customers contact us?'
    expect((await ask(asked)).conversations_used).toContain(hidden)
    const { conversations_used: seen } = await ask(asked, undefined, world.mark)
    expect(seen).toContain(ride)
    expect(seen).not.toContain(hidden)
    expect(await ask(asked, undefined, world.mallory)).toMatchObject({ answered: false, conversations_used: [] })
  })
})

describe('the side of a role', () => {
  it.each([
    ['Customer', false],
    ['Caller 2', false],
    ['Support agent', true],
    ['Representative', true],
    ['Agent Smith', null],
    ['Carla Agent', null],
    ['', null],
  ])('%j is internal: %j', (name, side) => expect(readSideOfRole(name)).toBe(side))
})
