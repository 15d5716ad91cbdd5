import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../core/principal.ts'
import { runOperation } from '../../../core/run-operation.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { recordModelCall } from '../../platform/model-calls/index.ts'
import { getUsageReport } from './get-usage-report.ts'

const NOW = new Date('2026-03-10T10:00:00.000Z')

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => NOW } }))
})

const get = (caller: Caller | undefined, query: Record<string, string> = {}, w = world) =>
  call(w.app, caller, 'GET', '/usageReport', { query })

/** A conversation with two minutes of speech, held at that time. */
const held = (userID: string | undefined, conversationStartedAt: string, w = world) =>
  importFor(w, {
    userID,
    conversationStartedAt,
    transcript: { segments: [{ speaker: 'Bob', text: 'Shall we begin?', start: 0, end: 120 }] },
  })

describe('does', () => {
  it('counts conversations, minutes, writes and people of the last 30 days', async () => {
    const own = await createWorld(world.app)
    await held(own.bob.userId, '2026-02-20T10:00:00Z', own)
    await held(own.bob.userId, '2026-03-01T10:00:00Z', own)
    const archived = await held(own.carol.userId, '2026-03-09T10:00:00Z', own)
    await held(own.carol.userId, '2026-01-01T10:00:00Z', own)
    await call(own.app, own.alice, 'DELETE', `/conversations/${archived}`)
    const answer = await get(own.org, {}, own)
    expect(answer.status).toBe(200)
    const { data, meta } = answer.body
    expect(data).toMatchObject({
      from: '2026-02-08T10:00:00.000Z',
      to: '2026-03-10T10:00:00.000Z',
      totals: { conversations: 3, minutesRecorded: 6, activeUsers: 3, users: 4 },
      apiKeys: { valid: 5, usedSinceFrom: expect.any(Number) },
      months: [
        { month: '2026-02', conversations: 1, minutesRecorded: 2 },
        { month: '2026-03', conversations: 2, minutesRecorded: 4 },
      ],
    })
    expect(data.users).toMatchObject([
      {
        uuid: own.bob.userId,
        email: 'bob@acme.example',
        conversations: 2,
        minutesRecorded: 4,
        writes: 0,
        active: true,
      },
      { uuid: own.carol.userId, conversations: 1, minutesRecorded: 2, writes: 0 },
      { uuid: own.alice.userId, conversations: 0, minutesRecorded: 0, writes: 1 },
      { uuid: own.mark.userId, conversations: 0, minutesRecorded: 0, writes: 0 },
    ])
    expect(meta).toEqual({ pageCount: 1, totalRecords: 4, pageNumber: 1, pageSize: 100 })
  })

  it('agrees with the audit log and with lists about the same days', async () => {
    const span = { from: '2026-01-01', to: '2026-03-31' }
    await held(world.bob.userId, '2026-02-01T00:00:00Z')
    const { totals } = (await get(world.org, span)).body.data
    const entries = await call(world.app, world.org, 'GET', '/audit-log', { query: span })
    expect(totals.writes).toBe(entries.body.meta.totalRecords)
    const listed = await call(world.app, world.org, 'GET', '/conversations', {
      query: { fromDateTime: span.from, toDateTime: span.to },
    })
    expect(totals.conversations).toBe(listed.body.meta.totalRecords)
  })

  it('tells what the language model took, by model and by purpose, and null where its price was unknown', async () => {
    const own = await createWorld(world.app)
    const asked = (purpose: string, model: string, more: object = {}) =>
      recordModelCall(own.app.store.of(own.acme), own.acme, {
        ...{ purpose, model, startedAt: new Date('2026-03-01T10:00:00Z'), ms: 900, requests: 1 },
        ...{ inputTokens: 1_000, outputTokens: 100, estimated: false, prices: { input: 0.1, output: 0.2 } },
        ...{ outcome: 'ok', detail: undefined, ...more },
      })
    const nothing = { calls: 0, failed: 0, estimated: 0, inputTokens: 0, outputTokens: 0, cost: 0 }
    expect((await get(own.org, {}, own)).body.data.modelCalls).toEqual({ ...nothing, byModel: [], byPurpose: [] })
    await asked('answer', 'large')
    await asked('answer', 'large', { outcome: 'wrong', detail: 'cut_off', estimated: true })
    await asked('summary', 'local', { prices: undefined })
    await asked('summary', 'large', { startedAt: new Date('2025-03-01T10:00:00Z') })
    const once = { calls: 1, failed: 0, estimated: 0, inputTokens: 1_000, outputTokens: 100 }
    const twice = { calls: 2, failed: 1, estimated: 1, inputTokens: 2_000, outputTokens: 200, cost: 0.00024 }
    expect((await get(own.org, {}, own)).body.data.modelCalls).toEqual({
      ...{ calls: 3, failed: 1, estimated: 1, inputTokens: 3_000, outputTokens: 300, cost: null },
      byModel: [
        { model: 'large', ...twice },
        { model: 'local', ...once, cost: null },
      ],
      byPurpose: [
        { purpose: 'answer', ...twice },
        { purpose: 'summary', ...once, cost: null },
      ],
    })
    expect((await get(own.rivalOrg, {}, own)).body.data.modelCalls).toMatchObject(nothing)
  })

  it('takes both ends of the span in, and a span with nothing in it', async () => {
    const own = await createWorld(world.app)
    await held(own.bob.userId, '2025-05-05T05:05:05Z', own)
    const count = async (from: string, to: string) =>
      (await get(own.org, { from, to }, own)).body.data.totals.conversations
    expect(await count('2025-05-05T05:05:05Z', '2025-05-05T05:05:05Z')).toBe(1)
    expect(await count('2025-05-05T05:05:05.001Z', '2025-05-06')).toBe(0)
    expect((await get(own.org, { from: '2024-01-01', to: '2024-01-02' }, own)).body.data).toMatchObject({
      totals: { conversations: 0, minutesRecorded: 0, writes: 0, activeUsers: 0, users: 4 },
      months: [],
    })
  })

  it('tells users page by page, each once', async () => {
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => get(world.org, { page, size: '1' })))
    expect(new Set(pages.map(({ body }) => body.data.users[0].uuid)).size).toBe(4)
    expect((await get(world.org, { page: '5', size: '1' })).body.data.users).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['from', { from: 'yesterday' }],
    ['to', { to: '' }],
    ['from', { from: '2026-02-02', to: '2026-02-01' }],
    ['from', { from: '2020-01-01', to: '2026-01-01' }],
    ['size', { size: '501' }],
  ])('a wrong %s: %j', async (name, query) => {
    const answer = await get(world.org, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is no user, admins included', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) {
      const answer = await get(caller)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'org_key_required', '')])
    }
  })

  it('is an admin at the app, and nobody else there', async () => {
    const at = (role: Role, { userId: id = '', email = '' }: Caller) =>
      runOperation(
        getUsageReport,
        {},
        world.app.contextFor({
          ...{ organizationId: world.acme, user: { id, email, teamIds: [] }, role },
          ...{ scopes: ['read', 'write'], via: 'session' },
        }),
      )
    expect(await at('ADMIN', world.alice)).toMatchObject({ data: { totals: { users: 4 } } })
    for (const role of ['MANAGER', 'SALES_REP'] as const) {
      await expect(at(role, world.bob)).rejects.toMatchObject({ code: 'org_key_required' })
    }
  })

  it('is the rival for the rival alone', async () => {
    const { data } = (await get(world.rivalOrg, { from: '2025-01-01', to: '2026-12-31' })).body
    expect(data).toMatchObject({ totals: { conversations: 0, users: 1 }, users: [{ email: 'mallory@rival.example' }] })
  })
})
