import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string, version: string | number, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}/transcript-versions/${version}`, { query })
const talk = (given: Record<string, unknown> = {}) =>
  importFor(world, {
    transcript: {
      segments: ['Hello.', 'Hello, Ann.', 'Mail me at ann@secret.example.'].map((text, at) => ({
        ...{ speaker: at === 1 ? 'Bob' : 'Ann', text, start: at * 2, end: at * 2 + 1 },
      })),
    },
    ...given,
  })
const rename = (id: string) =>
  call(world.app, world.bob, 'PATCH', `/conversations/${id}/transcript`, {
    body: { speakers: [{ from: 'Ann', to: 'Anne' }] },
  })
const missing = resourceError(404, 'transcript_version_not_found', '/path/version')

describe('does', () => {
  it('returns the lines of each version, in the form of the transcript', async () => {
    const id = await talk()
    const before = (await call(world.app, world.bob, 'GET', `/conversations/${id}/transcript`)).body
    await rename(id)
    const { status, body } = await get(world.bob, id, 1)
    expect([status, body.data, body.meta]).toEqual([200, before.data, before.meta])
    const second = await get(world.bob, id, 2, { size: '1', page: '3' })
    expect(second.body.data).toMatchObject([{ segment: 2, speaker: { name: 'Anne' }, start: 4 }])
    expect(second.body.meta).toMatchObject({ transcriptVersion: 2, pageCount: 3, segmentCount: 3 })
  })

  it('returns earlier versions without words that were redacted later', async () => {
    const id = await talk()
    await rename(id)
    expect((await call(world.app, world.org, 'POST', `/conversations/${id}/redact`)).status).toBe(200)
    for (const version of [1, 2]) {
      const { text } = await get(world.bob, id, version)
      expect(text).not.toContain('ann@secret')
      expect(text).toContain('Mail me at')
    }
  })
})

describe('after a split', () => {
  const split = async (isPrivate: boolean) => {
    const id = await talk()
    const { body } = await call(world.app, world.bob, 'POST', `/conversations/${id}/split`, { body: { atSeconds: 4 } })
    if (isPrivate) {
      const path = `/conversations/${body.otherUUID}/privacy`
      expect((await call(world.app, world.bob, 'PUT', path, { body: { private: true } })).status).toBe(200)
    }
    return { id, other: body.otherUUID as string }
  }

  it('hides a version with lines of a conversation that the caller cannot see', async () => {
    const { id } = await split(true)
    const hidden = await get(world.mark, id, 1)
    expect([hidden.status, hidden.body]).toEqual([404, missing])
    expect((await get(world.mark, id, 2)).status).toBe(200)
    for (const caller of [world.bob, world.alice, world.org]) expect((await get(caller, id, 1)).status).toBe(200)
    const changes = await call(world.app, world.mark, 'GET', `/conversations/${id}/transcript-versions/2/changes`)
    expect(changes.status).toBe(404)
  })

  it('shows the version if the caller can see both', async () => {
    const { id } = await split(false)
    expect((await get(world.mark, id, 1)).status).toBe(200)
  })

  it('deletes the versions with lines of a conversation that is erased', async () => {
    const { id, other } = await split(false)
    const path = `/conversations/${other}`
    expect((await call(world.app, world.alice, 'DELETE', path, { query: { erase: 'true' } })).status).toBe(204)
    expect((await get(world.alice, id, 1)).body).toEqual(missing)
    expect((await get(world.alice, id, 2)).status).toBe(200)
    const words = await world.app.store.owner.query<{ plain: string }>(
      "select plain from transcripts where plain like '%ann@secret%' and conversation_id = $1",
      [id],
    )
    expect(words).toEqual([])
  })

  it('does not erase lines of a conversation on legal hold', async () => {
    const { id, other } = await split(false)
    await call(world.app, world.alice, 'PUT', `/conversations/${id}/legal-hold`, { body: { on: true, reason: 'Case' } })
    const erased = await call(world.app, world.alice, 'DELETE', `/conversations/${other}`, { query: { erase: 'true' } })
    expect([erased.status, erased.body.code]).toEqual([409, 'legal_hold'])
    expect((await get(world.alice, id, 1)).status).toBe(200)
  })

  it('keeps all versions of a merged conversation', async () => {
    const [first, second] = [await talk(), await talk()]
    const merged = await call(world.app, world.bob, 'POST', `/conversations/${first}/merge`, {
      body: { conversationUUID: second, offsetSeconds: 60 },
    })
    expect(merged.status).toBe(200)
    await call(world.app, world.alice, 'DELETE', `/conversations/${second}`, { query: { erase: 'true' } })
    for (const version of [1, 2]) expect((await get(world.alice, first, version)).status).toBe(200)
  })
})

describe('refuses', () => {
  it.each(['0', '3', 'x', '-1', '1.5', '99999999999'])('version %s, which there is none of', async (version) => {
    const id = await talk()
    await rename(id)
    const { status, body } = await get(world.bob, id, version)
    expect([status, body]).toEqual([404, missing])
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => get(caller, id, 1),
  )
})
