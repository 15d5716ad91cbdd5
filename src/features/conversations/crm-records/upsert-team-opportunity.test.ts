import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { MALFORMED_IDS, NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, team: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/teams/${team}/opportunity`, { body })
const named = (opportunity_id: string, title = 'Renewal') => ({ opportunity_id, title })
const get = async (id: string) => (await call(world.app, world.org, 'GET', `/opportunities/${id}`)).body.data
const count = async () => {
  const [row] = await world.app.store.owner.query<{ n: number }>(
    'select count(*) as n from opportunities where organization_id = $1',
    [world.acme],
  )
  return row?.n
}

describe('does', () => {
  it('makes an opportunity with 201, and gives it another title with 200 and the same id', async () => {
    const made = await put(world.org, world.teams.north, named('O-1', ' Renewal '))
    expect([made.status, made.body]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
    expect(await get(made.body.id)).toMatchObject({ title: 'Renewal', team_id: world.teams.north })
    const changed = await put(world.org, world.teams.north, named('O-1', 'Expansion'))
    expect([changed.status, changed.body]).toEqual([200, made.body])
    expect(await get(made.body.id)).toMatchObject({ opportunity_id: 'O-1', title: 'Expansion' })
  })

  it('knows the same CRM id in two teams as two opportunities', async () => {
    const [north, support] = [
      await put(world.org, world.teams.north, named('both', 'North')),
      await put(world.org, world.teams.support, named('both', 'Support')),
    ]
    expect([north.status, support.status]).toEqual([201, 201])
    expect(await get(north.body.id)).toMatchObject({ title: 'North' })
  })

  it('titles the opportunity that a conversation named before, at once', async () => {
    const id = await importFor(world, { opportunityID: 'early' })
    const answer = await put(world.bob, world.teams.north, named('early', 'Named late'))
    const { attributes } = (await call(world.app, world.bob, 'GET', `/conversations/${id}`)).body
    expect([answer.status, attributes.externalOpportunity]).toEqual([
      200,
      { uuid: answer.body.id, title: 'Named late' },
    ])
  })

  it('counts 256 and 512 characters as people do', async () => {
    const body = named('🚀'.repeat(256), '🚀'.repeat(512))
    expect((await put(world.org, world.teams.north, body)).status).toBe(201)
  })

  it('makes one, and one only, when many ask at once', async () => {
    for (let round = 0; round < 3; round++) {
      const before = (await count()) ?? Number.NaN
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => put(world.org, world.teams.north, named(`busy ${round}`, `Title ${n}`))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      expect(await count()).toBe(before + 1)
      expect((await get(answers[0]?.body.id)).title).toMatch(/^Title \d$/)
    }
  })
})

describe('refuses', () => {
  it.each([
    ['no opportunity_id', { title: 'T' }, '/opportunity_id'],
    ['no title', { opportunity_id: 'O' }, '/title'],
    ['a blank opportunity_id', named(' '), '/opportunity_id'],
    ['a blank title', named('O', '\t'), '/title'],
    ['an opportunity_id of 257', named('x'.repeat(257)), '/opportunity_id'],
    ['a title of 513', named('O', 'x'.repeat(513)), '/title'],
    ['a NUL', named('O', '\u0000'), '/title'],
    ['half a character', named('\ud800'), '/opportunity_id'],
    ['a number', { opportunity_id: 7, title: 'T' }, '/opportunity_id'],
    ['null', { opportunity_id: 'O', title: null }, '/title'],
  ])('%s, and makes nothing', async (_, body, pointer) => {
    const before = await count()
    const answer = await put(world.org, world.teams.north, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await count()).toBe(before)
  })

  it('a team that is not there', async () => {
    for (const team of [NOBODY, ...MALFORMED_IDS]) {
      const answer = await put(world.org, team, named('O'))
      expect([team, answer.status, answer.body]).toEqual([team, 404, notFound('team')])
    }
  })

  it('an archived team', async () => {
    const other = await createWorld(world.app)
    await world.app.store.owner.query('update teams set archived_at = now() where id = $1', [other.teams.north])
    const answer = await put(other.org, other.teams.north, named('O'))
    expect([answer.status, answer.body]).toEqual([404, notFound('team')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await put(undefined, world.teams.north, named('O'))
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins for every team, others for their own and those below', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await put(caller, world.teams.north, named('allowed'))).status).toBeLessThan(300)
    }
    const before = await count()
    for (const [caller, team] of [
      [world.carol, world.teams.north],
      [world.bob, world.teams.sales],
      [world.mark, world.teams.support],
    ] as const) {
      const answer = await put(caller, team, named('never'))
      expect([answer.status, answer.body]).toEqual([404, notFound('team')])
    }
    expect(await count()).toBe(before)
  })

  it('is not the rival, who gets the words for a team that does not exist', async () => {
    for (const caller of [world.mallory, world.rivalOrg]) {
      const answer = await put(caller, world.teams.north, named('O'))
      expect([answer.status, answer.body]).toEqual([404, notFound('team')])
    }
  })
})
