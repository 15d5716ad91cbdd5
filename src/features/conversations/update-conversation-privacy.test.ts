import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const body = { transcript: 'Ann: Hi.', userID: world.bob.userId }
  id = (await call(world.app, world.org, 'POST', '/conversations/import', { body })).body.uuid
})

const put = (isPrivate: unknown, caller: Caller = world.org) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/privacy`, { body: { private: isPrivate } })
const totals = () =>
  Promise.all(
    [world.bob, world.mark, world.alice].map(
      async (caller) => (await call(world.app, caller, 'GET', '/conversations')).body.meta.totalRecords,
    ),
  )

describe('updateConversationPrivacy does', () => {
  it('hide it from the team in lists and totals, and show it again', async () => {
    expect(await totals()).toEqual([1, 1, 1])
    expect((await put(true)).body).toEqual({ success: true })
    expect(await totals()).toEqual([1, 0, 1])
    await put(false)
    expect(await totals()).toEqual([1, 1, 1])
  })
})

describe('updateConversationPrivacy refuses', () => {
  it.each([['true'], [1], [undefined]])('%j with 400', async (given) => {
    const answer = await put(given)
    expect([answer.status, answer.body.source.pointer]).toEqual([400, '/private'])
  })
})

describe('updateConversationPrivacy: who may', () => {
  it('its owner and admins; who only sees it is told so, who does not learns nothing', async () => {
    expect((await put(false, world.bob)).status).toBe(200)
    const mark = await put(true, world.mark)
    expect([mark.status, mark.body.code]).toEqual([403, 'owner_required'])
    expect((await put(true, world.carol)).status).toBe(404)
    expect(await totals()).toEqual([1, 1, 1])
  })
})
