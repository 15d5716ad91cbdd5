import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld } from '../../../testing/crm-fixtures.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import {
  createHubSpotServer,
  HUBSPOT_TOKEN,
  type HubSpotServer,
  hubSpotFails,
} from '../../../testing/hubspot-server.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { createSalesforceServer } from '../../../testing/salesforce-server.ts'
import type { Caller } from '../../../testing/world.ts'
import { syncCrmConnectionJob } from './sync-crm-connection.job.ts'

const MINUTE = 60_000

let world: Awaited<ReturnType<typeof createCrmWorld>>
let hubSpot: HubSpotServer
beforeAll(async () => {
  world = await createCrmWorld()
  hubSpot = await createHubSpotServer()
  const before = new Date(Date.now() - 60 * MINUTE)
  for (let id = 1; id <= 250; id++) hubSpot.put('contacts', String(id), { email: `p${id}@x.example` }, before)
  hubSpot.put('deals', '1', { dealname: ' Renewal ', amount: '12\u0000' })
  hubSpot.put('deals', '2', { dealname: 'x'.repeat(600) })
})
beforeEach(async () => {
  hubSpot.reset()
  const { body } = await call(world.app, world.org, 'GET', '/crm-connections')
  for (const { uuid } of body.data) await call(world.app, world.org, 'DELETE', `/crm-connections/${uuid}`)
})

const sync = (caller: Caller | undefined, id: string) => call(world.app, caller, 'POST', `/crm-connections/${id}/sync`)
const read = async (id: string) => (await call(world.app, world.org, 'GET', `/crm-connections/${id}`)).body.data
const drain = () => world.app.drain(world.acme)
const connect = async (given: Record<string, unknown> = {}) =>
  (await connectionFor(world, 'hubspot', hubSpot.url, given)).uuid as string
const searches = () => hubSpot.asked.map(({ path, body }) => [path.split('/')[4], body.filterGroups[0].filters.length])
const records = async (code: string) =>
  (await call(world.app, world.org, 'GET', '/crm-records', { query: { code } })).body

