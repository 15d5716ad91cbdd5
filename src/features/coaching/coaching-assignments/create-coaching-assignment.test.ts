import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { coachingFor, storedCoaching } from '../../../testing/coaching-fixtures.ts'
import { countEvents, hideTalk } from '../../../testing/comments-fixtures.ts'
import { snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
  await call(world.app, world.alice, 'POST', '/webhooks', { body: { url: 'https://hooks.example.com/coaching' } })
})

const QUESTION = 'What would you ask here instead?'
const valid = () => ({ conversationUUID: talk, assigneeUUID: world.bob.userId, question: QUESTION })
const post = (caller: Caller | undefined, body: object) =>
  call(world.app, caller, 'POST', '/coaching-assignments', { body })

describe('does', () => {
  it('assigns a part of a call with a question and a due date', async () => {
    const before = await countEvents(world, 'coaching_assignment.created')
    const given = { ...valid(), question: `  ${QUESTION} `, time: { start: 30, end: 49 }, dueOn: '2098-03-01' }
    const { status, body } = await post(world.mark, given)
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...{ conversationUUID: talk, conversationTitle: 'Opening', snippetUUID: null, start: 30, end: 49 },
        ...{ question: QUESTION, dueOn: '2098-03-01', overdue: false, status: 'open', answer: null, doneAt: null },
        assignee: { userUUID: world.bob.userId, name: expect.any(String) },
        assigner: { userUUID: world.mark.userId },
        ...{ mayAnswer: false, mayEdit: true },
      },
    ])
    expect(await countEvents(world, 'coaching_assignment.created')).toBe(before + 1)
  })

  it('notifies the assignee in the inbox and by email, without words of the call', async () => {
    const { uuid } = await coachingFor(world, talk, { time: { start: 30 } })
    const inbox = await call(world.app, world.bob, 'GET', '/notifications')
    expect(inbox.body.data[0]).toMatchObject({
      ...{ kind: 'coaching', coachingAssignmentUUID: uuid, text: 'What would you ask here?', start: 30 },
      actor: { userUUID: world.mark.userId },
    })
    await world.app.drain(world.acme)
    const email = world.app.mail.findLast(({ to }) => to === world.bob.email)
    expect(email?.text).toContain('asked you to look at a call.')
    expect(email?.text).toContain('Question: What would you ask here?')
    expect(email?.text).toContain(`/coaching/${uuid}`)
    expect(email?.text).not.toContain('price')
  })

  it('assigns a clip with its times', async () => {
    const { id } = await snippetFor(world, { conversation_id: talk })
    const { body } = await post(world.bob, { snippetUUID: id, assigneeUUID: world.mark.userId, question: QUESTION })
    expect(body.data).toMatchObject({ conversationUUID: talk, snippetUUID: id, start: 10, end: 30 })
    await call(world.app, world.bob, 'DELETE', `/snippets/${id}`)
    const kept = await call(world.app, world.bob, 'GET', `/coaching-assignments/${body.data.uuid}`)
    expect(kept.body.data).toMatchObject({ snippetUUID: null, snippetTitle: null, start: 10, end: 30 })
  })

  it('is a tool', async () => {
    const args = { call_id: talk, assignee_id: world.bob.userId, question: QUESTION, start: 30, due_on: '2098-03-01' }
    const { data } = await callTool(world.app, world.mark, 'create_coaching_assignment', args)
    expect(data).toMatchObject({ call_id: talk, assignee: expect.any(String) })
  })
})

describe('refuses', () => {
  it.each([
    ['/conversationUUID', () => ({ ...valid(), conversationUUID: undefined })],
    ['/conversationUUID', () => ({ ...valid(), snippetUUID: NOBODY })],
    ['/time', () => ({ ...valid(), conversationUUID: undefined, snippetUUID: NOBODY, time: { start: 1 } })],
    ['/assigneeUUID', () => ({ ...valid(), assigneeUUID: NOBODY })],
    ['/assigneeUUID', () => ({ ...valid(), assigneeUUID: world.mallory.userId })],
    ['/question', () => ({ ...valid(), question: '   ' })],
    ['/question', () => ({ ...valid(), question: 'x'.repeat(2_001) })],
    ['/time/start', () => ({ ...valid(), time: { start: -1 } })],
    ['/time/start', () => ({ ...valid(), time: { start: 61 } })],
    ['/time/end', () => ({ ...valid(), time: { start: 20, end: 10 } })],
    ['/dueOn', () => ({ ...valid(), dueOn: '2026-02-30' })],
    ['/dueOn', () => ({ ...valid(), dueOn: '2020-01-01' })],
    ['/dueOn', () => ({ ...valid(), dueOn: 'tomorrow' })],
  ])('a wrong %s', async (pointer, body) => {
    const before = await storedCoaching(world)
    const answer = await post(world.mark, body())
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await storedCoaching(world)).toEqual(before)
  })

  it('an assignee without access, and names the user', async () => {
    const answer = await post(world.mark, { ...valid(), assigneeUUID: world.carol.userId })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/assigneeUUID')])
    expect(answer.body.detail).toContain('carol')
  })

  it('too many of a user', async () => {
    const crowded = await createWorld()
    const busy = await talkFor(crowded, { teamUUID: crowded.teams.north })
    const { uuid } = await coachingFor(crowded, busy)
    await crowded.app.store.owner.query(
      `insert into coaching_assignments (organization_id, id, conversation_id, assignee_id, assigner_id, question, created_at, updated_at)
       select organization_id, gen_random_uuid(), conversation_id, assignee_id, assigner_id, question, created_at, updated_at
       from coaching_assignments, generate_series(1, 199) where id = $1`,
      [uuid],
    )
    const body = { conversationUUID: busy, assigneeUUID: crowded.bob.userId, question: QUESTION }
    const answer = await call(crowded.app, crowded.mark, 'POST', '/coaching-assignments', { body })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_coaching_assignments', '')])
    await call(crowded.app, crowded.bob, 'PATCH', `/coaching-assignments/${uuid}`, { body: { done: true } })
    const again = await call(crowded.app, crowded.mark, 'POST', '/coaching-assignments', { body })
    expect(again.status).toBe(201)
  })
})

describe('who may', () => {
  it('everybody with access to the call, also a rep', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) expect((await post(caller, valid())).status).toBe(201)
  })

  it('nobody without access to the call or the clip', async () => {
    const hidden = await talkFor(world, { teamUUID: world.teams.north })
    const { id } = await snippetFor(world, { conversation_id: hidden })
    await hideTalk(world, hidden)
    for (const caller of [world.carol, world.mark, world.mallory]) {
      const given = { assigneeUUID: world.bob.userId, question: QUESTION }
      const onCall = await post(caller, { ...given, conversationUUID: hidden })
      expect([onCall.status, onCall.body]).toEqual([404, notFound('conversation', '/conversationUUID')])
      const onClip = await post(caller, { ...given, snippetUUID: id })
      expect([onClip.status, onClip.body]).toEqual([404, notFound('snippet', '/snippetUUID')])
    }
  })

  it('no organization-level key, and nobody without a key', async () => {
    const key = await post(world.org, valid())
    expect([key.status, key.body]).toEqual([403, resourceError(403, 'user_required', '')])
    expect((await post(undefined, valid())).status).toBe(401)
  })
})
