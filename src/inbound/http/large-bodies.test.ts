/** Lines and forms share the memory for large bodies. */
import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineOperation, UploadedFile } from '../../core/operation.ts'
import { fileForm } from '../../testing/file-form.ts'
import { serveOperations } from '../../testing/serve-operations.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { LargeBodies } from './large-bodies.ts'

const MIB = 1024 * 1024
const LIMIT = 2 * MIB
const BUDGET = 3 * MIB

const takeLarge = defineOperation({
  id: 'takeLarge',
  summary: 'Takes large lines and forms.',
  tag: 'Large',
  input: z.object({ text: z.unknown().optional(), file: z.instanceof(UploadedFile).optional() }),
  output: z.object({ ok: z.boolean() }),
  requires: { scope: 'write' },
  rest: {
    ...{ method: 'POST', path: '/large', status: 202, bodyLimit: LIMIT, lines: true, derived: false },
    ...{ heldField: 'text', upload: { field: 'file', maxBytes: 8 * MIB, fieldBytes: LIMIT } },
  },
  handle: async () => ({ ok: true }),
})

let world: World
beforeAll(async () => {
  world = await createWorld()
})

/** Occupies the memory, as other requests do. */
async function occupied(bodies: LargeBodies) {
  const raw = Object.assign(new EventEmitter(), { closed: false })
  const memory = bodies.memoryFor({ raw, sent: false, header: () => {} } as unknown as FastifyReply)
  await memory.resize(BUDGET)
  return memory
}

async function post(url: string, body: string | Buffer, headers: Record<string, string>): Promise<[number, string]> {
  const answer = await fetch(`${url}/large`, {
    method: 'POST',
    headers: { ...headers, authorization: world.bob.key },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return [answer.status, await answer.text()]
}

const serve = async (patienceMs = 200) => {
  const bodies = new LargeBodies(BUDGET, patienceMs)
  return { bodies, ...(await serveOperations(world.app, [takeLarge], { largeBodies: bodies })) }
}
/** Whether all memory is free: otherwise the whole budget isn't available. */
const isFree = async (bodies: LargeBodies) =>
  occupied(bodies).then(
    (memory) => {
      memory.release()
      return true
    },
    () => false,
  )

const lines = { 'content-type': 'application/x-ndjson' }
const small = JSON.stringify({ text: 'short' })
const large = JSON.stringify({ text: 'x'.repeat(1.5 * MIB) })

describe('lines', () => {
  it('of more than a megabyte need memory, and end the import without', async () => {
    const { bodies, url } = await serve()
    const memory = await occupied(bodies)
    const [status, text] = await post(url, `${small}\n${large}\n${small}\n`, lines)
    const [first, second] = text.trimEnd().split('\n')
    expect([status, JSON.parse(first ?? '')]).toEqual([202, { line: 1, ok: true }])
    expect(JSON.parse(second ?? '')).toMatchObject({ line: 2, error: { code: 'import_interrupted' } })
    expect(second).toContain('too many large bodies')
    memory.release()
    expect(await isFree(bodies)).toBe(true)
  })

  it('release it when they are processed, refused, empty or too long', async () => {
    // The second line waits for the first one.
    const { bodies, url } = await serve(20_000)
    const broken = `{"text":${'1,'.repeat(0.6 * MIB)}`
    const body = [large, large, ' '.repeat(1.5 * MIB), broken, 'y'.repeat(LIMIT + 1), large].join('\n')
    const [, text] = await post(url, body, lines)
    const outcomes = text
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one).error?.status ?? 'ok')
    expect(outcomes).toEqual(['ok', 'ok', '400', '413', 'ok'])
    expect(await isFree(bodies)).toBe(true)
  })
})

describe('forms', () => {
  it('with large fields or a file that may be text need memory', async () => {
    const { bodies, url } = await serve()
    for (const form of [
      fileForm('a.txt', 'short', { text: 'x'.repeat(1.5 * MIB) }),
      fileForm('a.txt', Buffer.alloc(2 * MIB)),
    ]) {
      const memory = await occupied(bodies)
      const [refused, reason] = await post(url, form.body, form.headers)
      expect([refused, reason]).toEqual([503, expect.stringContaining('too many large bodies')])
      memory.release()
      expect((await post(url, form.body, form.headers))[0]).toBe(202)
      expect(await isFree(bodies)).toBe(true)
    }
  })

  it('without either need none', async () => {
    const { bodies, url } = await serve()
    await occupied(bodies)
    const form = fileForm('a.txt', 'short', { text: 'short' })
    expect((await post(url, form.body, form.headers))[0]).toBe(202)
  })
})

it('a request that needs more never holds what it has while it waits', async () => {
  const bodies = new LargeBodies(BUDGET, 2_000)
  const one = await occupied(bodies)
  await one.resize(2 * MIB)
  const raw = Object.assign(new EventEmitter(), { closed: false })
  const second = bodies.memoryFor({ raw, sent: false, header: () => {} } as unknown as FastifyReply)
  const both = Promise.all([one.resize(2.5 * MIB), second.resize(2.5 * MIB).then(() => second.release())])
  setTimeout(() => one.release(), 50)
  await both
})
