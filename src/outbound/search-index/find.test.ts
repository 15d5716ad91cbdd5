import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { fold } from '../../core/fold.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { SearchCriteria, SearchIndex, SpokenHit, SpokenPassage } from '../../core/search.ts'
import {
  conversationRow,
  EVERYTHING,
  linesOf,
  NOTHING,
  passagesOf,
  putFor,
  unit,
} from '../../testing/search-fixtures.ts'
import { type ModelHit, type ModelPassage, searchModel } from '../../testing/search-model.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createSearchIndex } from './postgres.ts'
import { LIMITS } from './search-plan.ts'

const WORDS = ['alpha', 'bravo', 'coral', 'delta', 'ember', 'frost', 'grape', 'hotel']
const SPEAKERS = ['Anna Berg', 'Bob', 'Ánna Lund', '']
const MODEL = 'model/8'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

/** Search with all texts in memory, and with limits so low that it uses bounds. */
const ways: [string, SearchIndex][] = [
  ['few', createSearchIndex()],
  [
    'many',
    createSearchIndex({ ...LIMITS, fewTexts: 0, textsFirst: 1, textsMost: 100, readAtOnce: 3, newestAtOnce: 2 }),
  ],
]

interface Corpus {
  readonly org: OrganizationId
  readonly passages: readonly (ModelPassage & { readonly isHidden: boolean })[]
}

interface Given {
  readonly isHidden: boolean
  readonly passages: readonly { readonly said: readonly string[]; readonly vector: readonly number[] | null }[]
}

const word = fc.constantFrom(...WORDS)
const line = fc
  .tuple(fc.constantFrom(...SPEAKERS), fc.array(word, { minLength: 1, maxLength: 6 }))
  .map(([speaker, words]) => `${speaker}: ${words.join(' ')}`)
const vector = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 8, maxLength: 8 })
const conversation: fc.Arbitrary<Given> = fc.record({
  isHidden: fc.boolean(),
  passages: fc.array(
    fc.record({
      said: fc.array(line, { minLength: 1, maxLength: 3 }),
      vector: fc.option(vector.filter((values) => values.some((value) => value !== 0))),
    }),
    { maxLength: 5 },
  ),
})
const runs = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
const wanted: fc.Arbitrary<SearchCriteria> = fc.record({
  terms: fc.array(word, { minLength: 1, maxLength: 4 }),
  phrases: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: runs }),
  without: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: runs }),
  speakers: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.constantFrom(['anna'], ['bob', 'ánna'], ['nobody'])),
})

interface Case {
  readonly given: readonly Given[]
  readonly asked: SearchCriteria
  /** Query vector. */
  readonly to: readonly number[]
  readonly limit: number
}

const cases: fc.Arbitrary<Case> = fc.record({
  given: fc.array(conversation, { maxLength: 6 }),
  asked: wanted,
  to: vector,
  limit: fc.integer({ min: 1, max: 8 }),
})

/** The best passage of the first text is excluded, and its other one is worse than the passage of the next text. */
const EXCLUDED_FIRST: Case = {
  given: [
    {
      isHidden: false,
      passages: [
        { said: ['Anna Berg: alpha'], vector: null },
        { said: ['Anna Berg: ember alpha', 'Anna Berg: alpha'], vector: null },
      ],
    },
    { isHidden: false, passages: [{ said: ['Anna Berg: ember alpha'], vector: null }] },
  ],
  asked: { terms: ['ember', 'alpha'], phrases: [], without: [['alpha', 'alpha']], speakers: [] },
  to: [0, 0, 0, 0, 0, 0, 0, 1],
  limit: 1,
}

const whatever = (numRuns: number, holds: (one: Case) => Promise<void>) =>
  fc.assert(fc.asyncProperty(cases, holds), { numRuns, examples: [[EXCLUDED_FIRST]] })

/** Replaces the corpus of an organization. */
async function corpusOf(org: OrganizationId, given: readonly Given[]): Promise<Corpus> {
  const index = createSearchIndex()
  const owner = org === world.acme ? world.alice : world.mallory
  await world.app.store.owner.query('delete from conversations where organization_id = $1', [org])
  const passages: (ModelPassage & { isHidden: boolean })[] = []
  for (const { isHidden, passages: some } of given) {
    const id = await conversationRow(world.app, org, owner, { private: isHidden })
    const cut: SpokenPassage[] = passagesOf(...some.map(({ said }) => linesOf(...said)))
    await putFor(world.app, index, org, id, cut)
    const { rows } = await sql<{ id: string }>`
      select id from passages where organization_id = ${org} and text_id = ${id} order by position`.execute(
      world.app.store.of(org).read,
    )
    const vectors = some.flatMap(({ vector }, i) =>
      vector === null ? [] : [{ id: rows[i]?.id ?? '', values: unit(...vector) }],
    )
    await world.app.store.of(org).transact((tx) => index.putVectors(tx, org, MODEL, vectors))
    some.forEach(({ vector }, position) => {
      passages.push({
        ...{ textId: id, position, lines: cut[position]?.lines ?? [], isHidden },
        ...(vector === null ? {} : { vector: unit(...vector) }),
      })
    })
  }
  return { org, passages }
}

