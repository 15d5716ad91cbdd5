import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { workFor } from '../../core/asker.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { type WorkerTask, WorkerTaskError } from '../../core/worker-pool.ts'
import type { WorkerLimits } from './isolated-worker.ts'
import { openAside } from './worker-pool.ts'

const MODULE = `data:text/javascript,${encodeURIComponent(`
  import { readlinkSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { basename } from 'node:path'
  import { threadId } from 'node:worker_threads'
  const seen = []
  export const where = () => threadId
  export const priority = () => getPriority(Number(basename(readlinkSync('/proc/thread-self'))))
  export const same = (given) => given
  export const note = (one) => { seen.push(one); return [...seen] }
  export const refuse = (message) => { throw new RangeError(message) }
  export const refuseOddly = () => { throw 'no error at all' }
  export const makeFunction = () => () => 1
  export const hold = (gate) => { Atomics.store(gate, 0, 1); Atomics.notify(gate, 0); Atomics.wait(gate, 1, 0); return threadId }
  export const forever = (gate) => { Atomics.store(gate, 0, 1); Atomics.notify(gate, 0); for (;;); }
  export const die = () => process.exit(3)
  export const fill = () => { const all = []; for (;;) all.push(new Array(100000).fill(all.length)) }
`)}`

const piece = (name: string, isShort = false): WorkerTask<readonly unknown[], unknown> => ({
  ...{ url: MODULE, name, isShort: () => isShort },
  work: () => `here, in ${threadId}`,
})

const warnings: unknown[] = []
beforeEach(() => {
  warnings.length = 0
})
const opened: ReturnType<typeof openAside>[] = []
afterAll(() => Promise.all(opened.map((one) => one.close())))
function open(options: { bounds?: WorkerLimits; idleMs?: number } = {}) {
  const aside = openAside({ warn: (told: unknown) => void warnings.push(told) } as never, options)
  opened.push(aside)
  const ask = (name: string, given: readonly unknown[] = [], signal?: AbortSignal) =>
    aside.run(piece(name), given, signal)
  return { aside, ask, close: aside.close }
}
/** Signals for the start of a task, and for its end. */
function createGate() {
  const gate = new Int32Array(new SharedArrayBuffer(8))
  return {
    gate,
    begun: async () => {
      await Atomics.waitAsync(gate, 0, 0).value
    },
    letGo() {
      Atomics.store(gate, 1, 1)
      Atomics.notify(gate, 1)
    },
  }
}
const outcomeOf = (asked: Promise<unknown>) =>
  asked.then(
    (made) => ({ made }),
    (error: Error) => ({ error }),
  )

describe('a piece of work', () => {
  it('is done in another thread, always the same one, and what it makes comes back as it was', async () => {
    const { ask } = open()
    const elsewhere = await ask('where')
    expect(elsewhere).not.toBe(threadId)
    expect(await ask('where')).toBe(elsewhere)
    const given = { at: new Date(0), none: undefined, map: new Map([['a', [1, null]]]), text: '\ud83d\ude00 \ud83d' }
    expect(await ask('same', [given])).toStrictEqual(given)
  })

  it('is done right here when it is short', async () => {
    const { aside } = open()
    expect(await aside.run(piece('where', true), [], undefined)).toBe(`here, in ${threadId}`)
  })

  it('begins although a long piece of another organization is under way, and others of it wait', async () => {
    const { ask } = open()
    const { gate, begun, letGo } = createGate()
    const forOrganization = (org: string, name: string, given: readonly unknown[] = []) =>
      workFor(org as OrganizationId, () => ask(name, given))
    const long = forOrganization('busy', 'hold', [gate])
    await begun()
    let isOver = false
    const next = forOrganization('busy', 'where').finally(() => {
      isOver = true
    })
    expect(await forOrganization('single', 'same', [1])).toBe(1)
    expect(isOver).toBe(false)
    letGo()
    await Promise.all([long, next])
  })

  it('comes in its turn, whatever becomes of those before it', async () => {
    const kind = fc.constantFrom('note', 'refuse', 'die', 'void')
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 8 }), async (kinds) => {
        const { ask, close } = open()
        const outcomes = await Promise.all(
          kinds.map((one, at) => {
            if (one === 'void') return outcomeOf(ask('note', [at], AbortSignal.abort(new Error('unwanted'))))
            return outcomeOf(ask(one, one === 'note' ? [at] : ['because']))
          }),
        )
        await close()
        let seen: number[] = []
        const expected = kinds.map((one, at) => {
          if (one === 'note') {
            seen = [...seen, at]
            return { made: seen }
          }
          // A new thread has no state of the previous one.
          if (one === 'die') seen = []
          const message = { refuse: 'because', die: expect.stringMatching(/was stopped/), void: 'unwanted' }[one]
          return { error: expect.objectContaining({ message }) }
        })
        expect(outcomes).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })
})

