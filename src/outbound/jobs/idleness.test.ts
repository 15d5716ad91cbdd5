/** Idleness of a process that runs jobs, by which `parley worker --until-idle` ends. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fresh, openFairQueue, until } from '../../testing/fair-queue.ts'

const { busy, open } = await openFairQueue()

describe('idleness', () => {
  it('begins with the first look that finds no job while none runs, and ends with the next job', async () => {
    let answered = () => {}
    const answer = new Promise<void>((resolve) => {
      answered = resolve
    })
    let begun = 0
    const job = fresh({
      async handle() {
        begun += 1
        await answer
      },
    })
    const { runner, add } = await open([job])
    expect(runner.idleSeconds()).toBe(0)
    await add(busy, job, 1)
    runner.start()
    await until(() => begun === 1)
    await pause(200)
    expect(runner.idleSeconds()).toBe(0)
    answered()
    await until(() => runner.idleSeconds() > 0.1)
  })

  it('is not reported while jobs must not be claimed', async () => {
    let mayTake = true
    const { runner } = await open([fresh({ handle: async () => undefined })], { mayTake: () => mayTake })
    runner.start()
    await until(() => runner.idleSeconds() > 0)
    mayTake = false
    await until(() => runner.idleSeconds() === 0)
  })
})
