/** Which requests of analyses precede bulk work. */
import { beforeAll, describe, expect, it } from 'vitest'
import { runOperation } from '../../../core/run-operation.ts'
import { runRequested, URGENT_MAX } from '../../../core/urgency.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { importConversation } from '../../conversations/records/index.ts'
import { requestLookBack } from './index.ts'

const [REQUESTED, BULK] = [0, -1]

let world: World
beforeAll(async () => {
  world = await createWorld()
})

/** Priorities of the waiting analyses of a conversation, in the order in which they run. */
async function priorities(id: string): Promise<number[]> {
  const rows = await world.app.store.owner.query<{ priority: number }>(
    `select priority from pgboss.job
     where name = 'analyze_conversation' and state < 'active' and data -> 'input' ->> 'id' = $1
     order by priority desc, created_on`,
    [id],
  )
  return rows.map(({ priority }) => priority)
}
const line = (title: string) =>
  JSON.stringify({
    transcript: { segments: [{ speaker: 'Bob', text: 'Shall we begin?', start: 0, end: 1.5 }] },
    conversationTitle: title,
  })
async function importLines(...titles: string[]): Promise<string[]> {
  const answer = await world.app.server.inject({
    ...{ method: 'POST', url: '/v2/conversations/import' },
    headers: { authorization: world.bob.key, 'content-type': 'application/x-ndjson' },
    payload: titles.map(line).join('\n'),
  })
  return answer.body
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text).uuid as string)
}
const post = (path: string, body: unknown = {}, caller = world.bob) => call(world.app, caller, 'POST', path, { body })

describe('precede bulk work', () => {
  it('a single import', async () => {
    expect(await priorities(await importFor(world))).toEqual([REQUESTED])
  })

  it('the analysis of one call again, also while it waits as bulk work; then it runs once', async () => {
    const [id = ''] = await importLines('Again')
    expect(await priorities(id)).toEqual([BULK])
    expect((await post(`/conversations/${id}/reanalyze`)).status).toBe(202)
    expect(await priorities(id)).toEqual([REQUESTED, BULK])
    // The urgent job is waiting already.
    await post(`/conversations/${id}/reanalyze`)
    expect(await priorities(id)).toEqual([REQUESTED, BULK])
    await world.app.drain(world.acme)
    expect(await priorities(id)).toEqual([])
    const rows = await world.app.store.owner.query<{ runs: number }>(
      `select count(*)::int as runs from analyses where conversation_id = $1 and state = 'idle'`,
      [id],
    )
    expect(rows[0]?.runs).toBe(1)
    await post(`/conversations/${id}/reanalyze`)
    expect(await priorities(id)).toEqual([REQUESTED])
  })

  it('changes of one call', async () => {
    const [id = ''] = await importLines('Changed')
    await world.app.drain(world.acme)
    const body = { startedAt: '2026-03-01T10:00:00Z' }
    expect((await call(world.app, world.bob, 'PUT', `/conversations/${id}/start`, { body })).status).toBe(200)
    expect(await priorities(id)).toEqual([REQUESTED])
  })
})

describe('are bulk work', () => {
  it('lines of an import', async () => {
    for (const id of await importLines('One', 'Two')) expect(await priorities(id)).toEqual([BULK])
  })

  it('a selection that is analyzed again', async () => {
    const [id = ''] = await importLines('Selected')
    await world.app.drain(world.acme)
    const answer = await post('/conversations/reanalyze', { conversation_ids: [id], steps: ['summary'] }, world.alice)
    expect([answer.status, await priorities(id)]).toEqual([202, [BULK]])
  })

  it('the calls of a look-back', async () => {
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    await runRequested({ ...world.app.operator(world.acme), via: 'session' }, () =>
      ctx.transact((tx) => requestLookBack(tx, ctx)),
    )
    const jobs = await world.app.store.owner.query<{ priority: number }>(
      `select priority from pgboss.job where name = 'look_back' and state < 'active' and group_id = $1`,
      [world.acme],
    )
    // The job adds analyses that are as urgent as itself.
    expect(jobs).toEqual([{ priority: BULK }])
  })

  it('imports on the command line', async () => {
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const input = { ...JSON.parse(line('Command')), userID: world.bob.userId }
    const { uuid } = (await runOperation(importConversation, input, ctx)) as { uuid: string }
    expect(await priorities(uuid)).toEqual([BULK])
  })

  it('imports of a program that sends one call after the other', async () => {
    const ids: string[] = []
    const body = JSON.parse(line('Loop'))
    for (let n = 0; n < URGENT_MAX + 2; n++) {
      const answer = await call(world.app, world.carol, 'POST', '/conversations/import', { body })
      ids.push(answer.body.uuid)
    }
    expect(await priorities(ids[0] ?? '')).toEqual([REQUESTED])
    expect(await priorities(ids.at(-1) ?? '')).toEqual([BULK])
  })
})
