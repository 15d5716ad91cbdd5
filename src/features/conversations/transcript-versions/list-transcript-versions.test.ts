import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}/transcript-versions`, { query })

describe('does', () => {
  it('tells each version with who wrote it, newest first, page by page', async () => {
    const id = await importFor(world)
    await call(world.app, world.mark, 'PUT', `/conversations/${id}/transcript`, {
      body: { transcript: { segments: [{ speaker: 'Bob', text: 'Shall we all begin now?', start: 0, end: 2 }] } },
    })
    const { body } = await list(world.bob, id)
    expect(body.data).toEqual([
      {
        version: 2,
        form: 'V1',
        sourceFormat: expect.any(String),
        segments: 1,
        words: 5,
        createdBy: world.mark.userId,
        createdAt: expect.any(String),
        restoredVersion: null,
        restriction: null,
      },
      {
        version: 1,
        form: 'V1',
        sourceFormat: expect.any(String),
        segments: 1,
        words: 3,
        createdBy: null,
        createdAt: expect.any(String),
        restoredVersion: null,
        restriction: null,
      },
    ])
    const second = await list(world.bob, id, { size: '1', page: '2' })
    expect([second.body.data.length, second.body.data[0].version, second.body.meta.totalRecords]).toEqual([1, 1, 2])
  })

  it('is empty where there is no transcript yet', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    expect((await list(world.bob, id)).body.data).toEqual([])
  })
})

describe('refuses', () => {
  it('a page that is none', async () => {
    expect((await list(world.bob, await importFor(world), { page: '0' })).status).toBe(400)
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
