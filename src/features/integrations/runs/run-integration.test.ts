/** What a run does to a CRM, and what it makes of what a CRM does. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  confirm,
  connectionFor,
  createCrmWorld,
  exportStatusOf,
  runOf,
  talkWith,
  trigger,
  workflowFor,
} from '../../../testing/crm-fixtures.ts'
import { type Asked, createStandIn, type Failure, type StandIn } from '../../../testing/fake-server.ts'
import { createHubSpotServer, type HubSpotServer, hubSpotFails } from '../../../testing/hubspot-server.ts'
import { createSalesforceServer, type SalesforceServer } from '../../../testing/salesforce-server.ts'

const MINUTE = 60_000

let world: Awaited<ReturnType<typeof createCrmWorld>>
let hubSpot: HubSpotServer
let salesforce: SalesforceServer
let receiver: StandIn
let connection: string
beforeAll(async () => {
  world = await createCrmWorld()
  hubSpot = await createHubSpotServer()
  salesforce = await createSalesforceServer()
  receiver = await createStandIn(() => ({ status: 200 }))
  connection = (await connectionFor(world, 'hubspot', hubSpot.url)).uuid
})
beforeEach(async () => {
  for (const server of [hubSpot, salesforce, receiver]) server.reset()
  hubSpot.patches.length = 0
  await world.app.store.owner.query('update crm_connections set paused_until = null where id = $1', [connection])
})

const isPatch = ({ method }: Asked) => method === 'PATCH'
const drain = () => world.app.drain(world.acme)
/** Triggers a workflow of its own. @returns how to read the run */
async function start(id: string, given: Record<string, unknown> = {}, body: object = {}, of = connection) {
  const { uuid } = await workflowFor(world, of, given)
  const answer = await trigger(world, world.org, id, { workflowIds: [uuid], ...body })
  const run = answer.body.workflows[0].runId as string
  return { run, uuid, read: () => runOf(world, run) }
}
const deals = (...ids: string[]) => ids.map((id) => ({ code: 'deals', id }))
const fieldsOf = (...names: string[]) => names.map((name) => ({ fieldKey: name, crmField: name }))

/** Lets time pass until the run is over. @returns how many tries it took */
async function untilOver({ read }: { read: () => Promise<{ status: string; tries: number }> }): Promise<number> {
  for (let hops = 0; hops < 60; hops++) {
    await drain()
    const { status, tries } = await read()
    if (status !== 'pending') return tries
    world.later(2 * MINUTE)
  }
  throw new Error('The run never ended.')
}

