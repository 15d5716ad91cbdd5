/** Every parameter of both lists, alone, in pairs and in any company, against a plain filter over the same conversations. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call } from '../src/testing/call.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import type { Caller } from '../src/testing/world.ts'
import { expectedList, expectedWindow, isFlagOn, type ListName, type Query, type Viewer } from './list-model.ts'
import {
  ATTRIBUTE_FLAGS,
  companionsOf,
  FLAGS,
  PAIRS,
  PARAMETERS,
  rightValue,
  SIZE_MAX,
  wrongValues,
} from './list-parameters.ts'
import { createPopulatedWorld, type PopulatedWorld } from './list-population.ts'

const LISTS: readonly ListName[] = ['/conversations', '/conversations/list']
type ViewerName = 'org' | 'mark' | 'bob' | 'carol'
const everyListAndViewer: readonly (readonly [ListName, ViewerName])[] = [
  ['/conversations', 'org'],
  ['/conversations', 'mark'],
  ['/conversations', 'bob'],
  ['/conversations/list', 'org'],
  ['/conversations/list', 'mark'],
  ['/conversations/list', 'carol'],
]

let there: PopulatedWorld
/** What an element carries when no flag is set. */
let plainAttributes: Record<ListName, string[]>
beforeAll(async () => {
  there = await createPopulatedWorld()
  const keys = async (list: ListName) =>
    Object.keys((await call(there.world.app, there.world.org, 'GET', list)).body.data[0].attributes).sort()
  plainAttributes = {
    '/conversations': await keys('/conversations'),
    '/conversations/list': await keys('/conversations/list'),
  }
})

function viewerOf(name: ViewerName): { caller: Caller; sight: Viewer } {
  const { world } = there
  if (name === 'org') return { caller: world.org, sight: 'everything' }
  const memberOf = { mark: world.teams.sales, bob: world.teams.north, carol: world.teams.support }[name]
  return { caller: world[name], sight: { userId: world[name].userId ?? '', memberOf: [memberOf] } }
}

const ask = (list: ListName, caller: Caller, query: Query): Promise<Answer> =>
  call(there.world.app, caller, 'GET', list, { query: query as Record<string, string | string[]> })

/** The whole of what the answer must be: elements and their order, totals, links, attributes. */
async function expectRight(list: ListName, viewer: ViewerName, query: Query): Promise<void> {
  const { caller, sight } = viewerOf(viewer)
  const expected = expectedList(list, there.population, sight, query)
  const answer = await ask(list, caller, query)
  if (expected === 'refused') {
    expect(answer.status).toBe(400)
    expect(answer.body.source.pointer).toMatch(/^\/query\/filter\[(?:crm_field\.(field_name|values)|duration\.max)\]$/)
    return
  }
  const { page, size } = expectedWindow(query)
  const pageCount = Math.ceil(expected.length / size)
  const ids = expected.slice((page - 1) * size, page * size).map(({ id }) => id)
  expect({ status: answer.status, ids: answer.body.data?.map((one: { id: string }) => one.id) }).toEqual({
    status: 200,
    ids,
  })
  expect(answer.body.meta).toEqual({ pageCount, totalRecords: expected.length, pageNumber: page, pageSize: size })
  expectLink(answer.body.links.self, list, query, page)
  expectLink(answer.body.links.related, list, query, page < pageCount ? page + 1 : page)
  expect(answer.headers.deprecation !== undefined).toBe(query['filter[analyzed]'] !== undefined)
  expectAttributes(list, query, answer.body.data)
}

function expectLink(link: string, list: ListName, query: Query, page: number): void {
  const url = new URL(link)
  expect(url.origin + url.pathname).toBe(`${PUBLIC_URL}/v2${list}`)
  const kept = [...url.searchParams].filter(([name]) => name !== 'page').sort()
  const given = Object.entries(query)
    .filter(([name]) => name !== 'page')
    .flatMap(([name, value]) => (typeof value === 'string' ? [value] : value).map((one) => [name, one]))
  expect(kept).toEqual(given.sort())
  expect(url.searchParams.getAll('page')).toEqual([String(page)])
}

interface Element {
  readonly attributes: Readonly<Record<string, unknown>>
}

