import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld, workflowFor } from '../../../testing/crm-fixtures.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let hubSpot: string
let salesforce: string
let workflow: { uuid: string }
beforeAll(async () => {
  world = await createCrmWorld()
  hubSpot = (await connectionFor(world, 'hubspot', 'https://api.hubapi.com')).uuid
  salesforce = (await connectionFor(world, 'salesforce', 'https://acme.my.salesforce.com')).uuid
  workflow = await workflowFor(world, hubSpot)
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/integration-workflows/${id}`, { body })

describe('does', () => {
  it('changes what it is given, and keeps the rest', async () => {
    const { uuid, ...before } = await workflowFor(world, hubSpot, { trigger: 'on_analyzed' })
    const updatedAt = expect.any(String)
    const off = await patch(world.org, uuid, { enabled: false, name: ' Off ' })
    expect([off.status, off.body.data]).toEqual([200, { uuid, ...before, enabled: false, name: 'Off', updatedAt }])
    const fieldMapping = [{ fieldKey: 'seats', crmField: 'seats', overwrite: 'if_empty' }]
    const mapped = await patch(world.org, uuid, { fieldMapping })
    expect(mapped.body.data).toEqual({ ...off.body.data, fieldMapping, updatedAt })
    const moved = await patch(world.org, uuid, { connectionUUID: salesforce, entityCode: 'account' })
    expect(moved.body.data).toMatchObject({ connectionUUID: salesforce, entityCode: 'account', fieldMapping })
  })

  it('loses nothing of two changes at the same moment', async () => {
    const { uuid } = await workflowFor(world, hubSpot)
    await Promise.all([patch(world.org, uuid, { name: 'A' }), patch(world.org, uuid, { enabled: false })])
    const { body } = await call(world.app, world.org, 'GET', `/integration-workflows/${uuid}`)
    expect(body.data).toMatchObject({ name: 'A', enabled: false })
  })
})

describe('refuses', () => {
  it.each<[string, () => object, string]>([
    ['nothing', () => ({}), ''],
    ['a blank name', () => ({ name: '' }), '/name'],
    ['an unknown connection', () => ({ connectionUUID: NOBODY }), '/connectionUUID'],
    ['a connection that has no such records', () => ({ connectionUUID: salesforce }), '/entityCode'],
    ['an entity of another CRM', () => ({ entityCode: 'lead' }), '/entityCode'],
    ['no mapping', () => ({ fieldMapping: [] }), '/fieldMapping'],
    ['null', () => ({ enabled: null }), '/enabled'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const answer = await patch(world.org, workflow.uuid, body())
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    const { body: read } = await call(world.app, world.org, 'GET', `/integration-workflows/${workflow.uuid}`)
    expect(read.data.updatedAt).toBe((workflow as { updatedAt?: string }).updatedAt)
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'integration_workflow',
    make: async () => workflow.uuid,
    send: (caller: Caller | undefined, id: string) => patch(caller, id, { name: 'x' }),
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
