import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (path: string, fields: unknown, caller = world.org) =>
  call(world.app, caller, 'PUT', path, { body: { fields } })

describe('putCrmRecord does', () => {
  it('make a record with 201, and replace its fields with 200', async () => {
    const made = await put('/crm-records/account/A-1', { name: 'Initech', size: 12, open: true })
    expect(made.status).toBe(201)
    expect(made.body.data).toEqual({
      code: 'account',
      id: 'A-1',
      fields: { name: 'Initech', size: 12, open: true },
      updatedAt: expect.any(String),
    })
    expect((await put('/crm-records/account/A-1', { name: 'Initrode' })).status).toBe(200)
    const stored = await call(world.app, world.org, 'GET', '/crm-records/account/A-1')
    expect(stored.body.data.fields).toEqual({ name: 'Initrode' })
  })

  it('keep entities of one id apart', async () => {
    await put('/crm-records/contact/same', { name: 'Ann' })
    await put('/crm-records/contacts/same', { name: 'Ben' })
    const stored = await call(world.app, world.org, 'GET', '/crm-records/contact/same')
    expect(stored.body.data.fields).toEqual({ name: 'Ann' })
  })

  it('end well when many write the same record at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put('/crm-records/lead/busy', { n })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(9).fill(200), 201])
    const values = await world.app.store.owner.query(
      `select value from crm_record_values where organization_id = $1 and record_id = 'busy'`,
      [world.acme],
    )
    expect(values).toHaveLength(1)
  })
})

describe('putCrmRecord refuses', () => {
  it('an entity that does not exist with 404, and what is no fields with 400', async () => {
    expect((await put('/crm-records/planet/1', {})).status).toBe(404)
    const refused = await put('/crm-records/account/A-2', 'none')
    expect([refused.status, refused.body.source.pointer]).toEqual([400, '/fields'])
    expect((await call(world.app, world.org, 'GET', '/crm-records/account/A-2')).status).toBe(404)
  })

  it.each([
    ['a NUL', { note: 'a\u0000b' }],
    ['half a character', { note: '\ud800' }],
    ['a nested half', { deep: [{ note: '\udc00' }] }],
    ['nesting without end', { deep: JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) }],
    ['501 fields', Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`f${n}`, n]))],
    ['a field name of 101 characters', { ['n'.repeat(101)]: 1 }],
  ])('%s, and stores nothing', async (_, fields) => {
    expect((await put('/crm-records/account/A-3', fields)).status).toBe(400)
    expect((await call(world.app, world.org, 'GET', '/crm-records/account/A-3')).status).toBe(404)
  })
})

describe('putCrmRecord: who may', () => {
  it('admins and org-level keys', async () => {
    expect((await put('/crm-records/deals/D-1', {}, world.alice)).status).toBe(201)
    for (const caller of [world.mark, world.bob]) {
      const refused = await put('/crm-records/deals/D-2', {}, caller)
      expect([refused.status, refused.body.code]).toEqual([403, 'admin_required'])
    }
  })
})
