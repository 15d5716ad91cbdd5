import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { finishResult, type NewInsightItem, type NewInsightResult, storeInsight } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, user: Caller | string, query: Record<string, string> = {}, w = world) =>
  call(w.app, caller, 'GET', '/gi/history', {
    query: { user_uuid: typeof user === 'string' ? user : (user.userId ?? ''), ...query },
  })

const finished = (conversationIds: string[], more: Partial<NewInsightResult> = {}): NewInsightResult => ({
  prompt: 'How do we begin?',
  status: 'FINISHED',
  result: 'With a question [1].',
  conversationIds,
  items: conversationIds.map((conversationId) => ({ conversationId, transcriptVersion: 1, segment: 0 })),
  ...more,
})

let tick = Date.parse('2026-02-01T00:00:00Z')
/** A minute later than the one before. */
function store(owner: Caller, title: string, results: NewInsightResult[], w = world) {
  tick += 60_000
  return w.app.store
    .of(w.acme)
    .transact((tx) => storeInsight(tx, w.acme, { userId: owner.userId ?? '', title, at: new Date(tick), results }))
}

const sourceFor = async (title: string) => {
  const body = { title, content: 'We begin with a question.' }
  const answer = await call(world.app, world.org, 'POST', '/knowledge-base/sources', { body })
  expect(answer.status).toBe(201)
  return answer.body.data.id as string
}

describe('does', () => {
  it('tells an insight with its results, quotes and titles joined in', async () => {
    const { alice } = world
    const conversation = await importFor(world)
    const source = await sourceFor('Playbook')
    const items: NewInsightItem[] = [
      { conversationId: conversation, transcriptVersion: 1, segment: 0 },
      { knowledgeSourceId: source, quote: 'We begin with a question.' },
    ]
    const unused = await importFor(world)
    const uuid = await store(alice, 'Beginnings', [
      finished([conversation, unused], { result: 'A question [1], as written [2].', items, emailIds: ['mail-1'] }),
      finished([], { status: 'PENDING', result: '', prompt: 'And how do we end?' }),
      finished([], { status: 'FAILED', result: '' }),
    ])
    const answer = await list(world.org, alice)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual([
      {
        uuid,
        title: 'Beginnings',
        createdAt: new Date(tick).toISOString(),
        updatedAt: new Date(tick).toISOString(),
        results: [
          {
            uuid: expect.any(String),
            synthesis: 'A question [1], as written [2].',
            prompt: 'How do we begin?',
            status: 'FINISHED',
            type: 'TEXT_WITH_SOURCES',
            items: [
              {
                type: 'CONVERSATION',
                id: conversation,
                title: 'Opening',
                quote: 'Shall we begin?',
                start: 0,
                end: 1.5,
              },
              {
                type: 'KB_SOURCE',
                id: source,
                title: 'Playbook',
                quote: 'We begin with a question.',
                start: null,
                end: null,
              },
            ],
            conversationsUsed: [conversation, unused].toSorted(),
            emailsUsed: ['mail-1'],
            result: 'A question [1], as written [2].',
            withheld: false,
            notice: null,
          },
          expect.objectContaining({ status: 'PENDING', prompt: 'And how do we end?', result: '', items: [] }),
          expect.objectContaining({ status: 'FAILED', result: '', conversationsUsed: [], emailsUsed: [] }),
        ],
      },
    ])
  })

  it('tells what was stored, without synthesis and items, when asked to', async () => {
    const own = await createWorld(world.app)
    const conversation = await importFor(own)
    await store(own.bob, 'Raw', [finished([conversation])], own)
    const raw = await list(own.bob, own.bob, { withoutEnhancingResults: 'TRUE' }, own)
    const [result] = raw.body.data[0].results
    expect(result).toMatchObject({ result: 'With a question [1].', conversationsUsed: [conversation] })
    expect(result).not.toHaveProperty('synthesis')
    expect(result).not.toHaveProperty('items')
    for (const flag of ['false', '0', '']) {
      const query = flag === '' ? {} : { withoutEnhancingResults: flag }
      expect((await list(own.bob, own.bob, query, own)).body.data[0].results[0].items).toHaveLength(1)
    }
  })

  it('lists newest first, with limit and offset', async () => {
    const own = await createWorld(world.app)
    const titles = ['e', 'd', 'c', 'b', 'a']
    for (const title of titles.toReversed()) await store(own.bob, title, [], own)
    await store(own.mark, 'not his', [], own)
    const page = async (query: Record<string, string> = {}) => (await list(own.bob, own.bob, query, own)).body
    const told = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title)
    const all = await page()
    expect(told(all)).toEqual(titles)
    expect(all.meta).toEqual({ pageCount: 1, totalRecords: 5, pageNumber: 1, pageSize: 20 })
    const second = await page({ limit: '2', offset: '2' })
    expect(told(second)).toEqual(['c', 'b'])
    expect(second.meta).toEqual({ pageCount: 3, totalRecords: 5, pageNumber: 2, pageSize: 2 })
    expect(second.links).toEqual({
      self: `http://parley.test/v2/gi/history?user_uuid=${own.bob.userId}&limit=2&offset=2`,
      related: `http://parley.test/v2/gi/history?user_uuid=${own.bob.userId}&limit=2&offset=4`,
    })
    const last = await page({ limit: '2', offset: '4' })
    expect([told(last), last.links.related]).toEqual([['a'], last.links.self])
    const past = await page({ offset: '1000000000' })
    expect([past.data, past.meta.totalRecords]).toEqual([[], 5])

    const first = await page({ limit: '2', cursor: '' })
    const next = await page({ limit: '2', cursor: first.meta.nextCursor })
    const end = await page({ limit: '2', cursor: next.meta.nextCursor })
    expect([first, next, end].map(told)).toEqual([['e', 'd'], ['c', 'b'], ['a']])
    expect(new URL(first.links.related).searchParams.get('cursor')).toBe(first.meta.nextCursor)
    expect([end.meta.nextCursor, end.links.related]).toEqual([null, end.links.self])
  })

  it('filters by the last change, which a finished result is', async () => {
    const own = await createWorld(world.app)
    await store(own.bob, 'untouched', [], own)
    const id = await store(own.bob, 'pending', [finished([], { status: 'PENDING', result: '' })], own)
    const at = new Date(tick + 3_600_000)
    const [{ uuid }] = (await list(own.bob, own.bob, {}, own)).body.data[0].results
    const made = { status: 'FINISHED', result: 'Done.', conversationIds: [], items: [] } as const
    await own.app.store.of(own.acme).transact((tx) => finishResult(tx, own.acme, uuid, made, at))
    const changed = await list(own.bob, own.bob, { 'filter[updatedSince]': at.toISOString() }, own)
    expect(changed.body.data).toMatchObject([{ uuid: id, updatedAt: at.toISOString() }])
    expect(changed.body.meta.totalRecords).toBe(1)
  })

  it('quotes words of a segment, in the version that was read, with the times there are', async () => {
    const own = await createWorld(world.app)
    const words = ['We', 'start', 'small'].map((text, n) => ({ text, startTimestamp: n, endTimestamp: n + 0.5 }))
    const id = await importFor(own, { transcript: { final: [{ speaker: 'Bob', words }] } })
    const plain = await importFor(own, { transcript: 'Bob: No times here.' })
    const items: NewInsightItem[] = [
      { conversationId: id, transcriptVersion: 1, segment: 0, words: { first: 1, last: 2 } },
      { conversationId: plain, transcriptVersion: 1, segment: 0 },
      { conversationId: id, transcriptVersion: 1, segment: 0 },
    ]
    await store(own.bob, 'Words', [finished([id, plain], { items })], own)
    const body = { transcript: { segments: [{ speaker: 'Bob', text: 'Corrected.' }] } }
    await call(own.app, own.bob, 'PUT', `/conversations/${id}/transcript`, { body })
    const [result] = (await list(own.bob, own.bob, {}, own)).body.data[0].results
    expect(result.items).toMatchObject([
      { quote: 'start small', start: 1, end: 2.5 },
      { quote: 'No times here.', start: null, end: null },
      { quote: 'We start small', start: 0, end: 2.5 },
    ])
  })
})

