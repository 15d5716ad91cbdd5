import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld, workflowFor } from '../../../testing/crm-fixtures.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { notFound } from '../../../testing/refusals.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let connection: string
beforeAll(async () => {
  world = await createCrmWorld()
  connection = (await connectionFor(world, 'hubspot', 'https://api.hubapi.com')).uuid
})

const remove = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/integration-workflows/${id}`)
const make = async () => (await workflowFor(world, connection)).uuid as string

describe('does', () => {
  it('deletes it, for one of two callers at the same moment', async () => {
    const id = await make()
    const answers = await Promise.all([remove(world.org, id), remove(world.alice, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect((await remove(world.org, id)).body).toEqual(notFound('integration_workflow'))
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'integration_workflow', make, send: remove }
  guardsThings(guarded)
  adminsOnly(guarded)
})
