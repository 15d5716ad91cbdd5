/** Manifests of watched folders and of prefixes in buckets. */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { type ListingBucket, startListingBucket } from '../../../testing/listing-bucket.ts'
import { wave } from '../../../testing/sound.ts'
import {
  type ConnectedSource,
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'
import { readFolderManifest } from './folder-manifest.ts'

let world: SourcesWorld
let root: string
let bucket: ListingBucket
let source: ConnectedSource = { id: '', path: '' }
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-manifest-'))
  closeAfterTests(() => rm(root, { recursive: true, force: true }))
  world = await createSourcesWorld({ SOURCE_FOLDERS: root })
  bucket = await startListingBucket()
  closeAfterTests(() => bucket.close())
})

type Put = (name: string, content: string | Buffer) => Promise<void>

async function connectFolder(): Promise<Put> {
  const folder = await mkdtemp(join(root, 'calls-'))
  source = await sourceFor(world, { kind: 'folder', name: 'Recorder', settings: { path: folder } })
  return async (name, content) => {
    const path = join(folder, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, content)
    const at = new Date(world.app.clock.now().getTime() - 600_000)
    await utimes(path, at, at)
  }
}

async function connectBucket(): Promise<Put> {
  bucket.reset()
  source = await sourceFor(world, {
    ...{ kind: 's3', name: 'Bucket' },
    settings: { bucket: 'calls', prefix: '2026/', endpoint: bucket.url, accessKeyId: 'AKIAEXAMPLE' },
    credentials: { secretAccessKey: 'secret-of-bucket' },
  })
  return async (name, content) =>
    bucket.put(`2026/${name}`, content, new Date(world.app.clock.now().getTime() - 600_000))
}

async function look() {
  world.ahead(301_000)
  await world.app.drain(world.acme)
}
const faultOf = async () =>
  (await call(world.app, world.org, 'GET', `/sources/${source.id}`)).body.data.fault as string | null
async function attributesOf(id: string) {
  const query = { 'filter[include_internal_participants]': 'true' }
  return (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body.attributes
}

let seconds = 1
const newSound = () => wave({ seconds: 0.5 + seconds++ / 100, rate: 8_000 })
const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>${words}\n`

describe.each([
  ['a watched folder', connectFolder],
  ['a bucket', connectBucket],
])('the manifest of %s', (_, connect) => {
  let put: Put
  beforeEach(async () => {
    // The source of the test before would look too.
    if (source.id !== '') await call(world.app, world.org, 'DELETE', `/sources/${source.id}`)
    put = await connect()
  })

  it('states the facts of calls, and joins files of different names', async () => {
    const lines = [
      'file;recording;id;title;date;owner;participants;links;private',
      `deep/one.vtt;sound/two.wav;${source.id};Renewal;2026-03-17T09:30:00Z;bob@acme.example;Ana <ana@client.example>;account:001A;true`,
    ]
    await put('manifest.csv', lines.join('\n'))
    await put('deep/one.vtt', vtt(`We renew ${source.id}.`))
    await put('sound/two.wav', newSound())
    await put('zz.vtt', vtt(`Another call ${source.id}.`))
    await look()
    await look()
    const recordings = await recordingsOf(world, source)
    expect(recordings).toHaveLength(2)
    const named = recordings.find(({ externalID }: { externalID: string }) => externalID === source.id)
    expect(named).toMatchObject({ status: 'done', hasTranscript: true, hasRecording: true, fault: null })
    expect(await attributesOf(named.conversationUUID)).toMatchObject({
      ...{ title: 'Renewal', liveStreamStartedAt: '2026-03-17T09:30:00.000Z', userUUID: world.bob.userId },
      ...{ participants: [{ name: 'Ana', email: 'ana@client.example' }], private: true },
      linkedCrmRecords: [{ code: 'account', id: '001A' }],
    })
    expect(await faultOf()).toBeNull()
  })

  it('can be JSON', async () => {
    await put('manifest.json', JSON.stringify([{ file: './call.vtt', title: 'From JSON' }]))
    await put('call.vtt', vtt(`Call ${source.id}.`))
    await look()
    const [recording, ...others] = await recordingsOf(world, source)
    expect(others).toEqual([])
    expect(await attributesOf(recording.conversationUUID)).toMatchObject({ title: 'From JSON' })
  })

  it('names an owner who is no user, and the call says so', async () => {
    await put('manifest.csv', 'file,owner\ncall.vtt,nobody@acme.example\n')
    await put('call.vtt', vtt(`Call ${source.id}.`))
    await look()
    expect(await recordingsOf(world, source)).toMatchObject([
      { status: 'done', fault: expect.stringMatching(/manifest names matches no active user/) },
    ])
  })

  it('holds back a call whose entry is wrong, until it is corrected', async () => {
    await put('manifest.csv', 'file,private\nsecret.vtt,perhaps\n')
    await put('secret.vtt', vtt(`Secret ${source.id}.`))
    await put('open.vtt', vtt(`Open ${source.id}.`))
    await look()
    expect(await recordingsOf(world, source)).toHaveLength(1)
    expect(await faultOf()).toBe("Line 2 of manifest.csv can't be used. `private` must be true or false.")
    await put('manifest.csv', 'file,private\nsecret.vtt,yes\n')
    await look()
    const recordings = await recordingsOf(world, source)
    expect(recordings).toHaveLength(2)
    expect(await faultOf()).toBeNull()
  })

  it('holds back all calls if it can’t be read', async () => {
    await put('manifest.csv', 'file,price\ncall.vtt,9\n')
    await put('call.vtt', vtt(`Call ${source.id}.`))
    await look()
    expect(await recordingsOf(world, source)).toEqual([])
    expect(await faultOf()).toMatch(/manifest\.csv can't be read\. Column \d has an unknown name/)
  })
})

describe('paths in a manifest', () => {
  const read = (lines: string[]) =>
    readFolderManifest(Buffer.from(['file,recording', ...lines].join('\n')), 'manifest.csv')

  it.each(['../a.vtt', '/a.vtt', 'b/../../a.vtt', '..\\a.vtt'])('%s is outside of the folder', (path) => {
    expect(read([path]).fault?.message).toMatch(/outside of the folder/)
  })

  it('can have separators of Windows, and parts that change nothing', () => {
    const manifest = read(['.\\deep\\a.vtt,b/./c.wav'])
    expect(manifest.fault).toBeUndefined()
    expect(manifest.find('deep/a')).toMatchObject({ file: 'deep/a.vtt', recording: 'b/c.wav' })
    expect([manifest.toKey('b/c.wav'), manifest.toKey('b/d.wav')]).toEqual(['deep/a', 'b/d'])
  })

  it('of one call are in one line', () => {
    const { fault, isHeld } = read(['a.vtt', 'a.srt', 'b.vtt', '../c.vtt'])
    expect(fault?.message).toMatch(/Line 3 .*line 2 have the same name.* 1 more/)
    expect([isHeld('a'), isHeld('b')]).toEqual([false, false])
  })
})
