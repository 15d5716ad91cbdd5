import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const CODES = 'companies contacts deals owners pipelines users account contact lead opportunity user'.split(' ')

const put = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/linked-crm-records`, { body })
const link = (code: string, id: string) => ({ code, id })
const attributesOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query: { withCrmRecords: 'true' } })).body
    .attributes
const linksOf = async (id: string) => (await attributesOf(id)).linkedCrmRecords
const opportunityOf = async (id: string) => (await attributesOf(id)).externalOpportunity
const found = async (query: Record<string, string>): Promise<string[]> =>
  (await call(world.app, world.org, 'GET', '/conversations', { query })).body.data.map((one: { id: string }) => one.id)

describe('does', () => {
  it('replaces the whole set, in the order given', async () => {
    const id = await importFor(world, { linkedCrmRecords: [link('account', 'old'), link('lead', 'L-1')] })
    const links = [link('lead', 'L-2'), link('account', 'A-1'), link('contact', 'C-1')]
    const answer = await put(world.bob, id, { linked_crm_records: links })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(await linksOf(id)).toEqual(links)
    await put(world.bob, id, { linked_crm_records: [link('account', 'A-1')] })
    expect(await linksOf(id)).toEqual([link('account', 'A-1')])
  })

  it('clears the set with an empty list', async () => {
    const id = await importFor(world, { linkedCrmRecords: [link('account', 'old')] })
    await put(world.bob, id, { linked_crm_records: [] })
    expect(await linksOf(id)).toEqual([])
  })

  it('takes a link that stands twice for one, and the same id of two entities for two', async () => {
    const id = await importFor(world)
    const links = [link('account', 'X'), link('account', 'X'), link('companies', 'X'), link('account', 'x')]
    expect((await put(world.bob, id, { linked_crm_records: links })).status).toBe(200)
    expect(await linksOf(id)).toEqual([link('account', 'X'), link('companies', 'X'), link('account', 'x')])
  })

  it('takes all eleven entity codes, and 200 links', async () => {
    const id = await importFor(world)
    const links = Array.from({ length: 200 }, (_, n) => link(CODES[n % 11] ?? '', `R-${n}`))
    expect((await put(world.bob, id, { linked_crm_records: links })).status).toBe(200)
    expect(await linksOf(id)).toEqual(links)
  })

  it('lets lists find the conversation by what is linked now, at once', async () => {
    await call(world.app, world.org, 'PUT', '/crm-records/deals/D-new', { body: { fields: { stage: 'Won now' } } })
    await call(world.app, world.org, 'PUT', '/crm-records/deals/D-old', { body: { fields: { stage: 'Lost then' } } })
    const id = await importFor(world, { linkedCrmRecords: [link('deals', 'D-old')], opportunityID: 'before' })
    const byStage = (stage: string) =>
      found({ 'filter[crm_field.field_name]': 'stage', 'filter[crm_field.values]': stage })
    const byOpportunity = (opportunity: string) => found({ 'filter[external_opportunity.id]': opportunity })
    expect([await byStage('Lost then'), await byOpportunity('before')]).toEqual([[id], [id]])
    await put(world.bob, id, { opportunity_id: 'after', linked_crm_records: [link('deals', 'D-new')] })
    expect([await byStage('Lost then'), await byOpportunity('before')]).toEqual([[], []])
    expect([await byStage('Won now'), await byOpportunity('after')]).toEqual([[id], [id]])
    expect((await attributesOf(id)).crmRecords).toEqual([{ ...link('deals', 'D-new'), fields: { stage: 'Won now' } }])
  })

  it('leaves the opportunity when it is omitted, and clears it with an empty string', async () => {
    const id = await importFor(world, { opportunityID: 'kept' })
    await put(world.bob, id, { linked_crm_records: [] })
    expect(await opportunityOf(id)).toMatchObject({ title: 'kept' })
    await put(world.bob, id, { opportunity_id: ' ', linked_crm_records: [] })
    expect(await opportunityOf(id)).toBeNull()
  })

  it('knows an opportunity by the id of the CRM in the team of the conversation, and makes a new one there', async () => {
    const id = await importFor(world)
    const elsewhere = await call(world.app, world.org, 'PUT', `/teams/${world.teams.support}/opportunity`, {
      body: { opportunity_id: 'shared', title: 'Of support' },
    })
    await put(world.bob, id, { opportunity_id: 'shared', linked_crm_records: [] })
    const made = await opportunityOf(id)
    expect(made).toEqual({ uuid: expect.any(String), title: 'shared' })
    expect(made.uuid).not.toBe(elsewhere.body.id)
    const titled = await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
      body: { opportunity_id: 'shared', title: 'Of north' },
    })
    expect([titled.status, titled.body.id]).toEqual([200, made.uuid])
    expect(await opportunityOf(id)).toEqual({ uuid: made.uuid, title: 'Of north' })
  })

  it('knows an opportunity by our id, in any case', async () => {
    const [first, second] = [await importFor(world, { opportunityID: 'by our id' }), await importFor(world)]
    const { uuid } = await opportunityOf(first)
    await put(world.bob, second, { opportunity_id: uuid.toUpperCase(), linked_crm_records: [] })
    expect(await opportunityOf(second)).toEqual({ uuid, title: 'by our id' })
  })

  it("takes our id of what the caller may not see for an id of the CRM's, and tells nothing of it", async () => {
    const hidden = await call(world.app, world.org, 'PUT', `/teams/${world.teams.support}/opportunity`, {
      body: { opportunity_id: 'hidden', title: 'Secret plan' },
    })
    const id = await importFor(world)
    await put(world.bob, id, { opportunity_id: hidden.body.id, linked_crm_records: [] })
    expect(await opportunityOf(id)).toMatchObject({ title: hidden.body.id })
    await put(world.alice, id, { opportunity_id: hidden.body.id, linked_crm_records: [] })
    expect(await opportunityOf(id)).toMatchObject({ title: 'Secret plan' })
    await put(world.bob, id, { opportunity_id: hidden.body.id, linked_crm_records: [] })
    expect(await opportunityOf(id), 'what it has may be named by whoever sees it').toMatchObject({
      title: 'Secret plan',
    })
  })

  it('ends with one of two sets, whole, when two are sent at once', async () => {
    const id = await importFor(world)
    const set = (name: string) => Array.from({ length: 20 }, (_, n) => link('account', `${name}-${n}`))
    for (let round = 0; round < 8; round++) {
      const names = [`a${round}`, `b${round}`, `c${round}`]
      const answers = await Promise.all(
        names.map((name) => put(world.bob, id, { opportunity_id: name, linked_crm_records: set(name) })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const { title } = await opportunityOf(id)
      expect(names).toContain(title)
      expect(await linksOf(id)).toEqual(set(title))
    }
  })
})

describe('refuses', () => {
  it.each([
    ['no list', {}, '/linked_crm_records'],
    ['null', { linked_crm_records: null }, '/linked_crm_records'],
    ['an object', { linked_crm_records: {} }, '/linked_crm_records'],
    ['an unknown code', { linked_crm_records: [link('accounts', 'A-2')] }, '/linked_crm_records/0/code'],
    ['a code in capitals', { linked_crm_records: [link('ACCOUNT', 'A-2')] }, '/linked_crm_records/0/code'],
    ['an empty id', { linked_crm_records: [link('account', '')] }, '/linked_crm_records/0/id'],
    ['an id of 257', { linked_crm_records: [link('account', 'x'.repeat(257))] }, '/linked_crm_records/0/id'],
    ['a NUL', { linked_crm_records: [link('account', 'a\u0000')] }, '/linked_crm_records/0/id'],
    ['no id', { linked_crm_records: [{ code: 'account' }] }, '/linked_crm_records/0/id'],
    ['201 links', { linked_crm_records: Array(201).fill(link('account', 'A')) }, '/linked_crm_records'],
    ['an opportunity of 257', { opportunity_id: 'x'.repeat(257), linked_crm_records: [] }, '/opportunity_id'],
    ['an opportunity that is null', { opportunity_id: null, linked_crm_records: [] }, '/opportunity_id'],
    ['an opportunity with NUL', { opportunity_id: '\u0000', linked_crm_records: [] }, '/opportunity_id'],
  ])('%s, points at it and changes nothing', async (_, body, pointer) => {
    const id = await importFor(world, { linkedCrmRecords: [link('account', 'kept')], opportunityID: 'kept' })
    const before = [await storedOf(world, id), await linksOf(id)]
    const answer = await put(world.bob, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect([await storedOf(world, id), await linksOf(id)]).toEqual(before)
  })

  it('all of it when one link is wrong, and points at that one', async () => {
    const id = await importFor(world, { linkedCrmRecords: [link('account', 'kept')] })
    const links = [link('account', 'A'), link('lead', 'L'), link('nothing', 'N')]
    const answer = await put(world.bob, id, { linked_crm_records: links })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/linked_crm_records/2/code')])
    expect(await linksOf(id)).toEqual([link('account', 'kept')])
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => put(caller, id, { opportunity_id: 'guard', linked_crm_records: [link('account', 'guard')] }),
  )

  it('is everyone who sees the conversation', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      const links = [link('account', `by ${caller.email}`)]
      expect((await put(caller, id, { linked_crm_records: links })).status).toBe(200)
      expect(await linksOf(id)).toEqual(links)
    }
  })
})
