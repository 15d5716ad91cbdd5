import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { countEvents, hideTalk } from '../../../testing/comments-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { BOBS_PROMISE, CARLAS_PROMISE, promisesFor, storedTasks, taskFor } from '../../../testing/tasks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await promisesFor(world)
  await call(world.app, world.alice, 'POST', '/webhooks', { body: { url: 'https://hooks.example.com/tasks' } })
})

const valid = () => ({ conversationUUID: talk, text: 'Paint the gate' })
const post = (caller: Caller | undefined, body: object) => call(world.app, caller, 'POST', '/tasks', { body })

describe('does', () => {
  it('keeps an action item with its person, words and due date, for the user who promised it', async () => {
    const id = await promisesFor(world)
    const before = await countEvents(world, 'task.created')
    const { status, body } = await post(world.mark, {
      conversationUUID: id,
      text: 'Send the offer',
      quote: BOBS_PROMISE,
    })
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...{ conversationUUID: id, text: 'Send the offer', quote: BOBS_PROMISE, start: 20, segment: 1 },
        ...{ promisedBy: { name: 'Bob', email: world.bob.email }, side: 'internal', dueOn: '2026-09-11' },
        ...{ status: 'open', overdue: true, closedAt: null, closedBy: null },
        assignee: { userUUID: world.bob.userId },
        creator: { userUUID: world.mark.userId },
      },
    ])
    expect(await countEvents(world, 'task.created')).toBe(before + 1)
    const inbox = await call(world.app, world.bob, 'GET', '/notifications')
    expect(inbox.body.data[0]).toMatchObject({
      ...{ kind: 'task', taskUUID: body.data.uuid, text: 'Send the offer', start: 20 },
      actor: { userUUID: world.mark.userId },
    })
    await world.app.drain(world.acme)
    const email = world.app.mail.findLast(({ to }) => to === world.bob.email)
    expect(email?.text).toContain('assigned you a task.')
    expect(email?.text).toContain(`/tasks/${body.data.uuid}`)
    expect(email?.text).not.toContain('north depot')
  })

  it('keeps a promise of an outside person for the caller, who waits for it', async () => {
    const id = await promisesFor(world)
    const { body } = await post(world.bob, { conversationUUID: id, text: CARLAS_PROMISE, dueOn: null })
    expect(body.data).toMatchObject({
      ...{ promisedBy: { name: 'Carla', email: 'carla@harbor.example' }, side: 'external', dueOn: null },
      ...{ quote: CARLAS_PROMISE, assignee: { userUUID: world.bob.userId }, overdue: false },
    })
  })

  it('keeps words that the summary lacks, if they are in the transcript', async () => {
    const quote = 'Honestly, nine thousand dollars a  month'
    const { body } = await post(world.bob, { conversationUUID: talk, text: 'Calculate it again', quote })
    expect(body.data).toMatchObject({ quote, segment: 0, start: 0, promisedBy: { name: 'Carla' }, side: 'external' })
  })

  it('keeps a task without words, and hides a promise that is none', async () => {
    const promisedBy = { name: 'Dora', email: 'dora@harbor.example' }
    const { body } = await post(world.bob, { ...valid(), promisedBy, dueOn: '2020-01-01' })
    expect(body.data).toMatchObject({ promisedBy, side: null, quote: null, start: null, dueOn: '2020-01-01' })
    const hidden = await post(world.bob, { ...valid(), text: 'Nothing at all', status: 'dismissed' })
    expect(hidden.body.data).toMatchObject({
      ...{ status: 'dismissed', overdue: false, closedAt: expect.stringMatching(/Z$/) },
      closedBy: { userUUID: world.bob.userId },
    })
  })

  it('is a tool', async () => {
    const args = { call_id: talk, text: 'Order new tires', due_on: '2098-03-01', promised_by: 'Carla' }
    const { data, text } = await callTool(world.app, world.mark, 'create_task', args)
    expect(data).toMatchObject({ call_id: talk, due_on: '2098-03-01', promised_by: 'Carla', side: 'external' })
    expect(text).toContain('Order new tires')
    const own = { call_id: talk, text: 'Send the offer', quote: BOBS_PROMISE }
    const kept = await callTool(world.app, world.bob, 'create_task', own)
    expect(kept.data).toMatchObject({ quote: BOBS_PROMISE, url: expect.stringMatching(/#t=\d+$/) })
    expect(kept.text).toContain(String(kept.data.url))
  })
})

describe('refuses', () => {
  it.each([
    ['/conversationUUID', () => ({ ...valid(), conversationUUID: 'x' })],
    ['/text', () => ({ ...valid(), text: '   ' })],
    ['/text', () => ({ ...valid(), text: 'x'.repeat(501) })],
    ['/quote', () => ({ ...valid(), quote: 'Words that nobody said in the call' })],
    ['/quote', () => ({ ...valid(), quote: 'x'.repeat(1_001) })],
    ['/promisedBy/name', () => ({ ...valid(), promisedBy: { name: '' } })],
    ['/promisedBy/email', () => ({ ...valid(), promisedBy: { name: 'Carla', email: 'carla' } })],
    ['/dueOn', () => ({ ...valid(), dueOn: '2026-02-30' })],
    ['/dueOn', () => ({ ...valid(), dueOn: 'tomorrow' })],
    ['/assigneeUUID', () => ({ ...valid(), assigneeUUID: NOBODY })],
    ['/assigneeUUID', () => ({ ...valid(), assigneeUUID: world.mallory.userId })],
    ['/status', () => ({ ...valid(), status: 'done' })],
  ])('a wrong %s', async (pointer, body) => {
    const before = await storedTasks(world)
    const answer = await post(world.mark, body())
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await storedTasks(world)).toEqual(before)
  })

  it('an assignee without access, and names the user', async () => {
    const answer = await post(world.mark, { ...valid(), assigneeUUID: world.carol.userId })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/assigneeUUID')])
    expect(answer.body.detail).toContain('carol')
  })

  it('a second task of the same promise, also from two requests at the same time', async () => {
    const id = await promisesFor(world)
    const body = { conversationUUID: id, text: 'Send it', quote: BOBS_PROMISE }
    const answers = await Promise.all([post(world.bob, body), post(world.mark, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const again = await post(world.bob, { conversationUUID: id, text: 'The offer with the numbers of the depot' })
    expect([again.status, again.body]).toEqual([409, resourceError(409, 'task_exists', '')])
  })

  it('too many tasks of a call', async () => {
    const id = await promisesFor(world)
    const { uuid } = await taskFor(world, id)
    await world.app.store.owner.query(
      `insert into tasks (organization_id, id, conversation_id, text, assignee_id, creator_id, status, created_at, updated_at)
       select organization_id, gen_random_uuid(), conversation_id, text, assignee_id, creator_id, status, created_at, updated_at
       from tasks, generate_series(1, 199) where id = $1`,
      [uuid],
    )
    const answer = await post(world.bob, { ...valid(), conversationUUID: id })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_tasks', '')])
  })
})

describe('who may', () => {
  it('everybody with access to the call, also a rep', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) {
      expect((await post(caller, { ...valid(), text: `Wash ${caller.userId}` })).status).toBe(201)
    }
  })

  it('nobody without access to the call', async () => {
    const hidden = await promisesFor(world)
    await hideTalk(world, hidden)
    for (const caller of [world.carol, world.mark, world.mallory]) {
      const answer = await post(caller, { ...valid(), conversationUUID: hidden })
      expect([answer.status, answer.body]).toEqual([404, notFound('conversation', '/conversationUUID')])
    }
  })

  it('no organization-level key, and nobody without a key', async () => {
    const key = await post(world.org, valid())
    expect([key.status, key.body]).toEqual([403, resourceError(403, 'user_required', '')])
    expect((await post(undefined, valid())).status).toBe(401)
  })
})