describe('what is hidden by now', () => {
  const secretive = ['Secret opening', 'Shall we begin?', 'With a question', 'never tell']

  it('shows in no title, quote, id or text, raw or enhanced; the rest stays', async () => {
    const own = await createWorld(world.app)
    const open = await importFor(own, { conversationTitle: 'Open' })
    const secret = await importFor(own, {
      conversationTitle: 'Secret opening',
      userID: own.mark.userId,
      teamUUID: own.teams.north,
    })
    await store(own.bob, 'Mixed', [finished([open, secret]), finished([open], { result: 'Openly [1].' })], own)
    const before = (await list(own.bob, own.bob, {}, own)).body.data[0].results[0]
    expect(before).toMatchObject({ result: 'With a question [1].', withheld: false })
    expect(before.items).toHaveLength(2)

    await call(own.app, own.mark, 'PUT', `/conversations/${secret}/privacy`, { body: { private: true } })
    const enhanced = await list(own.bob, own.bob, {}, own)
    const [withheld, kept] = enhanced.body.data[0].results
    expect(withheld).toMatchObject({ result: '', synthesis: '', withheld: true, conversationsUsed: [open] })
    expect(withheld.items).toMatchObject([{ id: open, title: 'Open' }])
    expect(kept).toMatchObject({ result: 'Openly [1].', synthesis: 'Openly [1].', withheld: false })
    const raw = await list(own.bob, own.bob, { withoutEnhancingResults: 'true' }, own)
    for (const { text } of [enhanced, raw]) {
      for (const word of [secret, 'Secret opening', 'With a question']) expect(text).not.toContain(word)
    }
    // Who still sees it reads on.
    expect((await list(own.alice, own.bob, {}, own)).body.data[0].results[0]).toEqual(before)
  })

  it('is gone for everyone once the conversation is erased', async () => {
    const own = await createWorld(world.app)
    const open = await importFor(own, { conversationTitle: 'Open' })
    const erased = await importFor(own, { conversationTitle: 'Secret opening' })
    const derived = finished([open, erased], { result: 'never tell [2]' })
    await store(own.bob, 'Mixed', [derived, finished([open], { result: 'Openly [1].' })], own)
    await call(own.app, own.org, 'DELETE', `/conversations/${erased}`, { query: { erase: 'true' } })
    const answer = await list(own.alice, own.bob, {}, own)
    expect(answer.body.data[0].results).toMatchObject([{ result: 'Openly [1].', items: [{ id: open }] }])
    for (const word of secretive.filter((one) => one !== 'Shall we begin?')) expect(answer.text).not.toContain(word)
    const left = await own.app.store.owner.query(
      `select result as text from gi_results where organization_id = $1 and result like '%never tell%'
       union all select conversation_id::text from gi_items where conversation_id = $2
       union all select conversation_id::text from gi_result_conversations where conversation_id = $2`,
      [own.acme, erased],
    )
    expect(left).toEqual([])
  })

  it('takes a deleted knowledge source and its mark along, and counts the others anew', async () => {
    const conversation = await importFor(world)
    const [gone, stays] = [await sourceFor('Old playbook'), await sourceFor('New playbook')]
    const items: NewInsightItem[] = [
      { knowledgeSourceId: gone, quote: 'Old.' },
      { conversationId: conversation, transcriptVersion: 1, segment: 0 },
      { knowledgeSourceId: stays, quote: 'New.' },
    ]
    await store(world.mark, 'Books', [finished([conversation], { result: 'Old [1], said [2], new [3].', items })])
    await call(world.app, world.org, 'DELETE', `/knowledge-base/sources/${gone}`)
    const [result] = (await list(world.mark, world.mark)).body.data[0].results
    expect(result).toMatchObject({ synthesis: 'Old, said [1], new [2].', result: 'Old [1], said [2], new [3].' })
    expect(result.items).toMatchObject([{ id: conversation }, { id: stays, title: 'New playbook', quote: 'New.' }])
  })
})

