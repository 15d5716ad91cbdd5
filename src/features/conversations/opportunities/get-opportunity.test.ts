import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { MALFORMED_IDS, NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/opportunities/${id}`)
const made = async (team: string, opportunity_id: string): Promise<string> =>
  (
    await call(world.app, world.org, 'PUT', `/teams/${team}/opportunity`, {
      body: { opportunity_id, title: 'Renewal' },
    })
  ).body.id
const countSeenBy = async (caller: Caller, id: string) => (await get(caller, id)).body.data?.conversations_count

describe('does', () => {
  it('tells the opportunity', async () => {
    const id = await made(world.teams.north, 'told')
    const answer = await get(world.bob, id.toUpperCase())
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          id,
          opportunity_id: 'told',
          title: 'Renewal',
          team_id: world.teams.north,
          created_at: at,
          updated_at: at,
          conversations_count: 0,
        },
      },
    ])
  })

  it('counts the conversations that the caller sees, archived ones left out', async () => {
    const id = await made(world.teams.north, 'counted')
    const [, , archived] = [
      await importFor(world, { opportunityID: 'counted' }),
      await importFor(world, { opportunityID: 'counted', private: true }),
      await importFor(world, { opportunityID: 'counted' }),
    ]
    expect([
      await countSeenBy(world.org, id),
      await countSeenBy(world.bob, id),
      await countSeenBy(world.mark, id),
    ]).toEqual([3, 3, 2])
    await call(world.app, world.org, 'DELETE', `/conversations/${archived}`)
    expect([await countSeenBy(world.alice, id), await countSeenBy(world.mark, id)]).toEqual([2, 1])
  })
})

describe('refuses', () => {
  it.each([NOBODY, ...MALFORMED_IDS])('%s, which is no opportunity', async (id) => {
    const answer = await get(world.org, id)
    expect([answer.status, answer.body]).toEqual([404, notFound('opportunity')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined, NOBODY)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is who sees the team', async () => {
    const id = await made(world.teams.north, 'of north')
    for (const caller of [world.org, world.alice, world.mark, world.bob])
      expect((await get(caller, id)).status).toBe(200)
    const answer = await get(world.carol, id)
    expect([answer.status, answer.body]).toEqual([404, notFound('opportunity')])
  })

  it('is who sees a conversation of it, and nobody by one that is hidden from them', async () => {
    const secret = await importFor(world, { opportunityID: 'by conversation', private: true })
    const { dealUUID } = (await call(world.app, world.bob, 'GET', `/conversations/${secret}`)).body.attributes
    expect((await get(world.carol, dealUUID)).status).toBe(404)
    const own = await importFor(world, { userID: world.carol.userId })
    const body = { opportunity_id: dealUUID, linked_crm_records: [] }
    await call(world.app, world.org, 'PUT', `/conversations/${own}/linked-crm-records`, { body })
    expect(await countSeenBy(world.carol, dealUUID)).toBe(1)
    expect(await countSeenBy(world.org, dealUUID)).toBe(2)
  })

  it('is not the rival', async () => {
    const id = await made(world.teams.north, 'ours')
    for (const caller of [world.mallory, world.rivalOrg]) {
      const answer = await get(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('opportunity')])
    }
  })
})
