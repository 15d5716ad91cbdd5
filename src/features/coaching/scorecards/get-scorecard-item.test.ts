import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { MALFORMED_IDS, NOBODY, notFound } from '../../../testing/refusals.ts'
import { itemFor, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string, item: string) =>
  call(world.app, caller, 'GET', `/scorecards/${id}/items/${item}`)

describe('does', () => {
  it('tells an item', async () => {
    const id = await scorecardFor(world)
    const item = await itemFor(world, id)
    const answer = await get(world.carol, id.toUpperCase(), item.toUpperCase())
    expect([answer.status, answer.body.data]).toMatchObject([200, { id: item, scorecardId: id, title: 'Opened well' }])
  })
})

describe('refuses', () => {
  it('an unknown item, one of another scorecard, and a malformed id', async () => {
    const id = await scorecardFor(world)
    const other = await itemFor(world, await scorecardFor(world))
    for (const item of [NOBODY, other, ...MALFORMED_IDS]) {
      const answer = await get(world.org, id, item)
      expect([item, answer.status, answer.body]).toEqual([item, 404, notFound('scorecard_item', '/path/itemId')])
    }
  })
})

describe('who may', () => {
  let itemId: string
  guardsThings({
    world: () => world,
    noun: 'scorecard',
    make: async () => {
      const id = await scorecardFor(world)
      itemId = await itemFor(world, id)
      return id
    },
    send: (caller, id) => get(caller, id, itemId),
  })
})
