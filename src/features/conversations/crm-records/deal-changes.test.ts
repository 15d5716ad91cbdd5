/** Changes of deals: stored by each write of a CRM record, and deleted with it. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationId } from '../../../core/principal.ts'
import { call } from '../../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { storeReadRecords } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

let made = 0
/** Opportunity with a CRM record. @returns its IDs in Parley and in the CRM */
async function dealFor(fields?: object): Promise<{ id: string; crmId: string }> {
  const crmId = `deal-${made++}`
  const body = { opportunity_id: crmId, title: 'Harbor trucks' }
  const { body: deal } = await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, { body })
  if (fields !== undefined) await put(crmId, fields)
  return { id: deal.id, crmId }
}
const put = (id: string, fields: object, code = 'deals') =>
  call(world.app, world.org, 'PUT', `/crm-records/${code}/${id}`, { body: { fields } })
const changes = async (id: string, caller: Caller = world.org) =>
  (await call(world.app, caller, 'GET', `/deals/${id}`)).body.data.changes
const count = async (crmId: string) => {
  const [row] = await world.app.store.owner.query<{ n: number }>(
    'select count(*)::int as n from crm_record_changes where organization_id = $1 and record_id = $2',
    [world.acme, crmId],
  )
  return row?.n
}

describe('a write of a CRM record', () => {
  it('stores what changes: stage, amount and close date, newest first', async () => {
    const { id, crmId } = await dealFor({ dealstage: 'discovery', amount: 9000, closedate: '2026-12-01' })
    expect(await changes(id)).toEqual([])
    await put(crmId, { dealstage: 'contract_sent', amount: 9000, closedate: '2026-12-01' })
    await put(crmId, { dealstage: 'contract_sent', amount: 7500.5, closedate: '2026-12-24' })
    const changed_at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/)
    const stored = await changes(id)
    expect(stored).toHaveLength(3)
    expect(stored[2]).toEqual({ field: 'stage', from: 'Discovery', to: 'Contract sent', changed_at })
    expect(stored.slice(0, 2)).toEqual(
      expect.arrayContaining([
        { field: 'amount', from: '9000', to: '7500.5', changed_at },
        { field: 'close_date', from: '2026-12-01', to: '2026-12-24', changed_at },
      ]),
    )
  })

  it('stores no change if the same values are written in another way', async () => {
    const { id, crmId } = await dealFor({ dealstage: 'Proposal', amount: 9000, closedate: '2026-12-01', owner: 'Bob' })
    await put(crmId, { StageName: 'Proposal', Amount: '9000', CloseDate: '2026-12-01T00:00:00Z', owner: 'Ann' })
    expect(await changes(id)).toEqual([])
  })

  it('stores values that appear and that are removed', async () => {
    const { id, crmId } = await dealFor({ dealname: 'Trucks' })
    await put(crmId, { dealstage: 'Proposal' })
    await put(crmId, { dealname: 'Trucks' })
    expect(await changes(id)).toMatchObject([
      { field: 'stage', from: 'Proposal', to: null },
      { field: 'stage', from: null, to: 'Proposal' },
    ])
  })

  it('stores the changes of many records', async () => {
    const deals = [await dealFor({ stage: 'A' }), await dealFor({ stage: 'A' }), await dealFor()]
    const records = deals.map(({ crmId }) => ({ code: 'deals', id: crmId, fields: { stage: 'B' } }))
    expect((await call(world.app, world.org, 'PUT', '/crm-records', { body: { records } })).status).toBe(200)
    const counts = await Promise.all(deals.map(async ({ id }) => (await changes(id)).length))
    expect(counts).toEqual([1, 1, 0])
  })

  it('stores the changes that a sync reads', async () => {
    const { id, crmId } = await dealFor({ stage: 'A' })
    const org = world.acme as OrganizationId
    await world.app.store
      .of(org)
      .transact((tx) => storeReadRecords(tx, org, 'deals', [{ id: crmId, fields: { stage: 'B' } }], new Date()))
    expect(await changes(id)).toMatchObject([{ from: 'A', to: 'B' }])
  })

  it('ignores records that describe no deal', async () => {
    await put('c-1', { stage: 'A', amount: 1 }, 'companies')
    await put('c-1', { stage: 'B', amount: 2 }, 'companies')
    expect(await count('c-1')).toBe(0)
  })
})

describe('the changes', () => {
  it('are deleted with the record', async () => {
    const { id, crmId } = await dealFor({ stage: 'A' })
    await put(crmId, { stage: 'B' })
    expect(await count(crmId)).toBe(1)
    await call(world.app, world.org, 'DELETE', `/crm-records/deals/${crmId}`)
    expect([await count(crmId), await changes(id)]).toEqual([0, []])
  })

  it('are visible to those who see the deal', async () => {
    const { id, crmId } = await dealFor({ stage: 'A' })
    await put(crmId, { stage: 'B' })
    expect(await changes(id, world.mark)).toHaveLength(1)
    expect((await call(world.app, world.mallory, 'GET', `/deals/${id}`)).status).toBe(404)
  })
})
