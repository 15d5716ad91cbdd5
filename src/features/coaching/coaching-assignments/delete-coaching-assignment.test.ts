import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { coachingFor, storedCoaching } from '../../../testing/coaching-fixtures.ts'
import { commentFor } from '../../../testing/comments-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const remove = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/coaching-assignments/${id}`)

describe('does', () => {
  it('deletes the assignment and its notifications, and keeps the comment', async () => {
    const { uuid } = await coachingFor(world, talk)
    const comment = await commentFor(world, talk)
    await call(world.app, world.bob, 'PATCH', `/coaching-assignments/${uuid}`, {
      body: { answerCommentUUID: comment.uuid },
    })
    expect((await remove(world.mark, uuid)).status).toBe(204)
    expect((await call(world.app, world.bob, 'GET', `/coaching-assignments/${uuid}`)).status).toBe(404)
    const { body } = await call(world.app, world.bob, 'GET', '/notifications', { query: { kind: 'coaching' } })
    expect(body.data).toEqual([])
    expect((await call(world.app, world.bob, 'GET', `/comments/${comment.uuid}`)).status).toBe(200)
  })
})

describe('who may', () => {
  it('the assigner and admins, not the assignee', async () => {
    const { uuid } = await coachingFor(world, talk)
    const before = await storedCoaching(world)
    const answer = await remove(world.bob, uuid)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'assigner_required', '')])
    expect(await storedCoaching(world)).toEqual(before)
    for (const caller of [world.alice, world.org, world.mark]) {
      expect((await remove(caller, (await coachingFor(world, talk)).uuid)).status).toBe(204)
    }
  })

  guardsThings({
    ...{ world: () => world, noun: 'coaching assignment', send: remove },
    make: async () => (await coachingFor(world, talk)).uuid,
  })
})
