import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { connectionFor, createCrmWorld, talkWith, workflowFor } from '../../../testing/crm-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let workflow: string
beforeAll(async () => {
  world = await createCrmWorld()
  const connection = await connectionFor(world, 'hubspot', 'https://crm.acme.invalid')
  workflow = (
    await workflowFor(world, connection.uuid, {
      name: 'To deals',
      fieldMapping: [{ fieldKey: 'pain', crmField: 'pain_point', overwrite: 'if_empty' }],
    })
  ).uuid
})

const use = (caller: Caller, args: Record<string, unknown>) =>
  callTool(world.app, caller, 'trigger_native_integration', args)
const talk = (value: unknown = 'Slow | reports', given: Record<string, unknown> = {}) =>
  talkWith(world, [{ code: 'deals', id: '7' }], { pain: value }, given)

describe('does', () => {
  it('starts the workflows, and tells their runs', async () => {
    const call_id = await talk()
    const { data, text } = await use(world.bob, { call_id, workflow_ids: [workflow], field_keys: ['pain'] })
    expect([data, text]).toEqual([
      { runs: [{ workflow_id: expect.any(String), run_id: expect.any(String) }] },
      expect.stringContaining('1'),
    ])
    expect((await use(world.bob, { call_id })).data).toEqual(data)
  })

  it('tells what it would write, cut where it is long', async () => {
    const { data, text } = await use(world.bob, { call_id: await talk(), dry_run: true })
    expect(data.runs).toEqual([])
    expect(text).toContain('| To deals | deals 7 | pain_point | Slow \\| reports (only if empty) |')
    const long = await use(world.bob, { call_id: await talk('x'.repeat(5_000)), dry_run: true })
    expect(long.text.length).toBeLessThan(600)
    expect(long.text).toContain('[…]')
    const none = await use(world.bob, { call_id: await talkWith(world, [], {}), dry_run: true })
    expect(none.text).toContain('none: The conversation has no confirmed value for a field of the workflow.')
  })
})

describe('refuses', () => {
  it.each<[string, Record<string, unknown>]>([
    ['/workflow_ids/0', { workflow_ids: [NOBODY] }],
    ['/workflow_ids/0', { workflow_ids: ['To deals'] }],
    ['/field_keys/0', { field_keys: [''] }],
    ['/auto_execution', { auto_execution: true }],
  ])('what is wrong with %s: %j', async (pointer, args) => {
    const { error } = await use(world.bob, { call_id: await talk(), ...args })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })
})

describe('who may', () => {
  it('is whoever sees the call', async () => {
    const secret = await talk('x', { private: true })
    for (const caller of [world.mark, world.carol, world.mallory]) {
      expect((await use(caller, { call_id: secret, dry_run: true })).error).toMatchObject({ code: 'not_found' })
    }
  })
})
