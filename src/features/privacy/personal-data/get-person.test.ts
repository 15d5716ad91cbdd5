import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { fileSourceFor } from '../../../testing/knowledge-fixtures.ts'
import { erasureFor } from '../../../testing/privacy-fixtures.ts'
import { recordedFor } from '../../../testing/recordings-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

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

  it('tells which recordings and files an erasure would delete, by the names too, and not what is held', async () => {
    const email = 'liz@d.example'
    const own = { participants: [{ email: 'Liz@D.example', name: 'Liz Dee' }] }
    const spoken = (name: string) => ({ transcript: { segments: [{ speaker: name, text: 'Hello.' }] } })
    const held = await recordedFor(world, { ...own, ...spoken('Liz Dee') })
    await call(world.app, world.alice, 'PUT', `/conversations/${held}/legal-hold`, { body: { on: true, reason: 'x' } })
    await recordedFor(world, { ...own, ...spoken('Liz Dee'), mediaURL: 'https://media.example/1.wav' })
    await recordedFor(world, spoken('Elizabeth Dee'))
    await recordedFor(world, { transcript: `Bob: I asked ${email} and Elizabeth Dee.` })
    await importFor(world, { ...own, ...spoken('Liz Dee') })
    await fileSourceFor(world, 'a.txt', 'Ask ELIZABETH dee.')
    await fileSourceFor(world, 'b.txt', `Ask ${email}.`)
    await fileSourceFor(world, 'c.txt', 'Ask liz, or elizabeth.')
    await world.app.drain(world.acme)
    const told = async (names?: string) =>
      (await get(world.org, { email, ...(names === undefined ? {} : { names }) })).body.data.originals
    expect(await told()).toEqual({ recordings: 1, recordingLinks: 1, files: 1 })
    expect(await told('Elizabeth Dee')).toEqual({ recordings: 2, recordingLinks: 1, files: 2 })
    const id = await erasureFor(world, { email, names: ['Elizabeth Dee'] })
    await world.app.drain(world.acme)
    expect((await call(world.app, world.org, 'GET', `/privacy/erasures/${id}`)).body.data).toMatchObject({
      counts: { recordings_deleted: 2, recording_links_deleted: 1, files_deleted: 2 },
      leftovers: { held_conversations: 1, recordings_elsewhere: 1 },
    })
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
    ['no address', '/query/email', {}],
    ['what is none', '/query/email', { email: 'ann' }],
    ['a name of one letter', '/query/names', { email: 'ann@b.example', names: 'Ann,B' }],
  ])('%s', async (_, pointer, query) => {
    const answer = await call(world.app, world.alice, 'GET', '/privacy/persons', { query })
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => get(caller) })
})
