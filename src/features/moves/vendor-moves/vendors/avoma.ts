/**
 * Avoma. Lists require a window of dates. The move walks windows of 30 days, because wide ones time out. The position is
 * the start of the window and the page in it.
 */
import { z } from 'zod'
import type { ListedCall, Vendor, VendorAccess, VendorCall, VendorClip, VendorSession } from '../vendor.ts'
import { base, compact, flag, id, instant, list, number, seconds, strictList, toFileName, words } from './fields.ts'

export const avoma: Vendor = {
  id: 'avoma',
  title: 'Avoma',
  credentials: [
    { variable: 'AVOMA_API_KEY', description: 'API key, which the support of Avoma issues' },
    { variable: 'AVOMA_BASE_URL', description: 'Base URL', default: 'https://api.avoma.com/v1' },
  ],
  quota: { perSecond: 1 },
  unavailable: [
    'Scorecard evaluations: their answers are texts without scores',
    'Notes, smart categories and comments',
    'CRM links: the interface only filters by them',
  ],
  open: openAvoma,
}

const meeting = z.looseObject({
  uuid: id,
  subject: words,
  start_at: instant,
  end_at: instant,
  duration: number,
  organizer_email: words,
  is_private: flag,
  url: words,
  attendees: list(z.looseObject({ name: words, email: words })),
})
type AvomaMeeting = z.output<typeof meeting>

const listResponse = z.looseObject({ results: strictList(meeting), next: z.string().nullish().catch(undefined) })
const transcripts = z.union([
  z.array(z.looseObject({ transcript: z.array(z.unknown()) })),
  z
    .looseObject({ results: list(z.looseObject({ transcript: z.array(z.unknown()) })) })
    .transform(({ results }) => results),
])
const media = z.looseObject({ audio_url: words.or(z.null()), video_url: words.or(z.null()) })
const snippetsResponse = z.looseObject({
  results: list(z.looseObject({ uuid: id, title: words, description: words, start_time: number, end_time: number })),
})

const WINDOW_MS = 30 * 86_400_000
/** First day of a move without `since`. Avoma was founded in 2017. */
const FIRST = Date.parse('2017-01-01T00:00:00Z')
const PAGE = 100

const position = z.object({ from: z.number(), page: z.number() })

function openAvoma({ client, credentials, window }: VendorAccess): VendorSession {
  const api = base(credentials.AVOMA_BASE_URL ?? '')
  const headers = { authorization: `Bearer ${credentials.AVOMA_API_KEY}` }
  const end = (window.until ?? window.startedAt).getTime()
  return {
    async list(at) {
      const { from, page } =
        at === undefined ? { from: window.since?.getTime() ?? FIRST, page: 1 } : position.parse(JSON.parse(at))
      const to = Math.min(from + WINDOW_MS, end)
      const query = new URLSearchParams({
        ...{ from_date: new Date(from).toISOString(), to_date: new Date(to).toISOString() },
        ...{ page: String(page), page_size: String(PAGE) },
      })
      const found = await client.request(listResponse, { url: `${api}/meetings/?${query}`, headers, absentAt: [404] })
      const next = found?.next ? { from, page: page + 1 } : to < end ? { from: to, page: 1 } : undefined
      return {
        calls: (found?.results ?? []).map(toListedCall),
        next: next === undefined ? undefined : JSON.stringify(next),
      }
    },
    async *load(calls) {
      for (const call of calls) {
        const of = `meeting_uuid=${encodeURIComponent(call.externalId)}`
        const found = await client.request(transcripts, {
          url: `${api}/transcriptions/?${of}`,
          headers,
          absentAt: [404],
        })
        const loadMedia = async () => {
          const files = await client.request(media, { url: `${api}/recordings/?${of}`, headers, absentAt: [404] })
          return files?.video_url ?? files?.audio_url ?? undefined
        }
        const clips = await client.request(snippetsResponse, {
          ...{ url: `${api}/snippets/?${of}`, headers, absentAt: [400, 404] },
        })
        const url = await loadMedia()
        yield {
          ...toVendorCall(call, call.source as AvomaMeeting),
          transcript: found?.[0],
          recording:
            url === undefined
              ? undefined
              : { fileName: toFileName(call.title, 'mp4'), source: { url }, renew: loadMedia },
          clips: (clips?.results ?? []).flatMap(toClip),
        }
      }
    },
  }
}

const toListedCall = (source: AvomaMeeting): ListedCall => ({
  ...{ externalId: source.uuid, title: source.subject, startedAt: source.start_at, source },
  durationSeconds: source.duration ?? seconds(source.start_at, source.end_at),
  ownerEmail: source.organizer_email,
})

const toVendorCall = (call: ListedCall, source: AvomaMeeting): VendorCall => ({
  ...call,
  transcript: undefined,
  isPrivate: source.is_private,
  participants: source.attendees.map(({ name, email }) => ({
    ...{ name, email },
    organizer: email !== undefined && email === call.ownerEmail ? true : undefined,
  })),
  facts: compact({ url: source.url }),
})

function toClip({
  uuid,
  title,
  description,
  start_time: start,
  end_time: end,
}: z.output<typeof snippetsResponse>['results'][number]): VendorClip[] {
  if (start === undefined || end === undefined) return []
  return [{ externalId: uuid, title, notes: description, start, end, ownerEmail: undefined }]
}
