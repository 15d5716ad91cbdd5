import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { nextDigestAt } from '../notification-requests/model.ts'

let world: World
let talk: string
beforeEach(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const send = (caller: Caller, method: 'GET' | 'PUT' | 'PATCH' | 'POST', path: string, body?: object) =>
  call(world.app, caller, method, path, body === undefined ? {} : { body })
const inbox = async (caller: Caller) => (await call(world.app, caller, 'GET', '/notifications')).body
const kinds = async (caller: Caller) => (await inbox(caller)).data.map(({ kind }: { kind: string }) => kind)
/** Emails to a person since the last call for this person. */
const emailsTo = async (caller: Caller) => {
  await world.app.drain(world.acme)
  return world.app.mail.filter(({ to }) => to === caller.email)
}
const sendDigests = async () => {
  await world.app.store.owner.query(
    `update pgboss.job set start_after = now() where name = 'send_notification_digest' and data::text like $1`,
    [`%${world.acme}%`],
  )
  await world.app.drain(world.acme)
}

describe('notifies', () => {
  it('the owner of a comment, authors of a thread of a reply, and mentioned users, each once', async () => {
    const { uuid } = await commentFor(world, talk, { time: { start: 30 }, text: 'Too fast.' }, world.mark)
    const text = `@${world.bob.email} agrees, @${world.alice.email}.`
    await commentFor(world, talk, { threadUUID: uuid, text }, world.alice)
    expect(await inbox(world.bob)).toMatchObject({
      meta: { totalRecords: 2 },
      data: [
        { kind: 'mention', text, threadUUID: uuid, start: 30, actor: { userUUID: world.alice.userId }, readAt: null },
        { kind: 'comment', text: 'Too fast.', commentUUID: uuid, conversationTitle: 'Opening' },
      ],
    })
    expect(await kinds(world.mark)).toEqual(['reply'])
    expect(await kinds(world.alice)).toEqual([])
  })

  it('users whom a changed comment mentions for the first time', async () => {
    const { uuid } = await commentFor(world, talk, { text: `@${world.mark.email}` })
    await send(world.bob, 'PATCH', `/comments/${uuid}`, { text: `@${world.mark.email} @${world.alice.email}` })
    expect([await kinds(world.mark), await kinds(world.alice)]).toEqual([['mention'], ['mention']])
  })

  it('nobody of a private note', async () => {
    await commentFor(world, talk, { private: true }, world.mark)
    expect(await kinds(world.bob)).toEqual([])
  })

  it('of actions that somebody else assigns, and of scores by others', async () => {
    const action = { owner_user_uuid: world.bob.userId, entity_type: 'conversation', entity_id: talk }
    const created = (by: Caller) =>
      send(by, 'POST', '/actions', { ...action, action_type: 'follow_up_email', title: 'Send the offer' })
    await created(world.alice)
    await created(world.bob)
    const card = (await send(world.org, 'POST', '/scorecards', { title: 'Care' })).body.data.id
    const item = (await send(world.org, 'POST', `/scorecards/${card}/items`, { title: 'Care' })).body.data.id
    for (const score of [3, 4]) {
      await send(world.mark, 'PUT', `/conversations/${talk}/scorecard-results/${card}`, {
        items: [{ uuid: item, score }],
      })
    }
    expect(await inbox(world.bob)).toMatchObject({
      data: [
        { kind: 'scorecard_result', scorecardUUID: card, text: null, actor: { userUUID: world.mark.userId } },
        { kind: 'action', actionUUID: expect.any(String), actor: { userUUID: world.alice.userId } },
      ],
    })
  })
})

describe('emails', () => {
  it('are sent without words of the call', async () => {
    const text = `@${world.bob.email}, see https://evil.example`
    const { uuid } = await commentFor(world, talk, { text, words: { firstSegment: 3 } }, world.mark)
    const [email, ...others] = await emailsTo(world.bob)
    expect(others).toEqual([])
    expect(email?.subject).toBe('New notification on Parley')
    expect(email?.text).toContain('mark@acme[.]example mentioned you in a comment.')
    expect(email?.text).toContain('see [link removed]')
    expect(email?.text).toContain(`/conversations/${talk}/comments#comment-${uuid}`)
    expect(email?.text).not.toContain('price')
  })

  it('are not sent about what was read, deleted or hidden, or to a deactivated user', async () => {
    const mention = () => commentFor(world, talk, { text: `@${world.mark.email}` }, world.alice)
    await mention()
    await send(world.mark, 'POST', '/notifications/read', {})
    expect(await emailsTo(world.mark)).toEqual([])
    const { uuid } = await mention()
    await call(world.app, world.alice, 'DELETE', `/comments/${uuid}`)
    expect(await emailsTo(world.mark)).toEqual([])
    await mention()
    await send(world.alice, 'PUT', `/conversations/${talk}/privacy`, { private: true })
    expect([await emailsTo(world.mark), await kinds(world.mark)]).toEqual([[], []])
    await send(world.alice, 'PUT', `/conversations/${talk}/privacy`, { private: false })
    await mention()
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${world.mark.userId}`)
    expect(await emailsTo(world.mark)).toEqual([])
  })

  it('are combined in one digest', async () => {
    await commentFor(world, talk, { text: 'One.' }, world.mark)
    await commentFor(world, talk, { text: 'Two.' }, world.alice)
    expect(await emailsTo(world.bob)).toEqual([])
    await sendDigests()
    const emails = await emailsTo(world.bob)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toBe('Your daily summary from Parley')
    expect(emails[0]?.text).toMatch(/Comment: Two[\s\S]*Comment: One/)
    await sendDigests()
    expect(await emailsTo(world.bob)).toHaveLength(1)
    await commentFor(world, talk, { text: 'Three.' }, world.mark)
    await sendDigests()
    expect(await emailsTo(world.bob)).toHaveLength(2)
  })

  it('join the digest above the limit of emails', async () => {
    await world.app.store.owner.query(
      `insert into mail_counts (organization_id, kind, counted_hash, began_at, count)
       values ($1, 'organization', $3, $2, 1000000)`,
      [world.acme, world.app.clock.now(), createHash('sha256').update(world.acme).digest('hex')],
    )
    await commentFor(world, talk, { text: `@${world.bob.email}` }, world.mark)
    expect(await emailsTo(world.bob)).toEqual([])
    const rows = await world.app.store.owner.query('select email from notifications where user_id = $1', [
      world.bob.userId,
    ])
    expect(rows).toEqual([{ email: 'digest' }])
    expect(await kinds(world.bob)).toEqual(['mention'])
  })
})

it.each([
  ['UTC', '2026-11-24T06:59:59.000Z', '2026-11-24T07:00:00.000Z'],
  ['UTC', '2026-11-24T07:00:00.000Z', '2026-11-25T07:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-24T07:00:00.000Z', '2026-11-24T15:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-24T07:00:00.000Z', '2026-11-25T01:30:00.000Z'],
])('sends the digest in %s after %s at %s', (zone, now, at) => {
  expect(nextDigestAt(new Date(now), zone).toISOString()).toBe(at)
})
