import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ModelSettings } from '../../core/config.ts'
import type { FaultDetail, LanguageModel, ModelCall, ModelFault } from '../../core/language-model.ts'
import { probeModel } from '../../testing/model-probe.ts'
import {
  createModelServer,
  fails,
  inTurn,
  isCutOff,
  isDropped,
  isFiltered,
  MODEL_NAME,
  type ModelReply,
  type ModelServer,
  refuses,
  says,
  saysAfterThinking,
  saysInFence,
  saysInProse,
  saysJson,
  tellsNoUsage,
} from '../../testing/model-server.ts'
import { Writing } from './partial-json.ts'

const person = z.object({ name: z.string(), likes: z.array(z.string()) })
const schema = z.object({ found: z.boolean(), people: z.array(person).max(9), more: z.string() })
const begun = schema.omit({ more: true })
type Begun = z.output<typeof begun>

const ANN = { name: 'Ann', likes: ['tea'] }
const BEN = { name: 'Ben {the "]"}', likes: [] }
const CY = { name: 'Cy', likes: ['\\', '"}]}'] }
const ALL = { found: true, people: [ANN, BEN, CY], more: '' }

describe('an object that is being written', () => {
  /** Partial objects of a text that arrives in chunks of these lengths. */
  async function toldOf(text: string, lengths: readonly number[], uses = true) {
    const told: Begun[] = []
    const writing = new Writing({ schema: begun, onPartial: async (soFar) => told.push(soFar) > 0 && uses })
    let at = 0
    for (const length of [...lengths, text.length]) {
      await writing.push(text.slice(at, at + length))
      at += length
    }
    return { told, used: writing.used }
  }
  const one = (text: string) => [...text].map(() => 1)

  it('is told element by element, however it is cut, and comes to what the whole is', async () => {
    const words = fc.string({
      unit: fc.constantFrom(...'ab {}[]"\\,:\n’😀é', '```', '<think>', '\\u0041'),
      maxLength: 12,
    })
    const people = fc.array(fc.record({ name: words, likes: fc.array(words, { maxLength: 3 }) }), { maxLength: 5 })
    const around = fc.constantFrom(
      ['', ''],
      ['\n ', '\n'],
      ['```json\n', '\n```'],
      ['Here it is:\n```\n', '```'],
      ['<think>Perhaps {"found": true, "people": [{"name": "?", "likes": []}]}.</think>\n', ' Well?'],
    )
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(
        people,
        around,
        cuts,
        fc.constantFrom(0, 2),
        async (people, [before, after], lengths, indent) => {
          const whole = { found: true, people, more: 'x' }
          const json = JSON.stringify(whole, undefined, indent)
          const { told, used } = await toldOf(`${before}${json}${after}`, lengths)
          for (const [index, soFar] of told.entries()) {
            expect(soFar.people).toEqual(people.slice(0, soFar.people.length))
            expect(soFar.people.length).toBeGreaterThan(told[index - 1]?.people.length ?? 0)
          }
          expect(told.at(-1)?.people ?? []).toEqual(people)
          expect(used).toBe(people.length === 0 ? undefined : json)
        },
      ),
    )
  })

  it('is told of as soon as an element is closed, and not before', async () => {
    const text = JSON.stringify(ALL)
    const behind = text.indexOf('}') + 1
    expect((await toldOf(text.slice(0, behind - 1), one(text))).told).toEqual([])
    expect((await toldOf(text.slice(0, behind), one(text))).told).toEqual([{ found: true, people: [ANN] }])
  })

  it.each([
    ['lists before what counts', JSON.stringify({ people: [ANN, BEN], found: true, more: '' })],
    ['of another form', JSON.stringify({ found: true, people: [{ name: 'Ann' }], more: '' })],
    ['broken', '{"found": true, "people": [{"name": "Ann", "likes": [}]}]}'],
    ['in prose', `Sure! ${JSON.stringify(ALL)}`],
    ['behind a long preamble', `${'Well. '.repeat(500)}\`\`\`json\n${JSON.stringify(ALL)}\`\`\``],
    ['still thought of', `<think>${JSON.stringify(ALL)}`],
  ])('is told nothing of when it is %s', async (_what, text) => {
    expect(await toldOf(text, one(text))).toEqual({ told: [], used: undefined })
  })

  it('is told of a bounded number of times', async () => {
    const text = `{"found":true,"people":[${'{"name":"A","likes":[]},'.repeat(1_000)}`
    const told = vi.fn(async () => false)
    const writing = new Writing({ schema: z.looseObject({}), onPartial: told })
    for (const letter of text) await writing.push(letter)
    expect([told.mock.calls.length, writing.used]).toEqual([100, undefined])
  })
})

