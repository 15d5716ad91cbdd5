/** Words that speech recognition spells otherwise. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
const said = (...lines: [speaker: string, text: string][]) => ({
  segments: lines.map(([speaker, text], index) => ({ speaker, text, start: index, end: index + 0.5 })),
})
const search = async (q: string, query: Record<string, string> = {}, caller: Caller = world.org) => {
  const answer = await call(world.app, caller, 'GET', '/search', { query: { q, ...query } })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as {
    data: { match: string; quote: string; highlights: { start: number; end: number }[] }[]
    meta: { totalRecords: number; unknownWords: string[]; interpretedAs: { word: string; as: string[] }[] }
  }
}

beforeAll(async () => {
  world = await createWorld()
  for (const [speaker, text] of [
    ['Bob', 'The team of Veyloom signed the contract.'],
    ['Bob', 'We compared it with Way Loom, and the price is fine.'],
    ['Anna', 'The Riverstone warehouse is full, says Baygrid.'],
    ['Ngozi Okafor', 'Good morning, everybody.'],
    ['Carl', 'The sun shines on the garden.'],
    ['Carl', 'The loom is on its way.'],
  ] as const) {
    await importFor(world, { transcript: said([speaker, text]) })
  }
  await importFor(world, { private: true, transcript: said(['Bob', 'Quillmark is the secret buyer.']) })
  await world.app.drain(world.acme)
})

describe('does', () => {
  it.each(['hybrid', 'lexical'])('find a name that is written otherwise, in one word or two (%s)', async (mode) => {
    const { data, meta } = await search('Wayloom', { mode })
    expect(meta.unknownWords).toEqual(['Wayloom'])
    expect(meta.interpretedAs).toEqual([{ word: 'Wayloom', as: expect.any(Array) }])
    expect(meta.interpretedAs[0]?.as.toSorted()).toEqual(['Veyloom', 'Way Loom'])
    const exact = data.filter(({ match }) => match === 'exact')
    expect(exact).toHaveLength(2)
    expect(
      exact.flatMap(({ quote, highlights }) => highlights.map(({ start, end }) => quote.slice(start, end))).toSorted(),
    ).toEqual(['Loom', 'Veyloom', 'Way'])
  })

  it.each([
    ['a joined word in two words', 'River Stone', ['Riverstone']],
    ['a joined word with a short part', 'Bay Grid', ['Baygrid']],
    ['a letter too much', 'Riverstonne warehouse', ['Riverstone']],
    ['two swapped letters', 'warehuose', ['warehouse']],
    ['the sound', 'Reverston', ['Riverstone']],
  ])('find by %s', async (_how, q, as) => {
    const { data, meta } = await search(q)
    expect([...new Set(meta.interpretedAs.flatMap((one) => one.as))]).toEqual(as)
    expect(data[0]).toMatchObject({ match: 'exact', quote: 'The Riverstone warehouse is full, says Baygrid.' })
  })

  it('find nothing by another spelling of a short word', async () => {
    expect((await search('fuls')).meta).toMatchObject({ unknownWords: ['fuls'], interpretedAs: [] })
  })

  it('find a speaker whose name is written otherwise', async () => {
    const { data, meta } = await search('Okaforr')
    expect(meta.interpretedAs).toEqual([{ word: 'Okaforr', as: ['Okafor'] }])
    expect(data.map(({ quote }) => quote)).toEqual(['Good morning, everybody.'])
  })

  it.each(['zzqqx', 'Vandersloot', 'Oko', 'contrive'])('find nothing for %s, which is like no word', async (q) => {
    const { data, meta } = await search(q)
    expect([data, meta.interpretedAs, meta.unknownWords]).toEqual([[], [], [q]])
  })

  it('keep exact results of the words themselves', async () => {
    const { meta } = await search('garden')
    expect([meta.totalRecords, meta.interpretedAs]).toEqual([1, []])
  })

  it('name the words in the text of the tool', async () => {
    const { text, data } = await callTool(world.app, world.org, 'search_calls', { query: 'Reverston' })
    expect(text).toContain('No call contains: Reverston. Showing results for: Riverstone.')
    expect(data).toMatchObject({ total: 1, interpreted_as: [{ word: 'Reverston', as: ['Riverstone'] }] })
  })
})

describe('who may', () => {
  it('is everyone, of words in conversations that they see', async () => {
    const found = async (caller: Caller) => (await search('Quilmark', {}, caller)).meta.interpretedAs
    expect(await found(world.bob)).toEqual([{ word: 'Quilmark', as: ['Quillmark'] }])
    for (const caller of [world.carol, world.mark, world.mallory, world.rivalOrg])
      expect(await found(caller)).toEqual([])
  })
})