const read = (org: OrganizationId) => world.app.store.of(org).read
const keyOf = ({ conversationId, position }: SpokenHit) => `${conversationId}/${position}`

/** Compares hits with the best hits of the model, except for ties. Every hit must have the model's scores. */
function expectBest(hits: readonly SpokenHit[], model: readonly ModelHit[], limit: number, by: 'lexical' | 'semantic') {
  const known = new Map(model.map((hit) => [hit.key, hit]))
  for (const hit of hits) {
    const meant = known.get(keyOf(hit))
    expect(meant).toBeDefined()
    expect(hit.lexical).toBeCloseTo(meant?.lexical ?? Number.NaN, 2)
    expect(hit.whole).toBeCloseTo(meant?.whole ?? Number.NaN, 2)
    if (meant?.semantic === null) expect(hit.semantic).toBeNull()
    else expect(hit.semantic).toBeCloseTo(meant?.semantic ?? Number.NaN, 2)
  }
  const worth = (hit: { lexical: number; semantic: number | null }) => hit[by] ?? Number.NEGATIVE_INFINITY
  const least = by === 'lexical' ? 0 : Number.NEGATIVE_INFINITY
  const best = model
    .map(worth)
    .filter((value) => value > least)
    .sort((one, other) => other - one)
    .slice(0, limit)
  const found = hits
    .map(worth)
    .sort((one, other) => other - one)
    .slice(0, best.length)
  expect(found).toHaveLength(best.length)
  for (const [i, value] of found.entries()) expect(value).toBeCloseTo(best[i] ?? Number.NaN, 2)
}

