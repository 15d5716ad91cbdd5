import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { askAgent, importAnalyzed, keptOf } from '../../../testing/agent-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { asksFor, createModelServer, inTurn, type ModelServer, says } from '../../../testing/model-server.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { superAgentTurn } from './super-agent-turn.job.ts'

let world: World
let model: ModelServer
beforeAll(async () => {
  model = await createModelServer()
  world = await createWorld(await createTestApp({ model: model.url }))
})

const read = (caller: Caller, args: object) =>
  callTool(world.app, caller, 'get_super_agent_session_history', { ...args })

/** A session of bob's in which the agent found something in a call and told of it. */
async function toldOf(word: string): Promise<{ id: string; session_id: string }> {
  const text = `${word} is what we agreed on.`
  const id = await importAnalyzed(world, model, {
    teamUUID: world.teams.north,
    userID: world.mark.userId,
    transcript: { segments: [{ speaker: 'Ann', text }] },
  })
  model.script = inTurn(
    says('I am here.'),
    asksFor('search_calls', { query: word }, 'I look.'),
    says(`They agreed on ${word} (call ${id}).`),
  )
  const { data } = await askAgent(world, world.bob, 'Are you there?')
  await askAgent(world, world.bob, 'What did they agree on?', data.session_id)
  return { id, session_id: data.session_id }
}

describe('does', () => {
  it('tells the newest first: messages, answers, and each tool with what came of it in short', async () => {
    const { id, session_id } = await toldOf('Saffron')
    const { data, text } = await read(world.bob, { session_id })
    expect(data).toMatchObject({
      session: { id: session_id, title: 'Are you there?', status: 'idle' },
      messages: [
        { role: 'assistant', text: `They agreed on Saffron (call ${id}).`, tool: null, outcome: null },
        { role: 'tool', text: expect.stringContaining('Saffron'), tool: 'search_calls', outcome: 'done' },
        { role: 'assistant', text: 'I look.' },
        { role: 'user', text: 'What did they agree on?' },
        { role: 'assistant', text: 'I am here.' },
        { role: 'user', text: 'Are you there?' },
      ],
      ...{ total: 6, next_cursor: null },
    })
    expect(Array.from(data.messages[1].text as string).length).toBeLessThanOrEqual(200)
    expect(text).toContain('search_calls: done — ')
    const paged = await read(world.bob, { session_id, limit: 4 })
    const { data: rest } = await read(world.bob, { session_id, limit: 4, cursor: paged.data.next_cursor })
    expect(rest.messages.map((one: { text: string }) => one.text)).toEqual(['I am here.', 'Are you there?'])
  })

  it('leaves out what tells of a call that is hidden from its user by now, to the model as well', async () => {
    const { id, session_id } = await toldOf('Cardamom')
    await call(world.app, world.alice, 'PUT', `/conversations/${id}/privacy`, { body: { private: true } })
    const { data, text } = await read(world.bob, { session_id })
    expect(text).not.toContain('Cardamom')
    expect(data.messages.map((one: { text: string }) => one.text.slice(0, 9))).toEqual([
      ...['[Left out', '[Left out', 'I look.', 'What did ', 'I am here', 'Are you t'],
    ])
    model.requests.length = 0
    model.script = () => says('I cannot tell.')
    await askAgent(world, world.bob, 'Say it again.', session_id)
    const [request] = model.requests
    expect(JSON.stringify(request?.body)).not.toContain('Cardamom')
    expect(JSON.stringify(request?.messages)).toContain('hidden from this person')
    await call(world.app, world.alice, 'PUT', `/conversations/${id}/privacy`, { body: { private: false } })
    expect((await read(world.bob, { session_id })).text).toContain('Cardamom')
  })

  it('leaves out what tells of a call that was erased, of which nothing is kept', async () => {
    const { id, session_id } = await toldOf('Turmeric')
    await call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    const { text } = await read(world.bob, { session_id })
    expect(text).not.toContain('Turmeric')
    expect(text).toContain('[Left out: it refers to a call that was erased')
    expect(JSON.stringify(await keptOf(world, session_id))).not.toContain('Turmeric')
  })
})

