import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld, workflowFor } from '../../../testing/crm-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let workflow: { uuid: string }
beforeAll(async () => {
  world = await createCrmWorld()
  workflow = await workflowFor(world, (await connectionFor(world, 'hubspot', 'https://api.hubapi.com')).uuid)
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/integration-workflows/${id}`)

describe('does', () => {
  it('tells the workflow to everyone in the organization, as its creation did', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      expect((await get(caller, workflow.uuid)).body).toEqual({ data: workflow })
    }
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'integration_workflow', make: async () => workflow.uuid, send: get })
})
