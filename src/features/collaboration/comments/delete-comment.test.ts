import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor, countEvents, guardsComments, storedComments } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
  await call(world.app, world.alice, 'POST', '/webhooks', { body: { url: 'https://hooks.example.com/comments' } })
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/comments/${id}`)
const get = (id: string, caller = world.bob) => call(world.app, caller, 'GET', `/comments/${id}`)
const countRows = (id: string) =>
  world.app.store.owner.query(
    `select (select count(*)::int from comments where id = $1) as comments,
            (select count(*)::int from comment_mentions where comment_id = $1) as mentions,
            (select count(*)::int from comment_reactions where comment_id = $1) as reactions`,
    [id],
  )

describe('does', () => {
  it('deletes a comment with its mentions and reactions, once', async () => {
    const { uuid } = await commentFor(world, talk, { text: `@${world.mark.email}, hm.` })
    await call(world.app, world.mark, 'PUT', `/comments/${uuid}/reactions/eyes`)
    const other = await commentFor(world, talk)
    const answer = await remove(world.bob, uuid)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await countRows(uuid)).toEqual([{ comments: 0, mentions: 0, reactions: 0 }])
    expect((await remove(world.bob, uuid)).body).toEqual(notFound('comment'))
    expect((await get(other.uuid)).status).toBe(200)
  })

  it('deletes the text of a thread with replies, and the thread with its last reply', async () => {
    const first = await commentFor(world, talk, { text: `@${world.mark.email}, hm.` })
    await call(world.app, world.mark, 'PUT', `/comments/${first.uuid}/reactions/eyes`)
    const reply = await commentFor(world, talk, { threadUUID: first.uuid }, world.mark)
    await remove(world.bob, first.uuid)
    const kept = (await get(first.uuid)).body.data
    expect(kept).toMatchObject({ deleted: true, text: '', mentions: [], mayEdit: false, mayDelete: false })
    expect(kept.replies).toMatchObject([{ uuid: reply.uuid }])
    expect(await countRows(first.uuid)).toEqual([{ comments: 1, mentions: 0, reactions: 0 }])
    expect((await remove(world.bob, first.uuid)).body).toEqual(notFound('comment'))
    await remove(world.mark, reply.uuid)
    expect((await get(first.uuid)).status).toBe(404)
  })

  it('deletes a reply and leaves the rest of the thread', async () => {
    const first = await commentFor(world, talk)
    const [one, two] = [
      await commentFor(world, talk, { threadUUID: first.uuid }),
      await commentFor(world, talk, { threadUUID: first.uuid }),
    ]
    await remove(world.bob, one.uuid)
    await remove(world.bob, two.uuid)
    expect((await get(first.uuid)).body.data).toMatchObject({ deleted: false, text: 'Well asked.', replies: [] })
  })

  it('announces the deletion, but not that of a private note', async () => {
    const { uuid } = await commentFor(world, talk)
    const note = await commentFor(world, talk, { private: true })
    const before = await countEvents(world, 'comment.deleted')
    await remove(world.bob, uuid)
    await remove(world.bob, note.uuid)
    expect(await countEvents(world, 'comment.deleted')).toBe(before + 1)
  })
})

describe('who may', () => {
  guardsComments({ world: () => world, send: remove, needsUser: false })

  it('is the author, and admins and organization-level keys for comments of others', async () => {
    for (const caller of [world.bob, world.alice, world.org]) {
      const { uuid } = await commentFor(world, talk)
      expect((await remove(caller, uuid)).status).toBe(204)
      expect((await get(uuid)).status).toBe(404)
    }
  })

  it('is no manager and no owner of the call', async () => {
    const byBob = await commentFor(world, talk)
    const byMark = await commentFor(world, talk, {}, world.mark)
    const before = await storedComments(world)
    for (const [caller, id] of [
      [world.mark, byBob.uuid],
      [world.bob, byMark.uuid],
    ] as const) {
      const answer = await remove(caller, id)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'author_required', '')])
    }
    expect(await storedComments(world)).toEqual(before)
  })
})
