import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor, hideTalk, storedComments } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { notificationKinds } from '../notification-requests/index.ts'

let world: World
let talk: string
beforeEach(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const mark = (caller: Caller | undefined, body: object = {}) =>
  call(world.app, caller, 'POST', '/notifications/read', { body })
const unread = async (caller: Caller) =>
  (await call(world.app, caller, 'GET', '/notifications', { query: { status: 'unread' } })).body.data.map(
    ({ kind }: { kind: string }) => kind,
  )

describe('does', () => {
  it('marks all notifications of the caller, once, and leaves them in the inbox', async () => {
    await commentFor(world, talk, {}, world.mark)
    await commentFor(world, talk, { text: `@${world.bob.email}` }, world.mark)
    const answer = await mark(world.bob)
    expect([answer.status, answer.body]).toEqual([200, { updated: 2 }])
    expect(await unread(world.bob)).toEqual([])
    const { data } = (await call(world.app, world.bob, 'GET', '/notifications')).body
    expect(data).toMatchObject([{ readAt: expect.stringMatching(/Z$/), doneAt: null }, { doneAt: null }])
    expect((await mark(world.bob)).body).toEqual({ updated: 0 })
    const again = await call(world.app, world.bob, 'GET', '/notifications')
    expect(again.body.data).toEqual(data)
  })

  it('marks some kinds', async () => {
    await commentFor(world, talk, {}, world.mark)
    await commentFor(world, talk, { text: `@${world.bob.email}` }, world.mark)
    expect((await mark(world.bob, { kinds: ['reply', 'action'] })).body).toEqual({ updated: 0 })
    expect((await mark(world.bob, { kinds: ['mention'] })).body).toEqual({ updated: 1 })
    expect(await unread(world.bob)).toEqual(['comment'])
  })

  it('leaves the notifications of others', async () => {
    await commentFor(world, talk, { text: `@${world.bob.email} and @${world.mark.email}` }, world.alice)
    expect((await mark(world.alice)).body).toEqual({ updated: 0 })
    expect((await mark(world.bob)).body).toEqual({ updated: 1 })
    expect(await unread(world.mark)).toEqual(['mention'])
  })

  it('neither counts nor marks notifications of hidden calls', async () => {
    await commentFor(world, talk, { text: `@${world.mark.email}` })
    await hideTalk(world, talk)
    expect((await mark(world.mark)).body).toEqual({ updated: 0 })
    await hideTalk(world, talk, false)
    expect(await unread(world.mark)).toEqual(['mention'])
  })
})

describe('refuses', () => {
  it.each([
    [{ kinds: [] }, '/kinds'],
    [{ kinds: ['fax'] }, '/kinds/0'],
    [{ kinds: 'mention' }, '/kinds'],
    [{ kinds: Array.from({ length: notificationKinds.length + 1 }, () => 'mention') }, '/kinds'],
  ])('%j', async (body, pointer) => {
    await commentFor(world, talk, {}, world.mark)
    const answer = await mark(world.bob, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await unread(world.bob)).toEqual(['comment'])
  })
})

describe('who may', () => {
  it('is every user, with a key', async () => {
    await commentFor(world, talk, {}, world.mark)
    const before = await storedComments(world)
    const stranger = await mark(undefined)
    expect([stranger.status, stranger.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    const org = await mark(world.org)
    expect([org.status, org.body]).toEqual([403, resourceError(403, 'user_required', '')])
    expect((await mark(world.mallory)).body).toEqual({ updated: 0 })
    expect(await storedComments(world)).toEqual(before)
  })
})
