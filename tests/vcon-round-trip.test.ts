/** An exported conversation, imported again, is equal, with everything that can be on one. Real ones: `real-input.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = async (body: Record<string, unknown>, caller: Caller = world.org): Promise<string> =>
  (await call(world.app, caller, 'POST', '/conversations/import', { body })).body.uuid
const take = (id: string, format: string, caller: Caller = world.org) =>
  call(world.app, caller, 'GET', `/conversations/${id}/export`, { query: { format } })

const TIMED = {
  final: [
    { speaker: 'Ann', sentence: 'Shall we <begin>?', startTimestamp: 1, endTimestamp: 2.5 },
    { speaker: 'Bob', sentence: 'Please.', startTimestamp: 3, endTimestamp: 3.25 },
  ],
}

describe('a vCon', () => {
  it('carry everything in a vCon: imported elsewhere, the conversation is equal', async () => {
    const id = await send({
      transcript: TIMED,
      conversationTitle: 'Ünïcode "title"',
      conversationStartedAt: '2026-03-01T09:00:00Z',
      opportunityID: 'deal-7',
      linkedCrmRecords: [{ code: 'account', id: 'A-1' }],
      participants: [
        { email: 'ann@customer.example', name: 'Ann', organizer: true, status: 'accepted' },
        { name: 'Bob', id: 'b-1' },
      ],
      labels: { Stage: 'Opening' },
      private: true,
      language: 'de-AT',
      meetingPlatformMetadata: { platform: 'desk' },
      externalMetadata: { extra: { room: [1, { a: null }] } },
    })
    const file = await take(id, 'vcon')
    const there = await send({ transcript: file.body }, world.rivalOrg)
    const query = {
      detailedTranscript: 'true',
      'filter[include_internal_participants]': 'true',
      'filter[include_meeting_platform_metadata]': 'true',
      'filter[include_import_metadata]': 'true',
    }
    const read = async (which: string, caller: Caller) => {
      const { attributes } = (await call(world.app, caller, 'GET', `/conversations/${which}`, { query })).body
      const {
        createdAt: _,
        updatedAt: _changed,
        userUUID: _1,
        user: _2,
        teamUUID: _3,
        dealUUID: _4,
        externalOpportunity,
        ...rest
      } = attributes
      return { ...rest, opportunity: externalOpportunity.title }
    }
    expect(await read(there, world.rivalOrg)).toEqual(await read(id, world.org))
    expect(await send({ transcript: file.body })).toBe(id)
    expect(await send({ transcript: file.body }, world.rivalOrg)).toBe(there)
  })

  it('export a conversation without words', async () => {
    const id = await send({ mediaURL: 'https://media.example/1.mp3' })
    expect((await take(id, 'txt')).text).toBe('')
    const there = await send({ transcript: (await take(id, 'vcon')).body }, world.rivalOrg)
    expect((await call(world.app, world.rivalOrg, 'GET', `/conversations/${there}`)).body.attributes).toMatchObject({
      isEmpty: true,
      mediaURL: 'https://media.example/1.mp3',
    })
  })
})
