import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../../testing/actions-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let conversation: string
beforeAll(async () => {
  world = await createWorld()
  conversation = await importFor(world)
})

type Args = Record<string, unknown>
const list = (caller: Caller, args: Args = {}) => callTool(world.app, caller, 'list_actions', args)
const dismiss = (caller: Caller, id: string) => callTool(world.app, caller, 'dismiss_action', { action_id: id })
const update = (caller: Caller, id: string, args: Args) =>
  callTool(world.app, caller, 'update_action', { action_id: id, ...args })
const stored = async (id: string) => (await call(world.app, world.bob, 'GET', `/actions/${id}`)).body.data

describe('does', () => {
  it('tells what to do, why, and the draft, whose lines are marked', async () => {
    const id = await actionFor(world, conversation, { draftBody: 'Dear Ann,\n- Status: sent' })
    const { data, text } = await list(world.bob, { action_id: id.toUpperCase() })
    const page = `${PUBLIC_URL}/conversations/${conversation}`
    expect(data).toEqual({
      actions: [
        {
          ...{ id, title: 'Follow up', status: 'pending', action_type: 'follow_up_email', severity: 'medium' },
          ...{ entity_type: 'conversation', entity_id: conversation, expires_at: null },
          rationale: 'A next step was agreed on.',
          quotes: [{ call_id: conversation, speaker: 'Bob', start: 0, text: 'Shall we begin?', url: `${page}#t=0` }],
          url: `${PUBLIC_URL}/actions/${id}`,
          ...{ subject: 'Our call', draft_body: 'Dear Ann,\n- Status: sent', recipients: ['ann@customer.example'] },
        },
      ],
      ...{ total: 1, next_cursor: null },
    })
    expect(text).toContain(`> Shall we begin?\n> Bob, 0:00 (0 s), ${page}#t=0`)
    expect(text).toContain('Draft:\n\n> Dear Ann,\n> - Status: sent')
    expect(text.match(/^- Status: .*/gm)).toEqual(['- Status: pending'])
  })

  it('lists by state and by what they are about, newest first', async () => {
    const own = await createWorld(world.app)
    const ask = (args: Args) => callTool(world.app, own.bob, 'list_actions', args)
    const about = await importFor(own)
    const one = await actionFor(own, about)
    const two = await actionFor(own, about, { entity: { type: 'account', id: 'A-1' }, keyQuote: null, evidence: [] })
    await callTool(world.app, own.bob, 'dismiss_action', { action_id: two })
    const ids = async (args: Args) => (await ask(args)).data.actions.map(({ id }: { id: string }) => id)
    expect(await ids({})).toEqual([two, one])
    expect(await ids({ status: ['pending', 'drafted'] })).toEqual([one])
    expect(await ids({ status: [] })).toEqual([two, one])
    expect(await ids({ entity_type: 'account', entity_id: 'A-1' })).toEqual([two])
    const first = await ask({ limit: 1 })
    expect(await ids({ limit: 1, cursor: first.data.next_cursor })).toEqual([one])
    expect((await ask({ status: ['sent'] })).text).toBe('None.\n\n0 in all.')
  })

  it('cuts long drafts among many, and less of one alone', async () => {
    const own = await createWorld(world.app)
    const about = await importFor(own)
    const draftBody = 'We should talk again. '.repeat(500)
    const [id] = await Promise.all(Array.from({ length: 5 }, () => actionFor(own, about, { draftBody })))
    const ask = (args: Args) => callTool(world.app, own.bob, 'list_actions', args)
    const all = await ask({})
    expect([all.data.actions.length, all.data.left_out]).toEqual([5, undefined])
    for (const { draft_body } of all.data.actions) expect(draft_body).toMatch(/^We .{2000,4000} \[…\]$/s)
    expect((await ask({ action_id: id })).data.actions[0].draft_body).toBe(draftBody)
  })

  it('edits a draft, keeps what is left out, and moves it on', async () => {
    const id = await actionFor(world, conversation)
    const had = await stored(id)
    const { data, text } = await update(world.bob, id, { subject: 'Our talk', recipients: [] })
    expect(data).toMatchObject({ id, status: 'pending' })
    expect(text).toContain('- Subject: Our talk')
    expect(await stored(id)).toMatchObject({
      ...had,
      subject: 'Our talk',
      proposed_recipients: [],
      updated_at: expect.any(String),
    })
    expect((await update(world.bob, id, { status: 'drafted' })).data.status).toBe('drafted')
    expect((await update(world.bob, id, { status: 'sent' })).data.status).toBe('sent')
    expect(world.app.mail).toEqual([])
  })

  it('dismisses once', async () => {
    const id = await actionFor(world, conversation)
    expect((await dismiss(world.bob, id)).data).toEqual({ action_id: id, updated: true })
    const again = await dismiss(world.bob, id)
    expect(again.data.updated).toBe(false)
    expect(again.text).toContain('was not pending')
  })
})

describe('refuses', () => {
  it('to edit what is closed, to jump, a change of nothing', async () => {
    const id = await actionFor(world, conversation)
    expect((await update(world.bob, id, { status: 'sent' })).error).toMatchObject({
      ...{ code: 'conflict', reason: 'illegal_transition' },
    })
    expect((await update(world.bob, id, {})).error.code).toBe('validation_failed')
    await dismiss(world.bob, id)
    expect((await update(world.bob, id, { subject: 'Late' })).error.reason).toBe('action_closed')
  })

  it.each<[string, Args]>([
    ['/status', { status: 'dismissed' }],
    ['/recipients/0', { recipients: ['nobody'] }],
    ['/subject', { subject: 'x'.repeat(513) }],
  ])('what is wrong with %s', async (pointer, args) => {
    const { error } = await update(world.bob, await actionFor(world, conversation), args)
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })
})

describe('who may', () => {
  it('is the owner alone who changes it, and the manager and admins who read it; an org-level key is none', async () => {
    const id = await actionFor(world, conversation)
    const had = await stored(id)
    const tries = (caller: Caller, action: string) =>
      Promise.all([
        list(caller, { action_id: action }),
        dismiss(caller, action),
        update(caller, action, { subject: 'X' }),
      ])
    for (const caller of [world.carol, world.mallory]) {
      const errors = (await tries(caller, id)).map(({ error }) => error)
      expect(errors.map(({ code }) => code)).toEqual(Array(3).fill('not_found'))
      expect(errors).toEqual((await tries(caller, NOBODY)).map(({ error }) => error))
      expect((await list(caller)).data.total).toBe(0)
    }
    for (const caller of [world.alice, world.mark]) {
      const [read, ...changes] = await tries(caller, id)
      expect(read.data.actions).toMatchObject([{ id }])
      expect(changes.map(({ error }) => error?.code)).toEqual(['not_found', 'not_found'])
      expect((await list(caller)).data.total).toBe(0)
    }
    expect((await tries(world.org, id)).map(({ error }) => error.code)).toEqual(Array(3).fill('user_required'))
    expect(await stored(id)).toEqual(had)
  })

  it('is nobody while a call it quotes is hidden', async () => {
    const secret = await importFor(world, { userID: world.alice.userId, private: true })
    const quote = { text: 'The merger is on.', speaker: 'Alice', conversationId: secret, start: 1 }
    const id = await actionFor(world, conversation, { evidence: [quote] })
    expect((await list(world.bob, { action_id: id })).error.code).toBe('not_found')
    const { data, text } = await list(world.bob)
    expect(JSON.stringify(data) + text).not.toMatch(/merger/)
  })
})
