import { beforeAll, describe, expect, it } from 'vitest'
import type { TransactBatch } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { SpokenPassage } from '../../core/search.ts'
import { extractTerms } from '../../core/terms.ts'
import { sourceFor } from '../../testing/knowledge-fixtures.ts'
import {
  conversationRow,
  EVERYTHING,
  linesOf,
  NOTHING,
  passagesOf,
  putFor,
  unit,
} from '../../testing/search-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createSearchIndex } from './postgres.ts'
import { preparePassages } from './write.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const index = createSearchIndex()
const database = (org: OrganizationId = world.acme) => world.app.store.of(org)
const put = (id: string, passages: readonly SpokenPassage[]) => putFor(world.app, index, world.acme, id, passages)
const newConversation = () => conversationRow(world.app, world.acme, world.alice)
const found = async (text: string) =>
  (await index.find(database().read, world.acme, EVERYTHING, { ...NOTHING, terms: extractTerms(text) }, 50)).map(
    ({ conversationId, position }) => [conversationId, position],
  )
const rows = (id: string) =>
  world.app.store.owner.query<{ id: string; position: number; vectors: number }>(
    `select p.id, p.position, count(v.*)::int as vectors
     from passages p left join passage_vectors v
       on v.organization_id = p.organization_id and v.passage_id = p.id
     where p.text_id = $1
     group by p.id, p.position order by p.position`,
    [id],
  )
async function embed(id: string, model = 'model/2'): Promise<void> {
  const vectors = (await rows(id)).map((row) => ({ id: row.id, values: unit(row.position + 1, 1) }))
  await database().transact((tx) => index.putVectors(tx, world.acme, model, vectors))
}

/** Passages of a conversation without a vector. */
async function lacking(id: string) {
  const own = new Set((await rows(id)).map((row) => row.id))
  return (await index.withoutVector(database().read, world.acme, 'model/2', 1_000)).filter((row) => own.has(row.id))
}

const ONE = linesOf('Anna: The zebra crossing is closed.')
const TWO = linesOf('Bob: Nobody told us about the giraffe.')
const THREE = linesOf('Anna: An okapi, then.')

