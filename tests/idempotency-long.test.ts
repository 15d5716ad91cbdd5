/** `Idempotency-Key` on what takes long: claimed, done outside of any transaction, kept at the end. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { conflict } from '../src/core/errors.ts'
import { type Context, defineOperation } from '../src/core/operation.ts'
import { call } from '../src/testing/call.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { eventsOf } from '../src/testing/read-events.ts'
import { type Served, serveOperations } from '../src/testing/serve-operations.ts'
import { isEmbedded, testEnvironment } from '../src/testing/test-database.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { type Book, type Write, writePage, writesBooks } from './long-work.ts'

const serializeBook = defineOperation({
  id: 'tellBook',
  summary: 'Tells a book, page by page.',
  tag: 'Books',
  input: z.object({ title: z.string() }),
  output: z.object({ id: z.string(), title: z.string() }),
  requires: { scope: 'write' },
  events: { page: z.object({ number: z.int() }) },
  rest: { method: 'POST', derived: false, path: '/told_books' },
  async handle({ title }, ctx) {
    await ctx.emit('page', { number: 1 })
    await write({ title, pages: 2 }, ctx)
    await ctx.emit('page', { number: 2 })
    return { id: randomUUID(), title }
  },
})

/** What the operation does, set by each test. */
let write: Write
let world: World
/** Two servers that know of each other only what the database tells: two processes. */
let here: Served
let there: Served
beforeAll(async () => {
  world = await createWorld()
  const operations = [writesBooks((book, ctx) => write(book, ctx)), serializeBook]
  here = await serveOperations(world.app, operations)
  there = await serveOperations(world.app, operations)
})

let key: string
beforeEach(() => {
  key = randomUUID()
  write = async () => {}
})
afterEach(() => vi.useRealTimers())

interface Answer {
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted on, field by field
  readonly body: any
  readonly headers: Headers
}

