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

const send = (caller: Caller, method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, body?: object) =>
  call(world.app, caller, method, path, body === undefined ? {} : { body })
const list = async (caller: Caller, id: string) => (await send(caller, 'GET', `/conversations/${id}/comments`)).body

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

describe('users with access', () => {
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
          select id from conversations where organization_id = ${world.acme} and id = ${id} and ${visibleTo(visibility ?? { userId, teamIds: [] })}`.execute(
          context.db,
        )
        expect([id, userId, can_see]).toEqual([id, userId, seen.rows.length === 1])
      }
    }
  })
})
