/** Answers about an account from calls without it, such as forecasts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World

type Said = readonly [speaker: string, text: string]

const segments = (said: readonly Said[]) =>
  said.map(([speaker, text], at) => ({ speaker, text, start: at * 9, end: at * 9 + 8 }))

const company = (id: string, name: string) =>
  call(world.app, world.org, 'PUT', `/crm-records/companies/${id}`, { body: { fields: { name } } })

const FORECAST: readonly Said[] = [
  ['Bob', 'Let us do the forecast. Kestrel?'],
  ['Mark', 'Kestrel signs next week, I think at seventy percent.'],
  ['Bob', 'What would you do differently there?'],
  ['Mark', 'I would send the security paper earlier.'],
  ['Bob', 'Good. Then Pellwater.'],
  ['Mark', 'We lost fifteen points for integration, and the jury wanted one supplier.'],
  ['Bob', 'What would you do differently there?'],
  ['Mark', 'I would talk to the head of the warehouse first.'],
]

beforeAll(async () => {
  world = await createWorld()
  await company('pellwater', 'Pellwater Beverages')
  await company('kestrel', 'Kestrel Air')
  for (const [id, name] of [
    ['pellwater', 'Hana Ito'],
    ['kestrel', 'Ann Moor'],
  ] as const) {
    await importFor(world, {
      conversationTitle: `First call with ${name}`,
      conversationStartedAt: '2026-03-02T09:00:00Z',
      linkedCrmRecords: [{ code: 'companies', id }],
      participants: [{ name, email: `hana@${id}.example` }],
      transcript: { segments: segments([[name, 'Good morning. We wash bottles and we need trucks.']]) },
    })
  }
  await importFor(world, {
    conversationTitle: 'Forecast',
    conversationStartedAt: '2026-03-09T09:00:00Z',
    transcript: { segments: segments(FORECAST) },
  })
  await importFor(world, {
    conversationTitle: 'Secret review',
    private: true,
    conversationStartedAt: '2026-03-10T09:00:00Z',
    transcript: { segments: segments([['Mark', 'Pellwater cost us forty days of travel.']]) },
  })
  await world.app.drain(world.acme)
})

const ask = async (prompt: string, caller: Caller = world.mark): Promise<string> =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body.output

describe('an account', () => {
  it('is discussed in a call without it', async () => {
    const output = await ask('How many points did we lose at Pellwater?')
    expect(output).toContain('Forecast')
    expect(output).toContain('We lost fifteen points for integration')
  })

  it('has the replies of its own part of that call', async () => {
    expect(await ask('What would Mark do differently with Pellwater?')).toContain('the head of the warehouse')
    expect(await ask('What would Mark do differently with Kestrel?')).toContain('the security paper')
  })

  it('isn’t answered by what is said about another account', async () => {
    expect(await ask('How many points did we lose at Kestrel?')).toMatch(/^No clear answer to/)
  })

  it('isn’t answered from a call that the caller can’t see', async () => {
    const prompt = 'How many days of travel did Pellwater cost us?'
    expect(await ask(prompt)).not.toMatch(/Secret|forty/)
    expect(await ask(prompt, world.bob)).toContain('forty days of travel')
  })
})
