/** Tables and API schemas of erasures and redaction runs. */
import { z } from 'zod'
import { queryList, text } from '../../../core/wire.ts'
import { emailAddress } from '../../accounts/identity/index.ts'
import { redactionCounts } from '../../text/redaction/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    redaction_runs: {
      organization_id: string
      id: string
      status: PrivacyRunStatus
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
      status: PrivacyRunStatus
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
export type PrivacyRunStatus = z.output<typeof runStatus>

export const erasureMode = z.enum(['redact', 'erase_conversations'])
export type ErasureMode = z.output<typeof erasureMode>

/** Handling of recordings and files, which can't be redacted. */
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
  .describe(
    'Full names of the person, 2 to 256 characters each. Several words match in any case; a single word matches ' +
      'only as written here. Maximum 20. Example: `["Jane Doe"]`.',
  )
export const personNamesAsked = queryList(personName, { max: NAMES_MAX }).describe(
  'Full names of the person, separated by commas, like `names` of an erasure. Maximum 20. Example: `Jane Doe`.',
)

export const erasure = z.object({
  uuid: z.string().describe('ID of the erasure, for `GET /privacy/erasures/{id}`.'),
  status: runStatus.describe('`pending` until the job ends, then `finished` or `failed`.'),
  mode: erasureMode.describe('`redact` or `erase_conversations`, as requested.'),
  originals: originals.describe('`delete` or `keep`, as requested.'),
  counts: redactionCounts.describe(
    'Number of changed or deleted records by kind. `recordings_deleted`, `recording_links_deleted` and ' +
      '`files_deleted` count the originals.',
  ),
  leftovers: redactionCounts.describe(
    'Number of records that were not erased, by kind. `held_conversations`: under a legal hold. `held_persons`: a ' +
      'legal hold on the person was placed during the erasure. `users`: the user was reactivated. ' +
      '`recordings_elsewhere`: external files behind deleted links. With `originals` set to `keep` also `recordings` ' +
      'in which the person may speak, and `files` of the knowledge base.',
  ),
  createdAt: z.string().describe('When the erasure was requested.'),
  finishedAt: z.string().nullable().describe('When the job ended; null while it is pending.'),
})

export const redactionRun = z.object({
  uuid: z.string().describe('ID of the run, for `GET /privacy/redactions/{id}`.'),
  status: runStatus.describe('`pending` until the job ends, then `finished` or `failed`.'),
  seen: z.int().describe('Number of conversations processed so far.'),
  changed: z.int().describe('Number of conversations in which something was redacted.'),
  held: z.int().describe('Number of conversations that stayed unchanged because of a legal hold.'),
  counts: redactionCounts.describe('Number of redactions by kind of data.'),
  createdAt: z.string().describe('When the run was requested.'),
  finishedAt: z.string().nullable().describe('When the job ended; null while it is pending.'),
})
