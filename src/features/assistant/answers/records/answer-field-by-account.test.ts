/** Values of a field and numbers of calls for each account. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { askingFor, ITEMS, SALE, soldFor, transcriptOf } from '../../../../testing/field-values-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World

const sell = (account: string, day: number, seats: string, more = {}) =>
  soldFor(world, {
    conversationTitle: `Sale ${day}`,
    conversationStartedAt: `2026-04-${day}T09:00:00Z`,
    participants: [
      { name: 'Bob', email: 'bob@acme.example' },
      { name: 'Ann', email: `ann@${account}.example` },
    ],
    transcript: transcriptOf(
      SALE.map(([speaker, text]): (typeof SALE)[number] => [speaker, text.replace('60 seats', `${seats} seats`)]),
    ),
    ...more,
  })

beforeAll(async () => {
  world = await createWorld()
  await askingFor(world, { seats: ITEMS.seats })
  await sell('kestrel', 10, '40')
  await sell('kestrel', 12, '50')
  await sell('harbor', 11, '900')
  await sell('quagga', 13, '7000', { private: true })
})

const ask = async (prompt: string, caller: Caller = world.mark): Promise<string> =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body.output

describe('a field', () => {
  it.each(['How many seats does each customer need?', 'list the number of seats by account', 'seats of all accounts'])(
    'of the accounts has the newest value of each, by name: %s',
    async (prompt) => {
      const lines = (await ask(prompt)).split('\n')
      expect(lines).toEqual([
        'Seats of 2 accounts:',
        expect.stringMatching(/^- harbor\.example: 900 \(proposed\) \[“Sale 11”/),
        expect.stringMatching(/^- kestrel\.example: 50 \(proposed\) \[“Sale 12”/),
      ])
    },
  )

  it.each([
    ['Which customer has the most seats?', ['harbor', 'kestrel']],
    ['which account has the fewest seats', ['kestrel', 'harbor']],
  ])('is in the order that the question requests: %s', async (prompt, accounts) => {
    const [lead, ...lines] = (await ask(prompt)).split('\n')
    expect(lead).toMatch(/^Seats of 2 accounts, (?:most|least) first:$/)
    expect(lines.map((line) => /^- (\w+)/.exec(line)?.[1])).toEqual(accounts)
  })

  it('of calls that the caller can’t see stays hidden', async () => {
    expect(await ask('How many seats does each customer need?')).not.toMatch(/quagga|7000|7,000/)
    expect(await ask('How many seats does each customer need?', world.bob)).toContain('quagga.example: 7,000')
  })

  it('of one account, and other words, are other questions', async () => {
    expect(await ask('How many seats do they need?')).not.toContain('Seats of 2 accounts')
    expect(await ask('Which customers need seats?')).not.toContain('Seats of 2 accounts')
    expect(await ask('How many windows does each customer need?')).not.toContain('accounts:')
  })
})

describe('numbers of calls', () => {
  it.each([
    ['Which account has the most calls?', ['kestrel', 'harbor']],
    ['how many calls per customer', ['kestrel', 'harbor']],
    ['Which customer has the fewest calls?', ['harbor', 'kestrel']],
  ])('%s', async (prompt, accounts) => {
    const [lead, ...lines] = (await ask(prompt)).split('\n')
    expect(lead).toMatch(/^Calls with people of 2 companies/)
    expect(lines.map((line) => /^- (\w+)\.example/.exec(line)?.[1])).toEqual(accounts)
  })
})
