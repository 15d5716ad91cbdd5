import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  assignmentsOf,
  conditionFor,
  configurationFor,
  guardsConfigurations,
  itemFor,
  rowsOf,
} from '../../../testing/fields-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/field-configurations/${id}`, { body })
const get = async (id: string) => (await call(world.app, world.org, 'GET', `/field-configurations/${id}`)).body.data
const pairsOf = async (id: string) =>
  (await assignmentsOf(world, id)).map((one) => `${one.intelligenceItemUUID} ${one.teamUUID}`).sort()

describe('does', () => {
  it('changes what is given and keeps the rest', async () => {
    const criteria = { operator: 'OR', conditions: [await conditionFor(world)] }
    const id = await configurationFor(world, { teamsUUID: [world.teams.north], isDefaultTemplate: true, criteria })
    const before = { ...(await get(id)), updatedAt: expect.stringMatching(/Z$/) }
    const answer = await patch(world.org, id, { name: ' Renewal ' })
    expect([answer.status, answer.body]).toEqual([200, { data: { ...before, name: 'Renewal' } }])
    expect(await get(id)).toEqual(answer.body.data)
    await patch(world.org, id, { isDefaultTemplate: false })
    expect(await get(id)).toEqual({ ...before, name: 'Renewal', isDefaultTemplate: false })
  })

  it('replaces criteria as a whole, and lets go of labels they no longer name', async () => {
    const [one, other] = [await conditionFor(world), await conditionFor(world)]
    const id = await configurationFor(world, { criteria: { operator: 'AND', conditions: [one] } })
    const criteria = { operator: 'OR', conditions: [other] }
    expect((await patch(world.org, id, { criteria })).body.data.criteria).toEqual(criteria)
    const removed = async (label: string) => (await call(world.app, world.org, 'DELETE', `/labels/${label}`)).status
    expect([await removed(one.field), await removed(other.field)]).toEqual([204, 409])
  })

  it('takes all teams for some, some for all, and none for either', async () => {
    const { north, support } = world.teams
    const id = await configurationFor(world)
    for (const [given, told] of [
      [{ teamsUUID: [north] }, { allTeams: false, teamsUUID: [north] }],
      [{ teamsUUID: [support] }, { allTeams: false, teamsUUID: [support] }],
      [{ allTeams: true }, { allTeams: true, teamsUUID: [] }],
      [{ teamsUUID: [] }, { allTeams: true, teamsUUID: [] }],
      [{ allTeams: false }, { allTeams: false, teamsUUID: [] }],
      [
        { allTeams: false, teamsUUID: [north] },
        { allTeams: false, teamsUUID: [north] },
      ],
      [{ allTeams: false }, { allTeams: false, teamsUUID: [north] }],
      [{ teamsUUID: [] }, { allTeams: false, teamsUUID: [] }],
    ] as const) {
      expect((await patch(world.org, id, given)).body.data).toMatchObject(told)
      expect(await get(id)).toMatchObject(told)
    }
  })

  it('keeps assignments in step with the teams; those that stay keep their id and place', async () => {
    const { sales, north, support } = world.teams
    const id = await configurationFor(world, { teamsUUID: [north, sales] })
    const [one, two] = [await itemFor(world, id), await itemFor(world, id)]
    const kept = (await assignmentsOf(world, id)).find((a) => a.intelligenceItemUUID === one && a.teamUUID === north)
    const path = `/field-configurations/${id}/assignments/${kept?.uuid}`
    await call(world.app, world.org, 'PATCH', path, { body: { displayOrder: 7 } })
    await patch(world.org, id, { teamsUUID: [north, support] })
    const expected = [one, two].flatMap((item) => [north, support].map((team) => `${item} ${team}`)).sort()
    expect(await pairsOf(id)).toEqual(expected)
    expect(await assignmentsOf(world, id)).toContainEqual({ ...kept, displayOrder: 7 })
    await patch(world.org, id, { allTeams: true })
    expect(await pairsOf(id)).toEqual([`${one} null`, `${two} null`].sort())
    await patch(world.org, id, { allTeams: false })
    expect(await pairsOf(id)).toEqual([])
    await patch(world.org, id, { teamsUUID: [sales] })
    expect(await pairsOf(id)).toEqual([`${one} ${sales}`, `${two} ${sales}`].sort())
  })

  it('ends with one of two sets of teams, and its assignments, when two are sent at once', async () => {
    const { north, support } = world.teams
    const id = await configurationFor(world, { allTeams: false })
    const item = await itemFor(world, id)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        patch(world.org, id, { teamsUUID: [north] }),
        patch(world.org, id, { teamsUUID: [support] }),
        patch(world.org, id, { allTeams: true }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const { teamsUUID, allTeams } = await get(id)
      expect(await pairsOf(id)).toEqual([`${item} ${allTeams ? null : teamsUUID[0]}`])
    }
  })
})

describe('refuses', () => {
  it.each([
    ['nothing to change', {}, ''],
    ['nothing that is known', { color: 'red' }, ''],
    ['a blank name', { name: '\n' }, '/name'],
    ['a name of 129', { name: 'x'.repeat(129) }, '/name'],
    ['a name that is null', { name: null }, '/name'],
    ['a team that is not there', { name: 'New', teamsUUID: [NOBODY] }, '/teamsUUID'],
    ['all teams and some', { allTeams: true, teamsUUID: [NOBODY] }, '/teamsUUID'],
    [
      'a label that is not there',
      { name: 'New', criteria: { operator: 'AND', conditions: [{ field: NOBODY, value: NOBODY }] } },
      '/criteria/conditions/0/field',
    ],
  ])('%s, and changes nothing', async (_, body, pointer) => {
    const criteria = { operator: 'OR', conditions: [await conditionFor(world)] }
    const id = await configurationFor(world, { teamsUUID: [world.teams.north], criteria })
    const before = await rowsOf(world, id)
    const answer = await patch(world.org, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await rowsOf(world, id)).toEqual(before)
  })
})

describe('who may', () => {
  guardsConfigurations(
    () => world,
    'admins',
    (caller, id) => patch(caller, id, { name: 'Changed' }),
  )
})
