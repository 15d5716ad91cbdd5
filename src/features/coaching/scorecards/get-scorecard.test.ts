import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/scorecards/${id}`)

describe('does', () => {
  it('tells a scorecard, whose teamId is set when it belongs to one team', async () => {
    const ofOne = await get(world.org, await scorecardFor(world, { teamId: world.teams.sales }))
    expect([ofOne.status, ofOne.body.data]).toEqual([
      200,
      expect.objectContaining({ title: 'Discovery', teamId: world.teams.sales, allTeams: false }),
    ])
    const ofAll = await get(world.org, (await scorecardFor(world)).toUpperCase())
    expect(ofAll.body.data).toMatchObject({ allTeams: true })
    expect(ofAll.body.data).not.toHaveProperty('teamId')
  })
})

describe('refuses', () => {
  it('an unknown scorecard', async () => {
    const answer = await get(world.org, NOBODY)
    expect([answer.status, answer.body]).toEqual([404, notFound('scorecard')])
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'scorecard', make: () => scorecardFor(world), send: get })

  it('is everyone of the organization', async () => {
    const id = await scorecardFor(world, { teamId: world.teams.support })
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      expect((await get(caller, id)).status).toBe(200)
    }
  })
})
