/** Events whose reader goes away or is slow, or whose server stops. */
import { connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
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

describe('a caller who goes away', () => {
  it.each([
    ['a listener', EVENTS],
    ['one who waits for JSON', {}],
  ])('%s: ends the work, which is told as that and not as an error', async (_, headers) => {
    const { opened, open } = createGate()
    let reason: unknown
    story.play = async (ctx) => {
      await ctx.emit('line', { text: 'Once' })
      open()
      await pause(60_000, undefined, { signal: ctx.signal }).catch((error: Error) => {
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
    expect(await readOutcome(served)).toBe('caller_gone')
    expect(reason).toMatchObject({ code: 'caller_gone' })
    expect(served.logged.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  it('ends work that looks at nothing the next time it tells', async () => {
    const { opened, open } = createGate()
    let lines = 0
    story.play = async (ctx) => {
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
    expect(await readOutcome(served)).toBe('caller_gone')
    const then = lines
    await pause(50)
    expect(lines).toBe(then)
  })

  it('after the answer changes nothing: its signal was never aborted', async () => {
    let signal: AbortSignal | undefined
    story.play = async (ctx) => {
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
  /** Turns of the event loop without a piece, after which the work is held. A socket with room takes one within a few. */
  const HELD_TURNS = 2_000

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
    story.play = async (ctx) => {
      for (; pieces < PIECES; pieces++) await ctx.emit('line', { text: PIECE })
      return 'Long'
    }
    const socket = askSlowly()
    let before = -1
    while (before !== pieces || pieces === 0) {
      before = pieces
      for (let turn = 0; turn < HELD_TURNS; turn++) await nextTurn()
    }
    // Only the system buffers of both sockets, and little more.
    expect(pieces).toBeLessThan(PIECES / 2)
    let bytes = 0
    for await (const chunk of socket) bytes += (chunk as Buffer).length
    expect(pieces).toBe(PIECES)
    expect(bytes).toBeGreaterThan(PIECES * PIECE.length)
  })

  it('is let go by who tells without waiting, before memory is full', async () => {
    story.play = async (ctx) => {
      const all = Array.from({ length: PIECES }, () => ctx.emit('line', { text: PIECE }))
      await Promise.all(all)
      return 'never'
    }
    served.logged.splice(0)
    const socket = askSlowly()
    socket.on('error', () => {})
    expect(await readOutcome(served)).toBe('caller_gone')
    socket.destroy()
  })
})

describe('a stop of the server', () => {
  it('lets a stream end by itself for a while', async () => {
    const { opened, open } = createGate()
    story.play = async (ctx) => {
      await ctx.emit('line', { text: 'Once' })
      await opened
      return 'Whole'
    }
    const stopping = await serveOperations(world.app, [tellStory])
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
    const { opened, open } = createGate()
    story.play = async (ctx) => {
      await ctx.emit('line', { text: 'Once' })
      await (heeds ? pause(60_000, undefined, { signal: ctx.signal }) : opened)
      return 'never'
    }
    const stopping = await serveOperations(world.app, [tellStory], { stopSeconds: 0.1 })
    const events = eventsOf(await stopping.post(world.bob, '/stories', { title: 'Frogs' }, { headers: EVENTS }))
    await events.next()
    const closed = stopping.close()
    expect((await events.next()).value).toMatchObject({
      name: 'error',
      data: { code: 'service_stopping', status: '503' },
    })
    expect((await events.next()).done).toBe(true)
    await closed
    open()
    expect(await readOutcome(stopping)).toBe(heeds ? 'service_stopping' : 'ok')
    expect(stopping.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('answers 503 where JSON is waited for', async () => {
    const { opened, open } = createGate()
    story.play = async (ctx) => {
      open()
      await pause(60_000, undefined, { signal: ctx.signal })
      return 'never'
    }
    const stopping = await serveOperations(world.app, [tellStory], { stopSeconds: 0.1 })
    const answer = stopping.post(world.bob, '/stories', { title: 'Frogs' })
    await opened
    const closed = stopping.close()
    const { status } = await answer
    await closed
    // Without a stop, the work would end in a minute with 200.
    expect(status).toBe(503)
  })

  it('waits for no reader who has stopped reading', async () => {
    story.play = async (ctx) => {
      for (;;) await ctx.emit('line', { text: 'x'.repeat(64 * 1024) })
    }
    const stopping = await serveOperations(world.app, [tellStory], { stopSeconds: 0.1 })
    const unread = await stopping.post(world.bob, '/stories', { title: 'Frogs' }, { headers: EVENTS })
    await pause(300)
    await stopping.close()
    await expect(unread.text()).rejects.toThrow()
  })
})
