import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { countEvents, hideTalk } from '../../../testing/comments-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { promisesFor, storedTasks, taskFor } from '../../../testing/tasks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await promisesFor(world)
  await call(world.app, world.alice, 'POST', '/webhooks', { body: { url: 'https://hooks.example.com/tasks' } })
})

const patch = (caller: Caller | undefined, id: string, body: object = { status: 'done' }) =>
  call(world.app, caller, 'PATCH', `/tasks/${id}`, { body })
const countInbox = async (caller: Caller) =>
  (await call(world.app, caller, 'GET', '/notifications', { query: { kind: 'task' } })).body.meta.totalRecords

describe('does', () => {
  it('marks as done, dismisses and reopens, and announces each change once', async () => {
    const { uuid } = await taskFor(world, talk, { assigneeUUID: world.mark.userId })
    const events = () =>
      Promise.all(['completed', 'reopened', 'updated'].map((event) => countEvents(world, `task.${event}`)))
    const [completed = 0, reopened = 0, updated = 0] = await events()
    const done = await patch(world.bob, uuid)
    expect(done.body.data).toMatchObject({
      ...{ status: 'done', closedAt: expect.stringMatching(/Z$/), closedBy: { userUUID: world.bob.userId } },
    })
    await patch(world.bob, uuid)
    expect(await events()).toEqual([completed + 1, reopened, updated])
    const before = await countInbox(world.mark)
    const open = await patch(world.bob, uuid, { status: 'open' })
    expect(open.body.data).toMatchObject({ status: 'open', closedAt: null, closedBy: null })
    expect(await countInbox(world.mark)).toBe(before + 1)
    expect((await patch(world.org, uuid, { status: 'dismissed' })).body.data).toMatchObject({
      ...{ status: 'dismissed', closedBy: null },
    })
    expect(await events()).toEqual([completed + 1, reopened + 1, updated + 1])
  })

  it('changes text, due date and assignee, who is notified', async () => {
    const { uuid } = await taskFor(world, talk, { dueOn: '2020-01-01' })
    const before = await countInbox(world.mark)
    const body = { text: ' Paint the door ', dueOn: '2098-01-01', assigneeUUID: world.mark.userId }
    const { data } = (await patch(world.bob, uuid, body)).body
    expect(data).toMatchObject({
      ...{ text: 'Paint the door', dueOn: '2098-01-01', overdue: false, assignee: { userUUID: world.mark.userId } },
    })
    expect(await countInbox(world.mark)).toBe(before + 1)
    expect((await patch(world.mark, uuid, { dueOn: null })).body.data).toMatchObject({
      ...{ dueOn: null, text: 'Paint the door' },
    })
    expect(await countInbox(world.mark)).toBe(before + 1)
  })

  it('is a tool', async () => {
    const { uuid } = await taskFor(world, talk)
    const { data } = await callTool(world.app, world.mark, 'update_task', { task_id: uuid, status: 'done' })
    expect(data).toMatchObject({ id: uuid, status: 'done' })
  })
})

describe('refuses', () => {
  it.each([
    ['/status', { status: 'late' }],
    ['/text', { text: ' ' }],
    ['/dueOn', { dueOn: '2026-02-30' }],
    ['/assigneeUUID', { assigneeUUID: NOBODY }],
  ])('a wrong %s', async (pointer, body) => {
    const { uuid } = await taskFor(world, talk)
    const before = await storedTasks(world)
    const answer = await patch(world.bob, uuid, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await storedTasks(world)).toEqual(before)
  })

  it('an empty change, and an assignee without access', async () => {
    const { uuid } = await taskFor(world, talk)
    expect((await patch(world.bob, uuid, {})).status).toBe(400)
    const answer = await patch(world.bob, uuid, { assigneeUUID: world.carol.userId })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/assigneeUUID')])
    expect(answer.body.detail).toContain('carol')
  })
})

describe('who may', () => {
  it('nobody who lost access to the call, not even the assignee', async () => {
    const hidden = await promisesFor(world)
    const { uuid } = await taskFor(world, hidden, { assigneeUUID: world.mark.userId })
    await hideTalk(world, hidden)
    const answer = await patch(world.mark, uuid)
    expect([answer.status, answer.body]).toEqual([404, notFound('task')])
    expect((await patch(world.bob, uuid)).status).toBe(200)
  })

  guardsThings({
    ...{ world: () => world, noun: 'task', send: patch },
    make: async () => (await taskFor(world, talk)).uuid,
  })
})
