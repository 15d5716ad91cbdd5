import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { conflict, notFound } from '../../core/errors.ts'
import { RawJson } from '../../core/json.ts'
import { type Context, defineOperation } from '../../core/operation.ts'
import { rawJsonSchema } from '../../core/page.ts'
import { anyJson } from '../../core/wire.ts'
import { eventsOf, type ToldEvent } from '../../testing/read-events.ts'
import { type PostOptions, type Served, serveOperations } from '../../testing/serve-operations.ts'
import { createWorld, type World } from '../../testing/world.ts'

/** Handler of the operation, set by each test. */
let play: (ctx: Context) => Promise<string>

const serializeStory = defineOperation({
  id: 'tellStory',
  summary: 'Tells a story as it comes to mind.',
  tag: 'Stories',
  input: z.object({ title: z.string().max(20) }),
  output: z.object({ story: z.string(), stored: rawJsonSchema(anyJson) }),
  requires: { scope: 'write', level: 'user' },
  events: { line: z.object({ text: z.string() }), thing: z.object({ is: anyJson }) },
  rest: { method: 'POST', derived: false, path: '/stories' },
  handle: async (_input, ctx) => ({ story: await play(ctx), stored: new RawJson('{"a":\n[1,\r\n2]}') }),
})

const EVENTS = { accept: 'text/event-stream' }

let world: World
let served: Served
beforeAll(async () => {
  world = await createWorld()
  served = await serveOperations(world.app, [serializeStory])
})
afterEach(() => vi.useRealTimers())

const ask = (more: PostOptions = { headers: EVENTS }, body: unknown = { title: 'Frogs' }) =>
  served.post(world.bob, '/stories', body, more)

const told = async (response: Response): Promise<ToldEvent[]> => Array.fromAsync(eventsOf(response))

/** Log entry of the last request, after its end. */
async function outcome(of = served): Promise<unknown> {
  return (await vi.waitUntil(() => of.logged.findLast(({ message }) => message === 'operation')))?.fields.outcome
}

/** A promise that a test resolves. */
function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