describe('putting a conversation again', () => {
  it('replaces what it was found by', async () => {
    const id = await newConversation()
    await put(id, passagesOf(ONE, TWO))
    expect(await found('zebra')).toEqual([[id, 0]])
    await put(id, passagesOf(TWO, THREE))
    expect(await found('zebra')).toEqual([])
    expect(await found('giraffe')).toEqual([[id, 0]])
    expect(await found('okapi')).toEqual([[id, 1]])
  })

  it('keeps the rows and vectors of passages that say the same, wherever they stand now', async () => {
    const id = await newConversation()
    await put(id, passagesOf(ONE, TWO, ONE))
    await embed(id)
    const before = await rows(id)
    await put(id, passagesOf(THREE, ONE, TWO))
    const after = await rows(id)
    expect(after.map(({ vectors }) => vectors)).toEqual([0, 1, 1])
    expect(after.slice(1).map((row) => row.id)).toEqual([before[0]?.id, before[1]?.id])
    expect(await lacking(id)).toEqual([{ id: after[0]?.id, text: 'An okapi, then.' }])
  })

  it('tells new times and speakers of words that stay', async () => {
    const id = await newConversation()
    await put(id, passagesOf(ONE))
    const renamed = [{ segment: 7, speaker: 'Carol', start: 60, end: 61, text: ONE[0]?.text ?? '' }]
    const [before] = await rows(id)
    await put(id, passagesOf(renamed))
    const [hit] = await index.find(database().read, world.acme, EVERYTHING, { ...NOTHING, speakers: ['carol'] }, 5)
    expect(hit).toMatchObject({ id: before?.id, lines: renamed })
  })

  it('is not seen before it is committed, and the old words are found until then', async () => {
    const id = await newConversation()
    await put(id, passagesOf(linesOf('Anna: quagga')))
    const failing = database().transact(async (tx) => {
      await index.putConversation(tx, world.acme, id, passagesOf(linesOf('Anna: tapir')))
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect([await found('quagga'), await found('tapir')]).toEqual([[[id, 0]], []])
  })

  it('by two at the same moment leaves what one of them wrote', async () => {
    const id = await newConversation()
    const texts = ['walrus', 'narwhal', 'beluga', 'orca']
    await Promise.all(texts.map((text) => put(id, passagesOf(linesOf(`Anna: ${text}`), linesOf(`Bob: ${text} again`)))))
    const counts = await Promise.all(texts.map(async (text) => (await found(text)).length))
    expect(counts.toSorted()).toEqual([0, 0, 0, 2])
    expect(await rows(id)).toHaveLength(2)
  })

  it('while its passages are being embedded leaves none without a vector unnoticed', async () => {
    const id = await newConversation()
    await put(id, passagesOf(ONE, TWO))
    const before = await rows(id)
    const vectors = before.map((row) => ({ id: row.id, values: unit(1, 2) }))
    await Promise.all([
      put(id, passagesOf(TWO, THREE)),
      database().transact((tx) => index.putVectors(tx, world.acme, 'model/2', vectors)),
    ])
    const without = (await rows(id)).filter((row) => row.vectors === 0).map((row) => row.id)
    expect((await lacking(id)).map((row) => row.id)).toEqual(without)
    await embed(id)
    expect(await lacking(id)).toEqual([])
  })

  it('with nothing leaves nothing to be found', async () => {
    const id = await newConversation()
    await put(id, passagesOf(linesOf('Anna: pangolin')))
    await put(id, [])
    expect([await found('pangolin'), await rows(id)]).toEqual([[], []])
  })
})

it('a large transcript comes in whole', async () => {
  const id = await newConversation()
  const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const many = Array.from({ length: 4_500 }, (_, i) => linesOf(`Anna: common xq${letters(i)}`))
  await put(id, passagesOf(...many))
  expect(await found(`xq${letters(4_499)}`)).toEqual([[id, 4_499]])
  expect(await rows(id)).toHaveLength(4_500)
})

describe('removing', () => {
  const traces = (id: string) =>
    world.app.store.owner.query(
      `select (select count(*) from searched_texts where id = $1)::int as texts,
              (select count(*) from passages where text_id = $1)::int as passages,
              (select count(*) from passage_words where text_id = $1)::int as words,
              (select count(*) from passage_vectors where text_id = $1)::int as vectors`,
      [id],
    )
  const nothing = [{ texts: 0, passages: 0, words: 0, vectors: 0 }]

  it('leaves nothing, nor does erasing the conversation, while others stay', async () => {
    const [one, other, third] = [await newConversation(), await newConversation(), await newConversation()]
    for (const id of [one, other, third]) {
      await put(id, passagesOf(linesOf('Anna: axolotl and more'), TWO))
      await embed(id)
    }
    await database().transact((tx) => index.removeConversation(tx, world.acme, one))
    await world.app.store.owner.query('delete from conversations where id = $1', [other])
    expect([await traces(one), await traces(other)]).toEqual([nothing, nothing])
    expect(await found('axolotl')).toEqual([[third, 0]])
    expect(await traces(third)).toEqual([{ texts: 1, passages: 2, words: expect.any(Number), vectors: 2 }])
  })

  it('takes the words of a source along with it', async () => {
    const id = await sourceFor(world, { content: '# Opening hours\n\nThe aquarium opens at nine.' })
    const inSources = async () =>
      index.findInSources(database().read, world.acme, 'all', { ...NOTHING, terms: ['aquarium'] }, 5)
    expect(await inSources()).toMatchObject([{ sourceId: id, position: 0, headings: ['Opening hours'] }])
    expect(await found('aquarium')).toEqual([])
    await database().transact((tx) => index.removeSource(tx, world.acme, id))
    expect([await inSources(), await traces(id)]).toEqual([[], nothing])
  })
})

describe('sources', () => {
  it('are found by their headings too, and only those that are named', async () => {
    const one = await sourceFor(world, { content: '# Lighthouse\n\nOpen on Sundays.' })
    const other = await sourceFor(world, { content: '# Harbour\n\nThe lighthouse is near.' })
    const find = async (sources: 'all' | string[]) =>
      (
        await index.findInSources(
          database().read,
          world.acme,
          sources,
          { ...NOTHING, terms: extractTerms('lighthouse') },
          5,
        )
      )
        .map(({ sourceId }) => sourceId)
        .toSorted()
    expect(await find('all')).toEqual([one, other].toSorted())
    expect(await find([other])).toEqual([other])
    expect(await find([])).toEqual([])
    const rival = database(world.rival).read
    expect(await index.findInSources(rival, world.rival, [one], { ...NOTHING, terms: ['lighthous'] }, 5)).toEqual([])
  })

  it('stored before there were words are given theirs', async () => {
    const id = await sourceFor(world, { content: '# Menu\n\nToday: halloumi.' })
    // State after the migration.
    await world.app.store.owner.query('delete from passage_words where text_id = $1', [id])
    await world.app.store.owner.query('update searched_texts set words = null, stems_version = 1 where id = $1', [id])
    const find = () =>
      index.findInSources(database().read, world.acme, 'all', { ...NOTHING, terms: extractTerms('halloumi') }, 5)
    const before = await rows(id)
    expect(await find()).toEqual([])
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const update = () => database().transact((tx) => index.updateWords(tx, world.acme, ctx.workers, ctx.signal))
    expect(await update()).toBe(true)
    expect(await update()).toBe(false)
    expect(await find()).toMatchObject([{ sourceId: id, text: expect.stringContaining('halloumi') }])
    expect(await rows(id)).toEqual(before)
  })
})

describe('a text with older stems', () => {
  it('gets current words, and keeps its passages and their vectors', async () => {
    const id = await newConversation()
    await put(id, passagesOf(linesOf('Ann: the importance of keys')))
    const before = await rows(id)
    const { query } = world.app.store.owner
    // As an earlier version stored it.
    await query("update passage_words set word = 'import' where text_id = $1 and word = 'important'", [id])
    await query("update passage_words set word = 'kei' where text_id = $1 and word = 'key'", [id])
    await query(
      "update searched_texts set words = replace(replace(words, 'important', 'import'), 'key', 'kei'), stems_version = 1 where id = $1",
      [id],
    )
    expect(await found('key')).toEqual([])
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const update = () =>
      database().transact((tx) => index.updateWords(tx, world.acme, ctx.workers, new AbortController().signal))
    expect(await update()).toBe(true)
    expect(await update()).toBe(false)
    expect(await found('key')).toEqual([[id, 0]])
    expect(await found('important')).toEqual([[id, 0]])
    expect((await found('import')).map(([one]) => one)).not.toContain(id)
    expect(await rows(id)).toEqual(before)
  })
})

describe('a conversation that is added in several transactions', () => {
  const many = Array.from({ length: 1_200 }, (_, position) => ({
    position,
    lines: [{ segment: position, speaker: 'Ann', start: null, end: null, text: `passage ${position} about zucchini` }],
  }))
  const state = async (id: string) => [
    await index.findUnknown(database().read, world.acme, [id]),
    (await rows(id)).length,
  ]

  it('is complete at the end, as if it was put at once', async () => {
    const [one, other] = [await newConversation(), await newConversation()]
    const prepared = preparePassages(JSON.stringify(many))
    expect(await index.addConversation(database().transactBatch, world.acme, one, prepared)).toBe(true)
    await put(other, many)
    expect(await state(one)).toEqual([[], many.length])
    const shapeOf = async (id: string) =>
      world.app.store.owner.query(
        'select word, passages, best, postings from passage_words where text_id = $1 order by word collate "C"',
        [id],
      )
    expect(await shapeOf(one)).toEqual(await shapeOf(other))
    expect(await index.addConversation(database().transactBatch, world.acme, one, prepared)).toBe(false)
  })

  it('is unknown when it was interrupted, and complete after it is put', async () => {
    const id = await newConversation()
    let left = 2
    const failing: TransactBatch = (statements) => {
      if (left-- === 0) throw new Error('interrupted')
      return database().transactBatch(statements)
    }
    const added = (async () => index.addConversation(failing, world.acme, id, preparePassages(JSON.stringify(many))))()
    await expect(added).rejects.toThrow('interrupted')
    expect(await state(id)).toEqual([[id], 500])
    await put(id, many)
    expect(await state(id)).toEqual([[], many.length])
  })

  it('adds nothing to a text that another transaction replaced', async () => {
    const id = await newConversation()
    let steps = 0
    const replaced: TransactBatch = async (statements) => {
      if (steps++ === 2) await put(id, passagesOf(ONE))
      return database().transactBatch(statements)
    }
    const prepared = preparePassages(JSON.stringify(many))
    expect(await index.addConversation(replaced, world.acme, id, prepared)).toBe(false)
    expect((await rows(id)).length).toBe(passagesOf(ONE).length)
    const words = await world.app.store.owner.query(
      "select from passage_words where text_id = $1 and word = 'zucchini'",
      [id],
    )
    expect(words).toEqual([])
  })
})

it('conversations that were never put are told', async () => {
  const [known, unknown] = [await newConversation(), await newConversation()]
  await put(known, passagesOf(ONE))
  expect(await index.findUnknown(database().read, world.acme, [known, unknown])).toEqual([unknown])
})
