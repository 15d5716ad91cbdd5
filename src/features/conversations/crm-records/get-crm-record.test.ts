import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, code: string, id: string) =>
  call(world.app, caller, 'GET', `/crm-records/${code}/${id}`)
const put = (id: string, fields: object) =>
  call(world.app, world.org, 'PUT', `/crm-records/account/${id}`, { body: { fields } })

describe('does', () => {
  it('tells a record as it was stored', async () => {
    const stored = await put('A-1', { name: 'Initech', seats: 5, since: null })
    const answer = await get(world.org, 'account', 'A-1')
    expect([answer.status, answer.body]).toEqual([200, stored.body])
    expect(answer.body.data.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })
})

describe('refuses', () => {
  it('a record that is not there', async () => {
    const answer = await get(world.org, 'account', 'none')
    expect([answer.status, answer.body]).toEqual([404, notFound('crm_record')])
  })

  it('a record of another entity with the same id', async () => {
    await put('apart', {})
    expect((await get(world.org, 'companies', 'apart')).status).toBe(404)
  })

  it.each([
    ['NUL', '%00'],
    ['257 characters', 'x'.repeat(257)],
    ['600 characters', 'x'.repeat(600)],
  ])('an id that no record can have: %s', async (_, id) => {
    const answer = await get(world.org, 'account', id)
    expect([answer.status, answer.body.status]).toEqual([404, '404'])
  })

  it.each(['accounts', 'ACCOUNT', 'constructor'])('the unknown entity %s', async (code) => {
    const answer = await get(world.org, code, 'A-1')
    expect([answer.status, answer.body]).toEqual([404, notFound('crm_entity', '/path/code')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined, 'account', 'A-1')
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone in the organization', async () => {
    await put('open', {})
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      expect((await get(caller, 'account', 'open')).status).toBe(200)
    }
  })

  it('is not the rival, who gets the words for a thing that does not exist', async () => {
    await put('ours', {})
    for (const caller of [world.mallory, world.rivalOrg]) {
      const answer = await get(caller, 'account', 'ours')
      expect([answer.status, answer.body]).toEqual([404, notFound('crm_record')])
      expect(answer.body).toEqual((await get(caller, 'account', 'none')).body)
    }
  })
})
