import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, storedOf } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

type Args = Record<string, unknown>
const use = (name: string, args: Args, caller: Caller = world.bob) => callTool(world.app, caller, name, args)
const attributesOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
const audited = async (id: string): Promise<string[]> =>
  (await call(world.app, world.org, 'GET', '/audit-log', { query: { entityId: id } })).body.data.map(
    (entry: { operation: string }) => entry.operation,
  )

describe('update_call', () => {
  it('changes what is given, at once, and keeps the rest', async () => {
    const id = await importFor(world, { labels: { Stage: 'Opening' } })
    const before = await attributesOf(id)
    const { data, text } = await use('update_call', { call_id: id, title: '  Renamed ', private: true })
    expect([data, text]).toMatchObject([{ call_id: id }, 'Updated the call.'])
    expect(await attributesOf(id)).toEqual({
      ...before,
      title: 'Renamed',
      private: true,
      updatedAt: expect.any(String),
    })
    await use('update_call', { call_id: id, private: false })
    expect(await attributesOf(id)).toEqual({ ...before, title: 'Renamed', updatedAt: expect.any(String) })
    expect((await use('search_calls', { title: 'renamed' })).data.total).toBe(1)
    expect(await audited(id)).toContain('updateConversation')
  })

  it('refuses a whole change when a part of it is not allowed', async () => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const { error } = await use('update_call', { call_id: id, title: 'Mine', private: true }, world.mark)
    expect(error).toMatchObject({ code: 'forbidden', reason: 'owner_required' })
    expect(await storedOf(world, id)).toEqual(before)
    expect((await use('update_call', { call_id: id, title: 'Seen' }, world.mark)).error).toBeUndefined()
  })

  it.each<[string, Args, string]>([
    ['nothing to change', {}, ''],
    ['a blank title', { title: ' ' }, '/title'],
    ['a title that is too long', { title: 'x'.repeat(513) }, '/title'],
    ['a word for private', { private: 'yes' }, '/private'],
  ])('refuses %s', async (_, args, pointer) => {
    const { error } = await use('update_call', { call_id: await importFor(world), ...args })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })
})

describe('archive_call', () => {
  it('takes it out of lists and searches, and erases nothing', async () => {
    const id = await importFor(world, { conversationTitle: 'To be archived' })
    const { data } = await use('archive_call', { call_id: id })
    expect(data).toMatchObject({ call_id: id, archived: true })
    expect((await use('search_calls', { title: 'to be archived' })).data.total).toBe(0)
    expect((await use('search_calls', { query: 'shall we begin' })).text).not.toContain(id)
    expect((await attributesOf(id)).archived).toBe(true)
  })

  it('is for its owner and admins', async () => {
    const id = await importFor(world)
    expect((await use('archive_call', { call_id: id }, world.mark)).error).toMatchObject({ reason: 'owner_required' })
    expect((await use('archive_call', { call_id: id, erase: true }, world.alice)).error.code).toBe('validation_failed')
    expect((await use('archive_call', { call_id: id }, world.alice)).error).toBeUndefined()
  })
})

