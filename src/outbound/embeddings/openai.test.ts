import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import type { Embedding } from '../../core/embedding.ts'
import { createServerEmbedding, type ServerPatience } from './openai.ts'

interface Request {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly input: readonly string[] }
}

type Answer = (response: ServerResponse, request: Request) => void | Promise<void>

/** Answers in turn; the last one stays. */
let answers: Answer[] = []
const requests: Request[] = []
const server = createServer(async (incoming, response) => {
  const request = { path: incoming.url, headers: incoming.headers, body: (await json(incoming)) as Request['body'] }
  requests.push(request)
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  await answer?.(response, request)
})

let url: string
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const told: object[] = []
const log = { warn: (one: object) => void told.push(one) } as never
const opened: Embedding[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  requests.length = 0
  told.length = 0
})

const KEY = 'the-actual-key'
function open(patience: Partial<ServerPatience> = {}, at = url): Embedding {
  const embedding = createServerEmbedding({ url: at, key: new Secret(KEY), model: 'small' }, log, {
    firstWaitMs: 5,
    limitMs: { query: 5_000, passage: 5_000 },
    ...patience,
  })
  opened.push(embedding)
  return embedding
}

/** Twice as long as it should be, and in a direction that tells which text it is of. */
const vectorOf = (text: string) => [2 * Math.cos(text.length), 2 * Math.sin(text.length)]
const unitOf = (text: string) => Float32Array.from(vectorOf(text), (part) => part / 2)
const send = (response: ServerResponse, body: unknown, status = 200, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
const entries = (input: readonly string[]) =>
  input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
const good: Answer = (response, { body }) => send(response, { object: 'list', data: entries(body.input) })
const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    send(response, { error: { message: `No. You sent ${KEY}.` } }, code, headers)

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing failed',
    (error) => {
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY)
      return [error.fault, error.reason]
    },
  )

