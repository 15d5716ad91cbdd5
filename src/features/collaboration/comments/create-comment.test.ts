import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const post = (body: object, caller: Caller | undefined = world.bob, id = talk) =>
  call(world.app, caller, 'POST', `/conversations/${id}/comments`, { body: { text: 'Hm.', ...body } })
const thread = async (id: string, caller = world.bob) =>
  (await call(world.app, caller, 'GET', `/comments/${id}`)).body.data

describe('does', () => {
  it('answers the comment, and nothing else', async () => {
    const answer = await post({ text: ' Well asked. ' })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          conversationUUID: talk,
          threadUUID: answer.body.data.uuid,
          author: { userUUID: world.bob.userId, name: world.bob.email },
          ...{ private: false, deleted: false, text: 'Well asked.', mentions: [], reactions: [] },
          ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
          ...{ editedAt: null, mayEdit: true, mayDelete: true },
        },
      },
    ])
  })

  it('ties a thread to words, with their times and speaker', async () => {
    const words = { firstSegment: 3, firstOffset: 5, lastSegment: 4, lastOffset: 5 }
    const { uuid } = await commentFor(world, talk, { words })
    expect((await thread(uuid)).anchor).toEqual({
      ...{ quote: 'the price first. It is', speaker: 'Bob', start: 30, end: 49 },
      ...{ wordsStatus: 'unchanged', currentQuote: null, ...words },
    })
  })

  it('ties a thread to a time, with the words that are spoken then', async () => {
    const { uuid } = await commentFor(world, talk, { time: { start: 32 } })
    expect((await thread(uuid)).anchor).toMatchObject({
      ...{ quote: 'Then the price first.', start: 32, end: 39, firstSegment: 3, lastSegment: 3 },
    })
    const silent = await commentFor(world, talk, { time: { start: 9.5, end: 9.8 } })
    expect((await thread(silent.uuid)).anchor).toMatchObject({ start: 9.5, end: 9.8, quote: null, wordsStatus: null })
  })

  it('moves with the words when the transcript is corrected, and says when they were changed or removed', async () => {
    const id = await talkFor(world)
    const words = await commentFor(world, id, { words: { firstSegment: 4, firstOffset: 0, lastOffset: 9 } })
    const anchorAfter = async (texts: string[]) => {
      const segments = texts.map((text, at) => ({ speaker: 'Ann', text, start: at * 10, end: at * 10 + 9 }))
      await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, { body: { transcript: { segments } } })
      return (await thread(words.uuid)).anchor
    }
    expect(await anchorAfter(['So.', 'Well.', 'It is too high.'])).toMatchObject({
      ...{ wordsStatus: 'unchanged', quote: 'It is too', firstSegment: 2, start: 20 },
    })
    expect(await anchorAfter(['So.', 'Well.', 'Hm.', 'It is so high.'])).toMatchObject({
      ...{ wordsStatus: 'edited', quote: 'It is too', currentQuote: 'It is', firstSegment: 3, start: 30 },
    })
    expect(await anchorAfter(['So.', 'Well.'])).toMatchObject({
      ...{ wordsStatus: 'removed', quote: 'It is too', firstSegment: null, start: 40, end: 49 },
    })
  })

  it('ties a thread to words of an earlier version', async () => {
    const id = await talkFor(world)
    const transcript = { segments: [{ speaker: 'Bob', text: 'Let us see.', start: 1, end: 2 }] }
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, { body: { transcript } })
    const { uuid } = await commentFor(world, id, { words: { transcriptVersion: 1, firstSegment: 5 } })
    expect((await thread(uuid)).anchor).toMatchObject({ wordsStatus: 'unchanged', firstSegment: 0, start: 1 })
  })

  it('adds replies to the thread of any of its comments, and reopens it', async () => {
    const first = await commentFor(world, talk)
    await call(world.app, world.bob, 'PUT', `/comments/${first.uuid}/resolution`, { body: { resolved: true } })
    const reply = await commentFor(world, talk, { threadUUID: first.uuid }, world.mark)
    const second = await commentFor(world, talk, { threadUUID: reply.uuid })
    expect([reply.threadUUID, second.threadUUID]).toEqual([first.uuid, first.uuid])
    expect(await thread(reply.uuid)).toMatchObject({
      ...{ uuid: first.uuid, resolved: false },
      replies: [{ uuid: reply.uuid, author: { userUUID: world.mark.userId } }, { uuid: second.uuid }],
    })
  })

  it('mentions users by address, name and ID, and shows their names as they are now', async () => {
    const { uuid } = await commentFor(world, talk, { text: `@${world.mark.email} and <@${world.alice.userId}>` })
    await world.app.store.owner.query(`update users set first_name = 'Mark', last_name = 'Miller' where id = $1`, [
      world.mark.userId,
    ])
    expect(await thread(uuid)).toMatchObject({
      text: '@Mark Miller and @alice@acme.example',
      mentions: [
        { userUUID: world.mark.userId, start: 0, end: 12 },
        { userUUID: world.alice.userId, start: 17, end: 36 },
      ],
    })
    expect((await commentFor(world, talk, { text: 'Ask @mark miller.' })).text).toBe('Ask @Mark Miller.')
  })
})

