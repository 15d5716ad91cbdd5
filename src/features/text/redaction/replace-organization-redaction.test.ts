import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const put = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'PUT', '/organizations/redaction', { body })
const attributesOf = async (id: string) =>
  (
    await call(world.app, world.org, 'GET', `/conversations/${id}`, {
      query: { 'filter[include_import_metadata]': 'true', 'filter[include_meeting_platform_metadata]': 'true' },
    })
  ).body.attributes
const CALL = 'Call 415-555-0132 or write to ann@b.example about ORD-77'
const ALL = { mode: 'storage', patterns: [{ name: 'order', pattern: 'ORD-\\d+', mask: '[ORDER]' }] }
const MASKED = 'Call [PHONE] or write to [EMAIL] about [ORDER]'

describe('does', () => {
  it('has what comes in masked before it is stored, in mode storage', async () => {
    expect((await put(world.alice, ALL)).status).toBe(200)
    const id = await importFor(world, {
      transcript: { segments: [{ speaker: 'Ann', text: CALL, start: 0, end: 2 }] },
      conversationTitle: CALL,
      meetingPlatformMetadata: { host: 'ann@b.example', topic: CALL },
      externalMetadata: { participants: [{ mail: 'ann@b.example' }], extra: { card: 4_111_111_111_111_111 } },
      participants: [{ email: 'ann@b.example', name: 'Ann' }],
    })
    const told = await attributesOf(id)
    expect(told).toMatchObject({
      title: MASKED,
      transcript: `Ann: ${MASKED}`,
      meetingPlatformMetadata: { host: '[EMAIL]', topic: MASKED },
      importMetadata: { externalMetadata: { participants: [{ mail: '[EMAIL]' }], extra: { card: '[CARD]' } } },
      // Who took part stays known.
      participants: [{ email: 'ann@b.example', name: 'Ann' }],
    })
    const stored = await world.app.store.owner.query<{ text: string }>(
      `select concat(t.segments, t.plain, p.lines, s.words) as text from transcripts t
       join searched_texts s on s.organization_id = t.organization_id and s.id = t.conversation_id
       join passages p on p.organization_id = t.organization_id and p.text_id = t.conversation_id
       where t.organization_id = $2 and t.conversation_id = $1`,
      [id, world.acme],
    )
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toMatch(/0132|ORD-77|555/)
  })

  it('has the audit log tell how much of what was masked, and nothing of it', async () => {
    await put(world.alice, ALL)
    const id = await importFor(world, { transcript: `Ann: ${CALL}` })
    const log = await call(world.app, world.org, 'GET', '/audit-log', { query: { entityId: id } })
    expect(log.body.data).toMatchObject([
      {
        operation: 'importConversation',
        entityType: 'conversation',
        entities: expect.arrayContaining([{ type: 'redaction', id: 'email:1,order:1,phone:1' }]),
      },
    ])
  })

  it('has corrections and new titles masked too', async () => {
    await put(world.alice, { ...ALL, kinds: ['email'], patterns: [] })
    const id = await importFor(world)
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, { body: { transcript: `Ann: ${CALL}` } })
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/title`, { body: { title: 'For ann@b.example' } })
    expect(await attributesOf(id)).toMatchObject({
      title: 'For [EMAIL]',
      transcript: 'Ann: Call 415-555-0132 or write to [EMAIL] about ORD-77',
    })
  })

  it('keeps everything in the other modes', async () => {
    for (const mode of ['models_only', 'off']) {
      await put(world.alice, { ...ALL, mode })
      const id = await importFor(world, { transcript: `Ann: ${CALL}` })
      expect((await attributesOf(id)).transcript).toBe(`Ann: ${CALL}`)
    }
  })

  it('has the knowledge base masked only where that is wanted', async () => {
    const source = { title: 'Of ann@b.example', content: `# Contact\n\n${CALL}` }
    for (const [knowledgeSources, content] of [
      [false, CALL],
      [true, MASKED],
    ] as const) {
      await put(world.alice, { ...ALL, knowledgeSources })
      const made = await call(world.app, world.alice, 'POST', '/knowledge-base/sources', { body: source })
      expect(made.body.data.attributes.content).toBe(`# Contact\n\n${content}`)
      const changed = await call(world.app, world.alice, 'PATCH', `/knowledge-base/sources/${made.body.data.id}`, {
        body: { content: `${CALL}!` },
      })
      expect(changed.body.data.attributes.content).toBe(`${content}!`)
    }
  })

  it('leaves other organizations as they are', async () => {
    await put(world.alice, ALL)
    const made = await call(world.app, world.mallory, 'POST', '/conversations/import', {
      body: { transcript: `Ann: ${CALL}` },
    })
    const read = await call(world.app, world.mallory, 'GET', `/conversations/${made.body.uuid}`)
    expect(read.body.attributes.transcript).toBe(`Ann: ${CALL}`)
  })
})

describe('refuses', () => {
  const pattern = (more: object) => ({
    mode: 'storage',
    patterns: [{ name: 'a', pattern: 'a+', mask: '[A]', ...more }],
  })
  it.each([
    ['no mode', '/mode', {}],
    ['another mode', '/mode', { mode: 'all' }],
    ['another kind', '/kinds/0', { mode: 'off', kinds: ['name'] }],
    ['what is no pattern', '/patterns/0/pattern', pattern({ pattern: '(' })],
    ['a back-reference', '/patterns/0/pattern', pattern({ pattern: '(a)\\1' })],
    ['what finds nothing everywhere', '/patterns/0/pattern', pattern({ pattern: 'a*' })],
    ['a pattern of 501 characters', '/patterns/0/pattern', pattern({ pattern: 'a'.repeat(501) })],
    ['a mask that is none', '/patterns/0/mask', pattern({ mask: 'hidden' })],
    ['a name with blanks', '/patterns/0/name', pattern({ name: 'two words' })],
    [
      '21 patterns',
      '/patterns',
      { mode: 'off', patterns: Array.from({ length: 21 }, (_, n) => ({ name: `a${n}`, pattern: 'a', mask: '[A]' })) },
    ],
    [
      'two patterns of one name',
      '/patterns/1/name',
      { mode: 'off', patterns: [pattern({}).patterns[0], pattern({}).patterns[0]] },
    ],
  ])('%s', async (_, pointer, body) => {
    const answer = await put(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => put(caller, { mode: 'off' }) })
})
