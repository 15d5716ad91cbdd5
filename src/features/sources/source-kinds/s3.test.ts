import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { type ListingBucket, startListingBucket } from '../../../testing/listing-bucket.ts'
import { wave } from '../../../testing/sound.ts'
import {
  type ConnectedSource,
  conversationOf,
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>We sign the contract.\n'
const CAPTIONS = '1\n00:00:01,000 --> 00:00:03,000\nShall we begin?\n'
let world: SourcesWorld
let source: ConnectedSource = { id: '', path: '' }
let bucket: ListingBucket
beforeAll(async () => {
  world = await createSourcesWorld()
  bucket = await startListingBucket()
  closeAfterTests(() => bucket.close())
})

beforeEach(async () => {
  bucket.reset()
  // The source of the test before would look too.
  if (source.id !== '') await call(world.app, world.org, 'DELETE', `/sources/${source.id}`)
  source = await sourceFor(world, {
    ...{ kind: 's3', name: 'Bucket' },
    settings: { bucket: 'calls', prefix: '2026/', endpoint: bucket.url, accessKeyId: 'AKIAEXAMPLE' },
    credentials: { secretAccessKey: 'secret-of-bucket' },
  })
})

let seconds = 1
const put = (
  key: string,
  content: Buffer | string = wave({ seconds: 0.5 + seconds++ / 100, rate: 8_000 }),
  ageMs = 600_000,
) => bucket.put(key, content, new Date(world.app.clock.now().getTime() - ageMs))
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
    expectEvery(bucket.asked, ({ authorization }) => authorization?.startsWith(signature) === true)
    expect(bucket.asked.filter(({ path }) => path.includes('old'))).toEqual([])
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

  it('imports files of one call once, although a page of the list separates them', async () => {
    // Pages have three keys. The second page begins with the recording of the call that ends the first one.
    for (const name of ['a.wav', 'b.wav', 'c.srt', 'c.vtt', 'c.wav', 'd.wav']) {
      put(`2026/${name}`, name.endsWith('.wav') ? undefined : name.endsWith('.vtt') ? VTT : CAPTIONS)
    }
    await look()
    await look()
    const recordings = await recordingsOf(world, source)
    expect(recordings).toHaveLength(4)
    expectEvery<{ hasRecording: boolean }>(recordings, ({ hasRecording }) => hasRecording)
    expect(recordings.filter(({ hasTranscript }: { hasTranscript: boolean }) => hasTranscript)).toHaveLength(1)
  })

  it('imports the transcript with names, if there are several of one call', async () => {
    put('2026/call.srt', CAPTIONS)
    put('2026/call.txt', 'Ann: Shall we begin?\nBen: Please.\nAnn: Good.\n')
    await look()
    const [recording, ...others] = await recordingsOf(world, source)
    expect(others).toEqual([])
    expect((await conversationOf(world, recording.conversationUUID)).transcript).toContain('Ann')
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
    bucket.breaks = 2
    await look()
    expect(await recordingsOf(world, source)).toMatchObject([{ status: 'done', hasRecording: true }])
    const ranges = bucket.asked.filter(({ path }) => path.includes('long')).map(({ range }) => range)
    expect(ranges).toHaveLength(3)
    // Bytes that didn't reach the disk are sent again.
    expect(ranges.slice(1).some((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true)
  })
})

describe('refuses', () => {
  const test = async (id = source.id) => (await call(world.app, world.org, 'POST', `/sources/${id}/test`)).body.data

  it('a key that may not list, and says so', async () => {
    expect(await test()).toMatchObject({ ok: true })
    bucket.refuses = true
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
