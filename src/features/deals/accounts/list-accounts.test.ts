import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await put('companies/harbor', { name: 'Harbor & Vane', domain: 'harbor.example' })
  await put('account/ottermoor', { Name: 'Ottermoor Dairy' })
  await put('companies/nobody', { name: 'Never called' })
  await put('deals/trucks', { dealstage: 'proposal', amount: 9000, currency: 'EUR', closedate: '2026-01-31' })
  await put('deals/vans', { dealstage: 'proposal', amount: '500', currency: 'EUR' })
  await put('deals/carts', { dealstage: 'demo', amount: 7 })
  await put('deals/gates', { dealstage: 'closedlost', amount: 1 })
  const harbor = [{ code: 'companies', id: 'harbor' }]
  await talk('Trucks', 1, harbor, { opportunityID: 'trucks' })
  await talk('Vans', 2, harbor, { opportunityID: 'vans' })
  await talk('Carts', 3, harbor, { opportunityID: 'carts' })
  await talk('Gates', 4, [{ code: 'account', id: 'ottermoor' }], { opportunityID: 'gates' })
  await talk('Secret', 5, harbor, { private: true })
  await talk('Alone', 6, [{ code: 'companies', id: 'hidden' }], { private: true })
})

const put = (path: string, fields: Record<string, unknown>) =>
  call(world.app, world.org, 'PUT', `/crm-records/${path}`, { body: { fields } })
const talk = (title: string, day: number, linkedCrmRecords: readonly object[], more = {}) =>
  importFor(world, {
    ...{ conversationTitle: title, conversationStartedAt: `2026-01-0${day}T10:00:00Z`, linkedCrmRecords },
    ...more,
  })

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/accounts', { query })
const names = async (caller: Caller, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.data.map((one: { name: string }) => one.name)

describe('does', () => {
  it('returns figures of the calls and open deals, most recently active first', async () => {
    const { body } = await list(world.mark)
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 2, pageNumber: 1, pageSize: 50 })
    expect(body.data).toMatchObject([
      {
        ...{ id: 'account-ottermoor', name: 'Ottermoor Dairy', conversations_count: 1, open_deals_count: 0 },
        ...{ open_amounts: [], signals: [] },
      },
      {
        ...{ id: 'companies-harbor', name: 'Harbor & Vane', domain: 'harbor.example', conversations_count: 3 },
        ...{ last_conversation: { title: 'Carts' }, open_deals_count: 3 },
        open_amounts: [
          { amount: 7, currency: null },
          { amount: 9500, currency: 'EUR' },
        ],
      },
    ])
    const kinds = body.data[1].signals.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['quiet', 'close_date_passed']))
  })

  it('finds accounts by name, domain and CRM ID', async () => {
    expect(await names(world.mark, { name: 'VANE' })).toEqual(['Harbor & Vane'])
    expect(await names(world.mark, { name: 'harbor.ex' })).toEqual(['Harbor & Vane'])
    expect(await names(world.mark, { name: 'otterm' })).toEqual(['Ottermoor Dairy'])
    expect(await names(world.mark, { name: '%' })).toEqual([])
  })

  it('pages by number and by cursor', async () => {
    expect(await names(world.mark, { size: '1', page: '2' })).toEqual(['Harbor & Vane'])
    const first = (await list(world.mark, { size: '1', cursor: '' })).body
    const next = (await list(world.mark, { size: '1', cursor: first.meta.nextCursor })).body
    expect([...first.data, ...next.data].map(({ name }) => name)).toEqual(['Ottermoor Dairy', 'Harbor & Vane'])
    expect(next.meta.nextCursor).toBeNull()
  })
})

describe('refuses', () => {
  it.each([
    [{ size: '201' }, 'size'],
    [{ name: 'x'.repeat(513) }, 'name'],
    [{ cursor: 'other' }, 'cursor'],
  ])('%j', async (query, name) => {
    const answer = await list(world.org, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is everyone, for accounts with a conversation that they see', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) expect(await names(caller)).toEqual([])
    expect(await names(world.bob)).toEqual(['hidden', 'Harbor & Vane', 'Ottermoor Dairy'])
    expect((await list(world.bob, { name: 'vane' })).body.data[0]).toMatchObject({
      ...{ conversations_count: 4, last_conversation: { title: 'Secret' } },
    })
    expect(JSON.stringify((await list(world.mark)).body)).not.toMatch(/Secret|Alone|hidden/)
  })
})
