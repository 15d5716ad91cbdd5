/** The tables of privacy, and what is told of its runs. */
import { z } from 'zod'
import { queryList, text } from '../../core/wire.ts'
import { emailAddress } from '../identity/index.ts'
import { redactionCounts } from '../redaction/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    redaction_runs: {
      organization_id: string
      id: string
      status: RunStatus
      filters: string
      cursor_id: string | null
      seen: number
      changed: number
      held: number
      counts: string
      created_by: string | null
      created_at: Instant
      finished_at: NullableInstant
    }
    person_erasures: {
      organization_id: string
      id: string
      status: RunStatus
      mode: ErasureMode
      originals: Originals
      user_id: string | null
      email: string | null
      names: string[]
      place: string | null
      cursor_key: string | null
      counts: string
      leftovers: string
      created_by: string | null
      created_at: Instant
      finished_at: NullableInstant
    }
  }
}

export const runStatus = z.enum(['pending', 'finished', 'failed'])
export type RunStatus = z.output<typeof runStatus>

export const erasureMode = z.enum(['redact', 'erase_conversations'])
export type ErasureMode = z.output<typeof erasureMode>

/** What becomes of recordings and files, which cannot be rewritten. */
export const originals = z.enum(['delete', 'keep'])
export type Originals = z.output<typeof originals>

export const ERASURE = 'person erasure'
export const REDACTION_RUN = 'redaction run'

export const personEmail = emailAddress
const NAMES_MAX = 20
const personName = text({ min: 2, max: 256, trim: true })
export const personNames = z
  .array(personName)
  .max(NAMES_MAX)
  .default([])
  .describe('As they are written in full. A single word is found only as it is written here.')
export const personNamesAsked = queryList(personName, { max: NAMES_MAX }).describe(
  'As they would be told to an erasure; without commas.',
)

export const erasure = z.object({
  uuid: z.string(),
  status: runStatus,
  mode: erasureMode,
  originals,
  counts: redactionCounts.describe(
    'What was changed or removed, by kind; `recordings_deleted`, `recording_links_deleted` and `files_deleted` are the originals.',
  ),
  leftovers: redactionCounts.describe(
    'What could not be taken out: `held_conversations`, `users` who are active again, `held_persons` whom a hold that ' +
      'came meanwhile keeps, and `recordings_elsewhere`, which were linked to. Of originals that were to stay: ' +
      '`recordings` in which they may speak, and `files` of the knowledge base.',
  ),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})

export const redactionRun = z.object({
  uuid: z.string(),
  status: runStatus,
  seen: z.int().describe('Conversations that were looked at.'),
  changed: z.int().describe('Those in which something was masked.'),
  held: z.int().describe('Those that a legal hold keeps as they are.'),
  counts: redactionCounts,
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
