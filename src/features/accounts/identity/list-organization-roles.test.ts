import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/organizations/roles')

describe('does', () => {
  it('tells the three roles, the mightiest first', async () => {
    const answer = await list(world.org)
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: [
          { name: 'Admin', type: 'ADMIN', uuid },
          { name: 'Manager', type: 'MANAGER', uuid },
          { name: 'Member', type: 'SALES_REP', uuid },
        ],
      },
    ])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone, for the roles of their own organization', async () => {
    const ids = async (caller: Caller) => (await list(caller)).body.data.map((role: { uuid: string }) => role.uuid)
    const ours = await ids(world.org)
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) expect(await ids(caller)).toEqual(ours)
    const theirs = await ids(world.mallory)
    expect(theirs).toHaveLength(3)
    expect(theirs.filter((id: string) => ours.includes(id))).toEqual([])
  })
})
