/**
 * Shares one round trip to a store between requests that wait for the same kind of work. While a round trip is under
 * way, further requests collect, and the next round trip serves all of them. It starts after the last of them arrived,
 * so its result is as current as a result of their own. Without concurrent requests, nothing waits.
 */

import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Milliseconds after which collected work starts although a round trip is still under way. Then a slow statement or a
 * lost connection delays only the requests that it serves.
 */
const PATIENCE_MS = 25

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * @param run returns the results in the order of the items. If it rejects, all of its items do.
 * @param batchMax maximum number of items of one round trip
 * @returns function that adds an item
 */
export function shareRoundTrips<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  batchMax: number,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let underWay = 0
  let timer: NodeJS.Timeout | undefined

  async function send(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting.slice(0, batchMax)
    waiting = waiting.slice(batchMax)
    if (waiting.length > 0) startTimer()
    underWay++
    try {
      const results = await run(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error('A shared round trip returned another number of results.')
      for (const [index, one] of batch.entries()) one.resolve(results[index] as Result)
    } catch (error) {
      for (const one of batch) one.reject(error)
    } finally {
      underWay--
      if (waiting.length > 0) void send()
    }
  }

  function startTimer(): void {
    timer ??= setTimeout(() => void send(), PATIENCE_MS)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (underWay === 0) void send()
      else startTimer()
    })
}

/**
 * Shares reads with the same key. A read that has started isn't shared with requests that arrive later, because it may
 * not see what changed in between. The read runs in the scope of the request that arrived last. What it learns is then as
 * current as each of the requests needs, such as the last write of the organization.
 */
export function shareReads<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const lanes = new Map<string, { readonly add: (read: () => Promise<Value>) => Promise<Value>; users: number }>()
  return async (key, read) => {
    const lane = lanes.get(key) ?? { add: shareRoundTrips(readOnce<Value>, Number.POSITIVE_INFINITY), users: 0 }
    lanes.set(key, lane)
    lane.users++
    try {
      return await lane.add(AsyncLocalStorage.bind(read))
    } finally {
      lane.users--
      if (lane.users === 0) lanes.delete(key)
    }
  }
}

/** Runs the last one of several equal reads for all. */
async function readOnce<Value>(reads: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const last = reads.at(-1)
  if (last === undefined) return []
  const value = await last()
  return reads.map(() => value)
}
