import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { notFound } from '../../../testing/refusals.ts'
import { trackerFor } from '../../../testing/trackers-fixtures.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/trackers/${id}`)

describe('does', () => {
  it('deletes it with all that it has found, and its name is free again', async () => {
    const { uuid, name } = await trackerFor(world, ['scanner'], { teamsUUID: [world.teams.north] })
    const id = await talkFor(world, { teamUUID: world.teams.north })
    await world.app.drain(world.acme)
    const trackers = async () =>
      (await call(world.app, world.org, 'GET', `/conversations/${id}/topics`)).body.data.trackers
    expect(await trackers()).toHaveLength(1)
    const answer = await remove(world.org, uuid)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await trackers()).toEqual([])
    expect((await remove(world.org, uuid)).body).toEqual(notFound('tracker'))
    expect((await call(world.app, world.org, 'GET', `/trackers/${uuid}/hits`)).status).toBe(404)
    await trackerFor(world, ['scanner'], { name })
  })

  it('lets one of two callers at the same moment delete it', async () => {
    const { uuid } = await trackerFor(world)
    const answers = await Promise.all([remove(world.org, uuid), remove(world.alice, uuid)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })

  it('while a conversation is being looked through, hurts neither', async () => {
    for (let round = 0; round < 4; round++) {
      const { uuid } = await trackerFor(world, ['scanner', 'warranty'])
      const id = await talkFor(world)
      if (round % 2 === 1) {
        await world.app.drain(world.acme)
        await call(world.app, world.org, 'POST', `/conversations/${id}/reanalyze`, { body: { steps: ['topics'] } })
      }
      const [runs, removed] = await Promise.all([world.app.drain(world.acme), remove(world.org, uuid)])
      expect(removed.status).toBe(204)
      expect(runs.filter(({ outcome }) => outcome !== 'ok')).toEqual([])
      const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}/topics`)
      expect(body.data.transcriptVersion).toBe(1)
      expect(body.data.trackers.map((one: { uuid: string }) => one.uuid)).not.toContain(uuid)
    }
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'tracker',
    make: async () => (await trackerFor(world)).uuid,
    send: remove,
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
