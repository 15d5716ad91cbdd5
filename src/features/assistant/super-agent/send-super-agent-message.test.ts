import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callTool as callDirectly } from '../../../core/call-tool.ts'
import type { Principal } from '../../../core/principal.ts'
import { askAgent, importAnalyzed, keptOf, leftAtWork } from '../../../testing/agent-fixtures.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import {
  asksFor,
  createModelServer,
  fails,
  inTurn,
  type ModelServer,
  refuses,
  says,
  saysNothing,
} from '../../../testing/model-server.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { LAUNCH } from '../../../testing/sample-transcripts.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { sendWithin } from './send-super-agent-message.ts'
import { sendTool } from './tools.ts'

let plain: World
let world: World
let model: ModelServer
let launch: string
beforeAll(async () => {
  model = await createModelServer()
  plain = await createWorld()
  world = await createWorld(await createTestApp({ model: model.url }))
  launch = await importAnalyzed(world, model, { conversationTitle: 'Launch', transcript: { segments: LAUNCH } })
})
beforeEach(() => {
  model.requests.length = 0
})

const send = (caller: Caller, args: Record<string, unknown>, to = world) =>
  callTool(to.app, caller, 'send_super_agent_message', args)

/** The same tool with less patience. */
const sendSoon = (caller: Caller, args: object, waitMs: number) => {
  const principal: Principal = {
    ...{ organizationId: world.acme, role: 'SALES_REP', scopes: ['read', 'write'], via: 'api_key' },
    user: { id: caller.userId ?? '', email: caller.email ?? '', teamIds: [] },
  }
  return callDirectly(sendTool(sendWithin(waitMs)), args, world.app.contextFor(principal))
}

