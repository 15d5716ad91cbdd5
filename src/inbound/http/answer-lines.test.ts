/** Bodies of lines: storage of responses until they are sent, and the response to an interrupted body. */
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { type Served, serveOperations } from '../../testing/serve-operations.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { AnswerLines } from './answer-lines.ts'

const LIMIT = 1024 * 1024

/** Number of runs of the operation. */
let taken = 0
const takeLine = defineOperation({
  id: 'takeLine',
  summary: 'Takes one line.',
  tag: 'Lines',
  input: z.object({ padding: z.int() }),
  output: z.object({ padding: z.string() }),
  requires: { scope: 'write' },
  rest: { method: 'POST', path: '/lines', status: 202, lines: true, derived: false },
  async handle({ padding }) {
    // Later lines are faster than earlier ones.
    await pause(taken % 4 === 0 ? 8 : 1)
    taken++
    return { padding: 'é'.repeat(padding) }
  },
})

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const serve = (options: { stopSeconds?: number } = {}) => serveOperations(world.app, [takeLine], options)

function send(served: Served): { sent: ClientRequest; answered: Promise<IncomingMessage> } {
  const headers = { authorization: world.bob.key, 'content-type': 'application/x-ndjson' }
  const sent = request(`${served.url}/lines`, { method: 'POST', headers })
  return {
    sent,
    answered: new Promise((resolve, reject) => {
      sent.once('response', resolve)
      sent.once('error', reject)
    }),
  }
}

const line = (padding: number) => `${JSON.stringify({ padding })}\n`
const linesIn = (answer: string) =>
  answer
    .trimEnd()
    .split('\n')
    .map((one) => JSON.parse(one))
const takenAre = (count: number) => vi.waitUntil(() => taken >= count, { timeout: 10_000 })

describe('lines', () => {
  it('are answered in their order and with their length, however long the answer is, and leave no file', async () => {
    const spools = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('parley-answer-'))
    const before = await spools()
    const served = await serve()
    const { sent, answered } = send(served)
    const count = 300
    for (let i = 0; i < count; i++) sent.write(line(i * 20))
    sent.end()
    const answer = await answered
    const whole = await text(answer)
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(whole))
    expect(whole.length).toBeGreaterThan(512 * 1024)
    expect(linesIn(whole).map((one) => [one.line, one.padding.length])).toEqual(
      Array.from({ length: count }, (_, i) => [i + 1, i * 20]),
    )
    await vi.waitUntil(async () => (await spools()).every((name) => before.includes(name)))
  })

  it('are answered no sooner than the body has ended', async () => {
    taken = 0
    const { sent, answered } = send(await serve())
    let isAnswered = false
    void answered.then(() => {
      isAnswered = true
    })
    for (let i = 0; i < 20; i++) sent.write(line(1))
    await takenAre(20)
    await pause(50)
    expect(isAnswered).toBe(false)
    sent.end()
    expect(linesIn(await text(await answered))).toHaveLength(20)
  })
})

describe('a body that breaks off', () => {
  it('because the service stops is answered with the results so far and the line to go on from', async () => {
    taken = 0
    const served = await serve({ stopSeconds: 0 })
    const { sent, answered } = send(served)
    sent.write(line(1) + line(2) + line(3))
    await takenAre(3)
    const closed = served.close()
    const answer = linesIn(await text(await answered))
    sent.destroy()
    await closed
    expect(answer.slice(0, 3).map((one) => [one.line, one.padding.length])).toEqual([1, 2, 3].map((n) => [n, n]))
    expect(answer[3]).toMatchObject({ line: 4, error: { code: 'import_interrupted', status: '503' } })
    expect(answer[3].error.detail).toMatch(/is stopping.*Send the rest again from line 4\.$/)
    expect(answer).toHaveLength(4)
  })

  it('because it took too long says so', async () => {
    const body = new Readable({ read() {} })
    body.push(line(5))
    const lines = new AnswerLines(
      { body, id: 'id' } as unknown as FastifyRequest,
      LIMIT,
      world.app.log,
      () => ({ resize: async () => {}, release: () => {} }),
      async () => ({}),
    )
    const answer = linesIn(await text((await lines.answer(new AbortController().signal, 100)).stream))
    expect(answer[0]).toEqual({ line: 1 })
    expect(answer[1]).toMatchObject({ line: 2, error: { code: 'import_interrupted' } })
    expect(answer[1].error.detail).toMatch(/^The request exceeded/)
  })

  it('because its sender has gone keeps what was taken, and the log says where', async () => {
    taken = 0
    const served = await serve()
    const { sent, answered } = send(served)
    answered.catch(() => {})
    sent.write(`${line(1)}${line(2)}{"padd`)
    await takenAre(2)
    sent.destroy()
    const logged = await served.untilLogged(({ message }) => message === 'an import broke off')
    expect(logged.fields).toMatchObject({ line: 3 })
    expect(taken).toBe(2)
  })
})
