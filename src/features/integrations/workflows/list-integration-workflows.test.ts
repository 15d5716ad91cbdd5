import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { connectionFor, createCrmWorld, workflowFor } from '../../../testing/crm-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let connection: string
let other: string
beforeAll(async () => {
  world = await createCrmWorld()
  connection = (await connectionFor(world, 'hubspot', 'https://api.hubapi.com')).uuid
  other = (await connectionFor(world, 'http', 'https://crm.acme.example')).uuid
  await workflowFor(world, connection, { name: 'First | one' })
  await workflowFor(world, connection, { name: 'Second', enabled: false })
  await workflowFor(world, other, { name: 'Third' })
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/integration-workflows', { query })
const namesOf = async (query: Record<string, string>) =>
  (await list(world.bob, query)).body.data.map(({ name }: { name: string }) => name)

describe('does', () => {
  it('lists them oldest first, all, those that are enabled, or those of a connection', async () => {
    expect(await namesOf({})).toEqual(['First | one', 'Second', 'Third'])
    expect(await namesOf({ enabledOnly: 'true' })).toEqual(['First | one', 'Third'])
    expect(await namesOf({ connectionUUID: connection.toUpperCase() })).toEqual(['First | one', 'Second'])
    expect(await namesOf({ page: '2', size: '2' })).toEqual(['Third'])
  })

  it('is told to assistants as a table, and by their ids', async () => {
    const { text, data } = await callTool(world.app, world.bob, 'list_integration_workflows', { limit: 2 })
    expect(data).toMatchObject({
      total: 3,
      next_cursor: expect.any(String),
      workflows: [{ workflow_id: expect.any(String), name: 'First | one', enabled: true }, { enabled: false }],
    })
    expect(text).toContain('| First \\| one | yes | deals | manual | pain → pain |')
  })
})

describe('refuses', () => {
  it.each([
    ['size', '201'],
    ['enabledOnly', 'maybe'],
    ['connectionUUID', 'hubspot'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is everyone in the organization, for its own', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.org, world.mark, world.carol])
      expect((await list(caller)).body.meta.totalRecords).toBe(3)
    expect((await list(world.mallory)).body.data).toEqual([])
  })
})
