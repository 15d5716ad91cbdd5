import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const TALK = 'Ann: Shall we begin?\nBob: Please.'
const send = (body: unknown, caller: Caller = world.org): Promise<Answer> =>
  call(world.app, caller, 'POST', '/conversations/import', { body })
const read = async (id: string, query: Record<string, string> = {}) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body.attributes
const imported = async (
  body: Record<string, unknown>,
  query: Record<string, string> = {},
  caller: Caller = world.org,
) => {
  const answer = await send({ transcript: TALK, ...body }, caller)
  expect(answer.status).toBe(202)
  return read(answer.body.uuid, query)
}
const total = async (caller: Caller) =>
  (await call(world.app, caller, 'GET', '/conversations/list')).body.meta.totalRecords

describe('importConversation does', () => {
  it('store the whole record', async () => {
    const attributes = await imported(
      {
        conversationTitle: ' Opening ',
        conversationStartedAt: '2026-03-01T10:00:00+01:00',
        userEmail: 'BOB@acme.example',
        opportunityID: 'deal-7',
        linkedCrmRecords: [
          { code: 'account', id: 'A-1' },
          { code: 'contact', id: 'C-1' },
        ],
        participants: [
          { email: 'ann@customer.example', name: 'Ann', organizer: true },
          { email: 'bob@ACME.example', name: 'Bob' },
        ],
        externalMetadata: { extra: { room: 4 } },
        meetingPlatformMetadata: { platform: 'desk' },
        language: 'en',
        labels: { Stage: 'Opening' },
        applicationName: 'phone',
        applicationExternalID: 'call-1',
      },
      {
        'filter[include_internal_participants]': 'true',
        'filter[include_meeting_platform_metadata]': 'true',
        'filter[include_import_metadata]': 'true',
      },
    )
    expect(attributes).toMatchObject({
      title: 'Opening',
      liveStreamStartedAt: '2026-03-01T09:00:00.000Z',
      userUUID: world.bob.userId,
      teamUUID: world.teams.north,
      processingStatus: 'pending',
      transcriptStatus: 'completed',
      isInternal: false,
      isEmpty: false,
      language: 'en',
      source: { application: 'phone', externalId: 'call-1' },
      externalOpportunity: { title: 'deal-7' },
      linkedCrmRecords: [
        { id: 'A-1', code: 'account' },
        { id: 'C-1', code: 'contact' },
      ],
      participants: [{ id: null, email: 'ann@customer.example', name: 'Ann', organizer: true, status: null }],
      internalParticipants: [{ id: null, email: 'bob@ACME.example', name: 'Bob', organizer: false, status: null }],
      meetingPlatformMetadata: { platform: 'desk' },
      importMetadata: { format: 'text', externalMetadata: { extra: { room: 4 } } },
      labels: { Stage: 'Opening' },
      transcript: TALK,
      transcriptVersion: 1,
    })
    expect(attributes.dealUUID).toBe(attributes.externalOpportunity.uuid)
  })

  it('change nothing at a repeat, whatever else it says', async () => {
    const first = await send({ transcript: TALK, applicationName: 'x', applicationExternalID: 'twice' })
    const again = await send({
      transcript: 'Ann: Something else.',
      applicationName: 'x',
      applicationExternalID: 'twice',
    })
    expect([again.status, again.body]).toEqual([202, first.body])
    expect((await read(first.body.uuid)).transcript).toBe(TALK)
    const other = await send({ transcript: TALK, applicationName: 'y', applicationExternalID: 'twice' })
    expect(other.body.uuid).not.toBe(first.body.uuid)
  })

  it('make one of eight imports of the same at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        send({ transcript: TALK, applicationExternalID: 'at once', opportunityID: 'one' }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(202))
    expect(new Set(answers.map((answer) => answer.body.uuid)).size).toBe(1)
  })

  it('give it to the caller, and with an org-level key to the admin who joined first', async () => {
    expect((await imported({}, {}, world.bob)).userUUID).toBe(world.bob.userId)
    expect((await imported({})).userUUID).toBe(world.alice.userId)
  })

  it('know inside people by the domains of the organization', async () => {
    const inside = await imported({ participants: [{ email: 'carol@acme.example' }] })
    expect([inside.isInternal, inside.participants]).toEqual([true, []])
    expect((await imported({ participants: [{ email: 'eve@notacme.example' }] })).isInternal).toBe(false)
    expect((await imported({})).isInternal).toBe(false)
  })

  it('recognize a speaker by the exact name of one participant', async () => {
    const participants = [{ name: 'ann', email: 'ann@customer.example' }, { name: 'Bob' }]
    const { transcript } = await imported({ participants }, { detailedTranscript: 'true' })
    expect(transcript.map((segment: { speaker: unknown }) => segment.speaker)).toEqual([
      { name: 'Ann', email: 'ann@customer.example', internal: false },
      { name: 'Bob' },
    ])
  })

  it('wait for the transcript of a recording', async () => {
    const attributes = await imported({ transcript: undefined, mediaURL: 'https://media.example/1.mp3' })
    expect(attributes).toMatchObject({
      transcriptStatus: 'pending',
      isEmpty: true,
      transcript: null,
      mediaURL: 'https://media.example/1.mp3',
    })
  })

  it('import many as lines, each with its own answer, in order', async () => {
    const before = await total(world.org)
    const lines = ['{"transcript":"Ann: One."}', '{broken', '', '{"transcript":""}', '{"transcript":"Ann: Two."}\n']
    const answer = await call(world.app, world.org, 'POST', '/conversations/import', {
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    })
    const told = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answer.status).toBe(202)
    expect(told).toEqual([
      { line: 1, uuid: expect.any(String) },
      { line: 2, error: expect.objectContaining({ status: '400' }) },
      { line: 4, error: expect.objectContaining({ status: '400', source: { pointer: '/transcript' } }) },
      { line: 5, uuid: expect.any(String) },
    ])
    expect(await total(world.org)).toBe(before + 2)
  })
})

