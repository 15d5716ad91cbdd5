import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const addressOf = (code: string, id: string) => `/crm-records/${code}/${encodeURIComponent(id)}`
const put = (caller: Caller | undefined, code: string, id: string, body: unknown, w = world) =>
  call(w.app, caller, 'PUT', addressOf(code, id), { body })
const get = (code: string, id: string) => call(world.app, world.org, 'GET', addressOf(code, id))

/** Conversations linked to a record whose field has one of the values. */
async function found(code: string, field: string, values: string): Promise<string[]> {
  const { body } = await call(world.app, world.org, 'GET', '/conversations', {
    query: {
      'filter[crm_field.entity_code]': code,
      'filter[crm_field.field_name]': field,
      'filter[crm_field.values]': values,
    },
  })
  return body.data.map((one: { id: string }) => one.id)
}

describe('does', () => {
  it('stores a record with 201, and replaces the fields it had with 200', async () => {
    const made = await put(world.org, 'account', 'R-1', { fields: { name: 'Initech', seats: 5 } })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      data: { code: 'account', id: 'R-1', fields: { name: 'Initech', seats: 5 }, updatedAt: expect.any(String) },
    })
    const changed = await put(world.org, 'account', 'R-1', { fields: { name: 'Initrode' } })
    expect(changed.status).toBe(200)
    expect((await get('account', 'R-1')).body.data).toMatchObject({ fields: { name: 'Initrode' } })
    expect(changed.body).toEqual((await get('account', 'R-1')).body)
  })

  it('tells a change from a beginning, even in the same millisecond', async () => {
    const now = new Date('2026-03-10T10:00:00.000Z')
    const app = await createTestApp({ clock: { now: () => now } })
    const still = await createWorld(app)
    const statuses = []
    for (const _ of [1, 2]) statuses.push((await put(still.org, 'account', 'R-1', { fields: {} }, still)).status)
    expect(statuses).toEqual([201, 200])
  })

  it.each(['a/b', '50%', ' ', '?#', 'größe', '🚀'.repeat(256), '.hidden', "o'hara"])(
    'knows the id %s, whatever it is made of',
    async (id) => {
      expect((await put(world.org, 'contact', id, { fields: { ok: true } })).status).toBe(201)
      expect((await get('contact', id)).body.data).toMatchObject({ id, fields: { ok: true } })
    },
  )

  it.each([
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
  ])('keeps %s apart from the other entities', async (code) => {
    expect((await put(world.org, code, 'same', { fields: { code } })).status).toBe(201)
    expect((await get(code, 'same')).body.data.fields).toEqual({ code })
  })

  it('keeps any JSON there is in fields', async () => {
    const fields = { text: 'a "b" \\ 🚀', none: null, deep: { list: [1, [2, { three: 3 }]] }, empty: {}, '': 0 }
    const { '': _, ...named } = fields
    await put(world.org, 'lead', 'json', { fields: named })
    expect((await get('lead', 'json')).body.data.fields).toEqual(named)
  })

  it('lets lists be filtered by text, numbers and booleans, exactly', async () => {
    const id = await importFor(world, { linkedCrmRecords: [{ code: 'deals', id: 'D-1' }] })
    expect(await found('deals', 'stage', 'Won')).toEqual([])
    const fields = { stage: 'Won', amount: 12.5, open: false, none: null, deep: { a: 'Won' }, many: ['x', 'y'] }
    await put(world.org, 'deals', 'D-1', { fields })
    for (const [field, value] of [
      ['stage', 'Won'],
      ['amount', '12.5'],
      ['open', 'false'],
      ['stage', 'Lost,Won'],
    ] as const) {
      expect([field, value, await found('deals', field, value)]).toEqual([field, value, [id]])
    }
    for (const [field, value] of [
      ['stage', 'won'],
      ['stage', 'Wo'],
      ['amount', '12.50'],
      ['none', 'null'],
      ['deep', 'Won'],
    ] as const) {
      expect([field, value, await found('deals', field, value)]).toEqual([field, value, []])
    }
    expect(await found('opportunity', 'stage', 'Won')).toEqual([])
    await put(world.org, 'deals', 'D-1', { fields: { stage: 'Lost' } })
    expect([await found('deals', 'stage', 'Won'), await found('deals', 'stage', 'Lost')]).toEqual([[], [id]])
  })

  it('filters by values of 300 characters, and stores longer ones all the same', async () => {
    const id = await importFor(world, { linkedCrmRecords: [{ code: 'user', id: 'U-1' }] })
    const long = 'ü'.repeat(300)
    expect((await put(world.org, 'user', 'U-1', { fields: { long, longer: 'x'.repeat(100_000) } })).status).toBe(201)
    expect(await found('user', 'long', long)).toEqual([id])
    expect((await get('user', 'U-1')).body.data.fields.longer).toHaveLength(100_000)
  })

  it('stands still under eight writers at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put(world.org, 'account', 'busy', { fields: { n, [`f${n}`]: 'x' } })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    const { fields } = (await get('account', 'busy')).body.data
    expect(fields).toEqual({ n: fields.n, [`f${fields.n}`]: 'x' })
    const values = await world.app.store.owner.query(
      `select field, value from crm_record_values where organization_id = $1 and record_id = 'busy' order by field`,
      [world.acme],
    )
    expect(values).toEqual([
      { field: `f${fields.n}`, value: 'x' },
      { field: 'n', value: String(fields.n) },
    ])
  })
})

