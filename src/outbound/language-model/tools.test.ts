/**
 * Turns with tools: models can send calls of any form. Valid calls are returned, others with the reason why they are
 * invalid.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ModelSettings } from '../../core/config.ts'
import { type ModelFault, TURN_CALLS_MAX, type TurnAsk, type TurnMessage } from '../../core/language-model.ts'
import { anyText } from '../../testing/any-text.ts'
import { probeModel } from '../../testing/model-probe.ts'
import {
  asksFor,
  asksForAll,
  createModelServer,
  fails,
  inTurn,
  isCutOff,
  isDropped,
  isEndless,
  isFiltered,
  isNoJson,
  type ModelServer,
  refuses,
  says,
  saysAfterThinking,
  saysNothing,
  takesTime,
} from '../../testing/model-server.ts'

let server: ModelServer
beforeAll(async () => {
  server = await createModelServer()
})

const probe = (settings: Partial<ModelSettings> = {}) => probeModel(server.url, { timeoutSeconds: 5, ...settings })

const SCHEMA = { type: 'object', properties: { query: { type: 'string' } }, additionalProperties: false }
const tools = [
  { name: 'search_calls', description: 'Finds calls.', inputSchema: SCHEMA },
  { name: 'get_me', description: 'Tells who asks.', inputSchema: { type: 'object', properties: {} } },
]
const question: TurnMessage = { role: 'user', text: 'Who spoke of prices?' }
const ask: TurnAsk = { purpose: 'agent', system: 'Be brief.', messages: [question], tools, maxOutputTokens: 200 }

const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'an answer',
    ({ detail }: ModelFault) => detail,
  )

describe.each(['openai', 'anthropic'] as const)('a turn in the protocol of %s', (provider) => {
  const turn = (more: Partial<TurnAsk> = {}) =>
    probe(provider === 'openai' ? {} : { provider, name: 'claude-sonnet-4-5' }).model.turn({ ...ask, ...more })

  it('is words, or calls, or both', async () => {
    server.script = () => says('Nobody did.')
    expect(await turn()).toEqual({ text: 'Nobody did.', calls: [], leftOut: 0 })
    server.script = () => asksFor('search_calls', { query: 'price' }, 'Let me look.')
    expect(await turn()).toEqual({
      text: 'Let me look.',
      calls: [{ id: expect.any(String), name: 'search_calls', args: { query: 'price' } }],
      leftOut: 0,
    })
    server.script = () => asksForAll({ name: 'search_calls', args: { query: 'cost' } }, { name: 'get_me' })
    const { text, calls } = await turn()
    expect([text, calls.map(({ name }) => name)]).toEqual(['', ['search_calls', 'get_me']])
  })

  it('tells the model of its tools, what it asked for before, and what came of it', async () => {
    server.script = () => says('Dana did.')
    const call = { id: 'call_7', name: 'search_calls', args: { query: 'price' } }
    const second = { id: 'call_8', name: 'get_me', args: {} }
    await turn({
      messages: [
        question,
        { role: 'assistant', text: '', calls: [call, second] },
        { role: 'tool', id: 'call_7', name: 'search_calls', text: 'Dana: twelve euros.' },
        { role: 'tool', id: 'call_8', name: 'get_me', text: 'You are Bob.' },
      ],
    })
    const request = server.requests.at(-1)
    expect(request?.tools).toEqual(['search_calls', 'get_me'])
    const sent = JSON.stringify(request?.body)
    for (const part of ['call_7', 'call_8', 'Dana: twelve euros.', 'You are Bob.', 'Finds calls.', 'Be brief.']) {
      expect(sent).toContain(part)
    }
    expect(JSON.stringify(request?.body.tools)).toContain('"additionalProperties":false')
  })

  it('tells of a tool that nobody offered', async () => {
    server.script = () => asksFor('delete_user', { user_id: 'x' })
    expect((await turn()).calls).toMatchObject([{ name: 'delete_user', args: { user_id: 'x' }, wrong: 'unknown_tool' }])
  })

  it('gives each call an id of its own, however the model calls them', async () => {
    const id = provider === 'openai' ? 'no id {at} all' : 'same'
    server.script = () =>
      asksForAll({ id, name: 'get_me' }, { id: 'same', name: 'get_me' }, { id: 'same', name: 'get_me' })
    const ids = (await turn()).calls.map((one) => one.id)
    expect(new Set(ids).size).toBe(3)
    for (const one of ids) expect(one).toMatch(/^[\w-]{1,64}$/)
  })

  it('has so many calls and no more, and says how many it asked for beyond', async () => {
    server.script = () => asksForAll(...Array.from({ length: 40 }, () => ({ name: 'get_me' })))
    const { calls, leftOut } = await turn()
    expect([calls.length, leftOut]).toEqual([TURN_CALLS_MAX, 40 - TURN_CALLS_MAX])
  })
})

describe('arguments', () => {
  it.each([
    ['', {}],
    ['{"query":"price"}', { query: 'price' }],
    ['{"query":"pr\\u0000ice \\ud800"}', { query: 'price \ufffd' }],
    ['{"more":[1,{"a":null}]}', { more: [1, { a: null }] }],
  ])('%j are read', async (args, read) => {
    server.script = () => asksFor('search_calls', args)
    expect((await probe().model.turn(ask)).calls).toEqual([{ id: 'call_0', name: 'search_calls', args: read }])
  })

  it.each(['{"query":', 'price', '[1]', 'null', '"price"', '{"query":"a"}}'])(
    '%j are told to be wrong',
    async (args) => {
      server.script = () => asksFor('search_calls', args)
      const { calls } = await probe().model.turn(ask)
      expect(calls).toEqual([{ id: 'call_0', name: 'search_calls', args: {}, wrong: 'not_json' }])
    },
  )

  it('of whatever form never break a turn', async () => {
    const { model } = probe()
    await fc.assert(
      fc.asyncProperty(anyText({ minLength: 1 }), anyText(), async (name, args) => {
        server.script = () => asksFor(name, args)
        const [call] = (await model.turn(ask)).calls
        expect(call?.name).toMatch(/^[\w-]{1,64}$/)
        expect(call?.wrong).toBe('unknown_tool')
      }),
      { numRuns: 30 },
    )
  })

  it('that were cut off are told to be wrong, with those that were not', async () => {
    server.script = () => ({
      ...asksForAll({ name: 'get_me' }, { name: 'search_calls', args: '{"query":"pr' }),
      finish: 'length',
    })
    expect((await probe().model.turn(ask)).calls).toMatchObject([{ name: 'get_me' }, { wrong: 'not_json' }])
  })
})

describe('a model that is not well', () => {
  it('is asked again, and its record tells of one ask', async () => {
    server.script = inTurn(fails(), isDropped(0.5), asksFor('get_me'))
    const { model, calls } = probe()
    expect((await model.turn(ask)).calls).toHaveLength(1)
    expect(calls).toMatchObject([{ purpose: 'agent', outcome: 'ok', requests: 3 }])
  })

  it.each([
    ['silent', () => saysNothing(), 'empty'],
    ['cut off', () => isCutOff('Dana sa'), 'cut_off'],
    ['filtered', () => isFiltered(), 'content_filter'],
    ['filtered with a call', () => ({ ...asksFor('get_me'), finish: 'content_filter' as const }), 'content_filter'],
    ['no JSON', () => isNoJson(), 'not_understood'],
    ['endless', () => isEndless(), 'too_much'],
    ['talkative', () => says('so '.repeat(400_000)), 'too_much'],
    ['of too long arguments', () => asksFor('search_calls', { query: 'a'.repeat(1_000_001) }), 'too_much'],
    ['without tools', () => refuses(400, 'test-model does not support tools'), 'request'],
  ])('is of no use: %s', async (_what, script, detail) => {
    server.script = script
    const { model, calls } = probe()
    expect(await faultOf(model.turn(ask))).toBe(detail)
    expect(calls).toMatchObject([{ detail }])
  })

  it('thinks aloud, of which nothing is told', async () => {
    server.script = () => saysAfterThinking('Dana did.')
    expect((await probe().model.turn(ask)).text).toBe('Dana did.')
  })

  it('is left at once when nobody waits any more, or its time is up', async () => {
    server.script = () => takesTime(says('Dana.'), 3_000)
    const left = probe()
    await expect(left.model.turn({ ...ask, signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout')
    expect(left.calls).toMatchObject([{ outcome: 'aborted' }])
    expect(await faultOf(probe({ timeoutSeconds: 1 }).model.turn(ask))).toBe('timeout')
  })
})
