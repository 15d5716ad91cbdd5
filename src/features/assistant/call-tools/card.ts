/** Short description of a call, for lists and search results. */
import { z } from 'zod'
import { conversationPage } from '../../../core/app-links.ts'
import { cell } from '../../../core/tool-text.ts'
import { CUT, clipped } from './bounds.ts'
import type { CallRow } from './queries.ts'

const TITLE_MAX = 200
const SUMMARY_MAX = 700
const PEOPLE_MAX = 20
const LABELS_MAX = 30

/** Fields of a call in every result. */
export const briefFields = {
  call_id: z.string(),
  title: z.string(),
  started_at: z.string(),
  minutes: z.number().nullable(),
  owner: z.string(),
  /** Page of the call in the app. */
  url: z.string(),
}
export const brief = z.object(briefFields)

/** Additional fields with detail `full`. */
export const moreFields = {
  owner_id: z.string(),
  team: z.string().nullable(),
  team_id: z.string().nullable(),
  opportunity: z.string().nullable(),
  opportunity_id: z.string().nullable(),
  status: z.string(),
  private: z.boolean(),
  archived: z.boolean(),
  labels: z.array(z.string()),
}

export function toCallBrief(row: CallRow, publicUrl: string): z.output<typeof brief> {
  const name = `${row.owner_first_name} ${row.owner_last_name}`.trim()
  return {
    call_id: row.id,
    title: clipped(row.title, TITLE_MAX),
    started_at: row.started_at,
    minutes: row.media_duration === null ? null : Math.round(row.media_duration / 6) / 10,
    owner: name === '' ? row.owner_email : `${name} <${row.owner_email}>`,
    url: conversationPage(publicUrl, row.id),
  }
}

export function toCallDetails(row: CallRow) {
  return {
    owner_id: row.owner_id,
    team: row.team_name,
    team_id: row.team_id,
    opportunity: row.opportunity_title === null ? null : clipped(row.opportunity_title, TITLE_MAX),
    opportunity_id: row.opportunity_id,
    status: row.processing_status,
    private: row.private,
    archived: row.archived,
    labels: limitNames(
      Object.entries(row.labels).map(([category, option]) => `${category}: ${option}`),
      LABELS_MAX,
    ),
  }
}

export interface CardParticipant {
  readonly name: string | null
  readonly email: string | null
  /** Whether the person belongs to the organization. */
  readonly internal: boolean
}

/** External people first, because questions are mostly about them. */
export const listParticipants = ({ participants, internal_participants }: CallRow): CardParticipant[] => [
  ...participants.map(({ name, email }) => ({ name, email, internal: false })),
  ...internal_participants.map(({ name, email }) => ({ name, email, internal: true })),
]

export const listParticipantNames = (row: CallRow): string[] =>
  limitNames(
    listParticipants(row).map(({ name, email }) =>
      name === null ? (email ?? 'unknown') : name + (email ? ` <${email}>` : ''),
    ),
    PEOPLE_MAX,
  )

export const toCardSummary = ({ summary }: CallRow): string | null =>
  summary === null ? null : clipped(summary, SUMMARY_MAX)

/** Formats time, duration, owner and ID on one line, and the address on the next. */
export function formatCallLine({ call_id, started_at, minutes, owner, url }: z.output<typeof brief>): string {
  const length = minutes === null ? '' : ` · ${minutes} min`
  return `${started_at.slice(0, 16).replace('T', ' ')} UTC${length} · ${cell(owner)} · call_id ${call_id}\n${url}`
}

/** Formats each item on one line, and the number of items beyond the maximum. */
function limitNames(all: readonly string[], max: number): string[] {
  const told = all.slice(0, max).map((one) => clipped(one, TITLE_MAX))
  return all.length > max ? [...told, `${CUT} ${all.length - max} more`] : told
}
