import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  for (const day of ['2026-02-10', '2026-03-10']) {
    await importFor(world, {
      ...{ userID: world.bob.userId, conversationStartedAt: `${day}T10:00:00Z`, private: true },
      transcript: { segments: [{ speaker: 'Bob', text: 'Shall we begin?', start: 0, end: 120 }] },
    })
  }
})

const ask = (caller: Caller, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, 'get_usage_report', args)
const span = { from: '2026-02-01', to: '2026-03-31T23:59:59Z' }

describe('does', () => {
  it('tells what REST tells', async () => {
    const { data, text } = await ask(world.org, span)
    const { body } = await call(world.app, world.org, 'GET', '/usageReport', { query: span })
    const { totals, apiKeys, months, users } = body.data
    expect(data).toMatchObject({
      ...{ from: body.data.from, to: body.data.to, total: users.length, next_cursor: null },
      totals: { calls: 2, minutes: 4, changes: totals.writes, active_users: totals.activeUsers, users: 4 },
      keys: { valid: apiKeys.valid, used: apiKeys.usedSinceFrom },
      model: { questions: 0, failed: 0, input_tokens: 0, output_tokens: 0, cost: 0 },
      months: [
        { month: '2026-02', calls: 1, minutes: 2 },
        { month: '2026-03', calls: 1, minutes: 2 },
      ],
    })
    expect(months).toHaveLength(2)
    expect(data.users[0]).toMatchObject({ id: world.bob.userId, email: 'bob@acme.example', calls: 2, minutes: 4 })
    expect(text).toContain('- Calls: 2\n- Minutes: 4\n')
    expect(text).toContain('| 2026-02 | 1 | 2 |')
    expect(text).toContain('| bob@acme.example | 2 | 4 |')
  })

  it('pages through users', async () => {
    const first = await ask(world.org, { ...span, limit: 3 })
    expect([first.data.users.length, first.data.total]).toEqual([3, 4])
    const second = await ask(world.org, { ...span, limit: 3, cursor: first.data.next_cursor })
    expect([second.data.users.length, second.data.next_cursor]).toEqual([1, null])
  })
})

describe('refuses', () => {
  it.each([
    ['from', { from: 'yesterday' }],
    ['to', { to: '2026-02-30' }],
    ['from', { from: '2026-04-01', to: '2026-03-01' }],
    ['limit', { limit: 501 }],
  ])('a wrong %s: %j', async (name, args) => {
    const { error } = await ask(world.org, args)
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: `/${name}` }] })
  })
})

describe('who may', () => {
  it('is org-level keys alone', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) {
      expect((await ask(caller)).error.code).toBe('org_key_required')
    }
    const { data } = await ask(world.rivalOrg, span)
    expect(data).toMatchObject({ totals: { calls: 0, users: 1 }, users: [{ email: 'mallory@rival.example' }] })
  })
})
