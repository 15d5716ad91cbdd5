/** Glossary terms in queries: search and questions find all spellings of a term. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
const said = (...lines: [speaker: string, text: string][]) => ({
  segments: lines.map(([speaker, text], index) => ({ speaker, text, start: index, end: index + 0.5 })),
})
const get = async (path: string, query: Record<string, string> = {}, caller: Caller = world.org) =>
  (await call(world.app, caller, 'GET', path, { query })).body
const search = (q: string, caller?: Caller) => get('/search', { q, mode: 'lexical', match: 'exact' }, caller)
const quotes = ({ data }: { data: { quote: string }[] }) => data.map(({ quote }) => quote).toSorted()

beforeAll(async () => {
  world = await createWorld()
  for (const text of [
    'Wayloom is what the customer wants.',
    'They compared Way Loom with three others.',
    'The demo of Veyloom went well on Monday.',
    'A loom stands in the way of progress.',
  ]) {
    await importFor(world, { teamUUID: world.teams.north, transcript: said(['Bob', text]) })
  }
  await importFor(world, { private: true, transcript: said(['Bob', 'Veyloom is the secret buyer.']) })
  await sourceFor(world, { title: 'Prices', content: 'A seat of WLX costs ten a month.' })
  const body = { term: 'Wayloom', aliases: ['WLX'], misheard: ['Way Loom', 'Veyloom'], kind: 'product' }
  await call(world.app, world.org, 'POST', '/glossary', { body })
  await world.app.drain(world.acme)
})

describe('does', () => {
  it.each(['Wayloom', 'wlx', 'veyloom', 'way loom'])('finds all spellings for %s, and says so', async (q) => {
    const found = await search(q, world.bob)
    expect(quotes(found)).toEqual(
      [
        'The demo of Veyloom went well on Monday.',
        'They compared Way Loom with three others.',
        'Veyloom is the secret buyer.',
        'Wayloom is what the customer wants.',
        // Without quotation marks, words don't have to be neighbors.
        ...(q === 'way loom' ? ['A loom stands in the way of progress.'] : []),
      ].toSorted(),
    )
    expect(found.meta.unknownWords).toEqual([])
    const [{ term: named, spellings }] = found.meta.includedSpellings
    expect(named).toBe('Wayloom')
    expect(spellings.map((one: string) => one.toLowerCase())).not.toContain(q)
    expect(spellings).toEqual(expect.arrayContaining(q === 'veyloom' ? ['Way Loom'] : ['Veyloom']))
  })

  it('combines a term with other words', async () => {
    expect(quotes(await search('Wayloom demo'))).toEqual(['The demo of Veyloom went well on Monday.'])
  })

  it('finds one spelling in quotation marks', async () => {
    const found = await search('"Wayloom"')
    expect(quotes(found)).toEqual(['Wayloom is what the customer wants.'])
    expect(found.meta.includedSpellings).toEqual([])
  })

  it('searches documents in all spellings', async () => {
    const { data } = await get('/knowledge-base/search', { q: 'Wayloom seat', mode: 'lexical', match: 'exact' })
    expect(data).toMatchObject([{ quote: 'A seat of WLX costs ten a month.' }])
  })

  it('interprets an unknown word that sounds like a term as the term', async () => {
    const found = await search('Wailoom')
    expect(found.meta.unknownWords).toEqual(['Wailoom'])
    expect(quotes(found).length).toBeGreaterThan(0)
  })

  it('answers a question about the term from a call that spells it otherwise', async () => {
    const ask = (prompt: string) => call(world.app, world.bob, 'POST', '/ask_assistant/v2', { body: { prompt } })
    const { body } = await ask('How did the demo of Wayloom go on Monday?')
    expect(body.output).toContain('The demo of Veyloom went well on Monday.')
    expect(body.notice).toContain('Other spellings of “Wayloom” are included: “Veyloom”.')
    const records = (await ask('How often was WLX mentioned?')).body
    expect(records.mode).toBe('records')
    expect(records.output).toContain('“Wayloom” was mentioned 4 times')
  })
})

describe('who may', () => {
  it('has only their own glossary', async () => {
    await importFor(world, { transcript: said(['Bob', 'Nothing of note.']) })
    const body = { term: 'Note', aliases: ['Wayloom'] }
    await call(world.app, world.rivalOrg, 'POST', '/glossary', { body })
    expect(quotes(await search('note'))).toEqual(['Nothing of note.'])
  })
})
