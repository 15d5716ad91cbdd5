/** The step through the service's door, without a language model. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  again,
  askingFor,
  attributesOf,
  ITEMS,
  SALE,
  soldFor,
  stepOf,
  transcriptOf,
  valuesOf,
} from '../../../testing/field-values-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

/** Each test has an organization of its own, since an item for all teams is asked of every conversation. */
let app: World['app']
let world: World
beforeAll(async () => {
  world = await createWorld()
  app = world.app
})
const { seats, budget, rival, plan } = ITEMS

const extractedOf = async (of: World, id: string): Promise<Record<string, { value: unknown; source: string }>> =>
  (await attributesOf(of, id)).extractedIntelligence
const plainOf = async (of: World, id: string) =>
  Object.fromEntries(Object.entries(await extractedOf(of, id)).map(([key, { value }]) => [key, value]))
const corrected = async (of: World, id: string, turns: typeof SALE) => {
  await call(of.app, of.bob, 'PUT', `/conversations/${id}/transcript`, { body: { transcript: transcriptOf(turns) } })
  await of.app.drain(of.acme)
}

describe('does', () => {
  it('fill in what was said, each value with its words', async () => {
    await askingFor(world, ITEMS)
    const id = await soldFor(world)
    expect(await plainOf(world, id)).toEqual({
      ...{ contact_name: 'Ann Kowalska', seats: 60, budget: 45_000, uses_competitor: false },
      ...{ rollout_start: '2026-05-04', plan: 'Enterprise' },
    })
    const { extractedIntelligence, confirmedExtractedIntelligence, intelligenceItems } = await attributesOf(world, id)
    expect(extractedIntelligence.seats).toEqual({
      ...{ id: expect.any(String), key: 'seats', title: 'Seats', value: 60, category: 'CustomInsight', source: 'rule' },
      confidence: expect.any(Number),
      evidence: [{ quote: 'We need 60 seats.', speaker: 'Ann', start: 30, end: 38, segment: 3 }],
    })
    expect(confirmedExtractedIntelligence).toEqual({})
    expect(intelligenceItems.map((one: { key: string; state: string }) => [one.key, one.state])).toEqual(
      ['contact_name', 'seats', 'budget', 'uses_competitor', 'rollout_start', 'plan'].map((key) => [key, 'proposed']),
    )
    expect(await stepOf(world, id)).toMatchObject({ state: 'done', outcome: 'complete', model: null })
  })

  it('leave open what rules cannot find, and say that it takes a model', async () => {
    const own = await createWorld(app)
    await askingFor(own, { ...ITEMS, pain: { title: 'Pain', contents: 'What hurts them most, and why?' } })
    const id = await soldFor(own)
    expect(await plainOf(own, id)).not.toHaveProperty('pain')
    const { intelligenceItems } = await attributesOf(own, id)
    expect(intelligenceItems.at(-1)).toEqual({
      ...{ uuid: expect.any(String), key: 'pain', title: 'Pain', category: 'CustomInsight', responseType: 'text' },
      ...{ state: 'open', value: null },
    })
    expect(await stepOf(own, id)).toMatchObject({ outcome: 'needs_model' })
  })

  it('ask what is for the team, or for all, and for what the labels say', async () => {
    const own = await createWorld(app)
    const { body } = await call(own.app, own.org, 'POST', '/labels', {
      body: { name: 'Stage', options: [{ value: 'Closing' }] },
    })
    const { uuid: label, options } = body.data
    const criteria = { operator: 'AND', conditions: [{ field: label, value: options[0].id }] }
    await askingFor(own, { seats }, { teamsUUID: [own.teams.north] })
    await askingFor(own, { budget }, { teamsUUID: [own.teams.support] })
    await askingFor(own, { plan }, { criteria })
    const plain = await soldFor(own)
    expect(await plainOf(own, plain)).toEqual({ seats: 60 })
    const closing = await soldFor(own, { labels: { stage: 'closing' } })
    expect(await plainOf(own, closing)).toEqual({ seats: 60, plan: 'Enterprise' })
    expect(await plainOf(own, await soldFor(own, { userID: own.alice.userId }))).toEqual({})
  })

  it('ask of opportunities and accounts only where there is one', async () => {
    const own = await createWorld(app)
    await askingFor(own, {
      seats: { ...seats, analysisLevel: 'opportunity' },
      plan: { ...plan, analysisLevel: 'account' },
    })
    expect(await plainOf(own, await soldFor(own))).toEqual({})
    expect(await plainOf(own, await soldFor(own, { opportunityID: 'deal-1' }))).toEqual({ seats: 60 })
    const linkedCrmRecords = [{ id: '1', code: 'companies' }]
    expect(await plainOf(own, await soldFor(own, { linkedCrmRecords }))).toEqual({ plan: 'Enterprise' })
  })

  it('ask what depends on a value only when there is one, and a no is none', async () => {
    const own = await createWorld(app)
    const { configuration, ...first } = await askingFor(own, { rival, seats })
    const dependsOn = async (id: string, title: string) =>
      call(own.app, own.org, 'POST', `/field-configurations/${configuration}/items`, {
        body: { ...budget, title, dependsOn: id },
      })
    await dependsOn(first.rival.id, 'Budget of rival')
    await dependsOn(first.seats.id, 'Budget of seats')
    const id = await soldFor(own)
    const { intelligenceItems } = await attributesOf(own, id)
    expect(intelligenceItems.map(({ key }: { key: string }) => key)).toEqual([
      'uses_competitor',
      'seats',
      'budget_of_seats',
    ])
    // A person knows better: now it is asked.
    await call(own.app, own.bob, 'POST', `/conversations/${id}/crm/confirm`, {
      body: { intelligence: [{ key: 'uses_competitor', value: true }] },
    })
    await call(own.app, own.bob, 'POST', `/conversations/${id}/reanalyze`, { body: {} })
    await own.app.drain(own.acme)
    expect((await attributesOf(own, id)).intelligenceItems).toHaveLength(4)
  })

  it('nothing where whoever imported wanted none, where nothing is asked, and where nothing was said', async () => {
    const own = await createWorld(app)
    const idle = await soldFor(own)
    expect(await stepOf(own, idle)).toMatchObject({ outcome: 'not_applicable' })
    await askingFor(own, { seats })
    const skipped = await soldFor(own, { skipCRMFieldsCalculation: true })
    expect([await plainOf(own, skipped), (await stepOf(own, skipped)).outcome]).toEqual([{}, 'not_applicable'])
    const mute = await soldFor(own, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    expect((await attributesOf(own, mute)).intelligenceItems).toEqual([])
  })
})

describe('asked again', () => {
  const CHEAPER = SALE.map(
    ([speaker, text]) => [speaker, text.replace('60', '80').replace('$45,000', '$30,000')] as const,
  )

  it('replaces what it proposed, keeps ids where it says the same, and leaves people’s decisions alone', async () => {
    const own = await createWorld(app)
    await askingFor(own, { seats, budget, plan })
    const id = await soldFor(own)
    const before = await extractedOf(own, id)
    await call(own.app, own.bob, 'POST', `/conversations/${id}/crm/confirm`, {
      body: { intelligence: [{ key: 'budget' }] },
    })
    await corrected(own, id, CHEAPER)
    const after = await extractedOf(own, id)
    expect(await plainOf(own, id)).toEqual({ seats: 80, budget: 45_000, plan: 'Enterprise' })
    expect(after.plan).toMatchObject({ id: (before.plan as unknown as { id: string }).id })
    expect((after.seats as unknown as { id: string }).id).not.toBe((before.seats as unknown as { id: string }).id)
    const versions = (await valuesOf(own, id)).map((one: { key: string; transcriptVersion: number }) => [
      one.key,
      one.transcriptVersion,
    ])
    expect(Object.fromEntries(versions)).toEqual({ budget: 1, plan: 2, seats: 2 })
    await again(own, id)
    expect(await extractedOf(own, id)).toEqual(after)
  })

  it('takes back what the words no longer say', async () => {
    const own = await createWorld(app)
    await askingFor(own, { seats })
    const id = await soldFor(own)
    await corrected(own, id, [['Bob', 'Good morning.']])
    expect(await plainOf(own, id)).toEqual({})
    expect(await valuesOf(own, id)).toEqual([])
  })

  it('does not propose again, of the same words, what a person rejected', async () => {
    const own = await createWorld(app)
    await askingFor(own, { seats })
    const id = await soldFor(own)
    const [value] = await valuesOf(own, id)
    await call(own.app, own.bob, 'POST', `/conversations/${id}/crm/reject`, { body: { ids: [value.id] } })
    await again(own, id)
    expect(await plainOf(own, id)).not.toHaveProperty('seats', 60)
    expect((await attributesOf(own, id)).intelligenceItems).toMatchObject([{ state: 'rejected', value: null }])
    // Other words may say the same.
    await corrected(own, id, [
      ...SALE.slice(0, 3),
      ['Ann', 'Exactly sixty seats is what the team needs.'],
      ...SALE.slice(4),
    ])
    expect(await plainOf(own, id)).toEqual({ seats: 60 })
  })

  it('leaves values of an item that is gone, and takes back those of one that is asked no more', async () => {
    const own = await createWorld(app)
    const { configuration, ...items } = await askingFor(own, { seats, budget })
    const elsewhere = await askingFor(own, { plan })
    const id = await soldFor(own)
    await call(own.app, own.org, 'DELETE', `/field-configurations/${configuration}/items/${items.seats.id}`)
    await call(own.app, own.org, 'PATCH', `/field-configurations/${elsewhere.configuration}`, {
      body: { teamsUUID: [own.teams.support] },
    })
    await call(own.app, own.bob, 'POST', `/conversations/${id}/reanalyze`, { body: {} })
    await own.app.drain(own.acme)
    expect(await plainOf(own, id)).toEqual({ seats: 60, budget: 45_000 })
    expect((await valuesOf(own, id)).map((one: { key: string }) => one.key).toSorted()).toEqual(['budget', 'seats'])
  })

  it('is done when an item was changed, and only then', async () => {
    const own = await createWorld(app)
    const { configuration, ...items } = await askingFor(own, { seats })
    const id = await soldFor(own)
    const { finishedAt } = await stepOf(own, id)
    const reanalyzed = async () => {
      await call(own.app, own.bob, 'POST', `/conversations/${id}/reanalyze`, { body: {} })
      await own.app.drain(own.acme)
      return (await stepOf(own, id)).finishedAt
    }
    expect(await reanalyzed()).toBe(finishedAt)
    await call(own.app, own.org, 'PATCH', `/field-configurations/${configuration}/items/${items.seats.id}`, {
      body: { title: 'Licences' },
    })
    expect(await reanalyzed()).not.toBe(finishedAt)
    expect((await valuesOf(own, id))[0]).toMatchObject({ key: 'seats', title: 'Licences', itemVersion: 2 })
  })
})
