import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { fileForm } from '../../../testing/file-form.ts'
import { guardsRecordings } from '../../../testing/guards-recordings.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { MP4 } from '../../../testing/media-samples.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import {
  attributesOf,
  detailsOf,
  mediaStored,
  putMedia,
  recordedFor,
  TONE,
  untranscribedFor,
} from '../../../testing/recordings-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { wave } from '../../../testing/sound.ts'
import { createWorld, type World } from '../../../testing/world.ts'

const store = createObjectStore()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ files: store }))
})

const inStore = () => [...store.objects.keys()].filter((name) => name.startsWith(`${world.acme}/media/`))
const nameOf = async (id: string) => `${world.acme}/media/${(await mediaStored(world, id))?.id}`

describe('does', () => {
  it('keeps the file, and tells its form, length and streams', async () => {
    const id = await importFor(world)
    const answer = await putMedia(world, world.bob, id, MP4, 'Größe 1.mp4')
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          status: 'kept',
          failure: null,
          fileName: 'Größe 1.mp4',
          size: MP4.length,
          contentType: 'video/mp4',
          duration: 0.4,
          streams: [
            { kind: 'video', codec: null, language: null, sampleRate: null, channels: null, width: 16, height: 16 },
            { kind: 'audio', codec: 'aac', language: 'deu', sampleRate: 8_000, channels: 1, width: null, height: null },
          ],
          createdAt: expect.any(String),
        },
      },
    ])
    expect(store.objects.get(await nameOf(id))?.equals(MP4)).toBe(true)
  })

  it('leaves a conversation with a transcript as it was, but for a length it did not have', async () => {
    const id = await importFor(world, { transcript: 'Bob: Hello.' })
    const before = await attributesOf(world, id)
    await putMedia(world, world.bob, id, TONE)
    expect(await attributesOf(world, id)).toEqual({ ...before, mediaDuration: 1 })
    expect((await detailsOf(world, id)).transcription).toBeNull()
  })

  it('has one without a transcript wait for it, and says why', async () => {
    const body = { mediaFollows: true, userID: world.bob.userId, conversationStartedAt: '2026-03-01T10:00:00Z' }
    const { uuid } = (await call(world.app, world.org, 'POST', '/conversations/import', { body })).body
    expect((await detailsOf(world, uuid)).transcription).toMatchObject({ status: 'waiting', reason: 'no_recording' })
    await putMedia(world, world.bob, uuid, TONE)
    expect((await detailsOf(world, uuid)).transcription).toMatchObject({
      status: 'waiting',
      reason: 'no_transcriber',
      detail: 'No transcriber is configured. Transcription starts when one is available.',
    })
    expect(await attributesOf(world, uuid)).toMatchObject({
      transcriptStatus: 'pending',
      processingStatus: 'pending',
      mediaDuration: 1,
      liveStreamEndedAt: '2026-03-01T10:00:01.000Z',
    })
  })

  it('takes the place of the one there was, of which nothing is kept', async () => {
    const id = await recordedFor(world)
    const first = await nameOf(id)
    expect((await putMedia(world, world.alice, id, wave({ seconds: 2 }))).body.data.duration).toBe(2)
    expect(inStore()).toContain(first)
    await world.app.drain(world.acme)
    expect(inStore()).not.toContain(first)
    expect(inStore()).toContain(await nameOf(id))
  })

  it('ends with one recording when two are sent at the same moment, and keeps no other file', async () => {
    const id = await importFor(world)
    const before = inStore().length
    const answers = await Promise.all([1, 2, 3].map((n) => putMedia(world, world.bob, id, wave({ seconds: n / 10 }))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await world.app.drain(world.acme)
    expect(inStore()).toHaveLength(before + 1)
    expect(inStore()).toContain(await nameOf(id))
  })

  it('gives a form for the store, to be sent to directly', async () => {
    const id = await importFor(world)
    const body = { fileName: 'call.mp4', fileSize: 1_000 }
    const answer = await call(world.app, world.bob, 'PUT', `/conversations/${id}/media`, { body })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        data: { status: 'awaited', fileName: 'call.mp4', size: 1_000, contentType: null, streams: [] },
        upload: { fields: { key: await nameOf(id), max: '1000' }, expiresAt: expect.any(String) },
      },
    ])
  })

  it('goes with the conversation when that is erased, and not before', async () => {
    const id = await untranscribedFor(world)
    const name = await nameOf(id)
    await call(world.app, world.bob, 'DELETE', `/conversations/${id}`)
    await world.app.drain(world.acme)
    expect(inStore()).toContain(name)
    await call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect(inStore()).toContain(name)
    store.away = true
    await world.app.drain(world.acme)
    store.away = false
    expect(inStore()).toContain(name)
    // The store was away: the file goes when it is back.
    const owner = world.app.store.owner
    await owner.query(`update pgboss.job set start_after = now() where name = 'discard_media' and group_id = $1`, [
      world.acme,
    ])
    await world.app.drain(world.acme)
    expect(inStore()).not.toContain(name)
  })
})

describe('refuses', () => {
  it.each([
    ['what is no media', 'no media at all'],
    ['an empty file', ''],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
  ])('%s, and keeps nothing of it', async (_, content) => {
    const id = await recordedFor(world)
    const before = [inStore(), await mediaStored(world, id)]
    const answer = await putMedia(world, world.bob, id, content)
    expect([answer.status, answer.body]).toEqual([400, refusedField('/file')])
    expect([inStore(), await mediaStored(world, id)]).toEqual(before)
  })

  it.each([
    [{}, '/fileName'],
    [{ fileName: 'call.mp4' }, '/fileSize'],
    [{ fileName: '', fileSize: 5 }, '/fileName'],
    [{ fileName: 'call.mp4', fileSize: 0 }, '/fileSize'],
    [{ fileName: 'call.mp4', fileSize: 2 * 1024 ** 3 + 1 }, '/fileSize'],
    [{ file: 'call.mp4' }, '/file'],
  ])('%j', async (body, pointer) => {
    const id = await importFor(world)
    const answer = await call(world.app, world.bob, 'PUT', `/conversations/${id}/media`, { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject(refusedField(pointer))
  })

  it('a file under another name, two files, and a form that is none', async () => {
    const id = await importFor(world)
    const send = (form: { body: Buffer; headers: Record<string, string> }) =>
      call(world.app, world.bob, 'PUT', `/conversations/${id}/media`, form)
    expect((await send(fileForm('a.wav', TONE, {}, 'media'))).body).toEqual(refusedField('/file'))
    const { body, headers } = fileForm('a.wav', TONE)
    expect((await send({ body: body.subarray(0, body.length - 60), headers })).status).toBe(400)
    expect(await mediaStored(world, id)).toBeUndefined()
  })
})

describe('who may', () => {
  guardsRecordings(
    () => world,
    (caller, id) => putMedia(world, caller, id, TONE),
  )

  it('is the owner of the conversation and admins; of those who see it the others are told so', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.bob]) {
      expect((await putMedia(world, caller, id, TONE)).status).toBe(200)
    }
    const before = await mediaStored(world, id)
    const files = inStore().length
    const answer = await putMedia(world, world.mark, id, TONE)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    expect([await mediaStored(world, id), inStore().length]).toEqual([before, files])
  })
})
