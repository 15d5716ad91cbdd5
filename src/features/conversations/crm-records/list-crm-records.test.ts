import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await store([
    ...Array.from({ length: 5 }, (_, n) => record('account', `A-${n}`, { stage: n % 2 ? 'Won' : 'Lost', n })),
    record('lead', 'L-1', { stage: 'Won', tags: ['a, b', 'c'] }),
    record('lead', 'A-1', {}),
  ])
  await store([record('account', 'theirs', { stage: 'Won' })], world.rivalOrg)
})

const record = (code: string, id: string, fields: object) => ({ code, id, fields })
const store = (records: object[], caller = world.org) =>
  call(world.app, caller, 'PUT', '/crm-records', { body: { records } })
const list = (caller: Caller | undefined, query: Record<string, string | string[]> = {}) =>
  call(world.app, caller, 'GET', '/crm-records', { query })
const named = async (query: Record<string, string | string[]>) =>
  (await list(world.org, query)).body.data.map((one: { code: string; id: string }) => `${one.code}/${one.id}`)

const ACCOUNTS = ['account/A-0', 'account/A-1', 'account/A-2', 'account/A-3', 'account/A-4']

describe('does', () => {
  it('lists by entity, then id, each record as it is told alone', async () => {
    const { status, body } = await list(world.bob)
    expect(status).toBe(200)
    expect(await named({})).toEqual([...ACCOUNTS, 'lead/A-1', 'lead/L-1'])
    expect(body.data[1]).toEqual((await call(world.app, world.org, 'GET', '/crm-records/account/A-1')).body.data)
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 7, pageNumber: 1, pageSize: 50 })
    expect(Object.keys(body).sort()).toEqual(['data', 'links', 'meta'])
  })

  it.each([
    [{ code: 'lead' }, ['lead/A-1', 'lead/L-1']],
    [{ code: 'deals' }, []],
    [{ field: 'stage', value: 'Won' }, ['account/A-1', 'account/A-3', 'lead/L-1']],
    [{ field: 'stage', value: 'won' }, []],
    [{ field: 'n', value: '2' }, ['account/A-2']],
    [{ field: 'stage', value: 'Won,Lost', code: 'account' }, ACCOUNTS],
    [{ field: 'stage', value: ['Lost', 'none'] }, ['account/A-0', 'account/A-2', 'account/A-4']],
    [{ field: 'tags', value: 'c' }, ['lead/L-1']],
    [{ field: '', value: '' }, [...ACCOUNTS, 'lead/A-1', 'lead/L-1']],
  ])('filters by %j', async (query, expected) => {
    expect(await named(query)).toEqual(expected)
    expect((await list(world.org, query)).body.meta.totalRecords).toBe(expected.length)
  })

  it('pages without repeating or skipping, and links to the next page with every filter', async () => {
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => named({ code: 'account', size: '2', page })))
    expect(pages).toEqual([ACCOUNTS.slice(0, 2), ACCOUNTS.slice(2, 4), ACCOUNTS.slice(4), []])
    const { links, meta } = (await list(world.org, { code: 'account', size: '2', page: '2' })).body
    expect(meta).toEqual({ pageCount: 3, totalRecords: 5, pageNumber: 2, pageSize: 2 })
    expect(new URL(links.related).searchParams.toString()).toBe('code=account&size=2&page=3')
  })

  it('finds records by a part of their id, or of what people know them by, in any case', async () => {
    const own = await createWorld(world.app)
    const put = (path: string, fields: object) =>
      call(own.app, own.org, 'PUT', `/crm-records/${path}`, { body: { fields } })
    await put('account/A-17', { name: 'Österberg & Söhne', city: 'Initechville' })
    await put('contact/C-1', { FirstName: 'Ann', LastName: 'Osterman', Email: 'ann@initech.example' })
    await put('deals/D-1', { dealname: '100% renewal_2026' })
    const found = async (query: Record<string, string>) =>
      (await list(own.org, query)).body.data.map((one: { id: string }) => one.id)
    expect(await found({ text: 'ÖSTER' })).toEqual(['A-17'])
    expect(await found({ text: 'a-1' })).toEqual(['A-17'])
    expect(await found({ text: 'initech' })).toEqual(['C-1'])
    expect(await found({ text: '% RENEWAL_' })).toEqual(['D-1'])
    expect(await found({ text: '1' })).toEqual(['A-17', 'C-1', 'D-1'])
    expect(await found({ text: '1', code: 'deals' })).toEqual(['D-1'])
    expect(await found({ text: ' ' })).toHaveLength(3)
    expect(await found({ text: 'nothing of it' })).toEqual([])
  })

  it('writes out records of many megabytes together', async () => {
    const big = await createWorld(world.app)
    const content = 'x'.repeat(900_000)
    for (let n = 0; n < 7; n++) {
      await call(world.app, big.org, 'PUT', `/crm-records/deals/D-${n}`, { body: { fields: { n, content } } })
    }
    const { body } = await list(big.org)
    expect(body.data.map((one: { fields: { n: number } }) => one.fields.n)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(body.data[6].fields.content).toBe(content)
  })
})

describe('refuses', () => {
  it.each([
    [{ code: 'accounts' }, 'code'],
    [{ field: 'stage' }, 'value'],
    [{ value: 'Won' }, 'field'],
    [{ field: 'x'.repeat(101), value: 'a' }, 'field'],
    [{ field: 'stage', value: Array(11).fill('x').join(',') }, 'value'],
    [{ field: 'stage', value: 'x'.repeat(301) }, 'value'],
    [{ page: '0' }, 'page'],
    [{ size: '201' }, 'size'],
    [{ size: 'all' }, 'size'],
  ])('%j', async (query, name) => {
    const answer = await list(world.org, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone, for the records of their own organization', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      expect((await list(caller)).body.meta.totalRecords).toBe(7)
    }
    const { data, meta } = (await list(world.mallory)).body
    expect([data.map((one: { id: string }) => one.id), meta.totalRecords]).toEqual([['theirs'], 1])
  })
})