describe('an operation with events', () => {
  it('tells each in its turn, and at last what the JSON answer is', async () => {
    play = async (ctx) => {
      await ctx.emit('line', { text: 'One' })
      await ctx.emit('line', { text: 'two' })
      return 'One two'
    }
    const json = await ask({})
    expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const response = await ask({ headers: { ...EVENTS, 'x-request-id': 'my-stream' } })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': 'my-stream',
    })
    expect((await told(response)).map(({ name, data }) => [name, data])).toEqual([
      ['line', { text: 'One' }],
      ['line', { text: 'two' }],
      ['done', JSON.parse(await json.text())],
    ])
    expect(await outcome()).toBe('ok')
  })

  it('tells at once, while it goes on working', async () => {
    const { opened, open } = gate()
    play = async (ctx) => {
      await ctx.emit('line', { text: 'Once' })
      await opened
      return 'Once'
    }
    const events = eventsOf(await ask())
    expect((await events.next()).value).toMatchObject({ name: 'line' })
    open()
    expect((await events.next()).value).toMatchObject({ name: 'done', data: { story: 'Once' } })
  })

  it('that tells nothing is a single done', async () => {
    play = async () => 'Silence'
    expect(await told(await ask())).toMatchObject([{ name: 'done', data: { story: 'Silence', stored: { a: [1, 2] } } }])
  })

  it('tells any JSON as it is', async () => {
    const unit = fc.constantFrom('a', '\n', '\r', ':', ' ', '\u2028', '\u0000', '"', '\\', 'ä', '🚀', 'data: ')
    const things = fc.array(fc.jsonValue({ stringUnit: unit }), { minLength: 1, maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(things, async (given) => {
        play = async (ctx) => {
          for (const is of given) await ctx.emit('thing', { is })
          return 'All'
        }
        const events = (await told(await ask())).filter(({ name }) => name === 'thing')
        expect(events.map(({ data }) => data.is)).toEqual(given.map((one) => JSON.parse(JSON.stringify(one))))
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['text/event-stream', true],
    ['TEXT/Event-Stream', true],
    ['text/event-stream; charset=utf-8', true],
    ['text/event-stream, */*', true],
    ['text/event-stream, application/json;q=0.9', true],
    ['application/json;q=0.5, text/event-stream;q=0.6', true],
    ['text/event-stream, application/json', false],
    ['application/json, text/event-stream', false],
    ['text/event-stream, application/vnd.api+json', false],
    ['text/event-stream;q=0.5, */*', false],
    ['text/event-stream;q=0.5, application/*', false],
    ['text/event-stream;q=0', false],
    ['text/*', false],
    ['*/*', false],
    ['', false],
  ])('is asked for events by Accept: %s? %s', async (accept, events) => {
    play = async () => 'Asked'
    const type = (await ask({ headers: { accept } })).headers.get('content-type')
    expect(type).toMatch(events ? /^text\/event-stream/ : /^application\/(vnd\.api\+)?json/)
  })

  it('keeps the connection alive while it thinks, once it has begun to tell', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { opened, open } = gate()
    play = async (ctx) => {
      await ctx.emit('line', { text: 'Hm' })
      await opened
      return 'Hm'
    }
    const events = eventsOf(await ask())
    await events.next()
    for (let i = 0; i < 3; i++) {
      vi.advanceTimersByTime(15_000)
      expect((await events.next()).value).toMatchObject({ name: 'comment' })
    }
    open()
    expect((await events.next()).value).toMatchObject({ name: 'done' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the description', () => {
  it('tells the media type, each event and what it carries', async () => {
    const document = JSON.parse(await (await fetch(`${served.url}/openapi.json`)).text())
    const { responses, parameters } = document.paths['/stories'].post
    const { schema } = responses[200].content['text/event-stream']
    expect(schema).toMatchObject({
      type: 'string',
      description: expect.stringContaining('`line`, `thing` during the work'),
    })
    const told: { properties: { event: { const: string }; data: unknown } }[] = schema.contentSchema.items.oneOf
    const events = Object.fromEntries(told.map(({ properties: { event, data } }) => [event.const, data]))
    expect(Object.keys(events)).toEqual(['line', 'thing', 'done', 'error'])
    expect(events.line).toMatchObject({ type: 'object', properties: { text: { type: 'string' } } })
    expect(events.done).toEqual(responses[200].content['application/json'].schema)
    expect(Object.keys(responses)).toContain('503')
    const name = parameters.at(-1).$ref.split('/').at(-1)
    expect(document.components.parameters[name].description).toContain('can execute it again')
  })

  it('is refused to what would say something in a head that is sent before there is an answer', async () => {
    const late = [{ status: 201 }, { headers: () => ({}) }, { produces: ['text/plain'] }, { lines: true }] as const
    for (const more of late) {
      const operation = { ...serializeStory, rest: { ...serializeStory.rest, ...more } }
      await expect(serveOperations(world.app, [operation])).rejects.toThrow('tellStory has events')
    }
  })
})

describe('what is refused', () => {
  it('before anything was told is an ordinary answer with its status', async () => {
    play = async () => {
      throw notFound('frog')
    }
    const refused = await Promise.all([
      served.post(undefined, '/stories', {}, { headers: EVENTS }),
      served.post(world.org, '/stories', { title: 'Frogs' }, { headers: EVENTS }),
      ask(undefined, { title: 'x'.repeat(21) }),
      ask(undefined, { title: 'Frogs' }),
      ask({ headers: { ...EVENTS, 'idempotency-key': 'a b' } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 400, 404, 400])
    for (const response of refused) {
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await response.json()).toHaveProperty('code')
    }
  })

  it('after that is the last event, with the body of the refusal', async () => {
    const refusing = (tells: boolean) => async (ctx: Context) => {
      if (tells) await ctx.emit('line', { text: 'Once' })
      throw conflict('frog_taken', 'Somebody has this frog.', '/title')
    }
    play = refusing(false)
    const json = await ask({})
    play = refusing(true)
    const events = await told(await ask())
    expect(events.map(({ name }) => name)).toEqual(['line', 'error'])
    expect(events[1]?.text).toBe(await json.text())
    expect(events[1]?.data).toMatchObject({ code: 'frog_taken', status: '409', source: { pointer: '/title' } })
  })

  it.each<[string, (ctx: Context) => Promise<unknown>]>([
    ['breaks', () => Promise.reject(new Error('hunter2'))],
    ['tells what it does not declare', (ctx) => ctx.emit('hunter2', {})],
    ['tells it in another form', (ctx) => ctx.emit('line', { hunter2: 1 })],
  ])('when it %s tells the id of the request and nothing of the inside', async (_, breaks) => {
    play = async (ctx) => {
      await ctx.emit('line', { text: 'Once' })
      await breaks(ctx)
      return 'never'
    }
    const events = await told(await ask({ headers: { ...EVENTS, 'x-request-id': 'broken-1' } }))
    expect(events.map(({ name }) => name)).toEqual(['line', 'error'])
    expect(events[1]?.data).toEqual({
      code: 'internal_server_error',
      detail: expect.any(String),
      id: 'broken-1',
      title: 'Internal server error',
    })
    expect(served.logged.filter(({ level }) => level === 'error').at(-1)).toMatchObject({
      message: 'internal error',
      fields: { request: 'broken-1', error: { message: expect.any(String), stack: expect.any(String) } },
    })
  })
})

describe('a caller who goes away', () => {
  it.each([
    ['a listener', EVENTS],
    ['one who waits for JSON', {}],
  ])('%s: ends the work, which is told as that and not as an error', async (_, headers) => {
    const { opened, open } = gate()
    let reason: unknown
    play = async (ctx) => {
      await ctx.emit('line', { text: 'Once' })
      open()
      await pause(20_000, undefined, { signal: ctx.signal }).catch((error: Error) => {
        reason = error.cause
        throw error
      })
      return 'never'
    }
    served.logged.splice(0)
    const leaving = new AbortController()
    const answer = ask({ headers, signal: leaving.signal }).then(told)
    await opened
    leaving.abort()
    await expect(answer).rejects.toThrow('aborted')
    expect(await outcome()).toBe('caller_gone')
    expect(reason).toMatchObject({ code: 'caller_gone' })
    expect(served.logged.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  it('ends work that looks at nothing the next time it tells', async () => {
    const { opened, open } = gate()
    let lines = 0
    play = async (ctx) => {
      for (;;) {
        await ctx.emit('line', { text: 'Again' })
        lines++
        open()
        await pause(1)
      }
    }
    served.logged.splice(0)
    const leaving = new AbortController()
    const answer = ask({ headers: EVENTS, signal: leaving.signal }).then(told)
    await opened
    leaving.abort()
    await expect(answer).rejects.toThrow('aborted')
    expect(await outcome()).toBe('caller_gone')
    const then = lines
    await pause(50)
    expect(lines).toBe(then)
  })

  it('after the answer changes nothing: its signal was never aborted', async () => {
    let signal: AbortSignal | undefined
    play = async (ctx) => {
      signal = ctx.signal
      return 'Whole'
    }
    for (const headers of [EVENTS, {}]) {
      const response = await ask({ headers: { ...headers, connection: 'close' } })
      await response.text()
      await pause(50)
      expect(signal?.aborted).toBe(false)
    }
  })
})

describe('a slow reader', () => {
  const PIECE = 'x'.repeat(64 * 1024)
  const PIECES = 1_000

  /** Sends a request, and reads nothing until `read` is called. */
  function askSlowly() {
    const { port, hostname } = new URL(served.url)
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ title: 'Long' })
    const head = {
      host: hostname,
      authorization: world.bob.key,
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'content-length': body.length,
      connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.pause()
    socket.write(`POST /v2/stories HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    return socket
  }

  it('holds the work back, and loses nothing', async () => {
    let pieces = 0
    play = async (ctx) => {
      for (; pieces < PIECES; pieces++) await ctx.emit('line', { text: PIECE })
      return 'Long'
    }
    const socket = askSlowly()
    let before = -1
    while (before !== pieces || pieces === 0) {
      before = pieces
      await pause(200)
    }
    // Only the system buffers of both sockets, and little more.
    expect(pieces).toBeLessThan(PIECES / 2)
    let bytes = 0
    for await (const chunk of socket) bytes += (chunk as Buffer).length
    expect(pieces).toBe(PIECES)
    expect(bytes).toBeGreaterThan(PIECES * PIECE.length)
  })

  it('is let go by who tells without waiting, before memory is full', async () => {
    play = async (ctx) => {
      const all = Array.from({ length: PIECES }, () => ctx.emit('line', { text: PIECE }))
      await Promise.all(all)
      return 'never'
    }
    served.logged.splice(0)
    const socket = askSlowly()
    socket.on('error', () => {})
    expect(await outcome()).toBe('caller_gone')
    socket.destroy()
  })
})

describe('a stop of the server', () => {
  it('lets a stream end by itself for a while', async () => {
    const { opened, open } = gate()
    play = async (ctx) => {
      await ctx.emit('line', { text: 'Once' })
      await opened
      return 'Whole'
    }
    const stopping = await serveOperations(world.app, [serializeStory])
    const events = eventsOf(await stopping.post(world.bob, '/stories', { title: 'Frogs' }, { headers: EVENTS }))
    await events.next()
    const closed = stopping.close()
    await pause(50)
    open()
    expect((await events.next()).value).toMatchObject({ name: 'done', data: { story: 'Whole' } })
    await closed
  })

  it.each([
    ['ends when it is told to', true],
    ['looks at nothing', false],
  ])('ends what takes longer and %s', async (_, heeds) => {
    const { opened, open } = gate()
    play = async (ctx) => {
      await ctx.emit('line', { text: 'Once' })
      await (heeds ? pause(20_000, undefined, { signal: ctx.signal }) : opened)
      return 'never'
    }
    const stopping = await serveOperations(world.app, [serializeStory], { stopSeconds: 0.1 })
    const events = eventsOf(await stopping.post(world.bob, '/stories', { title: 'Frogs' }, { headers: EVENTS }))
    await events.next()
    const startedAt = performance.now()
    const closed = stopping.close()
    expect((await events.next()).value).toMatchObject({
      name: 'error',
      data: { code: 'service_stopping', status: '503' },
    })
    expect((await events.next()).done).toBe(true)
    await closed
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    open()
    expect(await outcome(stopping)).toBe(heeds ? 'service_stopping' : 'ok')
    expect(stopping.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('answers 503 where JSON is waited for', async () => {
    const { opened, open } = gate()
    play = async (ctx) => {
      open()
      await pause(20_000, undefined, { signal: ctx.signal })
      return 'never'
    }
    const stopping = await serveOperations(world.app, [serializeStory], { stopSeconds: 0.1 })
    const answer = stopping.post(world.bob, '/stories', { title: 'Frogs' })
    await opened
    const startedAt = performance.now()
    const closed = stopping.close()
    const { status } = await answer
    await closed
    expect([status, performance.now() - startedAt < 5_000]).toEqual([503, true])
  })

  it('waits for no reader who has stopped reading', async () => {
    play = async (ctx) => {
      for (;;) await ctx.emit('line', { text: 'x'.repeat(64 * 1024) })
    }
    const stopping = await serveOperations(world.app, [serializeStory], { stopSeconds: 0.1 })
    const unread = await stopping.post(world.bob, '/stories', { title: 'Frogs' }, { headers: EVENTS })
    await pause(300)
    const startedAt = performance.now()
    await stopping.close()
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await expect(unread.text()).rejects.toThrow()
  })
})
