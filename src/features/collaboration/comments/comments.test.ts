import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { notFound, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { selectUserVisibility, usersByAccess, visibleTo } from '../../conversations/records/index.ts'
import { deletePrivateComments } from './queries-write.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const send = (
  caller: Caller,
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST',
  path: string,
  body?: object,
  query: Record<string, string> = {},
) => call(world.app, caller, method, path, { query, ...(body === undefined ? {} : { body }) })
const list = async (caller: Caller, id: string, query: Record<string, string> = {}) =>
  (await send(caller, 'GET', `/conversations/${id}/comments`, undefined, query)).body

describe('lists threads', () => {
  it('of the whole call first, then in its order, page by page', async () => {
    const id = await talkFor(world)
    const late = await commentFor(world, id, { time: { start: 40 } })
    const early = await commentFor(world, id, { words: { firstSegment: 1 } })
    const whole = await commentFor(world, id)
    await commentFor(world, id, { threadUUID: early.uuid })
    const ids = (page: { data: { uuid: string }[] }) => page.data.map(({ uuid }) => uuid)
    const all = await list(world.bob, id)
    expect([ids(all), all.meta.totalRecords]).toEqual([[whole.uuid, early.uuid, late.uuid], 3])
    expect(all.data[1].replies).toHaveLength(1)
    expect(ids(await list(world.bob, id, { size: '2', page: '2' }))).toEqual([late.uuid])
  })

  it('by state', async () => {
    const id = await talkFor(world)
    const [open, resolved] = [await commentFor(world, id), await commentFor(world, id)]
    const answer = await send(world.carol, 'PUT', `/comments/${resolved.uuid}/resolution`, { resolved: true })
    expect(answer.status).toBe(404)
    const again = await send(world.alice, 'PUT', `/comments/${resolved.uuid}/resolution`, { resolved: true })
    expect(again.body.data).toMatchObject({ resolved: true, resolvedBy: { userUUID: world.alice.userId } })
    expect((await list(world.bob, id, { state: 'open' })).data).toMatchObject([{ uuid: open.uuid }])
    expect((await list(world.bob, id, { state: 'resolved' })).data).toMatchObject([{ uuid: resolved.uuid }])
    await send(world.bob, 'PUT', `/comments/${resolved.uuid}/resolution`, { resolved: false })
    expect((await list(world.bob, id, { state: 'resolved' })).data).toEqual([])
    expect((await send(world.bob, 'GET', `/conversations/${id}/comments`, undefined, { state: 'x' })).body).toEqual(
      refusedField('/query/state'),
    )
  })
})

describe('a private note', () => {
  let note: string
  beforeAll(async () => {
    note = (await commentFor(world, talk, { private: true, text: 'I was too fast.' })).uuid
  })

  it('is seen by its author only, not by admins and organization-level keys', async () => {
    expect((await send(world.bob, 'GET', `/comments/${note}`)).body.data).toMatchObject({ private: true })
    for (const caller of [world.alice, world.mark, world.org]) {
      expect((await list(caller, talk)).data.filter((one: { private: boolean }) => one.private)).toEqual([])
      for (const [method, path, body] of [
        ['GET', `/comments/${note}`],
        ['DELETE', `/comments/${note}`],
        ['PUT', `/comments/${note}/resolution`, { resolved: true }],
      ] as const) {
        const answer = await send(caller, method, path, body)
        expect([answer.status, answer.body]).toEqual([404, notFound('comment')])
      }
    }
  })

  it('mentions nobody else, has private replies, and is announced to nobody', async () => {
    const answer = await send(world.bob, 'POST', `/conversations/${talk}/comments`, {
      ...{ private: true, text: `@${world.mark.email}` },
    })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/text')])
    await send(world.alice, 'POST', '/webhooks', { url: 'https://hooks.example.com/notes' })
    expect((await commentFor(world, talk, { threadUUID: note })).private).toBe(true)
    const events = () =>
      world.app.store.owner.query('select body from webhook_deliveries where organization_id = $1', [world.acme])
    expect(await events()).toEqual([])
    const { uuid } = await commentFor(world, talk, { text: `@${world.mark.email}, the quixotine` })
    const [event] = await events()
    expect(JSON.parse((event as { body: string }).body)).toMatchObject({
      type: 'comment.created',
      data: {
        ...{ comment_id: uuid, thread_id: uuid, conversation_id: talk, author_user_id: world.bob.userId },
        mentioned_user_ids: [world.mark.userId],
      },
    })
    expect(JSON.stringify(event)).not.toContain('quixotine')
  })

  it('is deleted with its author', async () => {
    const mine = await commentFor(world, talk, {}, world.mark)
    await commentFor(world, talk, { private: true }, world.mark)
    const context = world.app.contextFor(world.app.operator(world.acme))
    const count = await context.transact((tx) => deletePrivateComments(tx, world.acme, world.mark.userId ?? ''))
    expect(count).toBe(1)
    expect((await send(world.bob, 'GET', `/comments/${mine.uuid}`)).status).toBe(200)
  })
})

