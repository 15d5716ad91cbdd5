import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'PUT', '/crm-records', { body })
const get = (caller: Caller, code: string, id: string) => call(world.app, caller, 'GET', `/crm-records/${code}/${id}`)
const many = (n: number, prefix: string) =>
  Array.from({ length: n }, (_, i) => ({ code: 'account', id: `${prefix}-${i}`, fields: { i } }))

describe('does', () => {
  it('stores records and tells how many are new and how many were changed', async () => {
    expect((await put(world.org, { records: many(3, 'count') })).body).toEqual({ created: 3, updated: 0 })
    const answer = await put(world.org, { records: many(5, 'count').map((one) => ({ ...one, fields: { new: true } })) })
    expect([answer.status, answer.body]).toEqual([200, { created: 2, updated: 3 }])
    expect((await get(world.org, 'account', 'count-0')).body.data.fields).toEqual({ new: true })
  })

  it('takes a thousand', async () => {
    const answer = await put(world.org, { records: many(1_000, 'thousand') })
    expect([answer.status, answer.body]).toEqual([200, { created: 1_000, updated: 0 }])
    expect((await get(world.org, 'account', 'thousand-999')).status).toBe(200)
  })

  it('keeps the same id of two entities apart', async () => {
    const records = ['user', 'users'].map((code) => ({ code, id: 's1', fields: { code } }))
    expect((await put(world.org, { records })).body).toEqual({ created: 2, updated: 0 })
    expect((await get(world.org, 'users', 's1')).body.data.fields).toEqual({ code: 'users' })
  })

  it('lets requests with the same records in other orders pass each other', async () => {
    const records = [
      ...many(20, 'cross'),
      { code: 'user', id: 's1', fields: {} },
      { code: 'users', id: '1', fields: {} },
    ]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => put(world.org, { records: i % 2 === 0 ? records : records.toReversed() })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})

describe('refuses', () => {
  it('all of it when one record is wrong: nothing is stored', async () => {
    const wrong: [object, string][] = [
      [{ code: 'accounts', id: 'x', fields: {} }, '/records/2/code'],
      [{ code: 'account', id: '', fields: {} }, '/records/2/id'],
      [{ code: 'account', id: 'x'.repeat(257), fields: {} }, '/records/2/id'],
      [{ code: 'account', id: 'a\u0000', fields: {} }, '/records/2/id'],
      [{ code: 'account', id: 'x' }, '/records/2/fields'],
      [{ code: 'account', id: 'x', fields: { deep: ['\u0000'] } }, '/records/2/fields/deep'],
      [{ code: 'account', id: 'all-0', fields: {} }, '/records/2'],
      [null as unknown as object, '/records/2'],
    ]
    for (const [record, pointer] of wrong) {
      const answer = await put(world.org, { records: [...many(2, 'all'), record] })
      expect([answer.status, answer.body.source?.pointer]).toEqual([400, pointer])
      expect((await get(world.org, 'account', 'all-0')).status).toBe(404)
    }
  })

  it.each([
    ['no records', {}],
    ['an empty list', { records: [] }],
    ['an object', { records: {} }],
    ['1,001 records', { records: many(1_001, 'more') }],
  ])('%s, and points at /records', async (_, body) => {
    const answer = await put(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, resourceError(400, 'validation_failed', '/records')])
  })

  it('a body larger than 16 MiB', async () => {
    const answer = await put(world.org, `{"records":"${'x'.repeat(16 * 1024 * 1024)}"}`)
    expect([answer.status, answer.body]).toEqual([413, resourceError(413, 'content_too_large', '')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await put(undefined, { records: many(1, 'none') })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world.org, world.alice])
      expect((await put(caller, { records: many(1, 'a') })).status).toBe(200)
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await put(caller, { records: many(1, 'b') })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect((await get(world.org, 'account', 'b-0')).status).toBe(404)
  })

  it('touches nothing of another organization', async () => {
    await put(world.org, { records: [{ code: 'account', id: 'ours', fields: { of: 'acme' } }] })
    const answer = await put(world.rivalOrg, { records: [{ code: 'account', id: 'ours', fields: { of: 'rival' } }] })
    expect(answer.body).toEqual({ created: 1, updated: 0 })
    expect((await get(world.org, 'account', 'ours')).body.data.fields).toEqual({ of: 'acme' })
  })
})
