import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { targetFor } from '../../../testing/targets-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld(world?.app)
})

const SHARE = { figure: 'talkShare', minimum: 0.45, maximum: 0.55 }
const create = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/targets', { body })

describe('does', () => {
  it('sets a range for the organization, and another one for a team', async () => {
    const { status, body } = await create(world.alice, SHARE)
    expect([status, body.data]).toEqual([
      201,
      {
        ...{ uuid: expect.any(String), ...SHARE, scorecardUUID: null, scorecardTitle: null, teamUUID: null },
        ...{ teamName: null, createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ])
    const own = await create(world.alice, { ...SHARE, minimum: null, teamUUID: world.teams.north })
    expect(own.body.data).toMatchObject({ teamUUID: world.teams.north, teamName: 'Sales North', minimum: null })
  })

  it('sets one bound for the score of a scorecard, which it ends with', async () => {
    const scorecardUUID = await scorecardFor(world)
    const { body } = await create(world.org, { figure: 'scorecardScore', scorecardUUID, minimum: 70.5 })
    expect(body.data).toMatchObject({ scorecardUUID, scorecardTitle: expect.any(String), minimum: 70.5, maximum: null })
    expect((await call(world.app, world.org, 'DELETE', `/scorecards/${scorecardUUID}`)).status).toBe(204)
    expect((await call(world.app, world.org, 'GET', `/targets/${body.data.uuid}`)).status).toBe(404)
  })

  it('stores what it did in the audit log', async () => {
    const { uuid } = await targetFor(world, SHARE)
    const { body } = await call(world.app, world.org, 'GET', '/audit-log?action=createTarget')
    expect(JSON.stringify(body.data)).toContain(uuid)
  })
})

describe('refuses', () => {
  it.each([
    ['no bound', '/minimum', { figure: 'talkShare' }],
    ['a share in percent', '/minimum', { figure: 'talkShare', minimum: 45 }],
    ['bounds in reverse order', '/maximum', { figure: 'averageScore', minimum: 80, maximum: 70 }],
    ['half a second', '/maximum', { figure: 'longestMonologue', maximum: 30.5 }],
    ['a negative bound', '/minimum', { figure: 'questionsAsked', minimum: -1 }],
    ['an unknown figure', '/figure', { figure: 'silence', minimum: 1 }],
    ['a team of nothing', '/teamUUID', { ...SHARE, teamUUID: NOBODY }],
    ['a scorecard of nothing', '/scorecardUUID', { figure: 'scorecardScore', scorecardUUID: NOBODY, minimum: 1 }],
    ['no scorecard', '/scorecardUUID', { figure: 'scorecardScore', minimum: 1 }],
    ['a scorecard for another figure', '/scorecardUUID', { ...SHARE, scorecardUUID: NOBODY }],
  ])('%s', async (_, pointer, body) => {
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('a second target of the same figure, also at the same moment', async () => {
    const answers = await Promise.all([create(world.alice, SHARE), create(world.org, SHARE)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const again = await create(world.alice, SHARE)
    expect([again.status, again.body]).toEqual([409, resourceError(409, 'target_exists', '/figure')])
  })

  it('more than 200 targets', async () => {
    await world.app.store.owner.query(
      `with teams as (
         insert into teams (organization_id, id, name) select $1, gen_random_uuid(), 'T' || n from generate_series(1, 200) n
         returning id
       )
       insert into targets (organization_id, id, team_id, figure, minimum, created_at, updated_at)
       select $1, gen_random_uuid(), id, 'talkShare', 0.5, now(), now() from teams`,
      [world.acme],
    )
    const answer = await create(world.alice, SHARE)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_targets', '')])
  })
})

describe('who may', () => {
  it('admins set all targets, managers those of their teams and the teams below', async () => {
    const { sales, north, support } = world.teams
    const body = { figure: 'averageScore', minimum: 1 }
    expect((await create(undefined, { ...body, teamUUID: sales })).status).toBe(401)
    for (const teamUUID of [sales, north]) {
      expect((await create(world.mark, { ...body, teamUUID })).status).toBe(201)
    }
    for (const [caller, team, code] of [
      [world.mark, support, 'admin_required'],
      [world.mark, undefined, 'admin_required'],
      [world.bob, north, 'manager_required'],
      [world.carol, support, 'manager_required'],
    ] as const) {
      const answer = await create(caller, {
        ...{ figure: 'questionsAsked', minimum: 1 },
        ...(team === undefined ? {} : { teamUUID: team }),
      })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, code, '')])
    }
  })

  it("not another organization, whose teams and scorecards don't exist here", async () => {
    const answer = await create(world.mallory, { ...SHARE, teamUUID: world.teams.north })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/teamUUID')])
    expect((await create(world.mallory, SHARE)).status).toBe(201)
    expect((await call(world.app, world.org, 'GET', '/targets')).body.data).toEqual([])
  })
})
