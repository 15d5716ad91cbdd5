/** Rate limits at the door of the tools (contract, "Limits" and "Errors"): what is told, of whom, and at the edges. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
let now = Date.parse('2026-03-02T09:00:00Z')
let world: World
beforeAll(async () => {
  const limits = { LIMIT_SECOND: '3', LIMIT_HOUR: '5', LIMIT_DAY: '7' }
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) }, limits }))
})
// Everybody begins anew.
beforeEach(() => {
  now += 25 * HOUR
})

async function knock(caller: Caller, headers: Record<string, string> = {}) {
  const answer = await world.app.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      ...{ authorization: `Bearer ${caller.key}`, 'content-type': 'application/json', host: 'parley.test' },
      ...headers,
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) }
}

const statuses = async (caller: Caller, times: number) => {
  const found: number[] = []
  for (let n = 0; n < times; n++) found.push((await knock(caller)).status)
  return found
}

it('every answer tells the limits and what is left of them', async () => {
  const { headers } = await knock(world.bob)
  expect(headers['ratelimit-policy']).toBe('"second";q=3;w=1, "hour";q=5;w=3600, "day";q=7;w=86400')
  expect(headers.ratelimit).toBe('"second";r=2;t=1, "hour";r=4;t=3600, "day";r=6;t=86400')
})

it('one too many is told which limit it was, and when to come again', async () => {
  expect(await statuses(world.bob, 3)).toEqual([200, 200, 200])
  const refused = await knock(world.bob)
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.body).toEqual({ error: 'rate_limited', retry_after: '1', limit_type: 'second' })
})

it('counts at the edge of each window, and refused requests in none', async () => {
  expect(await statuses(world.bob, 9)).toEqual([200, 200, 200, 429, 429, 429, 429, 429, 429])
  now += SECOND - 1
  expect(await statuses(world.bob, 1)).toEqual([429])
  now += 1
  expect(await statuses(world.bob, 3)).toEqual([200, 200, 429])
  expect((await knock(world.bob)).body.limit_type).toBe('hour')
  now += HOUR
  expect(await statuses(world.bob, 3)).toEqual([200, 200, 429])
  expect((await knock(world.bob)).body).toMatchObject({ limit_type: 'day' })
})

it('counts users by themselves, whichever key they use, and the organization apart', async () => {
  expect(await statuses(world.bob, 4)).toEqual([200, 200, 200, 429])
  expect(await statuses(world.carol, 1)).toEqual([200])
  expect(await statuses(world.org, 4)).toEqual([200, 200, 200, 429])
  expect(await statuses(world.rivalOrg, 1)).toEqual([200])
})

it('does not count who is not known', async () => {
  const nobody = { ...world.bob, key: 'nothing' }
  expect(await statuses(nobody, 9)).toEqual(Array.from({ length: 9 }, () => 401))
  expect(await statuses(world.bob, 1)).toEqual([200])
})