function expectAttributes(list: ListName, query: Query, elements: readonly Element[]): void {
  const added = Object.entries(ATTRIBUTE_FLAGS).flatMap(([flag, names]) => (isFlagOn(query, flag) ? names : []))
  if (list === '/conversations/list' && isFlagOn(query, 'withCrmRecords')) {
    added.push('extractedIntelligence', 'confirmedExtractedIntelligence')
  }
  const expected = [...plainAttributes[list], ...added].sort().join()
  const transcript = isFlagOn(query, 'detailedTranscript') ? 'array' : 'string'
  const wrong = elements.filter(
    ({ attributes }) =>
      Object.keys(attributes).sort().join() !== expected ||
      ![transcript, 'null'].includes(formOf(attributes.transcript)),
  )
  expect(wrong).toEqual([])
}

const formOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Values for the named parameters, and a page long enough to show what they do. */
function queryOf(list: ListName, names: readonly string[]): fc.Arbitrary<Query> {
  const values = Object.fromEntries(names.map((name) => [name, rightValue(name, list, there)]))
  const size = names.includes('size') || names.includes('page') ? fc.constant({}) : fc.constantFrom({}, { size: '50' })
  return fc.tuple(fc.record(values), size).map(([query, more]) => ({ ...query, ...more }))
}

const check = (list: ListName, viewer: ViewerName, query: fc.Arbitrary<Query>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(query, (one) => expectRight(list, viewer, one)),
    { numRuns },
  )

describe('the conversations listed', () => {
  it('are so varied that each of the two lists tells something, and not the same, to everyone', () => {
    const seen = everyListAndViewer.map(([list, viewer]) =>
      expectedList(list, there.population, viewerOf(viewer).sight, {}),
    )
    const counts = seen.map((one) => one.length)
    expect(Math.min(...counts)).toBeGreaterThan(15)
    expect(new Set(counts).size).toBe(counts.length)
  })

  it('are so varied that every filter leaves some out and keeps some', () => {
    const { conversations } = there.population
    const all = expectedList('/conversations/list', there.population, 'everything', { 'filter[archived]': 'true' })
    expect(all).toHaveLength(conversations.length)
    for (const name of PARAMETERS.filter((one) => one.startsWith('filter[') && !(one in ATTRIBUTE_FLAGS))) {
      const kept = fc
        .sample(rightValue(name, '/conversations/list', there), { numRuns: 40, seed: 1 })
        .map((value) => ({ 'filter[archived]': 'true', ...companionsOf(name), [name]: value }))
        .map((query) => expectedList('/conversations/list', there.population, 'everything', query).length)
      expect([name, kept.some((n) => n > 0 && n < conversations.length)]).toEqual([name, true])
    }
  })
})

describe.each(everyListAndViewer)('GET %s for %s', (list, viewer) => {
  it('answers what there is when nothing is asked', () => expectRight(list, viewer, {}))

  it.each(PARAMETERS)('answers what %s asks for alone', async (name) => {
    await check(list, viewer, queryOf(list, [name]), 3)
    if (Object.keys(companionsOf(name)).length > 0) {
      await check(
        list,
        viewer,
        queryOf(list, [name]).map((query) => ({ ...companionsOf(name), ...query })),
        3,
      )
    }
  })

  it('answers what any two parameters ask for together', async () => {
    // Each list answers each pair once: its viewers take turns.
    const viewers = everyListAndViewer.filter(([name]) => name === list).map(([, name]) => name)
    const turn = viewers.indexOf(viewer)
    const pairs = PAIRS.filter((_, index) => index % viewers.length === turn)
    for (const pair of pairs) await check(list, viewer, queryOf(list, pair), 1)
  })

  it('answers what any number of parameters ask for together', async () => {
    const some = fc.subarray([...PARAMETERS], { minLength: 3, maxLength: 8 })
    await check(
      list,
      viewer,
      some.chain((names) => queryOf(list, names)),
      60,
    )
  })

  it('repeats and skips nothing from page to page, whatever the size, by page and by cursor', async () => {
    const { caller, sight } = viewerOf(viewer)
    const wanted = (expectedList(list, there.population, sight, {}) as { id: string }[]).map(({ id }) => id)
    for (const start of [`size=7`, 'size=25', `size=${SIZE_MAX[list]}`, 'size=7&cursor=', 'size=49&cursor=']) {
      const found: string[] = []
      let next: string | undefined = `${PUBLIC_URL}/v2${list}?${start}`
      while (next !== undefined) {
        const url: URL = new URL(next)
        const answer = await call(there.world.app, caller, 'GET', `${list}${url.search}`)
        found.push(...answer.body.data.map((one: { id: string }) => one.id))
        next = answer.body.links.related === answer.body.links.self ? undefined : answer.body.links.related
      }
      expect(found, start).toEqual(wanted)
    }
  })

  it('answers a page past the end with no elements and the true totals', async () => {
    for (const page of ['99', '1000000000']) await expectRight(list, viewer, { page, size: '10' })
  })
})

