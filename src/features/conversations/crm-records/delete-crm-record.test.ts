import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, code: string, id: string) =>
  call(world.app, caller, 'DELETE', `/crm-records/${code}/${encodeURIComponent(id)}`)
const get = (code: string, id: string) => call(world.app, world.org, 'GET', `/crm-records/${code}/${id}`)
const put = (id: string, fields: object = {}, caller = world.org) =>
  call(world.app, caller, 'PUT', `/crm-records/account/${encodeURIComponent(id)}`, { body: { fields } })

describe('does', () => {
  it('removes the record, and what could be filtered by of it', async () => {
    const conversation = await importFor(world, { linkedCrmRecords: [{ code: 'account', id: 'D-1' }] })
    await put('D-1', { stage: 'Doomed' })
    const found = async () => {
      const query = { 'filter[crm_field.field_name]': 'stage', 'filter[crm_field.values]': 'Doomed' }
      return (await call(world.app, world.org, 'GET', '/conversations', { query })).body.meta.totalRecords
    }
    expect(await found()).toBe(1)
    const answer = await remove(world.org, 'account', 'D-1')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect([(await get('account', 'D-1')).status, await found()]).toEqual([404, 0])
    const { attributes } = (await call(world.app, world.org, 'GET', `/conversations/${conversation}`)).body
    expect(attributes.linkedCrmRecords, 'the link stays').toEqual([{ code: 'account', id: 'D-1' }])
  })

  it('leaves the record of another entity with the same id', async () => {
    await put('same')
    await call(world.app, world.org, 'PUT', '/crm-records/lead/same', { body: { fields: {} } })
    await remove(world.org, 'account', 'same')
    expect([(await get('account', 'same')).status, (await get('lead', 'same')).status]).toEqual([404, 200])
  })

  it('lets the record be stored anew', async () => {
    await put('again', { a: 1 })
    await remove(world.org, 'account', 'again')
    expect((await put('again', { b: 2 })).status).toBe(201)
    expect((await get('account', 'again')).body.data.fields).toEqual({ b: 2 })
  })

  it('is done once when it is asked for many times at once, and leaves nothing behind beside a writer', async () => {
    for (let round = 0; round < 5; round++) {
      await put(`busy ${round}`, { x: 'y' })
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => remove(world.org, 'account', `busy ${round}`)),
        put(`busy ${round}`, { x: 'z' }),
      ])
      expectEvery(answers, ({ status }) => status < 500)
      const [left] = await world.app.store.owner.query<{ records: number; values: number }>(
        `select (select count(*) from crm_records where organization_id = $1 and id = $2) as records,
                (select count(*) from crm_record_values where organization_id = $1 and record_id = $2) as values`,
        [world.acme, `busy ${round}`],
      )
      expect(left?.values).toBe(left?.records)
    }
  })
})

describe('refuses', () => {
  it('a record that is not there', async () => {
    for (const id of ['none', 'x'.repeat(257), '\u0000']) {
      expect((await remove(world.org, 'account', id)).status).toBe(404)
    }
    const answer = await remove(world.org, 'account', 'none')
    expect(answer.body).toEqual(notFound('crm_record'))
  })

  it('an unknown entity', async () => {
    const answer = await remove(world.org, 'accounts', 'none')
    expect([answer.status, answer.body]).toEqual([404, notFound('crm_entity', '/path/code')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await remove(undefined, 'account', 'D-1')
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    await put('guarded')
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await remove(caller, 'account', 'guarded')
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect((await remove(world.alice, 'account', 'guarded')).status).toBe(204)
  })

  it('is not the rival, whose own record of the same id is another', async () => {
    await put('ours')
    const answer = await remove(world.rivalOrg, 'account', 'ours')
    expect([answer.status, answer.body]).toEqual([404, notFound('crm_record')])
    await put('ours', {}, world.rivalOrg)
    expect((await remove(world.rivalOrg, 'account', 'ours')).status).toBe(204)
    expect((await get('account', 'ours')).status).toBe(200)
  })
})
