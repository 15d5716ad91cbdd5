import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { guardsRecordings } from '../../../testing/guards-recordings.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import {
  attributesOf,
  detailsOf,
  mediaStored,
  putMedia,
  recordedFor,
  TONE,
} from '../../../testing/recordings-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const store = createObjectStore()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ files: store }))
})

const remove = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/conversations/${id}/media`)

describe('does', () => {
  it('removes the recording and its file, and leaves the transcript', async () => {
    const id = await recordedFor(world)
    const name = `${world.acme}/media/${(await mediaStored(world, id))?.id}`
    const { transcript, mediaDuration } = await attributesOf(world, id)
    const answer = await remove(world.bob, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    await world.app.drain(world.acme)
    expect(store.objects.has(name)).toBe(false)
    expect((await detailsOf(world, id)).recording).toBeNull()
    expect(await attributesOf(world, id)).toMatchObject({ transcript, mediaDuration })
  })
})

describe('refuses', () => {
  it('a conversation without one, and one without it any more', async () => {
    const id = await recordedFor(world)
    await remove(world.bob, id)
    for (const one of [id, await importFor(world)]) {
      const answer = await remove(world.bob, one)
      expect([answer.status, answer.body]).toEqual([404, notFound('recording')])
    }
  })
})

it('refuses what a legal hold keeps, as sending another one does', async () => {
  const id = await recordedFor(world)
  const hold = { conversation_id: id, reason: 'Case 7' }
  const before = await mediaStored(world, id)
  await call(world.app, world.alice, 'PUT', `/conversations/${id}/legal-hold`, { body: { on: true, ...hold } })
  for (const answer of [await remove(world.bob, id), await putMedia(world, world.bob, id, TONE)]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'legal_hold'])
  }
  expect(await mediaStored(world, id)).toEqual(before)
})

describe('who may', () => {
  guardsRecordings(() => world, remove)

  it('is the owner of the conversation and admins', async () => {
    for (const caller of [world.org, world.alice, world.bob]) {
      expect((await remove(caller, await recordedFor(world))).status).toBe(204)
    }
    expect((await remove(world.mark, await recordedFor(world))).body.code).toBe('owner_required')
  })
})
