import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../../testing/actions-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/actions/${id}`)
const missing = notFound('action', '/path/action_uuid')

describe('does', () => {
  it('tells an action as it was stored', async () => {
    const conversation = await importFor(world)
    const uuid = await actionFor(world, conversation, {
      at: new Date('2026-03-01T10:00:00Z'),
      expiresAt: new Date('9999-01-01T00:00:00Z'),
      evidence: [{ text: 'Shall we', speaker: '', conversationId: conversation, start: null }],
    })
    const source = `http://parley.test/v2/conversations/${conversation}`
    const answer = await get(world.bob, uuid.toUpperCase())
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          uuid,
          entity_type: 'conversation',
          entity_id: conversation,
          entity_title: 'Opening',
          owner_user_uuid: world.bob.userId,
          action_type: 'follow_up_email',
          title: 'Follow up',
          signal_type: 'next_step',
          severity: 'medium',
          display_group: 'today',
          subject: 'Our call',
          draft_body: 'Thank you for your time.',
          proposed_recipients: ['ann@customer.example'],
          status: 'pending',
          task_uuid: null,
          why: {
            rationale: 'A next step was agreed on.',
            key_quote: { text: 'Shall we begin?', speaker: 'Bob', source_url: `${source}#t=0` },
            evidence: [{ text: 'Shall we', speaker: '', source_url: source }],
          },
          generated_at: '2026-03-01T10:00:00.000Z',
          updated_at: '2026-03-01T10:00:00.000Z',
          expires_at: '9999-01-01T00:00:00.000Z',
        },
      },
    ])
  })

  it('tells one whose time is over as expired, and one that was finished before as it is', async () => {
    const conversation = await importFor(world)
    const expiresAt = new Date(Date.now() - 1_000)
    const [pending, sent] = [await actionFor(world, conversation, { expiresAt }), await actionFor(world, conversation)]
    await world.app.store.owner.query(`update actions set status = 'sent', expires_at = $2 where id = $1`, [
      sent,
      expiresAt,
    ])
    expect((await get(world.bob, pending)).body.data.status).toBe('expired')
    expect((await get(world.bob, sent)).body.data.status).toBe('sent')
  })

  it('needs no conversation behind it', async () => {
    const uuid = await actionFor(world, NOBODY, {
      entity: { type: 'account', id: 'A-1' },
      keyQuote: null,
      evidence: [],
    })
    expect((await get(world.bob, uuid)).body.data).toMatchObject({
      entity_id: 'A-1',
      entity_title: null,
      why: { key_quote: null },
    })
  })

  it('goes with a conversation behind it that is erased', async () => {
    const [conversation, other] = [await importFor(world), await importFor(world)]
    const uuid = await actionFor(world, conversation, { conversationIds: [other] })
    await call(world.app, world.org, 'DELETE', `/conversations/${other}`, { query: { erase: 'true' } })
    expect((await get(world.bob, uuid)).body).toEqual(missing)
    expect(await world.app.store.owner.query('select id from actions where id = $1', [uuid])).toEqual([])
  })
})

describe('refuses', () => {
  it('an action that quotes, or is about, or draws on what is hidden from its owner by now', async () => {
    const open = await importFor(world)
    const quote = (conversationId: string) => ({ text: 'Shall', speaker: 'Bob', conversationId, start: 0 })
    for (const behind of [
      (id: string) => ({ entity: { type: 'conversation', id } }) as const,
      (id: string) => ({ keyQuote: quote(id) }),
      (id: string) => ({ evidence: [quote(open), quote(id)] }),
      (id: string) => ({ conversationIds: [id] }),
    ]) {
      const secret = await importFor(world, { userID: world.mark.userId, teamUUID: world.teams.north })
      const uuid = await actionFor(world, open, behind(secret))
      expect((await get(world.bob, uuid)).status).toBe(200)
      const hide = (hidden: boolean) =>
        call(world.app, world.mark, 'PUT', `/conversations/${secret}/privacy`, { body: { private: hidden } })
      await hide(true)
      expect((await get(world.bob, uuid)).body).toEqual(missing)
      await hide(false)
      expect((await get(world.bob, uuid)).status).toBe(200)
    }
  })
})

describe('who may', () => {
  const make = async () => actionFor(world, await importFor(world))
  guardsThings({
    world: () => world,
    noun: 'action',
    pointer: '/path/action_uuid',
    make,
    send: get,
    caller: () => world.bob,
  })

  it('is its owner, the manager of the team, and admins: not other reps, not org-level keys', async () => {
    const id = await make()
    for (const caller of [world.org, world.carol]) {
      const answer = await get(caller, id)
      expect([answer.status, answer.body]).toEqual([404, missing])
    }
    for (const caller of [world.bob, world.mark, world.alice]) expect((await get(caller, id)).status).toBe(200)
  })

  it('is no manager of another team, and no manager who does not see the call', async () => {
    const ofCarol = await actionFor(world, await importFor(world), { ownerId: world.carol.userId ?? '' })
    expect((await get(world.mark, ofCarol)).body).toEqual(missing)
    const secret = await actionFor(world, await importFor(world, { private: true }))
    expect((await get(world.mark, secret)).body).toEqual(missing)
    expect((await get(world.alice, secret)).status).toBe(200)
  })
})
