import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { VIEWS_MAX } from './model.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const one = (given: Record<string, unknown> = {}) => ({ name: 'Renewals', filters: {}, ...given })
const post = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/views', { body })

describe('does', () => {
  it('keeps every filter as it was given', async () => {
    const filters = {
      fromDateTime: '2026-03-01T00:00:00.000Z',
      toDateTime: '2026-04-01T00:00:00.000Z',
      filter: {
        ...{ 'owner.id': [NOBODY], 'owner.email': ['Bob@acme.example'], title: 'renewal', 'team.id': [NOBODY] },
        ...{ 'participants.email': ['ann@customer.example'], 'external_opportunity.id': ['crm-1'] },
        ...{ 'crm_field.entity_code': 'account', 'crm_field.field_name': 'Industry', 'crm_field.values': ['Retail'] },
        ...{ 'label.category': 'Stage', 'label.option': 'Closing', hide_internal: true, hide_non_analyzed: true },
        ...{ hide_pending: true, hide_transcript: true, hide_failed: true, archived: true },
      },
    }
    const { status, body } = await post(world.bob, { name: ' Renewals ', filters })
    expect([status, body]).toEqual([
      201,
      {
        data: {
          ...{ uuid: expect.any(String), name: 'Renewals', visibility: 'private', userUUID: world.bob.userId },
          teamUUID: null,
          ...{ filters, layout: { sort: 'newest', hide: [], size: 25 }, position: 0, mayChange: true },
          ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
        },
      },
    ])
    expect((await call(world.app, world.bob, 'GET', `/views/${body.data.uuid}`)).body).toEqual(body)
  })

  it('keeps order, hidden columns and size of the list, with defaults for the others', async () => {
    const { body } = await post(world.alice, one({ layout: { sort: 'longest', hide: ['strip', 'people', 'strip'] } }))
    expect(body.data.layout).toEqual({ sort: 'longest', hide: ['people', 'strip'], size: 25 })
    const { data } = (await call(world.app, world.alice, 'GET', `/views/${body.data.uuid}`)).body
    expect(data.layout).toEqual(body.data.layout)
  })

  it('takes a period instead of dates, and stands behind those that are there', async () => {
    const { body } = await post(world.bob, one({ filters: { period: 'last_30_days' } }))
    expect(body.data).toMatchObject({ filters: { period: 'last_30_days' }, position: 1 })
  })

  it('makes it the organization’s by an org-level key', async () => {
    const { body } = await post(world.org, one())
    expect(body.data).toMatchObject({ visibility: 'organization', userUUID: null, position: 0 })
  })

  it('gives eight at the same moment eight places', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(world.carol, one())))
    const places = answers.map(({ body }) => body.data.position)
    expect(places.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})

describe('refuses', () => {
  it.each([
    ['no name', { name: undefined }, '/name'],
    ['a blank name', { name: ' ' }, '/name'],
    ['a name of 129 characters', { name: 'x'.repeat(129) }, '/name'],
    ['no filters', { filters: undefined }, '/filters'],
    ['an unknown visibility', { visibility: 'friends' }, '/visibility'],
    ['an unknown order', { layout: { sort: 'loudest' } }, '/layout/sort'],
    ['an unknown column', { layout: { hide: ['title'] } }, '/layout/hide/0'],
    ['a page of another size', { layout: { size: 30 } }, '/layout/size'],
    ['an unknown period', { filters: { period: 'yesterday' } }, '/filters/period'],
    ['a period and a date', { filters: { period: 'last_day', fromDateTime: '2026-03-01' } }, '/filters/period'],
    ['an id that is none', { filters: { filter: { 'team.id': ['north'] } } }, '/filters/filter/team.id/0'],
    ['half a label', { filters: { filter: { 'label.category': 'Stage' } } }, '/filters/filter/label.option'],
    [
      'half a field',
      { filters: { filter: { 'crm_field.values': ['Retail'] } } },
      '/filters/filter/crm_field.field_name',
    ],
    [
      'more than can be kept',
      { filters: { filter: { 'owner.email': Array.from({ length: 400 }, (_, n) => `${n}${'x'.repeat(60)}`) } } },
      '/filters',
    ],
  ])('%s, and points at it', async (_, given, pointer) => {
    const answer = await post(world.bob, one(given))
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('a private view of nobody', async () => {
    const answer = await post(world.org, one({ visibility: 'private' }))
    expect([answer.status, answer.body]).toEqual([400, refusedField('/visibility')])
  })

  it('more than there may be, in each order by itself', async () => {
    const [id, at] = [world.mallory.userId ?? '', new Date()]
    await world.app.store.of(world.rival).transact(async (tx) => {
      const rows = Array.from({ length: VIEWS_MAX }, (_, position) => ({
        ...{ organization_id: world.rival, id: crypto.randomUUID(), owner_id: id, visibility: 'private' as const },
        ...{ name: `View ${position}`, filters: '{}', position, created_at: at, updated_at: at },
      }))
      await tx.insertInto('saved_views').values(rows).execute()
    })
    const answer = await post(world.mallory, one())
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_views', '')])
    expect((await post(world.mallory, one({ visibility: 'organization' }))).status).toBe(201)
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await post(undefined, one())
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everybody, for themselves and for the organization', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) {
      for (const visibility of ['private', 'organization']) {
        expect((await post(caller, one({ visibility }))).status).toBe(201)
      }
    }
  })
})
