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

describe('the start', () => {
  it('moves with the end, and the conversation is analyzed again', async () => {
    const id = await importFor(world, { transcript: TWO_LINES })
    await world.app.drain(world.acme)
    const answer = await putPart(world, world.bob, id, 'start', { startedAt: '2026-03-10T10:00:00+01:00' })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(await readAttributes(world, id)).toMatchObject({
      liveStreamStartedAt: '2026-03-10T09:00:00.000Z',
      liveStreamEndedAt: '2026-03-10T09:00:04.000Z',
    })
    const { body } = await call(world.app, world.bob, 'GET', `/conversations/${id}/analysis`)
    expect(body.data.state).toBe('queued')
  })

  it.each([['2026-02-30'], ['soon'], [7], [null], [undefined]])('is refused as %j', async (startedAt) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await putPart(world, world.bob, id, 'start', { startedAt })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/startedAt')])
    expect(await storedOf(world, id)).toEqual(before)
  })

  describe('who may', () => {
    guardsConversations(
      () => world,
      (caller, id) => putPart(world, caller, id, 'start', { startedAt: '2026-03-10' }),
    )
  })
})
