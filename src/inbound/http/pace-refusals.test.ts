import fastify from 'fastify'
import { expect, it } from 'vitest'
import { paceRefusals } from './pace-refusals.ts'

/** A server whose only route responds with the status in its path. */
function createServer() {
  const held: number[] = []
  const server = fastify()
  paceRefusals(server, async (ms) => void held.push(ms))
  server.get<{ Params: { status: string } }>('/:status', async ({ params }, reply) =>
    reply.status(Number(params.status)).send('text'),
  )
  const send = async (status: number, remoteAddress: string, times: number) => {
    for (let sent = 0; sent < times; sent += 1) {
      const { statusCode } = await server.inject({ url: `/${status}`, remoteAddress })
      expect(statusCode).toBe(status)
    }
  }
  return { held, send }
}

it('holds rejections of an address that repeats them, and of no other', async () => {
  const { held, send } = createServer()
  await send(429, '192.0.2.1', 100)
  expect(held).toEqual([])
  await send(429, '192.0.2.1', 200)
  expect(held.length).toBeGreaterThan(50)
  const before = held.length
  await send(429, '192.0.2.2', 50)
  expect(held).toHaveLength(before)
})

it('holds no other response', async () => {
  const { held, send } = createServer()
  await send(200, '192.0.2.1', 150)
  await send(503, '192.0.2.1', 150)
  expect(held).toEqual([])
})
