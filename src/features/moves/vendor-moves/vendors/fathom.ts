/** Fathom. Pages of meetings contain everything that the interface returns, transcripts too. */
import { z } from 'zod'
import type {
  ListedCall,
  Vendor,
  VendorAccess,
  VendorActionItem,
  VendorCall,
  VendorClip,
  VendorSession,
} from '../vendor.ts'
import { fromRecordUrl, toCrmLinks } from './crm-links.ts'
import { base, compact, flag, id, instant, list, number, optionalId, seconds, strictList, words } from './fields.ts'

export const fathom: Vendor = {
  id: 'fathom',
  title: 'Fathom',
  credentials: [
    { variable: 'FATHOM_API_KEY', description: 'API key. It sees own and shared meetings of its user' },
    { variable: 'FATHOM_BASE_URL', description: 'Base URL', default: 'https://api.fathom.ai/external/v1' },
  ],
  quota: { perSecond: 1 },
  unavailable: [
    'Recordings: the interface returns only share links',
    'Meetings of other users that are not shared with the owner of the API key. Run the move with the key of each user',
    'Coaching scorecards and keyword alerts',
  ],
  open: openFathom,
}

const crmRecord = z.looseObject({ record_url: words })
const crmMatches = z.looseObject({
  contacts: list(crmRecord),
  companies: list(crmRecord),
  deals: list(crmRecord),
})

const meeting = z.looseObject({
  recording_id: id.nullish().catch(undefined),
  title: words,
  meeting_title: words,
  url: words,
  share_url: words,
  created_at: instant,
  scheduled_start_time: instant,
  recording_start_time: instant,
  recording_end_time: instant,
  recorded_by: z.looseObject({ email: words, name: words }).nullish().catch(undefined),
  calendar_invitees: list(z.looseObject({ name: words, email: words, is_external: flag })),
  default_summary: z.looseObject({ markdown_formatted: words }).nullish().catch(undefined),
  transcript: z.array(z.unknown()).nullish().catch(undefined),
  action_items: list(
    z.looseObject({
      description: words,
      text: words,
      completed: flag,
      recording_timestamp: words,
      assignee: z.looseObject({ name: words, email: words }).nullish().catch(undefined),
    }),
  ),
  highlights: list(
    z.looseObject({ id: optionalId, title: words, text: words, note: words, start_time: number, end_time: number }),
  ),
  crm_matches: crmMatches.nullish().catch(undefined),
})
type FathomMeeting = z.output<typeof meeting>

const response = z.looseObject({ items: strictList(meeting), next_cursor: words.or(z.null()) })

const INCLUDED = ['transcript', 'summary', 'action_items', 'crm_matches', 'highlights']

function openFathom({ client, credentials, window }: VendorAccess): VendorSession {
  const headers = { 'x-api-key': credentials.FATHOM_API_KEY ?? '' }
  return {
    async list(position) {
      const query = new URLSearchParams(INCLUDED.map((name): [string, string] => [`include_${name}`, 'true']))
      if (window.since !== undefined) query.set('created_after', window.since.toISOString())
      if (window.until !== undefined) query.set('created_before', window.until.toISOString())
      if (position !== undefined) query.set('cursor', position)
      const url = `${base(credentials.FATHOM_BASE_URL ?? '')}/meetings?${query}`
      const page = await client.request(response, { url, headers, absentAt: [404] })
      // A meeting without a recording has nothing to move.
      const calls = (page?.items ?? []).flatMap((source) =>
        source.recording_id == null ? [] : [toListedCall(source, source.recording_id)],
      )
      return { calls, next: page?.next_cursor ?? undefined }
    },
    async *load(calls) {
      for (const call of calls) yield toVendorCall(call, call.source as FathomMeeting)
    },
  }
}

const toListedCall = (source: FathomMeeting, externalId: string): ListedCall => ({
  externalId,
  title: source.title ?? source.meeting_title,
  startedAt: source.recording_start_time ?? source.scheduled_start_time ?? source.created_at,
  durationSeconds: seconds(source.recording_start_time, source.recording_end_time),
  ownerEmail: source.recorded_by?.email,
  source,
})

function toVendorCall(call: ListedCall, source: FathomMeeting): VendorCall {
  const { transcript, calendar_invitees: invitees, crm_matches: matches, default_summary: summary } = source
  const records = (['contacts', 'companies', 'deals'] as const).flatMap((kind) =>
    (matches?.[kind] ?? []).flatMap(({ record_url: url }) => (url === undefined ? [] : [fromRecordUrl(url, kind)])),
  )
  const { missing, ...links } = toCrmLinks(records)
  return {
    ...call,
    transcript: (transcript ?? []).length === 0 ? undefined : source,
    participants: invitees.map(({ name, email, is_external: isExternal }) => ({
      ...{ name, email, internal: isExternal === undefined ? undefined : !isExternal },
      organizer: email !== undefined && email === call.ownerEmail ? true : undefined,
    })),
    ...links,
    ...(summary?.markdown_formatted === undefined
      ? {}
      : { summary: `Summary from Fathom: ${summary.markdown_formatted}` }),
    facts: compact({ url: source.url, shareUrl: source.share_url }),
    actionItems: source.action_items.flatMap(toActionItem),
    clips: source.highlights.flatMap(toClip),
    missing: [...missing, { kind: 'recording', reason: 'not_returned', count: 1 }],
  }
}

function toActionItem({
  description,
  text = description,
  completed,
  recording_timestamp: at,
  assignee,
}: FathomMeeting['action_items'][number]): VendorActionItem[] {
  if (text === undefined) return []
  return [{ text, name: assignee?.name, email: assignee?.email, isDone: completed, start: parseClock(at) }]
}

/** Seconds of `00:05:32`. */
function parseClock(text: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d{2}):(\d{2})$/.exec(text ?? '') ?? []
  return hours === undefined ? undefined : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

function toClip(
  { id: named, title, text, note, start_time: start, end_time: end }: FathomMeeting['highlights'][number],
  index: number,
): VendorClip[] {
  if (start === undefined || end === undefined) return []
  return [{ externalId: named ?? String(index), title: title ?? text, notes: note, start, end, ownerEmail: undefined }]
}
