/** Questions about what people said about a topic, over several calls. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Principal, toVisibility } from '../../../../core/principal.ts'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'
import { NO_FILTERS } from '../../../conversations/records/index.ts'
import { narrowToNames } from './narrow-to-names.ts'

let world: World
let orchard: string
let foundry: string
let mill: string

type Lines = readonly (readonly [string, string])[]

/** A call of Bob with a person of another company. */
const talk = (title: string, day: number, other: string, lines: Lines, more = {}) =>
  importFor(world, {
    conversationTitle: title,
    conversationStartedAt: `2026-09-${String(day).padStart(2, '0')}T10:00:00Z`,
    participants: [
      { name: 'Bob', email: 'bob@acme.example' },
      { name: other, email: `${other.toLowerCase().replace(' ', '.')}@${title.toLowerCase()}.example` },
    ],
    transcript: { segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })) },
    ...more,
  })

beforeAll(async () => {
  world = await createWorld()
  orchard = await talk('Orchard', 3, 'Carla', [
    ['Bob', 'Our gateway needs a new antenna before the winter begins.'],
    ['Carla', 'The gateway in our packing hall loses its connection twice a day.'],
    ['Carla', 'Will the gateway work with the old sensors in the greenhouse?'],
    ['Bob', 'Yes, the old sensors work, and I will send you the list.'],
    ['Carla', 'Then the training of the pickers is the only open point for us.'],
  ])
  foundry = await talk('Foundry', 8, 'Dora', [
    ['Dora', 'We like the gateway, because it survives the heat near the furnace.'],
    ['Bob', 'Thank you, that is what the engineers wanted to hear from you.'],
    ['Dora', 'Who trains the shift leaders, and how long does the training take?'],
  ])
  await talk('Quarry', 9, 'Emil', [
    ['Emil', 'The conveyor stopped on Monday, and nobody knew why it happened.'],
    ['Bob', 'We can look at the data of the conveyor together tomorrow.'],
  ])
  mill = await talk('Mill', 10, 'Gina Holt', [
    ['Gina Holt', 'The boiler of the mill needs a new valve before the winter begins.'],
    ['Bob', 'We can deliver the valve of the boiler within two weeks.'],
  ])
  await talk('Hidden', 9, 'Fay', [['Fay', 'The gateway of the secret project is green and very loud.']], {
    private: true,
  })
  await world.app.drain(world.acme)
})

const ask = async (prompt: string, { caller = world.mark, ids }: { caller?: Caller; ids?: readonly string[] } = {}) => {
  const scope = ids === undefined ? {} : { conversation_ids: ids }
  const { body, status } = await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt, ...scope } })
  expect(status).toBe(200)
  return body
}

describe('lists', () => {
  it('what customers said, newest call first, with citations', async () => {
    const body = await ask('What did customers say about the gateway?')
    expect(body).toMatchObject({ mode: 'records', answered: true, conversations_used: [foundry, orchard] })
    const [lead, ...lines] = body.output.split('\n')
    expect(lead).toBe('Customers speak about “gateway” in 2 calls:')
    expect(lines).toEqual([
      expect.stringMatching(/^- Dora \(0:00\): “We like the gateway, .* \[“Foundry”, 8 September 2026\]$/),
      expect.stringMatching(/^- Carla \(0:20\): “The gateway in our packing hall loses its connection twice a day\./),
      expect.stringMatching(/^- Carla \(0:40\): “Will the gateway work with the old sensors in the greenhouse\?”/),
    ])
    expect(body.citations.map(({ conversation_id }: { conversation_id: string }) => conversation_id)).toContain(orchard)
  })

  it('what we said, and what one person said', async () => {
    expect((await ask('What did we say about the gateway?')).output).toMatch(
      /^Colleagues speak about “gateway” in 1 call:\n- Bob \(0:00\): “Our gateway needs a new antenna/,
    )
    expect((await ask('What did Dora say about the gateway?')).output).toMatch(
      /^Dora speaks about “gateway” in 1 call:\n- Dora/,
    )
  })

  it('who asked, with questions only', async () => {
    const { output } = await ask('Who asked about the training?')
    expect(output).toMatch(/^1 person asks about “training”:\n- Dora \(0:40\): .*how long does the training take\?”/)
    expect(output).not.toContain('Carla')
  })

  it('which accounts, and one person without the name twice', async () => {
    const { output } = await ask('Which customers talked about the gateway?')
    expect(output).toMatch(/^2 accounts speak about “gateway” in 2 calls:/)
    const lines = (await ask('Who said “the old sensors in the greenhouse”?')).output.split('\n')
    expect(lines[0]).toBe('1 person speaks about “old sensors in the greenhouse”:')
    expect(lines[1]).toMatch(/^- Carla \(0:40\): “/)
  })

  it('how many accounts', async () => {
    const { output } = await ask('How many customers mentioned the gateway?')
    expect(output).toMatch(/^2 accounts speak about “gateway” in 2 calls:/)
    expect(output).toMatch(/- orchard\.example: 2 sentences, such as Carla/)
    expect(output).toMatch(/- foundry\.example: Dora/)
  })

  it('only the time that the question names', async () => {
    expect(
      (await ask('What did customers say about the gateway from September 7 to September 9?')).output,
    ).not.toContain('Carla')
  })
})

describe('lists accounts', () => {
  it('with problems, each with its clearest statement', async () => {
    const { output } = await ask('Which customers are unhappy?')
    expect(output).toMatch(/^1 account with statements that may express a complaint:\n- orchard\.example: Carla/)
    expect(output).toContain('loses its connection')
  })
})

