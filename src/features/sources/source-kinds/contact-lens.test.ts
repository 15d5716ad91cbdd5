import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { type ListingBucket, startListingBucket } from '../../../testing/listing-bucket.ts'
import { wave } from '../../../testing/sound.ts'
import {
  type ConnectedSource,
  conversationOf,
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'

const FOLDER = 'connect/acme/CallRecordings'
const MINUTE_MS = 60_000

let world: SourcesWorld
let bucket: ListingBucket
let source: ConnectedSource = { id: '', path: '' }
beforeAll(async () => {
  world = await createSourcesWorld()
  bucket = await startListingBucket('instance')
  closeAfterTests(() => bucket.close())
})

async function connect(more: Readonly<Record<string, string>> = {}): Promise<void> {
  bucket.reset()
  if (source.id !== '') await call(world.app, world.org, 'DELETE', `/sources/${source.id}`)
  source = await sourceFor(world, {
    ...{ kind: 'contact_lens', name: 'Contact center' },
    settings: {
      ...{ bucket: 'instance', endpoint: bucket.url, accessKeyId: 'AKIAEXAMPLE', recordings: FOLDER },
      ...more,
    },
    credentials: { secretAccessKey: 'secret-of-bucket' },
  })
}
beforeEach(() => connect())

let calls = 0
/** ID of a contact that no other test uses. */
const newContact = () => `0a1b2c3d-4e5f-6071-8293-${String(calls++).padStart(12, '0')}`
/** Now, without milliseconds, as names of files contain it. */
const now = () => new Date(Math.floor(world.app.clock.now().getTime() / 1_000) * 1_000)
const secondOf = (at: Date) => at.toISOString().replace('.000Z', 'Z')
const dayOf = (at: Date) => secondOf(at).slice(0, 10).replaceAll('-', '/')

const analysis = (said: string) =>
  JSON.stringify({
    ...{ Version: '1.1.0', AccountId: '123456789012', Channel: 'VOICE', LanguageCode: 'en-US' },
    ...{ ContentMetadata: { Output: 'Raw' }, JobStatus: 'COMPLETED' },
    Participants: [
      { ParticipantId: 'AGENT', ParticipantRole: 'AGENT' },
      { ParticipantId: 'CUSTOMER', ParticipantRole: 'CUSTOMER' },
    ],
    Transcript: ['Thank you for calling, how can I help?', said].map((Content, at) => ({
      ...{ Id: `t-${at}`, ParticipantId: ['AGENT', 'CUSTOMER'][at], Content, Sentiment: 'NEUTRAL' },
      ...{ BeginOffsetMillis: at * 5_000, EndOffsetMillis: at * 5_000 + 4_000 },
    })),
  })

const sound = () => wave({ seconds: 1 + calls++ / 100, rate: 8_000 })
const putAnalysis = (contact: string, at: Date, said = 'My order is late.') =>
  bucket.put(`Analysis/Voice/${dayOf(at)}/${contact}_analysis_${secondOf(at)}.json`, analysis(said), at)
function putRecording(contact: string, at: Date, ageMs = 60 * MINUTE_MS): void {
  const minute = secondOf(at).slice(0, 16).replaceAll('-', '')
  bucket.put(`${FOLDER}/${dayOf(at)}/${contact}_${minute}_UTC.wav`, sound(), new Date(now().getTime() - ageMs))
}
function putRedacted(contact: string, at: Date): void {
  const folder = `Analysis/Voice/Redacted/${dayOf(at)}`
  bucket.put(`${folder}/${contact}_analysis_redacted_${secondOf(at)}.json`, analysis('I am [PII].'), at)
  bucket.put(`${folder}/${contact}_call_recording_redacted_${secondOf(at)}.wav`, sound(), at)
}

async function look() {
  world.ahead(16 * MINUTE_MS)
  await world.app.drain(world.acme)
}

describe('does', () => {
  it('joins analysis and recording by the contact, once, page by page', async () => {
    const at = new Date(now().getTime() - 90 * MINUTE_MS)
    const contacts = Array.from({ length: 4 }, newContact)
    for (const contact of contacts) {
      putAnalysis(contact, at)
      putRecording(contact, at)
    }
    bucket.put(`Analysis/Voice/${dayOf(at)}/notes.json`, '{}', at)
    const misplaced = `${newContact()}_analysis_redacted_${secondOf(at)}.json`
    bucket.put(`Analysis/Voice/${dayOf(at)}/${misplaced}`, analysis('[PII]'), at)
    bucket.breaks = 1
    await look()
    await look()
    const recordings = await recordingsOf(world, source)
    expect(recordings.map(({ externalID }: { externalID: string }) => externalID).sort()).toEqual(contacts)
    expectEvery<Record<string, unknown>>(
      recordings,
      ({ status, hasTranscript, hasRecording }) => status === 'done' && hasTranscript === true && hasRecording === true,
    )
    const conversation = await conversationOf(world, recordings[0].conversationUUID)
    expect(conversation.transcript).toContain('My order is late.')
    // Names of recordings have no seconds.
    expect(conversation.liveStreamStartedAt.slice(0, 16)).toBe(at.toISOString().slice(0, 16))
    const [, day] = bucket.asked.map(({ prefix }) => prefix).filter((prefix) => prefix?.startsWith('Analysis/Voice/'))
    expect(day).toMatch(/^Analysis\/Voice\/\d{4}\/\d\d\/\d\d\/$/)
  })

  it('lets a recording wait half an hour for its analysis', async () => {
    const at = new Date(now().getTime() - MINUTE_MS)
    const contact = newContact()
    putRecording(contact, at, 0)
    await look()
    expect(await recordingsOf(world, source)).toEqual([])
    putAnalysis(contact, at)
    await look()
    expect(await recordingsOf(world, source)).toMatchObject([{ hasTranscript: true, hasRecording: true }])
  })

  it('imports redacted files instead of the original ones', async () => {
    await connect({ content: 'redacted' })
    const at = new Date(now().getTime() - 90 * MINUTE_MS)
    const contact = newContact()
    putAnalysis(contact, at, 'I am Ana Silva.')
    putRecording(contact, at)
    putRedacted(contact, at)
    await look()
    await look()
    const [recording, ...others] = await recordingsOf(world, source)
    expect(others).toEqual([])
    expect(recording).toMatchObject({ externalID: contact, hasTranscript: true, hasRecording: true })
    const { transcript } = await conversationOf(world, recording.conversationUUID)
    expect(transcript).toContain('I am [PII].')
    expect(transcript).not.toContain('Ana Silva')
    expect(bucket.asked.filter(({ path }) => path.includes(FOLDER))).toEqual([])
  })

  it('imports days before it was connected on request, and chats only if wanted', async () => {
    const at = new Date(now().getTime() - 5 * 24 * 60 * MINUTE_MS)
    const contact = newContact()
    putAnalysis(contact, at)
    bucket.put(`Analysis/Chat/${dayOf(at)}/${newContact()}_analysis_${secondOf(at)}.json`, analysis('Hello'), at)
    await look()
    expect(await recordingsOf(world, source)).toEqual([])
    await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 6 } })
    await world.app.drain(world.acme)
    expect(await recordingsOf(world, source)).toMatchObject([{ externalID: contact, status: 'done' }])
  })
})

describe('a recording without an analysis', () => {
  it('arrives alone', async () => {
    const at = new Date(now().getTime() - 90 * MINUTE_MS)
    putRecording(newContact(), at)
    await look()
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({ hasTranscript: false, hasRecording: true })
    expect((await conversationOf(world, recording.conversationUUID)).title).toBe('Amazon Connect 0a1b2c3d')
  })
})

describe('refuses', () => {
  it('a key that may not list, and says if there is no analysis', async () => {
    const test = async () => (await call(world.app, world.org, 'POST', `/sources/${source.id}/test`)).body.data
    expect(await test()).toMatchObject({ ok: false, detail: expect.stringContaining('no analysis of Contact Lens') })
    putAnalysis(newContact(), now())
    expect(await test()).toMatchObject({ ok: false, detail: expect.stringContaining('folder of recordings is empty') })
    putRecording(newContact(), now())
    expect(await test()).toMatchObject({ ok: true })
    bucket.refuses = true
    expect(await test()).toMatchObject({ ok: false, detail: expect.stringContaining('rejected the access key') })
  })
})