describe('a server of embeddings', () => {
  it('is asked in its protocol, and names the space', async () => {
    answers = [good]
    const embedding = open()
    expect(embedding.model).toBe('openai/small')
    expect(await embedding.embed(['a', 'bb'], 'passage')).toEqual([unitOf('a'), unitOf('bb')])
    expect(requests).toMatchObject([
      {
        path: '/v1/embeddings',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: { model: 'small', input: ['a', 'bb'], encoding_format: 'float' },
      },
    ])
  })

  it('is sent no key when there is none', async () => {
    answers = [good]
    const embedding = createServerEmbedding({ url, key: undefined, model: 'small' }, log)
    opened.push(embedding)
    await embedding.embed(['a'], 'query')
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('gets many texts in batches of bounded number and length', async () => {
    answers = [good]
    const texts = Array.from({ length: 70 }, (_, n) => 'x'.repeat(n + 1))
    expect(await open().embed(texts, 'passage')).toEqual(texts.map(unitOf))
    await open().embed(Array(20).fill('y'.repeat(4_500)), 'passage')
    const sizes = requests.map(({ body }) => body.input.length)
    expect(sizes).toEqual([32, 32, 6, 8, 8, 4])
    for (const { body } of requests) expect(body.input.join('').length).toBeLessThanOrEqual(32_000)
  })

  it('may answer in any order', async () => {
    answers = [(response, { body }) => send(response, { data: entries(body.input).reverse() })]
    expect(await open().embed(['a', 'bb', 'ccc'], 'passage')).toEqual(['a', 'bb', 'ccc'].map(unitOf))
  })

  it('answers a query while passages wait for it', async () => {
    const slow: Answer = async (response, request) => {
      await pause(request.body.input.length > 1 ? 300 : 0)
      await good(response, request)
    }
    answers = [slow]
    const embedding = open()
    const order: string[] = []
    const passages = embedding.embed(Array(200).fill('x'), 'passage').then(() => order.push('passages'))
    await embedding.embed(['y'], 'query').then(() => order.push('query'))
    expect(requests.length).toBeLessThanOrEqual(3)
    await passages
    expect(order).toEqual(['query', 'passages'])
  })
})

describe('a server in trouble', () => {
  const drop: Answer = (response) => void response.destroy()
  const half: Answer = (response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('{"data":[', () => response.destroy())
  }

  it.each([
    ['has failed', status(500)],
    ['is away', status(503)],
    ['has too much to do', status(429)],
    ['dropped the connection', drop],
    ['dropped it in the middle of an answer', half],
  ])('is asked again when it %s', async (_, bad) => {
    answers = [bad, bad, good]
    expect(await open().embed(['a'], 'query')).toEqual([unitOf('a')])
    expect(requests).toHaveLength(3)
    expect(told).toEqual([])
  })

  it.each([
    ['server_error', status(502)],
    ['rate_limited', status(429)],
    ['unreachable', drop],
  ])('is given up after some tries: %s', async (reason, bad) => {
    answers = [bad]
    expect(await faultOf(open().embed(['a'], 'query'))).toEqual(['unavailable', reason])
    expect(requests).toHaveLength(5)
    expect(told).toEqual([{ model: 'small', fault: 'unavailable', reason, texts: 1 }])
  })

  it('is waited for as long as it wishes, and not longer than there is time', async () => {
    answers = [status(429, { 'retry-after': '1' }), good]
    const begun = performance.now()
    await open().embed(['a'], 'query')
    expect(performance.now() - begun).toBeGreaterThan(950)
    for (const wish of ['3600', new Date(Date.now() + 3_600_000).toUTCString()]) {
      answers = [status(503, { 'retry-after': wish })]
      expect(await faultOf(open().embed(['a'], 'query'))).toEqual(['unavailable', 'server_error'])
    }
    expect(requests).toHaveLength(4)
  })

  it('has bounded time, and less for a query', async () => {
    const never: Answer = () => {}
    const endless: Answer = (response) => {
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    }
    for (const answer of [never, endless]) {
      answers = [answer]
      const embedding = open({ limitMs: { query: 150, passage: 60_000 } })
      const passages = faultOf(embedding.embed(['a'], 'passage'))
      expect(await faultOf(embedding.embed(['a'], 'query'))).toEqual(['unavailable', 'timeout'])
      await embedding.close()
      expect(await passages).toEqual(['unavailable', 'closed'])
    }
  })

  it('is not there', async () => {
    const nowhere = open({}, 'http://127.0.0.1:9/v1')
    expect(await faultOf(nowhere.embed(['a'], 'query'))).toEqual(['unavailable', 'unreachable'])
  })
})

describe('a server that refuses', () => {
  it.each([
    [401, 'key'],
    [403, 'key'],
    [404, 'address_or_model'],
    [413, 'too_long'],
    [400, 'request'],
    [422, 'request'],
  ])('with %s is not asked again', async (code, reason) => {
    answers = [status(code)]
    expect(await faultOf(open().embed(['a'], 'passage'))).toEqual(['refused', reason])
    expect(requests).toHaveLength(1)
    expect(told).toEqual([{ model: 'small', fault: 'refused', reason, texts: 1 }])
  })

  it.each([301, 302, 307, 308])('by pointing elsewhere (%s) is not followed', async (code) => {
    answers = [status(code, { location: `${url}/elsewhere` }), good]
    expect(await faultOf(open().embed(['a'], 'passage'))).toEqual(['refused', 'redirected'])
    expect(requests).toHaveLength(1)
  })
})

describe('an answer that is not as agreed', () => {
  const says =
    (body: unknown): Answer =>
    (response) =>
      send(response, body)
  const one = (embedding: unknown, index: unknown = 0) => ({ index, embedding })

  it.each([
    ['is no JSON', 'not_json', '<html>Welcome</html>'],
    ['is empty', 'not_json', ''],
    ['has no data', 'not_schema', { embeddings: [] }],
    ['is packed', 'not_schema', { data: [one('AACAPwAAAEA=')] }],
    ['has words for numbers', 'not_schema', { data: [one([1, 'NaN'])] }],
    ['has numbers beyond all', 'not_schema', '{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}'],
    ['has too few', 'number_of_vectors', { data: [one([1, 2])] }],
    ['has too many', 'number_of_vectors', { data: [one([1, 2]), one([1, 2], 1), one([1, 2], 2)] }],
    ['has one twice', 'number_of_vectors', { data: [one([1, 2]), one([3, 4])] }],
    ['has one for nobody', 'number_of_vectors', { data: [one([1, 2]), one([3, 4], 7)] }],
    ['has two dimensions', 'dimensions_differ', { data: [one([1, 2]), one([1, 2, 3], 1)] }],
    ['has one without direction', 'no_direction', { data: [one([1, 2]), one([0, 0], 1)] }],
    ['does not end', 'too_much', ' '.repeat(9 * 1024 * 1024)],
  ])('since it %s is wrong, and nobody gets it', async (_, reason, body) => {
    answers = [says(body)]
    const embedding = open()
    expect(await faultOf(embedding.embed(['a', 'bb'], 'passage'))).toEqual(['wrong', reason])
    expect(requests).toHaveLength(1)
    answers = [good]
    expect(await embedding.embed(['a'], 'passage')).toEqual([unitOf('a')])
  })
})

it('ends what is under way when it is closed', async () => {
  answers = [status(503, { 'retry-after': '4' })]
  const embedding = open()
  const asked = faultOf(embedding.embed(['a'], 'query'))
  await pause(100)
  await embedding.close()
  expect(await asked).toEqual(['unavailable', 'closed'])
  await pause(50)
  expect(requests).toHaveLength(1)
  expect(told).toEqual([])
})