describe.each(LISTS)('GET %s', (list) => {
  it.each(PARAMETERS)('refuses wrong values of %s and points at it', async (name) => {
    for (const value of wrongValues(name, list)) {
      const answer = await ask(list, there.world.org, { ...companionsOf(name), [name]: value })
      expect([value, answer.status]).toEqual([value, 400])
      expect(answer.body).toMatchObject({
        id: 'validation_failed',
        status: '400',
        code: 'validation_failed',
        title: expect.any(String),
        detail: expect.any(String),
        source: { pointer: `/query/${name}` },
      })
    }
  })

  it('tells every wrong parameter of a request, the first one leading', async () => {
    const answer = await ask(list, there.world.org, { page: '0', 'filter[hide_failed]': 'maybe', fromDateTime: 'now' })
    expect(answer.status).toBe(400)
    const pointers = answer.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer)
    expect(pointers.toSorted()).toEqual(['/query/filter[hide_failed]', '/query/fromDateTime', '/query/page'])
    expect(answer.body.source.pointer).toBe(pointers[0])
  })

  it('never repeats the rejected content', async () => {
    for (const name of PARAMETERS) {
      const answer = await ask(list, there.world.org, { [name]: 'Xyzzy\u0000Plugh' })
      expect(answer.text).not.toMatch(/xyzzy|plugh/i)
    }
  })

  it('ignores parameters it does not know', async () => {
    const plain = await ask(list, there.world.bob, {})
    const odd = await ask(list, there.world.bob, { 'filter[nonsense]': 'x', constructor: 'z' })
    expect(odd.status).toBe(200)
    expect(odd.body.data).toEqual(plain.body.data)
  })

  it('refuses a CRM field without values and values without a field', async () => {
    for (const query of [{ 'filter[crm_field.field_name]': 'stage' }, { 'filter[crm_field.values]': 'Closed Won' }]) {
      const answer = await ask(list, there.world.org, { 'filter[crm_field.entity_code]': 'opportunity', ...query })
      expect(answer.status).toBe(400)
    }
  })

  it('knows the deprecated filter[analyzed] as another word for filter[hide_non_analyzed]', async () => {
    const old = await ask(list, there.world.org, { 'filter[analyzed]': 'true' })
    const now = await ask(list, there.world.org, { 'filter[hide_non_analyzed]': 'true' })
    expect(old.body.data).toEqual(now.body.data)
    expect(old.headers.deprecation).toBeDefined()
    expect(now.headers.deprecation).toBeUndefined()
  })
})

describe('the two lists', () => {
  it('differ in intelligence, empty conversations and the largest page, and in nothing else', async () => {
    const { app, org } = there.world
    const read = async (list: ListName) =>
      (await call(app, org, 'GET', list, { query: { withCrmRecords: 'true', size: '50' } })).body.data
    const full = await read('/conversations')
    const optimized = await read('/conversations/list')
    const spoken = optimized.filter((one: { attributes: { isEmpty: boolean } }) => !one.attributes.isEmpty)
    expect(spoken).toEqual(full.slice(0, spoken.length))
    expect(
      plainAttributes['/conversations'].filter((name) => !plainAttributes['/conversations/list'].includes(name)),
    ).toEqual(['confirmedExtractedIntelligence', 'extractedIntelligence'])
    expect(FLAGS.length + Object.keys(ATTRIBUTE_FLAGS).length).toBe(13)
  })
})
