import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { PUBLIC_URL } from '../../../../testing/create-test-app.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, resourceError } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}`, { query })

const SAID = {
  final: [
    { speaker: 'Bob', sentence: 'Shall we begin?', startTimestamp: 0, endTimestamp: 1.5 },
    { speaker: 'Bob', sentence: 'Now.', startTimestamp: 1.5, endTimestamp: 2 },
    { speaker: 'Ann', sentence: 'Yes.', startTimestamp: 2, endTimestamp: 2.75 },
  ],
}

describe('does', () => {
  it('tells a conversation as an element without an envelope', async () => {
    const id = await importFor(world, {
      transcript: SAID,
      conversationTitle: 'Opening',
      conversationStartedAt: '2026-03-10T10:00:00+01:00',
      applicationName: 'zoom',
      applicationExternalID: 'Z-1',
      opportunityID: '006-A',
      language: 'de',
      labels: { Stage: 'Closing' },
      linkedCrmRecords: [{ code: 'account', id: 'A-1' }],
      participants: [{ email: 'ann@customer.example', name: 'Ann', organizer: true, status: 'accepted' }],
    })
    const { status, body } = await get(world.bob, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'conversations', id, links: { self: `${PUBLIC_URL}/v2/conversations/${id}` } })
    expect(body.attributes).toMatchObject({
      uuid: id,
      title: 'Opening',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      finishedAt: '2026-03-10T09:00:02.750Z',
      liveStreamStartedAt: '2026-03-10T09:00:00.000Z',
      liveStreamEndedAt: '2026-03-10T09:00:02.750Z',
      mediaDuration: 2.75,
      userUUID: world.bob.userId,
      user: { uuid: world.bob.userId, email: 'bob@acme.example', firstName: '', lastName: '' },
      teamUUID: world.teams.north,
      archived: false,
      private: false,
      isInternal: false,
      isEmpty: false,
      processingStatus: 'pending',
      transcriptStatus: 'completed',
      crmExportStatus: 'none',
      language: 'de',
      source: { application: 'zoom', externalId: 'Z-1' },
      externalOpportunity: { title: '006-A' },
      linkedCrmRecords: [{ id: 'A-1', code: 'account' }],
      participants: [{ id: null, email: 'ann@customer.example', name: 'Ann', organizer: true, status: 'accepted' }],
      labels: { Stage: 'Closing' },
      scorecardResults: [],
      summary: null,
      statistics: null,
      transcript: 'Bob: Shall we begin? Now.\nAnn: Yes.',
      extractedIntelligence: {},
      confirmedExtractedIntelligence: {},
    })
    expect(body.attributes.dealUUID).toBe(body.attributes.externalOpportunity.uuid)
  })

  it('tells the transcript as segments with times when they are asked for', async () => {
    const id = await importFor(world, { transcript: SAID })
    const { body } = await get(world.bob, id, { detailedTranscript: 'true' })
    expect(body.attributes.transcript).toHaveLength(3)
    expect(body.attributes.transcript[0]).toEqual({
      speaker: { name: 'Bob' },
      start: 0,
      end: 1.5,
      words: [{ text: 'Shall we begin?', startTimestamp: 0, endTimestamp: 1.5 }],
    })
  })

  it('tells no time that the source did not have', async () => {
    const id = await importFor(world, { transcript: 'Bob: Hello.\nAnn: Good morning.' })
    const { body } = await get(world.bob, id, { detailedTranscript: 'true' })
    for (const segment of body.attributes.transcript) {
      expect([segment.start, segment.end, segment.words[0].startTimestamp]).toEqual([null, null, null])
    }
    expect(body.attributes).toMatchObject({ mediaDuration: null, liveStreamStartedAt: null, finishedAt: null })
  })

  it('adds exactly one attribute for each flag', async () => {
    await call(world.app, world.org, 'PUT', '/crm-records/account/G-1', { body: { fields: { name: 'Initech' } } })
    const id = await importFor(world, {
      linkedCrmRecords: [{ code: 'account', id: 'G-1' }],
      participants: [{ email: 'ann@customer.example' }, { email: 'bob@acme.example' }],
      meetingPlatformMetadata: { room: 7 },
      externalMetadata: { extra: { from: 'a test' } },
    })
    const plain = (await get(world.bob, id)).body.attributes
    const added = async (flag: string) => {
      const { attributes } = (await get(world.bob, id, { [flag]: 'true' })).body
      const more = Object.keys(attributes).filter((name) => !(name in plain))
      expect(Object.keys(attributes)).toHaveLength(Object.keys(plain).length + 1)
      return attributes[more[0] ?? '']
    }
    expect(plain.participants).toHaveLength(1)
    expect(await added('filter[include_internal_participants]')).toMatchObject([{ email: 'bob@acme.example' }])
    expect(await added('filter[include_meeting_platform_metadata]')).toEqual({ room: 7 })
    expect(await added('filter[include_import_metadata]')).toMatchObject({
      externalMetadata: { extra: { from: 'a test' } },
    })
    expect(await added('withCrmRecords')).toEqual([{ id: 'G-1', code: 'account', fields: { name: 'Initech' } }])
    expect(await added('withIntelligenceItems')).toEqual([])
  })

  it('tells an archived conversation as well', async () => {
    const id = await importFor(world)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`)
    expect((await get(world.bob, id)).body.attributes.archived).toBe(true)
  })

  it('tells whatever was said as it was said', async () => {
    const hostile = ['"},{"', '\\', '\u2028\u2029', '</script>', '🚀 İ ẞ', '{"raw":1}', '$& $1 %s', '\u0001\u001f']
    const id = await importFor(world, {
      transcript: {
        final: hostile.map((sentence) => ({ speaker: 'Bob', sentence, startTimestamp: 0, endTimestamp: 1 })),
      },
    })
    const { body } = await get(world.bob, id, { detailedTranscript: '1' })
    const said = body.attributes.transcript.map((one: { words: { text: string }[] }) => one.words[0]?.text)
    expect(said).toEqual(hostile)
  })
})

describe('refuses', () => {
  it('a flag that is neither true nor false', async () => {
    const id = await importFor(world)
    const answer = await get(world.bob, id, { withCrmRecords: 'perhaps' })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(resourceError(400, 'validation_failed', '/query/withCrmRecords'))
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => get(caller, id),
  )

  it('is everyone who sees it: admins, its owner, and the teams at and above its own', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob])
      expect((await get(caller, id)).status).toBe(200)
    expect((await get(world.carol, id)).status).toBe(404)
  })

  it('is its owner and admins alone when it is private', async () => {
    const id = await importFor(world, { private: true })
    for (const caller of [world.org, world.alice, world.bob]) expect((await get(caller, id)).status).toBe(200)
    for (const caller of [world.mark, world.carol]) expect((await get(caller, id)).status).toBe(404)
  })

  it('is its owner, in whatever team it lies', async () => {
    const id = await importFor(world, { teamUUID: world.teams.support })
    expect((await get(world.bob, id)).status).toBe(200)
    expect((await get(world.carol, id)).status).toBe(200)
    expect((await get(world.mark, id)).status).toBe(404)
  })
})
