import { beforeAll, describe, expect, it } from 'vitest'
import type { Reader } from '../../../core/db.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { loadSegments } from '../../text/transcripts/index.ts'
import { createSegmentsLoader, SEGMENTS_BYTES_MAX } from './segments-loader.ts'

let world: World
let ids: string[]
/** Bytes of the longest transcript. */
let bytes: number
beforeAll(async () => {
  world = await createWorld()
  ids = []
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
    const segments = [{ speaker: 'Ann Archer', start: 0, end: 3, text: `This is the ${name} call.` }]
    ids.push(await importFor(world, { conversationTitle: name, transcript: { segments } }))
  }
  const rows = await world.app.store.owner.query<{ bytes: number }>(
    'select max(octet_length(segments)) as bytes from transcripts where conversation_id = any($1)',
    [ids],
  )
  bytes = rows[0]?.bytes ?? 0
})

/** Reader that counts its statements. */
function countStatements() {
  const { read } = world.app.store.of(world.acme)
  let statements = 0
  const db = new Proxy(read, {
    get(target, name) {
      if (name === 'getExecutor') statements++
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Reader
  return { db, count: () => statements }
}

/** Loads the calls one after the other. */
async function loadAll(order: readonly string[], bytesMax?: number, read: readonly string[] = order) {
  const { db, count } = countStatements()
  const loader = createSegmentsLoader(db, world.acme, order, bytesMax)
  const words: string[] = []
  for (const id of read) {
    const segments = loadSegments(await loader.load(id))
    words.push(segments.map((segment) => segment.words.map(({ text }) => text).join(' ')).join())
  }
  return { words, statements: count() }
}
const sentences = (...names: readonly string[]) => names.map((name) => `This is the ${name} call.`)

describe('segments of several calls', () => {
  it('are loaded in one statement', async () => {
    expect(await loadAll(ids)).toEqual({
      words: sentences('first', 'second', 'third', 'fourth', 'fifth'),
      statements: 1,
    })
    expect(SEGMENTS_BYTES_MAX).toBeGreaterThan(5 * bytes)
  })

  it('are loaded in as many statements as the limit of bytes requires', async () => {
    expect(await loadAll(ids, 2 * bytes)).toMatchObject({
      words: sentences('first', 'second', 'third', 'fourth', 'fifth'),
      statements: 3,
    })
    // A transcript that exceeds the limit is loaded alone.
    expect(await loadAll(ids, 1)).toMatchObject({ statements: 5 })
  })

  it('are loaded once for a call that is read repeatedly', async () => {
    const [first = '', second = ''] = ids
    expect(await loadAll([first, first, second], bytes)).toEqual({
      words: sentences('first', 'first', 'second'),
      statements: 2,
    })
  })

  it('are loaded again after they made room for others', async () => {
    const [first = '', second = ''] = ids
    expect(await loadAll([first, second], bytes, [first, second, first])).toEqual({
      words: sentences('first', 'second', 'first'),
      statements: 3,
    })
  })

  it('are loaded for a call that was not expected, and are empty for a call that does not exist', async () => {
    const [first = '', second = ''] = ids
    const missing = '01999999-0000-7000-8000-000000000000'
    expect((await loadAll([first], bytes, [second])).words).toEqual(sentences('second'))
    expect((await loadAll([missing, second])).words).toEqual(['', ...sentences('second')])
  })

  it('of another organization are not loaded', async () => {
    const loader = createSegmentsLoader(world.app.store.of(world.rival).read, world.rival, ids)
    for (const id of ids) expect(await loader.load(id)).toEqual([])
  })
})
