/** Requests to a model server, their answers, and their records. */
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ModelSettings } from '../../core/config.ts'
import {
  collectPieces,
  findFault,
  MODEL_KEY,
  MODEL_NOW,
  MODEL_QUERY,
  openModelUnderTest,
  summarizeCalls,
} from '../../testing/model-probe.ts'
import {
  createModelServer,
  fails,
  inTurn,
  isCutOff,
  MODEL_NAME,
  type ModelServer,
  refuses,
  says,
  saysAfterThinking,
  saysInFence,
  saysInProse,
  saysJson,
  takesTime,
  tellsNoUsage,
} from '../../testing/model-server.ts'
import type { RetryTimeouts } from './language-model.ts'

let server: ModelServer
beforeAll(async () => {
  server = await createModelServer()
})

const probe = (settings?: Partial<ModelSettings>, patience?: RetryTimeouts, record?: () => Promise<void>) =>
  openModelUnderTest(server, settings, patience, record)
const schema = z.object({ name: z.string().max(40), turn: z.int() })
const ANN = { name: 'Ann', turn: 3 }

describe('an ask', () => {
  it('reaches the model in parts, with the key, and is recorded as the model counts it', async () => {
    server.script = () => says('Ann did.', { usage: { input: 42, output: 7 } })
    const { model, calls } = probe()
    expect(await model.text(MODEL_QUERY)).toBe('Ann did.')
    const request = server.requests.at(-1)
    expect(request).toMatchObject({
      path: '/v1/chat/completions',
      system: 'Be brief.',
      prompt: 'Who said hello?',
      body: { model: MODEL_NAME, max_tokens: 200 },
      headers: { authorization: `Bearer ${MODEL_KEY}` },
    })
    expect(calls).toEqual([
      {
        purpose: 'answer',
        model: MODEL_NAME,
        startedAt: MODEL_NOW,
        ms: expect.any(Number),
        requests: 1,
        inputTokens: 42,
        outputTokens: 7,
        estimated: false,
        prices: { input: 3, output: 15 },
        outcome: 'ok',
        detail: undefined,
      },
    ])
  })

  it('sends no key where there is none', async () => {
    server.script = () => says('Ann.')
    expect(await probe({ key: undefined }).model.text(MODEL_QUERY)).toBe('Ann.')
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined()
  })

  it('streams its pieces as they come', async () => {
    server.script = () => takesTime(says('Ann said hello, and Bob said it back.'), 0, 20)
    const { model, calls } = probe()
    const began = performance.now()
    let first = 0
    let text = ''
    for await (const piece of model.stream(MODEL_QUERY)) {
      if (text === '') first = performance.now() - began
      text += piece
    }
    expect(text).toBe('Ann said hello, and Bob said it back.')
    expect(performance.now() - began).toBeGreaterThan(first + 50)
    expect(server.requests.at(-1)?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(calls).toMatchObject([{ outcome: 'ok', inputTokens: 10, outputTokens: 5, estimated: false }])
  })

  it('asks nothing before the first piece of a stream is wanted', async () => {
    const { model, calls } = probe()
    const before = server.requests.length
    model.stream(MODEL_QUERY)
    expect([server.requests.length - before, calls]).toEqual([0, []])
  })

  it('asks for an object by its schema, strictly where that can be, and in words', async () => {
    server.script = () => saysJson(ANN)
    const { model } = probe()
    const strict = z.object({ name: z.string(), turn: z.int().nullable() })
    expect(await model.object({ ...MODEL_QUERY, schema: strict })).toEqual(ANN)
    const json = {
      type: 'object',
      properties: { name: { type: 'string' }, turn: expect.anything() },
      required: ['name', 'turn'],
      additionalProperties: false,
    }
    const request = server.requests.at(-1)
    expect(request?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { strict: true, schema: json },
    })
    expect(request?.system).toMatch(/^Be brief\.\n\nAnswer with one JSON object .*"additionalProperties":false/s)
    await model.object({ ...MODEL_QUERY, schema: z.object({ name: z.string().max(9), turn: z.int().optional() }) })
    expect(server.requests.at(-1)?.body.response_format).toMatchObject({ json_schema: { strict: false } })
  })

  it.each([
    ['in prose', () => saysInProse(ANN)],
    ['in a code fence', () => saysInFence(ANN)],
    ['after thinking aloud', () => saysAfterThinking(ANN)],
    ['with fields nobody asked for', () => saysJson({ ...ANN, more: 'words' })],
  ])('takes an object %s', async (_where, script) => {
    server.script = script
    const { model, calls } = probe()
    expect(await model.object({ ...MODEL_QUERY, schema })).toEqual(ANN)
    expect(summarizeCalls(calls)).toEqual([{ outcome: 'ok', detail: undefined, requests: 1, estimated: false }])
  })

  it('leaves out what a model thinks aloud', async () => {
    server.script = () => saysAfterThinking('Ann did.')
    const { model } = probe()
    expect(await model.text(MODEL_QUERY)).toBe('Ann did.')
    expect((await collectPieces(model.stream(MODEL_QUERY))).join('')).toBe('Ann did.')
  })

  it('gives only what can be stored', async () => {
    server.script = () => saysJson({ name: 'A\u0000n\ud800n', turn: 1 })
    expect(await probe().model.object({ ...MODEL_QUERY, schema })).toEqual({ name: 'An\ufffdn', turn: 1 })
    server.script = () => says('A\u0000n\ud800n')
    expect(await probe().model.text(MODEL_QUERY)).toBe('An\ufffdn')
  })

  it('counts by itself when the model does not, and says so', async () => {
    server.script = () => tellsNoUsage(says('Ann did, in the third turn.'))
    const { model, calls } = probe()
    await model.text(MODEL_QUERY)
    await collectPieces(model.stream(MODEL_QUERY))
    for (const call of calls) {
      expect(call).toMatchObject({ outcome: 'ok', estimated: true })
      expect(call.inputTokens).toBeGreaterThan(10)
      expect(call.outputTokens).toBeGreaterThan(5)
      expect(call.outputTokens).toBeLessThanOrEqual(200)
    }
    expect(calls).toHaveLength(2)
  })

  it('has a purpose that records can tell', async () => {
    await expect(probe().model.text({ ...MODEL_QUERY, purpose: 'Whatever you say' })).rejects.toThrow('snake_case')
  })

  it('speaks the protocol of Anthropic too', async () => {
    const { model, calls } = probe({ provider: 'anthropic', name: 'claude-sonnet-4-5' })
    server.script = () => says('Ann did.', { usage: { input: 42, output: 7 } })
    expect(await model.text(MODEL_QUERY)).toBe('Ann did.')
    expect(server.requests.at(-1)).toMatchObject({
      ...{ protocol: 'anthropic', path: '/v1/messages', system: 'Be brief.', prompt: 'Who said hello?' },
      ...{ headers: { 'x-api-key': MODEL_KEY }, body: { max_tokens: 200 } },
    })
    server.script = () => says('Ann said hello, and Bob said it back.', { usage: { input: 42, output: 7 } })
    expect((await collectPieces(model.stream(MODEL_QUERY))).join('')).toBe('Ann said hello, and Bob said it back.')
    server.script = () => saysJson(ANN, { usage: { input: 42, output: 7 } })
    expect(await model.object({ ...MODEL_QUERY, schema })).toEqual(ANN)
    expect(server.requests.at(-1)?.schema).toMatchObject({ type: 'object', required: ['name', 'turn'] })
    expect(calls).toMatchObject(Array(3).fill({ outcome: 'ok', inputTokens: 42, outputTokens: 7, estimated: false }))
    server.script = () => isCutOff('Ann d')
    expect(await findFault(model.text(MODEL_QUERY))).toEqual({ fault: 'wrong', detail: 'cut_off' })
    server.script = inTurn(fails(529), says('Ann.'))
    expect(await model.text(MODEL_QUERY)).toBe('Ann.')
  })
})

