import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
const ID = 'companies-harbor'

type Lines = readonly (readonly [string, string])[]
const talk = (title: string, day: number, lines: Lines, more = {}) =>
  importFor(world, {
    opportunityID: 'trucks',
    teamUUID: world.teams.north,
    linkedCrmRecords: [{ code: 'companies', id: 'harbor' }],
    conversationTitle: title,
    conversationStartedAt: `2026-09-${String(day).padStart(2, '0')}T10:00:00Z`,
    participants: ['Bob', 'Carla', 'Dora'].map((name) => ({
      name,
      email: `${name.toLowerCase()}@${name === 'Bob' ? 'acme' : 'harbor'}.example`,
    })),
    transcript: { segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })) },
    ...more,
  })

const put = (path: string, fields: Record<string, unknown>) =>
  call(world.app, world.org, 'PUT', `/crm-records/${path}`, { body: { fields } })

beforeAll(async () => {
  world = await createWorld()
  await put('companies/harbor', { name: 'Harbor & Vane', domain: 'harbor.example', industry: 'Haulage', owner: 'Bob' })
  await put('contacts/carla', { name: 'Carla', email: 'Carla@harbor.example', jobtitle: 'Head of Logistics' })
  await put('contacts/dora', { name: 'Dora', jobtitle: 'Depot Manager' })
  await put('deals/trucks', { dealname: 'Trucks', dealstage: 'proposal', amount: 9000, deal_currency_code: 'EUR' })
  await put('deals/vans', { dealname: 'Vans', dealstage: 'closedwon', amount: 100 })
  await talk(
    'First call',
    1,
    [['Dora', 'Our drivers struggle with the paper lists every single morning in the yard.']],
    {
      opportunityID: 'vans',
      linkedCrmRecords: [
        { code: 'companies', id: 'harbor' },
        { code: 'contacts', id: 'dora' },
        { code: 'contacts', id: 'carla' },
      ],
      participants: [{ name: 'Dora' }, { name: 'Bob', email: 'bob@acme.example' }],
    },
  )
  for (let day = 2; day <= 6; day++)
    await talk(`Call ${day}`, day, [
      ['Carla', 'Honestly, nine thousand dollars a month is too expensive for our depot.'],
      ['Bob', "I'll send you the offer by Friday, with the numbers of the north depot."],
    ])
  await talk('Secret call', 16, [['Carla', 'I am worried about the zebra migration of our stables.']], {
    private: true,
  })
  await talk('Archived call', 17, [['Carla', 'Nobody needs this any longer, it is settled.']], { opportunityID: 'old' })
  await importFor(world, {
    ...{ conversationTitle: 'Unlinked', opportunityID: 'trucks', conversationStartedAt: '2026-08-01T10:00:00Z' },
  })
  const { data } = (
    await call(world.app, world.org, 'GET', '/conversations', { query: { 'filter[title]': 'Archived' } })
  ).body
  await call(world.app, world.org, 'DELETE', `/conversations/${data[0].attributes?.uuid ?? data[0].uuid}`)
  await world.app.drain(world.acme)
})

const get = (caller: Caller | undefined, id = ID) => call(world.app, caller, 'GET', `/accounts/${id}`)

describe('does', () => {
  it('returns the CRM values, deals, conversations and figures of all linked calls', async () => {
    const { data } = (await get(world.mark)).body
    expect(data).toMatchObject({
      ...{ id: ID, code: 'companies', crm_id: 'harbor', name: 'Harbor & Vane', domain: 'harbor.example' },
      ...{ industry: 'Haulage', owner_name: 'Bob', conversations_count: 6, people_conversations_count: 6 },
      ...{ open_deals_count: 1, open_amounts: [{ amount: 9000, currency: 'EUR' }] },
      last_conversation: { title: 'Call 6' },
    })
    expect(data.deals).toMatchObject([
      { opportunity_id: 'trucks', outcome: 'open', account_name: 'Harbor & Vane', account_id: ID },
      { opportunity_id: 'vans', outcome: 'won' },
    ])
    expect(data.conversations.map(({ title }: { title: string }) => title)).toEqual([
      ...['Call 6', 'Call 5', 'Call 4', 'Call 3', 'Call 2', 'First call'],
    ])
    expect(data.signals.map(({ kind }: { kind: string }) => kind)).toContain('single_contact')
  })

  it('returns people with job title and talk share, and who is silent', async () => {
    const { data } = (await get(world.mark)).body
    expect(data.people).toMatchObject([
      { name: 'Carla', job_title: 'Head of Logistics', side: 'external', conversations_count: 5, is_silent: false },
      { name: 'Dora', job_title: 'Depot Manager', conversations_count: 1, is_silent: true },
      { name: 'Bob', job_title: null, side: 'internal', conversations_count: 5, is_silent: false },
    ])
    const shares: number[] = data.people.map(({ talk_share: share }: { talk_share: number }) => share)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  })

  it('returns action items and risks with their place', async () => {
    const { data } = (await get(world.mark)).body
    expect(data.action_items[0]).toMatchObject({ owner_name: 'Bob', conversation_title: 'Call 6', start: 20 })
    expect(data.risks.map(({ text }: { text: string }) => text).join(' ')).toContain('too expensive')
  })

  it('names an account without a stored record by its CRM ID', async () => {
    await importFor(world, { linkedCrmRecords: [{ code: 'account', id: 'a/b' }] })
    const id = `account~${Buffer.from('a/b').toString('base64url')}`
    const { data } = (await get(world.bob, id)).body
    expect(data).toMatchObject({ id, crm_id: 'a/b', name: 'a/b', deals: [], domain: null, conversations_count: 1 })
  })
})

describe('refuses', () => {
  it.each(['companies-nobody', 'contacts-dora', 'harbor', 'companies~aGFyYm9y', `companies-${'x'.repeat(2_000)}`])(
    '%s, which is no account',
    async (id) => {
      const answer = await get(world.org, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('account')])
    },
  )
})

describe('who may', () => {
  it('is who sees one of its conversations, with the conversations that they see', async () => {
    expect((await get(undefined)).status).toBe(401)
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) expect((await get(caller)).status).toBe(404)
    expect(JSON.stringify((await get(world.mark)).body)).not.toMatch(/zebra|Secret|Archived/)
    const own = JSON.stringify((await get(world.bob)).body)
    expect(own).toMatch(/zebra/)
    expect(own).not.toMatch(/Archived/)
  })
})
