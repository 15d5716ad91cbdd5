/** An answer that is told while a language model still writes it, over a real connection; and what when the model breaks off. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../../testing/create-test-app.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import {
  createModelServer,
  inTurn,
  isCutOff,
  type ModelReply,
  type ModelRequest,
  type ModelServer,
  says,
  saysJson,
} from '../../../../testing/model-server.ts'
import { eventsOf, type ToldEvent } from '../../../../testing/read-events.ts'
import { LAUNCH } from '../../../../testing/sample-transcripts.ts'
import { type Served, serveOperations } from '../../../../testing/serve-operations.ts'
import { createWorld, type World } from '../../../../testing/world.ts'
import { askAssistantV2 } from '../ask-assistant-v2.ts'

let world: World
let model: ModelServer
let served: Served
let launch: string
let long: string
beforeAll(async () => {
  model = await createModelServer()
  world = await createWorld(await createTestApp({ model: model.url }))
  served = await serveOperations(world.app, [askAssistantV2])
  launch = await importFor(world, { conversationTitle: 'Launch', transcript: { segments: LAUNCH } })
  const segments = Array.from({ length: 1_500 }, (_, at) => ({
    speaker: at % 2 === 0 ? 'Ann' : 'Ben',
    text: `Remark ${at} is about the warehouse, the trucks and the drivers of region ${at % 17}.`,
  }))
  long = await importFor(world, { conversationTitle: 'Long', transcript: { segments } })
})
beforeEach(() => {
  model.requests.length = 0
})

/** At most, on a busy machine. */
const WAIT = { timeout: 10_000 }

const PROMPT = 'What is the price of the starter plan?'
const FIRST = 'The starter plan costs twelve euros a month.'
const SECOND = 'Nine euros seemed too cheap to customers.'
const BROKE_OFF = 'The language model stopped before the end of its answer.'

interface How {
  readonly prompt?: string
  readonly id?: string
  readonly events?: boolean
  readonly signal?: AbortSignal
}
const post = ({ prompt = PROMPT, id = launch, events = true, signal }: How = {}) =>
  served.post(
    world.bob,
    '/ask_assistant/v2',
    { conversation_ids: [id], prompt },
    { headers: { accept: events ? 'text/event-stream' : 'application/json' }, ...(signal && { signal }) },
  )
const told = async (how?: How, seen: (event: ToldEvent) => void = () => {}): Promise<ToldEvent[]> => {
  const all: ToldEvent[] = []
  for await (const event of eventsOf(await post(how))) {
    if (event.name === 'comment') continue
    all.push(event)
    seen(event)
  }
  return all
}
const textOf = (events: readonly ToldEvent[]) =>
  events.flatMap(({ name, data }) => (name === 'text' ? [data.text] : [])).join('')
const namesOf = (events: readonly ToldEvent[]) => events.map(({ name }) => name)

