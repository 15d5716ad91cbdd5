import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const START = '2026-03-10T10:00:00Z'
const ann = { name: 'Ann', email: 'ann@customer.example' }
const spoken = (...texts: string[]) => ({
  segments: texts.map((text, at) => ({
    speaker: at % 2 === 0 ? 'Ann' : 'Bob',
    text,
    start: at * 10,
    end: at * 10 + 5,
  })),
})
const early = (given: Record<string, unknown> = {}) =>
  importFor(world, {
    ...{ conversationTitle: 'Early', conversationStartedAt: START, labels: { Stage: 'Opening' } },
    ...{ transcript: spoken('Can you hear me?', 'Barely.'), participants: [ann] },
    ...given,
  })
const late = (given: Record<string, unknown> = {}) =>
  importFor(world, {
    ...{ conversationTitle: 'Late', conversationStartedAt: '2026-03-10T10:05:00Z' },
    ...{ transcript: spoken('Better now.', 'Much better.'), labels: { Stage: 'Closing', Mood: 'Good' } },
    ...{ participants: [ann, { name: 'Bob', email: 'bob@acme.example' }] },
    ...{ linkedCrmRecords: [{ code: 'account', id: 'A-1' }] },
    ...given,
  })

const post = (path: string, body: unknown = {}, caller: Caller | undefined = world.bob) =>
  call(world.app, caller, 'POST', `/conversations/${path}`, { body })
const read = async (id: string) =>
  (
    await call(world.app, world.bob, 'GET', `/conversations/${id}`, {
      query: { 'filter[include_internal_participants]': 'true' },
    })
  ).body.attributes
const said = async (id: string) => (await read(id)).transcript as string
const startsOf = async (id: string) => {
  const { body } = await call(world.app, world.bob, 'GET', `/conversations/${id}/transcript`)
  return body.data.map(({ start }: { start: number }) => start)
}
const historyOf = async (id: string, caller = world.bob) =>
  (await call(world.app, caller, 'GET', `/conversations/${id}/rearrangements`)).body.data

