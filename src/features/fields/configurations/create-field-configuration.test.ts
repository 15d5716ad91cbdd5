import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { conditionFor } from '../../../testing/fields-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown, headers = {}) =>
  call(world.app, caller, 'POST', '/field-configurations', { body, headers })
const total = async () =>
  (await call(world.app, world.org, 'GET', '/field-configurations')).body.meta.totalRecords as number

describe('does', () => {
  it('makes a configuration that is for all teams when none is named', async () => {
    const answer = await post(world.org, { name: '  Discovery ', unknown: 1 })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'Discovery',
          organizationUUID: world.acme,
          teamsUUID: [],
          allTeams: true,
          isDefaultTemplate: false,
          criteria: { operator: 'AND', conditions: [] },
          updatedAt: expect.stringMatching(/Z$/),
        },
      },
    ])
    const path = `/field-configurations/${answer.body.data.uuid}`
    expect((await call(world.app, world.org, 'GET', path)).body).toEqual(answer.body)
  })

  it('makes one for the named teams, each once, with its criteria', async () => {
    const { north, support } = world.teams
    const criteria = { operator: 'OR', conditions: [await conditionFor(world), await conditionFor(world)] }
    const { body } = await post(world.alice, { name: 'D', teamsUUID: [support, north, north.toUpperCase()], criteria })
    expect(body.data).toMatchObject({ allTeams: false, teamsUUID: [north, support].sort(), criteria })
    const path = `/field-configurations/${body.data.uuid}`
    expect((await call(world.app, world.org, 'GET', path)).body).toEqual(body)
  })

  it('makes one for no team, when that is what is said', async () => {
    for (const teams of [{}, { teamsUUID: [] }]) {
      const { body } = await post(world.org, { name: 'D', allTeams: false, ...teams })
      expect(body.data).toMatchObject({ allTeams: false, teamsUUID: [] })
    }
  })

  it('counts 128 characters as people do', async () => {
    expect((await post(world.org, { name: '🚀'.repeat(128) })).status).toBe(201)
  })

  it('makes one when the same request is sent twice under one key', async () => {
    const before = await total()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [await post(world.org, { name: 'D' }, key), await post(world.org, { name: 'D' }, key)]
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(await total()).toBe(before + 1)
  })

  it('keeps a label that its criteria name from going', async () => {
    const condition = await conditionFor(world)
    const { body } = await post(world.org, { name: 'D', criteria: { operator: 'AND', conditions: [condition] } })
    const removed = () => call(world.app, world.org, 'DELETE', `/labels/${condition.field}`)
    expect((await removed()).body.code).toBe('label_in_use')
    await call(world.app, world.org, 'DELETE', `/field-configurations/${body.data.uuid}`)
    expect((await removed()).status).toBe(204)
  })
})

describe('refuses', () => {
  it.each([
    ['no name', {}, '/name'],
    ['a blank name', { name: ' ' }, '/name'],
    ['a name of 129', { name: 'x'.repeat(129) }, '/name'],
    ['a NUL', { name: '\u0000' }, '/name'],
    ['a team that is no id', { name: 'D', teamsUUID: ['north'] }, '/teamsUUID/0'],
    ['a team that is not there', { name: 'D', teamsUUID: [NOBODY] }, '/teamsUUID'],
    ['101 teams', { name: 'D', teamsUUID: Array(101).fill(NOBODY) }, '/teamsUUID'],
    ['teams that are no list', { name: 'D', teamsUUID: NOBODY }, '/teamsUUID'],
    ['allTeams that is text', { name: 'D', allTeams: 'true' }, '/allTeams'],
    ['criteria without conditions', { name: 'D', criteria: { operator: 'AND' } }, '/criteria/conditions'],
    ['an unknown operator', { name: 'D', criteria: { operator: 'XOR', conditions: [] } }, '/criteria/operator'],
  ])('%s, and makes nothing', async (_, body, pointer) => {
    const before = await total()
    const answer = await post(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await total()).toBe(before)
  })

  it('all teams and some at once', async () => {
    const answer = await post(world.org, { name: 'D', allTeams: true, teamsUUID: [world.teams.north] })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/teamsUUID')])
  })

  it('a team of the rival, and an archived one', async () => {
    const rival = await createWorld(world.app)
    await world.app.store.owner.query('update teams set archived_at = now() where id = $1', [rival.teams.support])
    const theirs = await post(world.org, { name: 'D', teamsUUID: [world.teams.north, rival.teams.north] })
    expect([theirs.status, theirs.body]).toEqual([400, refusedField('/teamsUUID')])
    const archived = await post(rival.org, { name: 'D', teamsUUID: [rival.teams.support] })
    expect([archived.status, archived.body]).toEqual([400, refusedField('/teamsUUID')])
  })

  it('labels and options that are not there, pointing at each', async () => {
    const [one, other] = [await conditionFor(world), await conditionFor(world)]
    const wrong = { operator: 'AND', conditions: [one, { field: one.field, value: other.value }] }
    const answer = await post(world.org, { name: 'D', criteria: wrong })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/criteria/conditions/1/value')])
    const rival = await createWorld(world.app)
    const theirs = { operator: 'AND', conditions: [await conditionFor(rival)] }
    const outside = await post(world.org, { name: 'D', criteria: theirs })
    expect([outside.status, outside.body]).toEqual([400, refusedField('/criteria/conditions/0/field')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await post(undefined, { name: 'D' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    const before = await total()
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await post(caller, { name: 'D' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect(await total()).toBe(before)
    for (const caller of [world.org, world.alice]) expect((await post(caller, { name: 'D' })).status).toBe(201)
  })
})
