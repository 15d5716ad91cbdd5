import { beforeAll, describe, expect, it } from 'vitest'
import { keptOf } from '../../../testing/agent-fixtures.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let session_id: string
beforeAll(async () => {
  world = await createWorld()
  await importFor(world)
  const { data } = await callTool(world.app, world.bob, 'send_super_agent_message', { message: 'Who wants to begin?' })
  session_id = data.session_id
})

const remove = (caller: Caller, id = session_id) =>
  callTool(world.app, caller, 'delete_super_agent_session', { session_id: id })

// First, since the session is gone afterwards.
describe('who may', () => {
  it('its user alone', async () => {
    const nobody = (await remove(world.bob, NOBODY)).error
    expect(nobody).toMatchObject({ code: 'not_found' })
    for (const caller of [world.alice, world.mallory]) expect((await remove(caller)).error).toEqual(nobody)
    expect((await remove(world.org)).error).toMatchObject({ code: 'user_required' })
    expect(await keptOf(world, session_id)).toHaveLength(2)
  })
})

describe('does', () => {
  it('deletes it with all that was said in it, and what it was from; the calls stay', async () => {
    const sources = () =>
      world.app.store.owner.query('select conversation_id from super_agent_sources where session_id = $1', [session_id])
    expect(await sources()).toHaveLength(1)
    expect((await remove(world.bob)).data).toEqual({ session_id })
    expect([await keptOf(world, session_id), await sources()]).toEqual([[], []])
    const { data } = await callTool(world.app, world.bob, 'list_super_agent_sessions')
    expect(data.total).toBe(0)
    expect((await callTool(world.app, world.bob, 'search_calls', { query: 'begin' })).text).toContain('begin')
  })
})

describe('refuses', () => {
  it('one that is gone, and one that is no id', async () => {
    expect((await remove(world.bob)).error).toMatchObject({ reason: 'super_agent_session_not_found' })
    expect((await remove(world.bob, 'none')).error).toMatchObject({ problems: [{ pointer: '/session_id' }] })
  })

  it('a user’s sessions go with the user', async () => {
    const { data } = await callTool(world.app, world.carol, 'send_super_agent_message', { message: 'Hello' })
    const { owner } = world.app.store
    await owner.query('delete from api_keys where user_id = $1', [world.carol.userId])
    await owner.query('delete from users where id = $1', [world.carol.userId])
    expect(await keptOf(world, data.session_id)).toEqual([])
  })
})