describe('change_conversation_labels', () => {
  it('sets some, takes others away, and keeps those not named', async () => {
    const id = await importFor(world, { labels: { Stage: 'Opening', Mood: 'Good', Kind: 'Demo' } })
    const { data, text } = await use('change_conversation_labels', {
      ...{ call_id: id, set: { Stage: 'Closing', Größe: 'XL | 🚀' }, remove: ['Mood', 'Nothing'] },
    })
    const labels = { Stage: 'Closing', Kind: 'Demo', Größe: 'XL | 🚀' }
    expect(data).toMatchObject({ call_id: id, labels })
    expect(text).toContain('- Größe: XL \\| 🚀')
    expect((await attributesOf(id)).labels).toEqual(labels)
    const none = await use('change_conversation_labels', { call_id: id, remove: Object.keys(labels) })
    expect(none.text).toBe('Labels of the call:\nNone.')
    expect(await audited(id)).toContain('changeConversationLabels')
  })

  it('loses nothing when two are set at the same moment', async () => {
    const id = await importFor(world)
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => use('change_conversation_labels', { call_id: id, set: { [`c${i}`]: 'x' } })),
    )
    expect(Object.keys((await attributesOf(id)).labels)).toHaveLength(6)
  })

  it.each<[string, Args, string]>([
    ['nothing to change', {}, ''],
    ['an empty option', { set: { Stage: '' } }, '/set/Stage'],
    ['an option that is too long', { set: { Stage: 'x'.repeat(257) } }, '/set/Stage'],
    ['an option that is no text', { set: { Stage: 1 } }, '/set/Stage'],
    ['an empty category to take away', { remove: [''] }, '/remove/0'],
    [
      'more than there may be',
      { set: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}`, 'x'])) },
      '/set',
    ],
  ])('refuses %s', async (_, args, pointer) => {
    const id = await importFor(world, { labels: { Stage: 'Opening' } })
    const { error } = await use('change_conversation_labels', { call_id: id, ...args })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
    expect((await attributesOf(id)).labels).toEqual({ Stage: 'Opening' })
  })
})

describe('import_call', () => {
  const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Ann>The walnut budget is approved.\n'

  it('takes a transcript in any form, and the call is found at once', async () => {
    const args = { title: 'Walnuts', started_at: '2026-05-04T11:00:00+02:00', labels: undefined, private: true }
    const { data, text } = await use('import_call', { transcript: vtt, ...args })
    expect(text).toContain(data.call_id)
    expect(await attributesOf(data.call_id)).toMatchObject({
      ...{
        title: 'Walnuts',
        liveStreamStartedAt: '2026-05-04T09:00:00.000Z',
        userUUID: world.bob.userId,
        private: true,
      },
      transcript: 'Ann: The walnut budget is approved.',
    })
    const found = await use('search_calls', { query: 'walnut budget', mode: 'lexical' })
    expect(found.data.calls[0]).toMatchObject({ call_id: data.call_id, moments: [{ speaker: 'Ann', start: 1 }] })
    const plain = await use('import_call', { transcript: 'Ann: Hello.\nBob: Hi.', started_at: '2026-05-04' })
    expect((await attributesOf(plain.data.call_id)).liveStreamStartedAt).toBe('2026-05-04T00:00:00.000Z')
  })

  it('takes everything that can be said of it, and gives the same call for the same id', async () => {
    const args = {
      ...{ transcript: vtt, owner_email: 'bob@acme.example', team_id: world.teams.support, opportunity_id: 'deal-9' },
      ...{ application: 'zoom', external_id: 'z-1', language: 'en' },
    }
    const { data } = await use('import_call', args, world.org)
    expect(await attributesOf(data.call_id)).toMatchObject({
      ...{ userUUID: world.bob.userId, teamUUID: world.teams.support, language: 'en' },
      source: { application: 'zoom', externalId: 'z-1' },
      externalOpportunity: { title: 'deal-9' },
    })
    expect((await use('import_call', args, world.org)).data).toEqual(data)
  })

  it.each<[string, Args, string]>([
    ['no transcript', {}, '/transcript'],
    ['one that cannot be read', { transcript: '{"final": 7}' }, '/transcript'],
    ['a start that is no moment', { transcript: vtt, started_at: 'today' }, '/started_at'],
    ['an owner who is not there', { transcript: vtt, owner_id: NOBODY }, '/owner_id'],
    ['a team that is not there', { transcript: vtt, team_id: NOBODY }, '/team_id'],
    ['an address that is none', { transcript: vtt, owner_email: 'bob' }, '/owner_email'],
    ['a title that is too long', { transcript: vtt, title: 'x'.repeat(513) }, '/title'],
  ])('refuses %s', async (_, args, pointer) => {
    const { error } = await use('import_call', args, world.org)
    expect(error).toMatchObject({ code: 'validation_failed' })
    expect(error.problems[0].pointer).toBe(pointer)
  })

  it('lets only admins bring in calls of others', async () => {
    const args = { transcript: vtt, owner_id: world.carol.userId }
    expect((await use('import_call', args)).error.code).toBe('admin_required')
    expect((await use('import_call', args, world.alice)).error).toBeUndefined()
  })
})

describe('update_linked_crm_records', () => {
  const linkOf = async (id: string) => {
    const { linkedCrmRecords, externalOpportunity } = await attributesOf(id)
    return [linkedCrmRecords, externalOpportunity?.title]
  }
  const link = (id: string, args: Args) => use('update_linked_crm_records', { call_id: id, ...args })
  const account = { code: 'account', id: 'A-1' }

  it('replaces the records or the opportunity, and keeps the other', async () => {
    const id = await importFor(world, { opportunityID: 'deal-1', linkedCrmRecords: [account] })
    expect((await link(id, { linked_crm_records: [{ code: 'contact', id: 'C-1' }] })).data).toMatchObject({
      call_id: id,
    })
    expect(await linkOf(id)).toEqual([[{ code: 'contact', id: 'C-1' }], 'deal-1'])
    await link(id, { opportunity_id: 'deal-2' })
    expect(await linkOf(id)).toEqual([[{ code: 'contact', id: 'C-1' }], 'deal-2'])
    await link(id, { opportunity_id: '', linked_crm_records: [] })
    expect(await linkOf(id)).toEqual([[], undefined])
    expect(await audited(id)).toContain('updateLinkedCrmRecords')
  })

  it.each<[string, Args, string]>([
    ['nothing to change', {}, ''],
    [
      'an entity that there is not',
      { linked_crm_records: [{ code: 'planet', id: '1' }] },
      '/linked_crm_records/0/code',
    ],
    ['an id that is too long', { opportunity_id: 'x'.repeat(257) }, '/opportunity_id'],
  ])('refuses %s', async (_, args, pointer) => {
    const id = await importFor(world, { linkedCrmRecords: [account] })
    expect((await link(id, args)).error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
    expect(await linkOf(id)).toEqual([[account], undefined])
  })
})

describe('who may', () => {
  it.each<[string, Args]>([
    ['update_call', { title: 'Renamed' }],
    ['archive_call', {}],
    ['change_conversation_labels', { set: { Stage: 'Closing' } }],
    ['update_linked_crm_records', { linked_crm_records: [] }],
  ])('%s is who sees the call; to others it does not exist', async (name, args) => {
    const secret = await importFor(world, { private: true })
    const before = await storedOf(world, secret)
    for (const caller of [world.mark, world.carol, world.mallory, world.rivalOrg]) {
      const hidden = await use(name, { call_id: secret, ...args }, caller)
      expect(hidden.error.code).toBe('not_found')
      expect(hidden).toEqual(await use(name, { call_id: NOBODY, ...args }, caller))
    }
    expect(await storedOf(world, secret)).toEqual(before)
    expect((await use(name, { call_id: secret, ...args }, world.bob)).error).toBeUndefined()
  })
})
