import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { rearrangementsOf } from '../../../testing/rearrangements-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const { early, late, post, read, startsOf, historyOf } = rearrangementsOf(() => world)

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

  it('takes no call that is merged already, in a preview neither', async () => {
    const [a, b, c] = [await early(), await late(), await late({ conversationStartedAt: '2026-03-10T10:20:00Z' })]
    await post(`${a}/merge`, { conversationUUID: b })
    for (const preview of [true, false]) {
      const into = await post(`${b}/merge`, { conversationUUID: c, preview })
      expect([into.status, into.body.code, into.body.source.pointer]).toEqual([409, 'already_merged', ''])
      const start = '2026-03-10T09:00:00Z'
      const other = await post(`${await early({ conversationStartedAt: start })}/merge`, {
        conversationUUID: b,
        preview,
      })
      expect([other.body.code, other.body.source.pointer]).toEqual(['already_merged', '/conversationUUID'])
    }
    expect((await read(c)).archived).toBe(false)
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
