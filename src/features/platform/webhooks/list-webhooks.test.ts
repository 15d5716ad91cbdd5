import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { needsAnAdmin } from '../../../testing/people.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
const made: { id: string; secret: string }[] = []
beforeAll(async () => {
  world = await createWorld()
  for (let n = 0; n < 5; n++) made.push(await webhookFor(world, { url: `https://hooks.customer.example/${n}` }))
  await webhookFor(world, { url: 'https://hooks.rival.example/' }, world.rivalOrg)
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/webhooks', { query })

describe('does', () => {
  it('lists them newest first, without their secrets', async () => {
    const answer = await list(world.alice)
    expect(answer.body.data).toEqual(made.toReversed().map(({ secret: _, ...webhook }) => webhook))
    expect(answer.body.meta).toEqual({ pageCount: 1, totalRecords: 5, pageNumber: 1, pageSize: 50 })
    for (const { secret } of made) expect(answer.text).not.toContain(secret)
  })

  it('pages without repeating or skipping', async () => {
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list(world.org, { size: '2', page })))
    const ids = pages.flatMap(({ body }) => body.data.map((one: { id: string }) => one.id))
    expect(ids).toEqual(made.toReversed().map(({ id }) => id))
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '201'],
  ])('%s %s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key, and each organization for its own', async () => {
    expect((await list(undefined)).status).toBe(401)
    const { data } = (await list(world.mallory)).body
    expect(data.map((one: { url: string }) => one.url)).toEqual(['https://hooks.rival.example/'])
  })

  needsAnAdmin(
    () => world,
    (caller) => list(caller),
  )
})