describe('refuses', () => {
  it('mentions of users without access, and names them', async () => {
    const answer = await post({ text: `@${world.carol.email} and @${world.mark.email}` })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/text')])
    expect(answer.body.detail).toMatch(/^You can't mention carol@acme\.example: no access to this call\./)
    const rival = await post({ text: `<@${world.mallory.userId}>` })
    expect([rival.status, rival.body.detail]).toEqual([400, expect.stringContaining('No active user')])
  })

  it.each([
    ['text that is empty', { text: ' ' }, '/text'],
    ['a long text', { text: 'x'.repeat(4_001) }, '/text'],
    ['time and words', { time: { start: 1 }, words: { firstSegment: 0 } }, '/words'],
    ['a time that ends before it starts', { time: { start: 5, end: 4 } }, '/time/end'],
    ['a time after the end', { time: { start: 61 } }, '/time/start'],
    ['words outside of the transcript', { words: { firstSegment: 6 } }, '/words'],
    ['a version that does not exist', { words: { transcriptVersion: 9, firstSegment: 0 } }, '/words/transcriptVersion'],
  ])('%s', async (_, body, pointer) => {
    const answer = await post(body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('a reply to a thread of another call, with a place, or with another privacy', async () => {
    const other = await commentFor(world, await talkFor(world))
    const wrong = await post({ threadUUID: other.uuid })
    expect([wrong.status, wrong.body]).toEqual([404, notFound('comment', '/threadUUID')])
    const { uuid: threadUUID } = await commentFor(world, talk)
    expect((await post({ threadUUID, time: { start: 1 } })).body).toEqual(refusedField('/time'))
    expect((await post({ threadUUID, private: true })).body).toEqual(refusedField('/private'))
    expect((await post({ threadUUID: NOBODY })).status).toBe(404)
  })

  it('too many comments and replies', async () => {
    const id = await talkFor(world)
    const { uuid } = await commentFor(world, id)
    const copy = (n: number, threadId: string) =>
      world.app.store.owner.query(
        `insert into comments (organization_id, id, conversation_id, thread_id, author_id, body, created_at)
         select organization_id, new, conversation_id, coalesce($3, new), author_id, body, created_at
         from comments, lateral (select gen_random_uuid() as new from generate_series(1, $2::int)) n where id = $1`,
        [uuid, n, threadId === '' ? null : threadId],
      )
    await copy(200, uuid)
    const reply = await post({ threadUUID: uuid }, world.bob, id)
    expect([reply.status, reply.body]).toEqual([409, resourceError(409, 'too_many_replies', '')])
    await copy(1_799, '')
    const first = await post({}, world.bob, id)
    expect([first.status, first.body]).toEqual([409, resourceError(409, 'too_many_comments', '')])
  })
})

describe('who may', () => {
  it('is whoever sees the call, as themselves', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) expect((await post({}, caller)).status).toBe(201)
    for (const caller of [world.carol, world.mallory]) expect((await post({}, caller)).status).toBe(404)
    expect((await post({}, world.org)).body.code).toBe('user_required')
  })
})
