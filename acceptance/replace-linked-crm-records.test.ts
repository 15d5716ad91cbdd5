/** Operation 11: PUT /conversations/{id}/linked-crm-records. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { conversation, person } from './people.ts'
import { expectError, isHiddenFromRivals, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

const CODES = [
  'companies',
  'contacts',
  'deals',
  'owners',
  'pipelines',
  'users',
  'account',
  'contact',
  'lead',
  'opportunity',
  'user',
]

let id: string
beforeEach(async () => {
  id = await conversation()
})
const put = (body: unknown) => ask('PUT', `/conversations/${id}/linked-crm-records`, { body })
const readAttributes = async () => (await ask('GET', `/conversations/${id}`)).body.attributes
const request = () => ({
  method: 'PUT',
  path: `/conversations/${id}/linked-crm-records`,
  body: { linked_crm_records: [{ id: 'A-1', code: 'account' }] },
})

describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request)
  isHiddenFromRivals(request, `/conversations/${NOTHING}/linked-crm-records`)
})

describe('does', () => {
  check('11.a', 'answers {success: true} and replaces the whole set', async () => {
    const answer = await put({
      linked_crm_records: [
        { id: 'A-1', code: 'account' },
        { id: 'C-1', code: 'contact' },
      ],
    })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect((await readAttributes()).linkedCrmRecords).toEqual([
      { id: 'A-1', code: 'account' },
      { id: 'C-1', code: 'contact' },
    ])
    await put({ linked_crm_records: [{ id: 'A-2', code: 'account' }] })
    expect((await readAttributes()).linkedCrmRecords).toEqual([{ id: 'A-2', code: 'account' }])
  })

  check('11.a', 'clears the set with an empty array', async () => {
    await put({ linked_crm_records: [{ id: 'A-1', code: 'account' }] })
    expect((await put({ linked_crm_records: [] })).body).toEqual({ success: true })
    expect((await readAttributes()).linkedCrmRecords).toEqual([])
  })

  check('11.b', 'accepts each of the eleven entity codes', async () => {
    const linked_crm_records = CODES.map((code) => ({ id: `of ${code}`, code }))
    expect((await put({ linked_crm_records })).status).toBe(200)
    expect((await readAttributes()).linkedCrmRecords).toEqual(linked_crm_records)
  })

  check('11.c', 'sets the opportunity, leaves it when omitted, clears it with an empty string', async () => {
    const opportunity_id = `O-${randomUUID()}`
    expect((await put({ opportunity_id, linked_crm_records: [] })).status).toBe(200)
    const opportunity = (await readAttributes()).externalOpportunity
    expect(opportunity).toMatchObject({ uuid: expect.any(String) })
    await put({ linked_crm_records: [] })
    expect((await readAttributes()).externalOpportunity).toEqual(opportunity)
    await put({ opportunity_id: '', linked_crm_records: [] })
    expect((await readAttributes()).externalOpportunity).toBeNull()
  })
})

describe('errors', () => {
  check('11.b', 'rejects an unknown code and a record without an id, and changes nothing', async () => {
    await put({ linked_crm_records: [{ id: 'A-1', code: 'account' }] })
    const before = (await readAttributes()).linkedCrmRecords
    for (const [record, pointer] of [
      [{ id: 'A-2', code: 'accounts' }, '/linked_crm_records/1/code'],
      [{ id: 'A-2', code: 'Account' }, '/linked_crm_records/1/code'],
      [{ id: 'A-2' }, '/linked_crm_records/1/code'],
      [{ code: 'account' }, '/linked_crm_records/1/id'],
      [{ id: '', code: 'account' }, '/linked_crm_records/1/id'],
      [{ id: 7, code: 'account' }, '/linked_crm_records/1/id'],
    ] as const) {
      expectError(await put({ linked_crm_records: [{ id: 'X', code: 'lead' }, record] }), 400, pointer)
    }
    expectError(await put({ linked_crm_records: 'A-1' }), 400, '/linked_crm_records')
    expect((await readAttributes()).linkedCrmRecords).toEqual(before)
  })

  check('11.c', 'rejects an opportunity ID that isn’t a string', async () => {
    expectError(await put({ opportunity_id: 7, linked_crm_records: [] }), 400, '/opportunity_id')
  })

  check('11.a', 'answers 404 for a conversation that is not there or hidden from the caller', async () => {
    const { key } = await person()
    const hidden = await ask('PUT', `/conversations/${id}/linked-crm-records`, {
      body: { linked_crm_records: [] },
      key,
    })
    expectError(hidden, 404, '/path/id')
    expectError(
      await ask('PUT', `/conversations/none/linked-crm-records`, { body: { linked_crm_records: [] } }),
      404,
      '/path/id',
    )
  })
})
