/** Corrections of the start, the owner and the participants of a conversation. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, NOBODY, refusedField, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string, part: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/${part}`, { body })
const attributesOf = async (id: string, caller: Caller = world.org) => {
  const query = { 'filter[include_internal_participants]': 'true' }
  return (await call(world.app, caller, 'GET', `/conversations/${id}`, { query })).body.attributes
}
const transcript = {
  segments: [
    { speaker: 'Ann', text: 'Shall we begin?', start: 0, end: 2 },
    { speaker: 'Ben', text: 'Please.', start: 3, end: 4 },
  ],
}

describe('the start', () => {
  it('moves with the end, and the conversation is analyzed again', async () => {
    const id = await importFor(world, { transcript })
    await world.app.drain(world.acme)
    const answer = await put(world.bob, id, 'start', { startedAt: '2026-03-10T10:00:00+01:00' })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(await attributesOf(id)).toMatchObject({
      liveStreamStartedAt: '2026-03-10T09:00:00.000Z',
      liveStreamEndedAt: '2026-03-10T09:00:04.000Z',
    })
    const { body } = await call(world.app, world.bob, 'GET', `/conversations/${id}/analysis`)
    expect(body.data.state).toBe('queued')
  })

  it.each([['2026-02-30'], ['soon'], [7], [null], [undefined]])('is refused as %j', async (startedAt) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await put(world.bob, id, 'start', { startedAt })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/startedAt')])
    expect(await storedOf(world, id)).toEqual(before)
  })

  describe('who may', () => {
    guardsConversations(
      () => world,
      (caller, id) => put(caller, id, 'start', { startedAt: '2026-03-10' }),
    )
  })
})

describe('the owner', () => {
  it('passes a private conversation on, and no longer sees it', async () => {
    const id = await importFor(world, { private: true })
    expect((await put(world.bob, id, 'owner', { userUUID: world.mark.userId })).status).toBe(200)
    expect(await attributesOf(id, world.mark)).toMatchObject({ userUUID: world.mark.userId, private: true })
    expect((await call(world.app, world.bob, 'GET', `/conversations/${id}`)).status).toBe(404)
  })

  it.each([[NOBODY], ['bob'], [null]])('is refused as %j', async (userUUID) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await put(world.bob, id, 'owner', { userUUID })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/userUUID')])
    expect(await storedOf(world, id)).toEqual(before)
  })

  it('of another organization is refused', async () => {
    const id = await importFor(world)
    const answer = await put(world.bob, id, 'owner', { userUUID: world.mallory.userId })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/userUUID')])
  })

  describe('who may', () => {
    guardsConversations(
      () => world,
      (caller, id) => put(caller, id, 'owner', { userUUID: world.alice.userId }),
    )
  })
})

describe('the participants', () => {
  const ann = { name: 'Ann', email: 'ann@customer.example' }
  const ben = { name: 'Ben', email: 'ben@private.example' }

  it('are replaced with their sides, and speakers get addresses in a new version', async () => {
    const id = await importFor(world, { transcript, participants: [{ name: 'Ann', email: 'wrong@other.example' }] })
    const answer = await put(world.bob, id, 'participants', { participants: [ann, { ...ben, internal: true }] })
    expect([answer.status, answer.body]).toEqual([200, { success: true, transcriptVersion: 2 }])
    const { participants, internalParticipants } = await attributesOf(id)
    expect(participants).toMatchObject([ann])
    expect(internalParticipants).toMatchObject([ben])
    const { data } = (await call(world.app, world.bob, 'GET', `/conversations/${id}/transcript`)).body
    expect(data.map(({ speaker }: { speaker: unknown }) => speaker)).toMatchObject([
      { ...ann, internal: false },
      { ...ben, internal: true },
    ])
  })

  it('add no version if no speaker changes', async () => {
    const id = await importFor(world, { transcript, participants: [ann] })
    const repeated = await put(world.bob, id, 'participants', { participants: [{ ...ann, internal: false }] })
    expect(repeated.body.transcriptVersion).toBe(1)
    const others = await put(world.bob, id, 'participants', { participants: [ann, { name: 'Zoe' }] })
    expect(others.body.transcriptVersion).toBe(1)
    expect((await attributesOf(id)).participants).toHaveLength(2)
  })

  it('can be none, also without a transcript', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    const answer = await put(world.bob, id, 'participants', { participants: [] })
    expect(answer.body).toEqual({ success: true, transcriptVersion: null })
    expect((await attributesOf(id)).participants).toEqual([])
  })

  it('are found by their new addresses, and no longer by the old ones', async () => {
    const id = await importFor(world, { participants: [ann] })
    await put(world.bob, id, 'participants', { participants: [ben] })
    const idsWith = async (email: string) => {
      const query = { 'filter[participants.email]': email }
      const { body } = await call(world.app, world.bob, 'GET', '/conversations', { query })
      return body.data.map((one: { id: string }) => one.id)
    }
    expect(await idsWith(ben.email)).toContain(id)
    expect(await idsWith(ann.email)).not.toContain(id)
  })

  it.each([
    [[{ email: 'nonsense' }], '/participants/0/email'],
    [[{}], '/participants/0'],
    [[{ name: 'Ann', internal: 'yes' }], '/participants/0/internal'],
    ['Ann', '/participants'],
    [undefined, '/participants'],
  ])('are refused as %j', async (participants, pointer) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await put(world.bob, id, 'participants', { participants })
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await storedOf(world, id)).toEqual(before)
  })

  describe('who may', () => {
    guardsConversations(
      () => world,
      (caller, id) => put(caller, id, 'participants', { participants: [ann] }),
    )
  })
})
