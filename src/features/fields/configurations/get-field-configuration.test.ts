import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { conditionFor, configurationFor, guardsConfigurations } from '../../../testing/fields-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/field-configurations/${id}`)

describe('does', () => {
  it('tells the configuration', async () => {
    const criteria = { operator: 'OR', conditions: [await conditionFor(world)] }
    const teamsUUID = [world.teams.north, world.teams.support]
    const id = await configurationFor(world, { name: 'Renewals', teamsUUID, isDefaultTemplate: true, criteria })
    const answer = await get(world.bob, id)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          uuid: id,
          name: 'Renewals',
          organizationUUID: world.acme,
          teamsUUID: teamsUUID.toSorted(),
          allTeams: false,
          isDefaultTemplate: true,
          criteria,
          updatedAt: expect.stringMatching(/Z$/),
        },
      },
    ])
  })

  it('leaves out archived teams, and tells them again when they come back', async () => {
    const own = await createWorld(world.app)
    const id = await configurationFor(own, { teamsUUID: [own.teams.north] })
    const told = async () => {
      const { body } = await call(own.app, own.org, 'GET', `/field-configurations/${id}`)
      return [body.data.teamsUUID, body.data.allTeams]
    }
    const archived = (at: string) =>
      own.app.store.owner.query(`update teams set archived_at = ${at} where id = $1`, [own.teams.north])
    await archived('now()')
    expect(await told()).toEqual([[], false])
    await archived('null')
    expect(await told()).toEqual([[own.teams.north], false])
  })
})

describe('refuses', () => {
  it('an id of another kind of thing', async () => {
    expect((await get(world.org, world.teams.north)).status).toBe(404)
  })
})

describe('who may', () => {
  guardsConfigurations(() => world, 'everyone', get)
})
