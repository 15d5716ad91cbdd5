import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { conditionFor } from '../../../testing/fields-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { itemFor, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { twoScales } from '../../../testing/scored-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/conversations/${id}/scorecards`)

describe('does', () => {
  it('tells the scorecards that apply with their scales, also where nothing is to be scored by the program', async () => {
    const { id: two, five, ten } = await twoScales(world)
    const gated = await scorecardFor(world, { criteria: { operator: 'AND', conditions: [await conditionFor(world)] } })
    await itemFor(world, gated)
    const support = await scorecardFor(world, { teamId: world.teams.support })
    await itemFor(world, support)
    const off = await scorecardFor(world, { enabled: false })
    await itemFor(world, off)
    await scorecardFor(world)
    const id = await importFor(world, { skipScorecardCalculation: true })
    const { body } = await list(world.bob, id)
    const words = { minCriteria: '', middleCriteria: '', maxCriteria: '' }
    expect(body.data).toEqual([
      {
        ...{ id: two, title: 'Discovery', version: 3 },
        items: [
          { id: five, title: 'Five', weight: 1, scale: { min: 1, middle: 3, max: 5, ...words } },
          { id: ten, title: 'Ten', weight: 3, scale: { min: 0, middle: 5, max: 10, ...words } },
        ],
      },
    ])
  })
})

describe('refuses', () => {
  it('nothing but what is hidden or not there', async () => {
    const own = await createWorld(world.app)
    const { body } = await call(own.app, own.bob, 'GET', `/conversations/${await importFor(own)}/scorecards`)
    expect(body).toEqual({ data: [] })
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
