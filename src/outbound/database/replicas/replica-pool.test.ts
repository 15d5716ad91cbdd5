import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPoolExhausted, ReplicaPool } from './replica-pool.ts'

/** Accepts connections, and never responds: as a server whose network is silent. */
let silent: Server
const sockets = new Set<Socket>()
beforeAll(async () => {
  silent = createServer((socket) => sockets.add(socket))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  silent.close()
})

it('distinguishes a server that does not respond from connections that are all in use', async () => {
  const { port } = silent.address() as { port: number }
  const pool = new ReplicaPool({ url: `postgres://a@127.0.0.1:${port}/a`, max: 1, connectMs: 100, lost() {} })
  const fault = (connecting: Promise<unknown>) => connecting.catch((error: unknown) => error)
  const faults = await Promise.all([fault(pool.connect()), fault(pool.connect())])
  expect(faults.map((error) => [error instanceof Error, isPoolExhausted(error)])).toEqual([
    [true, false],
    [true, true],
  ])
  await pool.close()
})

it('counts waiting callers as connections in use', async () => {
  const { port } = silent.address() as { port: number }
  const pool = new ReplicaPool({ url: `postgres://a@127.0.0.1:${port}/a`, max: 1, connectMs: 100, lost() {} })
  const waiting = [pool.connect(), pool.connect(), pool.connect()].map((one) => one.catch(() => undefined))
  expect(pool.inUse).toBe(3)
  await Promise.all(waiting)
  await pool.close()
})
