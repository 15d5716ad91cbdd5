import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { wave } from '../../../testing/sound.ts'
import {
  type ConnectedSource,
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>We sign the contract.\n'
const PAGE = 3

interface StoredObject {
  readonly content: Buffer
  readonly tag: string
  readonly changedAt: Date
}

let world: SourcesWorld
let source: ConnectedSource = { id: '', path: '' }
let url: string
const objects = new Map<string, StoredObject>()
const asked: { path: string; range: string | undefined; authorization: string | undefined }[] = []
let breaks = 0
let refuses = false
beforeAll(async () => {
  world = await createSourcesWorld()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
    asked.push({ path: pathname, range: request.headers.range, authorization: request.headers.authorization })
    if (refuses) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    const key = decodeURIComponent(pathname.replace(/^\/calls\/?/, ''))
    if (key === '') return void response.writeHead(200, { 'content-type': 'application/xml' }).end(list(searchParams))
    const object = objects.get(key)
    if (object === undefined) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const rest = object.content.subarray(from)
    const size = object.content.length
    const range = from > 0 ? { 'content-range': `bytes ${from}-${size - 1}/${size}` } : {}
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, etag: `"${object.tag}"`, ...range })
    if (breaks > 0) {
      breaks--
      response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () => setTimeout(() => response.destroy(), 20))
      return
    }
    response.end(rest)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTests(async () => void server.close())
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

function list(query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const first = Number(query.get('continuation-token') ?? 0)
  const shown = keys.slice(first, first + PAGE)
  const next = first + PAGE < keys.length ? `<NextContinuationToken>${first + PAGE}</NextContinuationToken>` : ''
  const contents = shown.map((key) => {
    const { content, tag, changedAt } = objects.get(key) as StoredObject
    const facts = `<Size>${content.length}</Size><ETag>&quot;${tag}&quot;</ETag>`
    return `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified>${facts}</Contents>`
  })
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

beforeEach(async () => {
  objects.clear()
  asked.length = 0
  ;[breaks, refuses] = [0, false]
  // The source of the test before would look too.
  if (source.id !== '') await call(world.app, world.org, 'DELETE', `/sources/${source.id}`)
  source = await sourceFor(world, {
    ...{ kind: 's3', name: 'Bucket' },
    settings: { bucket: 'calls', prefix: '2026/', endpoint: url, accessKeyId: 'AKIAEXAMPLE' },
    credentials: { secretAccessKey: 'secret-of-bucket' },
  })
})

let seconds = 1
const put = (
  key: string,
  content: Buffer | string = wave({ seconds: 0.5 + seconds++ / 100, rate: 8_000 }),
  ageMs = 600_000,
) =>
  objects.set(key, {
    content: Buffer.from(content),
    tag: `tag${seconds++}`,
    changedAt: new Date(world.app.clock.now().getTime() - ageMs),
  })
async function look() {
  world.ahead(301_000)
  await world.app.drain(world.acme)
}

describe('does', () => {
  it('imports what is below the prefix, page by page, once, and signs requests', async () => {
    for (const name of ['a', 'b', 'c', 'd']) put(`2026/${name} call+1.wav`)
    put('2026/a call+1.vtt', VTT)
    put('2025/old.wav')
    await look()
    await look()
    const recordings = await recordingsOf(world, source)
    expect(recordings).toHaveLength(4)
    expectEvery<{ status: string }>(recordings, ({ status }) => status === 'done')
    expect(recordings.filter(({ hasTranscript }: { hasTranscript: boolean }) => hasTranscript)).toHaveLength(1)
    const signature = 'AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/'
    expectEvery(asked, ({ authorization }) => authorization?.startsWith(signature) === true)
    expect(asked.filter(({ path }) => path.includes('old'))).toEqual([])
  })

  it('waits for the partner of a new object, and adds one that comes later', async () => {
    put('2026/new.wav', undefined, 0)
    await world.app.drain(world.acme)
    expect(await recordingsOf(world, source)).toEqual([])
    await look()
    put('2026/new.vtt', VTT)
    await look()
    expect(await recordingsOf(world, source)).toMatchObject([{ hasRecording: true, hasTranscript: true }])
  })

  it('imports a replaced object as another call', async () => {
    put('2026/one.wav')
    await look()
    put('2026/one.wav')
    await look()
    expect(await recordingsOf(world, source)).toHaveLength(2)
  })

  it('continues a download that breaks off', async () => {
    put('2026/long.wav')
    breaks = 2
    await look()
    expect(await recordingsOf(world, source)).toMatchObject([{ status: 'done', hasRecording: true }])
    const ranges = asked.filter(({ path }) => path.includes('long')).map(({ range }) => range)
    expect(ranges).toHaveLength(3)
    // Bytes that didn't reach the disk are sent again.
    expect(ranges.slice(1).some((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true)
  })
})

describe('refuses', () => {
  const test = async (id = source.id) => (await call(world.app, world.org, 'POST', `/sources/${id}/test`)).body.data

  it('a key that may not list, and says so', async () => {
    expect(await test()).toMatchObject({ ok: true })
    refuses = true
    expect(await test()).toEqual({
      ok: false,
      detail: 'The bucket rejected the access key, or the key lacks a permission.',
    })
  })

  it('private endpoints that the operator does not allow', async () => {
    const { id } = await sourceFor(world, {
      ...{ kind: 's3', name: 'Inside' },
      settings: { bucket: 'calls', endpoint: 'https://10.0.0.1', accessKeyId: 'AKIAEXAMPLE' },
      credentials: { secretAccessKey: 'secret-of-bucket' },
    })
    expect(await test(id)).toMatchObject({ ok: false, detail: expect.stringMatching(/isn't public/) })
  })
})