describe('writes', () => {
  it('each kind of value as HubSpot, Salesforce and a program want it', async () => {
    const values = { pain: 'Slow', seats: 40, target: false, competitors: ['Acme', 'Initech'] }
    const keys = Object.keys(values)
    hubSpot.put('deals', '1', {})
    const toHubSpot = await talkWith(world, deals('1'), values)
    const hub = await start(toHubSpot, {
      fieldMapping: keys.map((key) => ({ fieldKey: key, crmField: key === 'target' ? 'is_target' : key })),
    })
    const account = '001000000000001AAA'
    salesforce.put('Account', account, {})
    const toSalesforce = await talkWith(world, [{ code: 'account', id: account }], values)
    const force = await start(
      toSalesforce,
      {
        entityCode: 'account',
        fieldMapping: keys.map((key) => ({ fieldKey: key, crmField: `${key[0]?.toUpperCase()}${key.slice(1)}__c` })),
      },
      {},
      (await connectionFor(world, 'salesforce', salesforce.url)).uuid,
    )
    const toProgram = await talkWith(world, [{ code: 'lead', id: 'L-1' }], values)
    const made = await connectionFor(world, 'http', `${receiver.url}/crm`)
    const program = await start(toProgram, { entityCode: 'lead', fieldMapping: fieldsOf(...keys) }, {}, made.uuid)
    await drain()
    expect(hubSpot.get('deals', '1')).toMatchObject({
      ...{ pain: 'Slow', seats: '40', is_target: 'false', competitors: 'Acme;Initech' },
    })
    expect(salesforce.get('Account', account)).toMatchObject({
      ...{ Pain__c: 'Slow', Seats__c: 40, Target__c: false, Competitors__c: 'Acme;Initech' },
    })
    expect(receiver.asked.map(({ body }) => body.data)).toEqual([
      {
        ...{ run_id: program.run, conversation_id: toProgram, record: { code: 'lead', id: 'L-1' } },
        ...{ values, values_if_empty: {} },
      },
    ])
    for (const one of [hub, force, program]) expect((await one.read()).status).toBe('succeeded')
  })

  it('where the CRM has nothing yet, and says what it kept', async () => {
    hubSpot.put('deals', '1', { pain: 'Theirs', seats: '' })
    hubSpot.put('deals', '2', { pain: 'Theirs', seats: '3' })
    const id = await talkWith(world, deals('1', '2', '404'), { pain: 'Ours', seats: 40 })
    const fieldMapping = fieldsOf('pain', 'seats').map((one) => ({ ...one, overwrite: 'if_empty' }))
    const run = await start(id, { fieldMapping })
    await drain()
    expect(hubSpot.patches).toEqual([{ type: 'deals', id: '1', properties: { seats: '40' } }])
    const { status, reason, records } = await run.read()
    expect([status, reason]).toEqual(['failed', 'record_missing'])
    expect(records.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome])).toEqual([
      ['1', 'sent'],
      ['2', 'kept'],
      ['404', 'failed'],
    ])
    expect(records[0].fields).toEqual([
      { crmField: 'pain', outcome: 'kept' },
      { crmField: 'seats', outcome: 'sent' },
    ])
  })

  it('to a program what it is to take only where it has nothing, since only that knows', async () => {
    const made = await connectionFor(world, 'http', receiver.url)
    const id = await talkWith(world, [{ code: 'account', id: 'A' }], { pain: 'Slow', seats: 4 })
    await start(
      id,
      {
        entityCode: 'account',
        fieldMapping: [...fieldsOf('pain'), { fieldKey: 'seats', crmField: 'seats', overwrite: 'if_empty' }],
      },
      {},
      made.uuid,
    )
    await drain()
    expect(receiver.asked[0]?.body.data).toMatchObject({ values: { pain: 'Slow' }, values_if_empty: { seats: 4 } })
  })

  it('all other fields when HubSpot does not take one of them, and all other records', async () => {
    for (const id of ['1', '3']) hubSpot.put('deals', id, {})
    const id = await talkWith(world, deals('1', '404', '3'), { pain: 'Slow', nope: 'x', seats: 'many' })
    const run = await start(id, { fieldMapping: fieldsOf('pain', 'nope', 'seats') })
    await drain()
    expect(hubSpot.patches).toEqual([
      { type: 'deals', id: '1', properties: { pain: 'Slow' } },
      { type: 'deals', id: '3', properties: { pain: 'Slow' } },
    ])
    const { status, records } = await run.read()
    expect([status, await exportStatusOf(world, id)]).toEqual(['failed', 'failed'])
    expect(records.map(({ outcome, reason }: { outcome: string; reason: string }) => [outcome, reason])).toEqual([
      ['failed', 'field'],
      ['failed', 'record_missing'],
      ['failed', 'field'],
    ])
    expect(records[0].fields).toContainEqual({ crmField: 'pain', outcome: 'sent' })
    expect(records[0].said).toContain('Property "nope" does not exist')
  })

  it('nothing, and says why, when nothing is confirmed or no record is linked', async () => {
    const bare = await start(await talkWith(world, deals('1'), {}))
    const nowhere = await start(await talkWith(world, [{ code: 'contacts', id: '1' }]))
    await drain()
    expect(await bare.read()).toMatchObject({ status: 'skipped', reason: 'nothing_confirmed', tries: 0 })
    const { conversationUUID, ...told } = await nowhere.read()
    expect(told).toMatchObject({ status: 'skipped', reason: 'no_linked_records', detail: expect.any(String) })
    expect([await exportStatusOf(world, conversationUUID), hubSpot.asked]).toEqual(['none', []])
  })

  it('no value that was not confirmed, nor one that is no value of a field', async () => {
    hubSpot.put('deals', '1', {})
    const id = await talkWith(world, deals('1'), { pain: { a: 1 }, seats: null, competitors: [], dealname: '' })
    await world.app.store.owner.query(
      `update conversation_details set extracted_intelligence = '{"amount": {"value": 7}}' where conversation_id = $1`,
      [id],
    )
    const keys = ['pain', 'seats', 'competitors', 'dealname', 'amount', '__proto__', 'toString']
    const run = await start(id, {
      fieldMapping: fieldsOf(...keys.map((key) => key)).map((one, at) => ({ ...one, crmField: `f${at}` })),
    })
    await drain()
    const { status, leftOut } = await run.read()
    expect(status).toBe('skipped')
    expect(leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...Array(4).fill('no_value'),
      ...Array(3).fill('not_confirmed'),
    ])
  })
})

