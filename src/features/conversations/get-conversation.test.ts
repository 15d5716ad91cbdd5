import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  id = await importOne({ userID: world.bob.userId })
})

async function importOne(body: Record<string, unknown>): Promise<string> {
  const transcript = { final: [{ speaker: 'Ann', words: [{ text: 'Hi.', startTimestamp: 0.1, endTimestamp: 0.4 }] }] }
  return (await call(world.app, world.org, 'POST', '/conversations/import', { body: { transcript, ...body } })).body
    .uuid
}
const get = (which: string, caller: Caller = world.org, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${which}`, { query })

describe('getConversation does', () => {
  it('answer the element without an envelope, its address absolute', async () => {
    const { body } = await get(id)
    expect(Object.keys(body).sort()).toEqual(['attributes', 'id', 'links', 'type'])
    expect(body).toMatchObject({
      type: 'conversations',
      id,
      links: { self: `http://parley.test/v2/conversations/${id}` },
    })
    expect(body.attributes).toMatchObject({
      transcript: 'Ann: Hi.',
      extractedIntelligence: {},
      confirmedExtractedIntelligence: {},
    })
  })

  it('take the id in any case', async () => {
    expect((await get(id.toUpperCase())).body.id).toBe(id)
  })

  it.each([
    ['filter[include_internal_participants]', 'internalParticipants'],
    ['filter[include_meeting_platform_metadata]', 'meetingPlatformMetadata'],
    ['filter[include_import_metadata]', 'importMetadata'],
    ['withCrmRecords', 'crmRecords'],
    ['withIntelligenceItems', 'intelligenceItems'],
  ])('with %s add %s and nothing else', async (flag, attribute) => {
    const plain = Object.keys((await get(id)).body.attributes)
    const more = Object.keys((await get(id, world.org, { [flag]: 'true' })).body.attributes)
    expect(more.filter((name) => !plain.includes(name))).toEqual([attribute])
  })

  it('with detailedTranscript tell each word and its time', async () => {
    const { transcript } = (await get(id, world.org, { detailedTranscript: '1' })).body.attributes
    expect(transcript).toEqual([
      {
        speaker: { name: 'Ann' },
        start: 0.1,
        end: 0.4,
        words: [{ text: 'Hi.', startTimestamp: 0.1, endTimestamp: 0.4 }],
      },
    ])
  })

  it('with withCrmRecords tell the linked records that were stored', async () => {
    await call(world.app, world.org, 'PUT', '/crm-records/account/A-1', { body: { fields: { name: 'Initech' } } })
    const linked = await importOne({
      linkedCrmRecords: [
        { code: 'account', id: 'A-1' },
        { code: 'lead', id: 'unknown' },
      ],
    })
    const { attributes } = (await get(linked, world.org, { withCrmRecords: 'true' })).body
    expect(attributes.crmRecords).toEqual([{ id: 'A-1', code: 'account', fields: { name: 'Initech' } }])
    expect(attributes.linkedCrmRecords).toHaveLength(2)
  })
})

describe('getConversation refuses', () => {
  it('an unknown id and what is no id with the same 404', async () => {
    const unknown = await get('00000000-0000-7000-8000-000000000000')
    const malformed = await get('nonsense')
    expect([unknown.status, malformed.status]).toEqual([404, 404])
    expect(malformed.body).toEqual(unknown.body)
    expect(unknown.body.code).toBe('conversation_not_found')
  })

  it('a flag that is neither true nor false with 400', async () => {
    const answer = await get(id, world.org, { detailedTranscript: 'maybe' })
    expect([answer.status, answer.body.source.pointer]).toEqual([400, '/query/detailedTranscript'])
  })
})

describe('getConversation: who may', () => {
  it('the owner, those above the team, admins; a private one only owner and admins', async () => {
    const hidden = await importOne({ userID: world.bob.userId, private: true })
    const seen = async (which: string) =>
      Promise.all(
        [world.alice, world.mark, world.bob, world.carol, world.mallory].map(
          async (caller) => (await get(which, caller)).status,
        ),
      )
    expect(await seen(id)).toEqual([200, 200, 200, 404, 404])
    expect(await seen(hidden)).toEqual([200, 404, 200, 404, 404])
  })
})
