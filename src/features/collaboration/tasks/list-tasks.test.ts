import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { hideTalk } from '../../../testing/comments-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { promisesFor, taskFor } from '../../../testing/tasks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let hidden: string
let deal: string
/** In the order of the list: due first, then without a due date, then closed. */
const made = { late: '', soon: '', open: '', theirs: '', done: '' }
let secret: string
beforeAll(async () => {
  world = await createWorld()
  const { body } = await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
    body: { opportunity_id: 'harbor', title: 'Harbor trucks' },
  })
  deal = body.id
  const talk = await promisesFor(world)
  const ofDeal = await promisesFor(world, { opportunityID: 'harbor' })
  hidden = await promisesFor(world)
  made.theirs = (await taskFor(world, ofDeal, { promisedBy: { name: 'Carla' } })).uuid
  made.open = (await taskFor(world, talk)).uuid
  made.soon = (await taskFor(world, talk, { dueOn: '2097-01-02', assigneeUUID: world.mark.userId })).uuid
  made.late = (await taskFor(world, talk, { dueOn: '2020-01-01', promisedBy: { name: 'Bob' } })).uuid
  made.done = (await taskFor(world, talk)).uuid
  secret = (await taskFor(world, hidden, { dueOn: '2019-01-01', assigneeUUID: world.mark.userId })).uuid
  await call(world.app, world.bob, 'PATCH', `/tasks/${made.done}`, { body: { status: 'done' } })
  await hideTalk(world, hidden)
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/tasks', { query })
const ids = async (caller: Caller, query: Record<string, string> = {}) => {
  const { body } = await list(caller, query)
  expect(body.meta.totalRecords).toBe(body.data.length)
  return body.data.map(({ uuid }: { uuid: string }) => uuid)
}

describe('does', () => {
  it('lists open tasks by due date, then closed ones', async () => {
    expect(await ids(world.bob)).toEqual([secret, made.late, made.soon, made.open, made.theirs, made.done])
  })

  it('filters by assignee, state, side, due date, deal and call', async () => {
    const { userId: mark = '' } = world.mark
    expect(await ids(world.mark, { assignee: mark })).toEqual([made.soon])
    expect(await ids(world.mark, { status: 'done,dismissed' })).toEqual([made.done])
    expect(await ids(world.mark, { side: 'external' })).toEqual([made.theirs])
    expect(await ids(world.mark, { side: 'internal,unknown', status: 'open' })).toEqual([
      ...[made.late, made.soon, made.open],
    ])
    expect(await ids(world.mark, { dueBy: '2096-12-31' })).toEqual([made.late])
    expect(await ids(world.mark, { opportunity: deal })).toEqual([made.theirs])
    expect(await ids(world.bob, { conversation: hidden })).toEqual([secret])
  })

  it('pages', async () => {
    const { body } = await list(world.mark, { size: '2', page: '2' })
    expect(body).toMatchObject({ meta: { totalRecords: 5, pageCount: 3 } })
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([made.open, made.theirs])
    expect(body.data[1]).toMatchObject({ opportunityUUID: deal, opportunityTitle: 'Harbor trucks' })
  })

  it('is a tool', async () => {
    const args = { opportunity_id: deal, status: ['open'], side: 'external' }
    const { data } = await callTool(world.app, world.mark, 'list_tasks', args)
    expect(data.tasks).toMatchObject([{ id: made.theirs, promised_by: 'Carla', opportunity: 'Harbor trucks' }])
  })

  it('filters by the last change', async () => {
    const own = await createWorld(world.app)
    const talk = await promisesFor(own)
    const [changed, same] = [(await taskFor(own, talk)).uuid, (await taskFor(own, talk)).uuid]
    await makeUnchanged(own, 'tasks')
    for (const uuid of [changed, same]) {
      const body = { status: uuid === changed ? 'done' : 'open' }
      await call(own.app, own.bob, 'PATCH', `/tasks/${uuid}`, { body })
    }
    expect(await listChanged(own, own.bob, '/tasks')).toEqual([changed])
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
    ['/query/side', { side: 'ours' }],
    ['/query/dueBy', { dueBy: '2026-02-30' }],
    ['/query/size', { size: '101' }],
  ])('a wrong %s', async (pointer, query) => {
    const answer = await list(world.alice, query)
    expect(answer.status).toBe(400)
    expect(answer.body.source.pointer).toMatch(new RegExp(`^${pointer}`))
  })
})

describe('who may', () => {
  it('who sees the calls, and nobody sees those of hidden ones', async () => {
    expect(await ids(world.org)).toHaveLength(6)
    expect(await ids(world.mark)).not.toContain(secret)
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) expect(await ids(caller)).toEqual([])
    expect((await list(undefined)).status).toBe(401)
  })
})