describe('does', () => {
  it('answers at once when the model does, in a session that is named after the message', async () => {
    model.script = () => says('Hello, I am at your service.')
    const { data, text } = await askAgent(world, world.bob, '  Hello\nthere!  ')
    expect(data).toEqual({
      ...{ session_id: expect.any(String), status: 'answered', answer: 'Hello, I am at your service.' },
      ...{ sources: [], steps: [] },
    })
    expect(text).toBe(`Hello, I am at your service.\n\n- Session: ${data.session_id}`)
    const { data: listed } = await callTool(world.app, world.bob, 'list_super_agent_sessions')
    expect(listed.sessions).toContainEqual(
      expect.objectContaining({ id: data.session_id, title: 'Hello there!', status: 'idle' }),
    )
  })

  it('looks with its tools, and names the calls it relies on', async () => {
    model.script = inTurn(
      asksFor('search_calls', { query: 'price of the starter plan' }, 'Let me look.'),
      says(`Dana wants twelve euros (call ${launch}).`),
    )
    const { data, text } = await askAgent(world, world.bob, 'What is the price of the starter plan?')
    expect(data).toMatchObject({
      ...{ status: 'answered', answer: `Dana wants twelve euros (call ${launch}).`, steps: ['search_calls'] },
      sources: [{ call_id: launch, title: 'Launch' }],
    })
    expect(text).toContain('Steps: search_calls')
    expect(model.requests[1]?.messages.at(-1)?.text).toContain('twelve euros')
  })

  it('goes on in a session, knowing what was said in it', async () => {
    model.script = inTurn(asksFor('get_me'), says('You are Bob.'), says('As I said: Bob.'))
    const { data } = await askAgent(world, world.bob, 'Who am I?')
    const again = await askAgent(world, world.bob, 'Who?', data.session_id)
    expect(again.data).toMatchObject({ session_id: data.session_id, answer: 'As I said: Bob.', steps: [] })
    const told = model.requests[2]?.messages.map(({ role, text }) => `${role}: ${text.slice(0, 12)}`)
    expect(told?.slice(1)).toEqual([
      'user: Who am I?',
      'assistant: ',
      'tool: - Organizati',
      'assistant: You are Bob.',
      'user: Who?',
    ])
  })

  it('says processing when the answer takes longer, and works on', async () => {
    model.script = () => says('Late, but here.')
    const { data, text } = await sendSoon(world.bob, { message: 'Take your time.' }, 60)
    const { session_id } = data as { session_id: string }
    expect(data).toEqual({ session_id, status: 'processing', answer: null, sources: [], steps: [] })
    expect(text).toContain('get_super_agent_session_history')
    await world.app.drain(world.acme)
    const { data: history } = await callTool(world.app, world.bob, 'get_super_agent_session_history', { session_id })
    expect([history.session.status, history.messages[0].text]).toEqual(['idle', 'Late, but here.'])
  })

  it('without a language model says so, and tells what search finds, also in the calls that are named', async () => {
    const id = await importFor(plain, { conversationTitle: 'Launch', transcript: { segments: LAUNCH } })
    const other = await importFor(plain, {
      transcript: { segments: [{ speaker: 'Eve', text: 'The starter plan has a price.' }] },
    })
    const { data, text } = await send(plain.bob, { message: 'What is the price of the starter plan?' }, plain)
    expect(text).toMatch(/^No language model is configured,/)
    expect(data.status).toBe('answered')
    expect(data.answer).toMatch(/Launch \(call .*Dana, 0:50: “.*keep the price of the starter plan at twelve euros/)
    expect(data.sources.map(({ call_id }: { call_id: string }) => call_id)).toContain(id)
    const counted = await send(plain.bob, { message: 'How many calls did we have?' }, plain)
    expect(counted.data.answer).toMatch(/^2 calls\. .*This answer comes from stored records\./s)
    const named = await send(
      plain.bob,
      { message: `The price of the starter plan in ${other}?`, session_id: data.session_id },
      plain,
    )
    expect(named.data.sources).toMatchObject([{ call_id: other, title: 'Opening' }])
    const nothing = await send(plain.bob, { message: 'Antarctic glaciers' }, plain)
    expect(nothing.data.answer).toContain('Search found nothing')
  })

  it.each([
    ['is away', () => fails(503), "isn't available", 1],
    ['knows no tools', () => refuses(400, 'this model does not support tools'), 'refuses requests', 1],
    ['is silent, twice', () => saysNothing(), "wasn't usable", 2],
  ])('tells what search finds when the model %s', async (_, reply, words, requests) => {
    model.script = reply
    const { data } = await askAgent(world, world.bob, 'What is the price of the starter plan?')
    expect(data).toMatchObject({ status: 'failed', sources: [{ call_id: launch }] })
    expect(data.answer).toContain(words)
    expect(data.answer).toContain('the price of the starter plan at twelve euros')
    expect(model.requests.length).toBeGreaterThanOrEqual(requests)
  })

  it('takes a second answer for one of no use', async () => {
    model.script = inTurn(saysNothing(), says('Here I am.'))
    expect((await askAgent(world, world.bob, 'Are you there?')).data).toMatchObject({ answer: 'Here I am.' })
  })

  it('records what it costs as its user’s', async () => {
    model.script = () => says('Yes.')
    await askAgent(world, world.carol, 'Is that so?')
    const rows = await world.app.store.owner.query(
      `select outcome from model_calls where user_id = $1 and purpose = 'super_agent'`,
      [world.carol.userId],
    )
    expect(rows).toEqual([{ outcome: 'ok' }])
  })
})

describe('refuses', () => {
  it.each([
    ['no words', { message: '' }, '/message'],
    ['blanks alone', { message: ' \n ' }, '/message'],
    ['8,001 characters', { message: 'x'.repeat(8_001) }, '/message'],
    ['NUL', { message: 'a\u0000b' }, '/message'],
    ['no message', {}, '/message'],
    ['a session that is no id', { message: 'Hello', session_id: 'none' }, '/session_id'],
  ])('%s', async (_, args, pointer) => {
    const { error } = await send(world.bob, args)
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })

  it('a second message while the first is at work; of two at once, one is taken', async () => {
    model.script = () => says('First.')
    const { data } = await askAgent(world, world.mark, 'Begin.')
    const { session_id } = data
    const both = await Promise.allSettled(
      ['Two.', 'Three.'].map((message) => sendSoon(world.mark, { message, session_id }, 50)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { error } = await send(world.mark, { message: 'Four.', session_id })
    expect(error).toMatchObject({ code: 'conflict', reason: 'session_processing' })
    await world.app.drain(world.acme)
    expect((await keptOf(world, session_id)).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ])
  })

  it('more than three sessions at work at once, also when they come at once', async () => {
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => sendSoon(world.carol, { message: `Task ${n}` }, 50)),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect((await send(world.carol, { message: 'One more' })).error).toMatchObject({ reason: 'too_many_runs' })
    await world.app.drain(world.acme)
  })
})

describe('who may', () => {
  it('a user, in their own sessions; nobody else, admins included', async () => {
    model.script = () => says('Private.')
    const { data } = await askAgent(world, world.bob, 'Keep this to yourself.')
    const { session_id } = data
    for (const caller of [world.alice, world.mark, world.mallory]) {
      const { error } = await send(caller, { message: 'Hello', session_id })
      expect(error).toMatchObject({ code: 'not_found', reason: 'super_agent_session_not_found' })
      expect(error).toEqual((await send(caller, { message: 'Hello', session_id: NOBODY })).error)
    }
    for (const caller of [world.org, world.rivalOrg]) {
      expect((await send(caller, { message: 'Hello' })).error).toMatchObject({ code: 'user_required' })
    }
  })

  it('leaves an audit entry that names the session, and none when refused', async () => {
    const id = await leftAtWork(world, world.alice, 'Note this.')
    const rows = await world.app.store.owner.query(
      `select operation, user_id, entity_type from audit_log where entity_id = $1`,
      [id],
    )
    expect(rows).toEqual([
      { operation: 'sendSuperAgentMessage', user_id: world.alice.userId, entity_type: 'super agent session' },
    ])
    await world.app.drain(world.acme)
  })
})
