/** Operation 1: GET /gi/history. Its entries are made by insights, which come with their own operation. */
import { beforeAll, describe, expect } from 'vitest'
import { ask, RIVAL_KEY } from './ask.ts'
import { check } from './check.ts'
import { type Person, person } from './people.ts'
import { expectError, expectProblem, givesBothTypes, NOTHING, needsKey } from './shared-checks.ts'

let ann: Person
let ben: Person
beforeAll(async () => {
  ann = await person('ann')
  ben = await person('ben')
})
const history = (query = '', key?: string) =>
  ask('GET', `/gi/history?user_uuid=${ann.id}${query}`, key === undefined ? {} : { key })

const request = () => ({ method: 'GET', path: `/gi/history?user_uuid=${ann.id}` })
describe('every operation', () => {
  needsKey(request)
  givesBothTypes(request)
})

check('1.a', 'answers 200 with data, links and meta', async () => {
  const { status, body } = await history()
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(['data', 'links', 'meta'])
  expect(body.data).toEqual([])
  expect(body.links).toEqual({ self: expect.any(String), related: expect.any(String) })
})

check('1.a', 'is read by the person and by admins, not by others', async () => {
  expect((await history('', ann.key)).status).toBe(200)
  expect([403, 404]).toContain((await history('', ben.key)).status)
})

check('1.a', 'requires a user', async () => {
  expectError(await ask('GET', '/gi/history'), 400, '/query/user_uuid')
  expectError(await ask('GET', '/gi/history?user_uuid=ann'), 400, '/query/user_uuid')
})

check('1.b', 'accepts withoutEnhancingResults as a boolean', async () => {
  for (const value of ['true', 'false', '1', '0']) {
    expect(
      (await ask('GET', `/gi/history?user_uuid=${ann.id}&withoutEnhancingResults=${value}`, { direct: true })).status,
    ).toBe(200)
  }
  expectError(await history('&withoutEnhancingResults=perhaps'), 400, '/query/withoutEnhancingResults')
})

check('1.c', 'accepts limits of 1, 99 and 100 and rejects 0 and 101; skips from 0 on', async () => {
  for (const limit of [1, 99, 100]) expect((await history(`&limit=${limit}`)).status).toBe(200)
  for (const limit of ['0', '101', 'ten']) expectError(await history(`&limit=${limit}`), 400, '/query/limit')
  expect((await history('&offset=7')).status).toBe(200)
  for (const offset of ['-1', 'x']) expectError(await history(`&offset=${offset}`), 400, '/query/offset')
})

check('1.d', 'answers 404 for a user who is not there, or of another organization', async () => {
  expectError(await ask('GET', `/gi/history?user_uuid=${NOTHING}`), 404, '/query/user_uuid')
  expect((await history('', RIVAL_KEY)).body).toEqual((await ask('GET', `/gi/history?user_uuid=${NOTHING}`)).body)
  await expectProblem({ method: 'GET', path: `/gi/history?user_uuid=${NOTHING}` }, 404)
})
