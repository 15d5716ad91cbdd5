/** What is asked of it by every parameter, in every company: `tests/list-filters.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { createTestApp, type TestApp } from '../../../../testing/create-test-app.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld } from '../../../../testing/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

const get = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(app, caller, 'GET', '/conversations/list', { query })

describe('does', () => {
  it('tells conversations without a spoken word too', async () => {
    const world = await createWorld(app)
    const spoken = await importFor(world)
    const silent = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a' })
    const { body } = await get(world.org)
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([silent, spoken])
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 2, pageNumber: 1, pageSize: 25 })
  })

  it('tells extracted intelligence only with the CRM records', async () => {
    const world = await createWorld(app)
    await importFor(world)
    const plain = (await get(world.org)).body.data[0].attributes
    const asked = (await get(world.org, { withCrmRecords: 'true' })).body.data[0].attributes
    expect(Object.keys(asked).filter((name) => !(name in plain))).toEqual([
      'extractedIntelligence',
      'confirmedExtractedIntelligence',
      'crmRecords',
    ])
  })

  it('links this page and the next one, which keep every filter', async () => {
    const world = await createWorld(app)
    for (const _ of [1, 2, 3]) await importFor(world, { conversationTitle: 'A & B = 100%' })
    const query = { 'filter[title]': '& B = 100%', 'filter[hide_failed]': '1', size: '2' }
    const first = (await get(world.org, query)).body
    const next = new URL(first.links.related)
    expect(Object.fromEntries(next.searchParams)).toEqual({ ...query, page: '2' })
    const second = (await get(world.org, Object.fromEntries(next.searchParams))).body
    expect([first.data.length, second.data.length]).toEqual([2, 1])
    expect(second.links).toEqual({ self: first.links.related, related: first.links.related })
  })
})

describe('refuses', () => {
  it('a page of more than 50', async () => {
    const { org } = await createWorld(app)
    expect((await get(org, { size: '50' })).status).toBe(200)
    const answer = await get(org, { size: '51' })
    expect([answer.status, answer.body.source]).toEqual([400, { pointer: '/query/size' }])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('tells everyone what they see, and counts nothing else', async () => {
    const world = await createWorld(app)
    await importFor(world)
    await importFor(world, { private: true })
    const totals = await Promise.all(
      [world.org, world.alice, world.mark, world.bob, world.carol, world.mallory].map(
        async (caller) => (await get(caller)).body.meta.totalRecords,
      ),
    )
    expect(totals).toEqual([2, 2, 1, 2, 0, 0])
  })
})
