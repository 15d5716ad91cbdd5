import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await importFor(world)
})

const create = (caller: Caller | undefined, more: Record<string, unknown> = {}) =>
  call(world.app, caller, 'POST', '/actions', {
    body: {
      owner_user_uuid: world.bob.userId,
      entity_type: 'conversation',
      entity_id: talk,
      action_type: 'follow_up_email',
      title: 'Send the offer',
      ...more,
    },
  })

describe('does', () => {
  it('proposes it as pending, and its owner reads what was made', async () => {
    const made = await create(world.org, { subject: 'Our offer', expires_at: '2099-01-01', rationale: 'Promised.' })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      entity_type: 'conversation',
      entity_id: talk,
      owner_user_uuid: world.bob.userId,
      title: 'Send the offer',
      subject: 'Our offer',
      severity: 'medium',
      status: 'pending',
      why: { rationale: 'Promised.', key_quote: null, evidence: [] },
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    expect((await call(world.app, world.bob, 'GET', `/actions/${made.body.data.uuid}`)).body).toEqual(made.body)
  })

  it('is for the caller when nobody is named', async () => {
    const { body } = await create(world.bob, { owner_user_uuid: undefined })
    expect(body.data.owner_user_uuid).toBe(world.bob.userId)
  })

  it('is about other things by their own ids', async () => {
    for (const entity_type of ['opportunity', 'account', 'contact']) {
      const { status, body } = await create(world.org, { entity_type, entity_id: 'A/1 🚀' })
      expect([status, body.data.entity_id]).toEqual([201, 'A/1 🚀'])
    }
  })
})

describe('refuses', () => {
  it.each([
    ['a user who is not there', { owner_user_uuid: NOBODY }, '/owner_user_uuid'],
    ['a conversation that is not there', { entity_id: NOBODY }, '/entity_id'],
    ['a conversation by a word', { entity_id: 'monday' }, '/entity_id'],
    ['another entity', { entity_type: 'deal' }, '/entity_type'],
    ['no title', { title: ' ' }, '/title'],
    ['a title of 257 characters', { title: 'x'.repeat(257) }, '/title'],
    ['an end that has come', { expires_at: '2020-01-01' }, '/expires_at'],
    ['51 recipients', { proposed_recipients: Array(51).fill('ann@acme.example') }, '/proposed_recipients'],
  ])('%s, and points at it', async (_, more, pointer) => {
    const answer = await create(world.org, more)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('an org-level key that names nobody', async () => {
    const answer = await create(world.org, { owner_user_uuid: undefined })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/owner_user_uuid')])
  })

  it('a conversation that its owner does not see, though the caller does', async () => {
    const answer = await create(world.alice, { owner_user_uuid: world.carol.userId })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/entity_id')])
  })
})

describe('who may', () => {
  it('is admins for everybody, others for themselves', async () => {
    for (const caller of [world.org, world.alice, world.bob]) expect((await create(caller)).status).toBe(201)
    for (const caller of [world.mark, world.carol]) {
      const answer = await create(caller)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })

  it('is nobody of another organization, whose people there are not', async () => {
    for (const caller of [world.mallory, world.rivalOrg]) expect((await create(caller)).status).toBe(400)
    expect((await create(undefined)).status).toBe(401)
  })
})
