import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { coachingFor, storedCoaching } from '../../../testing/coaching-fixtures.ts'
import { commentFor, countEvents, hideTalk } from '../../../testing/comments-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
  await call(world.app, world.alice, 'POST', '/webhooks', { body: { url: 'https://hooks.example.com/coaching' } })
})

const patch = (caller: Caller | undefined, id: string, body: object = { done: true }) =>
  call(world.app, caller, 'PATCH', `/coaching-assignments/${id}`, { body })
const newest = async (caller: Caller) => {
  const { body } = await call(world.app, caller, 'GET', '/notifications')
  return { total: body.meta.totalRecords as number, first: body.data[0] }
}

describe('does', () => {
  it('stores the answer of the assignee, and notifies the assigner once', async () => {
    const { uuid } = await coachingFor(world, talk)
    const { total } = await newest(world.mark)
    const answered = await patch(world.bob, uuid, { answer: 'Who else decides?' })
    expect([answered.status, answered.body.data]).toMatchObject([
      200,
      { status: 'answered', answer: 'Who else decides?', answeredAt: expect.stringMatching(/Z$/), mayAnswer: true },
    ])
    await patch(world.bob, uuid, { answer: 'Who else decides, and by when?' })
    const done = await patch(world.bob, uuid, { done: true })
    expect(done.body.data).toMatchObject({ status: 'done', answer: 'Who else decides, and by when?' })
    expect(await newest(world.mark)).toMatchObject({
      total: total + 1,
      first: { kind: 'coaching_answer', coachingAssignmentUUID: uuid, text: 'Who else decides, and by when?' },
    })
  })

  it('answers with a comment, which can be edited and deleted', async () => {
    const { uuid } = await coachingFor(world, talk)
    const comment = await commentFor(world, talk, { text: `@${world.mark.email} Silence.` })
    const answered = await patch(world.bob, uuid, { answerCommentUUID: comment.uuid })
    expect(answered.body.data).toMatchObject({
      status: 'answered',
      answer: null,
      answerComment: {
        commentUUID: comment.uuid,
        threadUUID: comment.uuid,
        text: expect.stringMatching(/^@.+ Silence\.$/),
      },
    })
    await call(world.app, world.bob, 'DELETE', `/comments/${comment.uuid}`)
    const after = await call(world.app, world.mark, 'GET', `/coaching-assignments/${uuid}`)
    expect(after.body.data).toMatchObject({ status: 'open', answerComment: null })
    // The text of a first comment with replies is deleted, and its row stays.
    const other = await commentFor(world, talk)
    await commentFor(world, talk, { threadUUID: other.uuid })
    await patch(world.bob, uuid, { answerCommentUUID: other.uuid })
    await call(world.app, world.bob, 'DELETE', `/comments/${other.uuid}`)
    expect((await call(world.app, world.mark, 'GET', `/coaching-assignments/${uuid}`)).body.data).toMatchObject({
      ...{ status: 'open', answerComment: null },
    })
  })

  it('reopens, changes the question and the due date, and announces each change', async () => {
    const { uuid } = await coachingFor(world, talk)
    const events = () =>
      Promise.all(
        ['answered', 'completed', 'reopened', 'updated'].map((event) =>
          countEvents(world, `coaching_assignment.${event}`),
        ),
      )
    const [answered = 0, completed = 0, reopened = 0, updated = 0] = await events()
    await patch(world.bob, uuid, { done: true })
    await patch(world.bob, uuid, { done: true })
    expect(await events()).toEqual([answered, completed + 1, reopened, updated])
    const { total } = await newest(world.bob)
    await patch(world.mark, uuid, { done: false })
    expect(await events()).toEqual([answered, completed + 1, reopened + 1, updated])
    expect((await newest(world.bob)).total).toBe(total + 1)
    const changed = await patch(world.mark, uuid, { question: 'And now?', dueOn: '2098-01-01' })
    expect(changed.body.data).toMatchObject({ question: 'And now?', dueOn: '2098-01-01', status: 'open' })
    expect((await patch(world.mark, uuid, { dueOn: null })).body.data).toMatchObject({ dueOn: null })
    await patch(world.mark, uuid, { dueOn: null })
    expect(await events()).toEqual([answered, completed + 1, reopened + 1, updated + 2])
  })

  it('says what is overdue, and keeps a due date that has passed', async () => {
    const { uuid } = await coachingFor(world, talk, { dueOn: '2098-01-01' })
    await world.app.store.owner.query("update coaching_assignments set due_on = '2020-01-01' where id = $1", [uuid])
    const same = await patch(world.mark, uuid, { question: 'Now?', dueOn: '2020-01-01' })
    expect(same.body.data).toMatchObject({ dueOn: '2020-01-01', overdue: true })
    expect((await patch(world.bob, uuid, { done: true })).body.data.overdue).toBe(false)
  })

  it('is a tool', async () => {
    const { uuid } = await coachingFor(world, talk)
    const args = { assignment_id: uuid, answer: 'Silence.', done: true }
    expect((await callTool(world.app, world.bob, 'update_coaching_assignment', args)).data).toEqual({
      ...{ id: uuid, status: 'done' },
    })
  })
})

