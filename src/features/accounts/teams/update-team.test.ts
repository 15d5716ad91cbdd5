import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsThings, needsAnAdmin, newTeam, peopleOf } from '../../../testing/people.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown, w = world) =>
  call(w.app, caller, 'PATCH', `/organizations/teams/${id}`, { body })
const archive = (id: string) => call(world.app, world.org, 'DELETE', `/organizations/teams/${id}`)
const CYCLE = resourceError(409, 'team_cycle', '/parentTeamUUID')

/** Team → the team above it. */
async function treeOf(w: World): Promise<Map<string, string | undefined>> {
  const { body } = await call(w.app, w.org, 'GET', '/organizations/teams', { query: { size: '500' } })
  return new Map(body.data.map((team: { uuid: string; parentTeamUUID?: string }) => [team.uuid, team.parentTeamUUID]))
}

function hasCycle(tree: Map<string, string | undefined>): boolean {
  return [...tree.keys()].some((start) => {
    let at: string | undefined = start
    for (let steps = 0; at !== undefined; steps++) {
      if (steps > tree.size) return true
      at = tree.get(at)
    }
    return false
  })
}

describe('does', () => {
  it('changes what is given and keeps the rest', async () => {
    const above = await newTeam(world, 'Above')
    const team = await newTeam(world, 'Before', above)
    const named = await patch(world.alice, team, { name: ' After ', domain: 'after.example' })
    expect(named.body.data).toMatchObject({ name: 'After', domain: 'after.example', parentTeamUUID: above })
    const cleared = await patch(world.org, team, { domain: '' })
    expect([cleared.status, cleared.body.data]).toMatchObject([
      200,
      { name: 'After', domain: '', parentTeamUUID: above },
    ])
  })

  it('moves a team with all below it, and who sees what moves along', async () => {
    const own = await createWorld(world.app)
    const conversation = await importFor(own)
    const sees = async (caller: Caller) => (await call(own.app, caller, 'GET', `/conversations/${conversation}`)).status
    expect([await sees(own.mark), await sees(own.carol)]).toEqual([200, 404])
    const moved = await patch(own.alice, own.teams.north, { parentTeamUUID: own.teams.support }, own)
    expect(moved.body.data.parentTeamUUID).toBe(own.teams.support)
    expect([await sees(own.mark), await sees(own.carol)]).toEqual([404, 200])
    const top = await patch(own.alice, own.teams.north, { parentTeamUUID: null }, own)
    expect('parentTeamUUID' in top.body.data).toBe(false)
    expect(await sees(own.carol)).toBe(404)
  })

  it('brings an archived team back, without members', async () => {
    const team = await newTeam(world, 'Back again')
    await call(world.app, world.org, 'PUT', `/teams/${team}/members/${world.carol.userId}`)
    await archive(team)
    const answer = await patch(world.alice, team, { archived: false })
    expect([answer.status, answer.body.data.archived]).toEqual([200, false])
    expect((await call(world.app, world.org, 'GET', `/teams/${team}/members`)).body.data).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['a blank name', '/name', { name: ' ' }],
    ['a name that is null', '/name', { name: null }],
    ['a domain that is none', '/domain', { domain: 'acme' }],
    ['a malformed parent', '/parentTeamUUID', { parentTeamUUID: '' }],
    ['a parent of nothing', '/parentTeamUUID', { parentTeamUUID: NOBODY }],
    ['archived: true', '/archived', { archived: true }],
    ['nothing at all', '', {}],
  ])('%s', async (_, pointer, body) => {
    const before = await peopleOf(world)
    const answer = await patch(world.alice, world.teams.north, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await peopleOf(world)).toEqual(before)
  })

  it('a team below itself, and below one that is below it', async () => {
    const { sales, north } = world.teams
    for (const [team, parentTeamUUID] of [
      [sales, sales],
      [sales, north],
    ] as const) {
      const answer = await patch(world.alice, team, { parentTeamUUID })
      expect([answer.status, answer.body]).toEqual([409, CYCLE])
    }
  })

  it('moves that would close a circle together at the same moment', async () => {
    const own = await createWorld(world.app)
    const ring = await Promise.all(['a', 'b', 'c', 'd'].map((name) => newTeam(own, name)))
    const answers = await Promise.all(
      ring.map((team, index) => patch(own.alice, team, { parentTeamUUID: ring[(index + 1) % ring.length] }, own)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409])
    expect(hasCycle(await treeOf(own))).toBe(false)
  })

  it('whatever would not be a tree, in any order of moves', async () => {
    const own = await createWorld(world.app)
    const teams = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => newTeam(own, name)))
    const any = fc.nat({ max: teams.length - 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(any, fc.option(any)), { minLength: 1, maxLength: 6 }), async (moves) => {
        for (const [team, parent] of moves) {
          const before = await treeOf(own)
          const id = teams[team] ?? ''
          const parentId = parent === null ? null : (teams[parent] ?? '')
          const { status } = await patch(own.alice, id, { parentTeamUUID: parentId }, own)
          const wanted = new Map(before).set(id, parentId ?? undefined)
          expect(status).toBe(hasCycle(wanted) ? 409 : 200)
          expect(await treeOf(own)).toEqual(status === 200 ? wanted : before)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('to change an archived team, or to bring it back below an archived one', async () => {
    const above = await newTeam(world, 'Above')
    const team = await newTeam(world, 'Below', above)
    await archive(team)
    const renamed = await patch(world.alice, team, { name: 'Other' })
    expect([renamed.status, renamed.body]).toEqual([409, resourceError(409, 'team_archived', '')])
    await archive(above)
    expect((await patch(world.alice, team, { archived: false })).body).toEqual(refusedField('/parentTeamUUID'))
    expect((await patch(world.alice, team, { archived: false, parentTeamUUID: null })).status).toBe(200)
  })
})

describe('who may', () => {
  guardsThings(
    'team',
    () => world,
    () => world.teams.support,
    (caller, id) => patch(caller, id, { name: 'Support' }),
  )
  needsAnAdmin(
    () => world,
    (caller) => patch(caller, world.teams.north, { name: 'Mine' }),
  )
})