/** The number of the passage that holds these words, as the model was shown it. */
function cites({ prompt }: ModelRequest, quote: string) {
  const part = prompt.split(/^\[passage /m).find((one) => one.includes(quote.slice(0, 20)))
  return [{ passage: Number(part?.split(']')[0] ?? 0), quote }]
}
const sentences = (request: ModelRequest) => [
  { text: FIRST, citations: cites(request, 'the price of the starter plan should be twelve euros') },
  { text: 'It will be free of charge.', citations: cites(request, 'the price of the starter plan should be zero') },
  { text: SECOND, citations: cites(request, 'nine euros was too cheap') },
]
const whole = (request: ModelRequest) => ({ answered: true, sentences: sentences(request), search_for: '' })
/** Of its letters, those up to the middle of what comes behind the first sentence. */
const BEHIND_FIRST = 0.55

describe('an answer that is being written', () => {
  it('is told sentence by sentence, the first one while the model waits to write the next', async () => {
    const { promise: isTold, resolve } = Promise.withResolvers<void>()
    model.script = (request) => saysJson(whole(request), { pieceLength: 3, holds: { at: BEHIND_FIRST, until: isTold } })
    const events = await told({}, ({ name }) => {
      if (name === 'citation') resolve()
    })
    expect(namesOf(events)).toEqual(['evidence', 'text', 'citation', 'text', 'citation', 'done'])
    const { data } = events.at(-1) as ToldEvent
    expect(data).toMatchObject({ answered: true, notice: null, output: `${FIRST} ${SECOND}` })
    expect(textOf(events)).toBe(data.output)
    expect(events.flatMap(({ name, data }) => (name === 'citation' ? [data] : []))).toEqual(data.citations)
    expect(model.requests.map(({ streams }) => streams)).toEqual([true])
  })

  it('is the same however it is cut, whoever asks for it, and from a server that does not stream', async () => {
    model.script = (request) => saysJson(whole(request), { whole: true })
    const expected = (await told()).at(-1)?.text
    expect(JSON.parse(expected ?? '').output).toBe(`${FIRST} ${SECOND}`)
    for (const pieceLength of [1, 2, 7, 40, 150, 5_000]) {
      model.script = (request) => saysJson(whole(request), { pieceLength })
      const events = await told()
      expect(events.at(-1)?.text).toBe(expected)
      expect(textOf(events)).toBe(JSON.parse(expected ?? '').output)
    }
    expect(await (await post({ events: false })).text()).toBe(expected)
  })

  it.each([
    ['behind aloud thinking', (json: string) => `<think>They want {"answered": true}.</think>\n${json}`],
    ['in a code fence', (json: string) => `Here it is.\n\`\`\`json\n${json}\n\`\`\``],
  ])('comes %s as well', async (_, dressed) => {
    const { promise: isTold, resolve } = Promise.withResolvers<void>()
    model.script = (request) => says(dressed(JSON.stringify(whole(request))), { holds: { at: 0.65, until: isTold } })
    const events = await told({}, ({ name }) => {
      if (name === 'text') resolve()
    })
    expect(events.at(-1)?.data.output).toBe(`${FIRST} ${SECOND}`)
  })

  it('ends the work of the model when the reader leaves', async () => {
    const leaving = new AbortController()
    model.script = (request) => saysJson(whole(request), { holds: { at: BEHIND_FIRST, until: new Promise(() => {}) } })
    const reading = told({ signal: leaving.signal }, ({ name }) => {
      if (name === 'citation') leaving.abort()
    })
    await expect(reading).rejects.toThrow()
    await vi.waitFor(() => expect(model.requests.at(-1)?.left).toBe(true), WAIT)
    expect(model.requests).toHaveLength(1)
    const last = await vi.waitUntil(async () => {
      const [row] = await world.app.store.owner.query<{ outcome: string; input_tokens: number; estimated: boolean }>(
        'select outcome, input_tokens, estimated from model_calls where organization_id = $1 order by id desc limit 1',
        [world.acme],
      )
      return row?.outcome === 'aborted' ? row : undefined
    }, WAIT)
    expect([last.estimated, last.input_tokens > 100]).toEqual([true, true])
  })
})

describe('a model that breaks off', () => {
  it.each([
    [
      'drops the connection',
      (text: string, until: Promise<void>) => says(text, { holds: { at: BEHIND_FIRST, until }, dropsAt: 0.6 }),
    ],
    ['was cut off', (text: string) => isCutOff(text.slice(0, text.length * 0.7))],
    ['writes on in prose', (text: string) => says(`${text.slice(0, text.length * 0.7)}… and so on.`)],
  ])('behind a sentence, since it %s: what was told stays, and nothing is put behind it', async (_, broken) => {
    const { promise: isTold, resolve } = Promise.withResolvers<void>()
    model.script = inTurn(
      (request) => broken(JSON.stringify(whole(request)), isTold),
      (request) => saysJson(whole(request)),
    )
    const events = await told({}, ({ name }) => {
      if (name === 'citation') resolve()
    })
    expect(namesOf(events)).toEqual(['evidence', 'text', 'citation', 'done'])
    expect(events.at(-1)?.data).toMatchObject({ answered: true, output: FIRST, notice: BROKE_OFF })
    expect(events.at(-1)?.data.citations).toEqual([events.at(-2)?.data])
    expect(model.requests).toHaveLength(1)
  })

  it('before anything was told is asked again, and nobody notices', async () => {
    const wrong = { text: 'It is free of charge.', citations: [{ passage: 1, quote: 'nobody ever said these words' }] }
    const none = { answered: true, sentences: [wrong, wrong, wrong], search_for: '' }
    model.script = inTurn(saysJson(none, { dropsAt: 0.7 }), (request) => saysJson(whole(request)))
    const events = await told()
    expect(events.at(-1)?.data).toMatchObject({ output: `${FIRST} ${SECOND}`, notice: null })
    expect(model.requests).toHaveLength(2)
  })

  it('before anything was told, twice: the answer is made of what was said', async () => {
    model.script = () => says('{"answered": true, "sentences": [')
    const { data } = (await told()).at(-1) as ToldEvent
    expect(data.answered).toBe(true)
    expect(data.notice).toContain('The answer consists of quotes only')
  })

  it('looks a second time only where nothing was told', async () => {
    const none = saysJson({ answered: false, sentences: [], search_for: 'cost' })
    model.script = inTurn(none, (request) => saysJson(whole(request)))
    const events = await told()
    expect(textOf(events)).toBe(`${FIRST} ${SECOND}`)
    expect(model.requests).toHaveLength(2)
  })
})

describe('a long conversation', () => {
  const how = { prompt: 'Summarize the whole meeting.' }
  const about = (request: ModelRequest, count: number) => {
    const numbers = [...new Set([...request.prompt.matchAll(/Remark (\d+) is/g)].map(([, number]) => number))]
    return numbers.slice(0, count).map((number) => ({
      text: `Remark ${number} is about the warehouse.`,
      citations: cites(request, `Remark ${number} is about the warehouse, the trucks`),
    }))
  }
  const noting = (request: ModelRequest) => request.system.includes('one part of something longer')
  const reply = (request: ModelRequest, more: Partial<ModelReply> = {}) =>
    saysJson({ answered: true, sentences: about(request, noting(request) ? 1 : 2), search_for: '' }, more)

  it('is told of while its notes are put together', async () => {
    const { promise: isTold, resolve } = Promise.withResolvers<void>()
    model.script = (request) =>
      noting(request) ? reply(request) : reply(request, { holds: { at: 0.7, until: isTold } })
    const events = await told({ ...how, id: long }, ({ name }) => {
      if (name === 'citation') resolve()
    })
    expect(namesOf(events)).toEqual(['evidence', 'text', 'citation', 'text', 'citation', 'done'])
    expect(events.at(-1)?.data).toMatchObject({ answered: true, notice: null })
    // Notes are read as a whole, since they are not told.
    expect(model.requests.map(({ streams }) => streams)).toEqual([...model.requests.slice(1).map(() => false), true])
  })

  it('keeps what was told when that breaks off, and tells its notes when nothing was', async () => {
    const { promise: isTold, resolve } = Promise.withResolvers<void>()
    const breaks = { holds: { at: 0.7, until: isTold }, dropsAt: 0.75 }
    model.script = (request) => reply(request, noting(request) ? {} : breaks)
    const events = await told({ ...how, id: long }, ({ name }) => {
      if (name === 'citation') resolve()
    })
    expect(namesOf(events)).toEqual(['evidence', 'text', 'citation', 'done'])
    expect(events.at(-1)?.data).toMatchObject({ answered: true, notice: BROKE_OFF, output: events[1]?.data.text })
    model.script = (request) => (noting(request) ? reply(request) : says('I would rather not.'))
    const { data } = (await told({ ...how, id: long })).at(-1) as ToldEvent
    const parts = model.requests.filter((request) => noting(request)).length / 2
    expect(data.output.split('. ')).toHaveLength(parts)
    expect(data).toMatchObject({ answered: true, notice: null })
  })
})
