import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { adminsOnly } from '../../testing/guards.ts'
import { importFor } from '../../testing/import-for.ts'
import { refusedField } from '../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const get = (caller: Caller | undefined, query: Record<string, string> = { email: 'ann@b.example' }) =>
  call(world.app, caller, 'GET', '/privacy/persons', { query })

describe('does', () => {
  it('tells conversations, CRM records, invitations and where the address stands', async () => {
    const id = await importFor(world, {
      ...{ transcript: 'Ann: I am ann@b.example.', participants: [{ email: 'Ann@B.example', name: 'Ann' }] },
      ...{ conversationTitle: 'Hers', conversationStartedAt: '2026-01-02' },
    })
    await call(world.app, world.org, 'PUT', '/crm-records/contact/C-1', {
      body: { fields: { email: 'ann@b.example' } },
    })
    await call(world.app, world.rivalOrg, 'PUT', '/crm-records/contact/C-1', {
      body: { fields: { email: 'ann@b.example' } },
    })
    const answer = await get(world.alice, { email: ' ANN@b.example ' })
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        ...{ email: 'ann@b.example', user: null, invitations: [] },
        conversations: { total: 1, data: [{ uuid: id, title: 'Hers', startedAt: '2026-01-02T00:00:00.000Z' }] },
        crmRecords: { total: 1, data: [{ code: 'contact', id: 'C-1', fields: { email: 'ann@b.example' } }] },
        mentions: { transcripts: 1, conversation_details: 1, crm_records: 1 },
      },
    ])
  })

  it('takes an address for itself, whatever signs are in it', async () => {
    await importFor(world, { transcript: 'Ann: annxb@c.example' })
    expect((await get(world.org, { email: 'ann_b@c.example' })).body.data.mentions).toEqual({})
  })

  it('tells the user whose address it is', async () => {
    expect((await get(world.org, { email: 'bob@acme.example' })).body.data.user).toMatchObject({
      uuid: world.bob.userId,
      active: true,
    })
  })
})

describe('refuses', () => {
  it.each([
    ['no address', {}],
    ['what is none', { email: 'ann' }],
  ])('%s', async (_, query) => {
    const answer = await call(world.app, world.alice, 'GET', '/privacy/persons', { query })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/email')])
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => get(caller) })
})
