import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, resourceError, storedOf } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/conversations/${id}/transcript`, { body })
const segmentsOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query: { detailedTranscript: 'true' } })).body
    .attributes.transcript
const talk = () =>
  importFor(world, {
    transcript: {
      segments: [
        { speaker: 'A', text: 'We ship the skanners.', start: 0, end: 2 },
        { speaker: 'B', text: 'Good.', start: 2, end: 3 },
        { speaker: 'A', text: 'On Friday.', start: 3, end: 4 },
      ],
    },
    participants: [{ name: 'Ann', email: 'ann@customer.example' }],
  })

describe('does', () => {
  it('corrects text and speakers as a new version, and keeps times and all else', async () => {
    const id = await talk()
    const answer = await patch(world.bob, id, {
      transcriptVersion: 1,
      segments: [
        { segment: 0, text: 'We ship the scanners.' },
        { segment: 2, speaker: 'B' },
      ],
      speakers: [{ from: 'A', to: 'Ann' }],
    })
    expect([answer.status, answer.body]).toEqual([200, { success: true, transcriptVersion: 2, changed: 2 }])
    const said = (text: string, start: number, end: number) => [{ text, startTimestamp: start, endTimestamp: end }]
    expect(await segmentsOf(id)).toEqual([
      {
        speaker: { name: 'Ann', email: 'ann@customer.example', internal: false },
        ...{ start: 0, end: 2, words: said('We ship the scanners.', 0, 2) },
      },
      { speaker: { name: 'B' }, start: 2, end: 3, words: said('Good.', 2, 3) },
      { speaker: { name: 'B' }, start: 3, end: 4, words: said('On Friday.', 3, 4) },
    ])
    const versions = await world.app.store.owner.query(
      'select version, created_by from transcripts where conversation_id = $1 order by version',
      [id],
    )
    expect(versions).toEqual([
      { version: 1, created_by: null },
      { version: 2, created_by: world.bob.userId },
    ])
  })

  it('has the conversation found by its new words, and analyzed again', async () => {
    const id = await talk()
    await world.app.drain(world.acme)
    await patch(world.bob, id, { transcriptVersion: 1, segments: [{ segment: 1, text: 'Marvellous zeppelins.' }] })
    const found = await call(world.app, world.bob, 'GET', '/search', {
      query: { q: 'zeppelins', mode: 'lexical', 'filter[conversation.id]': id },
    })
    expect(found.body.data[0]?.quote).toBe('Marvellous zeppelins.')
    const { body } = await call(world.app, world.bob, 'GET', `/conversations/${id}`)
    expect(body.attributes.processingStatus).toBe('pending')
  })

  it('takes a line away that holds nothing any more', async () => {
    const id = await talk()
    await patch(world.bob, id, { transcriptVersion: 1, segments: [{ segment: 1, text: ' ' }] })
    expect((await segmentsOf(id)).map(({ start }: { start: number }) => start)).toEqual([0, 3])
  })

  it('makes no version where nothing changes', async () => {
    const id = await talk()
    const before = await storedOf(world, id)
    const segments = [{ segment: 1, text: ' Good. ', speaker: 'B' }]
    const answer = await patch(world.bob, id, { transcriptVersion: 1, segments, speakers: [{ from: 'X', to: 'Y' }] })
    expect(answer.body).toEqual({ success: true, transcriptVersion: 1, changed: 0 })
    expect(await storedOf(world, id)).toEqual(before)
  })

  it('masks what the organization masks', async () => {
    const masking = await createWorld(world.app)
    await call(masking.app, masking.org, 'PUT', '/organizations/redaction', { body: { mode: 'storage' } })
    const id = await importFor(masking)
    const segments = [{ segment: 0, text: 'Write to ann@customer.example.' }]
    await call(masking.app, masking.bob, 'PATCH', `/conversations/${id}/transcript`, {
      body: { transcriptVersion: 1, segments },
    })
    const { body } = await call(masking.app, masking.org, 'GET', `/conversations/${id}`)
    expect(body.attributes.transcript).not.toContain('ann@customer')
    expect(body.attributes.transcript).toContain('Write to')
  })
})

describe('refuses', () => {
  it('a correction of a version that is not the current one, and changes nothing: one of eight at once is done', async () => {
    const id = await talk()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        patch(world.bob, id, { transcriptVersion: 1, segments: [{ segment: 1, text: `Number ${i}.` }] }),
      ),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.map(({ body }) => body.transcriptVersion)).toEqual([2])
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body]).toEqual([409, resourceError(409, 'transcript_changed', '/transcriptVersion')])
    }
    expect((await segmentsOf(id))[1].words[0].text).toBe(`Number ${answers.findIndex(({ status }) => status === 200)}.`)
  })

  it('a conversation without a transcript', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    const answer = await patch(world.bob, id, { speakers: [{ from: 'A', to: 'B' }] })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'no_transcript', '')])
  })

  it.each([
    [{ segments: [{ segment: 0, text: 'x' }] }, '/transcriptVersion'],
    [{ transcriptVersion: 0 }, '/transcriptVersion'],
    [{ transcriptVersion: 1, segments: [{ segment: 3, text: 'x' }] }, '/segments/0/segment'],
    [{ transcriptVersion: 1, segments: [{ segment: 1 }, { segment: 1 }] }, '/segments'],
    [{ transcriptVersion: 1, segments: [{ segment: -1 }] }, '/segments/0/segment'],
    [{ speakers: [{ from: 'A' }] }, '/speakers/0/to'],
  ])('%j', async (body, pointer) => {
    const id = await talk()
    const before = await storedOf(world, id)
    const answer = await patch(world.bob, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await storedOf(world, id)).toEqual(before)
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => patch(caller, id, { speakers: [{ from: 'Bob', to: 'Robert' }] }),
  )

  it('is everyone who sees the conversation', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      const answer = await patch(caller, await talk(), { speakers: [{ from: 'A', to: 'Ann' }] })
      expect([answer.status, answer.body.changed]).toEqual([200, 2])
    }
  })
})
