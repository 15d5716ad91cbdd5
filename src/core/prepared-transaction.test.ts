import { describe, expect, it } from 'vitest'
import type { Reader, Writer } from './db.ts'
import { transactPrepared } from './prepared-transaction.ts'

/** A store with one text, which others change while a computation runs. */
function createStore(changesDuring: number) {
  let [text, left] = ['a', changesDuring]
  const events: string[] = []
  const released: string[] = []
  const ctx = {
    db: {} as Reader,
    async transact<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
      events.push('begin')
      try {
        return await work({} as Writer)
      } finally {
        events.push('end')
      }
    },
  }
  const run = (stored: (made: string) => void = () => {}) =>
    transactPrepared(ctx, {
      read: async () => ({ text }),
      async prepare(_db, basis, isLocked) {
        events.push(isLocked ? 'compute locked' : 'compute')
        if (!isLocked && left > 0) {
          left--
          text += 'b'
        }
        return basis.text.toUpperCase()
      },
      lock: async () => text.length,
      async store(_tx, made, length) {
        stored(made)
        return [made, length]
      },
      release: async (made) => {
        released.push(made)
      },
    })
  return { run, events, released }
}

describe('a prepared transaction', () => {
  it('computes before the transaction, and stores the result in it', async () => {
    const { run, events, released } = createStore(0)
    expect(await run()).toEqual(['A', 1])
    expect([events, released]).toEqual([['compute', 'begin', 'end'], ['A']])
  })

  it('computes again if something changed in between, and never stores the older result', async () => {
    const { run, events, released } = createStore(1)
    expect(await run()).toEqual(['AB', 2])
    expect(events).toEqual(['compute', 'begin', 'end', 'compute', 'begin', 'end'])
    expect(released).toEqual(['A', 'AB'])
  })

  it('computes under the lock if it changes each time', async () => {
    const { run, events, released } = createStore(9)
    expect(await run()).toEqual(['ABB', 3])
    expect(events.slice(-3)).toEqual(['begin', 'compute locked', 'end'])
    expect(released).toEqual(['A', 'AB'])
  })

  it('releases what was prepared if the transaction fails, and does not repeat it', async () => {
    const { run, events, released } = createStore(0)
    const failing = run(() => {
      throw new Error('full')
    })
    await expect(failing).rejects.toThrow('full')
    expect([events, released]).toEqual([['compute', 'begin', 'end'], ['A']])
  })
})
