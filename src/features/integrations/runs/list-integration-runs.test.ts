import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld, talkWith, trigger, workflowFor } from '../../../testing/crm-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let workflows: string[]
let open: string
let secret: string
beforeAll(async () => {
  world = await createCrmWorld()
  const { uuid } = await connectionFor(world, 'http', 'https://crm.acme.invalid')
  workflows = [(await workflowFor(world, uuid)).uuid, (await workflowFor(world, uuid)).uuid]
  open = await talkWith(world, [])
  secret = await talkWith(world, [], {}, { private: true })
  for (const id of [open, secret]) await trigger(world, world.org, id, { workflowIds: [workflows[0]] })
  await world.app.drain(world.acme)
  await trigger(world, world.org, open)
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/integration-runs', { query })
const told = async (caller: Caller, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.data.map((run: { conversationUUID: string; workflowUUID: string; status: string }) =>
    [run.conversationUUID === open ? 'open' : 'secret', workflows.indexOf(run.workflowUUID), run.status].join(' '),
  )

describe('does', () => {
  it('lists runs newest first, without what they wrote', async () => {
    const all = await list(world.org)
    expect(all.body.meta).toEqual({ pageCount: 1, totalRecords: 4, pageNumber: 1, pageSize: 50 })
    const times = all.body.data.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(all.body.data[0]).not.toHaveProperty('records')
    expect(all.body.data.at(-1)).toMatchObject({ reason: 'no_linked_records', detail: expect.stringMatching(/\.$/) })
    const second = await list(world.org, { size: '3', page: '2' })
    expect(second.body.data).toEqual(all.body.data.slice(3))
  })

  it('lists those of a conversation, of a workflow, in a state, and all of these', async () => {
    expect((await told(world.org, { conversationUUID: secret })).length).toBe(1)
    expect(await told(world.org, { workflowUUID: workflows[1] ?? '' })).toEqual(['open 1 pending'])
    expect((await told(world.org, { status: 'skipped,failed' })).toSorted()).toEqual([
      'open 0 skipped',
      'secret 0 skipped',
    ])
    expect(
      await told(world.org, { conversationUUID: open, workflowUUID: workflows[0] ?? '', status: 'pending' }),
    ).toEqual(['open 0 pending'])
  })
})

describe('refuses', () => {
  it.each([
    ['conversationUUID', 'x'],
    ['workflowUUID', 'x'],
    ['status', 'done'],
    ['size', '201'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'validation_failed' })])
    if (name !== 'status') expect(answer.body).toEqual(refusedField(`/query/${name}`))
  })
})

describe('who may', () => {
  it('is everyone, for the conversations they see, totals included', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const [caller, total] of [
      [world.alice, 4],
      [world.bob, 4],
      [world.mark, 3],
      [world.carol, 0],
      [world.mallory, 0],
    ] as const) {
      const { body } = await list(caller)
      expect([caller.email, body.meta.totalRecords, body.data.length]).toEqual([caller.email, total, total])
    }
    expect(await told(world.mark, { conversationUUID: secret })).toEqual([])
  })
})
