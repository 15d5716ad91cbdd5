import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { commentFor, hideTalk } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeEach(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/notifications', { query })
const texts = async (caller: Caller, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.data.map(({ text }: { text: string }) => text)
const mention = (text = '', by = world.alice) => commentFor(world, talk, { text: `@${world.mark.email}${text}` }, by)

describe('does', () => {
  it('answers a notification, and nothing else', async () => {
    const { uuid } = await commentFor(world, talk, { time: { start: 30 }, text: 'Too fast.' }, world.mark)
    const answer = await list(world.bob)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      [
        {
          ...{ uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), kind: 'comment', text: 'Too fast.', start: 30 },
          ...{ conversationUUID: talk, conversationTitle: 'Opening', commentUUID: uuid, threadUUID: uuid },
          ...{
            actionUUID: null,
            scorecardUUID: null,
            coachingAssignmentUUID: null,
            folderUUID: null,
            folderName: null,
            taskUUID: null,
            dueOn: null,
            readAt: null,
            doneAt: null,
          },
          ...{ actor: { userUUID: world.mark.userId, name: world.mark.email } },
          ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
        },
      ],
    ])
  })

  it('returns the newest first, page by page', async () => {
    for (const text of ['One.', 'Two.', 'Three.']) await commentFor(world, talk, { text }, world.mark)
    expect(await texts(world.bob)).toEqual(['Three.', 'Two.', 'One.'])
    const { data, meta } = (await list(world.bob, { size: '2', page: '2' })).body
    expect([data, meta]).toMatchObject([
      [{ text: 'One.' }],
      { pageCount: 2, totalRecords: 3, pageNumber: 2, pageSize: 2 },
    ])
  })

  it('filters by status and kind', async () => {
    await commentFor(world, talk, { text: 'Done.' }, world.mark)
    await commentFor(world, talk, { text: `@${world.bob.email}` }, world.mark)
    await commentFor(world, talk, { text: 'New.' }, world.mark)
    const [, read, done] = (await list(world.bob)).body.data
    await call(world.app, world.bob, 'PATCH', `/notifications/${done.uuid}`, { body: { done: true } })
    await call(world.app, world.bob, 'PATCH', `/notifications/${read.uuid}`, { body: { read: true } })
    const mentioned = `@${world.bob.email}`
    for (const [query, found] of [
      [{}, ['New.', mentioned]],
      [{ status: 'inbox' }, ['New.', mentioned]],
      [{ status: 'unread' }, ['New.']],
      [{ status: 'done' }, ['Done.']],
      [{ status: 'all' }, ['New.', mentioned, 'Done.']],
      [{ status: 'all', kind: 'mention,reply' }, [mentioned]],
      [{ kind: 'reply' }, []],
    ] as const) {
      const { data, meta } = (await list(world.bob, query)).body
      const shown = data.map(({ text }: { text: string }) => text)
      expect([query, shown, meta.totalRecords]).toEqual([query, found, found.length])
    }
  })

  it('returns those of the caller alone', async () => {
    await mention()
    expect(await texts(world.mark)).toHaveLength(1)
    for (const caller of [world.alice, world.carol, world.mallory]) expect(await texts(caller)).toEqual([])
  })

  it('omits deleted comments and hidden calls, and counts none of them', async () => {
    const gone = await mention(', the quixotine')
    await mention(', the price')
    await call(world.app, world.alice, 'DELETE', `/comments/${gone.uuid}`)
    const answer = await list(world.mark)
    expect([answer.body.data.length, answer.body.meta.totalRecords]).toEqual([1, 1])
    expect(answer.text).not.toContain('quixotine')
    await hideTalk(world, talk)
    const hidden = await list(world.mark)
    expect([hidden.body.data, hidden.body.meta.totalRecords]).toEqual([[], 0])
    await hideTalk(world, talk, false)
    expect(await texts(world.mark)).toEqual([`@${world.mark.email}, the price`])
  })

  it('shows the text and the names as they are now', async () => {
    const { uuid } = await mention()
    await call(world.app, world.alice, 'PATCH', `/comments/${uuid}`, { body: { text: `@${world.mark.email}!` } })
    await world.app.store.owner.query(`update users set first_name = 'Mark', last_name = 'Miller' where id = $1`, [
      world.mark.userId,
    ])
    expect(await texts(world.mark)).toEqual(['@Mark Miller!'])
  })

  it('filters by the last change', async () => {
    const own = await createWorld(world.app)
    const id = await talkFor(own, { teamUUID: own.teams.north })
    for (let n = 0; n < 3; n++) await commentFor(own, id, {}, own.mark)
    const { data } = (await call(own.app, own.bob, 'GET', '/notifications')).body
    const [last, marked] = data.map(({ uuid }: { uuid: string }) => uuid)
    const mark = (uuid: string, body: object) => call(own.app, own.bob, 'PATCH', `/notifications/${uuid}`, { body })
    await mark(last, { read: true })
    await makeUnchanged(own, 'notifications')
    await mark(marked, { done: true })
    await mark(last, { read: true })
    expect(await listChanged(own, own.bob, '/notifications', { status: 'all' })).toEqual([marked])
    await makeUnchanged(own, 'notifications')
    await call(own.app, own.bob, 'POST', '/notifications/read', { body: {} })
    expect(await listChanged(own, own.bob, '/notifications', { status: 'all' })).toEqual(
      data.map(({ uuid }: { uuid: string }) => uuid).filter((uuid: string) => uuid !== last),
    )
  })
})

describe('refuses', () => {
  it.each([
    [{ status: 'read' }, '/query/status'],
    [{ kind: 'mention,fax' }, '/query/kind'],
    [{ size: '101' }, '/query/size'],
    [{ page: '0' }, '/query/page'],
  ])('%j', async (query, pointer) => {
    const answer = await list(world.bob, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  it('is every user, with a key', async () => {
    const stranger = await list(undefined)
    expect([stranger.status, stranger.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    const org = await list(world.org)
    expect([org.status, org.body]).toEqual([403, resourceError(403, 'user_required', '')])
  })
})
