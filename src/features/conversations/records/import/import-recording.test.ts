import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { createTestApp } from '../../../../testing/create-test-app.ts'
import { MP4, OGG } from '../../../../testing/media-samples.ts'
import { createObjectStore } from '../../../../testing/object-store.ts'
import { attributesOf, detailsOf, sendRecording, TONE } from '../../../../testing/recordings-fixtures.ts'
import { refusedField } from '../../../../testing/refusals.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

const store = createObjectStore()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ files: store }))
})

const count = async () =>
  [(await call(world.app, world.org, 'GET', '/conversations/list')).body.meta.totalRecords, store.objects.size] as const

describe('does', () => {
  it('takes a recording alone, in one request, and waits for its transcript', async () => {
    const answer = await sendRecording(world, world.bob, TONE)
    expect([answer.status, answer.body]).toEqual([202, { uuid: expect.any(String) }])
    expect(await attributesOf(world, answer.body.uuid)).toMatchObject({
      ...{ title: 'call', mediaDuration: 1, isEmpty: true, transcript: null },
      ...{ transcriptStatus: 'pending', processingStatus: 'pending' },
      user: { email: 'bob@acme.example' },
    })
    const played = await call(world.app, world.bob, 'GET', `/conversations/${answer.body.uuid}/media`)
    expect(Number(played.headers['content-length'])).toBe(TONE.length)
  })

  it('takes all other fields as text beside it, lists and flags as JSON', async () => {
    const { body, status, text } = await sendRecording(world, world.org, MP4, {
      ...{ userEmail: 'bob@acme.example', conversationTitle: ' Opening ', private: 'true' },
      conversationStartedAt: '2026-03-01T10:00:00Z',
      participants: JSON.stringify([{ email: 'ann@customer.example', name: 'Ann' }]),
      labels: '{"Stage":"Closing"}',
      externalMetadata: '{"extra":{"room":7}}',
    })
    expect([status, text]).toEqual([202, expect.any(String)])
    expect(await attributesOf(world, body.uuid)).toMatchObject({
      ...{ title: 'Opening', private: true, labels: { Stage: 'Closing' }, mediaDuration: 0.4 },
      participants: [{ email: 'ann@customer.example', name: 'Ann' }],
      liveStreamEndedAt: '2026-03-01T10:00:00.400Z',
    })
  })

  it('takes a transcript with its recording, which is the longer of the two in time', async () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `Bob: This is sentence number ${i} of a long talk.`)
    const { body } = await sendRecording(world, world.bob, OGG, { transcript: lines.join('\n') })
    expect(await attributesOf(world, body.uuid)).toMatchObject({ transcriptStatus: 'completed', mediaDuration: 0.3 })
    const details = await detailsOf(world, body.uuid)
    expect([details.recording.contentType, details.transcription]).toEqual(['audio/ogg', null])
  })

  it('changes nothing when the same one is sent again, and keeps no second file', async () => {
    const fields = { applicationName: 'zoom', applicationExternalID: 'meeting-1' }
    const first = await sendRecording(world, world.org, TONE, fields)
    const before = await count()
    expect((await sendRecording(world, world.org, MP4, fields)).body).toEqual(first.body)
    expect(await count()).toEqual(before)
  })

  it('makes one of two that are sent at the same moment, and keeps one file', async () => {
    const before = await count()
    const fields = { applicationName: 'zoom', applicationExternalID: 'meeting-2' }
    const answers = await Promise.all([1, 2, 3].map(() => sendRecording(world, world.org, TONE, fields)))
    expect(new Set(answers.map(({ body }) => body.uuid)).size).toBe(1)
    expect(await count()).toEqual([before[0] + 1, before[1] + 1])
  })

  it('is made once for one Idempotency-Key, and refuses another file under it', async () => {
    const before = await count()
    const once = (content: Buffer) => sendRecording(world, world.org, content, {}, { 'idempotency-key': 'call-1' })
    const [first, second] = [await once(TONE), await once(TONE)]
    expect([first.status, second.status, second.body]).toEqual([202, 202, first.body])
    expect((await once(OGG)).status).toBe(422)
    expect(await count()).toEqual([before[0] + 1, before[1] + 1])
  })
})

describe('refuses', () => {
  it.each([
    ['what is no media', 'no media', {}, '/file'],
    ['a field that is none of its kind', TONE, { private: 'perhaps' }, '/private'],
    ['a list that is no JSON', TONE, { participants: 'Ann' }, '/participants'],
    ['an owner who is nobody', TONE, { userEmail: 'nobody@acme.example' }, '/userEmail'],
    ['a transcript that cannot be read', TONE, { transcript: '{"final": 7}' }, '/transcript'],
  ])('%s, and keeps nothing', async (_, content, fields, pointer) => {
    const before = await count()
    const answer = await sendRecording(world, world.org, content, fields as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject(refusedField(pointer))
    expect(await count()).toEqual(before)
  })

  it('a file by name in a JSON body, also in one of many lines', async () => {
    const lines = '{"file":"/etc/passwd"}\n{"file":{"path":"/etc/passwd","name":"x","size":1,"sha256":""}}\n'
    const headers = { 'content-type': 'application/x-ndjson' }
    const answer = await call(world.app, world.org, 'POST', '/conversations/import', { body: lines, headers })
    const told = answer.text.trim().split('\n')
    expect(told.map((line) => JSON.parse(line).error.source.pointer)).toEqual(['/file', '/file'])
  })

  it('text fields that are too long together', async () => {
    const long = 'x'.repeat(17 * 1024 * 1024)
    const answer = await sendRecording(world, world.org, TONE, { transcript: long, externalMetadata: long })
    expect([answer.status, answer.body.code]).toEqual([413, 'content_too_large'])
  })
})
