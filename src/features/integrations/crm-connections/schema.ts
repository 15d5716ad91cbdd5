/** Tables of CRM connections, and schemas of requests and responses. */
import { z } from 'zod'
import { CRM_FAULTS, CRM_KINDS, type CrmKind } from '../../../core/crm.ts'
import { outsideUrl } from '../../../core/external-url.ts'
import { text, uuid } from '../../../core/wire.ts'
import { crmEntityCode } from '../../conversations/crm-records/index.ts'

declare module '../../../core/db.ts' {
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

/** CRM faults, and `interrupted` for a sync that never completed. */
export const faultCode = z.enum([...CRM_FAULTS, 'interrupted'])

const ENTITIES_MAX = 11
const FIELDS_MAX = 100
const SYNC_MINUTES_MAX = 7 * 24 * 60

// A final slash can matter to a program, so it is kept if the request contains one.
const url = outsideUrl((href, given) => (given.endsWith('/') ? href : href.replace(/\/$/, '')))

const oneLine = (max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: 'The value must consist of visible ASCII characters.' })
    .max(max, { error: `The value must have at most ${max} characters.` })

const signingSecret = oneLine(200).refine(
  (value) => {
    const bytes = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value.slice(6), 'base64').length : 0
    return bytes >= 24 && bytes <= 64
  },
  { error: 'The value must be `whsec_` followed by 24 to 64 bytes in base64.' },
)

export const credentials = z
  .object({
    token: oneLine(1_000)
      .optional()
      .describe('Access token of a HubSpot private app, maximum 1,000 characters. Required for HubSpot.'),
    clientId: oneLine(1_000)
      .optional()
      .describe('Consumer key of a Salesforce app, maximum 1,000 characters. Required for Salesforce.'),
    clientSecret: oneLine(1_000)
      .optional()
      .describe('Consumer secret of a Salesforce app, maximum 1,000 characters. Required for Salesforce.'),
    refreshToken: oneLine(2_000)
      .optional()
      .describe(
        'OAuth refresh token of a Salesforce user, maximum 2,000 characters. If omitted, Parley uses the client ' +
          'credentials flow.',
      ),
    secret: signingSecret
      .optional()
      .describe(
        'Secret that signs messages to an `http` connection: `whsec_` and 24 to 64 bytes in base64. ' +
          'If omitted, Parley generates one and returns it once.',
      ),
  })
  .describe('Credentials for the CRM. Stored encrypted and never returned. Example: `{"token": "pat-eu1-…"}`.')
export type Credentials = z.output<typeof credentials>

const entity = z.object({
  code: crmEntityCode.describe('Type of CRM record to read, as the CRM names it. Example: `deals`.'),
  fields: z
    .array(text({ min: 1, max: 100 }))
    .max(FIELDS_MAX)
    .transform((names) => [...new Set(names)])
    .optional()
    .describe(
      'Internal names of the fields to read, maximum 100. Defaults to the usual fields. Example: `["dealname", "amount"]`.',
    ),
})
export type EntityInput = z.output<typeof entity>

export const connectionFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name of the connection, 1 to 128 characters. Example: `HubSpot Europe`.',
  ),
  url,
  credentials,
  teamUUID: uuid()
    .nullable()
    .describe(
      'ID of the team that new opportunities from the CRM are assigned to, from `GET /organizations/teams`. ' +
        "Null: new opportunities aren't created. Example: `5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10`.",
    ),
  entities: z
    .array(entity)
    .max(ENTITIES_MAX)
    .describe('Types of CRM records to read. Defaults to the usual ones. Example: `[{"code": "deals"}]`.'),
  syncMinutes: z
    .int()
    .min(0)
    .max(SYNC_MINUTES_MAX)
    .describe(
      'Minutes between automatic syncs, 0 to 10,080. 0 disables them. Defaults to 30, or 0 for `http`. Example: `60`.',
    ),
}

export const crmConnection = z
  .object({
    uuid: z.string().describe('ID of the connection.'),
    name: z.string().describe('Name of the connection.'),
    kind: z.enum(CRM_KINDS).describe('Kind of the CRM: `hubspot`, `salesforce` or `http`.'),
    url: z.string().describe('Base URL of the CRM.'),
    credentialsChangedAt: z.string().describe('When the credentials were last replaced.'),
    teamUUID: z
      .string()
      .nullable()
      .describe("ID of the team that new opportunities are assigned to. Null if new ones aren't created."),
    entities: z
      .array(
        z.object({
          code: crmEntityCode.describe('Type of the records, as the CRM names it.'),
          fields: z.array(z.string()).describe('Internal names of the fields that are read.'),
          readUntil: z
            .string()
            .nullable()
            .describe('All changes before this time have been read. Null before the first complete sync.'),
          records: z.int().describe('Number of records read so far. A record counts again after each change.'),
        }),
      )
      .describe('Types of CRM records that are read.'),
    syncMinutes: z.int().describe('Minutes between automatic syncs. 0 if they are disabled.'),
    sync: z
      .object({
        state: syncState.describe('`waiting`: the next sync is scheduled.'),
        startedAt: z.string().nullable().describe('When the last sync started. Null if none has.'),
        finishedAt: z.string().nullable().describe('When the last completed or failed sync ended. Null if none has.'),
        records: z.int().describe('Number of records read by the current or last sync.'),
        fault: faultCode.nullable().describe('Why the last sync ended early. Null if it completed.'),
      })
      .describe('Status of reading from the CRM.'),
    pausedUntil: z
      .string()
      .nullable()
      .describe("Parley sends no requests to the CRM before this time. Null if the connection isn't paused."),
    pausedFor: faultCode.nullable().describe("Reason for the pause. Null if the connection isn't paused."),
    createdAt: z.string().describe('When the connection was created, ISO 8601.'),
    updatedAt: z.string().describe('When the connection was last changed or tested, ISO 8601.'),
  })
  .meta({ id: 'CrmConnection' })

/** A connection with the secret that Parley generated. No other response contains it. */
export const crmConnectionMade = crmConnection.extend({
  secret: z.string().optional().describe('Signing secret that Parley generated. Returned only once: store it safely.'),
})
