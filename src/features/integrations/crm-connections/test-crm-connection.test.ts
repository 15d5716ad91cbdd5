import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld } from '../../../testing/crm-fixtures.ts'
import { createStandIn } from '../../../testing/fake-server.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { createHubSpotServer, type HubSpotServer, hubSpotFails } from '../../../testing/hubspot-server.ts'
import { createSalesforceServer } from '../../../testing/salesforce-server.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let hubSpot: HubSpotServer
let connection: string
beforeAll(async () => {
  world = await createCrmWorld()
  hubSpot = await createHubSpotServer()
  connection = (await connectionFor(world, 'hubspot', hubSpot.url)).uuid
})
beforeEach(() => hubSpot.reset())

const test = (caller: Caller | undefined, id: string) => call(world.app, caller, 'POST', `/crm-connections/${id}/test`)

describe('does', () => {
  it('says that it works, of each kind', async () => {
    const salesforce = await connectionFor(world, 'salesforce', (await createSalesforceServer()).url)
    const program = await connectionFor(world, 'http', (await createStandIn(() => ({ status: 204 }))).url)
    for (const id of [connection, salesforce.uuid, program.uuid]) {
      const answer = await test(world.alice, id)
      expect([answer.status, answer.body]).toEqual([200, { data: { ok: true, fault: null } }])
    }
  })

  it('says what is wrong, in words of ours and of the CRM', async () => {
    hubSpot.fail([hubSpotFails.scopes])
    expect((await test(world.org, connection)).body.data).toEqual({
      ok: false,
      fault: {
        code: 'permission',
        detail: "The credentials don't have permission for this in the CRM.",
        said: expect.stringContaining('required scopes'),
      },
    })
    const { uuid } = await connectionFor(world, 'hubspot', 'https://crm.acme.invalid')
    expect((await test(world.org, uuid)).body.data.fault).toMatchObject({ code: 'unreachable', said: null })
  })

  it('says when the credentials cannot be read any more, as after the secret of the service has changed', async () => {
    const { uuid } = await connectionFor(world, 'hubspot', hubSpot.url)
    await world.app.store.owner.query(
      `update crm_connections set credentials = (
         select credentials from crm_connections where organization_id = $3 and id = $2)
       where organization_id = $3 and id = $1`,
      [uuid, connection, world.acme],
    )
    expect((await test(world.org, uuid)).body.data.fault).toMatchObject({ code: 'credentials_unreadable' })
    expect(hubSpot.asked).toEqual([])
  })

  it('lets a paused one be asked again when it works', async () => {
    await world.app.store.owner.query(
      `update crm_connections set paused_until = now() + interval '1 hour', paused_for = 'rate_limited' where id = $1`,
      [connection],
    )
    const read = async () => (await call(world.app, world.org, 'GET', `/crm-connections/${connection}`)).body.data
    hubSpot.fail([hubSpotFails.internal])
    await test(world.org, connection)
    expect((await read()).pausedFor).toBe('rate_limited')
    await test(world.org, connection)
    expect((await read()).pausedFor).toBeNull()
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'crm_connection', make: async () => connection, send: test }
  guardsThings(guarded)
  adminsOnly(guarded)
})