describe('refuses', () => {
  it.each([
    ['/answer', { answer: ' ' }],
    ['/answer', { answer: 'x'.repeat(4_001) }],
    ['/question', { question: '' }],
    ['/dueOn', { dueOn: '2020-01-01' }],
    ['/answerCommentUUID', { answerCommentUUID: 'x' }],
    ['/answerCommentUUID', { answerCommentUUID: NOBODY }],
    ['/done', { done: 'yes' }],
  ])('a wrong %s', async (pointer, body) => {
    const { uuid } = await coachingFor(world, talk, { assigneeUUID: world.bob.userId }, world.bob)
    const answer = await patch(world.bob, uuid, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('an empty change', async () => {
    const { uuid } = await coachingFor(world, talk)
    expect((await patch(world.bob, uuid, {})).status).toBe(400)
  })

  it('a comment of somebody else, on another call, and a private note', async () => {
    const { uuid } = await coachingFor(world, talk)
    const other = await talkFor(world, { teamUUID: world.teams.north })
    const comments = [
      await commentFor(world, talk, {}, world.mark),
      await commentFor(world, other),
      await commentFor(world, talk, { private: true }),
    ]
    const before = await storedCoaching(world)
    for (const comment of comments) {
      const answer = await patch(world.bob, uuid, { answerCommentUUID: comment.uuid })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/answerCommentUUID')])
    }
    expect(await storedCoaching(world)).toEqual(before)
  })
})

describe('who may', () => {
  it('answer: only the assignee; change: only the assigner and admins', async () => {
    const { uuid } = await coachingFor(world, talk)
    for (const caller of [world.mark, world.alice, world.org]) {
      const answer = await patch(caller, uuid, { answer: 'Silence.' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'assignee_required', '')])
      expect((await patch(caller, uuid, { question: 'Why?' })).status).toBe(200)
    }
    const changed = await patch(world.bob, uuid, { question: 'Why?' })
    expect([changed.status, changed.body]).toEqual([403, resourceError(403, 'assigner_required', '')])
    const peers = await coachingFor(world, talk, { assigneeUUID: world.alice.userId }, world.bob)
    const byManager = await patch(world.mark, peers.uuid, { done: true })
    expect([byManager.status, byManager.body]).toEqual([403, resourceError(403, 'assigner_required', '')])
  })

  it('nobody who lost access to the call, not even the assignee', async () => {
    const hidden = await talkFor(world, { teamUUID: world.teams.north })
    const { uuid } = await coachingFor(world, hidden, { assigneeUUID: world.mark.userId }, world.bob)
    await hideTalk(world, hidden)
    const answer = await patch(world.mark, uuid, { answer: 'Silence.' })
    expect([answer.status, answer.body]).toEqual([404, notFound('coaching assignment')])
    expect((await patch(world.bob, uuid)).status).toBe(200)
  })

  guardsThings({
    ...{ world: () => world, noun: 'coaching assignment', send: patch },
    make: async () => (await coachingFor(world, talk)).uuid,
  })
})
