/**
 * Avoma. Lists require a window of dates. The move walks windows of 30 days, because wide ones time out. The position is
 * the start of the window and the page in it.
 */
import { z } from 'zod'
import type { ListedCall, Vendor, VendorAccess, VendorCall, VendorClip, VendorSession } from '../vendor.ts'
import {
  type AvomaEvaluation,
  type AvomaScorecard,
  evaluationsResponse,
  scorecardsResponse,
  toScorecards,
  toScorings,
} from './avoma-scorecards.ts'
import { toCrmLinks } from './crm-links.ts'
import {
  base,
  compact,
  flag,
  id,
  instant,
  list,
  number,
  optionalId,
  seconds,
  strictList,
  toFileName,
  toLabels,
  words,
} from './fields.ts'

export const avoma: Vendor = {
  id: 'avoma',
  title: 'Avoma',
  credentials: [
    { variable: 'AVOMA_API_KEY', description: 'API key, which the support of Avoma issues' },
    { variable: 'AVOMA_BASE_URL', description: 'Base URL', default: 'https://api.avoma.com/v1' },
  ],
  quota: { perSecond: 1 },
  unavailable: [
    'Overall scores of evaluations. Parley calculates them from the answers',
    'Smart categories, topics and comments',
    'Action items apart from the notes, which come as a summary',
  ],
  open: openAvoma,
}

const attribute = z.looseObject({ label: words }).nullish().catch(undefined)
const meeting = z.looseObject({
  uuid: id,
  subject: words,
  start_at: instant,
  end_at: instant,
  duration: number,
  organizer_email: words,
  is_private: flag,
  url: words,
  notes_ready: flag,
  purpose: attribute,
  type: attribute,
  outcome: attribute,
  crm_associations: list(z.looseObject({ crm_obj_id: optionalId, crm_obj_type: words })),
  attendees: list(z.looseObject({ name: words, email: words })),
})
type AvomaMeeting = z.output<typeof meeting>

const listResponse = z.looseObject({ results: strictList(meeting), next: z.string().nullish().catch(undefined) })
const transcript = z.looseObject({
  transcript: z.array(z.unknown()),
  speakers: list(z.looseObject({ email: words, is_rep: flag })),
})
const transcripts = z.union([
  z.array(transcript),
  z.looseObject({ results: list(transcript) }).transform(({ results }) => results),
])
const media = z.looseObject({ audio_url: words.or(z.null()), video_url: words.or(z.null()) })
const snippet = z.looseObject({ uuid: id, title: words, description: words, start_time: number, end_time: number })
const snippetsResponse = z.looseObject({ results: list(snippet), next: z.string().nullish().catch(undefined) })
const notesResponse = z.looseObject({ results: list(z.looseObject({ data: words })) })

const WINDOW_MS = 30 * 86_400_000
/** First day of a move without `since`. Avoma was founded in 2017. */
const FIRST = Date.parse('2017-01-01T00:00:00Z')
const PAGE = 100
/** Pages after which a list of evaluations or snippets counts as endless. */
const PAGES_MAX = 1_000

const position = z.object({ from: z.number(), page: z.number() })

/** Types of records as Avoma abbreviates them. Their IDs show the CRM: those of HubSpot are numbers. */
const CRM_TYPES: Readonly<Record<string, string>> = { oppo: 'opportunity' }

