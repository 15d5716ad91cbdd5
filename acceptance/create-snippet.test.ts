/** Operation 4: POST /snippets. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { type Answer, ask, RIVAL_KEY } from './ask.ts'
import { check } from './check.ts'
import { conversation, type Person, person } from './people.ts'
import { expectError, expectProblem, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

let ann: Person
let talk: string
beforeAll(async () => {
  ann = await person('ann')
  talk = await conversation({ userID: ann.id })
})

const bodyOf = (more: Record<string, unknown> = {}) => ({
  user_uuid: ann.id,
  conversation_id: talk,
  video: { start_time: 1.5, end_time: 2.75 },
  ...more,
})
const create = (more: Record<string, unknown> = {}, key?: string): Promise<Answer> =>
  ask('POST', '/snippets', { body: bodyOf(more), ...(key === undefined ? {} : { key }) })
const stored = async (answer: Answer) => (await ask('GET', `/snippets/${answer.body.id}`)).body.data

const request = () => ({ method: 'POST', path: '/snippets', body: bodyOf() })
describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request)
})

describe('does', () => {
  check('4.a', 'answers 201 with id, url and share_code', async () => {
    const answer = await create()
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ id: expect.any(String), url: expect.any(String), share_code: expect.any(String) })
    expect(answer.body.url).toContain(answer.body.share_code)
  })

  check('4.a', 'returns an unguessable share code, another one each time', async () => {
    const codes = await Promise.all([create(), create(), create()])
    for (const { body } of codes) expect(Buffer.from(body.share_code, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(new Set(codes.map(({ body }) => body.share_code)).size).toBe(3)
  })

  check('4.b', 'keeps creator and conversation', async () => {
    expect(await stored(await create())).toMatchObject({ user_uuid: ann.id, conversation_id: talk })
  })

  check('4.c', 'keeps fractional seconds, and a duration that is their difference within a second', async () => {
    const answer = await create({ video: { start_time: 0.25, end_time: 10.75, duration: 11.4 } })
    expect(answer.status).toBe(201)
    expect((await stored(answer)).video).toEqual({ start_time: 0.25, end_time: 10.75, duration: 10.5 })
  })

  check('4.d', 'keeps internal, notify_views, title and notes', async () => {
    const given = { internal: false, notify_views: true, title: 'The renewal', notes: 'For Monday.' }
    expect(await stored(await create(given))).toMatchObject(given)
  })

  check('4.d', 'is internal and notifies about no views by default, with conversation and time as title', async () => {
    const snippet = await stored(await create())
    expect(snippet).toMatchObject({ internal: true, notify_views: false })
    expect(snippet.title).toContain('Acceptance')
  })

  check('4.e', 'accepts in_library as a boolean and as an object, and creates the folders of the path', async () => {
    const folder = `Wins ${randomUUID()}`
    for (const in_library of [true, false, { my_library: true, folder_path: `/${folder}/Q3` }, { my_library: false }]) {
      expect([in_library, (await create({ in_library })).status]).toEqual([in_library, 201])
    }
    const { body } = await ask('GET', `/library/folders?userUUID=${ann.id}&myLibrary=true`)
    expect(body.data.subFolders.map(({ name }: { name: string }) => name)).toContain(folder)
  })

  check('4.e', 'accepts library_item_info as another name of the object', async () => {
    const folder = `Losses ${randomUUID()}`
    expect((await create({ library_item_info: { my_library: true, folder_path: folder } })).status).toBe(201)
    const { body } = await ask('GET', `/library/folders?userUUID=${ann.id}&myLibrary=true`)
    expect(body.data.subFolders.map(({ name }: { name: string }) => name)).toContain(folder)
  })

  check('4.f', 'accepts a reference to the transcript it has', async () => {
    const reference = {
      characters: { start_idx: '0', end_idx: '5' },
      speakers: { start_idx: '0', end_idx: '1' },
      transcript_version: 'V1',
    }
    const answer = await create({ reference })
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    expect((await stored(answer)).reference).toEqual(reference)
  })
})

describe('limits and errors', () => {
  check('4.c', 'rejects times that are none: end before start, a negative start, a start behind the end', async () => {
    for (const [video, pointer] of [
      [{ start_time: 2, end_time: 2 }, /^\/video/],
      [{ start_time: 3, end_time: 2 }, /^\/video/],
      [{ start_time: -0.1, end_time: 2 }, /^\/video\/start_time/],
      [{ start_time: 60.1, end_time: 70 }, /^\/video\/start_time/],
      [{ start_time: 1, end_time: 5, duration: 5.1 }, /^\/video\/duration/],
      [{ end_time: 5 }, /^\/video\/start_time/],
      [{ start_time: 5 }, /^\/video\/end_time/],
      [{ start_time: '1', end_time: 2 }, /^\/video\/start_time/],
    ] as const) {
      expectError(await create({ video }), 400, pointer)
    }
  })

  check('4.c', 'cuts an end behind the end of the conversation to it', async () => {
    const answer = await create({ video: { start_time: 50, end_time: 90 } })
    expect((await stored(answer)).video).toEqual({ start_time: 50, end_time: 60, duration: 10 })
  })

  check('4.b', 'rejects a creator who is nobody of the organization, and one other than the caller', async () => {
    expectError(await create({ user_uuid: NOTHING }), 400, '/user_uuid')
    expectError(await create({ user_uuid: undefined }), 400, '/user_uuid')
    const ben = await person('ben')
    expect((await create({ user_uuid: ben.id }, ann.key)).status).toBe(403)
    expect((await create({}, ann.key)).status).toBe(201)
  })

  check('4.f', 'rejects a reference beyond the transcript, and one to a version it has not', async () => {
    const reference = (end: string, transcript_version = 'V1') => ({
      characters: { start_idx: '0', end_idx: end },
      speakers: { start_idx: '0', end_idx: '1' },
      transcript_version,
    })
    expectError(await create({ reference: reference('100000') }), 400, /^\/reference/)
    expectError(await create({ reference: reference('1', 'V2') }), 400, /^\/reference\/transcript_version/)
    expectError(await create({ reference: reference('1', 'V3') }), 400, /^\/reference\/transcript_version/)
    expectError(await create({ reference: reference('one') }), 400, /^\/reference\/characters\/end_idx/)
  })

  check('4.g', 'answers the 404-style body for a conversation that is not there, of rivals, or hidden', async () => {
    expectError(await create({ conversation_id: NOTHING }), 404, '/conversation_id')
    expectError(await create({}, RIVAL_KEY), 404, '/conversation_id')
    const hidden = await conversation({ private: true })
    expectError(await create({ conversation_id: hidden }, ann.key), 404, '/conversation_id')
  })

  check('4.g', 'returns problem details if the request accepts them', async () => {
    await expectProblem({ method: 'POST', path: '/snippets', body: bodyOf({ conversation_id: NOTHING }) }, 404)
  })
})