let server: ModelServer
beforeAll(async () => {
  server = await createModelServer()
})

const probe = (settings: Partial<ModelSettings> = {}) => probeModel(server.url, settings)

const ask = { purpose: 'answer', system: 'Be brief.', prompt: 'Who is there?', maxOutputTokens: 200, schema }

/** Calls the model, and uses partial objects with at least `from` people. */
function asked(model: LanguageModel, { from = 1, behind = async () => {} } = {}, signal?: AbortSignal) {
  const told: string[][] = []
  const tell = async ({ people }: Begun) => {
    told.push(people.map(({ name }) => name))
    if (people.length < from) return false
    await behind()
    return true
  }
  return { told, answer: model.object({ ...ask, signal, soFar: { schema: begun, onPartial: tell } }) }
}
/** Maximum wait on a busy machine. */
const WAIT = { timeout: 10_000 }
const NEVER = Number.POSITIVE_INFINITY

const faultOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'an answer',
    (fault: ModelFault) => fault.detail ?? fault.message,
  )
const told = (calls: readonly ModelCall[]) =>
  calls.map(({ outcome, detail, requests, estimated }) => ({ outcome, detail, requests, estimated }))
const WELL = { outcome: 'ok', detail: undefined, requests: 1, estimated: false }

describe('an asker', () => {
  it.each([['openai'], ['anthropic']] as const)('is told while the model of %s still writes', async (provider) => {
    const { promise: isTold, resolve: go } = Promise.withResolvers<void>()
    server.script = () => saysJson(ALL, { pieceLength: 1, holds: { at: 0.5, until: isTold } })
    const { model, calls } = probe({ provider, name: provider === 'openai' ? MODEL_NAME : 'claude-sonnet-4-5' })
    const one = asked(model, { behind: async () => go() })
    expect(await one.answer).toEqual(ALL)
    expect(one.told).toEqual([['Ann'], ['Ann', BEN.name], ['Ann', BEN.name, 'Cy']])
    expect(server.requests.at(-1)).toMatchObject({ streams: true, schema: { type: 'object' } })
    expect(calls).toMatchObject([{ ...WELL, inputTokens: 10, outputTokens: 5 }])
  })

  it.each([
    ['in a code fence', () => saysInFence(ALL), 3],
    ['after thinking aloud', () => saysAfterThinking(ALL), 3],
    ['in prose', () => saysInProse(ALL), 0],
    ['whole, although asked to stream', () => saysJson(ALL, { whole: true }), 0],
  ])('gets what is written %s', async (_how, script, times) => {
    server.script = script
    const { model, calls } = probe()
    const one = asked(model)
    expect(await one.answer).toEqual(ALL)
    expect(one.told).toHaveLength(times)
    expect(calls).toMatchObject([{ ...WELL, inputTokens: 10, outputTokens: 5 }])
  })

  it('of a server that will not stream is told nothing, and the server is not asked for it again', async () => {
    server.script = ({ streams }) => (streams ? refuses(400, 'No streams here.') : saysJson(ALL))
    const { model, calls } = probe()
    for (const _ of [1, 2]) expect(await asked(model).answer).toEqual(ALL)
    expect(calls.map(({ requests }) => requests)).toEqual([2, 1])
  })

  it('of a server that takes no schema is told all the same', async () => {
    server.script = ({ body }) => (body.response_format === undefined ? saysJson(ALL) : refuses(400, 'Unknown field.'))
    const { model, calls } = probe()
    for (const _ of [1, 2]) {
      const one = asked(model)
      expect(await one.answer).toEqual(ALL)
      expect(one.told).toHaveLength(3)
    }
    expect(calls.map(({ requests }) => requests)).toEqual([3, 1])
    expect(server.requests.at(-1)?.streams).toBe(true)
  })

  it.each([
    ['drops it', () => isDropped(0.5, JSON.stringify(ALL)), true],
    ['ends it with an error', () => errorBehind(ALL), true],
    ['writes no JSON', () => says(JSON.stringify(ALL).slice(0, -9)), false],
    ['writes what does not fit', () => saysJson({ ...ALL, more: 3 }), false],
  ])('who used nothing has it begin anew when the server %s', async (_how, broken, estimated) => {
    server.script = inTurn(broken(), saysJson(ALL))
    const { model, calls } = probe()
    expect(await asked(model, { from: NEVER }).answer).toEqual(ALL)
    expect(told(calls)).toEqual([{ ...WELL, requests: 2, estimated }])
  })

  it.each([
    ['drops it', (until) => saysJson(ALL, { holds: { at: 0.5, until }, dropsAt: 0.7 }), 'dropped', true],
    ['ends it with an error', () => errorBehind(ALL), 'server_error', true],
    ['stops in the middle', () => isCutOff(JSON.stringify(ALL).slice(0, -9)), 'cut_off', false],
    ['filters the rest', () => saysJson(ALL, { finish: 'content_filter' }), 'content_filter', false],
    ['writes no JSON to its end', () => says(JSON.stringify(ALL).slice(0, -9)), 'not_json', false],
    ['writes an end that does not fit', () => saysJson({ ...ALL, more: 3 }), 'not_schema', false],
  ] satisfies [string, (isTold: Promise<void>) => ModelReply, FaultDetail, boolean][])(
    'who used something gets no other beginning when the server %s',
    async (_how, broken, detail, estimated) => {
      const { promise: isTold, resolve } = Promise.withResolvers<void>()
      server.script = inTurn(broken(isTold), saysJson(ALL))
      const { model, calls } = probe()
      const one = asked(model, { behind: async () => resolve() })
      expect(await faultOf(one.answer)).toBe(detail)
      expect(one.told[0]).toEqual(['Ann'])
      expect(calls).toMatchObject([{ detail, requests: 1, estimated }])
      expect(calls[0]?.inputTokens).toBeGreaterThan(0)
    },
  )

  it.each([
    ['fails', () => fails(), 'server_error', 4],
    ['filters the answer', () => isFiltered(), 'content_filter', 1],
    ['does not know the key', () => refuses(401, 'No.'), 'key', 1],
    ['takes no such request', () => refuses(400, 'No.'), 'request', 4],
    ['writes no JSON twice', () => says('Nobody.'), 'not_json', 2],
  ])('gets a fault when the server %s', async (_how, script, detail, requests) => {
    server.script = script
    const { model, calls } = probe()
    expect(await faultOf(asked(model).answer)).toBe(detail)
    expect(calls).toMatchObject([{ detail, requests }])
  })

  it('gets what was begun with, whatever stands behind it', async () => {
    const other = JSON.stringify({ ...ALL, people: [] })
    server.script = () => says(`${JSON.stringify(ALL)}\nOr rather:\n\`\`\`json\n${other}\n\`\`\``)
    expect(await asked(probe().model).answer).toEqual(ALL)
  })

  it('that fails itself is told its own failure, and the model stops', async () => {
    server.script = () => saysJson(ALL, { holds: { at: 0.6, until: new Promise(() => {}) } })
    const { model, calls } = probe()
    const behind = () => Promise.reject(new Error('A quote is wrong.'))
    expect(await faultOf(asked(model, { behind }).answer)).toBe('A quote is wrong.')
    await vi.waitFor(() => expect(server.requests.at(-1)?.left).toBe(true), WAIT)
    expect(told(calls)).toEqual([{ outcome: 'aborted', detail: undefined, requests: 1, estimated: true }])
  })

  it('may want no more in the middle, at once', async () => {
    server.script = () => tellsNoUsage(saysJson(ALL, { holds: { at: 0.6, until: new Promise(() => {}) } }))
    const { model, calls } = probe()
    const leaving = new AbortController()
    const behind = async () => leaving.abort(new Error('Nobody waits any more.'))
    expect(await faultOf(asked(model, { behind }, leaving.signal).answer)).toBe('Nobody waits any more.')
    await vi.waitFor(() => expect(server.requests.at(-1)?.left).toBe(true), WAIT)
    expect(told(calls)).toEqual([{ outcome: 'aborted', detail: undefined, requests: 1, estimated: true }])
    expect(calls[0]?.outputTokens).toBeGreaterThan(0)
  })
})

/** A stream with the first half of an object, followed by an error. */
function errorBehind(value: object): ModelReply {
  const text = JSON.stringify(value)
  const delta = { content: text.slice(0, text.length / 2) }
  const first = `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
  return {
    raw: `${first}data: {"error":{"message":"overloaded"}}\n\n`,
    headers: { 'content-type': 'text/event-stream' },
  }
}
