/** Operation 14: PUT /teams/{id}/opportunity. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { team } from './people.ts'
import { expectError, isHiddenFromRivals, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

let id: string
beforeAll(async () => {
  id = await team()
})
const put = (body: unknown, of = id) => ask('PUT', `/teams/${of}/opportunity`, { body })
const request = () => ({
  method: 'PUT',
  path: `/teams/${id}/opportunity`,
  body: { opportunity_id: 'O-1', title: 'Renewal' },
})

describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request)
  isHiddenFromRivals(request, `/teams/${NOTHING}/opportunity`)
})

describe('does', () => {
  check('14.a', 'creates with 201, updates the same record with 200', async () => {
    const opportunity_id = randomUUID()
    const made = await put({ opportunity_id, title: 'Renewal' })
    expect([made.status, made.body]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
    const changed = await put({ opportunity_id, title: 'Renewal 2027' })
    expect([changed.status, changed.body]).toEqual([200, made.body])
    expect((await ask('GET', `/opportunities/${made.body.id}`)).body.data.title).toBe('Renewal 2027')
  })

  check('14.a', 'knows the same id in another team as another record', async () => {
    const opportunity_id = randomUUID()
    const other = await team()
    const [one, two] = [await put({ opportunity_id, title: 'A' }), await put({ opportunity_id, title: 'B' }, other)]
    expect([one.status, two.status]).toEqual([201, 201])
    expect(one.body.id).not.toBe(two.body.id)
  })

  check('14.a', 'creates one record for eight concurrent requests', async () => {
    const opportunity_id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put({ opportunity_id, title: `no. ${n}` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })
})

describe('limits and errors', () => {
  check('14.b', 'accepts ids of 1, 255 and 256 characters, rejects 0, 257 and none', async () => {
    const mark = randomUUID()
    for (const length of [1, 255, 256]) {
      expect(
        (
          await put({
            opportunity_id: [...mark, ...Array.from({ length: 256 }, () => '🚀')].slice(0, length).join(''),
            title: 'a',
          })
        ).status,
      ).toBeLessThan(300)
    }
    for (const opportunity_id of ['', 'a'.repeat(257), undefined, 7, null]) {
      expectError(await put({ opportunity_id, title: 'a' }), 400, '/opportunity_id')
    }
  })

  check('14.b', 'accepts titles of 1, 511 and 512 characters, rejects 0, 513 and none', async () => {
    const opportunity_id = randomUUID()
    for (const length of [1, 511, 512])
      expect((await put({ opportunity_id, title: '🚀'.repeat(length) })).status).toBeLessThan(300)
    for (const title of ['', 'a'.repeat(513), undefined, 7, null])
      expectError(await put({ opportunity_id, title }), 400, '/title')
  })
})
