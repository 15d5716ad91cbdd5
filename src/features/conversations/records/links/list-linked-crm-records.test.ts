import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/conversations/${id}/linked-crm-records`)

describe('does', () => {
  it('tells what is linked in its order, with what it is known by, and what is a link to nothing', async () => {
    const put = (path: string, fields: object) =>
      call(world.app, world.org, 'PUT', `/crm-records/${path}`, { body: { fields } })
    await put('account/A-1', { Name: 'Initech', secretive: 'x'.repeat(1_000) })
    await put('contact/C-1', { revenue: 3 })
    const id = await importFor(world)
    const linked_crm_records = [
      { code: 'deals', id: 'nowhere' },
      { code: 'account', id: 'A-1' },
      { code: 'contact', id: 'C-1' },
    ]
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/linked-crm-records`, { body: { linked_crm_records } })
    expect((await list(world.bob, id)).body).toEqual({
      data: [
        { code: 'deals', id: 'nowhere', fields: null },
        { code: 'account', id: 'A-1', fields: { Name: 'Initech' } },
        { code: 'contact', id: 'C-1', fields: {} },
      ],
    })
  })
})

describe('refuses', () => {
  it('nothing but what is hidden or not there', async () => {
    expect((await list(world.bob, await importFor(world))).body).toEqual({ data: [] })
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
