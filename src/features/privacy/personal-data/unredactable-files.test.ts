/** What cannot be rewritten: recordings in which a person may be heard, and files that mention them. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PublicFetch } from '../../../core/public-fetch.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import {
  fileSourceFor,
  passagesStored,
  SOURCES,
  attributesOf as sourceAttributes,
} from '../../../testing/knowledge-fixtures.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { erasureFor } from '../../../testing/privacy-fixtures.ts'
import {
  attributesOf,
  detailsOf,
  mediaStored,
  recordedFor,
  TONE,
  untranscribedFor,
} from '../../../testing/recordings-fixtures.ts'
import { createTranscriberServer, heardOf, type TranscriberServer } from '../../../testing/transcriber-server.ts'
import { createWorld, type World } from '../../../testing/world.ts'

const LINK = 'https://media.example/call.wav'
const fetchPublic: PublicFetch = Object.assign(async () => new Response(new Uint8Array(TONE)), {
  refusalOf: async () => undefined,
})
const store = createObjectStore()
let now = new Date()
let server: TranscriberServer
let world: World
beforeAll(async () => {
  server = await createTranscriberServer()
  const clock = { now: () => now }
  world = await createWorld(await createTestApp({ clock, files: store, fetchPublic, transcriber: server.url }))
})
let person = 0
let email = ''
let name = ''
beforeEach(() => {
  person++
  email = `ann.${person}@orig.example`
  name = `Ann Orig${person}`
  server.script = () => ({ body: heardOf([0, 1, `${name} speaks.`]) })
})

const said = () => ({
  participants: [{ name, email }],
  transcript: { segments: [{ speaker: name, text: `This is ${name}.`, start: 0, end: 1 }] },
})
const told = async (id: string) => (await call(world.app, world.org, 'GET', `/privacy/erasures/${id}`)).body.data
/** Makes one and waits for it. */
async function erased(given: Record<string, unknown> = {}) {
  const id = await erasureFor(world, { email, ...given })
  await world.app.drain(world.acme)
  return told(id)
}
const recordingOf = async (id: string) => `${world.acme}/media/${(await mediaStored(world, id))?.id}`
const fileOf = (id: string) => `${world.acme}/knowledge/${id}`
const hold = (body: Record<string, unknown>) =>
  call(world.app, world.org, 'POST', '/legal-holds', { body: { reason: 'Matter', ...body } })

describe('recordings', () => {
  it('go with their links, and the transcript stays, masked: nothing plays them, nobody transcribes them anew', async () => {
    const id = await recordedFor(world, { ...said(), mediaURL: LINK })
    const file = await recordingOf(id)
    const link = (await call(world.app, world.bob, 'GET', `/conversations/${id}/media-link`)).body.data.url
    expect(await erased()).toMatchObject({
      ...{ status: 'finished', originals: 'delete' },
      counts: { conversations: 1, recordings_deleted: 1, recording_links_deleted: 1 },
      leftovers: { recordings_elsewhere: 1 },
    })
    expect(store.objects.has(file)).toBe(false)
    expect(await attributesOf(world, id)).toMatchObject({
      transcript: expect.stringMatching(/^(\[PERSON \w{4}\]): This is \1\.$/),
      mediaURL: null,
    })
    expect((await detailsOf(world, id)).recording).toBeNull()
    const played = await world.app.server.inject({ url: new URL(link).pathname + new URL(link).search })
    expect(played.statusCode).toBe(404)
    const again = await call(world.app, world.bob, 'POST', `/conversations/${id}/transcription`)
    expect([again.status, again.body.code]).toEqual([409, 'no_recording'])
    const log = await call(world.app, world.org, 'GET', '/audit-log', { query: { operation: 'erasePerson' } })
    expect(log.text).toContain(file.split('/').at(-1))
  })

  it('stay when they are asked to, and when the person is only spoken of', async () => {
    const own = await recordedFor(world, said())
    const other = await recordedFor(world, { transcript: `Bob: I met ${email}.` })
    expect(await erased({ originals: 'keep' })).toMatchObject({
      originals: 'keep',
      counts: { conversations: 2 },
      leftovers: { recordings: 1 },
    })
    for (const id of [own, other]) expect(store.objects.has(await recordingOf(id))).toBe(true)
  })

  it('stay where a hold keeps them, also one that came meanwhile, and are counted where all goes', async () => {
    const [free, held] = await Promise.all([recordedFor(world, said()), recordedFor(world, said())])
    const [gone, kept] = await Promise.all([free, held].map(recordingOf))
    const id = await erasureFor(world, { email, mode: 'erase_conversations' })
    await call(world.app, world.alice, 'PUT', `/conversations/${held}/legal-hold`, { body: { on: true, reason: 'x' } })
    await world.app.drain(world.acme)
    expect(await told(id)).toMatchObject({
      counts: { conversations_erased: 1, recordings_deleted: 1 },
      leftovers: { held_conversations: 1 },
    })
    expect([gone, kept].map((one) => store.objects.has(one ?? ''))).toEqual([false, true])
  })

  /** The transcriber is heard out only when the person has been taken out of everything. */
  async function erasedWhileHeard(): Promise<string> {
    let erasure: string | undefined
    server.script = async () => {
      if (erasure === undefined) {
        erasure = await erasureFor(world, { email, names: [name] })
        await world.app.drain(world.acme)
      }
      return { body: heardOf([0, 1, `${name} speaks.`]) }
    }
    await world.app.drain(world.acme)
    return erasure ?? ''
  }

  it('bring no words back when they go while they are heard again, from elsewhere too', async () => {
    const id = await importFor(world, { ...said(), mediaURL: LINK })
    await world.app.drain(world.acme)
    await call(world.app, world.bob, 'POST', `/conversations/${id}/transcription`)
    expect(await told(await erasedWhileHeard())).toMatchObject({
      status: 'finished',
      counts: { recording_links_deleted: 1 },
    })
    expect(await attributesOf(world, id)).toMatchObject({
      transcript: expect.stringMatching(/^(\[PERSON \w{4}\]): This is \1\.$/),
      transcriptVersion: 1,
    })
    expect((await detailsOf(world, id)).transcription).toMatchObject({ status: 'failed', reason: 'recording_gone' })
  })

  it('become no transcript when they go while they are heard for the first time', async () => {
    const fields = { userID: world.bob.userId ?? '', participants: JSON.stringify([{ name, email }]) }
    const id = await untranscribedFor(world, fields)
    expect(await told(await erasedWhileHeard())).toMatchObject({ counts: { recordings_deleted: 1 } })
    expect(await attributesOf(world, id)).toMatchObject({
      ...{ transcriptStatus: 'none', processingStatus: 'failed', transcript: null },
      participants: [{ email: null }],
    })
    expect((await detailsOf(world, id)).transcription).toMatchObject({ status: 'failed', reason: 'recording_gone' })
  })

  it('that were still to be sent do not lie about when they come after all', async () => {
    const id = await importFor(world, said())
    const body = { fileName: 'late.wav', fileSize: TONE.length }
    const { upload } = (await call(world.app, world.bob, 'PUT', `/conversations/${id}/media`, { body })).body
    expect((await erased()).counts.recordings_deleted).toBe(1)
    store.send(upload, TONE)
    expect(store.objects.has(upload.fields.key)).toBe(true)
    now = new Date(now.getTime() + 3 * 3_600_000)
    await world.app.drain(world.acme)
    expect(store.objects.has(upload.fields.key)).toBe(false)
  })
})

