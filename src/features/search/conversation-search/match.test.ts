/** Exact and related results, words that nobody says, results of a speaker, and the order of time. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

interface Result {
  readonly match: string
  readonly score: number
  readonly quote: string
  readonly speaker: string
  readonly segment: number
  readonly conversation: { readonly id: string; readonly title: string }
}

let world: World
const said = (...lines: [speaker: string, text: string][]) => ({
  segments: lines.map(([speaker, text], index) => ({ speaker, text, start: index, end: index + 0.5 })),
})
const search = async (q: string, query: Record<string, string> = {}, caller: Caller = world.org) => {
  const answer = await call(world.app, caller, 'GET', '/search', { query: { q, ...query } })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as {
    data: Result[]
    meta: {
      totalRecords: number
      relatedRecords: number
      pageCount: number
      unknownWords: string[]
      notice: string | null
    }
  }
}

/** Lines without any word of the queries. */
const filler = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, index) => [index % 2 === 0 ? 'Emil' : 'Dora', `Filler sentence number ${index}.`])

let harbor: string
beforeAll(async () => {
  world = await createWorld()
  harbor = await importFor(world, {
    conversationTitle: 'Harbor renewal',
    transcript: said(...filler(40), ['Emil', 'The invoice is late.'], ...filler(40), [
      'Dora',
      'The invoice of the turbine was paid.',
    ]),
  })
  await importFor(world, {
    conversationTitle: 'Weekly',
    transcript: said(
      ['Anna Keller', 'We ship the turbine in May.'],
      ['Bob', 'The turbine costs ten euros.'],
      ...filler(20),
      ['Anna Keller', 'The invoice comes later.'],
      ...filler(20),
      ['Bob', 'The turbine was delivered.'],
    ),
  })
  for (let n = 0; n < 4; n++) {
    await importFor(world, {
      conversationTitle: `Small talk ${n}`,
      transcript: said(['Carl', 'The sun shines on the garden.']),
    })
  }
  await world.app.drain(world.acme)
})

describe('does', () => {
  it('put passages with all words first, and related ones after them with lower scores', async () => {
    const { data, meta } = await search('turbine invoice', { size: '50' })
    const kinds = data.map(({ match }) => match)
    expect(kinds).toEqual([...kinds].sort())
    expect(data.filter(({ match }) => match === 'exact').map(({ quote }) => quote)).toEqual([
      'The invoice of the turbine was paid.',
    ])
    expect([meta.totalRecords, meta.relatedRecords]).toEqual([1, data.length - 1])
    expect(data.length).toBeGreaterThan(1)
    const scores = data.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const { match, score } of data) expect(score >= 0.5).toBe(match === 'exact')
  })

  it('return exact results alone on request', async () => {
    const { data, meta } = await search('turbine invoice', { match: 'exact' })
    expect([data.length, meta.totalRecords, meta.relatedRecords, meta.pageCount]).toEqual([1, 1, 0, 1])
  })

  it.each(['zzqqx', 'Okoye', 'Okoye Vandersloot'])('find nothing for a name that nobody says: %s', async (q) => {
    const { data, meta } = await search(q)
    expect([data, meta.totalRecords, meta.relatedRecords, meta.unknownWords]).toEqual([[], 0, 0, q.split(' ')])
  })

  it('name the words that nobody says, and show what holds the others', async () => {
    const { data, meta } = await search('Okoye turbine')
    expect([meta.totalRecords, meta.unknownWords]).toEqual([0, ['Okoye']])
    expect(data[0]).toMatchObject({ match: 'related', quote: expect.stringContaining('turbine') })
  })

  it('hold words in other forms, and words that name the call', async () => {
    expect((await search('turbines delivering')).data[0]).toMatchObject({
      match: 'exact',
      quote: 'The turbine was delivered.',
    })
    const { data, meta } = await search('harbor turbine', { match: 'exact' })
    expect(data.map(({ conversation, quote }) => [conversation.id, quote])).toEqual([
      [harbor, 'The invoice of the turbine was paid.'],
    ])
    expect(meta.unknownWords).toEqual([])
  })

  it('say that the filters match nothing, and not that nobody says the words', async () => {
    const { data, meta } = await search('turbine', { 'filter[title]': 'No such call' })
    expect([data, meta.unknownWords, meta.notice]).toEqual([
      [],
      [],
      'Nothing matches the filters, so nothing was searched.',
    ])
  })

  it('show few results that only the title matches', async () => {
    const { data, meta } = await search('harbor', { size: '50' })
    expect([meta.totalRecords, meta.unknownWords]).toEqual([0, []])
    expect(data.length).toBeGreaterThan(0)
    expect(data.length).toBeLessThanOrEqual(2)
    for (const { conversation, match } of data) expect([conversation.id, match]).toEqual([harbor, 'related'])
  })

  it('show the sentence that answers before others of a call with a matching title', async () => {
    const { data } = await search('harbor garden', { size: '50' })
    const at = data.findIndex(({ quote }) => quote.includes('garden'))
    expect(at).toBeGreaterThanOrEqual(0)
    expect(at).toBeLessThanOrEqual(3)
  })

  it.each(['hybrid', 'lexical'])('show only what a selected speaker says (%s)', async (mode) => {
    for (const [q, quotes] of [
      ['speaker:bob turbine', ['The turbine costs ten euros.', 'The turbine was delivered.']],
      ['speaker:"anna k" turbine', ['We ship the turbine in May.']],
      ['speaker:carl turbine', []],
    ] as const) {
      const { data } = await search(q, { mode, size: '50' })
      expect(data.map(({ quote }) => quote).toSorted()).toEqual(quotes)
    }
    const { data } = await search('speaker:anna', { mode, size: '50' })
    expect(data.map(({ speaker }) => speaker)).toEqual(data.map(() => 'Anna Keller'))
    expect(data.length).toBeGreaterThan(1)
  })

  it('sort the results of a call by time on request', async () => {
    const { data } = await search('turbine', { sort: 'time', size: '50' })
    const byCall = Map.groupBy(data, ({ conversation }) => conversation.id)
    expect(byCall.size).toBe(2)
    expect([...byCall.values()].flat()).toEqual(data)
    for (const results of byCall.values()) {
      const places = results.map(({ segment }) => segment)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
    const other = await search('turbine', { size: '50' })
    expect(data.map(({ quote }) => quote).toSorted()).toEqual(other.data.map(({ quote }) => quote).toSorted())
  })
})

describe('refuses', () => {
  it.each([
    ['match', 'related'],
    ['sort', 'newest'],
  ])('%s=%s', async (name, value) => {
    const { status } = await call(world.app, world.org, 'GET', '/search', { query: { q: 'turbine', [name]: value } })
    expect(status).toBe(400)
  })
})

describe('who may', () => {
  it('is everyone: a word that only hidden calls contain is unknown', async () => {
    await importFor(world, { private: true, transcript: said(['Bob', 'The quagmire is secret.']) })
    await world.app.drain(world.acme)
    const unknown = async (caller: Caller) => (await search('quagmire', {}, caller)).meta.unknownWords
    expect(await unknown(world.bob)).toEqual([])
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) {
      expect(await unknown(caller)).toEqual(['quagmire'])
    }
  })
})