describe.each(ways)('among %s texts', (_, index) => {
  it('finds by words what a plain BM25 over the same passages finds', async () => {
    await whatever(25, async ({ given, asked, limit }) => {
      const { org, passages } = await corpusOf(world.acme, given)
      const hits = await index.find(read(org), org, EVERYTHING, asked, limit)
      expectBest(hits, searchModel(passages, asked), limit, 'lexical')
      expect(hits.length).toBeLessThanOrEqual(limit)
    })
  })

  it('finds by meaning what a comparison with each vector finds', async () => {
    await whatever(20, async ({ given, asked, to, limit }) => {
      const { org, passages } = await corpusOf(world.acme, given)
      const near = { ...asked, terms: [], vector: { model: MODEL, values: unit(...to) } }
      const hits = await index.find(read(org), org, EVERYTHING, near, limit)
      expectBest(hits, searchModel(passages, near), limit, 'semantic')
      expect(hits.filter(({ semantic }) => semantic === null)).toEqual([])
    })
  })

  it('finds among what is permitted as if there were nothing else', async () => {
    await whatever(15, async ({ given, asked, to, limit }) => {
      const both = { ...asked, vector: { model: MODEL, values: unit(...to) } }
      const all = await corpusOf(world.acme, given)
      const permitted = await corpusOf(
        world.rival,
        given.filter(({ isHidden }) => !isHidden),
      )
      const within = { conversations: sql`not private` }
      const some = await index.find(read(all.org), all.org, within, both, limit)
      const alone = await index.find(read(permitted.org), permitted.org, EVERYTHING, both, limit)
      expect(
        some.filter((hit) => !all.passages.some((p) => !p.isHidden && `${p.textId}/${p.position}` === keyOf(hit))),
      ).toEqual([])
      const scoresOf = (hits: readonly SpokenHit[]) =>
        hits
          .map(({ position, lines, lexical, whole, semantic }) =>
            JSON.stringify([position, lines, lexical, whole, semantic]),
          )
          .sort()
      expect(scoresOf(some)).toEqual(scoresOf(alone))
    })
  })

  it('finds the best of those besides too, however good others are', async () => {
    await whatever(15, async ({ given, asked, to, limit }) => {
      const both = { ...asked, vector: { model: MODEL, values: unit(...to) } }
      const { org, passages } = await corpusOf(world.acme, given)
      const id = passages.at(-1)?.textId
      if (id === undefined) return
      const hits = await index.find(read(org), org, { ...EVERYTHING, alwaysInclude: [id] }, both, limit)
      const alone = await index.find(read(org), org, { conversations: sql`c.id = ${id}` }, both, limit)
      const worst = Math.min(...alone.map(({ lexical }) => lexical))
      const found = new Map(hits.map((hit) => [keyOf(hit), hit]))
      // Rarity has a separate test, so hits with equal words and meaning can differ.
      expect(found.size).toBe(hits.length)
      expect(hits.filter(({ conversationId }) => conversationId === id).length).toBeGreaterThanOrEqual(
        Math.min(limit, alone.filter(({ lexical, semantic }) => lexical > worst || semantic !== null).length),
      )
    })
  })

  it('counts in how many texts a word is said', async () => {
    await whatever(15, async ({ given }) => {
      const { org, passages } = await corpusOf(world.acme, given)
      const saying = (term: string) =>
        new Set(
          passages
            .filter(({ isHidden, lines }) => !isHidden && lines.some(({ text }) => text.split(' ').includes(term)))
            .map(({ textId }) => textId),
        ).size
      const counts = await index.saidIn(read(org), org, { conversations: sql`not private` }, WORDS, 2)
      for (const term of WORDS) expect(counts.get(term) ?? 0).toBe(Math.min(2, saying(term)))
    })
  })

  it('tells who speaks, as if there were nothing that is hidden', async () => {
    await whatever(15, async ({ given }) => {
      const { org, passages } = await corpusOf(world.acme, given)
      const speaking = (name: string) =>
        new Set(
          passages
            .filter(({ isHidden, lines }) => !isHidden && lines.some(({ speaker }) => fold(speaker) === name))
            .map(({ textId }) => textId),
        )
      const asked = ['anna', 'berg', 'bob', 'lund', 'ánn', 'ánna']
      const expected = SPEAKERS.map(fold)
        .map((name) => ({ name, words: asked.filter((word) => name.split(' ').includes(word)), ids: speaking(name) }))
        .filter(({ words, ids }) => words.length > 0 && ids.size > 0)
        .sort((a, b) => b.words.length - a.words.length || (a.name < b.name ? -1 : 1))
      for (const names of [1, 9]) {
        const told = await index.spokenBy(read(org), org, { conversations: sql`not private` }, asked, {
          names,
          most: 2,
        })
        expect(told.map(({ name, words, count }) => ({ name, words, count }))).toEqual(
          expected.slice(0, names).map(({ name, words, ids }) => ({ name, words, count: ids.size })),
        )
        for (const [at, { ids }] of told.entries()) {
          expect(ids).toEqual([...(expected[at]?.ids ?? [])].sort().reverse().slice(0, 2))
        }
      }
    })
  })

  it('gives the newest conversations first where nothing is asked', async () => {
    await whatever(15, async ({ given, asked, limit }) => {
      const { org, passages } = await corpusOf(world.acme, given)
      const conditions = { ...asked, terms: [] }
      const hits = await index.find(read(org), org, EVERYTHING, conditions, limit)
      // All start at the same time, so the newest ID is first.
      const meant = searchModel(passages, conditions).map(({ key }) => key.split('/'))
      const order = meant.sort(([a = '', b], [c = '', d]) => (a === c ? Number(b) - Number(d) : a < c ? 1 : -1))
      expect(hits.map(keyOf)).toEqual(order.slice(0, limit).map((key) => key.join('/')))
    })
  })
})

describe('what a hit tells', () => {
  it('its lines as they were put', async () => {
    const { org } = await corpusOf(world.acme, [])
    const id = await conversationRow(world.app, org, world.alice)
    const lines = [
      { segment: 3, speaker: 'Anna "Q" Berg', start: 1.25, end: null, text: 'Tab\tand "quotes" \\ and 漢字' },
      { segment: 4, speaker: '', start: null, end: null, text: 'alpha' },
    ]
    const [, index] = ways[0] as [string, SearchIndex]
    await putFor(world.app, index, org, id, [{ position: 0, lines }])
    const [hit] = await index.find(read(org), org, EVERYTHING, { ...NOTHING, terms: ['alpha'] }, 5)
    expect(hit).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{
        conversationId: id,
        position: 0,
        lines,
        lexical: expect.any(Number),
        whole: expect.any(Number),
        semantic: null,
        held: ['alpha'],
      },
    })
  })
})
