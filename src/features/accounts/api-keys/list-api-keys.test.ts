import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTimedWorld, findChanged } from '../../../testing/changed-since.ts'
import { newPerson } from '../../../testing/people.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/api_keys', { query })
const namesFor = async (caller: Caller) =>
  (await list(caller, { size: '200' })).body.data.map((key: { name: string }) => key.name)

describe('does', () => {
  it('tells keys newest first, each with its user and nothing of its token', async () => {
    const made = await call(world.app, world.alice, 'POST', '/api_keys', { body: { name: 'Newest', org_level: false } })
    const answer = await list(world.org, { size: '1' })
    const { token, ...told } = made.body.data
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual([told])
    expect(told).toMatchObject({ org_level: false, user: { uuid: world.alice.userId, email: 'alice@acme.example' } })
    for (const part of token.split('.')) expect((await list(world.org, { size: '200' })).text).not.toContain(part)
    expect(answer.body.meta).toMatchObject({ pageNumber: 1, pageSize: 1, totalRecords: expect.any(Number) })
  })

  it('tells every key once over its pages', async () => {
    const total = (await list(world.org)).body.meta.totalRecords
    const pages = await Promise.all(
      Array.from({ length: total }, (_, index) => list(world.org, { page: String(index + 1), size: '1' })),
    )
    expect(new Set(pages.map(({ body }) => body.data[0].id)).size).toBe(total)
  })

  it('finds those that changed since a time', async () => {
    const timed = await createTimedWorld()
    const body = { name: 'Changing' }
    let id = ''
    const make = async ({ app, org }: World) => {
      id = (await call(app, org, 'POST', '/api_keys', { body })).body.data.id
    }
    expect(await findChanged(timed, '/api_keys', make)).toEqual([id])
    expect(await findChanged(timed, '/api_keys', ({ app, org }) => call(app, org, 'GET', '/api_keys'))).toEqual([])
    const revoke = ({ app, org }: World) => call(app, org, 'DELETE', `/api_keys/${id}`)
    expect(await findChanged(timed, '/api_keys', revoke)).toEqual([id])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '201'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is every admin for all keys, everybody else for their own, in list and total', async () => {
    const own = await newPerson(world, { role: 'MANAGER' })
    expect(await namesFor(own)).toEqual([own.email])
    expect((await list(own)).body.meta.totalRecords).toBe(1)
    for (const caller of [world.org, world.alice]) {
      expect(await namesFor(caller)).toEqual(expect.arrayContaining([own.email, 'organization', 'bob@acme.example']))
    }
  })

  it('is the rival for keys of the rival alone', async () => {
    expect((await namesFor(world.rivalOrg)).toSorted()).toEqual(['mallory@rival.example', 'organization'])
  })
})
