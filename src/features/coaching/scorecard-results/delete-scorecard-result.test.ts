import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, NOBODY, notFound } from '../../../testing/refusals.ts'
import { score, toldOf, twoScales } from '../../../testing/scored-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let card: { id: string; five: string }
beforeAll(async () => {
  world = await createWorld()
  card = await twoScales(world)
})

const remove = (caller: Caller | undefined, id: string, scorecard = card.id) =>
  call(world.app, caller, 'DELETE', `/conversations/${id}/scorecard-results/${scorecard}`)
const scored = (id: string, { id: scorecard, five } = card) =>
  score(world, world.org, id, scorecard, { items: [{ uuid: five, score: 3 }] })
const missing = notFound('scorecard_result', '/path/scorecardId')

describe('does', () => {
  it('takes the result off the conversation and its element, and leaves the others', async () => {
    const id = await importFor(world)
    const other = await twoScales(world)
    await scored(id)
    await scored(id, other)
    const answer = await remove(world.bob, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await toldOf(world, id)).toMatchObject([{ scorecardId: other.id }])
    expect((await remove(world.bob, id)).body).toEqual(missing)
  })

  it('takes off what a deleted scorecard left', async () => {
    const id = await importFor(world)
    const gone = await twoScales(world)
    await scored(id, gone)
    await call(world.app, world.org, 'DELETE', `/scorecards/${gone.id}`)
    expect((await remove(world.bob, id, gone.id)).status).toBe(204)
    expect(await toldOf(world, id)).toEqual([])
  })
})

describe('refuses', () => {
  it('a result that is not there', async () => {
    const id = await importFor(world)
    for (const scorecard of [card.id, NOBODY]) {
      const answer = await remove(world.bob, id, scorecard)
      expect([answer.status, answer.body]).toEqual([404, missing])
    }
    expect((await remove(world.bob, id, 'x')).body).toEqual(notFound('scorecard', '/path/scorecardId'))
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    async (caller, id) => {
      // What nobody scored cannot be taken off; the helper's conversations are of acme.
      if (caller === world.org) await scored(id)
      return remove(caller, id)
    },
  )
})
