import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld, workflowFor } from '../../../testing/crm-fixtures.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createCrmWorld()
})

const connect = async () =>
  (await connectionFor(world, 'hubspot', 'https://crm.acme.example', { syncMinutes: 5 })).uuid as string
const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/crm-connections/${id}`)
const forget = async () => {
  for (const { uuid } of (await call(world.app, world.org, 'GET', '/crm-connections')).body.data)
    await remove(world.org, uuid)
}

describe('does', () => {
  it('ends it, and reading from it', async () => {
    const id = await connect()
    const answer = await remove(world.org, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await remove(world.org, id)).body).toEqual(notFound('crm_connection'))
    const runs = await world.app.drain(world.acme)
    expect(runs.filter(({ job }) => job === 'sync_crm_connection').map(({ outcome }) => outcome)).toEqual(['ok'])
  })
})

describe('refuses', () => {
  it('one that a workflow writes to, until none does', async () => {
    const id = await connect()
    const { uuid } = await workflowFor(world, id)
    const answer = await remove(world.org, id)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'crm_connection_in_use', '')])
    await call(world.app, world.org, 'DELETE', `/integration-workflows/${uuid}`)
    expect((await remove(world.org, id)).status).toBe(204)
  })

  it('either the end or the workflow, when both come at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await connect()
      const body = {
        ...{ name: 'Race', connectionUUID: id, entityCode: 'deals' },
        fieldMapping: [{ fieldKey: 'a', crmField: 'a' }],
      }
      const [removed, made] = await Promise.all([
        remove(world.org, id),
        call(world.app, world.org, 'POST', '/integration-workflows', { body }),
      ])
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual([removed.status, made.status])
      if (made.status === 201)
        await call(world.app, world.org, 'DELETE', `/integration-workflows/${made.body.data.uuid}`)
    }
    await forget()
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'crm_connection', make: connect, send: remove }
  guardsThings(guarded)
  adminsOnly(guarded)
})
