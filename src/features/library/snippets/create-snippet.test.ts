import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { createUser } from '../../accounts/identity/index.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world)
})

const minute = { start_time: 10, end_time: 30 }
const bodyOf = (given: object) => ({ user_uuid: world.bob.userId, conversation_id: talk, video: minute, ...given })
const post = (caller: Caller | undefined, given: object = {}) =>
  call(world.app, caller, 'POST', '/snippets', { body: bodyOf(given) })
const read = async (id: string, caller = world.org) =>
  (await call(world.app, caller, 'GET', `/snippets/${id}`)).body.data
const made = async (given: object, caller = world.org) => {
  const answer = await post(caller, given)
  if (answer.status !== 201) throw new Error(answer.text)
  return read(answer.body.id)
}
const folders = async (query: Record<string, string> = {}) =>
  (
    await call(world.app, world.org, 'GET', '/library/folders', {
      query: { userUUID: world.bob.userId ?? '', ...query },
    })
  ).body.data
const countSnippets = async () =>
  (await call(world.app, world.org, 'GET', '/snippets', { query: { size: '1' } })).body.meta.totalRecords

describe('does', () => {
  it('answers id, link and share code, and nothing else', async () => {
    const answer = await post(world.bob)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `${PUBLIC_URL}/s/${answer.body.share_code}`,
      share_code: expect.stringMatching(/^[\w-]{24}$/),
    })
  })

  it('fills in what is not sent: internal, no notice, a title with the time, no notes, not in the library', async () => {
    const { body } = await post(world.bob)
    expect(await read(body.id)).toEqual({
      ...body,
      user_uuid: world.bob.userId,
      conversation_id: talk,
      conversation_title: 'Opening',
      internal: true,
      notify_views: false,
      ...{ expiresAt: null, viewCount: 0, lastViewedAt: null, questionsAllowed: false },
      title: 'Opening (0:10–0:30)',
      notes: '',
      in_library: false,
      ...{ creator_name: world.bob.email, has_recording: false, conversation_duration: expect.any(Number) },
      talk_strip: null,
      video: { start_time: 10, end_time: 30, duration: 20 },
      reference: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
  })

  it('keeps what is sent', async () => {
    const reference = {
      characters: { start_idx: '0', end_idx: '20' },
      speakers: { start_idx: '1', end_idx: '2' },
      transcript_version: 'V1',
    }
    const given = { title: ' Price ', notes: 'Ask Ann.', internal: false, notify_views: true, reference }
    const video = { start_time: 10.25, end_time: 12.5, duration: 3 }
    expect(await made({ ...given, video })).toMatchObject({
      ...given,
      title: 'Price',
      video: { start_time: 10.25, end_time: 12.5, duration: 2.25 },
    })
  })

  it.each([
    ['the end itself', 60, 60],
    ['what lies behind it', 3_600, 60],
    ['what lies before it', 59.5, 59.5],
  ])('cuts to the end of the conversation %s', async (_, end, cut) => {
    expect((await made({ video: { start_time: 50, end_time: end } })).video.end_time).toBe(cut)
  })

  it('knows the length that was told rather than the last word, and cuts nothing when there is neither', async () => {
    const told = await importFor(world, {
      transcript: { final: [{ speaker: 'A', sentence: 'Hm.', startTimestamp: 0, endTimestamp: 5 }] },
    })
    expect((await made({ conversation_id: told, video: { start_time: 1, end_time: 9 } })).video.end_time).toBe(5)
    const untimed = await importFor(world, { transcript: 'Bob: Hello.\nAnn: Hello.' })
    expect((await made({ conversation_id: untimed, video: { start_time: 1, end_time: 9 } })).video.end_time).toBe(9)
    // Times that came with a later transcript count, as no length was told before.
    const body = { transcript: { segments: [{ speaker: 'A', text: 'Hm.', start: 0, end: 7 }] } }
    await call(world.app, world.org, 'PUT', `/conversations/${untimed}/transcript`, { body })
    expect((await made({ conversation_id: untimed, video: { start_time: 1, end_time: 9 } })).video.end_time).toBe(7)
  })

  it.each([true, { my_library: false }, {}, { folder_path: ' / ' }])('puts it into the root for %j', async (where) => {
    const { id } = (await post(world.org, { in_library: where })).body
    const items = await call(world.app, world.org, 'GET', '/library/items', { query: { size: '1' } })
    expect(items.body.data[0].snippet).toMatchObject({ id, in_library: true })
  })

  it.each(['in_library', 'library_item_info'])(
    'puts it under a path of %s, and makes what is missing',
    async (name) => {
      const one = await made({ [name]: { folder_path: `/${name}/Calls // June/` } })
      const two = await made({ [name]: { folder_path: `${name.toUpperCase()}/calls/June` } })
      expect([one.in_library, two.in_library]).toEqual([true, true])
      const top = (await folders()).subFolders.filter((one: { name: string }) => one.name.toLowerCase() === name)
      expect(top).toMatchObject([{ name, totalElements: 0, totalFolders: 1 }])
      const { subFolders } = await folders({ folderUUID: top[0].uuid })
      expect(subFolders).toMatchObject([{ name: 'Calls', totalElements: 0, totalFolders: 1 }])
      const june = (await folders({ folderUUID: subFolders[0].uuid })).subFolders
      expect(june).toMatchObject([{ name: 'June', totalElements: 2, totalFolders: 0 }])
    },
  )

  it("puts it into the creator's own library, whoever makes it", async () => {
    await made({ in_library: true, library_item_info: { my_library: true, folder_path: 'Mine' } })
    expect((await folders({ myLibrary: 'true' })).subFolders).toMatchObject([{ name: 'Mine', totalElements: 1 }])
    expect((await folders()).subFolders.map((one: { name: string }) => one.name)).not.toContain('Mine')
  })

  it('puts it nowhere for false, whatever stands beside', async () => {
    const { in_library } = await made({ in_library: false, library_item_info: { folder_path: 'Mine' } })
    expect(in_library).toBe(false)
  })

  it('makes one folder of a path that eight name at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(world.bob, { in_library: { folder_path: 'At once/Below' } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const top = (await folders()).subFolders.filter((one: { name: string }) => one.name === 'At once')
    expect(top).toMatchObject([{ totalFolders: 1 }])
    expect((await folders({ folderUUID: top[0].uuid })).subFolders).toMatchObject([{ totalElements: 8 }])
  })

  it('leaves no snippet behind when its conversation is erased at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await talkFor(world)
      const [snippet, erased] = await Promise.all([
        post(world.org, { conversation_id: id, in_library: true }),
        call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } }),
      ])
      expect([201, 404]).toContain(snippet.status)
      expect(erased.status).toBe(204)
      const left = await world.app.store.owner.query(
        'select (select count(*) from snippets where conversation_id = $1) + (select count(*) from library_items where conversation_id = $1) as n',
        [id],
      )
      expect(left).toEqual([{ n: 0 }])
    }
  })

  it('is in the audit log as the making of the snippet', async () => {
    const { id } = (await post(world.bob, { in_library: { folder_path: 'Logged' } })).body
    const rows = await world.app.store.owner.query(
      'select operation, entity_type, entity_id, jsonb_array_length(entities) as n from audit_log where entity_id = $1',
      [id],
    )
    expect(rows).toEqual([{ operation: 'createSnippet', entity_type: 'snippet', entity_id: id, n: 2 }])
  })
})

