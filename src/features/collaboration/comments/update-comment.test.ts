import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  commentFor,
  countEvents,
  guardsComments,
  hideTalk,
  storedComments,
} from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
  await call(world.app, world.alice, 'POST', '/webhooks', { body: { url: 'https://hooks.example.com/comments' } })
})

const update = (caller: Caller | undefined, id: string, body: object = { text: 'Well answered.' }) =>
  call(world.app, caller, 'PATCH', `/comments/${id}`, { body })
const updated = () => countEvents(world, 'comment.updated')

describe('does', () => {
  it('replaces the text, its mentions and the time of the change', async () => {
    const made = await commentFor(world, talk, { text: `@${world.alice.email}` })
    const answer = await update(world.bob, made.uuid, { text: ` Ask @${world.mark.email}. ` })
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        ...made,
        text: `Ask @${world.mark.email}.`,
        editedAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        mentions: [{ userUUID: world.mark.userId, start: 4, end: 22 }],
      },
    ])
    const thread = await call(world.app, world.mark, 'GET', `/comments/${made.uuid}`)
    expect(thread.body.data).toMatchObject({ text: `Ask @${world.mark.email}.`, mayEdit: false })
  })

  it('keeps mentions of users who lost access', async () => {
    const id = await talkFor(world, { teamUUID: world.teams.north })
    const { uuid } = await commentFor(world, id, { text: `@${world.mark.email}` })
    await hideTalk(world, id)
    const changed = await update(world.bob, uuid, { text: `@${world.mark.email}?` })
    expect(changed.body.data).toMatchObject({ mentions: [{ userUUID: world.mark.userId }] })
    expect((await call(world.app, world.mark, 'GET', `/comments/${uuid}`)).status).toBe(404)
    await hideTalk(world, id, false)
    expect((await call(world.app, world.mark, 'GET', `/comments/${uuid}`)).status).toBe(200)
  })

  it('announces a change once, without words, and neither repetitions nor private notes', async () => {
    const { uuid } = await commentFor(world, talk)
    const note = await commentFor(world, talk, { private: true })
    const before = await updated()
    for (let n = 0; n < 2; n++) await update(world.bob, uuid, { text: 'The quixotine.' })
    await update(world.bob, note.uuid, { text: 'The quixotine.' })
    expect(await updated()).toBe(before + 1)
    const rows = await world.app.store.owner.query('select body from webhook_deliveries where organization_id = $1', [
      world.acme,
    ])
    expect(JSON.stringify(rows)).not.toContain('quixotine')
  })

  it('leaves the time of the last change as it is if the text is the same', async () => {
    const { uuid, text } = await commentFor(world, talk)
    expect((await update(world.bob, uuid, { text })).body.data.editedAt).toBeNull()
  })
})

describe('refuses', () => {
  it.each([
    ['text that is empty', { text: ' ' }, '/text'],
    ['a long text', { text: 'x'.repeat(4_001) }, '/text'],
    ['a text that is no text', { text: 1 }, '/text'],
    ['no text', {}, '/text'],
  ])('%s', async (_, body, pointer) => {
    const { uuid } = await commentFor(world, talk)
    const answer = await update(world.bob, uuid, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('mentions of users without access, and of others in a private note', async () => {
    const { uuid } = await commentFor(world, talk)
    const note = await commentFor(world, talk, { private: true })
    const before = await storedComments(world)
    for (const [id, text, detail] of [
      [uuid, `@${world.carol.email}`, /^You can't mention carol@acme\.example: no access to this call\./],
      [uuid, `<@${world.mallory.userId}>`, /^No active user of the organization/],
      [note.uuid, `@${world.mark.email}`, /^A private note can't mention other users/],
    ] as const) {
      const answer = await update(world.bob, id, { text })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/text')])
      expect(answer.body.detail).toMatch(detail)
    }
    expect(await storedComments(world)).toEqual(before)
  })

  it('a comment whose text was deleted', async () => {
    const { uuid } = await commentFor(world, talk)
    await commentFor(world, talk, { threadUUID: uuid })
    await call(world.app, world.bob, 'DELETE', `/comments/${uuid}`)
    const answer = await update(world.bob, uuid)
    expect([answer.status, answer.body]).toEqual([404, notFound('comment')])
  })
})

describe('who may', () => {
  guardsComments({ world: () => world, send: (caller, id) => update(caller, id), needsUser: true })

  it('is the author, not admins and managers', async () => {
    const { uuid } = await commentFor(world, talk)
    const before = await storedComments(world)
    for (const caller of [world.alice, world.mark]) {
      const answer = await update(caller, uuid)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'author_required', '')])
    }
    expect(await storedComments(world)).toEqual(before)
  })
})
