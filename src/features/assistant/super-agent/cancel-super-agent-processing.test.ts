/** How a run ends when it is cancelled: `super-agent-turn.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { leftAtWork } from '../../../testing/agent-fixtures.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { createModelServer } from '../../../testing/model-server.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  const model = await createModelServer()
  world = await createWorld(await createTestApp({ model: model.url }))
})

const cancel = (caller: Caller, session_id: string) =>
  callTool(world.app, caller, 'cancel_super_agent_processing', { session_id })

describe('does', () => {
  it('ends what waits or is at work, once; of several at once, one does', async () => {
    const id = await leftAtWork(world, world.bob, 'Hello?')
    const answers = await Promise.all([cancel(world.bob, id), cancel(world.bob, id), cancel(world.bob, id)])
    expect(answers.map(({ data }) => data.cancelled).toSorted()).toEqual([false, false, true])
    expect((await cancel(world.bob, id)).text).toBe('The session has no active run.')
    const { data } = await callTool(world.app, world.bob, 'list_super_agent_sessions')
    expect(data.sessions).toMatchObject([{ id, status: 'cancelled' }])
    expect((await world.app.drain(world.acme)).map(({ outcome }) => outcome)).toEqual(['ok'])
  })

  it('is told to who waits for the answer', async () => {
    const waiting = callTool(world.app, world.mark, 'send_super_agent_message', { message: 'Hello?' })
    const list = async () => (await callTool(world.app, world.mark, 'list_super_agent_sessions')).data.sessions
    while ((await list()).length === 0) {}
    const [{ id }] = await list()
    await cancel(world.mark, id)
    const { data, text } = await waiting
    expect(data).toEqual({ session_id: id, status: 'cancelled', answer: null, sources: [], steps: [] })
    expect(text).toContain('The run was cancelled.')
  })
})

describe('refuses', () => {
  it('a session that is no id', async () => {
    expect((await cancel(world.bob, 'none')).error).toMatchObject({ problems: [{ pointer: '/session_id' }] })
  })
})

describe('who may', () => {
  it('its user alone', async () => {
    const id = await leftAtWork(world, world.carol, 'Hello?')
    const nobody = (await cancel(world.bob, NOBODY)).error
    expect(nobody).toMatchObject({ code: 'not_found' })
    for (const caller of [world.alice, world.bob, world.mallory])
      expect((await cancel(caller, id)).error).toEqual(nobody)
    expect((await cancel(world.org, id)).error).toMatchObject({ code: 'user_required' })
    expect((await cancel(world.carol, id)).data.cancelled).toBe(true)
    await world.app.drain(world.acme)
  })
})
