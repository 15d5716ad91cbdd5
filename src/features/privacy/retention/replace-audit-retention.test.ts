import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { daysBefore, policyFor } from '../../../testing/privacy-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let now = new Date('2026-05-01T10:00:00Z')
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => now } }))
})
const put = (keepDays: unknown, caller: Caller | undefined = world.alice) =>
  call(world.app, caller, 'PUT', '/audit-log/retention', { body: { keepDays } })

/** Adds entries of the past. */
const addEntries = (org: string, days: number, count: number) =>
  world.app.store.owner.query(
    `insert into audit_log (organization_id, id, at, operation, via, entity_id)
     select $1, gen_random_uuid(), $2::timestamptz + n * interval '1 millisecond', 'updateTeam', 'api_key', $3
     from generate_series(1, $4::int) n`,
    [org, daysBefore(now, days), randomUUID(), count],
  )
const countEntries = async (org: string) => {
  const [row] = await world.app.store.owner.query<{ n: number }>(
    `select count(*)::int as n from audit_log where organization_id = $1 and operation = 'updateTeam'`,
    [org],
  )
  return row?.n
}
const deletions = async () => {
  const { body } = await call(world.app, world.org, 'GET', '/audit-log', { query: { operation: 'deleteAuditEntries' } })
  return body.data as { via: string; at: string; entities: { type: string; id: string }[] }[]
}
/** The daily run of the next day. */
async function nextDay(org = world.acme) {
  now = new Date(now.getTime() + 86_400_000)
  return (await world.app.drain(org)).filter(({ job }) => job === 'apply_retention')
}

describe('does', () => {
  it('delete older entries the next day, in batches, with entries about it, and leave others alone', async () => {
    await addEntries(world.acme, 400, 2_500)
    await addEntries(world.acme, 300, 3)
    await addEntries(world.rival, 4_000, 2)
    const newest = new Date(Date.parse(daysBefore(now, 400)) + 2_500).toISOString()
    const saved = await put(366)
    expect([saved.status, saved.body.data]).toEqual([200, { keepDays: 366, oldestEntryAt: expect.any(String) }])
    expect(await countEntries(world.acme)).toBe(2_503)

    expect(await nextDay()).toMatchObject([{ outcome: 'ok' }])
    expect(await countEntries(world.acme)).toBe(3)
    expect(await countEntries(world.rival)).toBe(2)
    const told = await deletions()
    expect(told.map(({ entities }) => Number(entities[0]?.id)).toSorted()).toEqual([1_000, 1_000, 500])
    expect(told[0]).toMatchObject({ via: 'service', at: now.toISOString() })
    const last = told.find(({ entities }) => entities[0]?.id === '500')
    expect(last?.entities).toEqual([
      { type: 'deleted entries', id: '500' },
      { type: 'deleted up to', id: newest },
      { type: 'organization', id: world.acme },
    ])

    // Nothing is due the next day, so there is nothing to record.
    await nextDay()
    expect(await deletions()).toHaveLength(3)
  })

  it('record who changed the setting, to which number of days', async () => {
    await put(1_095)
    const { body } = await call(world.app, world.org, 'GET', '/audit-log', {
      query: { operation: 'replaceAuditRetention' },
    })
    expect(body.data[0]).toMatchObject({
      user: { uuid: world.alice.userId },
      entities: [
        { type: 'kept days', id: '1095' },
        { type: 'organization', id: world.acme },
      ],
    })
  })

  it('delete nothing once entries are kept permanently again, while policies still run', async () => {
    await put(365)
    await addEntries(world.acme, 500, 2)
    await put(null)
    const before = await countEntries(world.acme)
    await policyFor(world, { enabled: true })
    expect(await nextDay()).toHaveLength(1)
    expect(await countEntries(world.acme)).toBe(before)
  })

  it('schedule one run a day, in addition to those of policies', async () => {
    await put(365)
    await policyFor(world, { enabled: true })
    await put(400)
    expect(await nextDay()).toHaveLength(1)
    expect(await nextDay()).toHaveLength(1)
  })

  it('start the daily run of an organization without policies', async () => {
    await addEntries(world.rival, 4_000, 1)
    await put(null, world.rivalOrg)
    expect(await nextDay(world.rival)).toEqual([])
    await put(3_650, world.rivalOrg)
    expect(await nextDay(world.rival)).toMatchObject([{ outcome: 'ok' }])
    expect(await countEntries(world.rival)).toBe(0)
  })
})

describe('refuses', () => {
  it.each([364, 0, 36_501, 400.5, '400', undefined])('%j days', async (days) => {
    const answer = await put(days)
    expect([answer.status, answer.body]).toEqual([400, refusedField('/keepDays')])
  })

  it('a caller without a key', async () => {
    expect((await call(world.app, undefined, 'PUT', '/audit-log/retention', { body: { keepDays: 400 } })).status).toBe(
      401,
    )
  })
})

describe('who may', () => {
  adminsOnly({
    world: () => world,
    make: async () => '',
    send: (caller) => call(world.app, caller, 'PUT', '/audit-log/retention', { body: { keepDays: null } }),
  })
})
