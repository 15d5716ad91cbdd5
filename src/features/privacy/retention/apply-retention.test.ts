/** The daily run: what goes, what stays, and that it comes back. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { daysBefore, policyFor } from '../../../testing/privacy-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let now = new Date('2026-05-01T10:00:00Z')
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => now } }))
})
beforeEach(async () => {
  const list = await call(world.app, world.org, 'GET', '/retention-policies')
  for (const { uuid } of list.body.data) await call(world.app, world.org, 'DELETE', `/retention-policies/${uuid}`)
})

const old = (days: number, given: Record<string, unknown> = {}) =>
  importFor(world, { conversationStartedAt: daysBefore(now, days), ...given })
const statusOf = async (id: string) => {
  const { status, body } = await call(world.app, world.org, 'GET', `/conversations/${id}`)
  return status === 200 ? (body.attributes.archived ? 'archived' : 'there') : 'gone'
}
/** The run of the next day. */
async function nextDay() {
  now = new Date(now.getTime() + 86_400_000)
  const runs = await world.app.drain(world.acme)
  return runs.filter(({ job }) => job === 'apply_retention')
}
const policy = async (id: string) => (await call(world.app, world.org, 'GET', `/retention-policies/${id}`)).body.data

describe('an enabled policy', () => {
  it('erases what is old enough with everything derived, once a day, and tells what it did', async () => {
    const [gone, young] = [await old(31), await old(27)]
    const id = await policyFor(world, { enabled: true })
    expect(await statusOf(gone)).toBe('there')
    expect(await nextDay()).toMatchObject([{ outcome: 'ok' }])
    expect([await statusOf(gone), await statusOf(young)]).toEqual(['gone', 'there'])
    expect(await policy(id)).toMatchObject({
      lastRun: { erased: 1, archived: 0, held: 0 },
      lastRunAt: now.toISOString(),
    })
    // The same day nothing more is due.
    expect((await world.app.drain(world.acme)).filter(({ job }) => job === 'apply_retention')).toEqual([])
    await nextDay()
    await nextDay()
    await nextDay()
    expect(await statusOf(young)).toBe('gone')
    const log = await call(world.app, world.org, 'GET', '/audit-log', { query: { operation: 'applyRetention' } })
    expect(log.body.data[1]).toMatchObject({
      ...{ via: 'service', user: null, entityType: 'retention policy', entityId: id },
      entities: [
        { type: 'conversation', id: gone },
        { type: 'retention policy', id },
      ],
    })
  })

  it('archives, and goes by labels, teams and privacy', async () => {
    const labels = { Stage: 'Lost' }
    const meant = await old(40, { labels: { ...labels, Extra: 'x' } })
    const others = [
      await old(40),
      await old(40, { labels: { Stage: 'Won' } }),
      await old(40, { labels, private: true }),
      await old(40, { labels, teamUUID: world.teams.support, userID: world.carol.userId }),
    ]
    const teamsUUID = [world.teams.sales]
    await policyFor(world, { action: 'archive', labels, teamsUUID, private: false, enabled: true })
    await nextDay()
    expect(await statusOf(meant)).toBe('archived')
    for (const id of others) expect(await statusOf(id)).toBe('there')
  })

  it('leaves what a hold keeps, and counts it', async () => {
    const participants = [{ email: 'held@b.example' }]
    const [kept, gone] = [await old(50, { participants }), await old(50)]
    await call(world.app, world.org, 'POST', '/legal-holds', {
      body: { participantEmail: 'held@b.example', reason: 'Matter' },
    })
    const id = await policyFor(world, { afterDays: 45, enabled: true })
    await nextDay()
    expect([await statusOf(kept), await statusOf(gone)]).toEqual(['there', 'gone'])
    expect(await policy(id)).toMatchObject({ lastRun: { held: 1 } })
  })

  it('of another organization touches nothing here', async () => {
    const id = await old(60, { labels: { Only: 'rival' } })
    const body = { name: 'All', afterDays: 1, action: 'erase', enabled: true }
    await call(world.app, world.rivalOrg, 'POST', '/retention-policies', { body })
    now = new Date(now.getTime() + 86_400_000)
    await world.app.drain(world.rival)
    expect(await statusOf(id)).toBe('there')
  })
})

describe('a policy that is switched off', () => {
  it('does nothing, until it is switched on', async () => {
    const gone = await old(70)
    const id = await policyFor(world, { afterDays: 65 })
    await nextDay()
    expect(await statusOf(gone)).toBe('there')
    await call(world.app, world.org, 'PATCH', `/retention-policies/${id}`, { body: { enabled: true } })
    await nextDay()
    expect(await statusOf(gone)).toBe('gone')
  })

  it('ends at once, while a run is at it', async () => {
    const first = await policyFor(world, { afterDays: 2_000, enabled: true })
    const meant = await old(80)
    const second = await policyFor(world, { afterDays: 75, enabled: true })
    const { owner } = world.app.store
    // Somebody switches the second one off when the run is through with the first.
    await owner.query(`create function switch_off() returns trigger language plpgsql as $$
      begin update retention_policies set enabled = false
      where organization_id = '${world.acme}' and id = '${second}'; return new; end $$`)
    await owner.query(`create trigger switch_off after update on retention_policies
      for each row when (new.id = '${first}') execute function switch_off()`)
    await nextDay()
    await owner.query('drop trigger switch_off on retention_policies')
    await owner.query('drop function switch_off')
    expect([await statusOf(meant), (await policy(second)).enabled]).toEqual(['there', false])
  })
})

describe('the run', () => {
  it('is one a day, however often policies are changed at the same moment', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => policyFor(world, { enabled: true })))
    await Promise.all(
      ids.map((id) => call(world.app, world.org, 'PATCH', `/retention-policies/${id}`, { body: { name: 'Other' } })),
    )
    expect(await nextDay()).toHaveLength(1)
    expect(await nextDay()).toHaveLength(1)
  })
})
