/** Questions about the price of a deal: agreed, offered or paid. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'
import type { Segment } from '../../../text/transcripts/index.ts'
import { findPriceStatements } from './price-statements.ts'

let world: World

const LIST = 'On the list, Complete is fifty-eight dollars a vehicle.'
const RIVAL = 'They offer thirty-six dollars a vehicle, as you know.'
const LOSSES = 'Late stops cost us nine thousand dollars a month in credits.'
const FINAL = 'What I can do is a price of forty-six dollars a vehicle, two years fixed.'
const LATER = 'At the end it stays at forty-six dollars each, as in the contract.'
const OFFER = 'Our offer is forty dollars a vehicle for the first year.'

const importTalk = (title: string, customer: string, lines: readonly string[], isPrivate = false) =>
  importFor(world, {
    private: isPrivate,
    conversationTitle: title,
    participants: [
      { name: customer, email: `${title.slice(0, 3)}@customer.example` },
      { name: 'Bob Reed', email: 'bob@acme.example' },
    ],
    transcript: {
      segments: lines.flatMap((text, at) => [
        {
          speaker: text === FINAL || text === LATER ? 'Bob Reed' : customer,
          text,
          start: at * 40,
          end: at * 40 + 19,
        },
        {
          speaker: 'Bob Reed',
          text: 'Let me write that down before we go on.',
          start: at * 40 + 20,
          end: at * 40 + 39,
        },
      ]),
    },
  })

beforeAll(async () => {
  world = await createWorld()
  await importTalk('Harbor: negotiation', 'Karin Vos', [LOSSES, LIST, RIVAL, FINAL])
  await importTalk('Harbor: review', 'Karin Vos', [LATER])
  await importTalk('Kestrel: offer', 'Dora Stone', [OFFER])
  await importTalk('Osprey: board', 'Eve Lark', ['We agreed on thirty dollars a vehicle, in the contract.'], true)
  await world.app.drain(world.acme)
})

const ask = async (prompt: string, caller: Caller = world.bob) =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body

describe('the price of a deal', () => {
  it.each([
    'Which price was agreed with Harbor?',
    'What does Karin Vos pay?',
    'Did we agree on a price with Harbor?',
    'What do we charge Karin Vos?',
  ])('is the agreed one, before the list price: %s', async (prompt) => {
    const { output, mode } = await ask(prompt)
    expect(mode).toBe('records')
    expect(output).toMatch(/^\d statements with prices in .*, the likeliest price first:/)
    const [first, second] = [output.indexOf('forty-six dollars'), output.indexOf('fifty-eight dollars')]
    expect(first).toBeGreaterThan(0)
    expect(second === -1 || second > first).toBe(true)
  })

  it('is neither the offer of a competitor nor a loss of the customer', async () => {
    const { output } = await ask('Which price was agreed with Harbor?')
    expect(output).not.toContain('thirty-six dollars')
    expect(output).not.toContain('nine thousand dollars')
  })

  it('that is only offered is said to be no agreement', async () => {
    const { output } = await ask('Which price did we agree with Kestrel?')
    expect(output).toMatch(
      /^No agreement on a price was recognized\. 1 statement with prices in .*forty dollars a vehicle/s,
    )
  })

  it('of a private call is for those who see the call', async () => {
    expect((await ask('Which price did we agree with Osprey?', world.carol)).output).not.toContain('thirty dollars')
    expect((await ask('Which price did we agree with Osprey?')).output).toContain('thirty dollars')
  })

  it('of a thing lists statements with its own name if there are any', async () => {
    const { output } = await ask('price of Complete')
    expect(output).toContain(LIST)
    expect(output).not.toContain('forty-six')
  })
})

it.each([
  ['That works, forty-six dollars a vehicle, in writing.', true],
  ['Forty-six dollars a vehicle, in writing? No. I want a cap.', false],
  ['In the contract it would be forty-six dollars a vehicle.', false],
  ['Forty-six dollars a vehicle is on the list.', false],
])('“%s” is an agreement: %s', (text, expected) => {
  const named = { id: 'c', title: 'Call', startedAt: '2026-01-01T00:00:00Z' }
  const segment: Segment = {
    ...{ speaker: { name: 'Ann' }, start: 0, end: 9 },
    words: [{ text, startTimestamp: 0, endTimestamp: 9 }],
  }
  const quotes = [{ segment: 0, quote: text.includes('forty-six dollars') ? 'forty-six dollars' : 'Forty-six dollars' }]
  expect(findPriceStatements([segment], named, quotes, []).map(({ isAgreed }) => isAgreed)).toEqual([expected])
})

it('statements with prices are found in time that doesn’t grow with the square of the transcript', () => {
  const text = 'Our offer is forty-six dollars a vehicle as in the contract and thirty thousand a year. '
  const named = { id: 'c', title: 'Call', startedAt: '2026-01-01T00:00:00Z' }
  expectNoSquare(4_000, (size) => {
    const segments = Array.from(
      { length: size },
      (_, at): Segment => ({
        ...{ speaker: { id: `${at % 3}`, name: `S${at % 3}` }, start: at, end: at + 1 },
        words: [{ text, startTimestamp: at, endTimestamp: at + 1 }],
      }),
    )
    expect(findPriceStatements(segments, named, [], []).length).toBeGreaterThan(size / 8)
  })
})