async function send(served: Served, book: Partial<Book>, named = key, signal?: AbortSignal): Promise<Answer> {
  const headers = { 'idempotency-key': named }
  const response = await served.post(world.bob, '/books', book, {
    headers,
    ...(signal === undefined ? {} : { signal }),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
}

const owner = <Row extends object>(sql: string, ...parameters: unknown[]) =>
  world.app.store.owner.query<Row>(sql, parameters)

const row = async () =>
  (
    await owner<{ running: boolean; lease: number | null }>(
      `select answer is null as running, extract(epoch from leased_until - now())::float8 as lease
       from kept_answers where key = $1`,
      key,
    )
  )[0]

/** As if no sign of life had come for as long as a lease lasts. */
const lapse = () => owner(`update kept_answers set leased_until = now() - interval '1 second' where key = $1`, key)

/** Work that stands still until it is let go on. */
function held(): { write: Write; begun: Promise<Context>; goOn: () => void } {
  const begun = Promise.withResolvers<Context>()
  const goOn = Promise.withResolvers<void>()
  return {
    begun: begun.promise,
    goOn: goOn.resolve,
    async write(_book, ctx) {
      begun.resolve(ctx)
      await goOn.promise
    },
  }
}

describe('a request that takes long', () => {
  it('is done once and answered again, by any process', async () => {
    const first = await send(here, { title: 'Frogs' })
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    write = () => Promise.reject(new Error('It is not done again.'))
    for (const served of [here, there]) {
      const again = await send(served, { title: 'Frogs' })
      expect([again.status, again.text]).toEqual([201, first.text])
      for (const header of ['location', 'content-type']) {
        expect(again.headers.get(header)).toBe(first.headers.get(header))
      }
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
    const [stored] = await owner<{ answer: Buffer }>('select answer from kept_answers where key = $1', key)
    expect(stored?.answer.includes(first.body.id)).toBe(false)
  })

  it('refuses its key for another request with 422', async () => {
    await send(here, { title: 'Frogs' })
    for (const served of [here, there]) {
      const other = await send(served, { title: 'Toads' })
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    }
  })

  it('holds no transaction while it runs: what it wrote is seen, and others are answered', async () => {
    const work = held()
    write = async (book, ctx) => {
      await writePage(ctx)
      await work.write(book, ctx)
    }
    const answer = send(here, { title: 'Frogs' })
    const ctx = await work.begun
    const requestId = ctx.source.requestId
    expect(await owner('select from audit_log where request_id = $1', requestId)).toHaveLength(1)
    expect(await row()).toMatchObject({ running: true })
    expect((await call(world.app, world.bob, 'GET', '/conversations')).status).toBe(200)
    if (!isEmbedded) {
      const idle = `select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()
                    and pid <> pg_backend_pid()`
      // Those of other tests come and go; this work would hold its own until it is let go on.
      await vi.waitFor(async () => expect(await owner(idle)).toEqual([]), { timeout: 15_000 })
    }
    work.goOn()
    expect((await answer).status).toBe(201)
    expect(await row()).toEqual({ running: false, lease: null })
  })

  it('answers 409 to the same and to another request while it runs, from any process', async () => {
    const work = held()
    write = work.write
    const answer = send(here, { title: 'Frogs' })
    await work.begun
    for (const served of [here, there]) {
      for (const title of ['Frogs', 'Toads']) {
        const early = await send(served, { title })
        expect([early.status, early.body.code]).toEqual([409, 'request_in_progress'])
      }
    }
    work.goOn()
    const { text } = await answer
    expect((await send(there, { title: 'Frogs' })).text).toBe(text)
  })

  it.each<[string, Partial<Book>, Write, number]>([
    ['for its input', {}, async () => {}, 400],
    ['by its work', { title: 'Frogs' }, () => Promise.reject(conflict('frog_taken', 'Taken.')), 409],
    ['by an error of ours', { title: 'Frogs' }, () => Promise.reject(new Error('hunter2')), 500],
  ])('that is refused %s frees its key at once', async (_, book, refusing, status) => {
    write = refusing
    expect((await send(here, book)).status).toBe(status)
    expect(await row()).toBeUndefined()
    write = async () => {}
    expect((await send(there, { title: 'Mended' })).status).toBe(201)
  })

  it('whose caller goes away frees its key', async () => {
    const leaving = new AbortController()
    const begun = Promise.withResolvers<void>()
    write = async (_book, ctx) => {
      begun.resolve()
      await pause(20_000, undefined, { signal: ctx.signal })
    }
    const answer = send(here, { title: 'Frogs' }, key, leaving.signal)
    await begun.promise
    leaving.abort()
    await expect(answer).rejects.toThrow('aborted')
    await vi.waitUntil(async () => (await row()) === undefined)
    write = async () => {}
    expect((await send(here, { title: 'Frogs' })).status).toBe(201)
  })

  it('may be sent anew after a day', async () => {
    const first = await send(here, { title: 'Frogs' })
    await owner(`update kept_answers set kept_at = kept_at - interval '24 hours 1 second' where key = $1`, key)
    const second = await send(there, { title: 'Toads' })
    expect([second.status, second.text === first.text]).toEqual([201, false])
  })
})

describe('a lease', () => {
  it('is renewed as long as the work goes on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const work = held()
    write = work.write
    const answer = send(here, { title: 'Frogs' })
    await work.begun
    expect((await row())?.lease).toBeGreaterThan(50)
    await owner(`update kept_answers set leased_until = now() + interval '5 seconds' where key = $1`, key)
    vi.advanceTimersByTime(20_000)
    await vi.waitUntil(async () => ((await row())?.lease ?? 0) > 50)
    work.goOn()
    expect((await answer).status).toBe(201)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not renewed for work that goes on although nobody waits for it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const work = held()
    write = work.write
    const leaving = new AbortController()
    const answer = send(here, { title: 'Frogs' }, key, leaving.signal)
    const ctx = await work.begun
    leaving.abort()
    await expect(answer).rejects.toThrow('aborted')
    await vi.waitUntil(() => ctx.signal.aborted)
    await lapse()
    vi.advanceTimersByTime(20_000)
    await pause(100)
    expect((await row())?.lease).toBeLessThan(0)
    work.goOn()
    // Nobody took over, so its answer is as good as any.
    await vi.waitUntil(async () => (await row())?.running === false)
    expect((await send(there, { title: 'Frogs' })).headers.get('idempotency-replayed')).toBe('true')
  })

  it('that lapsed is another run for who sends again; the first one is told that it runs, and keeps nothing', async () => {
    const [slow, quick] = [held(), held()]
    write = slow.write
    const first = send(here, { title: 'Frogs' })
    await slow.begun
    await lapse()
    write = quick.write
    const second = send(there, { title: 'Frogs' })
    await quick.begun
    slow.goOn()
    const late = await first
    expect([late.status, late.body.code]).toEqual([409, 'request_in_progress'])
    expect((await send(here, { title: 'Frogs' })).status).toBe(409)
    quick.goOn()
    const { status, text } = await second
    expect(status).toBe(201)
    expect((await send(here, { title: 'Frogs' })).text).toBe(text)
  })

  it('that was lost ends the work at its next sign of life', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const begun = Promise.withResolvers<void>()
    write = async (_book, ctx) => {
      begun.resolve()
      await pause(20_000, undefined, { signal: ctx.signal })
    }
    const first = send(here, { title: 'Frogs' })
    await begun.promise
    await lapse()
    write = async () => {}
    const second = await send(there, { title: 'Frogs' })
    vi.advanceTimersByTime(20_000)
    expect((await first).body.code).toBe('request_in_progress')
    expect((await send(here, { title: 'Frogs' })).text).toBe(second.text)
  })

  it('of a process that was killed holds the key until it has lapsed; then the work is done again', {
    timeout: 60_000,
  }, async () => {
    const program = fileURLToPath(new URL('long-work-process.ts', import.meta.url))
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      env: { PATH: process.env.PATH, ...(await testEnvironment()), PUBLIC_URL },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const url = String((await lines.next()).value)
    expect(url).toMatch(/^http/)
    const headers = {
      authorization: world.bob.key,
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-request-id': `killed.${key}`,
    }
    const killed = fetch(`${url}/books`, { method: 'POST', headers, body: JSON.stringify({ title: 'Frogs' }) })
    const broken = expect(killed).rejects.toThrow('fetch failed')
    expect((await lines.next()).value).toBe('a page is written')
    expect((await send(here, { title: 'Frogs' })).status).toBe(409)
    child.kill('SIGKILL')
    await exit
    await broken
    expect((await send(here, { title: 'Frogs' })).status).toBe(409)
    await lapse()
    write = (_book, ctx) => writePage(ctx)
    const again = await send(here, { title: 'Frogs' })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null])
    // Each run tells of what it wrote.
    expect(await owner('select from audit_log where request_id = $1', `killed.${key}`)).toHaveLength(1)
    const requestId = again.headers.get('x-request-id')
    expect(await owner('select from audit_log where request_id = $1', requestId)).toHaveLength(1)
  })
})