describe('refuses', () => {
  it.each([
    ['no user', { user_uuid: undefined }, '/query/user_uuid'],
    ['a user that is no UUID', { user_uuid: 'bob' }, '/query/user_uuid'],
    ['an empty user', { user_uuid: '' }, '/query/user_uuid'],
    ['limit 0', { limit: '0' }, '/query/limit'],
    ['limit 101', { limit: '101' }, '/query/limit'],
    ['half a limit', { limit: '1.5' }, '/query/limit'],
    ['an offset below 0', { offset: '-1' }, '/query/offset'],
    ['an offset beyond all', { offset: '1000000001' }, '/query/offset'],
    ['an offset beyond integers', { offset: '99999999999999999999' }, '/query/offset'],
    ['an offset and a cursor', { offset: '2', cursor: '' }, '/query/offset'],
    ['no cursor of this list', { cursor: 'WyJ0ZWFtcyIsMl0' }, '/query/cursor'],
    ['a flag that is none', { withoutEnhancingResults: 'yes' }, '/query/withoutEnhancingResults'],
  ])('%s', async (_, given, pointer) => {
    const { user_uuid, ...rest } = { user_uuid: world.bob.userId, ...given }
    const query = { ...(user_uuid === undefined ? {} : { user_uuid }), ...rest }
    const answer = await call(world.app, world.org, 'GET', '/gi/history', { query })
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('an unknown user, in the words for one of another organization', async () => {
    for (const caller of [world.org, world.alice, world.bob]) {
      for (const user of [NOBODY, world.mallory]) {
        const answer = await list(caller, user)
        expect([answer.status, answer.body]).toEqual([404, notFound('user', '/query/user_uuid')])
      }
    }
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined, world.bob)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys for everyone, and each user for themselves', async () => {
    for (const caller of [world.org, world.alice]) {
      for (const user of [world.alice, world.mark, world.bob]) expect((await list(caller, user)).status).toBe(200)
    }
    for (const caller of [world.mark, world.bob, world.carol]) {
      expect((await list(caller, caller)).status).toBe(200)
      for (const user of [world.alice, world.mark, world.bob].filter((one) => one !== caller)) {
        const answer = await list(caller, user)
        expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
      }
    }
  })

  it('is admins also for who has left', async () => {
    const own = await createWorld(world.app)
    await store(own.carol, 'Left behind', [], own)
    await own.app.store.owner.query('update users set active = false where id = $1', [own.carol.userId])
    expect((await list(own.alice, own.carol, {}, own)).body.data).toMatchObject([{ title: 'Left behind' }])
  })
})
