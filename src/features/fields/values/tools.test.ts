import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { askingFor, attributesOf, ITEMS, soldFor } from '../../../testing/field-values-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  await askingFor(world, { seats: ITEMS.seats, plan: ITEMS.plan, name: ITEMS.name })
  id = await soldFor(world)
})
const confirm = (caller: Caller, fields: unknown, call_id = id) =>
  callTool(world.app, caller, 'confirm_crm_fields', { call_id, fields })

describe('does', () => {
  it('confirm what get_call_details told, as it is or otherwise', async () => {
    const { data: details } = await callTool(world.app, world.bob, 'get_call_details', {
      call_id: id,
      include: ['insights'],
    })
    const keys = details.insights.map((one: { key: string }) => one.key).toSorted()
    expect(keys).toEqual(['contact_name', 'plan', 'seats'])
    const { data, text } = await confirm(world.bob, [{ key: 'plan' }, { key: 'seats', value: 61 }])
    expect(data).toEqual({
      confirmed: [
        { key: 'plan', value: 'Enterprise', state: 'confirmed' },
        { key: 'seats', value: 61, state: 'corrected' },
      ],
    })
    expect(text).toContain('| Seats | seats | 61 | corrected |')
    expect(Object.keys((await attributesOf(world, id)).confirmedExtractedIntelligence).toSorted()).toEqual([
      'plan',
      'seats',
    ])
  })
})

describe('refuses', () => {
  it('what is no value of the field, and says where', async () => {
    const { error } = await confirm(world.bob, [{ key: 'plan', value: 'Gold' }])
    expect(error).toMatchObject({ code: 'validation_failed' })
    expect(JSON.stringify(error)).toContain('fields/0/value')
    expect((await confirm(world.bob, [{ key: 'plan', value: 'Basic', colour: 'red' }])).error.code).toBe(
      'validation_failed',
    )
  })

  it('a call that is hidden, in the words for one that does not exist', async () => {
    const secret = await soldFor(world, { private: true })
    const { error } = await confirm(world.mark, [{ key: 'plan' }], secret)
    expect(error.code).toBe('not_found')
  })
})
