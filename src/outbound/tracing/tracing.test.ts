/** Spans that a collector receives from the real exporter. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, Secret } from '../../core/config.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { openTracing } from './tracing.ts'

interface ToldSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = (parent: string) => `00-${TRACE}-${parent}-01`

const spans: ToldSpan[] = []
const keys: (string | undefined)[] = []
const collector = createServer((request, answer) => {
  const pieces: Buffer[] = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    keys.push(request.headers['x-key'] as string | undefined)
    const told = JSON.parse(Buffer.concat(pieces).toString())
    for (const { scopeSpans } of told.resourceSpans) for (const { spans: some } of scopeSpans) spans.push(...some)
    answer.setHeader('content-type', 'application/json').end('{}')
  })
})

let world: World
beforeAll(async () => {
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const tracing = openTracing({ endpoint, headers: new Map([['x-key', new Secret('k')]]) }, '1.2.3', { warn: () => {} })
  world = await createWorld()
  const id = await importFor(world)
  await call(world.app, world.bob, 'GET', `/conversations/${id}`, {
    headers: { traceparent: traceparent('1111111111111111') },
  })
  await call(world.app, world.bob, 'GET', '/conversations/00000000-0000-7000-8000-000000000000')
  const asked = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'get_me', arguments: {}, _meta: { traceparent: traceparent('2222222222222222') } },
  }
  await world.app.server.inject({
    ...{ method: 'POST', url: '/mcp', headers: { authorization: world.bob.key, 'content-type': 'application/json' } },
    payload: JSON.stringify(asked),
  })
  await world.app.drain(world.acme)
  await tracing.close()
})
afterAll(() => void collector.close())

const named = (name: string) => spans.filter((span) => span.name === name)
const attributesOf = (span: ToldSpan | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))

describe('spans', () => {
  it('of a request and its operation are a part of the trace of whoever asked', () => {
    const server = named('GET /v2/conversations/:id').find(({ traceId }) => traceId === TRACE)
    expect(server).toMatchObject({ kind: 2, parentSpanId: '1111111111111111' })
    expect(attributesOf(server)).toMatchObject({ 'http.request.method': 'GET', 'http.response.status_code': 200 })
    const inner = named('getConversation').find(({ traceId }) => traceId === TRACE)
    expect(inner).toMatchObject({ parentSpanId: server?.spanId })
    expect(attributesOf(inner)).toEqual({
      ...{ 'parley.organization': world.acme, 'parley.via': 'api_key', 'user.id': world.bob.userId },
    })
  })

  it('of a tool are a part of the trace that its caller tells', () => {
    const [tool] = named('tools/call get_me')
    expect(tool).toMatchObject({ traceId: TRACE, parentSpanId: '2222222222222222' })
    expect(attributesOf(tool)).toMatchObject({ 'gen_ai.tool.name': 'get_me', 'mcp.method.name': 'tools/call' })
    expect(named('getMe')).toMatchObject([{ parentSpanId: tool?.spanId }])
  })

  it('of what is refused tell the code, and nothing that was sent', () => {
    const refused = named('getConversation').filter(({ status }) => status.code === 2)
    expect(refused.map((span) => attributesOf(span)['error.type'])).toEqual(['conversation_not_found'])
  })

  it('of jobs hold those of the steps', () => {
    const [job] = named('job analyze_conversation')
    expect(attributesOf(job)).toMatchObject({ 'parley.organization': world.acme })
    expect(named('step summary')).toMatchObject([{ traceId: job?.traceId, parentSpanId: job?.spanId }])
  })

  it('go with the headers that were set', () => {
    expect(new Set(keys)).toEqual(new Set(['k']))
  })
})

describe('settings', () => {
  it('take what the OpenTelemetry specification has', () => {
    const { tracing } = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eHk%3D, x-team=a',
    })
    expect(tracing?.endpoint).toBe('http://localhost:4318')
    expect([...(tracing?.headers ?? [])].map(([name, value]) => [name, value.reveal()])).toEqual([
      ['authorization', 'Basic eHk='],
      ['x-team', 'a'],
    ])
    expect(readConfig({}).tracing).toBeUndefined()
  })

  it.each(['novalue', 'a=%', '=x', 'a=b,,c=d'])('refuse headers such as %s', (headers) => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: headers })).toThrow(
      'OTEL_EXPORTER_OTLP_HEADERS: must be pairs',
    )
  })
})

describe('a collector that is away', () => {
  it('costs its spans and a line of the log', async () => {
    const lines: string[] = []
    const tracing = openTracing({ endpoint: 'http://127.0.0.1:9', headers: new Map() }, '1', {
      warn: (_fields: unknown, line?: string) => void lines.push(line ?? ''),
    } as never)
    expect((await call(world.app, world.bob, 'GET', '/conversations')).status).toBe(200)
    await tracing.close()
    expect(new Set(lines)).toEqual(new Set(['spans were not sent']))
  })
})
