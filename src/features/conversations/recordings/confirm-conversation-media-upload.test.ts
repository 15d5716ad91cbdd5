import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { guardsRecordings } from '../../../testing/guards-recordings.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { attributesOf, detailsOf, mediaStored, putMedia, TONE } from '../../../testing/recordings-fixtures.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const store = createObjectStore()
let now = new Date()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ files: store, clock: { now: () => now } }))
})

/** A conversation without a transcript, and the form for its recording. */
async function promised() {
  const body = { mediaFollows: true, userID: world.bob.userId }
  const { uuid: id } = (await call(world.app, world.org, 'POST', '/conversations/import', { body })).body
  const asked = { body: { fileName: 'call.wav', fileSize: 100_000 } }
  const { upload } = (await call(world.app, world.bob, 'PUT', `/conversations/${id}/media`, asked)).body
  return { id: id as string, form: upload as { fields: Record<string, string> } }
}
const confirm = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'POST', `/conversations/${id}/media/uploaded`)
const hoursPass = async (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
  await world.app.drain(world.acme)
}

describe('does', () => {
  it('has the file read that was sent, and what follows from it done', async () => {
    const { id, form } = await promised()
    store.send(form, TONE)
    const answer = await confirm(world.bob, id)
    expect([answer.status, answer.body]).toMatchObject([202, { data: { status: 'awaited', size: 100_000 } }])
    await world.app.drain(world.acme)
    expect(await detailsOf(world, id)).toMatchObject({
      recording: { status: 'kept', size: TONE.length, contentType: 'audio/wav', duration: 1 },
      transcription: { status: 'waiting', reason: 'no_transcriber' },
    })
    expect((await attributesOf(world, id)).mediaDuration).toBe(1)
    const played = await call(world.app, world.bob, 'GET', `/conversations/${id}/media`)
    expect([played.status, Number(played.headers['content-length'])]).toEqual([200, TONE.length])
  })

  it('reads it once, however often it is told', async () => {
    const { id, form } = await promised()
    store.send(form, TONE)
    const answers = await Promise.all([confirm(world.bob, id), confirm(world.alice, id), confirm(world.org, id)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    await world.app.drain(world.acme)
    const kept = await mediaStored(world, id)
    expect((await confirm(world.bob, id)).body.data.status).toBe('kept')
    await hoursPass(3)
    expect(await mediaStored(world, id)).toEqual(kept)
  })

  it('asks the store while others go on', async () => {
    const { id, form } = await promised()
    store.send(form, TONE)
    const change = { body: { title: 'Meanwhile' } }
    let others: number | undefined
    store.meanwhile = async () => {
      const changed = call(world.app, world.bob, 'PUT', `/conversations/${id}/title`, change)
      others = await Promise.race([changed.then(({ status }) => status), pause(5_000, undefined)])
    }
    expect((await confirm(world.bob, id)).status).toBe(202)
    expect(others).toBe(200)
  })

  it('finds by itself what was sent and never told, when the form has ended', async () => {
    const { id, form } = await promised()
    await hoursPass(1.5)
    store.send(form, TONE)
    expect((await detailsOf(world, id)).recording.status).toBe('awaited')
    await hoursPass(1)
    expect((await detailsOf(world, id)).recording.status).toBe('kept')
  })

  it('names what never came, and what is no recording, of which nothing is kept', async () => {
    const [never, wrong] = [await promised(), await promised()]
    store.send(wrong.form, 'no media')
    await hoursPass(3)
    expect((await detailsOf(world, never.id)).recording).toMatchObject({ status: 'failed', failure: 'not_received' })
    expect((await detailsOf(world, wrong.id)).recording).toMatchObject({ status: 'failed', failure: 'not_media' })
    expect(store.objects.has(String(wrong.form.fields.key))).toBe(false)
    expect((await detailsOf(world, never.id)).transcription).toMatchObject({
      status: 'waiting',
      reason: 'no_recording',
    })
  })

  it('keeps the recording that has taken its place meanwhile', async () => {
    const { id, form } = await promised()
    store.send(form, TONE)
    store.meanwhile = () => putMedia(world, world.bob, id, TONE, 'second.wav')
    await hoursPass(3)
    expect((await detailsOf(world, id)).recording).toMatchObject({ status: 'kept', fileName: 'second.wav' })
    expect(store.objects.has(String(form.fields.key))).toBe(false)
  })
})

describe('refuses', () => {
  it('what has not arrived', async () => {
    const { id } = await promised()
    const answer = await confirm(world.bob, id)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'not_received', '')])
  })

  it('a conversation that waits for none', async () => {
    const answer = await confirm(world.bob, await importFor(world))
    expect([answer.status, answer.body]).toEqual([404, notFound('recording')])
  })
})

describe('who may', () => {
  guardsRecordings(() => world, confirm)

  it('is the owner of the conversation and admins', async () => {
    const { id, form } = await promised()
    store.send(form, TONE)
    for (const caller of [world.org, world.alice, world.bob]) expect((await confirm(caller, id)).status).toBe(202)
    expect((await confirm(world.mark, id)).body.code).toBe('owner_required')
  })
})
