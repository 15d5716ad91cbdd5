import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { coachingFor } from '../../../testing/coaching-fixtures.ts'
import { hideTalk } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { notFound, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
let hidden: string
/** In the order of the list: due first, then without a due date, then done. */
const made = { late: '', soon: '', open: '', done: '', hidden: '' }
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
  hidden = await talkFor(world, { teamUUID: world.teams.north })
  made.open = (await coachingFor(world, talk)).uuid
  made.soon = (await coachingFor(world, talk, { dueOn: '2097-01-02' })).uuid
  made.late = (await coachingFor(world, talk, { dueOn: '2097-01-01' })).uuid
  made.done = (await coachingFor(world, talk, { assigneeUUID: world.alice.userId }, world.bob)).uuid
  made.hidden = (await coachingFor(world, hidden, { assigneeUUID: world.mark.userId }, world.bob)).uuid
  await call(world.app, world.alice, 'PATCH', `/coaching-assignments/${made.done}`, { body: { done: true } })
  await call(world.app, world.bob, 'PATCH', `/coaching-assignments/${made.soon}`, { body: { answer: 'Silence.' } })
  await hideTalk(world, hidden)
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/coaching-assignments', { query })
const ids = async (caller: Caller, query: Record<string, string> = {}) => {
  const { body } = await list(caller, query)
  expect(body.meta.totalRecords).toBe(body.data.length)
  return body.data.map(({ uuid }: { uuid: string }) => uuid)
}

describe('does', () => {
  it('lists those that are due first', async () => {
    expect(await ids(world.alice)).toEqual([made.late, made.soon, made.hidden, made.open, made.done])
  })

  it('filters by people, call and state', async () => {
    const { userId: bob = '' } = world.bob
    expect(await ids(world.bob, { assignee: bob })).toEqual([made.late, made.soon, made.open])
    expect(await ids(world.bob, { assigner: bob })).toEqual([made.hidden, made.done])
    expect(await ids(world.bob, { conversation: hidden })).toEqual([made.hidden])
    expect(await ids(world.alice, { status: 'answered,done' })).toEqual([made.soon, made.done])
    expect(await ids(world.alice, { status: 'open', conversation: talk })).toEqual([made.late, made.open])
  })

  it('pages', async () => {
    const { body } = await list(world.alice, { size: '2', page: '2' })
    expect(body).toMatchObject({ meta: { totalRecords: 5, pageCount: 3 } })
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([made.hidden, made.open])
  })

  it('is a tool', async () => {
    const args = { assignee_id: world.bob.userId, status: ['answered'] }
    const { data } = await callTool(world.app, world.mark, 'list_coaching_assignments', args)
    expect(data.assignments).toMatchObject([{ id: made.soon, call_id: talk, answer: 'Silence.', due_on: '2097-01-02' }])
  })
})

describe('refuses', () => {
  it('a call that the caller does not see', async () => {
    for (const caller of [world.mark, world.carol, world.mallory, world.rivalOrg]) {
      const answer = await list(caller, { conversation: hidden })
      expect([answer.status, answer.body]).toEqual([404, notFound('conversation', '/query/conversation')])
    }
  })

  it.each([
    ['/query/assignee', { assignee: 'me' }],
    ['/query/status', { status: 'late' }],
    ['/query/size', { size: '101' }],
  ])('a wrong %s', async (pointer, query) => {
    const answer = await list(world.alice, query)
    expect(answer.status).toBe(400)
    expect(answer.body.source.pointer).toMatch(new RegExp(`^${pointer}`))
    if (pointer !== '/query/status') expect(answer.body).toEqual(refusedField(pointer))
  })
})

describe('who may', () => {
  it('each sees what they take part in, managers and admins those of others too, if they see the call', async () => {
    expect(await ids(world.org)).toHaveLength(5)
    // Mark was asked about the hidden call.
    expect(await ids(world.mark)).toEqual([made.late, made.soon, made.open, made.done])
    expect(await ids(world.bob)).toHaveLength(5)
    expect(await ids(world.carol)).toEqual([])
    expect(await ids(world.mallory)).toEqual([])
    expect(await ids(world.rivalOrg)).toEqual([])
    expect((await list(undefined)).status).toBe(401)
  })

  it('a notification of a call that is hidden disappears', async () => {
    const kinds = async () => {
      const { body } = await call(world.app, world.mark, 'GET', '/notifications', { query: { kind: 'coaching' } })
      return body.data.length
    }
    expect(await kinds()).toBe(0)
    await hideTalk(world, hidden, false)
    expect(await kinds()).toBe(1)
    await hideTalk(world, hidden)
  })
})
