/**
 * Fireflies. One GraphQL endpoint: a list of meetings by `skip`, and one request per meeting for transcript and bites. The
 * list ends at the start of the move, because new meetings would shift it.
 */
import { z } from 'zod'
import type {
  CallPage,
  ListedCall,
  Vendor,
  VendorAccess,
  VendorActionItem,
  VendorCall,
  VendorClip,
  VendorSession,
} from '../vendor.ts'
import { VendorError, VendorQuotaError } from '../vendor-client.ts'
import {
  base,
  compact,
  epochOrInstant,
  id,
  list,
  number,
  optionalId,
  strictList,
  toFileName,
  toLabels,
  words,
} from './fields.ts'

export const fireflies: Vendor = {
  id: 'fireflies',
  title: 'Fireflies',
  credentials: [
    { variable: 'FIREFLIES_API_KEY', description: 'API key of an admin, who sees the meetings of the team' },
    { variable: 'FIREFLIES_BASE_URL', description: 'Base URL', default: 'https://api.fireflies.ai' },
  ],
  quota: { perSecond: 1 },
  unavailable: [
    'Definitions of topic trackers',
    'Comments on soundbites and threads with the assistant',
    'CRM links',
    'Scorecards',
  ],
  waitInBody: findWait,
  open: openFireflies,
}

/** Error of the quota. It contains the time of the next allowed request, in milliseconds since 1970. */
const limited = z.looseObject({
  errors: z.array(
    z.looseObject({
      code: words,
      extensions: z
        .looseObject({ code: words, metadata: z.looseObject({ retryAfter: number }).optional().catch(undefined) })
        .optional()
        .catch(undefined),
    }),
  ),
})

const FALLBACK_WAIT_MS = 60_000

function findWait(body: unknown, now: number): number | undefined {
  const parsed = limited.safeParse(body)
  if (!parsed.success) return undefined
  for (const { code, extensions } of parsed.data.errors) {
    if (code !== 'too_many_requests' && extensions?.code !== 'too_many_requests') continue
    const at = extensions?.metadata?.retryAfter
    return at === undefined ? FALLBACK_WAIT_MS : Math.max(0, at - now)
  }
  return undefined
}

const listed = z.looseObject({
  id,
  title: words,
  date: epochOrInstant,
  dateString: epochOrInstant,
  duration: number,
  host_email: words,
  organizer_email: words,
  user: z.looseObject({ email: words }).nullish().catch(undefined),
  privacy: words,
})
type FirefliesMeeting = z.output<typeof listed>

const errors = z.array(z.looseObject({ message: words, code: words })).optional()
const listResponse = z.looseObject({
  errors,
  data: z.looseObject({ transcripts: strictList(listed) }).nullish(),
})

