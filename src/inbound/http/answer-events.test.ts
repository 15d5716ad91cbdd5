import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { conflict, notFound } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import { eventsOf, type ToldEvent } from '../../testing/read-events.ts'
import { type PostOptions, type Served, serveOperations } from '../../testing/serve-operations.ts'
import { createGate, EVENTS, readOutcome, story, tellStory } from '../../testing/story-operation.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let served: Served
beforeAll(async () => {
  world = await createWorld()
  served = await serveOperations(world.app, [tellStory])
})
afterEach(() => vi.useRealTimers())

const ask = (more: PostOptions = { headers: EVENTS }, body: unknown = { title: 'Frogs' }) =>
  served.post(world.bob, '/stories', body, more)

const told = async (response: Response): Promise<ToldEvent[]> => Array.fromAsync(eventsOf(response))

describe('an operation with events', () => {
  it('tells each in its turn, and at last what the JSON answer is', async () => {
    story.play = async (ctx) => {
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
    expect(await readOutcome(served)).toBe('ok')
  })

  it('tells at once, while it goes on working', async () => {
    const { opened, open } = createGate()
    story.play = async (ctx) => {
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
    story.play = async () => 'Silence'
    expect(await told(await ask())).toMatchObject([{ name: 'done', data: { story: 'Silence', stored: { a: [1, 2] } } }])
  })

  it('tells any JSON as it is', async () => {
    const unit = fc.constantFrom('a', '\n', '\r', ':', ' ', '\u2028', '\u0000', '"', '\\', 'ä', '🚀', 'data: ')
    const things = fc.array(fc.jsonValue({ stringUnit: unit }), { minLength: 1, maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(things, async (given) => {
        story.play = async (ctx) => {
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
    story.play = async () => 'Asked'
    const type = (await ask({ headers: { accept } })).headers.get('content-type')
    expect(type).toMatch(events ? /^text\/event-stream/ : /^application\/(vnd\.api\+)?json/)
  })

  it('keeps the connection alive while it thinks, once it has begun to tell', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { opened, open } = createGate()
    story.play = async (ctx) => {
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
      const operation = { ...tellStory, rest: { ...tellStory.rest, ...more } }
      await expect(serveOperations(world.app, [operation])).rejects.toThrow('tellStory has events')
    }
  })
})

describe('what is refused', () => {
  it('before anything was told is an ordinary answer with its status', async () => {
    story.play = async () => {
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
    story.play = refusing(false)
    const json = await ask({})
    story.play = refusing(true)
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
    story.play = async (ctx) => {
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
