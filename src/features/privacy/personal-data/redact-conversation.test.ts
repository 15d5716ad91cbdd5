import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { commentFor } from '../../../testing/comments-fixtures.ts'
import { askingFor, ITEMS, soldFor, valuesOf } from '../../../testing/field-values-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const redact = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'POST', `/conversations/${id}/redact`)
const get = (id: string, query = {}) => call(world.app, world.org, 'GET', `/conversations/${id}`, { query })

const TALK = {
  segments: [
    {
      speaker: 'Bob',
      text: 'I will send the offer for the new scanners to you by Friday. What is your card?',
      start: 0,
      end: 5,
    },
    { speaker: 'Ann', text: 'It is four one one one one one one one', start: 5, end: 9 },
    { speaker: 'Ann', text: 'one one one one one one one one, we decided to pay at once', start: 9, end: 14 },
    { speaker: 'Bob', text: 'Great, and I will mail ann@b.example the receipt.', start: 14, end: 18 },
  ],
}

/** Everything that is stored of a conversation, as text. */
async function everything(id: string): Promise<string> {
  const { owner } = world.app.store
  const tables = await owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('conversation_id', 'text_id')`,
  )
  const found = await owner.query<{ row: string }>(
    'select to_jsonb(c)::text as row from conversations c where id = $1',
    [id],
  )
  for (const { name, column } of tables) {
    found.push(
      ...(await owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t where ${column} = $1`, [
        id,
      ])),
    )
  }
  // Rows without an order: scans of a large table begin where others are.
  return found
    .map(({ row }) => row)
    .toSorted()
    .join('\n')
}

