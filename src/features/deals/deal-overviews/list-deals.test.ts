import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await deal('open', 'Harbor trucks', {
    dealstage: 'contract_sent',
    amount: '9000',
    closedate: '2026-01-31',
    deal_currency_code: 'EUR',
  })
  await deal('won', 'Meridian halls', { dealstage: 'closedwon' })
  await deal('bare', 'Kestrel gates', {})
  await importFor(world, {
    opportunityID: 'open',
    conversationTitle: 'First',
    conversationStartedAt: '2026-01-05T10:00:00Z',
  })
  await importFor(world, {
    opportunityID: 'open',
    conversationTitle: 'Secret',
    private: true,
    conversationStartedAt: '2026-01-06T10:00:00Z',
  })
})

async function deal(id: string, title: string, fields: Record<string, unknown>) {
  await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
    body: { opportunity_id: id, title },
  })
  if (Object.keys(fields).length > 0)
    await call(world.app, world.org, 'PUT', `/crm-records/deals/${id}`, { body: { fields } })
}

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/deals', { query })
const titles = async (caller: Caller, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.data.map((one: { title: string }) => one.title)

describe('does', () => {
  it('returns the CRM values, the newest conversation and the signals', async () => {
    const { body } = await list(world.bob, { title: 'harbor' })
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 1, pageNumber: 1, pageSize: 50 })
    expect(body.data[0]).toMatchObject({
      ...{ opportunity_id: 'open', title: 'Harbor trucks', team_id: world.teams.north, stage: 'Contract sent' },
      ...{ outcome: 'open', amount: 9000, currency: 'EUR', close_date: '2026-01-31', owner_name: null },
      ...{ conversations_count: 2, last_conversation: { title: 'Secret', started_at: '2026-01-06T10:00:00.000Z' } },
    })
    const kinds = body.data[0].signals.map((one: { kind: string }) => one.kind)
    expect(kinds).toEqual(expect.arrayContaining(['quiet', 'close_date_passed']))
  })

  it('lists the most recently active deals first, and says what it does not know', async () => {
    const { data } = (await list(world.bob)).body
    expect(data.map((one: { title: string }) => one.title).toSorted()).toEqual([
      'Harbor trucks',
      'Kestrel gates',
      'Meridian halls',
    ])
    const bare = data.find((one: { opportunity_id: string }) => one.opportunity_id === 'bare')
    expect(bare).toMatchObject({
      stage: null,
      outcome: 'open',
      amount: null,
      close_date: null,
      last_conversation: null,
    })
    expect(bare.signals).toEqual([{ kind: 'no_calls', text: 'No call yet.' }])
  })

  it('filters by outcome and stage, and pages', async () => {
    expect(await titles(world.bob, { outcome: 'won' })).toEqual(['Meridian halls'])
    expect(await titles(world.bob, { stage: 'CONTRACT SENT' })).toEqual(['Harbor trucks'])
    const pages = [...(await titles(world.bob, { size: '2' })), ...(await titles(world.bob, { size: '2', page: '2' }))]
    expect(pages.toSorted()).toEqual(['Harbor trucks', 'Kestrel gates', 'Meridian halls'])
  })
})

describe('refuses', () => {
  it.each([
    [{ outcome: 'maybe' }, 'outcome'],
    [{ size: '201' }, 'size'],
    [{ title: 'x'.repeat(513) }, 'title'],
  ])('%j', async (query, name) => {
    const answer = await list(world.org, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is everyone, for deals and conversations that they see', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) expect(await titles(caller)).toEqual([])
    const { body } = await list(world.mark, { title: 'harbor' })
    expect(body.data[0]).toMatchObject({ conversations_count: 1, last_conversation: { title: 'First' } })
    expect(JSON.stringify(body)).not.toContain('Secret')
  })
})
