/** Filters by tracker, scorecard and score, and the filters in request bodies. `tests/list-filters.test.ts` has the others. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { NOBODY, resourceError } from '../../../../testing/refusals.ts'
import { score, twoScales } from '../../../../testing/scored-fixtures.ts'
import { trackerFor } from '../../../../testing/trackers-fixtures.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
let good: string
let poor: string
let card: { id: string; five: string }
let other: { id: string; five: string }
let tracker: string
beforeAll(async () => {
  world = await createWorld()
  const records = [{ code: 'deals', id: 'crm-1', fields: { dealstage: 'closed_won' } }]
  await call(world.app, world.org, 'PUT', '/crm-records', { body: { records } })
  tracker = (await trackerFor(world, ['discount'])).uuid
  good = await importFor(world, {
    ...{ conversationStartedAt: '2026-03-02T10:00:00Z', opportunityID: 'crm-1', applicationName: 'zoom' },
    transcript: { segments: [{ speaker: 'Bo', text: 'The discount is five percent.', start: 0, end: 9 }] },
  })
  poor = await importFor(world, { conversationStartedAt: '2026-03-01T10:00:00Z' })
  await importFor(world, { conversationStartedAt: '2026-02-01T10:00:00Z' })
  await world.app.drain(world.acme)
  card = await twoScales(world)
  other = await twoScales(world)
  await score(world, world.org, good, card.id, { items: [{ uuid: card.five, score: 5 }] })
  await score(world, world.org, poor, card.id, { items: [{ uuid: card.five, score: 1 }] })
  await score(world, world.org, poor, other.id, { items: [{ uuid: other.five, score: 5 }] })
})

const PATHS = ['/conversations', '/conversations/list', '/conversations/briefs'] as const
const list = (path: string, query: Record<string, string>) =>
  call(world.app, world.org, 'GET', path, { query: { ...query, size: '10' } })
const readIds = (body: { data: { id?: string; uuid?: string }[] }) => body.data.map(({ id, uuid }) => uuid ?? id)

describe.each(PATHS)('GET %s', (path) => {
  it.each([
    ['a scorecard', () => ({ 'filter[scorecard.id]': card.id }), () => [good, poor]],
    ['another scorecard', () => ({ 'filter[scorecard.id]': other.id }), () => [poor]],
    ['a deleted scorecard', () => ({ 'filter[scorecard.id]': NOBODY }), () => []],
    ['a minimum score', () => ({ 'filter[score.min]': '90' }), () => [good, poor]],
    ['a maximum score', () => ({ 'filter[score.max]': '20' }), () => [poor]],
    ['a score of a scorecard', () => ({ 'filter[score.min]': '90', 'filter[scorecard.id]': card.id }), () => [good]],
    ['a range', () => ({ 'filter[score.min]': '30', 'filter[score.max]': '70' }), () => []],
    ['a tracker', () => ({ 'filter[tracker.id]': tracker }), () => [good]],
    ['another tracker', () => ({ 'filter[tracker.id]': NOBODY }), () => []],
  ])('filters by %s', async (_, query, expected) => {
    const { status, body } = await list(path, query() as unknown as Record<string, string>)
    expect([status, readIds(body), body.meta.totalRecords]).toEqual([200, expected(), expected().length])
  })

  it('refuses reversed ranges, and states both limits', async () => {
    for (const name of ['score', 'duration']) {
      const { status, body } = await list(path, { [`filter[${name}.min]`]: '9', [`filter[${name}.max]`]: '8' })
      expect([status, body]).toEqual([400, resourceError(400, 'validation_failed', `/query/filter[${name}.max]`)])
      expect(body.detail).toContain('is 8, which is less than')
    }
  })
})

describe('filters in a request body', () => {
  const reanalyze = (filter: Record<string, unknown>) =>
    call(world.app, world.org, 'POST', '/conversations/reanalyze', { body: { filter } })

  it.each([
    [{ 'external_opportunity.title': 'CRM' }, 1],
    [{ 'external_opportunity.stage': ['Closed won'] }, 1],
    [{ 'external_opportunity.stage': [] }, 3],
    [{ 'duration.min': 5 }, 1],
    [{ 'duration.max': 5 }, 2],
    [{ application_name: ['ZOOM'] }, 1],
    [{ 'score.max': 20 }, 1],
  ])('%o', async (filter, count) => {
    const { status, body } = await reanalyze(filter)
    expect([status, body.data?.requested ?? body.requested]).toEqual([202, count])
  })

  it.each([
    [{ 'duration.min': -1 }, '/filter/duration.min'],
    [{ 'duration.min': 2, 'duration.max': 1 }, '/filter/duration.max'],
    [{ 'score.max': 101 }, '/filter/score.max'],
    [{ 'score.min': 2, 'score.max': 1 }, '/filter/score.max'],
    [{ 'tracker.id': 'x' }, '/filter/tracker.id'],
    [{ application_name: 'zoom' }, '/filter/application_name'],
  ])('refuses %o', async (filter, pointer) => {
    const { status, body } = await reanalyze(filter)
    expect([status, body]).toEqual([400, resourceError(400, 'validation_failed', pointer)])
  })
})
