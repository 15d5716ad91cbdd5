import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller, id: string) => callTool(world.app, caller, 'get_opportunity', { opportunity_id: id })
const made = async (team: string, opportunity_id: string, title = 'Renewal'): Promise<string> =>
  (await call(world.app, world.org, 'PUT', `/teams/${team}/opportunity`, { body: { opportunity_id, title } })).body.id

describe('does', () => {
  it('finds one by our id and by that of the CRM', async () => {
    const id = await made(world.teams.north, '006-A', 'Seats | more')
    await importFor(world, { opportunityID: '006-A' })
    for (const named of [id, id.toUpperCase(), '006-A', ' 006-A ']) {
      const { data, text } = await get(world.bob, named)
      expect(data.opportunities).toEqual([
        {
          ...{ id, crm_id: '006-A', title: 'Seats | more', team_id: world.teams.north, calls: 1 },
          ...{ created_at: expect.any(String), updated_at: expect.any(String) },
        },
      ])
      expect(text).toContain(`| Seats \\| more | ${id} | 006-A | ${world.teams.north} | 1 |`)
    }
  })

  it('tells each team’s, newest first, where a CRM id is in several', async () => {
    const one = await made(world.teams.north, 'shared')
    const two = await made(world.teams.support, 'shared')
    const ids = async (caller: Caller) =>
      (await get(caller, 'shared')).data.opportunities.map((o: { id: string }) => o.id)
    expect(await ids(world.org)).toEqual([two, one])
    expect(await ids(world.bob)).toEqual([one])
    expect(await ids(world.carol)).toEqual([two])
  })
})

describe('refuses', () => {
  it('an id that nothing has, and none at all', async () => {
    for (const id of [NOBODY, 'nothing']) {
      expect((await get(world.org, id)).error).toMatchObject({ code: 'not_found', reason: 'opportunity_not_found' })
    }
    for (const id of [' ', 'x'.repeat(257)]) {
      const { error } = await get(world.org, id)
      expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: '/opportunity_id' }] })
    }
  })
})

describe('who may', () => {
  it('is who sees its team or a call of it, whose count is of what they see', async () => {
    const id = await made(world.teams.north, 'secret')
    await importFor(world, { opportunityID: 'secret', private: true })
    await importFor(world, { opportunityID: 'secret' })
    const calls = async (caller: Caller) => (await get(caller, id)).data.opportunities[0].calls
    expect([await calls(world.org), await calls(world.bob), await calls(world.mark)]).toEqual([2, 2, 1])
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) {
      for (const named of [id, 'secret']) expect((await get(caller, named)).error.code).toBe('not_found')
    }
  })
})
