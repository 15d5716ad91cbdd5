import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller, args: object = {}) =>
  callTool(world.app, caller, 'list_super_agent_sessions', { ...args })
const send = async (message: string, more: object = {}): Promise<string> =>
  (await callTool(world.app, world.bob, 'send_super_agent_message', { message, ...more })).data.session_id

describe('does', () => {
  it('tells the one used last first, page by page', async () => {
    expect((await list(world.bob)).data).toEqual({ sessions: [], total: 0, next_cursor: null })
    const [first, second, third] = [await send('One'), await send('Two | 2'), await send('Three')]
    await send('One again', { session_id: first })
    const { data, text } = await list(world.bob, { limit: 2 })
    expect(data.sessions.map(({ id, title, status }: Record<string, string>) => [id, title, status])).toEqual([
      [first, 'One', 'idle'],
      [third, 'Three', 'idle'],
    ])
    expect([data.total, text]).toEqual([3, expect.stringContaining(`| One | idle |`)])
    const rest = await list(world.bob, { limit: 2, cursor: data.next_cursor })
    expect(rest.data).toMatchObject({ sessions: [{ id: second }], next_cursor: null })
    expect(rest.text).toContain('Two \\| 2')
  })
})

describe('refuses', () => {
  it('a limit beyond the most', async () => {
    expect((await list(world.bob, { limit: 101 })).error).toMatchObject({ problems: [{ pointer: '/limit' }] })
  })
})

describe('who may', () => {
  it('a user, who sees their own alone', async () => {
    for (const caller of [world.alice, world.mark, world.mallory]) expect((await list(caller)).data.total).toBe(0)
    expect((await list(world.org)).error).toMatchObject({ code: 'user_required' })
  })
})
