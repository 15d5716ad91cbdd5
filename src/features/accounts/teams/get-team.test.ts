import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, newTeam } from '../../../testing/people.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/organizations/teams/${id}`)

describe('does', () => {
  it('tells a team as the contract has it, with those directly below by name', async () => {
    const { sales, north } = world.teams
    const east = await newTeam(world, 'Sales East', sales)
    await newTeam(world, 'Sales Far East', east)
    const child = (uuid: string, name: string) => ({
      uuid,
      name,
      domain: '',
      organizationUUID: world.acme,
      parentTeamUUID: sales,
      children: [],
    })
    const answer = await get(world.org, sales)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          uuid: sales,
          name: 'Sales',
          domain: '',
          organizationUUID: world.acme,
          children: [child(east, 'Sales East'), child(north, 'Sales North')],
          archived: false,
          createdAt: expect.stringMatching(/^\d{4}-/),
          updatedAt: expect.stringMatching(/^\d{4}-/),
        },
      },
    ])
  })

  it('tells an archived one, and leaves archived ones out above it', async () => {
    const above = await newTeam(world, 'Above')
    const below = await newTeam(world, 'Below', above)
    await call(world.app, world.org, 'DELETE', `/organizations/teams/${below}`)
    expect((await get(world.org, below)).body.data).toMatchObject({ archived: true, parentTeamUUID: above })
    expect((await get(world.org, above)).body.data.children).toEqual([])
  })
})

describe('refuses', () => {
  it('the id of something else', async () => {
    const answer = await get(world.org, world.bob.userId ?? '')
    expect([answer.status, answer.body]).toEqual([404, notFound('team')])
  })
})

describe('who may', () => {
  guardsThings(
    'team',
    () => world,
    () => world.teams.sales,
    get,
  )

  it('is everyone in the organization', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) {
      expect((await get(caller, world.teams.support)).body.data.name).toBe('Support')
    }
  })
})
