import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { insightAs, insightFor } from '../../../testing/insights-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await importFor(world)
})

const create = (caller: Caller | undefined, body: Record<string, unknown>) =>
  call(world.app, caller, 'POST', '/gi', { body: { prompt: 'How do we begin?', ...body } })
const progressOf = async (caller: Caller, body: Record<string, unknown>) =>
  (await insightAs(world, caller, (await create(caller, body)).body.uuid)).progress

describe('does', () => {
  it('answers at once, with what waits to be done', async () => {
    const answer = await create(world.bob, { conversation_ids: [talk] })
    expect([answer.status, answer.body]).toEqual([202, { uuid: expect.any(String), status: 'PENDING' }])
    expect(await insightAs(world, world.bob, answer.body.uuid)).toMatchObject({
      title: 'How do we begin?',
      results: [{ prompt: 'How do we begin?', status: 'PENDING', result: '', items: [], notice: null }],
      progress: { conversationsRead: 0, conversationsTotal: 1 },
    })
  })

  it('takes several prompts, a title, and a conversation that is named twice once', async () => {
    const body = { prompts: ['One?', 'Two?'], title: ' Both ', conversation_ids: [talk, talk.toUpperCase()] }
    const insight = await insightAs(world, world.bob, await insightFor(world, world.bob, body))
    expect(insight).toMatchObject({ title: 'Both', results: [{ prompt: 'One?' }, { prompt: 'Two?' }] })
    expect(insight.progress.conversationsTotal).toBe(1)
  })

  it('means what the filters of the lists mean, and of that what its user sees', async () => {
    const own = await createWorld(world.app)
    await importFor(own, { conversationTitle: 'Renewal' })
    const archived = await importFor(own, { conversationTitle: 'Renewal' })
    await call(own.app, own.org, 'DELETE', `/conversations/${archived}`)
    await importFor(own, { conversationTitle: 'Renewal', userID: own.mark.userId, private: true })
    await importFor(own, { conversationTitle: 'Other', conversationStartedAt: '2026-01-01' })
    await importFor(own, {
      conversationTitle: 'Silent',
      transcript: undefined,
      mediaURL: 'https://media.example/a.mp3',
    })
    const totalFor = async (caller: Caller, body: Record<string, unknown>) => {
      const id = await insightFor(own, caller, { prompt: 'Why?', user_uuid: caller.userId, ...body })
      return (await insightAs(own, caller, id)).progress.conversationsTotal
    }
    expect(await totalFor(own.bob, {})).toBe(2)
    expect(await totalFor(own.bob, { filter: { title: 'renew' } })).toBe(1)
    expect(await totalFor(own.bob, { fromDateTime: '2026-06-01' })).toBe(1)
    expect(await totalFor(own.alice, { filter: { title: 'renew' } })).toBe(2)
    expect(await totalFor(own.carol, {})).toBe(0)
  })

  it('is made for another user with the eyes of that one', async () => {
    const secret = await importFor(world, { userID: world.alice.userId, private: true })
    const id = await insightFor(world, world.org, { prompt: 'Why?', user_uuid: world.bob.userId, filter: {} })
    const seenByAdmin = await insightAs(world, world.alice, id)
    expect(seenByAdmin.progress).toEqual(await progressOf(world.bob, {}))
    const answer = await create(world.alice, { user_uuid: world.bob.userId, conversation_ids: [talk, secret] })
    expect([answer.status, answer.body]).toEqual([404, notFound('conversation', '/conversation_ids')])
  })
})

describe('refuses', () => {
  it.each([
    ['no prompt', { prompt: undefined }, '/prompt'],
    ['a prompt and prompts', { prompts: ['Why?'] }, '/prompts'],
    ['no prompts', { prompt: undefined, prompts: [] }, '/prompts'],
    ['eleven prompts', { prompt: undefined, prompts: Array(11).fill('Why?') }, '/prompts'],
    ['an empty prompt', { prompt: ' ' }, '/prompt'],
    ['a prompt of 4,001 characters', { prompt: 'x'.repeat(4_001) }, '/prompt'],
    ['a title of 257 characters', { title: 'x'.repeat(257) }, '/title'],
    ['1,001 conversations', { conversation_ids: Array(1_001).fill(NOBODY) }, '/conversation_ids'],
    ['conversations and filters', { conversation_ids: [NOBODY], filter: { title: 'a' } }, '/conversation_ids'],
    ['a filter that is none', { filter: { 'owner.id': ['bob'] } }, '/filter/owner.id/0'],
    ['a user there is not', { user_uuid: NOBODY }, '/user_uuid'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it.each([
    ['a conversation', { conversation_ids: [NOBODY] }, notFound('conversation', '/conversation_ids')],
    ['a knowledge source', { knowledge_source_ids: [NOBODY] }, notFound('knowledge_source', '/knowledge_source_ids')],
  ])('%s that is not there, and makes nothing', async (_, body, error) => {
    const history = () =>
      call(world.app, world.carol, 'GET', '/gi/history', { query: { user_uuid: world.carol.userId ?? '' } })
    const before = (await history()).body.meta.totalRecords
    const answer = await create(world.carol, body)
    expect([answer.status, answer.body]).toEqual([404, error])
    expect((await history()).body.meta.totalRecords).toBe(before)
  })

  it('more than a hundred of one user that are not finished', async () => {
    const own = await createWorld(world.app)
    await world.app.store.owner.query(
      `with made as (
         insert into gi_insights (organization_id, id, user_id, title, created_at)
         select $1, gen_random_uuid(), $2, 'T', now() from generate_series(1, 100) returning id)
       insert into gi_results (organization_id, id, insight_id, position, prompt, type, status, result, item_count, emails_used)
       select $1, gen_random_uuid(), id, 1, 'Why?', 'TEXT_WITH_SOURCES', 'PENDING', '', 0, '[]' from made`,
      [own.acme, own.carol.userId],
    )
    const answer = await call(own.app, own.carol, 'POST', '/gi', { body: { prompt: 'Why?' } })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_insights', '')])
  })
})

describe('who may', () => {
  it('is everyone for themselves, and admins for everybody', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) {
      expect((await create(caller, {})).status).toBe(202)
    }
    for (const caller of [world.org, world.alice]) {
      expect((await create(caller, { user_uuid: world.bob.userId })).status).toBe(202)
    }
    const answer = await create(world.mark, { user_uuid: world.bob.userId })
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
  })

  it('is no org-level key that names nobody, and nobody of another organization', async () => {
    for (const [caller, body] of [
      [world.org, {}],
      [world.mallory, { user_uuid: world.bob.userId }],
      [world.rivalOrg, { user_uuid: world.bob.userId }],
    ] as const) {
      const answer = await create(caller, body)
      expect([answer.status, answer.body]).toEqual([400, refusedField('/user_uuid')])
    }
    const theirs = await create(world.mallory, { conversation_ids: [talk] })
    expect([theirs.status, theirs.body]).toEqual([404, notFound('conversation', '/conversation_ids')])
    expect((await create(undefined, {})).status).toBe(401)
  })
})
