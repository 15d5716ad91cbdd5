/** Tables of connections to CRMs, and the shapes that requests and answers share. */
import { z } from 'zod'
import { CRM_FAULTS, CRM_KINDS, type CrmKind } from '../../core/crm.ts'
import { outsideUrl } from '../../core/outside-address.ts'
import { text, uuid } from '../../core/wire.ts'
import { crmEntityCode } from '../crm/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    crm_connections: {
      organization_id: string
      id: string
      name: string
      kind: CrmKind
      url: string
      credentials: string
      credentials_changed_at: Instant
      team_id: string | null
      sync_minutes: number
      sync_state: SyncState
      sync_ticket: number
      sync_started_at: NullableInstant
      sync_finished_at: NullableInstant
      sync_records: number
      sync_fault: string | null
      sync_failures: number
      paused_until: NullableInstant
      paused_for: string | null
      created_at: Instant
      updated_at: Instant
    }
    crm_connection_entities: {
      organization_id: string
      connection_id: string
      code: string
      position: number
      fields: string[]
      read_until: NullableInstant
      reading_until: NullableInstant
      reading_after: string | null
      records: number
    }
  }
}

const syncState = z.enum(['idle', 'queued', 'running', 'waiting'])
export type SyncState = z.output<typeof syncState>

/** Beyond what a CRM says: that a reading never came to an end. */
export const faultCode = z.enum([...CRM_FAULTS, 'interrupted'])

const ENTITIES_MAX = 11
const FIELDS_MAX = 100
const SYNC_MINUTES_MAX = 7 * 24 * 60

// A slash at the end may make a difference to a program: it stays as it was given.
const url = outsideUrl((href, given) => (given.endsWith('/') ? href : href.replace(/\/$/, '')))

const oneLine = (max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: 'This must be of visible ASCII characters.' })
    .max(max, { error: `This must have at most ${max} characters.` })

const signingSecret = oneLine(200).refine(
  (value) => {
    const bytes = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value.slice(6), 'base64').length : 0
    return bytes >= 24 && bytes <= 64
  },
  { error: 'This must be whsec_ and 24 to 64 bytes in base64.' },
)

export const credentials = z
  .object({
    token: oneLine(1_000).optional().describe('HubSpot: the access token of a private app.'),
    clientId: oneLine(1_000).optional().describe('Salesforce: the consumer key.'),
    clientSecret: oneLine(1_000).optional().describe('Salesforce: the consumer secret.'),
    refreshToken: oneLine(2_000)
      .optional()
      .describe('Salesforce: of a user; without it the client acts by its own right.'),
    secret: signingSecret.optional().describe('http: what signs the messages. Made and told once when it is left out.'),
  })
  .describe('Kept sealed, and never told again.')
export type Credentials = z.output<typeof credentials>

const entity = z.object({
  code: crmEntityCode,
  fields: z
    .array(text({ min: 1, max: 100 }))
    .max(FIELDS_MAX)
    .transform((names) => [...new Set(names)])
    .optional()
    .describe('Fields that are read, as the CRM names them. Default: the usual ones.'),
})
export type GivenEntity = z.output<typeof entity>

export const connectionFields = {
  name: text({ min: 1, max: 128, trim: true }),
  url,
  credentials,
  teamUUID: uuid().nullable().describe('The team that opportunities become those of that are read and not known yet.'),
  entities: z.array(entity).max(ENTITIES_MAX).describe('What is read. Default: the usual entities of the CRM.'),
  syncMinutes: z
    .int()
    .min(0)
    .max(SYNC_MINUTES_MAX)
    .describe('Minutes between two readings by itself; 0: none. Default 30, for http 0.'),
}

export const crmConnection = z
  .object({
    uuid: z.string(),
    name: z.string(),
    kind: z.enum(CRM_KINDS),
    url: z.string(),
    credentialsChangedAt: z.string(),
    teamUUID: z.string().nullable(),
    entities: z.array(
      z.object({
        code: crmEntityCode,
        fields: z.array(z.string()),
        readUntil: z.string().nullable().describe('Whatever was changed before this has been read.'),
        records: z.int().describe('Read so far, the same one as often as it was changed.'),
      }),
    ),
    syncMinutes: z.int(),
    sync: z.object({
      state: syncState.describe('waiting: the next reading is due later.'),
      startedAt: z.string().nullable(),
      finishedAt: z.string().nullable(),
      records: z.int().describe('Of the last reading, or of the one under way.'),
      fault: faultCode.nullable().describe('Why the last reading ended early.'),
    }),
    pausedUntil: z.string().nullable().describe('Nothing is asked before: it could not answer, or takes no more now.'),
    pausedFor: faultCode.nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CrmConnection' })

/** The only time a secret that was made here is told. */
export const crmConnectionMade = crmConnection.extend({ secret: z.string().optional() })
