import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHeartbeats, createLoop } from './heartbeat.ts'

/** Heartbeats with a test clock and without a timer. */
function supervised() {
  const log = { error: vi.fn(), info: vi.fn() }
  let time = 0
  const heartbeats = createHeartbeats(log, { everyMs: 1_000_000, now: () => time })
  onTestFinished(heartbeats.stop)
  const pass = (ms: number) => {
    time += ms
    heartbeats.check()
  }
  return { log, heartbeats, pass }
}

describe('a supervised loop', () => {
  it('is stalled when it has not beaten for too long, is started again once for each such time, and recovers', () => {
    const { log, heartbeats, pass } = supervised()
    const restart = vi.fn()
    const heartbeat = heartbeats.register({ name: 'jobs', stallMs: 60_000, restart })
    const state = () => heartbeats.states()[0]?.state

    pass(60_000)
    expect([state(), restart.mock.calls.length]).toEqual(['ok', 0])
    pass(1)
    expect([state(), restart.mock.calls.length]).toEqual(['stalled', 1])
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ loop: 'jobs', seconds: 60 }, expect.stringContaining('stalled'))
    pass(59_999)
    expect(restart).toHaveBeenCalledTimes(1)
    pass(2)
    expect(restart).toHaveBeenCalledTimes(2)
    heartbeat.beat()
    expect(state()).toBe('ok')
    pass(1)
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ loop: 'jobs' }, expect.stringContaining('again'))
  })

  it('is no longer looked after when it has ended', () => {
    const { heartbeats, pass } = supervised()
    const restart = vi.fn()
    heartbeats.register({ name: 'jobs', stallMs: 10, restart }).end()
    pass(1_000)
    expect([heartbeats.states(), restart.mock.calls.length]).toEqual([[], 0])
  })

  it('is not stalled because the event loop was blocked', () => {
    const log = { error: vi.fn(), info: vi.fn() }
    let time = 0
    const heartbeats = createHeartbeats(log, { everyMs: 10_000, now: () => time })
    onTestFinished(heartbeats.stop)
    const restart = vi.fn()
    heartbeats.register({ name: 'jobs', stallMs: 60_000, restart })
    time = 300_000
    heartbeats.check()
    expect(restart).not.toHaveBeenCalled()
  })
})

describe('createLoop', () => {
  it('beats after turns that succeed, tells of others, and goes on', async () => {
    const { heartbeats } = supervised()
    const failed = vi.fn()
    let turns = 0
    const turn = async () => {
      turns += 1
      if (turns % 2 === 0) throw new Error(`turn ${turns}`)
    }
    const loop = createLoop(heartbeats, { name: 'mail', everyMs: 1, stallMs: 60_000, turn, failed })
    loop.start()
    await vi.waitFor(() => expect(turns).toBeGreaterThan(4))
    await loop.stop()
    expect(failed.mock.calls[0]?.[0]).toEqual(new Error('turn 2'))
    const ended = turns
    await pause(20)
    expect(turns).toBe(ended)
    expect(heartbeats.states()).toEqual([])
  })

  it('is started again beside a turn that never ends, which then does nothing more', async () => {
    const { heartbeats, pass } = supervised()
    const signals: AbortSignal[] = []
    let turns = 0
    const turn = async (signal: AbortSignal) => {
      signals.push(signal)
      turns += 1
      if (turns === 1) await new Promise(() => undefined)
    }
    const loop = createLoop(heartbeats, { name: 'timers', everyMs: 1, stallMs: 100, turn, failed: () => undefined })
    loop.start()
    pass(101)
    await vi.waitFor(() => expect(turns).toBeGreaterThan(2))
    expect(signals[0]?.aborted).toBe(true)
    expect(heartbeats.states()).toMatchObject([{ name: 'timers', state: 'ok' }])
    await loop.stop()
  })

  it('does not wait for ever for a turn when it is to stop', async () => {
    const { heartbeats } = supervised()
    const turn = () => new Promise<void>(() => undefined)
    const loop = createLoop(heartbeats, { name: 'timers', everyMs: 1, stallMs: 100, turn, failed: () => undefined })
    loop.start()
    await loop.stop(20)
  })
})
