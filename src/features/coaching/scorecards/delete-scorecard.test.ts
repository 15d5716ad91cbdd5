import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { itemFor, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/scorecards/${id}`)
const get = (path: string) => call(world.app, world.org, 'GET', path)

describe('does', () => {
  it('deletes a scorecard with its items', async () => {
    const id = await scorecardFor(world)
    await itemFor(world, id)
    const answer = await remove(world.org, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const path of [`/scorecards/${id}`, `/scorecards/${id}/items`, `/scorecards/${id}/results`]) {
      expect((await get(path)).body).toEqual(notFound('scorecard'))
    }
    expect((await remove(world.org, id)).body).toEqual(notFound('scorecard'))
    const left = await world.app.store.owner.query('select id from scorecard_items where scorecard_id = $1', [id])
    expect(left).toEqual([])
  })

  it('leaves the results that conversations have of it', async () => {
    const id = await scorecardFor(world)
    const item = await itemFor(world, id)
    const conversation = await importFor(world)
    const path = `/conversations/${conversation}/scorecard-results`
    const scored = await call(world.app, world.bob, 'PUT', `${path}/${id}`, {
      body: { items: [{ uuid: item, score: 5 }] },
    })
    await remove(world.org, id)
    expect((await get(path)).body.data).toEqual([scored.body.data])
    const { scorecardResults } = (await get(`/conversations/${conversation}`)).body.attributes
    expect(scorecardResults).toMatchObject([{ scorecardId: id, title: 'Discovery' }])
  })

  it('lets one of two callers at the same moment delete it, and no item is made in between', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await scorecardFor(world)
      const [one, other, made] = await Promise.all([
        remove(world.org, id),
        remove(world.alice, id),
        call(world.app, world.org, 'POST', `/scorecards/${id}/items`, { body: { title: 'Late' } }),
      ])
      expect([one.status, other.status].toSorted()).toEqual([204, 404])
      expect([201, 404]).toContain(made.status)
      const left = await world.app.store.owner.query('select id from scorecard_items where scorecard_id = $1', [id])
      expect(left).toEqual([])
    }
  })
})

describe('refuses', () => {
  it('a default template', async () => {
    const id = await scorecardFor(world)
    await world.app.store.owner.query('update scorecards set is_default_template = true where id = $1', [id])
    const answer = await remove(world.org, id)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'default_template', '')])
    expect((await get(`/scorecards/${id}`)).body.data.isDefaultTemplate).toBe(true)
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'scorecard', make: () => scorecardFor(world), send: remove }
  guardsThings(guarded)
  adminsOnly(guarded)
})