describe('answers “nobody”', () => {
  it.each([
    ['Did anyone mention Zanzibar?', 'Nobody mentions “Zanzibar” in 4 calls.'],
    ['Did any customer ask about forklifts?', 'No customer mentions “forklifts” in 4 calls.'],
    ['Who talked about forklifts?', 'Nobody mentions “forklifts” in 4 calls.'],
  ])('%s', async (prompt, output) => {
    expect(await ask(prompt)).toMatchObject({ mode: 'records', answered: false, output, citations: [] })
  })
})

describe('leaves to passages', () => {
  it.each(['Did Zanzibar raise its guidance?', 'Has Zanzibar named a date?'])(
    'what an unknown name does with a verb of speaking: %s',
    async (prompt) => {
      const { mode, output } = await ask(prompt)
      expect(mode).not.toBe('records')
      expect(output).toContain('Nobody mentions “Zanzibar” in them')
    },
  )

  it('questions about one call, and topics that nobody names', async () => {
    expect((await ask('What did Carla say about the gateway?', { ids: [orchard] })).mode).not.toBe('records')
    expect((await ask('What did customers say about satellites?')).mode).not.toBe('records')
  })
})

describe('who may', () => {
  it('is who sees the calls', async () => {
    for (const caller of [world.carol, world.mallory]) {
      const body = await ask('What did customers say about the gateway?', { caller })
      expect(JSON.stringify(body)).not.toMatch(/Carla|Dora|Fay|furnace|packing/)
    }
    expect((await ask('What did customers say about the gateway?', { caller: world.bob })).output).toContain('Fay')
    expect((await ask('How many customers mentioned the gateway?')).output).not.toContain('hidden')
  })
})

describe('the next meeting', () => {
  const meet = (day: number, text: string) =>
    talk('Turbine', day, 'Ida', [
      ['Bob', 'The turbine needs oil.'],
      ['Ida', 'Yes.'],
      ['Bob', text],
    ])

  it('is what the newest call agrees on, with a time', async () => {
    await meet(14, 'I will send you the invitation today.')
    await meet(15, "And let's talk on Thursday at ten, in case the turbine leaks?")
    await world.app.drain(world.acme)
    const { output } = await ask('When do we meet Turbine again?')
    expect(output).toMatch(
      /^Next meeting, as agreed in the call “Turbine”, 15 September 2026:\n- Bob: .*Thursday at ten/,
    )
  })

  it('is none of an earlier call with the same customer', async () => {
    await meet(16, 'When would be good for the next call about the turbine?')
    await world.app.drain(world.acme)
    expect(await ask('When do we meet Turbine again?')).toMatchObject({
      answered: false,
      output: 'No date of another meeting was found in the newest call, “Turbine”, 16 September 2026.',
    })
  })
})

describe('lists calls', () => {
  it('that contain the words of a topic near each other', async () => {
    const padding = Array.from(
      { length: 6 },
      (_, n) => ['Bob', `Sentence ${n} is about the weather and the lunch.`] as const,
    )
    await talk('Apart', 10, 'Gil', [['Gil', 'The frame is green.'], ...padding, ['Gil', 'Each ledger is old.']])
    const near = await talk('Near', 11, 'Gil', [['Gil', 'The frame ledger is green, as we all know by now.']])
    expect(await ask('Which calls mention the frame ledger?')).toMatchObject({ conversations_used: [near] })
  })

  it('without a date if the source stated none', async () => {
    await importFor(world, {
      conversationTitle: 'Undated',
      transcript: { segments: [{ speaker: 'Hal', text: 'The turnstile squeaks in the morning.' }] },
    })
    const { output } = await ask('Which calls mention the turnstile?')
    expect(output).toMatch(/^- “Undated” \(/m)
  })
})

describe('a complete name', () => {
  it('means one person, and not another one with the same first name', async () => {
    const body = await ask('What did Gina Porter say about the boiler?')
    expect(body).toMatchObject({ answered: false })
    expect(body.output).toContain('Nobody named Gina Porter takes part in them. Do you mean Gina Holt?')
  })

  it('names nobody from calls that the caller cannot see', async () => {
    for (const caller of [world.carol, world.mallory]) {
      const body = await ask('What did Gina Porter say about the boiler?', { caller })
      expect(JSON.stringify(body)).not.toMatch(/Holt|valve/)
    }
  })

  it('comes with the calls of the names that are offered, on which a stored answer depends', async () => {
    const principal: Principal = { organizationId: world.acme, role: 'ADMIN', scopes: ['read'], via: 'api_key' }
    const within = { visibility: toVisibility(principal), filters: NO_FILTERS }
    const ctx = world.app.contextFor(principal)
    const { unknown } = await narrowToNames(ctx, { kind: 'conversations', within }, 'Did Gina Porter like it?')
    expect(unknown).toEqual([{ asked: 'Gina Porter', similar: ['Gina Holt'], calls: [mill] }])
  })

  it('finds its person', async () => {
    const body = await ask('What did Gina Holt say about the boiler?')
    expect(body).toMatchObject({ answered: true })
    expect(body.output).toContain('needs a new valve')
  })
})

describe('counts, without accounts,', () => {
  it('the calls', async () => {
    for (const title of ['Walk-in one', 'Walk-in two'])
      await importFor(world, {
        conversationTitle: title,
        participants: [{ name: 'Bob', email: 'bob@acme.example' }, { name: 'Guest' }],
        transcript: { segments: [{ speaker: 'Guest', text: `The ${title} asked us for a scaffold of steel.` }] },
      })
    await world.app.drain(world.acme)
    const { output } = await ask('How many customers mentioned the scaffold?')
    expect(output).toMatch(/^People speak about “scaffold” in 2 calls:\n- Walk-in (?:one|two): /)
  })
})
