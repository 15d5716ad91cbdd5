/** Stored responses of an `Idempotency-Key` that are derived from conversations: returned only to callers who see those. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { snippetFor } from '../src/testing/library-fixtures.ts'
import { talkFor } from '../src/testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

type Send = () => Promise<Answer>

/** Request that repeats itself word for word. */
function repeating(caller: Caller, path: string, body?: unknown): Send {
  const headers = { 'idempotency-key': randomUUID() }
  return () => call(world.app, caller, 'POST', path, { headers, ...(body === undefined ? {} : { body }) })
}
const setPrivate = (id: string, isPrivate: boolean) =>
  call(world.app, world.org, 'PUT', `/conversations/${id}/privacy`, { body: { private: isPrivate } })
const talk = () => talkFor(world, { teamUUID: world.teams.north })

const WAYS: readonly (readonly [what: string, begin: (id: string) => Promise<Send>])[] = [
  [
    'an answer about one conversation',
    async (id) => repeating(world.mark, '/ask_assistant/v2', { conversation_ids: [id], prompt: 'What is the price?' }),
  ],
  [
    'an answer about all that a team said',
    async () =>
      repeating(world.mark, '/ask_assistant', {
        context_type: 'team',
        context_id: world.teams.north,
        prompt: 'What is the price of one scanner?',
      }),
  ],
  ['a summary', async (id) => repeating(world.mark, `/conversations/${id}/summary`)],
  ['a deck', async (id) => repeating(world.mark, '/create_deck', { context_id: id })],
  [
    'a deck of a clip',
    async (id) =>
      repeating(world.mark, '/create_deck', { context_id: (await snippetFor(world, { conversation_id: id })).id }),
  ],
  [
    'an insight',
    async (id) =>
      repeating(world.mark, '/gi', { user_uuid: world.mark.userId, prompt: 'What price?', conversation_ids: [id] }),
  ],
  [
    'a library item',
    async (id) =>
      repeating(world.mark, '/library/items', { snippetUUID: (await snippetFor(world, { conversation_id: id })).id }),
  ],
]

describe.each(WAYS)('%s', (_, begin) => {
  it('is returned again to a caller who still sees the conversation, and to nobody else', async () => {
    const id = await talk()
    await world.app.drain(world.acme)
    const send = await begin(id)
    const first = await send()
    expect([first.status < 300, first.text]).toEqual([true, expect.any(String)])
    expect((await send()).text).toBe(first.text)
    await setPrivate(id, true)
    const hidden = await send()
    expect([hidden.status, hidden.body]).toEqual([
      404,
      expect.objectContaining({
        code: 'stored_response_not_found',
        source: { pointer: '/header/Idempotency-Key' },
      }),
    ])
    await setPrivate(id, false)
    expect((await send()).text).toBe(first.text)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect((await send()).status).toBe(404)
  })
})

describe('the words of a stored response', () => {
  const keyOf = async (conversation: string) => {
    const rows = await world.app.store.owner.query<{ key: string }>(
      'select key from kept_answer_conversations where conversation_id = $1',
      [conversation],
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.key ?? ''
  }
  const lengthOf = async (key: string) => {
    const rows = await world.app.store.owner.query<{ length: number }>(
      'select length(answer) as length from kept_answers where key = $1',
      [key],
    )
    return rows.map(({ length }) => length)
  }
  const answered = async (given: Record<string, unknown> = {}) => {
    const id = await talkFor(world, given)
    const send = repeating(world.org, '/ask_assistant/v2', { conversation_ids: [id], prompt: 'What was said?' })
    expect((await send()).status).toBe(200)
    const key = await keyOf(id)
    expect((await lengthOf(key))[0]).toBeGreaterThan(0)
    return { id, send, key }
  }

  it('are deleted when the conversation is erased', async () => {
    const { id, send, key } = await answered()
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect(await lengthOf(key)).toEqual([0])
    expect((await send()).status).toBe(404)
  })

  it('are deleted when it is masked', async () => {
    const { id, send, key } = await answered({ transcript: 'Ann: My mail is ann.doe@customer.example, I promise.' })
    expect((await call(world.app, world.org, 'POST', `/conversations/${id}/redact`)).status).toBeLessThan(300)
    expect(await lengthOf(key)).toEqual([0])
    const again = await send()
    expect([again.status, again.text.includes('ann.doe')]).toEqual([404, false])
  })

  it('of an earlier version, of which nothing is recorded, are not returned', async () => {
    const { id, send } = await answered()
    await world.app.store.owner.query(
      `update kept_answers set sources_recorded = false
       where (caller, key) in (select caller, key from kept_answer_conversations where conversation_id = $1)`,
      [id],
    )
    expect((await send()).status).toBe(404)
  })
})

describe('a response that holds nothing of conversations', () => {
  it('is returned to its caller whatever they see: an import for somebody else can be repeated', async () => {
    const send = repeating(world.mark, '/conversations/import', {
      transcript: 'Bob: Hello.',
      userID: world.mark.userId,
    })
    const first = await send()
    await world.app.store.owner.query('update conversations set private = true, owner_id = $2 where id = $1', [
      first.body.uuid,
      world.bob.userId,
    ])
    expect((await send()).text).toBe(first.text)
  })
})

describe('every POST', () => {
  it('declares whether its response is derived from conversations', () => {
    const posts = operations.filter(({ rest }) => rest.method === 'POST')
    expect(posts.length).toBeGreaterThan(50)
    expect(posts.filter(({ rest }) => rest.derived === undefined).map(({ id }) => id)).toEqual([])
  })
})
