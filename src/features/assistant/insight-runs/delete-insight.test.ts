import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { insightFor } from '../../../testing/insights-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await importFor(world)
})

const make = () => insightFor(world, world.bob, { prompt: 'How do we begin?', conversation_ids: [talk] })
const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/gi/${id}`)
const get = (id: string) => call(world.app, world.bob, 'GET', `/gi/${id}`)

const rowsOf = async (id: string) =>
  (
    await world.app.store.owner.query<{ n: number }>(
      `select (select count(*) from gi_results where insight_id = $1) + (select count(*) from gi_runs where insight_id = $1)
            + (select count(*) from gi_run_conversations where insight_id = $1) as n`,
      [id],
    )
  )[0]?.n

describe('does', () => {
  it('deletes a finished one with everything that hangs on it', async () => {
    const id = await make()
    await world.app.drain(world.acme)
    expect((await get(id)).body.data.results[0].status).toBe('FINISHED')
    const answer = await remove(world.bob, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await get(id)).body).toEqual(notFound('insight'))
    expect(await rowsOf(id)).toBe(0)
  })

  it('deletes one that waits, and what would have worked on it does nothing', async () => {
    const id = await make()
    expect((await remove(world.bob, id)).status).toBe(204)
    const runs = await world.app.drain(world.acme)
    expect(runs.filter(({ job }) => job === 'run_insight').map(({ outcome }) => outcome)).toEqual(['ok'])
    expect(await rowsOf(id)).toBe(0)
  })

  it('is done by one of several at the same moment', async () => {
    const id = await make()
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(world.bob, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404])
  })
})

describe('refuses', () => {
  it('what is gone already', async () => {
    const id = await make()
    await remove(world.bob, id)
    expect((await remove(world.bob, id)).body).toEqual(notFound('insight'))
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'insight', make, send: remove })

  it('is its user and admins', async () => {
    for (const caller of [world.bob, world.alice, world.org])
      expect((await remove(caller, await make())).status).toBe(204)
    const id = await make()
    for (const caller of [world.mark, world.carol]) {
      const answer = await remove(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('insight')])
    }
    expect((await get(id)).status).toBe(200)
  })
})
