import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await call(world.app, world.org, 'PUT', '/crm-records/contact/Ann%20%26%20Co%2F1', {
    body: { fields: { city: 'Ulm' } },
  })
})

describe('getCrmRecord does', () => {
  it('tell the fields as they were stored, under an id of any characters', async () => {
    const answer = await call(world.app, world.org, 'GET', '/crm-records/contact/Ann%20%26%20Co%2F1')
    expect(answer.body.data).toMatchObject({ code: 'contact', id: 'Ann & Co/1', fields: { city: 'Ulm' } })
  })
})

describe('getCrmRecord refuses', () => {
  it.each([
    '/crm-records/contact/nobody',
    '/crm-records/planet/1',
    '/crm-records/contact/a%00b',
    `/crm-records/contact/${'x'.repeat(300)}`,
  ])('%s with 404', async (path) => {
    const answer = await call(world.app, world.org, 'GET', path)
    expect([answer.status, answer.body.status]).toEqual([404, '404'])
  })
})

describe('getCrmRecord: who may', () => {
  it('everybody in the organization, nobody outside', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) {
      expect((await call(world.app, caller, 'GET', '/crm-records/contact/Ann%20%26%20Co%2F1')).status).toBe(200)
    }
    expect((await call(world.app, world.mallory, 'GET', '/crm-records/contact/Ann%20%26%20Co%2F1')).status).toBe(404)
  })
})
