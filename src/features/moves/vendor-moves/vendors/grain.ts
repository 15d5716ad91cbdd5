/** Grain. A workspace token sees all recordings. Times of transcripts and highlights are in milliseconds. */
import { z } from 'zod'
import type { ListedCall, Vendor, VendorAccess, VendorCall, VendorClip, VendorSession } from '../vendor.ts'
import { toCrmLinks } from './crm-links.ts'
import { base, compact, id, instant, list, number, optionalId, strictList, toLabels, words } from './fields.ts'

export const grain: Vendor = {
  id: 'grain',
  title: 'Grain',
  credentials: [
    { variable: 'GRAIN_TOKEN', description: 'Workspace access token, which sees all recordings' },
    { variable: 'GRAIN_BASE_URL', description: 'Base URL', default: 'https://api.grain.com/_/public-api/v2' },
  ],
  quota: { perSecond: 2 },
  unavailable: [
    'Recordings (audio and video)',
    'Owners, unless exactly one participant is internal',
    'Trackers, scorecards, comments and action items',
    'Stories',
  ],
  open: openGrain,
}

const participant = z.looseObject({ id: optionalId, name: words, email: words.or(z.null()), scope: words })
const highlight = z.looseObject({ id, text: words, timestamp: number, duration: number })
const recording = z.looseObject({
  id,
  title: words,
  start_datetime: instant,
  duration_ms: number,
  url: words,
  tags: list(z.string()),
  meeting_type: z.looseObject({ name: words }).nullish().catch(undefined),
  participants: list(participant),
  highlights: list(highlight),
  ai_summary: z.looseObject({ text: words }).nullish().catch(undefined),
  hubspot: z
    .looseObject({ hubspot_company_ids: list(id), hubspot_deal_ids: list(id) })
    .nullish()
    .catch(undefined),
})
type GrainRecording = z.output<typeof recording>

const listResponse = z.looseObject({ recordings: strictList(recording), cursor: words.or(z.null()) })

const INCLUDED = { highlights: true, participants: true, ai_summary: true, hubspot: true }
const MILLISECONDS = 1_000

const SIDES: Readonly<Record<string, boolean>> = { internal: true, external: false }

function openGrain({ client, credentials, window }: VendorAccess): VendorSession {
  const api = base(credentials.GRAIN_BASE_URL ?? '')
  const headers = { authorization: `Bearer ${credentials.GRAIN_TOKEN}`, 'public-api-version': '2025-10-31' }
  const filter = compact({
    after_datetime: window.since?.toISOString(),
    before_datetime: window.until?.toISOString(),
  })
  return {
    async list(position) {
      const body = { ...(position === undefined ? {} : { cursor: position }), filter, include: INCLUDED }
      const page = await client.request(listResponse, { url: `${api}/recordings`, headers, body })
      return { calls: (page?.recordings ?? []).map(toListedCall), next: page?.cursor ?? undefined }
    },
    async *load(calls) {
      for (const call of calls) {
        const url = `${api}/recordings/${encodeURIComponent(call.externalId)}/transcript`
        const transcript = await client.request(z.array(z.unknown()), { url, headers, absentAt: [404] })
        yield toVendorCall(call, call.source as GrainRecording, transcript ?? [])
      }
    },
  }
}

function toListedCall(source: GrainRecording): ListedCall {
  const internal = source.participants.filter(({ scope, email }) => scope === 'internal' && email)
  return {
    externalId: source.id,
    title: source.title,
    startedAt: source.start_datetime,
    durationSeconds: source.duration_ms === undefined ? undefined : source.duration_ms / MILLISECONDS,
    ownerEmail: internal.length === 1 ? (internal[0]?.email ?? undefined) : undefined,
    source,
  }
}

function toVendorCall(call: ListedCall, source: GrainRecording, transcript: readonly unknown[]): VendorCall {
  const { hubspot, participants } = source
  const links = toCrmLinks([
    ...(hubspot?.hubspot_company_ids ?? []).map((record) => ({ system: 'HubSpot', type: 'company', id: record })),
    ...(hubspot?.hubspot_deal_ids ?? []).map((record) => ({ system: 'HubSpot', type: 'deal', id: record })),
  ])
  return {
    ...call,
    transcript: transcript.length === 0 ? undefined : { ...source, transcript },
    participants: participants.map(({ name, email, scope }) => ({
      name,
      email: email ?? undefined,
      internal: SIDES[scope ?? ''],
    })),
    labels: toLabels({ 'Meeting type': source.meeting_type?.name }, source.tags),
    ...links,
    ...(source.ai_summary?.text === undefined ? {} : { summary: `Summary from Grain: ${source.ai_summary.text}` }),
    facts: compact({ url: source.url }),
    clips: source.highlights.flatMap(toClip),
    missing: [...links.missing, { kind: 'recording', reason: 'not_returned', count: 1 }],
  }
}

function toClip({ id: externalId, text, timestamp, duration }: z.output<typeof highlight>): VendorClip[] {
  if (timestamp === undefined || duration === undefined) return []
  const start = timestamp / MILLISECONDS
  return [
    { externalId, title: text, notes: undefined, start, end: start + duration / MILLISECONDS, ownerEmail: undefined },
  ]
}