describe('an error', () => {
  it('comes back by its name and message, and the thread goes on', async () => {
    const { ask } = open()
    const before = await ask('where')
    const { error } = (await outcomeOf(ask('refuse', ['three is too many']))) as { error: Error }
    expect(error).toBeInstanceOf(Error)
    expect([error.name, error.message, error.stack]).toEqual([
      ...['RangeError', 'three is too many'],
      expect.stringContaining('refuse'),
    ])
    await expect(ask('refuseOddly')).rejects.toThrow('no error at all')
    await expect(ask('missing')).rejects.toThrow(/^The module data:.* has no function missing/s)
    await expect(ask('makeFunction')).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await ask('where')).toBe(before)
    expect(warnings).toEqual([])
  })

  it('of what cannot be sent does no harm to the next one', async () => {
    const { ask } = open()
    await expect(ask('same', [() => 1])).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await ask('same', [1])).toBe(1)
  })
})

describe('a signal', () => {
  it('ends a piece before it begins, and where it stands and waits', async () => {
    const { ask } = open()
    await expect(ask('where', [], AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    const { gate, begun, letGo } = createGate()
    const first = ask('hold', [gate])
    await begun()
    const caller = new AbortController()
    const waiting = ask('note', ['never'], caller.signal)
    const next = ask('note', ['once'])
    caller.abort(new Error('gone'))
    // While the first task occupies the thread.
    await expect(waiting).rejects.toThrow('gone')
    letGo()
    await first
    expect(await next).toEqual(['once'])
  })

  it('ends one that runs with its thread, and the next one gets another', async () => {
    const { ask } = open()
    const before = await ask('where')
    const { gate, begun } = createGate()
    const caller = new AbortController()
    const running = outcomeOf(ask('forever', [gate], caller.signal))
    await begun()
    caller.abort(new Error('gone'))
    expect(await running).toEqual({ error: new Error('gone') })
    expect(await ask('where')).not.toBe(before)
  })
})

describe('a thread', () => {
  const gives = async (name: string, fault: string, bounds?: WorkerLimits) => {
    const { ask } = open(bounds === undefined ? {} : { bounds })
    const given = name === 'forever' ? [createGate().gate] : []
    const { error } = (await outcomeOf(ask(name, given))) as { error: Error }
    expect(error).toBeInstanceOf(WorkerTaskError)
    expect(error.message).toBe(`The task ${name} was stopped: ${fault}.`)
    const isLimit = fault !== 'it ended by itself'
    expect((error as WorkerTaskError).exceeded).toEqual(isLimit ? bounds : undefined)
    expect(warnings).toEqual([{ piece: name, fault }])
    return ask
  }

  it('that dies is told of, and the next piece gets another', async () => {
    const ask = await gives('die', 'it ended by itself')
    expect(await ask('same', [1])).toBe(1)
  })

  it('that takes too long, or too much memory, is ended', async () => {
    await gives('forever', 'time', { milliseconds: 1, heapMegabytes: 64, bufferMegabytes: 64 })
    warnings.length = 0
    const small = { milliseconds: 600_000, heapMegabytes: 32, youngMegabytes: 8, bufferMegabytes: 64 }
    const ask = await gives('fill', 'ERR_WORKER_OUT_OF_MEMORY', small)
    expect(await ask('same', [1])).toBe(1)
  })

  it.runIf(process.platform === 'linux')('gives way to the one that answers', async () => {
    expect(await open().ask('priority')).toBe(Math.min(19, getPriority() + 5))
  })

  it('without work ends after a while', async () => {
    const { ask } = open({ idleMs: 1 })
    const before = await ask('where')
    await vi.waitFor(async () => expect(await ask('where')).not.toBe(before), { timeout: 20_000, interval: 50 })
  })

  it('ends with the service, and with it what runs, waits or comes later', async () => {
    const { ask, close } = open()
    const { gate, begun } = createGate()
    const running = outcomeOf(ask('forever', [gate]))
    const waiting = outcomeOf(ask('where'))
    await begun()
    await close()
    const ended = { error: new WorkerTaskError('The process is stopping.') }
    expect(await Promise.all([running, waiting, outcomeOf(ask('where'))])).toEqual([ended, ended, ended])
    expect(warnings).toEqual([])
  })
})
