/** Answers about an account from calls without it, such as forecasts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp, type TestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createModelServer, saysJson } from '../../../testing/model-server.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World

type Said = readonly [speaker: string, text: string]

const segments = (said: readonly Said[]) =>
  said.map(([speaker, text], at) => ({ speaker, text, start: at * 9, end: at * 9 + 8 }))

const company = (world: World, id: string, name: string) =>
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

async function fill(given?: TestApp): Promise<World> {
  const world = await createWorld(given)
  await company(world, 'pellwater', 'Pellwater Beverages')
  await company(world, 'kestrel', 'Kestrel Air')
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
  // People say the name of the account in its own calls so often that a search for it finds no others.
  await importFor(world, {
    conversationTitle: 'Second call with Hana Ito',
    conversationStartedAt: '2026-03-03T09:00:00Z',
    linkedCrmRecords: [{ code: 'companies', id: 'pellwater' }],
    participants: [{ name: 'Hana Ito', email: 'hana@pellwater.example' }],
    transcript: {
      segments: segments(
        Array.from(
          { length: 2_500 },
          (_, at): Said => [
            at % 2 === 0 ? 'Hana Ito' : 'Bob',
            `Pellwater, Pellwater and Pellwater again are what we at Pellwater wrote down as subject ${at} for today.`,
          ],
        ),
      ),
    },
  })
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
  return world
}

beforeAll(async () => {
  world = await fill()
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

it('is answered from other calls by a language model too, if the calls with the account don’t answer', async () => {
  const model = await createModelServer()
  const { app, mark } = await fill(await createTestApp({ model: model.url }))
  const quote = 'We lost fifteen points for integration'
  model.script = ({ prompt }) => {
    const passage = prompt.split(/^\[passage /m).find((one) => one.includes(quote))
    const sentences =
      passage === undefined
        ? []
        : [{ text: 'They lost fifteen points.', citations: [{ passage: Number(passage.split(']')[0]), quote }] }]
    return saysJson({ answered: sentences.length > 0, sentences, search_for: '' })
  }
  const prompt = 'How many points did we lose at Pellwater?'
  const { body } = await call(app, mark, 'POST', '/ask_assistant/v2', { body: { prompt } })
  expect(body).toMatchObject({ output: 'They lost fifteen points.', mode: 'model', answered: true })
  expect(body.citations).toMatchObject([{ quote }])
})
