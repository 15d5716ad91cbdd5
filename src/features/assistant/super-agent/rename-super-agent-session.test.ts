import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let session_id: string
beforeAll(async () => {
  world = await createWorld()
  session_id = (await callTool(world.app, world.bob, 'send_super_agent_message', { message: 'Hello' })).data.session_id
})

const rename = (caller: Caller, title: string, id = session_id) =>
  callTool(world.app, caller, 'rename_super_agent_session', { session_id: id, title })

describe('does', () => {
  it('gives it another title, and leaves its place in the list', async () => {
    const before = (await callTool(world.app, world.bob, 'list_super_agent_sessions')).data.sessions[0]
    const { data, text } = await rename(world.bob, '  Prices  ')
    expect([data, text]).toEqual([{ ...before, title: 'Prices' }, 'Renamed the session to Prices.'])
    expect((await callTool(world.app, world.bob, 'list_super_agent_sessions')).data.sessions).toEqual([data])
  })
})

describe('refuses', () => {
  it.each(['', ' ', 'x'.repeat(201)])('a title that is none, or too long', async (title) => {
    expect((await rename(world.bob, title)).error).toMatchObject({ problems: [{ pointer: '/title' }] })
  })
})

describe('who may', () => {
  it('its user alone', async () => {
    const nobody = (await rename(world.bob, 'Mine', NOBODY)).error
    expect(nobody).toMatchObject({ code: 'not_found', reason: 'super_agent_session_not_found' })
    for (const caller of [world.alice, world.mallory]) expect((await rename(caller, 'Mine')).error).toEqual(nobody)
    expect((await rename(world.org, 'Mine')).error).toMatchObject({ code: 'user_required' })
  })
})
