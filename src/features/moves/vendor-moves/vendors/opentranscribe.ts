/** OpenTranscribe. Files of one user, with segments in pages of 500 and comments with a time. */
import { z } from 'zod'
import type { ListedCall, Vendor, VendorAccess, VendorCall, VendorComment, VendorSession } from '../vendor.ts'
import { VendorError } from '../vendor-client.ts'
import { base, compact, id, instant, list, number, optionalId, strictList, toLabels, words } from './fields.ts'

export const opentranscribe: Vendor = {
  id: 'opentranscribe',
  title: 'OpenTranscribe',
  credentials: [
    { variable: 'OPENTRANSCRIBE_BASE_URL', description: 'URL of your server, such as https://transcribe.example.com' },
    { variable: 'OPENTRANSCRIBE_USER', description: 'Email address of the user' },
    {
      variable: 'OPENTRANSCRIBE_PASSWORD',
      description: 'Password of the user. Sign-in with a second factor is not supported',
    },
  ],
  quota: { perSecond: 5 },
  unavailable: [
    'Files of other users that are not shared with the user. Run the move for each user, with another --application',
    'Summaries and chats',
  ],
  open: openOpenTranscribe,
}

const file = z.looseObject({
  uuid: id,
  filename: words,
  title: words,
  upload_time: instant,
  creation_date: instant,
  duration: number,
  language: words,
  content_type: words,
})
type MediaFile = z.output<typeof file>

const listResponse = z.looseObject({ items: strictList(file), has_more: z.boolean().optional().catch(undefined) })
const detailResponse = z.looseObject({
  transcript_segments: z.array(z.unknown()).nullish().catch(undefined),
  total_segments: number,
  tags: list(z.string()),
  collections: list(z.looseObject({ name: words })),
})
const token = z.looseObject({ access_token: z.string().min(1) })
const commentList = list(
  z.looseObject({
    uuid: id,
    text: z.string(),
    timestamp: number,
    created_at: instant,
    user: z.looseObject({ email: words, uuid: optionalId }).nullish().catch(undefined),
  }),
)

const PAGE = 100
const SEGMENTS = 500

function openOpenTranscribe({ client, credentials, window }: VendorAccess): VendorSession {
  const api = `${base(credentials.OPENTRANSCRIBE_BASE_URL ?? '')}/api`
  const user = credentials.OPENTRANSCRIBE_USER ?? ''
  let signedIn: Promise<Readonly<Record<string, string>>> | undefined
  const signIn = async () => {
    const form = { username: user, password: credentials.OPENTRANSCRIBE_PASSWORD ?? '' }
    const answer = await client.request(token, { url: `${api}/auth/token`, form })
    if (answer === undefined) throw new VendorError('OpenTranscribe returned no token.')
    return { authorization: `Bearer ${answer.access_token}` }
  }
  const headers = () => {
    signedIn ??= signIn()
    return signedIn
  }
  const get = async <T extends z.ZodType>(schema: T, path: string) =>
    client.request(schema, { url: `${api}${path}`, headers: await headers(), absentAt: [404] })

  async function loadSegments(uuid: string) {
    const first = await get(
      detailResponse,
      `/files/${encodeURIComponent(uuid)}?segment_limit=${SEGMENTS}&segment_offset=0`,
    )
    const segments = [...(first?.transcript_segments ?? [])]
    while (first?.total_segments !== undefined && segments.length < first.total_segments) {
      const path = `/files/${encodeURIComponent(uuid)}?segment_limit=${SEGMENTS}&segment_offset=${segments.length}`
      const more = (await get(detailResponse, path))?.transcript_segments ?? []
      if (more.length === 0) break
      segments.push(...more)
    }
    return { segments, tags: first?.tags ?? [], collections: first?.collections ?? [] }
  }

  return {
    async list(position) {
      const page = position === undefined ? 1 : Number(position)
      const query = new URLSearchParams({
        ...{ page: String(page), page_size: String(PAGE), ownership: 'all', status: 'completed' },
        ...{ sort_by: 'upload_time', sort_order: 'asc' },
        ...(window.since === undefined ? {} : { from_date: window.since.toISOString() }),
        ...(window.until === undefined ? {} : { to_date: window.until.toISOString() }),
      })
      const found = await get(listResponse, `/files?${query}`)
      return {
        calls: (found?.items ?? []).map((source) => toListedCall(source, user)),
        next: found?.has_more === true ? String(page + 1) : undefined,
      }
    },
    async *load(calls) {
      for (const call of calls) {
        const source = call.source as MediaFile
        const { segments, tags, collections } = await loadSegments(call.externalId)
        const comments =
          (await get(commentList, `/comments/files/${encodeURIComponent(call.externalId)}/comments`)) ?? []
        yield {
          ...call,
          transcript: segments.length === 0 ? undefined : segments,
          language: source.language,
          labels: toLabels({}, [...tags, ...collections.map(({ name }) => name)]),
          facts: compact({ filename: source.filename }),
          recording: {
            fileName: source.filename ?? 'recording',
            source: { url: `${api}/files/${encodeURIComponent(call.externalId)}/download` },
            headers: await headers(),
          },
          comments: comments.map(toComment),
        } satisfies VendorCall
      }
    },
  }
}

const toListedCall = (source: MediaFile, ownerEmail: string): ListedCall => ({
  ...{ externalId: source.uuid, title: source.title ?? source.filename, source, ownerEmail },
  startedAt: source.creation_date ?? source.upload_time,
  durationSeconds: source.duration,
})

const toComment = (each: z.output<typeof commentList>[number]): VendorComment => ({
  ...{ externalId: each.uuid, text: each.text, authorEmail: each.user?.email },
  ...{ start: each.timestamp, end: undefined, at: each.created_at, replyTo: undefined },
})
