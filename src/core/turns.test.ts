import { afterEach, describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const never = new AbortController().signal

const benches: { finish(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of benches.splice(0)) await one.finish()
})

/** Work that ends on request, with the order of its starts. */
function bench(places: number, waitMs?: number) {
  const turns = createTurns(places, waitMs)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const start = (organization: string, name: string, signal = never) =>
    turns.run(organization, signal, () => {
      began.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  benches.push({
    async finish() {
      // Each end starts the next work.
      for (let n = 0; n < began.length; n++) await end(began[n] ?? '')
    },
  })
  return { began, start, end }
}

describe('turns', () => {
  it('are had at once while there are places, and one organization leaves a quarter of them free', async () => {
    const { began, start, end } = bench(4)
    for (let n = 0; n < 6; n++) void start('a', `a${n}`)
    expect(began).toEqual(['a0', 'a1', 'a2'])
    void start('b', 'b0')
    expect(began).toEqual(['a0', 'a1', 'a2', 'b0'])
    await end('a0')
    expect(began.slice(4)).toEqual(['a3'])
  })

  it('go to whoever has fewest under way, and then to whoever waited longest for one', async () => {
    const { began, start, end } = bench(2)
    void start('a', 'a0')
    void start('b', 'b0')
    for (const name of ['a1', 'a2', 'a3']) void start('a', name)
    void start('b', 'b1')
    void start('c', 'c0')
    await end('a0')
    expect(began.at(-1)).toBe('a1')
    await end('b0')
    expect(began.at(-1)).toBe('b1')
    await end('b1')
    // Before two that waited longer, because their organizations have running requests.
    expect(began.at(-1)).toBe('c0')
    await end('a1')
    expect(began.slice(-2)).toEqual(['c0', 'a2'])
  })

  it('go to the organization with the fewest under way, even if another one waits longer and may use more', async () => {
    const { began, start, end } = bench(8)
    for (let n = 0; n < 5; n++) void start('a', `a${n}`)
    for (let n = 0; n < 3; n++) void start('b', `b${n}`)
    void start('a', 'a5')
    void start('b', 'b3')
    await end('a0')
    expect(began.at(-1)).toBe('b3')
    await end('a1')
    expect(began.at(-1)).toBe('a5')
  })

  it('one place is enough for all', async () => {
    const { began, start, end } = bench(1)
    void start('a', 'a0')
    void start('b', 'b0')
    await end('a0')
    await end('b0')
    expect(began).toEqual(['a0', 'b0'])
  })

  it('are given up by whoever goes away, or waits for too long', async () => {
    const { began, start, end } = bench(1, 30)
    const gone = new AbortController()
    void start('a', 'a0')
    const left = start('b', 'b0', gone.signal)
    const late = start('c', 'c0')
    gone.abort(new Error('the caller has gone'))
    await expect(left).rejects.toThrow('the caller has gone')
    await expect(late).rejects.toMatchObject({ kind: 'unavailable', code: 'overloaded', retryAfterSeconds: 5 })
    await end('a0')
    void start('d', 'd0')
    expect(began).toEqual(['a0', 'd0'])
  })

  it('are passed on by work that fails', async () => {
    const turns = createTurns(1)
    const failed = turns.run('a', never, async () => {
      throw new Error('it broke')
    })
    await expect(failed).rejects.toThrow('it broke')
    expect(await turns.run('b', never, async () => 'done')).toBe('done')
  })
})