describe('files of the knowledge base', () => {
  it('go, and what search finds stays, masked', async () => {
    const id = await fileSourceFor(world, `About ${name}.txt`, `Prices.\n\nAsk ${name}, ${email}.`)
    const other = await fileSourceFor(world, 'other.txt', 'Ask Ann.')
    await world.app.drain(world.acme)
    expect(await erased({ names: [name] })).toMatchObject({
      counts: { knowledge_sources: 1, files_deleted: 1 },
      leftovers: {},
    })
    expect([id, other].map((one) => store.objects.has(fileOf(one)))).toEqual([false, true])
    expect(await sourceAttributes(world, id)).toMatchObject({
      ...{ status: 'indexed', error: null, file_removed_at: now.toISOString(), chunk_count: 1 },
      file_name: expect.stringMatching(/^About \[PERSON \w{4}\]\.txt$/),
    })
    expect((await sourceAttributes(world, other)).file_removed_at).toBeNull()
    expect(await passagesStored(world, id)).toMatchObject([
      { text: expect.stringMatching(/^Prices\.\n\nAsk \[PERSON \w{4}\], \[EMAIL\]\.$/) },
    ])
    // Somebody else who is in it finds no file to delete any more, and the source goes as any other.
    expect(await erased({ email: 'prices@orig.example', names: ['Prices'] })).toMatchObject({
      counts: { knowledge_sources: 1 },
      leftovers: {},
    })
    const path = `${SOURCES}/${id}`
    expect((await call(world.app, world.org, 'PATCH', path, { body: { title: 'Prices' } })).status).toBe(200)
    expect((await call(world.app, world.org, 'POST', `${path}/uploaded`)).body.code).toBe('file_removed')
    expect((await call(world.app, world.org, 'DELETE', path)).status).toBe(204)
  })

  it('stay when they are asked to, and when a hold came meanwhile', async () => {
    const id = await fileSourceFor(world, 'a.txt', `Ask ${email}.`)
    await world.app.drain(world.acme)
    expect(await erased({ originals: 'keep' })).toMatchObject({ leftovers: { files: 1 } })
    const next = await fileSourceFor(world, 'b.txt', `Ask ${email}.`)
    await world.app.drain(world.acme)
    const erasure = await erasureFor(world, { email })
    await hold({ participantEmail: email })
    await world.app.drain(world.acme)
    expect(await told(erasure)).toMatchObject({ leftovers: { files: 1, held_persons: 1 } })
    expect([id, next].map((one) => store.objects.has(fileOf(one)))).toEqual([true, true])
  })

  it('go unread when they are not read yet, also those that are still to come', async () => {
    const body = { file_name: `${email}.txt`, file_size: 5 }
    const { data, upload } = (await call(world.app, world.org, 'POST', `${SOURCES}/upload`, { body })).body
    expect(await erased()).toMatchObject({ counts: { files_deleted: 1 }, leftovers: {} })
    expect(await sourceAttributes(world, data.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('deleted before it was indexed'),
    })
    store.send(upload, email.slice(0, 5))
    now = new Date(now.getTime() + 3 * 3_600_000)
    await world.app.drain(world.acme)
    expect(store.objects.has(fileOf(data.id))).toBe(false)
    expect((await sourceAttributes(world, data.id)).status).toBe('failed')
  })
})
