/** What sets workflows off by itself. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld, talkWith, workflowFor } from '../../../testing/crm-fixtures.ts'
import { askingFor, attributesOf, ITEMS, soldFor } from '../../../testing/field-values-fixtures.ts'
import { createHubSpotServer, type HubSpotServer } from '../../../testing/hubspot-server.ts'
import type { World } from '../../../testing/world.ts'
import { type OccasionalTrigger, requestIntegrations } from '../run-requests/index.ts'

let world: World
let hubSpot: HubSpotServer
let connection: string
beforeAll(async () => {
  world = await createCrmWorld()
  hubSpot = await createHubSpotServer()
  hubSpot.put('deals', '1', {})
  connection = (await connectionFor(world, 'hubspot', hubSpot.url)).uuid
})
beforeEach(async () => {
  const { body } = await call(world.app, world.org, 'GET', '/integration-workflows')
  for (const { uuid } of body.data) await call(world.app, world.org, 'DELETE', `/integration-workflows/${uuid}`)
  await world.app.drain(world.acme)
})

const happens = async (id: string, trigger: OccasionalTrigger) => {
  const { jobs } = world.app.contextFor(world.app.operator(world.acme))
  await world.app.store.of(world.acme).transact((tx) => requestIntegrations(tx, { jobs, org: world.acme }, id, trigger))
  return (await world.app.drain(world.acme)).map(({ job, outcome }) => `${job} ${outcome}`)
}
const runs = async (id: string) =>
  (await call(world.app, world.org, 'GET', '/integration-runs', { query: { conversationUUID: id } })).body.data
const talk = (values?: Record<string, unknown>) => talkWith(world, [{ code: 'deals', id: '1' }], values)

describe('does', () => {
  it('writes what somebody confirms, and nothing that was only proposed', async () => {
    const { seats, plan } = await askingFor(world, { seats: ITEMS.seats, plan: ITEMS.plan })
    const fieldMapping = [seats, plan].map(({ key }) => ({
      fieldKey: key,
      crmField: key === plan.key ? 'pain' : 'seats',
    }))
    await workflowFor(world, connection, { trigger: 'on_confirmed', fieldMapping })
    await workflowFor(world, connection, { trigger: 'on_analyzed', fieldMapping })
    hubSpot.put('deals', 'sold', {})
    const id = await soldFor(world, { linkedCrmRecords: [{ code: 'deals', id: 'sold' }] })
    expect(Object.keys((await attributesOf(world, id)).extractedIntelligence)).toContain(seats.key)
    expect(await runs(id)).toEqual([])
    const intelligence = [{ key: seats.key, value: 65 }]
    const { status } = await call(world.app, world.bob, 'POST', `/conversations/${id}/crm/confirm`, {
      body: { intelligence },
    })
    await world.app.drain(world.acme)
    expect([status, hubSpot.get('deals', 'sold')]).toEqual([200, { seats: '65' }])
    expect((await attributesOf(world, id)).crmExportStatus).toBe('exported')
  })

  it.each(['on_analyzed', 'on_confirmed'] as const)(
    'start the enabled workflows that wait for %s, and tries hard',
    async (trigger) => {
      const { uuid } = await workflowFor(world, connection, { trigger })
      await workflowFor(world, connection, { trigger, enabled: false })
      await workflowFor(world, connection, { trigger: trigger === 'on_analyzed' ? 'on_confirmed' : 'on_analyzed' })
      await workflowFor(world, connection)
      const id = await talk()
      await world.app.drain(world.acme)
      await happens(id, trigger)
      expect(await runs(id)).toMatchObject([
        { workflowUUID: uuid, trigger, status: 'succeeded', autoExecution: true, requestedBy: null },
      ])
      expect(await runs(id)).toHaveLength(1)
    },
  )

  it('starts none that would have nothing to write', async () => {
    await workflowFor(world, connection, { trigger: 'on_analyzed' })
    const [bare, nowhere] = [await talk({}), await talkWith(world, [])]
    for (const id of [bare, nowhere]) {
      await happens(id, 'on_analyzed')
      expect(await runs(id)).toEqual([])
      const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}`)
      expect(body.attributes.crmExportStatus).toBe('none')
    }
  })

  it('queues nothing where no workflow waits for it', async () => {
    await workflowFor(world, connection)
    const id = await talk()
    await world.app.drain(world.acme)
    expect(await happens(id, 'on_confirmed')).toEqual([])
  })

  it('forgets a conversation that was erased meanwhile', async () => {
    await workflowFor(world, connection, { trigger: 'on_confirmed' })
    const id = await talk()
    await world.app.drain(world.acme)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect(await happens(id, 'on_confirmed')).toContain('trigger_integrations ok')
  })
})