describe('an event stream with a key', () => {
  const tell = (served: Served, accept: string) =>
    served.post(world.bob, '/told_books', { title: 'Frogs' }, { headers: { accept, 'idempotency-key': key } })

  it('is told once; sent again, there is its end alone, in the form that is asked for', async () => {
    const first = await tell(here, 'text/event-stream')
    const events = await Array.fromAsync(eventsOf(first))
    expect(events.map(({ name }) => name)).toEqual(['page', 'page', 'done'])
    const again = await tell(there, 'text/event-stream')
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await Array.fromAsync(eventsOf(again))).toEqual([events[2]])
    const json = await tell(here, 'application/json')
    expect([json.headers.get('content-type'), await json.text()]).toEqual([
      'application/json; charset=utf-8',
      events[2]?.text,
    ])
  })

  it('is kept when it says that it is done, and not before', async () => {
    const work = held()
    write = work.write
    const events = eventsOf(await tell(here, 'text/event-stream'))
    expect((await events.next()).value).toMatchObject({ name: 'page', data: { number: 1 } })
    expect(await row()).toMatchObject({ running: true })
    work.goOn()
    expect((await events.next()).value).toMatchObject({ name: 'page', data: { number: 2 } })
    expect((await events.next()).value).toMatchObject({ name: 'done' })
    expect(await row()).toEqual({ running: false, lease: null })
  })
})

describe('any number of requests at once, at two processes', () => {
  const requests = fc.array(
    fc.record({
      at: fc.boolean(),
      key: fc.nat(1),
      title: fc.constantFrom('Frogs', 'Toads'),
      startsAfter: fc.nat(40),
    }),
    { minLength: 2, maxLength: 12 },
  )
  /** How one run after the other goes. */
  const runs = fc.infiniteStream(fc.record({ refused: fc.boolean(), takes: fc.nat(12) }))

  it('never run together under one key, and end in one answer', async () => {
    let met = 0
    await fc.assert(
      fc.asyncProperty(requests, runs, async (given, fates) => {
        const keys = [randomUUID(), randomUUID()]
        const running = new Set<string>()
        const written: Record<string, string> = {}
        const together: string[] = []
        write = async ({ title }, ctx) => {
          const [, name = ''] = title.split(' ')
          if (running.has(name) || name in written) together.push(ctx.source.requestId ?? '')
          running.add(name)
          const { value: fate } = fates.next()
          await pause(fate?.takes)
          running.delete(name)
          if (fate?.refused) throw conflict('frog_taken', 'Taken.')
          written[name] = title
        }
        const answers = await Promise.all(
          given.map(async ({ at, key: which, title, startsAfter }) => {
            await pause(startsAfter)
            const name = keys[which] ?? ''
            const book = { title: `${title} ${name}` }
            return { name, title: book.title, ...(await send(at ? here : there, book, name)) }
          }),
        )
        expect(together).toEqual([])
        const texts: Record<string, string> = {}
        for (const { name, title, status, text, body } of answers) {
          if (status === 201) {
            expect(title).toBe(written[name])
            texts[name] ??= text
            expect(text).toBe(texts[name])
          } else if (status === 422) {
            expect(body.code).toBe('idempotency_key_reused')
            expect([undefined, title]).not.toContain(written[name])
          } else {
            expect(['request_in_progress', 'frog_taken']).toContain(body.code)
            if (body.code === 'request_in_progress') met++
          }
        }
        for (const [name, title] of Object.entries(written)) {
          expect((await send(here, { title }, name)).text).toBe(texts[name])
          expect((await send(there, { title: 'Newts' }, name)).status).toBe(422)
        }
        const left = 'select count(*)::int as n from kept_answers where key = any($1) and answer is null'
        expect(await owner<{ n: number }>(left, keys)).toEqual([{ n: 0 }])
      }),
      { numRuns: 25 },
    )
    // Some came while another was running, or this proves nothing.
    expect(met).toBeGreaterThan(0)
  })
})
