import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { putPart, readAttributes, TWO_LINES } from '../../../../testing/conversation-parts-fixtures.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, storedOf } from '../../../../testing/refusals.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

describe('the participants', () => {
  const ann = { name: 'Ann', email: 'ann@customer.example' }
  const ben = { name: 'Ben', email: 'ben@private.example' }

  it('are replaced with their sides, and speakers get addresses in a new version', async () => {
    const id = await importFor(world, {
      transcript: TWO_LINES,
      participants: [{ name: 'Ann', email: 'wrong@other.example' }],
    })
    const answer = await putPart(world, world.bob, id, 'participants', {
      participants: [ann, { ...ben, internal: true }],
    })
    expect([answer.status, answer.body]).toEqual([200, { success: true, transcriptVersion: 2 }])
    const { participants, internalParticipants } = await readAttributes(world, id)
    expect(participants).toMatchObject([ann])
    expect(internalParticipants).toMatchObject([ben])
    const { data } = (await call(world.app, world.bob, 'GET', `/conversations/${id}/transcript`)).body
    expect(data.map(({ speaker }: { speaker: unknown }) => speaker)).toMatchObject([
      { ...ann, internal: false },
      { ...ben, internal: true },
    ])
  })

  it('add no version if no speaker changes', async () => {
    const id = await importFor(world, { transcript: TWO_LINES, participants: [ann] })
    const repeated = await putPart(world, world.bob, id, 'participants', {
      participants: [{ ...ann, internal: false }],
    })
    expect(repeated.body.transcriptVersion).toBe(1)
    const others = await putPart(world, world.bob, id, 'participants', { participants: [ann, { name: 'Zoe' }] })
    expect(others.body.transcriptVersion).toBe(1)
    expect((await readAttributes(world, id)).participants).toHaveLength(2)
  })

  it('can be none, also without a transcript', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    const answer = await putPart(world, world.bob, id, 'participants', { participants: [] })
    expect(answer.body).toEqual({ success: true, transcriptVersion: null })
    expect((await readAttributes(world, id)).participants).toEqual([])
  })

  it('are found by their new addresses, and no longer by the old ones', async () => {
    const id = await importFor(world, { participants: [ann] })
    await putPart(world, world.bob, id, 'participants', { participants: [ben] })
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
    const answer = await putPart(world, world.bob, id, 'participants', { participants })
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await storedOf(world, id)).toEqual(before)
  })

  describe('who may', () => {
    guardsConversations(
      () => world,
      (caller, id) => putPart(world, caller, id, 'participants', { participants: [ann] }),
    )
  })
})