describe('tries again', () => {
  it.each<[string, Failure[]]>([
    ['429 and 500', [hubSpotFails.burst, hubSpotFails.internal, hubSpotFails.daily, hubSpotFails.down]],
    ['connections that end', ['drop', 'drop', 'drop']],
    ['a move between data centres', [hubSpotFails.moving]],
  ])('after %s, and finishes, once', async (_, failures) => {
    hubSpot.put('deals', '1', {})
    hubSpot.fail(failures, isPatch)
    const id = await talkWith(world, deals('1'))
    const run = await start(id, {}, { autoExecution: true })
    expect(await untilOver(run)).toBe(failures.length + 1)
    expect(hubSpot.patches).toEqual([{ type: 'deals', id: '1', properties: { pain: 'Slow reports' } }])
    expect([(await run.read()).status, await exportStatusOf(world, id)]).toEqual(['succeeded', 'exported'])
  })

  it('ten times within about an hour, or three times, and tells what it was', async () => {
    hubSpot.put('deals', '1', {})
    hubSpot.always = hubSpotFails.internal
    const began = world.app.clock.now().getTime()
    const hard = await start(await talkWith(world, deals('1')), {}, { autoExecution: true })
    expect(await untilOver(hard)).toBe(10)
    const minutes = (world.app.clock.now().getTime() - began) / MINUTE
    expect(minutes).toBeGreaterThan(50)
    expect(minutes).toBeLessThan(80)
    world.later(20 * MINUTE)
    const soft = await start(await talkWith(world, deals('1')))
    expect(await untilOver(soft)).toBe(3)
    for (const run of [hard, soft]) {
      expect(await run.read()).toMatchObject({
        ...{ status: 'failed', reason: 'server_error', detail: 'The CRM failed.', said: 'internal error' },
        records: [{ outcome: 'failed', reason: 'server_error' }],
      })
    }
    expect(hubSpot.patches).toEqual([])
  })

  it('only the records that are still to be written', async () => {
    for (const id of ['1', '2', '3']) hubSpot.put('deals', id, {})
    hubSpot.fail([hubSpotFails.burst], ({ path }) => path.endsWith('/2'))
    const run = await start(await talkWith(world, deals('1', '2', '3')))
    await drain()
    expect(await run.read()).toMatchObject({ status: 'pending', reason: 'rate_limited', tries: 1 })
    expect(await untilOver(run)).toBe(2)
    expect(hubSpot.patches.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it('with the values as they are by then', async () => {
    for (const id of ['1', '2']) hubSpot.put('deals', id, {})
    hubSpot.fail([hubSpotFails.burst], ({ path }) => path.endsWith('/2'))
    const id = await talkWith(world, deals('1', '2'), { pain: 'one' })
    const run = await start(id)
    await drain()
    await confirm(world, id, { pain: 'two' })
    await untilOver(run)
    expect(['1', '2'].map((one) => hubSpot.get('deals', one)?.pain)).toEqual(['two', 'two'])
  })

  it('not before a CRM may be asked again, by any run', async () => {
    hubSpot.put('deals', '1', {})
    hubSpot.fail([hubSpotFails.burstFor(300)], isPatch)
    const talks = [await talkWith(world, deals('1')), await talkWith(world, deals('1'), { pain: 'second' })] as const
    const [first, second] = [await start(talks[0]), await start(talks[1])]
    await drain()
    const asked = hubSpot.asked.length
    const { body } = await call(world.app, world.org, 'GET', `/crm-connections/${connection}`)
    expect(body.data).toMatchObject({ pausedFor: 'rate_limited', pausedUntil: expect.any(String) })
    world.later(4 * MINUTE)
    await drain()
    expect(hubSpot.asked.length).toBe(asked)
    world.later(2 * MINUTE)
    await drain()
    for (const run of [first, second]) expect((await run.read()).status).toBe('succeeded')
    expect((await second.read()).tries).toBe(1)
  })

  it('not what is refused: a person has to mend it', async () => {
    hubSpot.put('deals', '1', {})
    hubSpot.fail([hubSpotFails.scopes], isPatch)
    const run = await start(await talkWith(world, deals('1')), {}, { autoExecution: true })
    await drain()
    expect(await run.read()).toMatchObject({ status: 'failed', reason: 'permission', tries: 1 })
  })

  it('what was confirmed while it ran, by another run, and what was not, by none', async () => {
    hubSpot.put('deals', '1', {})
    for (const [later, patches] of [
      ['two', 2],
      ['one', 1],
    ] as const) {
      hubSpot.patches.length = 0
      hubSpot.asked.length = 0
      const id = await talkWith(world, deals('1'), { pain: 'one' })
      const { run, uuid } = await start(id)
      const { promise, resolve } = Promise.withResolvers<void>()
      hubSpot.hold(promise, isPatch)
      const working = drain()
      while (!hubSpot.asked.some(isPatch)) await new Promise((done) => setTimeout(done, 10))
      await confirm(world, id, { pain: later })
      const again = await trigger(world, world.org, id, { workflowIds: [uuid] })
      expect(again.body.workflows[0].runId).toBe(run)
      resolve()
      await working
      await drain()
      expect([hubSpot.get('deals', '1')?.pain, hubSpot.patches.length]).toEqual([later, patches])
    }
  })
})

describe('goes on', () => {
  it('after the process that ran it has died, and is done once as far as anybody sees', async () => {
    hubSpot.put('deals', '1', {})
    const id = await talkWith(world, deals('1'))
    const { run, read } = await start(id)
    // As a process leaves it that died after it had claimed the run, and perhaps after it had written.
    await world.app.store.owner.query(
      `update integration_runs set status = 'running', tries = 1, claim_id = $2 where id = $1`,
      [run, randomUUID()],
    )
    await drain()
    expect(hubSpot.patches).toHaveLength(1)
    expect(await read()).toMatchObject({ status: 'succeeded', tries: 1 })
    expect(await exportStatusOf(world, id)).toBe('exported')
  })

  it('without a workflow that was deleted or disabled meanwhile, and says so', async () => {
    const talks = [await talkWith(world, deals('1')), await talkWith(world, deals('1'))] as const
    const [gone, off] = [await start(talks[0]), await start(talks[1])]
    await call(world.app, world.org, 'DELETE', `/integration-workflows/${gone.uuid}`)
    await call(world.app, world.org, 'PATCH', `/integration-workflows/${off.uuid}`, { body: { enabled: false } })
    await drain()
    expect(await gone.read()).toMatchObject({ status: 'failed', reason: 'workflow_deleted', workflowUUID: null })
    expect(await off.read()).toMatchObject({ status: 'failed', reason: 'workflow_disabled' })
    expect(hubSpot.asked).toEqual([])
  })

  it('without a conversation that was erased meanwhile, and forgets it', async () => {
    const id = await talkWith(world, deals('1'))
    const { run } = await start(id)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    const runs = await drain()
    expect(runs.filter(({ job }) => job === 'run_integration').map(({ outcome }) => outcome)).toEqual(['ok'])
    expect((await call(world.app, world.org, 'GET', `/integration-runs/${run}`)).status).toBe(404)
    expect(hubSpot.asked).toEqual([])
  })
})

it('tells webhooks when it is over', async () => {
  const hook = await call(world.app, world.org, 'POST', '/webhooks', {
    body: { url: `${receiver.url}/hook`, event_types: ['crm_export.finished'] },
  })
  expect(hook.status).toBe(201)
  hubSpot.put('deals', '1', {})
  const id = await talkWith(world, deals('1'))
  const { run, uuid, read } = await start(id)
  await drain()
  await drain()
  const { workflowId } = await read()
  expect(receiver.asked.filter(({ path }) => path === '/hook').map(({ body }) => body)).toEqual([
    {
      type: 'crm_export.finished',
      timestamp: expect.any(String),
      data: {
        ...{ conversation_id: id, run_id: run, workflow_id: workflowId, integration_workflow_id: uuid },
        status: 'succeeded',
      },
    },
  ])
  await call(world.app, world.org, 'DELETE', `/webhooks/${hook.body.data.id}`)
})

it('keeps credentials out of what it stores', async () => {
  const rows = await world.app.store.owner.query<{ row: string }>(
    `select to_jsonb(r)::text as row from integration_runs r union all select to_jsonb(c)::text from crm_connections c
     union all select to_jsonb(a)::text from audit_log a`,
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const { row } of rows) expect(row).not.toMatch(/pat-na1-0000|5A5E1B9C8D7F|whsec_/)
})
