import { expect, it } from 'vitest'
import { withinTime } from './within-time.ts'

it('returns the result or the error of the work', async () => {
  await expect(withinTime(10_000, Promise.resolve(1))).resolves.toBe(1)
  await expect(withinTime(10_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

it('fails when the work takes longer', async () => {
  await expect(withinTime(5, new Promise(() => {}))).rejects.toThrow('did not respond within 0.005 seconds')
})

it('accepts work that ended while the event loop was blocked', async () => {
  const work = new Promise((done) => setImmediate(done, 'in time'))
  const limited = withinTime(5, work)
  const until = performance.now() + 30
  while (performance.now() < until);
  await expect(limited).resolves.toBe('in time')
})
