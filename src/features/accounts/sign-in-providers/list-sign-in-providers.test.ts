import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { newProvider } from '../../../testing/sign-in-providers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/sign-in-providers', { query })

describe('does', () => {
  it('lists them in pages, oldest first, without their secrets', async () => {
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) {
      ids.push((await newProvider(world, { name, client_secret: 'very-secret' })).id)
    }
    const answer = await list(world.alice)
    expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(answer.text).not.toContain('very-secret')
    const second = await list(world.org, { page: '2', size: '2' })
    expect(second.body).toMatchObject({ data: [{ name: 'Three' }], meta: { totalRecords: 3, pageCount: 2 } })
    expect((await list(world.rivalOrg)).body.data).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '201'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is admins and org-level keys', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.mark, world.bob]) {
      const answer = await list(caller)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
