/** Retries, idempotency keys, errors and webhook verification of the TypeScript client, against a server with planned answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  Parley,
  ParleyConnectionError,
  type ParleyOptions,
  verifyWebhook,
  WebhookVerificationError,
} from '../../clients/typescript/src/index.ts'

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Answers one request; the last one answers all further requests. */
type Plan = (response: ServerResponse) => void

let plans: Plan[]
let received: Received[]
let baseUrl: string
const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  received.push({ method, url, headers, body: await text(request) })
  const plan = plans.length > 1 ? plans.shift() : plans[0]
  plan?.(response)
})

beforeEach(async () => {
  received = []
  plans = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Plan =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const busy = answer(
  429,
  { code: 'rate_limit_exceeded', title: 'Too many requests', detail: 'Wait.' },
  { 'retry-after': '0' },
)
const found = answer(200, { data: [], meta: {} })
const cut: Plan = (response) => response.destroy()

const parley = (more: Partial<ParleyOptions> = {}) => new Parley({ baseUrl, apiKey: 'k', ...more })
const catchError = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const keys = () => received.map(({ headers }) => headers['idempotency-key'])

describe('retries', () => {
  it('repeat a POST with the same key and body after a rejection and after a lost connection', async () => {
    plans = [busy, cut, answer(409, { code: 'request_in_progress' }), found]
    await parley().createLabel({ body: { name: 'Stage', options: [{ value: 'Open' }] } })
    expect(received.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST'])
    expect(new Set(received.map(({ body }) => body))).toEqual(
      new Set(['{"name":"Stage","options":[{"value":"Open"}]}']),
    )
    expect(keys()[0]).toMatch(/^[\w-]{36}$/)
    expect(new Set(keys()).size).toBe(1)
  })

  it('keep the key of the caller', async () => {
    plans = [busy, found]
    await parley().createInsight({ body: { questions: [] } as never, headers: { 'Idempotency-Key': 'mine' } })
    expect(keys()).toEqual(['mine', 'mine'])
  })

  it('use a new key for each call, and none for reads', async () => {
    plans = [found]
    await parley().testWebhook({ path: { id: 'a' } })
    await parley().testWebhook({ path: { id: 'a' } })
    await parley().listTeams()
    expect(new Set(keys()).size).toBe(3)
    expect(keys()[2]).toBeUndefined()
  })

  it('repeat a PATCH only if it never ran', async () => {
    plans = [busy, cut]
    const update = parley().updateWebhook({ path: { id: 'a' }, body: { enabled: false } })
    expect(await catchError(update)).toBeInstanceOf(ParleyConnectionError)
    expect(received).toHaveLength(2)
  })

  it('end after the given number, with the error of the service', async () => {
    plans = [busy]
    const error = await catchError(parley({ retries: 2 }).listTeams())
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', retryAfter: 0 })
    expect(received).toHaveLength(3)
  })

  it.each([
    ['other errors', answer(400, { code: 'validation_failed', title: 'T', detail: 'D', source: { pointer: '/name' } })],
    ['conflicts', answer(409, { code: 'name_taken', title: 'T', detail: 'D' })],
    ['waits that are too long', answer(429, { code: 'rate_limit_exceeded' }, { 'retry-after': '3600' })],
    ['dates that are too late', answer(503, {}, { 'retry-after': new Date(Date.now() + 9e6).toUTCString() })],
  ])('leave out %s', async (_, plan) => {
    plans = [plan]
    expect(await catchError(parley().createLabel({ body: {} as never }))).toMatchObject({ name: 'ParleyError' })
    expect(received).toHaveLength(1)
  })

  it('end with the signal of the caller', async () => {
    plans = [answer(503, {}, { 'retry-after': '30' })]
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('Enough')), 100)
    expect(await catchError(parley().listTeams({ signal: controller.signal }))).toMatchObject({ message: 'Enough' })
  })

  it('end a request whose response does not start', async () => {
    plans = [() => undefined]
    const error = await catchError(parley({ retries: 0, timeout: 0.1 }).listTeams())
    expect(error).toBeInstanceOf(ParleyConnectionError)
    expect((error as Error).message).toContain('no response started within 0.1 seconds')
  })
})

describe('requests', () => {
  it('have the key, encoded paths and comma-separated lists', async () => {
    plans = [found]
    const client = parley({ apiKey: async () => 'fresh', strict: true })
    await client.getCrmRecord({ path: { code: 'deals', id: 'a/b c' } })
    await client.listConversationBriefs({ query: { 'filter[owner.id]': ['a', 'b'], page: 2 } })
    expect(received.map(({ url }) => url)).toEqual([
      '/v2/crm-records/deals/a%2Fb%20c',
      '/v2/conversations/briefs?filter[owner.id]=a,b&page=2',
    ])
    expect(received[0]?.headers).toMatchObject({ authorization: 'fresh', prefer: 'handling=strict' })
  })

  it('fail with the status if the response is not JSON', async () => {
    plans = [(response) => response.writeHead(502).end('<h1>Bad gateway</h1>')]
    expect(await catchError(parley({ retries: 0 }).listTeams())).toMatchObject({
      status: 502,
      code: 'http_502',
      problem: undefined,
    })
  })

  it('fail with the reason if the service is away', async () => {
    const away = parley({ baseUrl: 'http://127.0.0.1:9/v2', retries: 0 })
    expect(String(await catchError(away.listTeams()))).toContain('ParleyConnectionError')
  })
})

describe('webhooks', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const body = '{"type":"conversation.analyzed","timestamp":"2026-11-20T10:00:00.000Z","data":{"conversation_id":"é"}}'
  const sign = (key = secret, at = new Date()) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('msg_1', at, body),
  })

  it.each([
    ['text', { secret, headers: sign(), body }],
    ['bytes', { secret, headers: new Headers(sign()), body: new TextEncoder().encode(body) }],
    ['several secrets', { secret: [other, secret], headers: sign(), body }],
    [
      'several signatures',
      {
        secret,
        headers: {
          ...sign(),
          'webhook-signature': `v2,AAAA v1,??? ${sign(other)['webhook-signature']} ${sign()['webhook-signature']}`,
        },
        body,
      },
    ],
  ])('are accepted with %s', async (_, options) => {
    const { id, event } = await verifyWebhook(options)
    expect([id, event.type, event.data]).toEqual(['msg_1', 'conversation.analyzed', { conversation_id: 'é' }])
  })

  const old = new Date(Date.now() - 600_000)
  it.each([
    ['another secret', { secret: other, headers: sign(), body }, /No signature/],
    ['another body', { secret, headers: sign(), body: body.replace('analyzed', 'erased') }, /No signature/],
    ['another ID', { secret, headers: { ...sign(), 'webhook-id': 'msg_2' }, body }, /No signature/],
    ['an old time', { secret, headers: sign(secret, old), body }, /300 seconds/],
    ['no time', { secret, headers: { ...sign(), 'webhook-timestamp': 'now' }, body }, /not a time/],
    ['no signature', { secret, headers: { ...sign(), 'webhook-signature': undefined }, body }, /missing/],
  ])('are rejected with %s', async (_, options, message) => {
    const error = await catchError(verifyWebhook(options))
    expect(error).toBeInstanceOf(WebhookVerificationError)
    expect(String(error)).toMatch(message)
  })

  it('are accepted late if the caller allows it', async () => {
    const { id } = await verifyWebhook({ secret, headers: sign(secret, old), body, tolerance: 700 })
    expect(id).toBe('msg_1')
  })

  it('need a secret of the right form', async () => {
    expect(await catchError(verifyWebhook({ secret: 'whsec_€', headers: sign(), body }))).toBeInstanceOf(TypeError)
  })
})