describe('does', () => {
  it('masks all of a stored conversation, every version and what was derived, and has it analyzed again', async () => {
    const id = await importFor(world, {
      transcript: TALK,
      conversationTitle: 'Card of ann@b.example',
      meetingPlatformMetadata: { topic: 'with ann@b.example' },
    })
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, { body: { transcript: TALK } })
    await world.app.drain(world.acme)
    await call(world.app, world.bob, 'POST', '/snippets', {
      body: {
        user_uuid: world.bob.userId,
        conversation_id: id,
        video: { start_time: 5, end_time: 9 },
        title: 'ann@b.example pays',
        notes: 'one one one one one one one one, we',
      },
    })
    expect(await everything(id)).toMatch(/ann@b\.example/)

    const answer = await redact(world.alice, id)
    expect([answer.status, answer.body]).toEqual([200, { success: true, changed: true, counts: { card: 2, email: 4 } }])
    const { attributes } = (await get(id)).body
    expect(attributes).toMatchObject({
      title: 'Card of [EMAIL]',
      transcript: expect.stringContaining(
        'Ann: It is [CARD] [CARD], we decided to pay at once\nBob: Great, and I will mail [EMAIL] the receipt.',
      ),
      transcriptVersion: 2,
    })
    for (const when of ['at once', 'after its analysis']) {
      const stored = await everything(id)
      expect([when, stored.match(/.{60}(?:ann@b|four one|one one one).{20}/g)]).toEqual([when, null])
      await world.app.drain(world.acme)
    }
    const spans = await call(world.app, world.bob, 'GET', `/conversations/${id}/redactions`)
    expect(spans.body.data.map((one: { transcriptVersion: number }) => one.transcriptVersion)).toEqual([2, 1])
    const found = await call(world.app, world.bob, 'GET', '/search', { query: { q: 'decided to pay at once' } })
    expect(found.text).toContain('[CARD], we decided to pay')
  })

  it('counts as a change of what it masks, also of the thread of a comment', async () => {
    const id = await importFor(world, { transcript: TALK })
    const [said, other] = [(await commentFor(world, id)).uuid, (await commentFor(world, id)).uuid]
    await commentFor(world, id, { threadUUID: other })
    await commentFor(world, id, { threadUUID: said, text: 'Mail to ann@b.example.' })
    await makeUnchanged(world, 'comments')
    await redact(world.org, id)
    expect(await listChanged(world, world.bob, `/conversations/${id}/comments`)).toEqual([said])
  })

  it('changes nothing the second time', async () => {
    const id = await importFor(world, { transcript: TALK })
    await redact(world.org, id)
    const before = (await get(id)).body
    expect((await redact(world.org, id)).body).toEqual({ success: true, changed: false, counts: {} })
    expect((await get(id)).body).toEqual(before)
  })

  it('keeps the places of masks that were there when others come', async () => {
    const id = await importFor(world, { transcript: 'Ann: First ann@b.example, ORD-1234567 then bob@b.example.' })
    const rules = { mode: 'off', kinds: ['email'] }
    await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: rules })
    await redact(world.org, id)
    const patterns = [{ name: 'order', pattern: 'ORD-\\d+', mask: '[O]' }]
    await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: { ...rules, patterns } })
    await redact(world.org, id)
    const text = (await get(id)).body.attributes.transcript.slice('Ann: '.length)
    const { spans, counts } = (await call(world.app, world.org, 'GET', `/conversations/${id}/redactions`)).body.data[0]
    expect(spans.map(({ from, to }: { from: number; to: number }) => text.slice(from, to))).toEqual([
      '[EMAIL]',
      '[O]',
      '[EMAIL]',
    ])
    expect(counts).toEqual({ email: 2, order: 1 })
    await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: { mode: 'off' } })
  })

  it('leaves ids and times of ours whole, whatever a pattern finds in digits', async () => {
    const { budget, configuration } = await askingFor(world, { budget: ITEMS.budget })
    const id = await soldFor(world)
    await call(world.app, world.bob, 'POST', `/conversations/${id}/crm/confirm`, {
      body: { intelligence: [{ key: budget.key }] },
    })
    const [before] = await valuesOf(world, id)
    const patterns = [{ name: 'digits', pattern: '\\d{2,}', mask: '[DIGITS]' }]
    await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: { mode: 'off', kinds: [], patterns } })
    expect((await redact(world.org, id)).body).toMatchObject({ changed: true })
    const [after] = await valuesOf(world, id)
    expect(after.evidence[0].quote).toContain('[DIGITS]')
    const known = ({ at, by }: { at: string; by: string }) => [at, by]
    expect(after.history.map(known)).toEqual(before.history.map(known))
    const { confirmedExtractedIntelligence: told } = (await get(id)).body.attributes
    expect(told[budget.key].id).toBe(before.id)
    await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: { mode: 'off' } })
    await call(world.app, world.org, 'DELETE', `/field-configurations/${configuration}`)
  })

  it('cuts a title that becomes longer than titles are', async () => {
    const id = await importFor(world, { conversationTitle: 'a1 '.repeat(170).trim() })
    const patterns = [{ name: 'code', pattern: 'a1', mask: '[CODE]' }]
    await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: { mode: 'off', kinds: [], patterns } })
    await redact(world.org, id)
    const { title } = (await get(id)).body.attributes
    expect([title.length, title.slice(0, 14)]).toEqual([512, '[CODE] [CODE] '])
    await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: { mode: 'off' } })
  })

  it('tells the audit log how much, and not what', async () => {
    const id = await importFor(world, { transcript: 'Ann: I am ann@b.example.' })
    await redact(world.alice, id)
    const log = await call(world.app, world.org, 'GET', '/audit-log', {
      query: { entityId: id, operation: 'redactConversation' },
    })
    expect(log.body.data).toMatchObject([
      { entityType: 'conversation', entities: expect.arrayContaining([{ type: 'redaction', id: 'email:1' }]) },
    ])
    expect(log.text).not.toContain('ann@b')
  })
})

describe('refuses', () => {
  it('what a hold keeps, and changes nothing', async () => {
    const id = await importFor(world, { transcript: TALK })
    await call(world.app, world.org, 'PUT', `/conversations/${id}/legal-hold`, { body: { on: true, reason: 'x' } })
    await world.app.drain(world.acme)
    const before = await everything(id)
    const answer = await redact(world.alice, id)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'legal_hold', '')])
    expect(await everything(id)).toBe(before)
  })
})

describe('who may', () => {
  guardsConversations(() => world, redact)

  it('is admins; who sees the conversation is told so', async () => {
    const answer = await redact(world.bob, await importFor(world))
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
  })
})
