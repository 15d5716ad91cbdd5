/**
 * Two callers at the same moment: one sensible outcome, no 5xx, no orphan row. On PostgreSQL they really meet; on the
 * embedded database, which takes one transaction after the other, the order is what varies.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const ROUNDS = 12

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (path: string, body: unknown) => call(world.app, world.org, 'PUT', path, { body })
const post = (path: string, body: unknown, caller = world.org) => call(world.app, caller, 'POST', path, { body })
const rows = <R extends object>(sql: string, ...parameters: unknown[]) =>
  world.app.store.owner.query<R>(sql, parameters)
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted()

async function rounds(work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await work(round)
}

describe('at the same moment', () => {
  it('two upserts of one opportunity make one record', async () => {
    await rounds(async (round) => {
      const path = `/teams/${world.teams.north}/opportunity`
      const opportunity_id = `at once ${round}`
      const answers = await Promise.all(['A', 'B', 'C'].map((title) => put(path, { opportunity_id, title })))
      expect(statuses(answers)).toEqual([200, 200, 201])
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      const kept = await rows(
        'select id from opportunities where organization_id = $1 and external_id = $2',
        world.acme,
        opportunity_id,
      )
      expect(kept).toHaveLength(1)
    })
  })

  it('two replacements of the same links leave one of the two sets, whole', async () => {
    const id = await importFor(world)
    const sets = ['A', 'B'].map((of) => Array.from({ length: 5 }, (_, n) => ({ id: `${of}${n}`, code: 'account' })))
    await rounds(async () => {
      const answers = await Promise.all(
        sets.map((linked_crm_records) => put(`/conversations/${id}/linked-crm-records`, { linked_crm_records })),
      )
      expect(statuses(answers)).toEqual([200, 200])
      const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}`)
      expect(sets).toContainEqual(body.attributes.linkedCrmRecords)
    })
  })

  it('two dismissals of one action: one of them moved it', async () => {
    const entity_id = await importFor(world)
    await rounds(async () => {
      const made = await post('/actions', {
        owner_user_uuid: world.bob.userId,
        entity_type: 'conversation',
        entity_id,
        action_type: 'follow_up_email',
        title: 'Send the offer',
      })
      const path = `/actions/${made.body.data.uuid}/dismiss`
      const answers = await Promise.all([1, 2, 3].map(() => call(world.app, world.bob, 'POST', path)))
      expect(statuses(answers)).toEqual([200, 200, 200])
      expect(answers.filter(({ body }) => body.updated)).toHaveLength(1)
    })
  })

  it('a configuration deleted while an item is made in it leaves no item and no assignment', async () => {
    await rounds(async () => {
      const made = await post('/field-configurations', { name: 'Doomed', allTeams: true })
      const path = `/field-configurations/${made.body.data.uuid}`
      const [deleted, ...created] = await Promise.all([
        call(world.app, world.org, 'DELETE', path),
        ...[1, 2, 3].map((n) => post(`${path}/items`, { title: `Item ${n}`, category: 'CRM', contents: 'What?' })),
      ])
      expect(deleted?.status).toBe(204)
      for (const { status } of created) expect([201, 404]).toContain(status)
    })
    const [orphans] = await rows<{ items: number; assignments: number }>(
      `select (select count(*) from field_items i where organization_id = $1 and not exists (
                 select from field_configurations c where c.organization_id = i.organization_id and c.id = i.configuration_id))::int as items,
              (select count(*) from field_item_assignments a where organization_id = $1 and not exists (
                 select from field_items i where i.organization_id = a.organization_id and i.id = a.item_id))::int as assignments`,
      world.acme,
    )
    expect(orphans).toEqual({ items: 0, assignments: 0 })
  })

  it('two invitations of one person: one is made, the others are told so', async () => {
    await rounds(async () => {
      const email = `${randomUUID()}@acme.example`
      const answers = await Promise.all(
        [1, 2, 3].map(() => post('/organizations/invitations', { email, role: 'SALES_REP' }, world.alice)),
      )
      expect(statuses(answers)).toEqual([201, 409, 409])
    })
  })

  it('a team and its people changed from all sides end in one state, and nobody waits for each other forever', async () => {
    const people = [world.mark, world.bob, world.carol].map(({ userId }) => userId ?? '')
    await rounds(async (round) => {
      const made = await post('/organizations/teams', { name: `Busy ${round}` })
      const id = made.body.data.uuid
      for (const user of people) await put(`/teams/${id}/members/${user}`, undefined)
      const remove = people.map((value) => ({ op: 'remove', path: `members[value eq "${value}"]` }))
      const answers = await Promise.all([
        ...people.map((user) => call(world.app, world.org, 'DELETE', `/teams/${id}/members/${user}`)),
        ...people.map((user) => put(`/organizations/users/${user}/teams`, { teamUUIDs: [world.teams.north] })),
        call(world.app, world.org, 'PATCH', `/scim/Groups/${id}`, { body: { Operations: remove } }),
        ...people.map((user) => put(`/teams/${id}/members/${user}`, undefined)),
        call(world.app, world.org, 'DELETE', `/organizations/teams/${id}`),
      ])
      expect(statuses(answers).filter((status) => status >= 500)).toEqual([])
      const left = await rows(
        'select user_id from team_members where organization_id = $1 and team_id = $2',
        world.acme,
        id,
      )
      expect(left).toEqual([])
    })
  })
})
