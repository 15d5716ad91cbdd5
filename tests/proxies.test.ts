/** What Parley does behind the real nginx and haproxy, with the configurations that their packages bring. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineOperation } from '../src/core/operation.ts'
import { createTestApp, type TestApp } from '../src/testing/create-test-app.ts'
import { expectEvery } from '../src/testing/expect-every.ts'
import { fileForm } from '../src/testing/file-form.ts'
import { haproxyCommand, nginxCommand, type ReverseProxy, startHaproxy, startNginx } from '../src/testing/proxies.ts'
import { eventsOf } from '../src/testing/read-events.ts'
import { recordedFor, TONE } from '../src/testing/recordings-fixtures.ts'
import { type Served, serveOperations } from '../src/testing/serve-operations.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const LINES = 3_000
const LINE_BYTES = 8_000
const GAP_MS = 600

const takeLine = defineOperation({
  id: 'takeLine',
  summary: 'Takes one line.',
  tag: 'Lines',
  input: z.object({ number: z.number(), padding: z.string() }),
  output: z.object({ taken: z.number(), padding: z.string() }),
  requires: { scope: 'write' },
  rest: { method: 'POST', path: '/lines', status: 202, lines: true, derived: false, bodyLimit: 32 * 1024 * 1024 },
  // As long as an import takes, and an answer as long as a refusal with several faults.
  async handle({ number }) {
    await pause(2)
    return { taken: number, padding: 'x'.repeat(500) }
  },
})

const countSlowly = defineOperation({
  id: 'countSlowly',
  summary: 'Counts to three.',
  tag: 'Lines',
  input: z.object({}),
  output: z.object({ counted: z.number() }),
  requires: { scope: 'write' },
  events: { number: z.object({ is: z.number() }) },
  rest: { method: 'POST', path: '/counts', derived: false },
  async handle(_input, ctx) {
    for (const is of [1, 2, 3]) {
      await ctx.emit('number', { is })
      await pause(GAP_MS)
    }
    return { counted: 3 }
  },
})

let app: TestApp
let world: World
let served: Served
let recorded: string
beforeAll(async () => {
  app = await createTestApp({ listen: true })
  world = await createWorld(app)
  served = await serveOperations(app, [takeLine, countSlowly])
  recorded = await recordedFor(world)
})

const bulk = () => {
  const padding = 'x'.repeat(LINE_BYTES)
  return Array.from({ length: LINES }, (_, index) => `${JSON.stringify({ number: index + 1, padding })}\n`).join('')
}
const key = () => ({ authorization: world.bob.key })
const sendLines = (proxy: ReverseProxy, body: string) =>
  fetch(`${proxy.url}/v2/lines`, {
    method: 'POST',
    headers: { ...key(), 'content-type': 'application/x-ndjson' },
    body,
    signal: AbortSignal.timeout(60_000),
  })

const proxies = [
  ['nginx', nginxCommand, (target: string) => startNginx(target, 'client_max_body_size 64m;')],
  ['haproxy', haproxyCommand, startHaproxy],
] as const

describe.each(proxies)('behind %s', (name, command, start) => {
  describe.skipIf(command === undefined)(`(skipped when there is no ${name})`, () => {
    let toLines: ReverseProxy
    let toApp: ReverseProxy
    beforeAll(async () => {
      toLines = await start(served.url)
      toApp = await start(app.publicUrl())
    })
    afterAll(async () => {
      await toLines?.stop()
      await toApp?.stop()
    })

    it('every line of a bulk import has its result', async () => {
      const answer = await sendLines(toLines, bulk())
      expect(answer.status).toBe(202)
      const results = (await answer.text())
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(results.length).toBe(LINES)
      expectEvery(results, ({ line, taken }, index) => line === index + 1 && taken === line)
    })

    it('events arrive when they are sent, not when the answer is complete', async () => {
      const answer = await fetch(`${toLines.url}/v2/counts`, {
        method: 'POST',
        headers: { ...key(), 'content-type': 'application/json', accept: 'text/event-stream' },
        body: '{}',
      })
      const arrived: [string, number][] = []
      for await (const event of eventsOf(answer)) {
        if (event.name !== 'comment') arrived.push([event.name, performance.now()])
      }
      expect(arrived.map(([event]) => event)).toEqual(['number', 'number', 'number', 'done'])
      const [first, , , last] = arrived
      expect((last?.[1] ?? 0) - (first?.[1] ?? 0)).toBeGreaterThan(GAP_MS * 2)
    })

    it('recordings go up whole, and parts of them come down', async () => {
      const form = fileForm('tone.wav', TONE)
      const put = await fetch(`${toApp.url}/v2/conversations/${recorded}/media`, {
        method: 'PUT',
        headers: { authorization: world.org.key, ...form.headers },
        body: new Uint8Array(form.body),
      })
      expect(put.status).toBe(200)
      const part = await fetch(`${toApp.url}/v2/conversations/${recorded}/media`, {
        headers: { ...key(), range: 'bytes=100-299' },
      })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${TONE.length}`])
      expect(Buffer.from(await part.arrayBuffer())).toEqual(TONE.subarray(100, 300))
    })
  })
})

describe.skipIf(nginxCommand === undefined)('behind nginx as it is installed (skipped when there is no nginx)', () => {
  it('bodies of more than 1 MB are refused by nginx itself, with 413 and its own page', async () => {
    const proxy = await startNginx(served.url)
    try {
      const small = await sendLines(
        proxy,
        bulk()
          .slice(0, 900_000)
          .replace(/[^\n]*$/, ''),
      )
      expect(small.status).toBe(202)
      expect((await small.text()).trimEnd().split('\n').length).toBeGreaterThan(100)
      const large = await sendLines(proxy, bulk().slice(0, 1_200_000))
      expect([large.status, large.headers.get('server')?.startsWith('nginx')]).toEqual([413, true])
    } finally {
      await proxy.stop()
    }
  })
})
