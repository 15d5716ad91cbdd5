import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, storedOf } from '../../../../testing/refusals.ts'
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