describe('does', () => {
  it('reads records, which can be filtered by, and gives opportunities their titles', async () => {
    const conversation = await importFor(world, { teamUUID: world.teams.north, opportunityID: '1' })
    const id = await connect()
    const answer = await sync(world.alice, id)
    expect([answer.status, answer.body.data.sync.state]).toEqual([202, 'queued'])
    await drain()
    expect(await read(id)).toMatchObject({ sync: { state: 'idle', records: 252, fault: null } })
    expect((await records('contacts')).meta.totalRecords).toBe(250)
    const deal = await call(world.app, world.bob, 'GET', '/crm-records/deals/1')
    expect(deal.body.data.fields).toMatchObject({ dealname: ' Renewal ', amount: '12' })
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${conversation}`)
    expect(body.attributes.externalOpportunity.title).toBe('Renewal')
    const all = await call(world.app, world.org, 'GET', '/opportunities')
    expect(JSON.stringify(all.body)).not.toContain('xxx')
  })

  it('makes opportunities of the team it is told, with titles that fit', async () => {
    await sync(world.org, await connect({ teamUUID: world.teams.support, entities: [{ code: 'deals' }] }))
    await drain()
    const { body } = await call(world.app, world.carol, 'GET', '/opportunities')
    const titles = body.data.map(({ title }: { title: string }) => title)
    expect(titles.toSorted()).toEqual(['Renewal', 'x'.repeat(512)])
  })

  it('reads only what has changed since, and a little before', async () => {
    const id = await connect({ entities: [{ code: 'contacts' }] })
    await sync(world.org, id)
    await drain()
    expect(searches()).toEqual([
      ['contacts', 1],
      ['contacts', 1],
    ])
    hubSpot.reset()
    world.later(60 * MINUTE)
    hubSpot.put('contacts', '7', { email: 'new@x.example' }, new Date(world.app.clock.now().getTime() - 3 * MINUTE))
    await sync(world.org, id)
    await drain()
    expect(searches()).toEqual([['contacts', 2]])
    expect((await read(id)).sync.records).toBe(1)
    const seven = await call(world.app, world.org, 'GET', '/crm-records/contacts/7')
    expect(seven.body.data.fields.email).toBe('new@x.example')
  })

  it('reads from Salesforce too', async () => {
    const salesforce = await createSalesforceServer()
    salesforce.put('Opportunity', '006000000000001AAA', { Name: 'Expansion', Amount: 7 })
    const { uuid } = await connectionFor(world, 'salesforce', salesforce.url, {
      entities: [{ code: 'opportunity', fields: ['Amount'] }],
    })
    await sync(world.org, uuid)
    await drain()
    const { body } = await call(world.app, world.org, 'GET', '/crm-records/opportunity/006000000000001AAA')
    expect(body.data.fields).toEqual({ Name: 'Expansion', Amount: 7 })
  })

  it('goes on where it was, after a limit and after a failure', async () => {
    const id = await connect({ entities: [{ code: 'contacts' }, { code: 'deals' }] })
    await sync(world.org, id)
    const second = ({ body }: { body: { filterGroups: [{ filters: [{ value: string }] }] } }) =>
      body.filterGroups[0].filters[0].value === '200'
    hubSpot.fail([hubSpotFails.burstFor(20), hubSpotFails.internal], second)
    await drain()
    expect(await read(id)).toMatchObject({
      sync: { state: 'waiting', fault: 'rate_limited' },
      pausedFor: 'rate_limited',
    })
    world.later(MINUTE)
    await drain()
    expect((await read(id)).sync).toMatchObject({ state: 'waiting', fault: 'server_error' })
    world.later(5 * MINUTE)
    await drain()
    expect((await read(id)).sync).toMatchObject({ state: 'idle', fault: null })
    // The first page was read once.
    expect(hubSpot.asked.filter(({ path, body }) => path.includes('contacts') && !second({ body }))).toHaveLength(1)
  })

  it('asks a CRM that is away again within five minutes, however long it was, and after a minute where it has come further', async () => {
    const id = await connect({ entities: [{ code: 'contacts' }] })
    const waitOf = async () => {
      const [job] = await world.app.store.owner.query<{ due: string }>(
        `select max(start_after) as due from pgboss.job
         where name = 'sync_crm_connection' and state < 'active' and data->'input'->>'id' = $1`,
        [id],
      )
      return Math.round((Date.parse(job?.due ?? '') - world.app.clock.now().getTime()) / MINUTE)
    }
    await sync(world.org, id)
    hubSpot.always = hubSpotFails.internal
    const waits: number[] = []
    for (const wait of [1, 2, 4, 5, 5]) {
      await drain()
      waits.push(await waitOf())
      world.later(wait * MINUTE)
    }
    expect(waits).toEqual([1, 2, 4, 5, 5])
    hubSpot.always = undefined
    hubSpot.fail([hubSpotFails.internal], ({ body }) => body.filterGroups[0].filters[0].value === '200')
    await drain()
    expect((await read(id)).sync).toMatchObject({ state: 'waiting', fault: 'server_error' })
    expect(await waitOf()).toBe(1)
  })

  it('goes on after the process that read has died, without beginning anew', async () => {
    const id = await connect({ entities: [{ code: 'contacts' }] })
    await sync(world.org, id)
    const at = world.app.clock.now()
    await world.app.store.owner.query(
      `update crm_connections set sync_state = 'running', sync_started_at = $2, sync_records = 200 where id = $1`,
      [id, at],
    )
    await world.app.store.owner.query(
      `update crm_connection_entities set reading_until = $2, reading_after = '200' where connection_id = $1`,
      [id, at],
    )
    await drain()
    expect(hubSpot.asked).toHaveLength(1)
    expect((await read(id)).sync).toMatchObject({ state: 'idle', records: 250 })
  })

  it('reads by itself again and again, and once when it is asked twice', async () => {
    const id = await connect({ entities: [{ code: 'deals' }], syncMinutes: 30 })
    await Promise.all([sync(world.org, id), sync(world.alice, id)])
    await drain()
    expect(hubSpot.asked).toHaveLength(1)
    expect((await read(id)).sync.state).toBe('waiting')
    world.later(29 * MINUTE)
    await drain()
    expect(hubSpot.asked).toHaveLength(1)
    world.later(2 * MINUTE)
    await drain()
    expect(hubSpot.asked).toHaveLength(2)
    // Asked for in between, the one that was planned has nothing to do any more.
    await sync(world.org, id)
    await drain()
    world.later(31 * MINUTE)
    await drain()
    expect(hubSpot.asked).toHaveLength(4)
  })

  it('leaves the rest to another run when its time is over, even at the very moment a page is stored', async () => {
    const id = await connect({ entities: [{ code: 'contacts' }] })
    await sync(world.org, id)
    // The run below is the job's.
    await world.app.store.owner.query(`delete from pgboss.job where name = 'sync_crm_connection' and group_id = $1`, [
      world.acme,
    ])
    const now = performance.now.bind(performance)
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    let stored = 0
    const transact: typeof ctx.transact = async (work) => {
      const result = await ctx.transact(work)
      if (++stored === 2) vi.spyOn(performance, 'now').mockImplementation(() => now() + 10 * MINUTE)
      return result
    }
    try {
      await syncCrmConnectionJob.handle({ id, ticket: 1 }, { ...ctx, transact, modelFor: () => undefined })
    } finally {
      vi.restoreAllMocks()
    }
    await drain()
    expect((await read(id)).sync).toMatchObject({ state: 'idle', records: 250, fault: null })
  })

  it.each([
    ['other fields', { entities: [{ code: 'contacts', fields: ['phone'] }] }],
    ['another CRM', () => ({ url: `${hubSpot.url}/`, credentials: { token: HUBSPOT_TOKEN } })],
  ])('begins anew when it is given %s while it reads', async (_, given) => {
    const id = await connect({ entities: [{ code: 'contacts' }] })
    await sync(world.org, id)
    const changed = Promise.withResolvers<void>()
    hubSpot.hold(changed.promise, () => true)
    const reading = drain()
    await vi.waitFor(() => expect(hubSpot.asked).toHaveLength(1), { timeout: 10_000 })
    const body = typeof given === 'function' ? given() : given
    await call(world.app, world.org, 'PATCH', `/crm-connections/${id}`, { body })
    changed.resolve()
    await reading
    await drain()
    const from = hubSpot.asked.map(({ body: asked }) => asked.filterGroups[0].filters[0].value)
    expect(from).toEqual(['0', '0', '200'])
    expect((await read(id)).sync).toMatchObject({ state: 'idle', fault: null })
  })

  it('reads what it may of a CRM that refuses an entity, and tells that', async () => {
    const id = await connect({ entities: [{ code: 'contacts' }, { code: 'deals' }] })
    await sync(world.org, id)
    hubSpot.fail([hubSpotFails.scopes], ({ path }) => path.includes('contacts'))
    await drain()
    const { sync: last, entities } = await read(id)
    expect(last).toMatchObject({ state: 'idle', records: 2, fault: 'permission' })
    expect(entities.map(({ readUntil }: { readUntil: string | null }) => readUntil === null)).toEqual([true, false])
  })

  it('tells what is refused, and tries again with the next reading', async () => {
    const id = await connect({ entities: [{ code: 'deals' }], syncMinutes: 30, credentials: { token: 'wrong' } })
    await drain()
    expect((await read(id)).sync).toMatchObject({ state: 'waiting', fault: 'credentials' })
    expect(hubSpot.asked).toHaveLength(1)
  })
})

describe('refuses', () => {
  it('a connection that nothing is read from', async () => {
    const { uuid } = await connectionFor(world, 'http', 'https://crm.acme.example')
    const answer = await sync(world.org, uuid)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'nothing_to_read', '')])
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'crm_connection', make: () => connect(), send: sync }
  guardsThings(guarded)
  adminsOnly(guarded)
})