describe('importConversation refuses', () => {
  it.each([
    ['neither transcript nor media', { transcript: undefined }, '/transcript'],
    ['a transcript in no known form', { transcript: { nonsense: true } }, '/transcript'],
    ['a title of 513 characters', { conversationTitle: 'x'.repeat(513) }, '/conversationTitle'],
    ['an empty title', { conversationTitle: '  ' }, '/conversationTitle'],
    ['a day that is none', { conversationStartedAt: '2026-02-30' }, '/conversationStartedAt'],
    ['a time without offset', { conversationStartedAt: '2026-02-03T10:00:00' }, '/conversationStartedAt'],
    ['an unknown user', { userEmail: 'nobody@acme.example' }, '/userEmail'],
    ['an unknown team', { teamUUID: '00000000-0000-7000-8000-000000000000' }, '/teamUUID'],
    ['an unknown CRM entity', { linkedCrmRecords: [{ code: 'planet', id: '1' }] }, '/linkedCrmRecords/0/code'],
    ['a participant who is nobody', { participants: [{ organizer: true }] }, '/participants/0'],
    ['an address that is none', { participants: [{ email: 'ann' }] }, '/participants/0/email'],
    ['a media address that is no web address', { mediaURL: 'file:///etc/passwd' }, '/mediaURL'],
    ['a NUL in metadata', { meetingPlatformMetadata: { a: '\u0000' } }, '/meetingPlatformMetadata/a'],
  ])('%s with 400, and stores nothing', async (_, body, pointer) => {
    const before = await total(world.org)
    const answer = await send({ transcript: TALK, ...body })
    expect([answer.status, answer.body.source.pointer]).toEqual([400, pointer])
    expect(await total(world.org)).toBe(before)
  })

  it('broken JSON with 400, another type with 415, too much with 413', async () => {
    expect((await send('{"transcript":')).status).toBe(400)
    const typed = await call(world.app, world.org, 'POST', '/conversations/import', {
      body: 'Ann: Hi.',
      headers: { 'content-type': 'text/plain' },
    })
    expect([typed.status, typed.body.code]).toEqual([415, 'unsupported_media_type'])
    const large = await send(JSON.stringify({ transcript: 'x'.repeat(33 * 1024 * 1024) }))
    expect([large.status, large.body.code]).toEqual([413, 'content_too_large'])
  })

  it('to quote what it refuses', async () => {
    const answer = await send({ transcript: 'WEBVTT\n\n00:02.000 --> 00:01.000\nmy secret\n' })
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toMatch(/^Line 3: /)
    expect(answer.text).not.toContain('secret')
  })
})

describe('importConversation: who may', () => {
  it('everybody for themselves, only admins for others and into any team', async () => {
    expect((await send({ transcript: TALK, userID: world.carol.userId }, world.alice)).status).toBe(202)
    expect((await send({ transcript: TALK, userID: world.carol.userId }, world.bob)).body.code).toBe('admin_required')
    expect((await send({ transcript: TALK, teamUUID: world.teams.support }, world.bob)).body.source.pointer).toBe(
      '/teamUUID',
    )
    expect((await send({ transcript: TALK, teamUUID: world.teams.north }, world.mark)).status).toBe(202)
  })

  it('nobody into another organization', async () => {
    const before = await total(world.org)
    expect((await send({ transcript: TALK, userID: world.bob.userId }, world.rivalOrg)).status).toBe(400)
    expect((await send({ transcript: TALK, teamUUID: world.teams.sales }, world.rivalOrg)).status).toBe(400)
    expect((await send({ transcript: TALK }, world.mallory)).status).toBe(202)
    expect(await total(world.org)).toBe(before)
  })
})