describe('a server with habits of its own', () => {
  it('gets the schema in words alone once it has refused it otherwise', async () => {
    server.script = ({ body }) =>
      body.response_format === undefined ? saysInProse(ANN) : refuses(400, 'response_format is not supported')
    const { model, calls } = probe()
    expect(await model.object({ ...MODEL_QUERY, schema })).toEqual(ANN)
    expect(await model.object({ ...MODEL_QUERY, schema })).toEqual(ANN)
    expect(calls.map(({ requests }) => requests)).toEqual([2, 1])
  })

  it('gets the limit under the name it knows, and no options of streams it does not know', async () => {
    server.script = ({ body }) => {
      if ('max_tokens' in body) return refuses(400, "Use 'max_completion_tokens' instead.")
      return 'stream_options' in body ? refuses(422, 'stream_options: unknown field') : says('Ann.')
    }
    const { model, calls } = probe()
    expect(await collectPieces(model.stream(MODEL_QUERY))).toEqual(['Ann.'])
    const answers = await Promise.all([
      model.text(MODEL_QUERY),
      collectPieces(model.stream(MODEL_QUERY)),
      model.text(MODEL_QUERY),
    ])
    expect(answers).toEqual(['Ann.', ['Ann.'], 'Ann.'])
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 200 })
    expect(calls.map(({ requests }) => requests)).toEqual([3, 1, 1, 1])
  })
})

describe('the record', () => {
  it('takes no answer away when it cannot be written', async () => {
    server.script = () => says('Ann.')
    const { model, logged } = probe({}, {}, () => Promise.reject(new Error('The database is away.')))
    expect(await model.text(MODEL_QUERY)).toBe('Ann.')
    expect(logged()).toMatch(/"purpose":"answer".*The database is away.*could not be recorded/)
  })

  it('keeps nobody waiting for long, and is waited for at the end', async () => {
    server.script = () => says('Ann.')
    let write = () => {}
    const written = new Promise<void>((resolve) => {
      write = resolve
    })
    const { model, close } = probe({}, { recordMs: 20 }, () => written)
    expect(await model.text(MODEL_QUERY)).toBe('Ann.')
    let closed = false
    const closing = close().then(() => {
      closed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(closed).toBe(false)
    write()
    await closing
  })
})
