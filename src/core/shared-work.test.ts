import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { shareReads, shareRoundTrips } from './shared-work.ts'

/** A store whose round trips end when the test says so. */
function createStore() {
  const batches: { readonly items: readonly string[]; end(): void; fail(error: Error): void }[] = []
  const run = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ items, end: () => resolve(items.map((item) => `${item}!`)), fail: reject })
    })
  const items = () => batches.map((batch) => batch.items)
  return { batches, items, run }
}

describe('shared round trips', () => {
  it('start immediately for the first item, then serve all that arrived in the meantime', async () => {
    const { batches, items, run } = createStore()
    const add = shareRoundTrips(run, 10)
    const first = add('a')
    const others = Promise.all([add('b'), add('c')])
    expect(items()).toEqual([['a']])
    batches[0]?.end()
    expect(await first).toBe('a!')
    expect(items()).toEqual([['a'], ['b', 'c']])
    batches[1]?.end()
    expect(await others).toEqual(['b!', 'c!'])
  })

  it('have a maximum size', async () => {
    const { batches, items, run } = createStore()
    const add = shareRoundTrips(run, 2)
    const all = Promise.all(['a', 'b', 'c', 'd'].map(add))
    for (let index = 0; index < 3; index++) {
      batches[index]?.end()
      await pause(1)
    }
    expect(await all).toEqual(['a!', 'b!', 'c!', 'd!'])
    expect(items()).toEqual([['a'], ['b', 'c'], ['d']])
  })

  it('fail for their own items only', async () => {
    const { batches, run } = createStore()
    const add = shareRoundTrips(run, 10)
    const first = add('a')
    const second = add('b')
    batches[0]?.fail(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    batches[1]?.end()
    expect(await second).toBe('b!')
  })

  it('do not wait long for one that hangs', async () => {
    const { batches, items, run } = createStore()
    const add = shareRoundTrips(run, 10)
    const hanging = add('a')
    const second = add('b')
    while (batches.length < 2) await pause(5)
    batches[1]?.end()
    expect(await second).toBe('b!')
    expect(items()).toEqual([['a'], ['b']])
    batches[0]?.end()
    expect(await hanging).toBe('a!')
  })

  it('refuse a store that returns another number of results', async () => {
    const add = shareRoundTrips(async () => [], 10)
    await expect(add('a')).rejects.toThrow('another number of results')
  })
})

describe('shared reads', () => {
  it('see what changed before each of their requests', async () => {
    const share = shareReads<string>()
    let stored = 'valid'
    let reads = 0
    const read = async () => {
      reads++
      const seen = stored
      await pause(1)
      return seen
    }
    const before = share('key', read)
    stored = 'revoked'
    const after = Promise.all([share('key', read), share('key', read), share('key', read)])
    expect(await before).toBe('valid')
    expect(await after).toEqual(['revoked', 'revoked', 'revoked'])
    expect(reads).toBe(2)
  })

  it('run in the scope of the request that arrived last', async () => {
    const share = shareReads<string | undefined>()
    const scope = new AsyncLocalStorage<string>()
    const read = async () => {
      await pause(1)
      return scope.getStore()
    }
    const ask = (name: string) => scope.run(name, () => share('key', read))
    expect(await Promise.all([ask('first'), ask('second'), ask('third')])).toEqual(['first', 'third', 'third'])
  })

  it('are apart for each key', async () => {
    const share = shareReads<string>()
    const both = await Promise.all([share('a', async () => 'of a'), share('b', async () => 'of b')])
    expect(both).toEqual(['of a', 'of b'])
  })
})