describe('refuses', () => {
  const V1 = { transcript_version: 'V1' }
  it.each([
    ['no creator', { user_uuid: undefined }, '/user_uuid'],
    ['no conversation', { conversation_id: undefined }, '/conversation_id'],
    ['a malformed creator', { user_uuid: 'bob' }, '/user_uuid'],
    ['an unknown creator', { user_uuid: NOBODY }, '/user_uuid'],
    ['no clip', { video: undefined }, '/video'],
    ['no start', { video: { end_time: 1 } }, '/video/start_time'],
    ['a negative start', { video: { start_time: -0.1, end_time: 1 } }, '/video/start_time'],
    ['a start that is text', { video: { start_time: '1', end_time: 2 } }, '/video/start_time'],
    ['an end at the start', { video: { start_time: 1, end_time: 1 } }, '/video/end_time'],
    ['an end before the start', { video: { start_time: 2, end_time: 1 } }, '/video/end_time'],
    ['an end in eternity', { video: { start_time: 0, end_time: 1e9 } }, '/video/end_time'],
    ['a start at the end of the talk', { video: { start_time: 60, end_time: 61 } }, '/video/start_time'],
    ['a duration that is none', { video: { ...minute, duration: 18.9 } }, '/video/duration'],
    ['a title of 513 characters', { title: 'x'.repeat(513) }, '/title'],
    ['a NUL in notes', { notes: '\u0000' }, '/notes'],
    ['notes of 8001 characters', { notes: 'x'.repeat(8_001) }, '/notes'],
    ['internal as text', { internal: 'false' }, '/internal'],
    ['an expiry of an internal link', { expiresAt: '2099-01-01T00:00:00Z' }, '/expiresAt'],
    ['an expiry in the past', { internal: false, expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ['an expiry in a far future', { internal: false, expiresAt: '2099-01-01T00:00:00Z' }, '/expiresAt'],
    ['an expiry without a time', { internal: false, expiresAt: '2099-01-01' }, '/expiresAt'],
    ['in_library as text', { in_library: 'true' }, '/in_library'],
    ['two places', { in_library: {}, library_item_info: {} }, '/library_item_info'],
    ['a path 21 deep', { library_item_info: { folder_path: 'a/'.repeat(21) } }, '/library_item_info/folder_path'],
    ['a long name', { library_item_info: { folder_path: 'x'.repeat(129) } }, '/library_item_info/folder_path'],
    ['a name on two lines', { library_item_info: { folder_path: 'a\nb' } }, '/library_item_info/folder_path'],
    ['a reference to nothing', { reference: {} }, '/reference/transcript_version'],
    ['a form that the talk has not', { reference: { transcript_version: 'V2' } }, '/reference/transcript_version'],
    ['a segment too far', { reference: { ...V1, speakers: idx('0', '6') } }, '/reference/speakers/end_idx'],
    ['segments back to front', { reference: { ...V1, speakers: idx('3', '2') } }, '/reference/speakers/end_idx'],
    ['a letter too far', { reference: { ...V1, characters: idx('9999', '9999') } }, '/reference/characters/start_idx'],
    ['half a segment', { reference: { ...V1, speakers: idx('0.5', '1') } }, '/reference/speakers/start_idx'],
    ['a segment before the first', { reference: { ...V1, speakers: idx('-1', '1') } }, '/reference/speakers/start_idx'],
    ['a number for a string', { reference: { ...V1, speakers: idx(0, 1) } }, '/reference/speakers/start_idx'],
  ])('%s, points at it, and makes nothing', async (_, given, pointer) => {
    const before = await countSnippets()
    const answer = await post(world.org, given)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(await countSnippets()).toBe(before)
  })

  it('a conversation that is not there', async () => {
    const answer = await post(world.org, { conversation_id: NOBODY })
    expect([answer.status, answer.body]).toEqual([404, notFound('conversation', '/conversation_id')])
  })

  it('a creator who was deactivated, or is of another organization', async () => {
    const person = { email: 'gone@acme.example', role: 'SALES_REP' as const }
    const { userId: gone } = await createUser(world.app.store.of(world.acme), world.acme, world.app.clock, person)
    await world.app.store.owner.query('update users set active = false where id = $1', [gone])
    const theirs = world.mallory.userId
    for (const user_uuid of [gone, theirs]) {
      const answer = await post(world.org, { user_uuid })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/user_uuid')])
    }
  })

  it('a creator who does not see the conversation', async () => {
    for (const [user, conversation_id] of [
      [world.carol, talk],
      [world.mark, await talkFor(world, { private: true })],
    ] as const) {
      const answer = await post(world.org, { user_uuid: user.userId, conversation_id })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/user_uuid')])
    }
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await post(undefined)).status).toBe(401)
  })

  it('is everyone who sees the conversation, for themselves', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) {
      expect((await post(caller, { user_uuid: caller.userId })).status).toBe(201)
    }
  })

  it('is not who does not see it: there is no such conversation', async () => {
    const secret = await talkFor(world, { private: true })
    for (const [caller, conversation_id] of [
      [world.carol, talk],
      [world.mark, secret],
      [world.mallory, talk],
    ] as const) {
      const answer = await post(caller, { user_uuid: caller.userId, conversation_id })
      expect([answer.status, answer.body]).toEqual([404, notFound('conversation', '/conversation_id')])
    }
  })

  it('is for others only who is admin, whether or not those others exist', async () => {
    expect((await post(world.alice)).status).toBe(201)
    for (const user_uuid of [world.alice.userId, world.mallory.userId, NOBODY]) {
      const answer = await post(world.mark, { user_uuid })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})

function idx(start_idx: unknown, end_idx: unknown) {
  return { start_idx, end_idx }
}
