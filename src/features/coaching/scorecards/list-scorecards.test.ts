import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTimedWorld, findChanged } from '../../../testing/changed-since.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { itemFor, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let ids: string[]
beforeAll(async () => {
  world = await createWorld()
  const made = [{}, { teamId: world.teams.north }, { interactionType: 'chat' }, { allTeams: false }]
  ids = []
  for (const given of made) ids.unshift(await scorecardFor(world, given))
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/scorecards', { query })
const told = async (query: Record<string, string> = {}) =>
  (await list(world.org, query)).body.data.map(({ id }: { id: string }) => id)

describe('does', () => {
  it('lists scorecards, newest first', async () => {
    expect(await told()).toEqual(ids)
    expect((await list(world.org)).body.meta).toEqual({ pageCount: 1, totalRecords: 4, pageNumber: 1, pageSize: 50 })
  })

  it('pages without repeating or leaving out', async () => {
    const pages = [
      await told({ size: '3' }),
      await told({ size: '3', page: '2' }),
      await told({ size: '3', page: '3' }),
    ]
    expect(pages).toEqual([ids.slice(0, 3), ids.slice(3), []])
    expect((await list(world.org, { size: '3', page: '3' })).body.meta.totalRecords).toBe(4)
  })

  it('tells those that apply to a team, and those for one kind of interaction', async () => {
    const [none, chat, north, all] = ids
    expect(await told({ teamId: world.teams.north })).toEqual([chat, north, all])
    expect(await told({ teamId: world.teams.support })).toEqual([chat, all])
    expect(await told({ interactionType: 'chat' })).toEqual([chat])
    expect(await told({ interactionType: 'conversation' })).toEqual([none, north, all])
  })

  it('finds those that changed since a time, which includes their items', async () => {
    const timed = await createTimedWorld()
    const [one, other] = [await scorecardFor(timed.world), await scorecardFor(timed.world)]
    const change = ({ app, org }: World) => call(app, org, 'PATCH', `/scorecards/${one}`, { body: { enabled: false } })
    expect(await findChanged(timed, '/scorecards', change)).toEqual([one])
    expect(await findChanged(timed, '/scorecards', (own) => itemFor(own, other))).toEqual([other])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '201'],
    ['teamId', 'x'],
    ['interactionType', 'call'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })

  it('nothing for a team that does not exist: what applies to every team applies to it', async () => {
    expect(await told({ teamId: NOBODY })).toEqual(await told({ teamId: world.teams.support }))
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await list(undefined)).status).toBe(401)
  })

  it('is everyone, for their own organization', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) {
      expect((await list(caller)).body.meta.totalRecords).toBe(4)
    }
    expect((await list(world.mallory)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })
})
