import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const create = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'POST', '/retention-policies', { body })
const GOOD = { name: 'Old ones', afterDays: 365, action: 'erase' }

describe('does', () => {
  it('makes one that is switched off, of everything, unless it says otherwise', async () => {
    const answer = await create(world.alice, { ...GOOD, name: '  Old ones ' })
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        uuid: expect.any(String),
        ...{ name: 'Old ones', enabled: false, afterDays: 365, action: 'erase', labels: {}, teamsUUID: null },
        ...{ private: null, lastRunAt: null, lastRun: null },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ])
    const full = { ...GOOD, labels: { Stage: 'Lost' }, teamsUUID: [world.teams.sales], private: true, enabled: true }
    expect((await create(world.org, full)).body.data).toMatchObject(full)
  })
})

describe('refuses', () => {
  it.each([
    ['no name', '/name', { ...GOOD, name: ' ' }],
    ['a name of 129 characters', '/name', { ...GOOD, name: 'x'.repeat(129) }],
    ['no days', '/afterDays', { ...GOOD, afterDays: 0 }],
    ['half a day', '/afterDays', { ...GOOD, afterDays: 1.5 }],
    ['more than a hundred years', '/afterDays', { ...GOOD, afterDays: 36_501 }],
    ['another action', '/action', { ...GOOD, action: 'hide' }],
    ['no team at all', '/teamsUUID', { ...GOOD, teamsUUID: [] }],
    ['a team of nothing', '/teamsUUID/0', { ...GOOD, teamsUUID: [NOBODY] }],
    [
      '21 labels',
      '/labels',
      { ...GOOD, labels: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`a${n}`, 'b'])) },
    ],
  ])('%s', async (_, pointer, body) => {
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => create(caller, GOOD) })
})
