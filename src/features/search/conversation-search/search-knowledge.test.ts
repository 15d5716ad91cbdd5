import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { readers, rivals, SOURCES, sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
const get = (caller: Caller | undefined, query: Record<string, string>) =>
  call(world.app, caller, 'GET', '/knowledge-base/search', { query })
const search = async (q: string, query: Record<string, string> = {}, caller = world.org) => {
  const answer = await get(caller, { q, ...query })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}
const quotes = async (q: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await search(q, { mode: 'lexical', ...query })).data.map(({ quote }: { quote: string }) => quote)

/** Sections of some length, so that each is a passage of its own. */
const MORE = 'And more of it stands here, so that it is long. '.repeat(6).trim()
const PRICES = `# Prices

## Seats

A seat costs ten 🚀 a month. Students pay half of it.

- A seat: one hundred a year.

${MORE}

## Rooms

Nobody rents them by the month, and speaker:anna is no speaker here.

${MORE}`

let prices: string
let leave: string
beforeAll(async () => {
  world = await createWorld()
  prices = await sourceFor(world, { title: 'Price list', content: PRICES })
  leave = await sourceFor(world, { title: 'Leave', content: 'Everybody has thirty days of leave a year.' })
  await world.app.drain(world.acme)
})

describe('does', () => {
  it('tells the passage with its quote, headings and source, and how it was found', async () => {
    const { data, meta, links } = await search('What do students pay for a seat?')
    expect(data[0]).toEqual({
      source: {
        id: prices,
        title: 'Price list',
        links: { self: `http://parley.test/v2/knowledge-base/sources/${prices}` },
      },
      match: 'exact',
      score: expect.any(Number),
      quote: 'A seat costs ten 🚀 a month. Students pay half of it.',
      highlights: [
        { start: 2, end: 6 },
        { start: 28, end: 36 },
        { start: 37, end: 40 },
      ],
      found: { lexical: expect.any(Number), semantic: expect.any(Number) },
      headings: ['Prices', 'Seats'],
      position: 0,
      passage: expect.stringContaining('A seat costs ten 🚀 a month.'),
    })
    const stored = (await call(world.app, world.org, 'GET', `${SOURCES}/${prices}`)).body.data.attributes.content
    for (const { source, quote, passage } of data) {
      expect(passage).toContain(quote)
      if (source.id === prices) expect(stored).toContain(passage)
    }
    expect(meta).toMatchObject({ mode: 'hybrid', notice: null, withoutVectors: 0, pageNumber: 1, pageSize: 10 })
    expect(links.self).toContain('/v2/knowledge-base/search?q=')
  })

  it.each<[string, string[]]>([
    ['hundred', ['- A seat: one hundred a year.']],
    ['"seat costs"', ['A seat costs ten 🚀 a month. Students pay half of it.']],
    ['year -hundred', ['Everybody has thirty days of leave a year.']],
    ['year -"one hundred"', ['Everybody has thirty days of leave a year.']],
    ['speaker:anna', ['Nobody rents them by the month, and speaker:anna is no speaker here.']],
    ['unheard', []],
  ])('finds by words: %s', async (q, found) => expect(await quotes(q)).toEqual(found))

  it('finds by the headings too', async () => {
    const { data } = await search('rooms', { mode: 'lexical' })
    expect(data[0].headings).toEqual(['Prices', 'Rooms'])
  })

  it('pages, in an order that stays', async () => {
    const whole = (await search('month year', { mode: 'lexical', size: '50' })).data
    const pages = []
    for (let page = 1; page <= whole.length; page++) {
      const { data, meta } = await search('month year', { mode: 'lexical', size: '1', page: String(page) })
      expect(meta).toMatchObject({ pageCount: whole.length })
      expect(meta.totalRecords + meta.relatedRecords).toBe(whole.length)
      pages.push(...data)
    }
    expect(pages).toEqual(whole)
    expect(whole.length).toBeGreaterThan(1)
  })

  it('finds what a source says now, and nothing of one that is gone', async () => {
    const id = await sourceFor(world, { content: 'The wombat is new.' })
    expect(await quotes('wombat')).toEqual(['The wombat is new.'])
    await call(world.app, world.org, 'PATCH', `${SOURCES}/${id}`, { body: { content: 'The platypus is new.' } })
    expect([await quotes('wombat'), await quotes('platypus')]).toEqual([[], ['The platypus is new.']])
    await call(world.app, world.org, 'DELETE', `${SOURCES}/${id}`)
    expect(await quotes('platypus')).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['q', ''],
    ['q', 'x'.repeat(1_001)],
    ['mode', 'exact'],
    ['page', '0'],
    ['size', '51'],
  ])('%s=%s', async (name, value) => {
    const answer = await get(world.org, { q: 'seat', [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined, { q: 'seat' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone in the organization; others find nothing of it', async () => {
    for (const caller of readers(world)) {
      const { data } = await search('leave', { mode: 'lexical' }, caller)
      expect(data.map(({ source }: { source: { id: string } }) => source.id)).toEqual([leave])
    }
    for (const caller of rivals(world)) {
      expect(await search('leave', {}, caller)).toMatchObject({ data: [], meta: { totalRecords: 0, pageCount: 0 } })
    }
  })
})
