import { beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationId } from '../../core/principal.ts'
import type { SearchIndex } from '../../core/search.ts'
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
import { findPendingBackfills } from '../database/startup-backfill.ts'
import { createSearchIndex } from './postgres.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const index: SearchIndex = createSearchIndex()
const database = (org: OrganizationId = world.acme) => world.app.store.of(org)
const OLD = 'old/3'
const NEW = 'new/4'

/** Creates passages with vectors whose first number increases. */
async function conversationWith(count: number): Promise<string> {
  const id = await conversationRow(world.app, world.acme, world.alice)
  await putFor(
    world.app,
    index,
    world.acme,
    id,
    passagesOf(...Array.from({ length: count }, (_, i) => linesOf(`A: p${i}`))),
  )
  return id
}

async function embedAll(model: string, dimension: number, most = Number.POSITIVE_INFINITY) {
  for (let done = 0; done < most; ) {
    const passages = await index.withoutVector(database().read, world.acme, model, Math.min(3, most - done))
    if (passages.length === 0) return
    done += passages.length
    const vectors = passages.map(({ id, text }) => ({ id, values: numbered(Number(/\d+/.exec(text)?.[0]), dimension) }))
    await database().transact((tx) => index.putVectors(tx, world.acme, model, vectors))
  }
}

const numbered = (n: number, dimension: number) => unit(n, 5, ...Array.from({ length: dimension - 2 }, () => 1))

const nearest = async (model: string, values: Float32Array, limit: number) =>
  index.find(database().read, world.acme, EVERYTHING, { ...NOTHING, vector: { model, values } }, limit)

describe('a space', () => {
  it('gives back vectors by the position of their passages, of unit length', async () => {
    const id = await conversationWith(4)
    await embedAll(OLD, 3)
    const vectors = await index.getVectors(database().read, world.acme, id, OLD)
    expect([...vectors.keys()].sort()).toEqual([0, 1, 2, 3])
    for (const [position, values] of vectors) {
      expect(Math.hypot(...values)).toBeCloseTo(1, 6)
      for (const [i, value] of numbered(position, 3).entries()) expect(values[i]).toBeCloseTo(value, 3)
    }
    expect(await index.getVectors(database().read, world.acme, id, 'none')).toEqual(new Map())
    expect(await index.getVectors(database(world.rival).read, world.rival, id, OLD)).toEqual(new Map())
  })

  it('tells how far it has come', async () => {
    await conversationWith(5)
    const before = await index.coverage(database().read, world.acme, OLD)
    await embedAll(OLD, 3, 2)
    const after = await index.coverage(database().read, world.acme, OLD)
    expect(after).toEqual({ embedded: before.embedded + 2, passages: before.passages })
    await embedAll(OLD, 3)
    expect(await index.coverage(database().read, world.acme, OLD)).toEqual({
      embedded: before.passages,
      passages: before.passages,
    })
  })

  it('has one dimension', async () => {
    const [passage] = [await conversationWith(1)]
    expect(passage).toBeDefined()
    await expect(embedAll(OLD, 4)).rejects.toThrow(/3 dimensions/)
    await embedAll(OLD, 3)
    expect(await nearest(OLD, unit(1, 2, 3, 4), 5)).toEqual([])
  })

  it('takes vectors twice, and those of passages that are gone, as if they were not sent', async () => {
    const id = await conversationWith(2)
    const passages = await index.withoutVector(database().read, world.acme, OLD, 5)
    const vectors = passages.map((passage) => ({ id: passage.id, values: unit(1, 1, 1) }))
    const put = () => database().transact((tx) => index.putVectors(tx, world.acme, OLD, vectors))
    await Promise.all([put(), put()])
    expect((await index.getVectors(database().read, world.acme, id, OLD)).size).toBe(2)
    await putFor(world.app, index, world.acme, id, [])
    await put()
    expect((await index.getVectors(database().read, world.acme, id, OLD)).size).toBe(0)
  })
})

it('another space is filled beside the one that serves, which goes when it is full', async () => {
  const id = await conversationWith(3)
  await embedAll(OLD, 3)
  const forget = () => database().transact((tx) => index.forgetOtherSpaces(tx, world.acme, NEW))
  await embedAll(NEW, 4, 2)
  expect(await forget()).toBeUndefined()
  expect((await nearest(OLD, numbered(1, 3), 500)).some(({ conversationId }) => conversationId === id)).toBe(true)
  await embedAll(NEW, 4)
  let after: string | undefined
  do {
    after = await database().transact((tx) => index.forgetOtherSpaces(tx, world.acme, NEW, after))
  } while (after !== undefined)
  expect(await nearest(OLD, numbered(1, 3), 500)).toEqual([])
  expect((await nearest(NEW, numbered(1, 4), 500)).some(({ conversationId }) => conversationId === id)).toBe(true)
  const spaces = await world.app.store.owner.query('select name from vector_spaces where organization_id = $1', [
    world.acme,
  ])
  expect(spaces).toEqual([{ name: NEW }])
})

it('organizations that lack something are told', async () => {
  const { owner } = world.app.store
  const lacking = async (model: string | undefined) =>
    (await findPendingBackfills(owner, { model, transcribes: false, summaryVersion: 1 }))
      .filter(({ organizationId }) => organizationId === world.acme)
      .map(({ lacks }) => lacks)
      .sort()
  await embedAll(NEW, 4)
  await owner.query(
    `update conversations set transcript_version = null, processing_status = 'analyzed' where organization_id = $1`,
    [world.acme],
  )
  expect(await lacking(NEW)).toEqual([])
  expect(await lacking(undefined)).toEqual([])
  expect(await lacking('other/4')).toEqual(['vectors'])
  const id = await conversationRow(world.app, world.acme, world.alice)
  await owner.query('update conversations set transcript_version = 1 where id = $1', [id])
  // Its analysis wasn't requested either.
  expect(await lacking(NEW)).toEqual(['analyses', 'conversations'])
  // Previously, no embedding was configured.
  await owner.query('update searched_texts set space_id = null where organization_id = $1', [world.acme])
  expect(await lacking('first/4')).toEqual(['analyses', 'conversations', 'vectors'])
})
