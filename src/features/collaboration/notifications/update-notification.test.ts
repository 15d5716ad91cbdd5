import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor, hideTalk, storedComments } from '../../../testing/comments-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const update = (caller: Caller | undefined, id: string, body: object = { read: true }) =>
  call(world.app, caller, 'PATCH', `/notifications/${id}`, { body })
const newest = async (caller: Caller) =>
  (await call(world.app, caller, 'GET', '/notifications', { query: { size: '1' } })).body.data[0]
/** A new notification of mark's, of a mention by bob. */
async function notificationFor(conversation = talk) {
  const comment = await commentFor(world, conversation, { text: `@${world.mark.email}` })
  const notification = await newest(world.mark)
  expect(notification).toMatchObject({ commentUUID: comment.uuid, readAt: null, doneAt: null })
  return { ...notification, comment }
}
const time = expect.stringMatching(/Z$/)

describe('does', () => {
  it('marks a notification as read and done, and back, one without the other', async () => {
    const { comment: _, ...fresh } = await notificationFor()
    const made = { ...fresh, updatedAt: time }
    const data = async (body: object) => (await update(world.mark, made.uuid, body)).body.data
    expect(await data({ read: true })).toEqual({ ...made, readAt: time })
    expect(await data({ done: true })).toEqual({ ...made, readAt: time, doneAt: time })
    expect(await data({ read: false })).toEqual({ ...made, doneAt: time })
    expect(await data({ read: true, done: false })).toEqual({ ...made, readAt: time })
  })

  it('keeps the first times when it is repeated', async () => {
    const { uuid } = await notificationFor()
    const first = (await update(world.mark, uuid, { read: true, done: true })).body
    expect((await update(world.mark, uuid, { read: true, done: true })).body).toEqual(first)
  })

  it('changes no other notification', async () => {
    const other = await notificationFor()
    const { uuid } = await notificationFor()
    await update(world.mark, uuid, { read: true, done: true })
    expect(await newest(world.mark)).toMatchObject({ uuid: other.uuid, readAt: null, doneAt: null })
  })
})

describe('refuses', () => {
  it.each([
    [{}, ''],
    [{ read: 'yes' }, '/read'],
    [{ done: null }, '/done'],
  ])('%j', async (body, pointer) => {
    const { uuid } = await notificationFor()
    const answer = await update(world.mark, uuid, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('a notification of a deleted comment or a hidden call', async () => {
    const gone = await notificationFor()
    await call(world.app, world.bob, 'DELETE', `/comments/${gone.comment.uuid}`)
    const conversation = await talkFor(world, { teamUUID: world.teams.north })
    const hidden = await notificationFor(conversation)
    await hideTalk(world, conversation)
    const before = await storedComments(world)
    for (const { uuid } of [gone, hidden]) {
      const answer = await update(world.mark, uuid)
      expect([answer.status, answer.body]).toEqual([404, notFound('notification')])
    }
    expect(await storedComments(world)).toEqual(before)
    await hideTalk(world, conversation, false)
    expect((await update(world.mark, hidden.uuid)).status).toBe(200)
  })
})

describe('who may', () => {
  guardsThings({
    ...{ world: () => world, noun: 'notification', make: async () => (await notificationFor()).uuid },
    ...{ send: (caller, id) => update(caller, id), strangers: () => [world.mallory], caller: () => world.mark },
  })

  it('is its recipient, not the author of the comment, admins and organization-level keys', async () => {
    const { uuid } = await notificationFor()
    const before = await storedComments(world)
    for (const caller of [world.bob, world.alice, world.carol]) {
      const answer = await update(caller, uuid)
      expect([answer.status, answer.body]).toEqual([404, notFound('notification')])
    }
    const org = await update(world.org, uuid)
    expect([org.status, org.body]).toEqual([403, resourceError(403, 'user_required', '')])
    expect(await storedComments(world)).toEqual(before)
  })
})
