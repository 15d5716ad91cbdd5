/** Comments and notifications as tools. */
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { commentFor } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const use = (caller: Caller, name: string, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, name, args)
const threads = async () => JSON.stringify((await use(world.bob, 'list_comments', { call_id: talk })).data)

describe('does', () => {
  it('edits a comment, adds and removes a reaction, and deletes it', async () => {
    const { uuid: comment_id } = await commentFor(world, talk, { text: 'Too fast.' }, world.mark)
    expect((await use(world.mark, 'update_comment', { comment_id, text: 'Too quiet.' })).data).toEqual({
      ...{ id: comment_id, text: 'Too quiet.' },
    })
    expect(await threads()).toContain('Too quiet.')
    const reacted = { comment_id, reaction: 'heart' }
    expect((await use(world.bob, 'add_comment_reaction', reacted)).data).toEqual({ id: comment_id, reaction: 'heart' })
    expect(await threads()).toContain('"reactions":{"heart":1}')
    await use(world.bob, 'remove_comment_reaction', reacted)
    expect(await threads()).toContain('"reactions":{}')
    const deleted = await use(world.mark, 'delete_comment', { comment_id, confirm: true })
    expect(deleted.data).toEqual({ comment_id, deleted: true })
    expect(await threads()).not.toContain(comment_id)
  })

  it('marks a notification as done, and all as read', async () => {
    for (const text of ['One.', 'Two.']) await commentFor(world, talk, { text }, world.mark)
    const list = async (status: string) =>
      (await use(world.bob, 'list_notifications', { status })).data?.notifications as { id: string; text: string }[]
    const [newest] = await list('inbox')
    const done = await use(world.bob, 'update_notification', { notification_id: newest?.id, done: true })
    expect(done.data).toEqual({ id: newest?.id, read: false, done: true })
    expect((await list('inbox')).map(({ text }) => text)).not.toContain('Two.')
    const { data } = await use(world.bob, 'mark_notifications_read', { kinds: ['comment'] })
    expect(data?.updated).toBeGreaterThan(1)
    expect(await list('unread')).toEqual([])
    expect((await use(world.bob, 'mark_notifications_read')).data).toEqual({ updated: 0 })
  })
})

describe('refuses', () => {
  it('to edit or delete the comment of somebody else, and marks no notification of others', async () => {
    const { uuid: comment_id } = await commentFor(world, talk, { text: 'Mine.' }, world.mark)
    for (const [name, args] of [
      ['update_comment', { text: 'Yours.' }],
      ['delete_comment', { confirm: true }],
    ] as const) {
      expect([name, (await use(world.bob, name, { comment_id, ...args })).error]).toEqual([name, expect.anything()])
    }
    expect(await threads()).toContain('Mine.')
    const { data } = await use(world.bob, 'list_notifications', { status: 'all' })
    const [{ id }]: [{ id: string }] = data.notifications
    expect((await use(world.mark, 'update_notification', { notification_id: id, done: true })).error).toBeDefined()
  })

  it('an unknown reaction', async () => {
    const { uuid: comment_id } = await commentFor(world, talk, { text: 'React.' }, world.mark)
    expect((await use(world.bob, 'add_comment_reaction', { comment_id, reaction: 'fire' })).error).toBeDefined()
  })
})
