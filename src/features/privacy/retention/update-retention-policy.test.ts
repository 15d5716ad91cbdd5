import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { policyFor } from '../../../testing/privacy-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const update = (caller: Caller | undefined, id: string, body: unknown = { name: 'Other' }) =>
  call(world.app, caller, 'PATCH', `/retention-policies/${id}`, { body })

describe('does', () => {
  it('changes what is given and keeps the rest; null is a value', async () => {
    const id = await policyFor(world, { teamsUUID: [world.teams.north], private: true, labels: { Stage: 'Lost' } })
    const changed = await update(world.alice, id, { teamsUUID: null, enabled: true })
    expect(changed.body.data).toMatchObject({
      ...{ name: 'Old ones', afterDays: 30, action: 'erase', labels: { Stage: 'Lost' } },
      ...{ private: true, teamsUUID: null, enabled: true },
    })
    const again = await update(world.org, id, { private: null, labels: {}, action: 'archive', afterDays: 7, name: 'B' })
    expect(again.body.data).toMatchObject({ private: null, labels: {}, action: 'archive', afterDays: 7, name: 'B' })
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'retention_policy', make: () => policyFor(world), send: update })

  it.each([
    ['nothing', '', {}],
    ['no days', '/afterDays', { afterDays: 0 }],
    ['a team of nothing', '/teamsUUID/0', { teamsUUID: [NOBODY] }],
  ])('%s', async (_, pointer, body) => {
    const answer = await update(world.alice, await policyFor(world), body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: () => policyFor(world), send: update })
})