const bite = z.looseObject({
  id,
  name: words,
  summary: words,
  start_time: number,
  end_time: number,
  user_id: optionalId,
})
type Bite = z.output<typeof bite>
const detail = z.looseObject({
  sentences: z
    .array(z.looseObject({ end_time: number }))
    .nullish()
    .catch(undefined),
  meeting_attendees: list(z.looseObject({ displayName: words, name: words, email: words })),
  participants: list(z.string()),
  workspace_users: list(z.string()),
  audio_url: words,
  video_url: words,
  transcript_url: words,
  meeting_link: words,
  channels: list(z.looseObject({ title: words })),
  summary: z
    .looseObject({
      overview: words,
      short_summary: words,
      // Published as a list. Older workspaces return one text with a line for each item.
      action_items: z
        .union([z.string().transform((text) => text.split('\n')), list(z.string())])
        .optional()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
})
const bitesResponse = z.looseObject({ errors, data: z.looseObject({ bites: list(bite) }).nullish() })
const usersResponse = z.looseObject({
  errors,
  data: z.looseObject({ users: list(z.looseObject({ user_id: id, email: words })) }).nullish(),
})
const detailResponse = z.looseObject({
  errors,
  data: z.looseObject({ transcript: detail.nullish(), bites: list(bite) }).nullish(),
})

const LIST = `query Meetings($from: DateTime, $to: DateTime, $limit: Int, $skip: Int) {
  transcripts(fromDate: $from, toDate: $to, limit: $limit, skip: $skip) {
    id title date dateString duration host_email organizer_email privacy user { email }
  }
}`
const DETAIL = `query Meeting($id: String!, $biteOf: ID!) {
  transcript(id: $id) {
    id title date dateString duration host_email organizer_email participants audio_url video_url transcript_url
    meeting_link speakers { id name } meeting_attendees { displayName name email } channels { title } workspace_users
    sentences { index speaker_name speaker_id text raw_text start_time end_time }
    summary { overview short_summary action_items }
  }
  bites(transcript_id: $biteOf, limit: 50, skip: 0) { id name summary start_time end_time user_id }
}`
const BITES = `query Bites($biteOf: ID!, $limit: Int, $skip: Int) {
  bites(transcript_id: $biteOf, limit: $limit, skip: $skip) { id name summary start_time end_time user_id }
}`
const USERS = `query Users { users { user_id email } }`

const PAGE = 50
/** Pages of bites after which the list counts as endless. */
const BITE_PAGES_MAX = 40

function openFireflies({ client, credentials, window }: VendorAccess): VendorSession {
  const url = `${base(credentials.FIREFLIES_BASE_URL ?? '')}/graphql`
  const headers = { authorization: `Bearer ${credentials.FIREFLIES_API_KEY}` }
  async function query<T extends z.ZodType<{ errors?: { code?: string | undefined }[] | undefined }>>(
    schema: T,
    text: string,
    variables: object,
  ): Promise<z.output<T>> {
    const response = await client.request(schema, { url, headers, body: { query: text, variables } })
    const [error] = response?.errors ?? []
    if (response === undefined || (error !== undefined && (response as { data?: unknown }).data == null)) {
      const code = /^[a-z_]{1,60}$/.test(error?.code ?? '') ? ` (${error?.code})` : ''
      throw new VendorError(`Fireflies rejects a request${code}. Check the API key and its plan.`)
    }
    return response
  }

  /** Bites of a meeting after the first page, which the details contain. */
  async function loadBites(meetingId: string, first: readonly Bite[]): Promise<Bite[]> {
    const found = new Map(first.map((one) => [one.id, one]))
    let size = first.length
    for (let page = 1; size === PAGE && page < BITE_PAGES_MAX; page++) {
      const variables = { biteOf: meetingId, limit: PAGE, skip: page * PAGE }
      const more = (await query(bitesResponse, BITES, variables)).data?.bites ?? []
      size = more.length
      for (const one of more) found.set(one.id, one)
    }
    return [...found.values()]
  }

  let users: Promise<ReadonlyMap<string, string>> | undefined
  /** Addresses of users by ID. Empty if the key may not list them. */
  async function loadUsers(): Promise<ReadonlyMap<string, string>> {
    try {
      const { data } = await query(usersResponse, USERS, {})
      return new Map(
        (data?.users ?? []).flatMap(({ user_id, email }) => (email === undefined ? [] : [[user_id, email]])),
      )
    } catch (error) {
      if (error instanceof VendorQuotaError || !(error instanceof VendorError)) throw error
      return new Map()
    }
  }
  const findUsers = () => {
    users ??= loadUsers()
    return users
  }

  return {
    async list(position): Promise<CallPage> {
      const skip = position === undefined ? 0 : Number(position)
      const to = window.until ?? window.startedAt
      const variables = { from: window.since?.toISOString() ?? null, to: to.toISOString(), limit: PAGE, skip }
      const { data } = await query(listResponse, LIST, variables)
      const meetings = data?.transcripts ?? []
      return {
        calls: meetings.map(toListedCall),
        next: meetings.length === 0 ? undefined : String(skip + meetings.length),
      }
    },

    async *load(calls) {
      for (const call of calls) {
        const { data } = await query(detailResponse, DETAIL, { id: call.externalId, biteOf: call.externalId })
        const renew = async () => {
          const again = await query(detailResponse, DETAIL, { id: call.externalId, biteOf: call.externalId })
          return again.data?.transcript?.video_url ?? again.data?.transcript?.audio_url
        }
        const bites = await loadBites(call.externalId, data?.bites ?? [])
        const emails = bites.length === 0 ? new Map<string, string>() : await findUsers()
        yield toVendorCall(call, data?.transcript ?? undefined, { bites, emails, renew })
      }
    },
  }
}

function toListedCall(source: FirefliesMeeting): ListedCall {
  return {
    externalId: source.id,
    title: source.title,
    startedAt: source.dateString ?? source.date,
    // Minutes. The last sentence corrects the length when the call is loaded.
    durationSeconds: source.duration === undefined ? undefined : source.duration * 60,
    ownerEmail: source.organizer_email ?? source.host_email ?? source.user?.email,
    source,
  }
}

interface Loaded {
  readonly bites: readonly Bite[]
  readonly emails: ReadonlyMap<string, string>
  readonly renew: () => Promise<string | undefined>
}

function toVendorCall(
  call: ListedCall,
  found: z.output<typeof detail> | undefined,
  { bites, emails, renew }: Loaded,
): VendorCall {
  const sentences = found?.sentences ?? []
  const lastEnd = sentences.reduce((last, { end_time }) => Math.max(last, end_time ?? 0), 0)
  const colleagues = new Set((found?.workspace_users ?? []).map((email) => email.trim().toLowerCase()))
  const isColleague = (email: string | undefined) =>
    email !== undefined && colleagues.has(email.toLowerCase()) ? true : undefined
  const attendees = (found?.meeting_attendees ?? []).map(({ displayName, name, email }) => ({
    ...{ name: displayName ?? name, email, internal: isColleague(email) },
    organizer: email !== undefined && email === call.ownerEmail ? true : undefined,
  }))
  const invited = (found?.participants ?? [])
    .flatMap((line) => line.split(','))
    .map((email) => ({ email: email.trim(), internal: isColleague(email.trim()) }))
  const summary = found?.summary?.overview ?? found?.summary?.short_summary
  const url = found?.video_url ?? found?.audio_url
  const privacy = (call.source as FirefliesMeeting).privacy
  // Links of the recording expire and would be stored with the conversation.
  const { audio_url: _, video_url: _1, ...transcript } = found ?? {}
  return {
    ...call,
    durationSeconds: lastEnd > 0 ? lastEnd : call.durationSeconds,
    transcript: sentences.length === 0 ? undefined : transcript,
    isPrivate: privacy === 'owner' || privacy === 'private' ? true : undefined,
    participants: attendees.length > 0 ? attendees : invited,
    ...(summary === undefined ? {} : { summary: `Summary from Fireflies: ${summary}` }),
    facts: compact({
      ...{ url: found?.transcript_url, meetingUrl: found?.meeting_link, privacy },
    }),
    labels: toLabels(
      {},
      (found?.channels ?? []).map(({ title }) => title),
    ),
    actionItems: readActionItems(found?.summary?.action_items ?? []),
    recording:
      url === undefined
        ? undefined
        : {
            fileName: toFileName(call.title, found?.video_url === undefined ? 'mp3' : 'mp4'),
            source: { url },
            renew,
          },
    clips: bites.flatMap((each) => toClip(each, emails)),
  }
}

function toClip(
  { id: externalId, name, summary, start_time: start, end_time: end, user_id: userId }: Bite,
  emails: ReadonlyMap<string, string>,
): VendorClip[] {
  if (start === undefined || end === undefined) return []
  return [{ externalId, title: name, notes: summary, start, end, ownerEmail: emails.get(userId ?? '') }]
}

/** Items below the names of people in bold: `**Ann Lee**`, then `Send the offer (12:34)` on a line for each item. */
export function readActionItems(lines: readonly string[]): VendorActionItem[] {
  const items: VendorActionItem[] = []
  let name: string | undefined
  for (const line of lines.flatMap((text) => text.split('\n')).map((text) => text.trim())) {
    if (line === '') continue
    if (line.startsWith('**') && line.endsWith('**') && line.length > 4) {
      const person = line.slice(2, -2).trim()
      name = person.toLowerCase() === 'unassigned' ? undefined : person
      continue
    }
    const [, text = line, minutes, seconds] = /^(.*\S)\s*\((\d{1,3}):(\d{2})\)$/.exec(line) ?? []
    items.push({
      text: text.replace(/^[-•*]\s+/, ''),
      name,
      start: minutes === undefined ? undefined : Number(minutes) * 60 + Number(seconds),
    })
  }
  return items
}