function openAvoma({ client, credentials, window }: VendorAccess): VendorSession {
  const api = base(credentials.AVOMA_BASE_URL ?? '')
  const headers = { authorization: `Bearer ${credentials.AVOMA_API_KEY}` }
  const end = (window.until ?? window.startedAt).getTime()
  const get = <T extends z.ZodType>(schema: T, path: string, absentAt: readonly number[] = [404]) =>
    client.request(schema, { url: `${api}${path}`, headers, absentAt })

  let cards: Promise<readonly AvomaScorecard[]> | undefined
  const findScorecards = () => {
    cards ??= get(scorecardsResponse, '/scorecards/').then((found) => found ?? [])
    return cards
  }
  async function loadEvaluations(): Promise<ReadonlyMap<string, readonly AvomaEvaluation[]>> {
    const found: AvomaEvaluation[] = []
    for (let page = 1; page <= PAGES_MAX; page++) {
      const answer = await get(evaluationsResponse, `/scorecard_evaluations/?page=${page}&page_size=${PAGE}`)
      found.push(...(answer?.results ?? []))
      if (!answer?.next) break
    }
    return Map.groupBy(found, (one) => one.meeting.uuid)
  }
  let evaluations: Promise<ReadonlyMap<string, readonly AvomaEvaluation[]>> | undefined
  const findEvaluations = () => {
    evaluations ??= loadEvaluations()
    return evaluations
  }
  async function loadSnippets(of: string): Promise<VendorClip[]> {
    const clips: VendorClip[] = []
    for (let page = 1; page <= PAGES_MAX; page++) {
      const answer = await get(snippetsResponse, `/snippets/?${of}&page=${page}&page_size=${PAGE}`, [400, 404])
      clips.push(...(answer?.results ?? []).flatMap(toClip))
      if (!answer?.next) break
    }
    return clips
  }
  async function loadNotes({ startedAt, source }: ListedCall): Promise<string | undefined> {
    if ((source as AvomaMeeting).notes_ready === false || startedAt === undefined) return undefined
    const query = new URLSearchParams({
      ...{ meeting_uuid: (source as AvomaMeeting).uuid, output_format: 'markdown' },
      from_date: new Date(startedAt.getTime() - WINDOW_MS).toISOString(),
      to_date: new Date(startedAt.getTime() + WINDOW_MS).toISOString(),
    })
    const answer = await get(notesResponse, `/notes/?${query}`, [204, 400, 404])
    return answer?.results.flatMap(({ data }) => data ?? []).join('\n\n') || undefined
  }

  return {
    async list(at) {
      const { from, page } =
        at === undefined ? { from: window.since?.getTime() ?? FIRST, page: 1 } : position.parse(JSON.parse(at))
      const to = Math.min(from + WINDOW_MS, end)
      const query = new URLSearchParams({
        ...{ from_date: new Date(from).toISOString(), to_date: new Date(to).toISOString() },
        ...{ page: String(page), page_size: String(PAGE), include_crm_associations: 'true' },
      })
      const found = await get(listResponse, `/meetings/?${query}`)
      const next = found?.next ? { from, page: page + 1 } : to < end ? { from: to, page: 1 } : undefined
      return {
        calls: (found?.results ?? []).map(toListedCall),
        next: next === undefined ? undefined : JSON.stringify(next),
      }
    },
    async *load(calls) {
      for (const call of calls) {
        const of = `meeting_uuid=${encodeURIComponent(call.externalId)}`
        const [found] = (await get(transcripts, `/transcriptions/?${of}`)) ?? []
        const loadMedia = async () => {
          const files = await get(media, `/recordings/?${of}`)
          return files?.video_url ?? files?.audio_url ?? undefined
        }
        const clips = await loadSnippets(of)
        const notes = await loadNotes(call)
        const url = await loadMedia()
        const evaluated = (await findEvaluations()).get(call.externalId) ?? []
        const scored = evaluated.length === 0 ? undefined : toScorings(evaluated, await findScorecards())
        const { missing = [], ...facts } = toVendorCall(call, call.source as AvomaMeeting, found?.speakers ?? [])
        yield {
          ...facts,
          transcript: found,
          ...(notes === undefined ? {} : { summary: `Notes from Avoma: ${notes}` }),
          recording:
            url === undefined
              ? undefined
              : { fileName: toFileName(call.title, 'mp4'), source: { url }, renew: loadMedia },
          ...{ clips, scorings: scored?.scorings ?? [], missing: [...missing, ...(scored?.missing ?? [])] },
        }
      }
    },
    definitions: async () => ({ trackers: [], scorecards: toScorecards(await findScorecards()) }),
  }
}

const toListedCall = (source: AvomaMeeting): ListedCall => ({
  ...{ externalId: source.uuid, title: source.subject, startedAt: source.start_at, source },
  durationSeconds: source.duration ?? seconds(source.start_at, source.end_at),
  ownerEmail: source.organizer_email,
})

function toVendorCall(
  call: ListedCall,
  source: AvomaMeeting,
  speakers: readonly { readonly email?: string | undefined; readonly is_rep?: boolean | undefined }[],
): VendorCall {
  const sides = new Map(speakers.map(({ email, is_rep: isRep }) => [email?.toLowerCase(), isRep]))
  const links = toCrmLinks(
    source.crm_associations.map(({ crm_obj_id: record, crm_obj_type: type }) => ({
      ...{ id: record, type: CRM_TYPES[type ?? ''] ?? type },
      system: /^\d+$/.test(record ?? '') ? 'HubSpot' : 'Salesforce',
    })),
  )
  return {
    ...call,
    transcript: undefined,
    isPrivate: source.is_private,
    participants: source.attendees.map(({ name, email }) => ({
      ...{ name, email, internal: email === undefined ? undefined : sides.get(email.toLowerCase()) },
      organizer: email !== undefined && email === call.ownerEmail ? true : undefined,
    })),
    ...links,
    labels: toLabels({ Purpose: source.purpose?.label, Type: source.type?.label, Outcome: source.outcome?.label }),
    facts: compact({ url: source.url }),
  }
}

function toClip({
  uuid,
  title,
  description,
  start_time: start,
  end_time: end,
}: z.output<typeof snippet>): VendorClip[] {
  if (start === undefined || end === undefined) return []
  return [{ externalId: uuid, title, notes: description, start, end, ownerEmail: undefined }]
}
