import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { guardsRecordings } from '../../../testing/guards-recordings.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { mediaStored, putMedia, recordedFor, TONE } from '../../../testing/recordings-fixtures.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  id = await recordedFor(world)
})

async function get(
  headers: Record<string, string> = {},
  { method = 'GET', caller = world.bob, of = id }: { method?: 'GET' | 'HEAD'; caller?: Caller; of?: string } = {},
) {
  const url = `/v2/conversations/${of}/media`
  const answer = await world.app.server.inject({ method, url, headers: { authorization: caller.key, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
}

describe('does', () => {
  it('sends the whole file, to be played where it is opened and taken for nothing else', async () => {
    const { status, headers, content } = await get()
    expect(status).toBe(200)
    expect(content.equals(TONE)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(TONE.length),
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="tone.wav"; filename*=UTF-8''tone.wav`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
  })

  it('sends any part that is asked for, as the whole has it', async () => {
    const place = fc.nat(TONE.length - 1)
    await fc.assert(
      fc.asyncProperty(place, place, async (one, other) => {
        const [first, last] = one < other ? [one, other] : [other, one]
        const { status, headers, content } = await get({ range: `bytes=${first}-${last}` })
        expect([status, headers['content-range'], headers['content-length']]).toEqual([
          206,
          `bytes ${first}-${last}/${TONE.length}`,
          String(last - first + 1),
        ])
        expect(content.equals(TONE.subarray(first, last + 1))).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  it('tells with HEAD what GET would send, whatever part is asked for, and sends nothing', async () => {
    const whole = await get()
    const head = await get({ range: 'bytes=0-9' }, { method: 'HEAD' })
    expect([head.status, head.content.length]).toEqual([200, 0])
    for (const name of ['content-type', 'content-length', 'etag', 'accept-ranges']) {
      expect(head.headers[name]).toBe(whole.headers[name])
    }
  })

  it('sends nothing to who has it already, and the whole to who has a part of another one', async () => {
    const etag = String((await get()).headers.etag)
    const known = await get({ 'if-none-match': etag })
    expect([known.status, known.content.length, known.headers.etag]).toEqual([304, 0, etag])
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    const other = await get({ range: 'bytes=0-9', 'if-range': '"another"' })
    expect([other.status, other.content.length]).toEqual([200, TONE.length])
  })

  it('names the file for everybody, and breaks no header with its name', async () => {
    const odd = await importFor(world)
    await putMedia(world, world.bob, odd, TONE, 'Größe; 100 % \u{1f680}.wav')
    const { headers } = await get({}, { of: odd })
    expect(headers['content-disposition']).toBe(
      `inline; filename="Gr__e; 100 _ __.wav"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%3B%20100%20%25%20%F0%9F%9A%80.wav`,
    )
  })
})

describe('refuses', () => {
  it('a part behind the end with 416, and tells how long it is', async () => {
    const answer = await get({ range: `bytes=${TONE.length}-` })
    expect([answer.status, answer.headers['content-range']]).toEqual([416, `bytes */${TONE.length}`])
    expect(JSON.parse(answer.content.toString())).toEqual(resourceError(416, 'range_not_satisfiable', ''))
  })

  it('a conversation without a recording, or with one that has not come', async () => {
    const none = await importFor(world, { mediaURL: 'https://media.example/call.mp4' })
    const answer = await call(world.app, world.bob, 'GET', `/conversations/${none}/media`)
    expect([answer.status, answer.body]).toEqual([404, notFound('recording')])
  })

  it('with 404 what is gone from the store', async () => {
    const store = createObjectStore()
    const cloud = await createWorld(await createTestApp({ files: store }))
    const lost = await recordedFor(cloud)
    expect((await call(cloud.app, cloud.bob, 'GET', `/conversations/${lost}/media`)).status).toBe(200)
    store.objects.delete(`${cloud.acme}/media/${(await mediaStored(cloud, lost))?.id}`)
    const answer = await call(cloud.app, cloud.bob, 'GET', `/conversations/${lost}/media`)
    expect([answer.status, answer.body]).toEqual([404, notFound('recording')])
  })
})

describe('who may', () => {
  guardsRecordings(
    () => world,
    (caller, of) => call(world.app, caller, 'GET', `/conversations/${of}/media`),
  )

  it('is everyone who sees the conversation', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await get({}, { caller })).status).toBe(200)
    }
  })
})
