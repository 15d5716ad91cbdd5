import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'

const LARGE = 1_000
const LIMIT = 10_000

const read = (body: Readable, length?: number) => {
  const headers = length === undefined ? {} : { 'content-length': String(length) }
  return readBody({ headers } as FastifyRequest, body as FastifyRequest['raw'], LIMIT, LARGE)
}
/** A body that arrives in pieces. */
const send = (text: string, pieceLength = 700) =>
  Readable.from(
    Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, at) =>
      Buffer.from(text.slice(at * pieceLength, (at + 1) * pieceLength)),
    ),
    { objectMode: false },
  )
const textOf = (length: number) => Array.from({ length }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')

describe('a body', () => {
  it.each([
    ['of known size', 0, true, false],
    ['of known size', 1, true, false],
    ['of known size', LARGE, true, false],
    ['of known size', LARGE + 1, true, true],
    ['of known size', LIMIT, true, true],
    ['of unknown size', 0, false, false],
    ['of unknown size', LARGE, false, false],
    ['of unknown size', LARGE + 1, false, true],
    ['of unknown size', LIMIT, false, true],
  ])(
    '%s, %i bytes, is read whole (%s), and shared between threads if it is large: %s',
    async (_, size, known, shared) => {
      const body = await read(send(textOf(size)), known ? size : undefined)
      expect(body.toString()).toBe(textOf(size))
      expect(body.buffer instanceof SharedArrayBuffer).toBe(shared)
    },
  )

  it.each([
    ['announced as larger than the limit', send('a'), LIMIT + 1, 413],
    ['of unknown size, larger than the limit', send(textOf(LIMIT + 1)), undefined, 413],
    ['longer than announced', send(textOf(LARGE + 2)), LARGE + 1, 400],
    ['shorter than announced', send(textOf(LARGE)), LARGE + 1, 400],
    ['small, and shorter than announced', send('a'), 2, 400],
  ])('is refused: %s', async (_, body, length, statusCode) => {
    await expect(read(body, length)).rejects.toMatchObject({ statusCode })
  })

  it('of a connection that breaks off is refused', async () => {
    const body = new Readable({ read: () => undefined })
    const refused = expect(read(body, LARGE + 1)).rejects.toMatchObject({ message: 'aborted', statusCode: 400 })
    body.push('a')
    body.destroy(new Error('aborted'))
    await refused
  })
})
