import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workFor } from '../../core/asker.ts'
import { EMBEDDED_MAX, type EmbeddingPurpose } from '../../core/embedding.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createEmbeddingQueue, type QueueLimits } from './queue.ts'

const LIMITS: QueueLimits = { atOnce: { query: 1, passage: 1 }, texts: 4, characters: 100, callers: 3 }

/** The direction of a text tells which one it is. */
const angle = (text: string) => [Math.cos(Number(text)), Math.sin(Number(text))]
const texts = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n))

/** A model that waits to be let go on, batch by batch. */
function createGate(limits = LIMITS) {
  const batches: { texts: readonly string[]; purpose: EmbeddingPurpose; open(): void; fail(reason: Error): void }[] = []
  const queue = createEmbeddingQueue(limits, (given, purpose) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[][]>()
    batches.push({ texts: given, purpose, open: () => resolve(given.map(angle)), fail: reject })
    return promise
  })
  const openAll = async () => {
    for (let done = 0; done < batches.length; done++) {
      batches[done]?.open()
      await pause(0)
    }
  }
  return { queue, batches, openAll }
}

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing failed',
    (error) => [error.fault, error.reason],
  )

describe('the line in front of a model', () => {
  it('serves organizations in turns, however many calls one of them has in line', async () => {
    const { queue, batches, openAll } = createGate({ ...LIMITS, callers: 5 })
    const ask = (org: string, from: number, count: number) =>
      workFor(org as OrganizationId, () => queue.embed(texts(from, count), 'passage'))
    const all = [100, 200, 300, 400, 500].map((from) => ask('busy', from, 8))
    all.push(ask('single', 900, 6))
    await expect(ask('busy', 600, 1)).rejects.toMatchObject({ reason: 'busy' })
    await openAll()
    await Promise.all(all)
    const ofSingle = batches.flatMap(({ texts }, n) => (texts.some((text) => text.startsWith('9')) ? [n] : []))
    // The first batch was under way; then every other one.
    expect(ofSingle).toEqual([1, 3])
  })

  it('gives everybody the vectors of their texts in order, in batches of bounded size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(12), fc.constantFrom('query' as const, 'passage' as const)), { maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 12 }),
        async (calls, most, characters) => {
          const limits = { ...LIMITS, texts: most, characters, callers: 8, atOnce: { query: 1, passage: 2 } }
          const { queue, batches, openAll } = createGate(limits)
          const all = calls.map(([count, purpose], n) => queue.embed(texts(n * 100, count), purpose))
          await openAll()
          for (const [n, vectors] of (await Promise.all(all)).entries()) {
            expect(vectors).toEqual(texts(n * 100, calls[n]?.[0] ?? 0).map((text) => Float32Array.from(angle(text))))
          }
          for (const { texts } of batches) {
            expect(texts.length).toBeLessThanOrEqual(most)
            if (texts.length > 1) expect(texts.join('').length).toBeLessThanOrEqual(characters)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('runs no more batches at once than it may, and queries beside passages', async () => {
    const { queue, batches, openAll } = createGate()
    const passages = queue.embed(texts(0, 20), 'passage')
    const query = queue.embed(['99'], 'query')
    expect(batches.map(({ purpose }) => purpose)).toEqual(['passage', 'query'])
    batches[1]?.open()
    expect(await query).toHaveLength(1)
    expect(batches).toHaveLength(2)
    await openAll()
    expect(await passages).toHaveLength(20)
  })

  it('lets everybody have a turn while somebody wants a lot', async () => {
    const { queue, batches, openAll } = createGate()
    const many = queue.embed(texts(0, 400), 'passage')
    const few = queue.embed(texts(1_000, 3), 'passage')
    batches[0]?.open()
    await pause(0)
    batches[1]?.open()
    await pause(0)
    batches[2]?.open()
    expect(await few).toHaveLength(3)
    await openAll()
    expect(await many).toHaveLength(400)
  })

  it('is bounded: who finds it full is told so, and who left makes room', async () => {
    const { queue, openAll } = createGate()
    const leaving = new AbortController()
    const inside = [
      queue.embed(texts(0, 9), 'passage'),
      queue.embed(['100'], 'passage'),
      queue.embed(['200'], 'passage', leaving.signal),
    ]
    expect(await faultOf(queue.embed(['300'], 'passage'))).toEqual(['unavailable', 'busy'])
    const query = queue.embed(['400'], 'query')
    leaving.abort(new Error('No longer wanted.'))
    await expect(inside.pop()).rejects.toThrow('No longer wanted.')
    inside.push(queue.embed(['300'], 'passage'), query)
    await openAll()
    expect((await Promise.all(inside)).map(({ length }) => length)).toEqual([9, 1, 1, 1])
  })

  it('does nothing for who has left already, before or meanwhile', async () => {
    const { queue, batches, openAll } = createGate()
    await expect(queue.embed(['1'], 'query', AbortSignal.abort(new Error('Gone.')))).rejects.toThrow('Gone.')
    expect(batches).toEqual([])
    const leaving = new AbortController()
    const left = queue.embed(texts(0, 40), 'passage', leaving.signal)
    leaving.abort(new Error('Gone.'))
    await expect(left).rejects.toThrow('Gone.')
    await openAll()
    expect(batches).toHaveLength(1)
    expect(await queue.embed([], 'passage')).toEqual([])
  })

  it('tells a failure to those whose texts it was, and goes on for the others', async () => {
    const { queue, batches, openAll } = createGate()
    const first = queue.embed(texts(0, 9), 'passage')
    const second = queue.embed(texts(100, 5), 'passage')
    batches[0]?.fail(new Error('Broken.'))
    await expect(first).rejects.toThrow('Broken.')
    await openAll()
    expect(await second).toHaveLength(5)
    expect(batches.flatMap((batch) => batch.texts).slice(4)).toEqual(texts(100, 5))
  })

  it('ends for all who are in it, and for all who come later', async () => {
    const { queue } = createGate()
    const waiting = [queue.embed(texts(0, 9), 'passage'), queue.embed(['5'], 'query')]
    await queue.close()
    for (const one of [...waiting, queue.embed(['6'], 'query')]) {
      expect(await faultOf(one)).toEqual(['unavailable', 'closed'])
    }
  })

  it('hands on whole characters of what counts', async () => {
    const seen: string[] = []
    const queue = createEmbeddingQueue(LIMITS, async (given) => {
      seen.push(...given)
      return given.map(() => [1])
    })
    await queue.embed([`${'x'.repeat(EMBEDDED_MAX - 1)}😀 and more`, 'half \ud83d a pair'], 'passage')
    expect(seen.map((text) => [text.length, text.isWellFormed()])).toEqual([
      [EMBEDDED_MAX, true],
      [13, true],
    ])
  })
})

describe('vectors', () => {
  const given = (...answers: number[][][]) =>
    createEmbeddingQueue(LIMITS, async () => answers.shift() as readonly number[][])

  it('get the length one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.float({ noNaN: true, min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 20 }),
        async (vector) => {
          fc.pre(vector.some((part) => Math.abs(part) > 1e-3))
          const [unit = []] = await given([vector]).embed(['x'], 'query')
          expect(Math.hypot(...unit)).toBeCloseTo(1, 5)
        },
      ),
    )
  })

  it.each([
    ['too few', 'number_of_vectors', []],
    ['too many', 'number_of_vectors', [[1], [1]]],
    ['empty', 'dimension', [[]]],
    ['too long to be indexed', 'dimension', [Array(2_001).fill(1)]],
    ['no number', 'no_direction', [[1, Number.NaN]]],
    ['without end', 'no_direction', [[1, Number.POSITIVE_INFINITY]]],
    ['without a direction', 'no_direction', [[0, 0]]],
  ])('that are %s are wrong', async (_, reason, answer) => {
    const queue = given(answer, [[1, 2, 3]])
    expect(await faultOf(queue.embed(['x'], 'query'))).toEqual(['wrong', reason])
    expect(await queue.embed(['x'], 'query')).toHaveLength(1)
  })

  it('of different dimensions are wrong, in one answer and in two', async () => {
    expect(await faultOf(given([[1, 2], [1]]).embed(['x', 'y'], 'query'))).toEqual(['wrong', 'dimensions_differ'])
    const queue = given([[1, 2]], [[1, 2, 3]], [[3, 4]])
    await queue.embed(['x'], 'query')
    expect(await faultOf(queue.embed(['x'], 'query'))).toEqual(['wrong', 'dimensions_differ'])
    expect(await queue.embed(['x'], 'query')).toEqual([Float32Array.of(0.6, 0.8)])
  })
})
