import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { criteriaOf, labelFor } from '../../../testing/labels-fixtures.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/labels/${id}`)
const get = (id: string) => call(world.app, world.org, 'GET', `/labels/${id}`)

describe('does', () => {
  it('deletes a label with its options, and its name is free again', async () => {
    const { uuid, name } = await labelFor(world, ['A'], { teamsUUID: [world.teams.north] })
    const answer = await remove(world.org, uuid)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await get(uuid)).body).toEqual(notFound('label'))
    expect((await remove(world.org, uuid)).body).toEqual(notFound('label'))
    await labelFor(world, [], { name })
    const left = await world.app.store.owner.query(
      'select label_id from label_options where label_id = $1 union all select label_id from label_teams where label_id = $1',
      [uuid],
    )
    expect(left).toEqual([])
  })

  it('leaves conversations labelled as they are', async () => {
    const label = await labelFor(world, ['Demo'], { name: 'Call type' })
    const id = await importFor(world, { labels: { 'Call type': 'Demo' } })
    await remove(world.org, label.uuid)
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}`)
    expect(body.attributes.labels).toEqual({ 'Call type': 'Demo' })
  })

  it('lets one of two callers at the same moment delete it', async () => {
    const { uuid } = await labelFor(world)
    const answers = await Promise.all([remove(world.org, uuid), remove(world.alice, uuid)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })
})

describe('refuses', () => {
  it('a label that criteria name, until none does', async () => {
    const label = await labelFor(world)
    const scorecard = await scorecardFor(world, { criteria: criteriaOf(label) })
    const answer = await remove(world.org, label.uuid)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'label_in_use', '')])
    expect((await get(label.uuid)).body.data).toEqual(label)
    await call(world.app, world.org, 'DELETE', `/scorecards/${scorecard}`)
    expect((await remove(world.org, label.uuid)).status).toBe(204)
  })

  it('either the deletion or the criteria, when both come at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const label = await labelFor(world)
      const [removed, made] = await Promise.all([
        remove(world.org, label.uuid),
        call(world.app, world.org, 'POST', '/scorecards', { body: { title: 'Race', criteria: criteriaOf(label) } }),
      ])
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual([removed.status, made.status])
    }
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'label',
    make: async () => (await labelFor(world)).uuid,
    send: remove,
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
