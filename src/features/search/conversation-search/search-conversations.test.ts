import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
/** Who said what: a line a second. */
const said = (...lines: [speaker: string, text: string][]) => ({
  segments: lines.map(([speaker, text], index) => ({ speaker, text, start: index, end: index + 0.5 })),
})
const get = (caller: Caller | undefined, query: Record<string, string>) =>
  call(world.app, caller, 'GET', '/search', { query })
const search = async (q: string, query: Record<string, string> = {}, caller = world.org) => {
  const answer = await get(caller, { q, ...query })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}
const quotes = async (q: string, query: Record<string, string> = {}, caller = world.org): Promise<string[]> =>
  (await search(q, query, caller)).data.map(({ quote }: { quote: string }) => quote)
/** Of moments found by words, since by meaning everything is found. */
const byWords = (q: string, query: Record<string, string> = {}, caller = world.org) =>
  quotes(q, { mode: 'lexical', ...query }, caller)

let pricing: string
let weather: string
beforeAll(async () => {
  world = await createWorld()
  pricing = await importFor(world, {
    conversationTitle: 'Pricing call',
    conversationStartedAt: '2026-03-01T10:00:00Z',
    teamUUID: world.teams.support,
    transcript: said(
      ['Anna Keller', 'Good morning, everybody.'],
      ['Bob', 'The enterprise seats 🚀 cost too much for them.'],
      ['Anna Keller', 'Then we offer a discount of ten percent.'],
    ),
  })
  weather = await importFor(world, {
    conversationTitle: 'Small talk',
    conversationStartedAt: '2026-04-01T10:00:00Z',
    teamUUID: world.teams.north,
    transcript: said(['Carl', 'The sun shines on the harbour.'], ['Anna Keller', 'I have no discount on the weather.']),
  })
  await world.app.drain(world.acme)
})