describe('a merge', () => {
  it('adds the later lines with people, labels and links, and archives the later conversation', async () => {
    const [a, b] = [await early(), await late()]
    await post(`${b}/comments`, { text: 'Mine' })
    const preview = await post(`${a}/merge`, { conversationUUID: b, preview: true })
    expect(preview.status).toBe(200)
    expect(preview.body).toMatchObject({
      ...{ uuid: null, segments: 4, otherSegments: 2, offsetSeconds: 300, transcriptVersion: 2 },
      ...{ addedParticipants: 1, addedLabels: ['Mood'], addedCrmLinks: 1, staysWithOther: { comments: 1 } },
    })
    expect((await read(a)).transcriptVersion).toBe(1)

    const { status, body } = await post(`${a}/merge`, { conversationUUID: b })
    expect([status, body]).toEqual([200, { ...preview.body, uuid: expect.any(String) }])
    expect(await startsOf(a)).toEqual([0, 10, 300, 310])
    expect(await read(a)).toMatchObject({
      ...{ transcriptVersion: 2, archived: false, labels: { Stage: 'Opening', Mood: 'Good' } },
      participants: [{ name: 'Ann' }],
      internalParticipants: [{ name: 'Bob' }],
    })
    expect(await read(b)).toMatchObject({ archived: true, transcriptVersion: 1 })
    expect((await call(world.app, world.bob, 'GET', `/conversations/${b}/comments`)).body.data).toHaveLength(1)
    expect(await historyOf(b)).toMatchObject([{ uuid: body.uuid, kind: 'merge', otherTitle: 'Late', undoneAt: null }])

    const again = await post(`${await early({ conversationStartedAt: '2026-03-10T09:00:00Z' })}/merge`, {
      conversationUUID: b,
    })
    expect([again.status, again.body.code]).toEqual([409, 'already_merged'])
  })

  it('is undone completely, once', async () => {
    const [a, b] = [await early(), await late()]
    const before = { a: await read(a), b: await read(b) }
    const { uuid } = (await post(`${a}/merge`, { conversationUUID: b })).body
    const undone = await post(`${a}/rearrangements/${uuid}/undo`)
    expect([undone.status, undone.body]).toEqual([200, { success: true, transcriptVersion: 3 }])
    const changing = { transcriptVersion: 0, updatedAt: '' }
    expect({ ...(await read(a)), ...changing }).toEqual({ ...before.a, ...changing })
    expect({ ...(await read(b)), ...changing }).toEqual({ ...before.b, ...changing })
    const again = await post(`${a}/rearrangements/${uuid}/undo`)
    expect([again.status, again.body.code]).toEqual([409, 'already_undone'])
  })

  it('keeps what was corrected after it: then it is not undone', async () => {
    const [a, b] = [await early(), await late()]
    const { uuid } = (await post(`${a}/merge`, { conversationUUID: b })).body
    await call(world.app, world.bob, 'PATCH', `/conversations/${a}/transcript`, {
      body: { speakers: [{ from: 'Ann', to: 'Anna' }] },
    })
    const { status, body } = await post(`${a}/rearrangements/${uuid}/undo`)
    expect([status, body.code]).toEqual([409, 'transcript_changed'])
    expect(await said(a)).toContain('Anna: Better now.')
  })

  it('refuses the other order, an offset within the call, different access, itself and nothing', async () => {
    const [a, b] = [await early(), await late()]
    const codeOf = async (path: string, body: unknown) => {
      const answer = await post(path, body)
      return [answer.status, answer.body.code]
    }
    expect(await codeOf(`${b}/merge`, { conversationUUID: a })).toEqual([409, 'conversations_overlap'])
    expect(await codeOf(`${a}/merge`, { conversationUUID: b, offsetSeconds: 3 })).toEqual([
      409,
      'conversations_overlap',
    ])
    const secret = await late({ private: true })
    expect(await codeOf(`${a}/merge`, { conversationUUID: secret })).toEqual([409, 'access_differs'])
    const silent = await late({ transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    expect(await codeOf(`${a}/merge`, { conversationUUID: silent })).toEqual([409, 'no_transcript'])
    expect((await post(`${a}/merge`, { conversationUUID: a })).body).toEqual(refusedField('/conversationUUID'))
    expect(await codeOf(`${a}/merge`, { conversationUUID: NOBODY })).toEqual([404, 'conversation_not_found'])
    expect([(await read(a)).transcriptVersion, (await read(b)).archived]).toEqual([1, false])
  })
})

describe('a split', () => {
  it('creates a conversation of the later lines that starts at 0, and can be undone', async () => {
    const id = await early({ transcript: spoken('First call.', 'Bye.', 'Second call.', 'Hello.') })
    const { body } = await post(`${id}/split`, { atSeconds: 12 })
    expect(body).toMatchObject({
      ...{ segments: 2, otherSegments: 2, splitSeconds: 20, otherTitle: 'Early (part 2)' },
      otherStartedAt: '2026-03-10T10:00:20.000Z',
    })
    expect([await said(id), await said(body.otherUUID)]).toEqual([
      'Ann: First call.\nBob: Bye.',
      'Ann: Second call.\nBob: Hello.',
    ])
    expect(await startsOf(body.otherUUID)).toEqual([0, 10])
    expect(await read(body.otherUUID)).toMatchObject({ labels: { Stage: 'Opening' }, participants: [{ name: 'Ann' }] })
    await post(`${id}/rearrangements/${body.uuid}/undo`)
    expect(await said(id)).toBe('Ann: First call.\nBob: Bye.\nAnn: Second call.\nBob: Hello.')
    expect((await read(body.otherUUID)).archived).toBe(true)
  })

  it('refuses a time outside, a line of another version, and a transcript without times', async () => {
    const id = await early()
    const codes = await Promise.all(
      [{ atSeconds: 500 }, { atSeconds: 0 }, { segment: 1, transcriptVersion: 9 }].map(
        async (body) => (await post(`${id}/split`, body)).body.code,
      ),
    )
    expect(codes).toEqual(['nothing_to_split', 'nothing_to_split', 'transcript_changed'])
    expect((await post(`${id}/split`, {})).body).toEqual(refusedField('/segment'))
    expect((await post(`${id}/split`, { segment: 1 })).body).toEqual(refusedField('/transcriptVersion'))
    const untimed = await early({ transcript: 'Ann: One.\nBob: Two.' })
    expect((await post(`${untimed}/split`, { atSeconds: 5 })).body.code).toBe('no_times')
    const cut = await post(`${untimed}/split`, { segment: 1, transcriptVersion: 1, title: 'Second' })
    expect(cut.body).toMatchObject({ otherTitle: 'Second', splitSeconds: null, otherStartedAt: null })
  })
})

describe('who may', () => {
  it('only the owner of both and admins, and nobody sees a merge with a hidden call', async () => {
    const [a, b] = [await early(), await late({ userID: world.alice.userId })]
    const answer = await post(`${a}/merge`, { conversationUUID: b })
    expect([answer.status, answer.body.code]).toEqual([404, 'conversation_not_found'])
    const shared = await late()
    expect((await post(`${a}/merge`, { conversationUUID: shared }, world.mark)).body.code).toBe('owner_required')
    expect((await post(`${a}/merge`, { conversationUUID: shared }, world.alice)).status).toBe(200)
    await call(world.app, world.alice, 'PUT', `/conversations/${shared}/owner`, {
      body: { userUUID: world.alice.userId },
    })
    await call(world.app, world.alice, 'PUT', `/conversations/${shared}/privacy`, { body: { private: true } })
    expect(await historyOf(a)).toEqual([])
    expect(await historyOf(a, world.alice)).toHaveLength(1)
  })
})

describe('tools', () => {
  it('preview, merge, split and undo', async () => {
    const [a, b] = [await early(), await late()]
    const run = async (name: string, args: Record<string, unknown>) =>
      (await callTool(world.app, world.bob, name, args)).data
    expect(await run('merge_calls', { call_id: a, later_call_id: b, preview: true })).toMatchObject({
      ...{ change_id: null, lines: 4, added_lines: 2, offset_seconds: 300 },
    })
    const { change_id } = await run('merge_calls', { call_id: a, later_call_id: b })
    expect(await run('undo_merge_or_split', { call_id: a, change_id })).toMatchObject({ transcript_version: 3 })
    expect(await run('split_call', { call_id: a, at_seconds: 10, title: 'Rest' })).toMatchObject({
      ...{ lines: 1, new_lines: 1, new_title: 'Rest', new_call_id: expect.any(String) },
    })
  })
})
