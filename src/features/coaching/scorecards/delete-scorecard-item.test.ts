import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { itemFor, orderOf, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string, item: string) =>
  call(world.app, caller, 'DELETE', `/scorecards/${id}/items/${item}`)

describe('does', () => {
  it('deletes an item, and those after it move down', async () => {
    const id = await scorecardFor(world)
    const items = []
    for (const title of ['A', 'B', 'C']) items.push(await itemFor(world, id, { title }))
    const [a = '', b = ''] = items
    const answer = await remove(world.org, id, b)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await orderOf(world, id)).toEqual([
      [1, 'A'],
      [2, 'C'],
    ])
    await remove(world.org, id, a)
    expect(await orderOf(world, id)).toEqual([[1, 'C']])
    expect((await remove(world.org, id, a)).body).toEqual(notFound('scorecard_item', '/path/itemId'))
  })

  it('lets one of two callers at the same moment delete it', async () => {
    const id = await scorecardFor(world)
    const item = await itemFor(world, id)
    await itemFor(world, id, { title: 'Stays' })
    const answers = await Promise.all([remove(world.org, id, item), remove(world.alice, id, item)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect(await orderOf(world, id)).toEqual([[1, 'Stays']])
  })
})

describe('refuses', () => {
  it('an unknown item, and one of another scorecard', async () => {
    const id = await scorecardFor(world)
    const other = await scorecardFor(world)
    for (const item of [NOBODY, await itemFor(world, other), 'x']) {
      const answer = await remove(world.org, id, item)
      expect([answer.status, answer.body]).toEqual([404, notFound('scorecard_item', '/path/itemId')])
    }
    expect(await orderOf(world, other)).toHaveLength(1)
  })
})

describe('who may', () => {
  let item = ''
  const guarded = {
    world: () => world,
    noun: 'scorecard',
    make: async () => {
      const id = await scorecardFor(world)
      item = await itemFor(world, id)
      return id
    },
    send: (caller: Caller | undefined, id: string) => remove(caller, id, item),
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