describe('changes', () => {
  it('the text, by its author alone', async () => {
    const { uuid } = await commentFor(world, talk)
    const changed = await send(world.bob, 'PATCH', `/comments/${uuid}`, { text: `Ask @${world.mark.email}.` })
    expect(changed.body.data).toMatchObject({
      text: `Ask @${world.mark.email}.`,
      editedAt: expect.stringMatching(/Z$/),
      mentions: [{ userUUID: world.mark.userId }],
    })
    for (const caller of [world.alice, world.mark]) {
      const answer = await send(caller, 'PATCH', `/comments/${uuid}`, { text: 'No.' })
      expect([answer.status, answer.body.code]).toEqual([403, 'author_required'])
    }
  })

  it('the text, keeping mentions of users who lost access', async () => {
    const id = await talkFor(world, { teamUUID: world.teams.north })
    const { uuid } = await commentFor(world, id, { text: `@${world.mark.email}` })
    await send(world.alice, 'PUT', `/conversations/${id}/privacy`, { private: true })
    const changed = await send(world.bob, 'PATCH', `/comments/${uuid}`, { text: `@${world.mark.email}?` })
    expect(changed.body.data).toMatchObject({ mentions: [{ userUUID: world.mark.userId }] })
    expect((await send(world.mark, 'GET', `/comments/${uuid}`)).status).toBe(404)
    await send(world.alice, 'PUT', `/conversations/${id}/privacy`, { private: false })
    expect((await send(world.mark, 'GET', `/comments/${uuid}`)).status).toBe(200)
  })

  it('reactions, one of each kind for each user', async () => {
    const { uuid } = await commentFor(world, talk)
    for (const caller of [world.bob, world.bob, world.mark]) {
      await send(caller, 'PUT', `/comments/${uuid}/reactions/heart`)
    }
    await send(world.mark, 'PUT', `/comments/${uuid}/reactions/eyes`)
    const reactions = async () => (await send(world.bob, 'GET', `/comments/${uuid}`)).body.data.reactions
    expect(await reactions()).toEqual([
      { reaction: 'heart', count: 2, mine: true },
      { reaction: 'eyes', count: 1, mine: false },
    ])
    expect((await send(world.bob, 'DELETE', `/comments/${uuid}/reactions/heart`)).status).toBe(204)
    expect(await reactions()).toMatchObject([{ reaction: 'heart', count: 1, mine: false }, { reaction: 'eyes' }])
    expect((await send(world.bob, 'PUT', `/comments/${uuid}/reactions/poop`)).status).toBe(404)
  })
})

describe('deletes', () => {
  it('a comment of one’s own, or of anybody as an admin', async () => {
    const [one, two] = [await commentFor(world, talk), await commentFor(world, talk)]
    expect((await send(world.mark, 'DELETE', `/comments/${one.uuid}`)).body.code).toBe('author_required')
    expect((await send(world.bob, 'DELETE', `/comments/${one.uuid}`)).status).toBe(204)
    expect((await send(world.org, 'DELETE', `/comments/${two.uuid}`)).status).toBe(204)
    expect((await send(world.bob, 'GET', `/comments/${one.uuid}`)).status).toBe(404)
  })

  it('the text of a thread with replies, and the thread with its last reply', async () => {
    const first = await commentFor(world, talk, { text: `@${world.mark.email}, hm.` })
    const reply = await commentFor(world, talk, { threadUUID: first.uuid }, world.mark)
    await send(world.bob, 'DELETE', `/comments/${first.uuid}`)
    const kept = (await send(world.bob, 'GET', `/comments/${first.uuid}`)).body.data
    expect(kept).toMatchObject({ deleted: true, text: '', mentions: [], mayEdit: false, mayDelete: false })
    expect(kept.replies).toMatchObject([{ uuid: reply.uuid }])
    expect((await send(world.bob, 'DELETE', `/comments/${first.uuid}`)).status).toBe(404)
    await send(world.mark, 'DELETE', `/comments/${reply.uuid}`)
    expect((await send(world.bob, 'GET', `/comments/${first.uuid}`)).status).toBe(404)
  })
})

describe('users with access', () => {
  it('are those who can be mentioned', async () => {
    const viewers = async (query: Record<string, string> = {}) =>
      (await send(world.bob, 'GET', `/conversations/${talk}/viewers`, undefined, query)).body.data.map(
        ({ email }: { email: string }) => email,
      )
    expect(await viewers()).toEqual([world.alice.email, world.bob.email, world.mark.email])
    expect(await viewers({ query: 'MARK@' })).toEqual([world.mark.email])
    expect(await viewers({ query: '%' })).toEqual([])
  })

  it('are the same from both sides: of the user, and of the call', async () => {
    const { sales, north, support } = world.teams
    const calls = [
      talk,
      await talkFor(world, { private: true }),
      await talkFor(world, { teamUUID: sales }),
      await talkFor(world, { teamUUID: support, userID: world.carol.userId }),
      await talkFor(world, { teamUUID: north, userID: world.alice.userId }),
      await talkFor(world, { userID: world.mark.userId }),
    ]
    const context = world.app.contextFor(world.app.operator(world.acme))
    for (const id of calls) {
      const { rows } = await sql<{
        id: string
        can_see: boolean
      }>`select * from (${usersByAccess(world.acme, id)}) p`.execute(context.db)
      expect(rows).toHaveLength(4)
      for (const { id: userId, can_see } of rows) {
        const visibility = await selectUserVisibility(context.db, world.acme, userId)
        const seen = await sql`
          select id from conversations where id = ${id} and ${visibleTo(visibility ?? { userId, teamIds: [] })}`.execute(
          context.db,
        )
        expect([id, userId, can_see]).toEqual([id, userId, seen.rows.length === 1])
      }
    }
  })
})
