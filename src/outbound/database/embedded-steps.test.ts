import { expect, it } from 'vitest'
import { EmbeddedSteps } from './embedded-steps.ts'

it('runs one step at a time, and the next one after a pause, also after a failure', async () => {
  const events: string[] = []
  const steps = new EmbeddedSteps(async (ms) => {
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(ms).toBeLessThanOrEqual(250)
    events.push('pause')
    await new Promise((done) => setImmediate(done))
    events.push('end of pause')
  })
  const step = (name: string, error?: Error) =>
    steps.run(async () => {
      events.push(name)
      await new Promise((done) => setImmediate(done))
      events.push(`end of ${name}`)
      if (error !== undefined) throw error
      return name
    })
  const [first, second, third] = await Promise.allSettled([
    step('one'),
    step('two', new Error('broken')),
    step('three'),
  ])
  expect([first, third]).toEqual([
    { status: 'fulfilled', value: 'one' },
    { status: 'fulfilled', value: 'three' },
  ])
  expect(second).toMatchObject({ status: 'rejected', reason: { message: 'broken' } })
  expect(events.slice(0, 10)).toEqual([
    ...['one', 'end of one', 'pause', 'end of pause'],
    ...['two', 'end of two', 'pause', 'end of pause'],
    ...['three', 'end of three'],
  ])
})
