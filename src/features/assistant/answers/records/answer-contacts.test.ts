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

beforeAll(async () => {
  world = await createWorld()
  const importTalk = (conversationTitle: string, turns: readonly (readonly [string, string])[], at: string) =>
    importFor(world, {
      ...{ conversationTitle, conversationStartedAt: at },
      transcript: { segments: turns.map(([speaker, text], n) => ({ speaker, text, start: n * 5, end: n * 5 + 4 })) },
    })
  returned = await importTalk('Ticket 17', RETURN, '2026-09-18T14:00:00Z')
  ride = await importTalk('Ticket 18', RIDE, '2026-09-19T14:00:00Z')
  await world.app.drain(world.acme)
})

async function ask(prompt: string, ids?: readonly string[]) {
  const scope = ids === undefined ? {} : { conversation_ids: ids }
  const { body, status } = await call(world.app, world.bob, 'POST', '/ask_assistant/v2', { body: { prompt, ...scope } })
  expect(status).toBe(200)
  return body
}

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
