import { expect, it } from 'vitest'
import { EmbeddedSteps } from './embedded-steps.ts'

it('runs two steps at a time in their order, also after a failure', async () => {
  const started: string[] = []
  let running = 0
  let most = 0
  const steps = new EmbeddedSteps()
  const step = (name: string, error?: Error) =>
    steps.run(async () => {
      started.push(name)
      most = Math.max(most, ++running)
      await new Promise((done) => setImmediate(done))
      running--
      if (error !== undefined) throw error
      return name
    })
  const names = ['one', 'two', 'three', 'four', 'five']
  const results = await Promise.allSettled(
    names.map((name) => step(name, name === 'two' ? new Error('broken') : undefined)),
  )
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
    ...['one', 'broken', 'three', 'four', 'five'],
  ])
  expect([started, most]).toEqual([names, 2])
  expect(await step('six')).toBe('six')
})