describe('a call that is erased while a run is at work on it', () => {
  it('leaves nothing, and the run goes on without it', async () => {
    const text = 'Asafoetida ships on Monday.'
    const id = await importAnalyzed(world, model, { transcript: { segments: [{ speaker: 'Ann', text }] } })
    const erase = () => call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    model.script = inTurn(
      asksFor('search_calls', { query: 'Asafoetida' }),
      async () => {
        await erase()
        return asksFor('search_calls', { query: 'Asafoetida again' }, 'Once more.')
      },
      says('It is gone.'),
    )
    const { data } = await askAgent(world, world.bob, 'When does it ship?')
    expect(data).toMatchObject({ status: 'answered', answer: 'It is gone.', steps: ['search_calls'] })
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('Monday')
    expect(JSON.stringify(await keptOf(world, data.session_id))).not.toMatch(/Monday|again/)
  })

  it('leaves nothing at whatever moment it is erased, and nobody waits for ever', async () => {
    for (let round = 0; round < 6; round++) {
      const word = `Fenugreek${round}`
      const segments = [{ speaker: 'Ann', text: `${word} ships on Tuesday.` }]
      const id = await importAnalyzed(world, model, { transcript: { segments } })
      // Tells what it has seen, and nothing else.
      model.script = ({ messages }) => {
        const results = messages.filter(({ role }) => role === 'tool').map(({ text }) => text)
        const found = results.join().includes(`${word} ships`) ? `${word} ships on Tuesday` : 'Nothing'
        const turns = messages.filter(({ role }) => role === 'assistant').length
        if (turns === 0) return asksFor('search_calls', { query: word })
        if (turns > 1) return says(`${found} (call ${id}).`)
        return asksFor('get_call_details', { call_id: id, include: ['transcript'] }, `So far: ${found}.`)
      }
      const erased = pause(round * 25).then(() =>
        call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } }),
      )
      const [{ data }, { status }] = await Promise.all([askAgent(world, world.bob, 'When does it ship?'), erased])
      expect([status, data.status]).toEqual([204, 'answered'])
      expect(JSON.stringify(await keptOf(world, data.session_id))).not.toContain(`${word} ships`)
    }
  })

  it('is not called for any more when it was asked for before', async () => {
    const { id, session_id } = await toldOf('Galangal')
    model.script = inTurn(asksFor('get_call_details', { call_id: id }), says('It is gone.'))
    const { owner } = world.app.store
    await askAgent(world, world.bob, 'Read it.', session_id)
    await owner.query(
      `update super_agent_messages set state = 'asked', content = '' where session_id = $1 and name = 'get_call_details'`,
      [session_id],
    )
    await owner.query(`update super_agent_sessions set status = 'processing' where id = $1`, [session_id])
    await call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    const rows = await owner.query<{ run_id: string }>('select run_id from super_agent_sessions where id = $1', [
      session_id,
    ])
    const { transact, jobs } = world.app.contextFor(world.app.operator(world.acme))
    const run_id = rows[0]?.run_id ?? ''
    await transact((tx) => jobs.add(tx, world.acme, superAgentTurn, { session_id, run_id }))
    await world.app.drain(world.acme)
    expect((await keptOf(world, session_id)).findLast(({ name }) => name !== null)).toMatchObject({
      ...{ name: 'get_call_details', state: 'refused', content: '', args: null },
    })
  })
})

describe('refuses', () => {
  it('a session that is no id', async () => {
    const { error } = await read(world.bob, { session_id: 'none' })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: '/session_id' }] })
  })
})

describe('who may', () => {
  it('its user; for everybody else, admins too, there is no such session', async () => {
    const { session_id } = await toldOf('Nutmeg')
    const nobody = (await read(world.bob, { session_id: NOBODY })).error
    expect(nobody).toMatchObject({ code: 'not_found' })
    for (const caller of [world.alice, world.mark, world.mallory]) {
      expect((await read(caller, { session_id })).error).toEqual(nobody)
    }
    expect((await read(world.org, { session_id })).error).toMatchObject({ code: 'user_required' })
  })
})