describe('does', () => {
  it('quotes the words in a row that were asked for', async () => {
    await importFor(world, {
      conversationTitle: 'Limits',
      teamUUID: world.teams.north,
      transcript: said(
        ['Dora', 'The zeppelin limit, the zeppelin and again the limit of the zeppelin, that is what the limit says.'],
        ['Emil', 'It was about the zeppelin ceiling.'],
        ['Dora', 'A ceiling for the zeppelin, with a limit.'],
      ),
    })
    expect(await byWords('"zeppelin ceiling" limit')).toEqual(['It was about the zeppelin ceiling.'])
  })

  it('tells the moment with its quote, who said it and when, and how it was found', async () => {
    const { data, meta, links } = await search('How much do enterprise seats cost?')
    const owner = { uuid: world.bob.userId, email: 'bob@acme.example', firstName: '', lastName: '' }
    expect(data[0]).toEqual({
      conversation: {
        id: pricing,
        title: 'Pricing call',
        startedAt: '2026-03-01T10:00:00.000Z',
        duration: expect.any(Number),
        teamUUID: world.teams.support,
        owner,
        links: { self: `http://parley.test/v2/conversations/${pricing}` },
      },
      match: 'exact',
      score: expect.any(Number),
      quote: 'The enterprise seats 🚀 cost too much for them.',
      highlights: [
        { start: 4, end: 14 },
        { start: 15, end: 20 },
        { start: 23, end: 27 },
        { start: 32, end: 36 },
      ],
      found: { lexical: expect.any(Number), semantic: expect.any(Number) },
      ...{ speaker: 'Bob', start: 1, end: 1.5, segment: 1 },
      segments: { first: 0, last: 2 },
      passage: [
        { segment: 0, speaker: 'Anna Keller', start: 0, end: 0.5, text: 'Good morning, everybody.' },
        { segment: 1, speaker: 'Bob', start: 1, end: 1.5, text: 'The enterprise seats 🚀 cost too much for them.' },
        { segment: 2, speaker: 'Anna Keller', start: 2, end: 2.5, text: 'Then we offer a discount of ten percent.' },
      ],
    })
    expect(data[0].found.lexical).toBeGreaterThan(0)
    expect(meta).toEqual({
      ...{ pageCount: 1, totalRecords: 1, pageNumber: 1, pageSize: 10 },
      ...{ relatedRecords: 0, unknownWords: [], interpretedAs: [], includedSpellings: [] },
      ...{ mode: 'hybrid', notice: null, withoutVectors: 0 },
    })
    expect(links.self).toContain('/v2/search?q=How+much')
  })

  it('looks by words, by meaning, or by both', async () => {
    const found = async (mode: string) => {
      const { data, meta } = await search('harbours', { mode })
      expect(meta.mode).toBe(mode)
      return data.map(({ conversation, found }: { conversation: { id: string }; found: object }) => [
        conversation.id,
        found,
      ])
    }
    const [lexical, semantic] = [expect.any(Number), expect.any(Number)]
    expect(await found('lexical')).toEqual([[weather, { lexical, semantic: null }]])
    // Nothing in the other call is similar enough.
    expect(await found('hybrid')).toEqual([[weather, { lexical, semantic }]])
    expect(await found('semantic')).toEqual([[weather, { lexical: 0, semantic }]])
  })

  it.each<[string, string[]]>([
    ['discount', ['discount of ten', 'discount on the weather']],
    ['"discount weather"', ['discount on the weather']],
    ['"weather discount"', []],
    ['discount -weather', ['discount of ten']],
    ['discount -"ten percent"', ['discount on the weather']],
    ['discount -"percent ten"', ['discount of ten', 'discount on the weather']],
    ['speaker:carl discount', []],
    ['speaker:"anna k" seats', []],
    ['speaker:bob seats', ['seats']],
    ['speaker:nobody discount', []],
    ['harbor', ['harbour']],
    ['enterprise AND (seats', ['seats']],
    ['"discount', ['discount of ten', 'discount on the weather']],
    ['unheard', []],
    ['-discount', []],
    ['what is it', []],
  ])('finds by words: %s', async (q, parts) => {
    const found = await byWords(q)
    expect(found).toHaveLength(parts.length)
    for (const part of parts) expect(found.filter((quote) => quote.includes(part))).toHaveLength(1)
  })

  it('tells everything somebody says, newest conversation first, when nothing else is asked for', async () => {
    const { data, meta } = await search('speaker:anna')
    expect(data.map(({ conversation }: { conversation: { id: string } }) => conversation.id)).toEqual([
      weather,
      pricing,
    ])
    expect(data.map(({ speaker, score }: { speaker: string; score: number }) => [speaker, score])).toEqual([
      ['Anna Keller', 1],
      ['Anna Keller', 1],
    ])
    expect([meta.mode, meta.totalRecords]).toEqual(['lexical', 2])
  })

  it('prefers whom the question names', async () => {
    const [ten, weather] = ['Then we offer a discount of ten percent.', 'I have no discount on the weather.']
    expect(await byWords('What did Carl say about the discount?')).toEqual([weather, ten])
    expect(await byWords('What did Bob say about the discount?')).toEqual([ten, weather])
  })

  it.each<[Record<string, string>, string[]]>([
    [{ 'filter[title]': 'PRICING' }, ['pricing']],
    [{ fromDateTime: '2026-03-15' }, ['weather']],
    [{ toDateTime: '2026-03-15' }, ['pricing']],
    [{ 'filter[team.id]': 'sales' }, ['weather']],
    [{ 'filter[owner.email]': 'BOB@acme.example' }, ['pricing', 'weather']],
    [{ 'filter[owner.email]': 'alice@acme.example' }, []],
    [{ 'filter[conversation.id]': 'pricing' }, ['pricing']],
    [{ 'filter[conversation.id]': 'pricing,weather' }, ['pricing', 'weather']],
    [{ 'filter[conversation.id]': 'pricing', 'filter[title]': 'talk' }, []],
    [{ 'filter[conversation.id]': 'nothing' }, []],
    [{ 'filter[hide_transcript]': 'true' }, ['pricing', 'weather']],
    [{ 'filter[conversation.id]': '' }, ['pricing', 'weather']],
  ])('looks only where the filters say: %o', async (query, expected) => {
    const ids: Record<string, string> = { pricing, weather, sales: world.teams.sales, nothing: world.acme }
    const given = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, value.replace(/\b[a-z]+\b/g, (word) => ids[word] ?? word)]),
    )
    for (const mode of ['lexical', 'hybrid']) {
      const { data, meta } = await search('discount', { mode, ...given })
      const found = data.map(({ conversation }: { conversation: { id: string } }) => conversation.id)
      expect(found.toSorted()).toEqual(expected.map((name) => ids[name]).toSorted())
      expect(meta.totalRecords).toBe(expected.length)
    }
  })

  it('leaves archived conversations out unless they are asked for', async () => {
    const id = await importFor(world, { transcript: said(['Bob', 'The turbine is archived.']) })
    expect(await byWords('turbine')).toHaveLength(1)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`)
    expect(await byWords('turbine')).toEqual([])
    expect(await byWords('turbine', { 'filter[archived]': 'true' })).toHaveLength(1)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect(await byWords('turbine', { 'filter[archived]': 'true' })).toEqual([])
  })

  it('finds a conversation by its words at once, and by its meaning when it has vectors', async () => {
    const id = await importFor(world, { transcript: said(['Bob', 'A zeppelin crosses.']) })
    const own = { 'filter[title]': 'Opening' }
    const before = await search('zeppelins', own)
    expect(before.data.map(({ found }: { found: object }) => found)).toEqual([
      { lexical: expect.any(Number), semantic: null },
    ])
    expect(before.meta).toMatchObject({ mode: 'hybrid', withoutVectors: 1 })
    await world.app.drain(world.acme)
    const after = await search('zeppelins', own)
    expect(after.meta.withoutVectors).toBe(0)
    expect(after.data[0].found.semantic).toBeGreaterThan(0)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
  })

  it('finds what a corrected transcript says, and no longer what it said', async () => {
    const id = await importFor(world, { transcript: said(['Bob', 'The wombat is wrong.']) })
    const body = { transcript: said(['Bob', 'The platypus is right.']) }
    expect((await call(world.app, world.org, 'PUT', `/conversations/${id}/transcript`, { body })).status).toBeLessThan(
      300,
    )
    expect([await byWords('wombat'), await byWords('platypus')]).toEqual([[], ['The platypus is right.']])
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
  })
})

describe('moments', () => {
  const ids: string[] = []
  beforeAll(async () => {
    const filler = (index: number): [string, string] => [
      index % 2 ? 'Dora' : 'Emil',
      `Filler number ${index} stands here.`,
    ]
    for (const place of [13, 30, 50]) {
      const lines = Array.from({ length: 64 }, (_, index) => filler(index))
      lines.splice(place, 1, ['Dora', 'The marmalade is orange.'])
      if (place === 50) lines.splice(5, 1, ['Emil', 'More marmalade, please.'])
      ids.push(await importFor(world, { conversationTitle: 'Breakfast', transcript: said(...lines) }))
    }
  })
  const all = { mode: 'lexical', 'filter[title]': 'Breakfast' }

  it('are told once, whatever number of passages hold them', async () => {
    const { data, meta } = await search('marmalade', all)
    expect(data.map(({ segment }: { segment: number }) => segment).toSorted((a: number, b: number) => a - b)).toEqual([
      5, 13, 30, 50,
    ])
    expect(meta.totalRecords).toBe(4)
    for (const { segments, segment, passage } of data) {
      expect(segments.first <= segment && segment <= segments.last).toBe(true)
      expect(passage.length).toBeLessThan(12)
    }
  })

  it('of a conversation that comes back to the matter come first', async () => {
    const { data } = await search('marmalade', all)
    expect(data[0].conversation.id).toBe(ids[2])
  })

  it('stand on one page only, in an order that stays', async () => {
    const whole = (await search('marmalade filler', { ...all, size: '50' })).data
    const pages = []
    for (let page = 1; page <= 12; page++) {
      const { data, links, meta } = await search('marmalade filler', { ...all, size: '5', page: String(page) })
      expect([data.length <= 5, meta.pageNumber]).toEqual([true, page])
      expect(links.related).toContain(`page=${Math.min(page + 1, Math.max(page, meta.pageCount))}`)
      pages.push(...data)
    }
    expect(pages.slice(0, 50)).toEqual(whole)
    expect(whole.length).toBeGreaterThan(20)
    const scores = whole.map(({ score }: { score: number }) => score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    expectEvery(scores, (score: number) => score >= 0 && score <= 1)
    expect((await search('marmalade', { ...all, page: '999' })).data).toEqual([])
  })

  it('of one conversation are looked for in all of it', async () => {
    const [id = ''] = ids
    const { data } = await search('Where is the marmalade?', { mode: 'lexical', 'filter[conversation.id]': id })
    expect(data.map(({ segment, quote }: { segment: number; quote: string }) => [segment, quote])).toEqual([
      [13, 'The marmalade is orange.'],
    ])
  })
})

describe('refuses', () => {
  it.each([
    ['q', ''],
    ['q', ' \t'],
    ['q', 'x'.repeat(1_001)],
    ['q', 'a\u0000b'],
    ['mode', 'exact'],
    ['mode', ''],
    ['page', '0'],
    ['size', '51'],
    ['size', '0'],
    ['fromDateTime', 'yesterday'],
    ['filter[conversation.id]', 'one'],
    ['filter[conversation.id]', Array.from({ length: 501 }, () => '00000000-0000-7000-8000-000000000000').join()],
    ['filter[owner.id]', 'bob'],
    ['filter[crm_field.entity_code]', 'nothing'],
  ])('%s=%s', async (name, value) => {
    const answer = await get(world.org, { q: 'discount', [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })

  it('no question at all', async () => {
    const answer = await get(world.org, {})
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/q')])
  })

  it('half a filter of CRM fields, as the lists do', async () => {
    const answer = await get(world.org, { q: 'discount', 'filter[crm_field.field_name]': 'Industry' })
    expect([answer.status, answer.body.source]).toEqual([400, { pointer: '/query/filter[crm_field.values]' }])
  })

  it('no sign of a question: none is a mistake', async () => {
    for (const q of [
      '"',
      '-',
      '--',
      '""',
      'speaker:',
      'speaker:""',
      '*',
      '\\',
      "'",
      '🚀',
      '(',
      'a & | ! b',
      ':*',
      '%',
    ]) {
      expect([q, (await get(world.org, { q })).status]).toEqual([q, 200])
    }
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined, { q: 'discount' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone, and each finds what they see', async () => {
    const found = async (caller: Caller) => {
      const { data, meta } = await search('discount', {}, caller)
      const ids = data.map(({ conversation }: { conversation: { id: string } }) => conversation.id)
      expect(meta.totalRecords + meta.relatedRecords).toBe(ids.length)
      return [pricing, weather].map((id) => ids.includes(id))
    }
    for (const caller of [world.org, world.alice, world.bob]) expect(await found(caller)).toEqual([true, true])
    expect(await found(world.mark)).toEqual([false, true])
    expect(await found(world.carol)).toEqual([true, false])
    for (const caller of [world.mallory, world.rivalOrg]) {
      expect((await search('discount', {}, caller)).meta.totalRecords).toBe(0)
    }
  })

  it('tells nothing of what is hidden: not in what is found, in totals, nor in the scores of others', async () => {
    const questions: [string, Record<string, string>][] = ['hybrid', 'lexical', 'semantic'].flatMap((mode) => [
      ['discount weather secretword', { mode }],
      ['secretword', { mode }],
      ['speaker:mole', { mode }],
      ['discount', { mode, 'filter[team.id]': world.teams.support }],
    ])
    const answers = (caller: Caller) => Promise.all(questions.map(([q, query]) => search(q, query, caller)))
    const callers = [world.carol, world.mark, world.mallory]
    await world.app.drain(world.acme)
    const before = await Promise.all(callers.map(answers))
    const hidden = await importFor(world, {
      private: true,
      teamUUID: world.teams.support,
      transcript: said(
        ['Mole', 'The discount on secretword weather.'],
        ['Mole', 'Discount, discount, weather, secretword!'],
      ),
    })
    await world.app.drain(world.acme)
    expect(await Promise.all(callers.map(answers))).toEqual(before)
    for (const caller of callers) {
      const alone = await search('secretword', { 'filter[conversation.id]': hidden }, caller)
      expect([alone.data, alone.meta.totalRecords]).toEqual([[], 0])
    }
    for (const caller of [world.bob, world.alice, world.org]) {
      expect(await byWords('secretword', {}, caller)).toHaveLength(1)
    }
  })
})
