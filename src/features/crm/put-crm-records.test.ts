import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (records: unknown, caller = world.org) =>
  call(world.app, caller, 'PUT', '/crm-records', { body: { records } })
const record = (id: string, fields: unknown = { name: id }) => ({ code: 'account', id, fields })

describe('putCrmRecords does', () => {
  it('tell how many it made and how many it changed', async () => {
    expect((await put([record('a'), record('b')])).body).toEqual({ created: 2, updated: 0 })
    expect((await put([record('b'), record('c')])).body).toEqual({ created: 1, updated: 1 })
  })

  it('take a thousand', async () => {
    const answer = await put(Array.from({ length: 1_000 }, (_, n) => record(`bulk-${n}`)))
    expect(answer.body).toEqual({ created: 1_000, updated: 0 })
  })

  it('end well when two write the same records in opposite orders', async () => {
    const records = Array.from({ length: 50 }, (_, n) => record(`cross-${n}`))
    const answers = await Promise.all([put(records), put(records.toReversed()), put(records)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  })
})

describe('putCrmRecords refuses', () => {
  it('all of it when one is wrong, and stores nothing', async () => {
    const refused = await put([record('x'), { code: 'planet', id: 'y', fields: {} }])
    expect([refused.status, refused.body.source.pointer]).toEqual([400, '/records/1/code'])
    expect((await call(world.app, world.org, 'GET', '/crm-records/account/x')).status).toBe(404)
  })

  it('the same record twice, none, and more than a thousand', async () => {
    expect((await put([record('t'), record('t')])).body.source.pointer).toBe('/records/1')
    expect((await put([])).status).toBe(400)
    expect((await put(Array.from({ length: 1_001 }, (_, n) => record(`m-${n}`)))).status).toBe(400)
  })
})

describe('putCrmRecords: who may', () => {
  it('admins and org-level keys', async () => {
    expect((await put([record('z')], world.alice)).status).toBe(200)
    expect((await put([record('z')], world.bob)).body.code).toBe('admin_required')
  })
})
