import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { SALARIES } from '../../../testing/sample-transcripts.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const PROMPT = 'What salary did the candidate ask for?'

let world: World
let id: string
let opportunity: string
let source: string
beforeAll(async () => {
  world = await createWorld()
  id = await importFor(world, {
    ...{ transcript: { segments: SALARIES }, teamUUID: world.teams.north, opportunityID: 'deal-7' },
    linkedCrmRecords: [
      { code: 'account', id: 'A-7' },
      { code: 'contact', id: 'C-7' },
    ],
  })
  const found = await call(world.app, world.org, 'GET', `/conversations/${id}`)
  opportunity = found.body.attributes.externalOpportunity.uuid
  const given = { title: 'Salaries', content: 'A candidate may ask for a salary of at most eighty thousand euros.' }
  source = (await call(world.app, world.org, 'POST', '/knowledge-base/sources', { body: given })).body.data.id
})

const ask = (caller: Caller | undefined, type: string, context_id?: string, prompt = PROMPT) =>
  call(world.app, caller, 'POST', '/ask_assistant', { body: { context_type: type, context_id, prompt } })

/** What each context is called by; ids are known only once the world stands. */
const CONTEXTS: readonly (readonly [type: string, id: () => string | undefined])[] = [
  ['conversation', () => id],
  ['opportunity', () => opportunity],
  ['opportunity', () => 'deal-7'],
  ['account', () => 'A-7'],
  ['contact', () => 'C-7'],
  ['user', () => world.bob.userId],
  ['team', () => world.teams.north],
  ['team', () => world.teams.sales],
  ['organization', () => world.acme],
  ['organization', () => undefined],
]

describe('does', () => {
  it.each(CONTEXTS)('answers from the conversations of the %s', async (type, contextId) => {
    const answer = await ask(world.bob, type, contextId())
    expect([answer.status, answer.body]).toEqual([
      200,
      { output: expect.stringContaining('seventy thousand euros'), conversations_used: [id] },
    ])
  })

  it.each([
    ['one source', () => source],
    ['all of it', () => undefined],
    ['all of it, by the id of the organization', () => world.acme as string],
  ])('answers from the knowledge base: %s', async (_, contextId) => {
    const { body } = await ask(world.bob, 'knowledge_base', contextId())
    expect(body).toEqual({ output: expect.stringContaining('eighty thousand euros'), conversations_used: [] })
  })

  it('says that it is not in there, and uses nothing', async () => {
    const { body } = await ask(world.bob, 'conversation', id, 'Why did Admiral Kowalski sink the submarine?')
    expect(body).toEqual({ output: expect.stringContaining('No clear answer'), conversations_used: [] })
  })

  it('says so of a customer without conversations', async () => {
    await call(world.app, world.org, 'PUT', '/crm-records/account/A-8', { body: { fields: {} } })
    expect((await ask(world.bob, 'account', 'A-8')).body.conversations_used).toEqual([])
  })

  it('tells that it is deprecated, and what comes after it, also to whom it refuses', async () => {
    const refused = await call(world.app, world.bob, 'POST', '/ask_assistant', { body: {} })
    expect(refused.status).toBe(400)
    for (const { headers } of [await ask(world.bob, 'conversation', id), refused]) {
      expect(headers.deprecation).toBe('@1785542400')
      expect(headers.link).toBe('<http://parley.test/v2/ask_assistant/v2>; rel="successor-version"')
    }
  })

  it('gives the same answer to the same key', async () => {
    const body = { context_type: 'conversation', context_id: id, prompt: PROMPT }
    const headers = { 'idempotency-key': 'asked-once' }
    const first = await call(world.app, world.bob, 'POST', '/ask_assistant', { body, headers })
    const second = await call(world.app, world.bob, 'POST', '/ask_assistant', { body, headers })
    expect([second.status, second.body]).toEqual([200, first.body])
  })
})

describe('refuses', () => {
  it.each([
    ['an unknown context', { context_type: 'galaxy' }, '/context_type'],
    ['no context', { context_type: undefined }, '/context_type'],
    ['a conversation without its id', { context_id: undefined }, '/context_id'],
    ['a blank id', { context_id: ' ' }, '/context_id'],
    ['no prompt', { prompt: undefined }, '/prompt'],
    ['an empty prompt', { prompt: '' }, '/prompt'],
    ['a prompt of 4001 characters', { prompt: '🚀'.repeat(4001) }, '/prompt'],
  ])('%s, and points at it', async (_, more, pointer) => {
    const body = { context_type: 'conversation', context_id: id, prompt: PROMPT, ...more }
    const answer = await call(world.app, world.bob, 'POST', '/ask_assistant', { body })
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('takes a prompt of 4000 characters', async () => {
    expect((await ask(world.bob, 'conversation', id, '🚀'.repeat(4000))).status).toBe(200)
  })

  it.each(['conversation', 'opportunity', 'account', 'contact', 'user', 'team', 'organization', 'knowledge_base'])(
    'a %s that is not there with 404',
    async (noun) => {
      for (const contextId of [NOBODY, 'none']) {
        const answer = await ask(world.org, noun, contextId)
        expect([answer.status, answer.body.code]).toEqual([404, `${noun}_not_found`])
        expect(answer.body.source).toEqual({ pointer: '/context_id' })
      }
    },
  )
})

describe('who may', () => {
  it.each(CONTEXTS)('is nobody of the rival organization: %s', async (type, contextId) => {
    for (const caller of [world.mallory, world.rivalOrg]) {
      const answer = await ask(caller, type, contextId())
      expect(answer.text).not.toContain('seventy')
      expect([200, 404]).toContain(answer.status)
      if (type !== 'organization') expect(answer.status).toBe(404)
    }
  })

  it('is a stranger only as far as conversations are seen', async () => {
    expect((await ask(world.carol, 'conversation', id)).status).toBe(404)
    expect((await ask(world.carol, 'opportunity', 'deal-7')).status).toBe(404)
    for (const [type, contextId] of [
      ['user', world.bob.userId],
      ['team', world.teams.north],
      ['organization', world.acme],
    ] as const) {
      const { body } = await ask(world.carol, type, contextId)
      expect(body).toEqual({ output: expect.stringContaining('No clear answer'), conversations_used: [] })
    }
  })

  it('is nobody without a key', async () => {
    expect((await ask(undefined, 'conversation', id)).status).toBe(401)
  })
})
