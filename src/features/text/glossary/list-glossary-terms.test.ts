import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { termFor } from '../../../testing/glossary-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import type { GlossaryTerm } from './schema.ts'

let world: World
let charlie: GlossaryTerm
const all = ['alpha 100%', 'Beta', 'CHARLIE', 'Éclair']
beforeAll(async () => {
  world = await createWorld()
  await termFor(world, { term: 'Éclair', kind: 'person' })
  charlie = await termFor(world, { term: 'CHARLIE', aliases: ['Chuck_C'], kind: 'person', meaning: 'About the beta' })
  await termFor(world, { term: 'Beta', misheard: ['Better One'], kind: 'product' })
  await termFor(world, { term: 'alpha 100%' })
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/glossary', { query })
const terms = ({ body }: { body: { data: GlossaryTerm[] } }) => body.data.map(({ term }) => term)

describe('does', () => {
  it('lists terms alphabetically, ignoring case, with their spellings', async () => {
    const answer = await list(world.org)
    expect([answer.status, terms(answer)]).toEqual([200, all])
    expect(answer.body.data[2]).toEqual(charlie)
    expect(answer.body.meta).toEqual({ pageCount: 1, totalRecords: 4, pageNumber: 1, pageSize: 50 })
  })

  it.each([
    ['part of a term, in any case', ' LPH ', ['alpha 100%']],
    ['part of a term with an accent, in any case', 'ÉCL', ['Éclair']],
    ['an alias', 'chuck', ['CHARLIE']],
    ['a misheard form', 'better one', ['Beta']],
    ['a percent sign verbatim', '%', ['alpha 100%']],
    ['an underscore verbatim', '_', ['CHARLIE']],
    ['no meaning', 'about', []],
    ['blank text, which filters nothing', ' ', all],
  ])('filters by %s', async (_, q, expected) => {
    const answer = await list(world.org, { q })
    expect(terms(answer)).toEqual(expected)
    expect(answer.body.meta.totalRecords).toBe(expected.length)
  })

  it.each([
    ['person', ['CHARLIE', 'Éclair']],
    ['product, other', ['alpha 100%', 'Beta']],
    ['acronym', []],
    ['', all],
  ])('filters by the kinds “%s”', async (kind, expected) => {
    expect(terms(await list(world.org, { kind }))).toEqual(expected)
  })

  it('combines the filters', async () => {
    expect(terms(await list(world.org, { q: 'a', kind: 'person' }))).toEqual(['CHARLIE', 'Éclair'])
    expect(terms(await list(world.org, { q: 'beta', kind: 'person' }))).toEqual([])
  })

  it('pages without repetition or omission, and links the next page', async () => {
    const pages = await Promise.all(['1', '2', '9'].map((page) => list(world.org, { page, size: '3' })))
    expect(pages.map(terms)).toEqual([all.slice(0, 3), all.slice(3), []])
    expect(pages[0]?.body.links.related).toBe('http://parley.test/v2/glossary?size=3&page=2')
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '0'],
    ['size', '201'],
    ['kind', 'brand'],
    ['q', 'x'.repeat(201)],
  ])('%s=%s', async (name, value) => {
    const { status, body } = await list(world.org, { [name]: value })
    expect([status, body]).toEqual([
      400,
      refusedField(name === 'kind' ? expect.stringMatching(/^\/query\/kind/) : `/query/${name}`),
    ])
  })

  it('no text of 200 characters, and no size of 200', async () => {
    expect((await list(world.org, { q: 'x'.repeat(200), size: '200' })).status).toBe(200)
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await list(undefined)).status).toBe(401)
  })

  it('is everyone, for their own organization', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) {
      expect(terms(await list(caller))).toEqual(all)
    }
    expect((await list(world.mallory)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })
})
