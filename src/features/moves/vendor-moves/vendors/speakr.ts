/** Speakr. Tokens belong to users, so a move brings the recordings of one user. */
import { z } from 'zod'
import type { ListedCall, Vendor, VendorAccess, VendorCall, VendorSession } from '../vendor.ts'
import { base, compact, flag, id, instant, list, number, strictList, toLabels, words } from './fields.ts'

export const speakr: Vendor = {
  id: 'speakr',
  title: 'Speakr',
  credentials: [
    { variable: 'SPEAKR_TOKEN', description: 'API token of a user' },
    { variable: 'SPEAKR_BASE_URL', description: 'URL of your Speakr server, such as https://speakr.example.com' },
  ],
  quota: { perSecond: 5 },
  unavailable: [
    'Recordings of other users. Run the move with the token of each user, and another --application',
    'Email addresses of participants',
    'Share links and chats',
  ],
  open: openSpeakr,
}

const recording = z.looseObject({
  id,
  title: words,
  created_at: instant,
  meeting_date: instant,
  participants: words,
  original_filename: words,
  audio_available: flag,
  audio_duration: number,
  has_transcription: flag,
  folder: z.looseObject({ name: words }).nullish().catch(undefined),
  tags: list(z.looseObject({ name: words })),
})
type SpeakrRecording = z.output<typeof recording>

const listResponse = z.looseObject({
  recordings: strictList(recording),
  pagination: z.looseObject({ has_next: flag }).optional().catch(undefined),
})
const userResponse = z.looseObject({ email: words })
const detailResponse = z.looseObject({ summary: words, notes: words })
const transcriptResponse = z.looseObject({ segments: z.array(z.unknown()).nullish().catch(undefined) })

const PAGE = 100

function openSpeakr({ client, credentials, window }: VendorAccess): VendorSession {
  const api = `${base(credentials.SPEAKR_BASE_URL ?? '')}/api/v1`
  const headers = { authorization: `Bearer ${credentials.SPEAKR_TOKEN}` }
  let owner: Promise<string | undefined> | undefined
  const findOwner = () => {
    owner ??= client
      .request(userResponse, { url: `${api}/users/me`, headers, absentAt: [404] })
      .then((user) => user?.email)
    return owner
  }
  return {
    async list(position) {
      const page = position === undefined ? 1 : Number(position)
      const query = new URLSearchParams({
        ...{ page: String(page), per_page: String(PAGE), status: 'completed' },
        ...{ sort_by: 'created_at', sort_order: 'asc' },
      })
      const [found, ownerEmail] = [
        await client.request(listResponse, { url: `${api}/recordings?${query}`, headers }),
        await findOwner(),
      ]
      return {
        calls: (found?.recordings ?? []).map((source) => toListedCall(source, ownerEmail)).filter(isWithin(window)),
        next: found?.pagination?.has_next === true ? String(page + 1) : undefined,
      }
    },
    async *load(calls) {
      for (const call of calls) {
        const at = `${api}/recordings/${encodeURIComponent(call.externalId)}`
        const source = call.source as SpeakrRecording
        const transcript =
          source.has_transcription === false
            ? undefined
            : await client.request(transcriptResponse, {
                url: `${at}/transcript?format=json`,
                headers,
                absentAt: [404],
              })
        const detail = await client.request(detailResponse, {
          ...{ url: `${at}?include=summary,notes`, headers, absentAt: [404] },
        })
        yield toVendorCall(call, source, {
          transcript: (transcript?.segments ?? []).length === 0 ? undefined : transcript,
          ...{ summary: detail?.summary, notes: detail?.notes },
          recording:
            source.audio_available === false
              ? undefined
              : { fileName: source.original_filename ?? 'recording', source: { url: `${at}/audio` }, headers },
        })
      }
    },
  }
}

const toListedCall = (source: SpeakrRecording, ownerEmail: string | undefined): ListedCall => ({
  ...{ externalId: source.id, title: source.title, ownerEmail, source },
  startedAt: source.meeting_date ?? source.created_at,
  durationSeconds: source.audio_duration,
})

/** The list filters by the date of creation, not of the meeting. */
export const isWithin =
  ({ since, until }: VendorAccess['window']) =>
  ({ startedAt }: ListedCall): boolean =>
    startedAt === undefined ||
    ((since === undefined || startedAt >= since) && (until === undefined || startedAt < until))

interface Loaded extends Pick<VendorCall, 'transcript' | 'recording'> {
  readonly summary: string | undefined
  readonly notes: string | undefined
}

function toVendorCall(call: ListedCall, source: SpeakrRecording, loaded: Loaded): VendorCall {
  const names = (source.participants ?? '').split(/[,;\n]/).map((name) => name.trim())
  return {
    ...call,
    ...{ transcript: loaded.transcript, recording: loaded.recording },
    participants: names.filter(Boolean).map((name) => ({ name })),
    ...(loaded.summary === undefined ? {} : { summary: `Summary from Speakr: ${loaded.summary}` }),
    labels: toLabels(
      { Folder: source.folder?.name },
      source.tags.map(({ name }) => name),
    ),
    facts: compact({ notes: loaded.notes }),
  }
}