describe('refuses', () => {
  it.each([
    ['no fields', {}, '/fields'],
    ['fields that are a list', { fields: [] }, '/fields'],
    ['null', { fields: null }, '/fields'],
    ['a NUL in a value', { fields: { a: '\u0000' } }, '/fields/a'],
    ['a NUL deep inside', { fields: { a: [{ b: '\u0000' }] } }, '/fields/a'],
    ['half a character in a key deep inside', { fields: { a: { '\ud800': 1 } } }, '/fields/a'],
    ['501 fields', { fields: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`f${i}`, i])) }, '/fields'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const answer = await put(world.org, 'account', 'never', body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect((await get('account', 'never')).status).toBe(404)
  })

  it('a field name that is empty, too long or holds a NUL', async () => {
    for (const name of ['', 'x'.repeat(101), '\u0000', '\udfff']) {
      expect((await put(world.org, 'account', 'never', { fields: { [name]: 1 } })).status).toBe(400)
    }
    expect((await get('account', 'never')).status).toBe(404)
  })

  it('an unknown entity and an id that no record can have: both are things that do not exist', async () => {
    for (const code of ['accounts', 'Account', 'toString', '%00']) {
      const answer = await call(world.app, world.org, 'PUT', `/crm-records/${code}/1`, { body: { fields: {} } })
      expect([answer.status, answer.body.status]).toEqual([404, '404'])
      expect(answer.body.source.pointer).toBe('/path/code')
    }
    for (const id of ['\u0000', 'x'.repeat(257)]) {
      const answer = await put(world.org, 'account', id, { fields: {} })
      expect([answer.status, answer.body.source?.pointer]).toEqual([404, '/path/id'])
    }
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await put(undefined, 'account', 'x', { fields: {} })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world.org, world.alice]) {
      expect((await put(caller, 'account', `by ${caller.email}`, { fields: {} })).status).toBe(201)
    }
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await put(caller, 'account', 'theirs', { fields: {} })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect((await get('account', 'theirs')).status).toBe(404)
  })

  it('leaves the records of another organization alone, though they have the same id', async () => {
    await put(world.org, 'account', 'shared', { fields: { of: 'acme' } })
    expect((await put(world.rivalOrg, 'account', 'shared', { fields: { of: 'rival' } })).status).toBe(201)
    expect((await get('account', 'shared')).body.data.fields).toEqual({ of: 'acme' })
  })
})
