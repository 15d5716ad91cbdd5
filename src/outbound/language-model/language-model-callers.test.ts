/** Callers of a model: those that stop waiting, and many at the same time. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ModelSettings } from '../../core/config.ts'
import { collectPieces, findFault, MODEL_QUERY, openModelUnderTest, summarizeCalls } from '../../testing/model-probe.ts'
import { createModelServer, isRateLimited, type ModelServer, says, takesTime } from '../../testing/model-server.ts'
import type { RetryTimeouts } from './language-model.ts'

/** Shorter than the minute that the server takes. */
const WAIT = { timeout: 30_000 }

let server: ModelServer
beforeAll(async () => {
  server = await createModelServer()
})

const probe = (settings?: Partial<ModelSettings>, patience?: RetryTimeouts, record?: () => Promise<void>) =>
  openModelUnderTest(server, settings, patience, record)
const schema = z.object({ name: z.string().max(40), turn: z.int() })

describe('whoever asks', () => {
  it.each(['text', 'object', 'stream'] as const)('may want no more of %s, at once', async (way) => {
    server.script = () => takesTime(says('Ann said hello, and Bob said it back.'), 0, 60_000)
    const { model, calls } = probe()
    const aborter = new AbortController()
    const given = { ...MODEL_QUERY, signal: aborter.signal }
    const asked = {
      text: () => model.text(given),
      object: () => model.object({ ...given, schema }),
      stream: () => collectPieces(model.stream(given)),
    }
    const answer = asked[way]()
    const before = server.requests.length
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(before), WAIT)
    aborter.abort(new Error('Nobody waits any more.'))
    await expect(answer).rejects.toThrow('Nobody waits any more.')
    await vi.waitFor(() => expect(server.requests.at(-1)?.left).toBe(true), WAIT)
    expect(summarizeCalls(calls)).toEqual([{ outcome: 'aborted', detail: undefined, requests: 1, estimated: true }])
    expect(calls[0]?.inputTokens).toBeGreaterThan(10)
  })

  it('may want no more while it waits to try again', async () => {
    server.script = () => isRateLimited(4)
    const { model, calls } = probe()
    const answer = model.text({ ...MODEL_QUERY, signal: AbortSignal.timeout(500) })
    await expect(answer).rejects.toThrow('timeout')
    expect(summarizeCalls(calls)).toEqual([{ outcome: 'aborted', detail: undefined, requests: 1, estimated: false }])
  })

  it('may have gone before it began', async () => {
    const { model, calls } = probe()
    await expect(model.text({ ...MODEL_QUERY, signal: AbortSignal.abort(new Error('Gone.')) })).rejects.toThrow('Gone.')
    expect(calls).toEqual([])
  })

  it('may stop reading a stream, or never come back to it', async () => {
    server.script = () => takesTime(says('Ann said hello, and Bob said it back.'), 0, 20)
    const { model, calls } = probe({ concurrency: 1, timeoutSeconds: 0.8 })
    for await (const piece of model.stream(MODEL_QUERY)) if (piece !== '') break
    expect(summarizeCalls(calls)).toEqual([{ outcome: 'aborted', detail: undefined, requests: 1, estimated: true }])
    const forgotten = model.stream(MODEL_QUERY)[Symbol.asyncIterator]()
    await forgotten.next()
    // The slot is released at the time limit.
    expect(await model.text(MODEL_QUERY)).toMatch(/^Ann said/)
    expect(calls.slice(1).map(({ detail }) => detail)).toEqual(['timeout', undefined])
  })

  it('waits in order when many ask, and is refused when too many do', async () => {
    let running = 0
    let most = 0
    server.script = async (request) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 30))
      running--
      return says(request.prompt)
    }
    const { model, calls } = probe({ concurrency: 2 }, { waitingMax: 4 })
    const asked = ['1', '2', '3', '4', '5', '6', '7'].map((prompt) => model.text({ ...MODEL_QUERY, prompt }))
    const answers = await Promise.allSettled(asked)
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.detail))).toEqual([
      ...['1', '2', '3', '4', '5', '6', 'busy'],
    ])
    expect(most).toBe(2)
    const order = server.requests.slice(-6).map(({ prompt }) => prompt)
    expect([order.slice(0, 2).toSorted(), order.slice(2, 4).toSorted()]).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(calls).toHaveLength(6)
  })

  it('waits for its turn no longer than for an answer, or than it wants to', async () => {
    server.script = () => takesTime(says('Ann.'), 1_000)
    const { model, calls } = probe({ concurrency: 1, timeoutSeconds: 1.5 })
    const first = model.text(MODEL_QUERY)
    const second = model.text(MODEL_QUERY)
    const third = findFault(model.text(MODEL_QUERY))
    const fourth = model.text({ ...MODEL_QUERY, signal: AbortSignal.timeout(50) })
    await expect(fourth).rejects.toThrow('timeout')
    expect(await third).toEqual({ fault: 'unavailable', detail: 'busy' })
    expect(await Promise.all([first, second])).toEqual(['Ann.', 'Ann.'])
    expect(calls).toHaveLength(2)
  })
})
