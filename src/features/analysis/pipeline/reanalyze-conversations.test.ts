import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown = {}) =>
  call(world.app, caller, 'POST', '/conversations/reanalyze', { body })
const stateOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/analysis`)).body.data.state

describe('does', () => {
  it('ask for those the filters mean, and leaves the others', async () => {
    const [one, two, media] = [
      await importFor(world, { conversationTitle: 'Renewal of Rotterdam' }),
      await importFor(world, { conversationTitle: 'Kick-off' }),
      await importFor(world, { conversationTitle: 'Renewal', transcript: undefined, mediaURL: 'https://m.example/1' }),
    ]
    await world.app.drain(world.acme)
    const answer = await post(world.alice, { filter: { title: 'renewal' } })
    expect([answer.status, answer.body]).toEqual([202, { requested: 1 }])
    expect([await stateOf(one), await stateOf(two), await stateOf(media)]).toEqual(['queued', 'idle', 'idle'])
    expect((await post(world.org, { conversation_ids: [two] })).body).toEqual({ requested: 1 })
    expect(await stateOf(two)).toBe('queued')
  })

  it('finds nothing of another organization', async () => {
    const id = await importFor(world)
    await world.app.drain(world.acme)
    expect((await post(world.mallory, { conversation_ids: [id] })).body).toEqual({ requested: 0 })
    expect(await stateOf(id)).toBe('idle')
  })
})

describe('refuses', () => {
  it.each([
    ['steps that there are not', { steps: ['everything'] }, '/steps/0'],
    ['ids that are none', { conversation_ids: ['1'] }, '/conversation_ids/0'],
    ['a field without values', { filter: { 'crm_field.field_name': 'stage' } }, '/filter/crm_field.values'],
  ])('%s', async (_, body, pointer) => {
    const answer = await post(world.alice, body)
    expect([answer.status, answer.body.source]).toEqual([400, { pointer }])
  })
})

describe('who may', () => {
  it('are admins', async () => {
    for (const caller of [world.mark, world.bob]) {
      const answer = await post(caller)
      expect([answer.status, answer.body.code]).toEqual([403, 'admin_required'])
    }
  })
})
