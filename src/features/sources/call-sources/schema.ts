/** Table of sources, and schemas of requests and responses. */
import { z } from 'zod'
import { text, uuid } from '../../../core/wire.ts'
import { domainName } from '../../accounts/identity/index.ts'
import { SOURCE_KIND_IDS } from '../source-kinds/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    sources: {
      organization_id: string
      id: string
      kind: string
      name: string
      enabled: boolean
      settings: string
      credentials: string
      credentials_changed_at: Instant
      address_token: string
      address_hash: string
      application: string
      owner_id: string | null
      team_id: string | null
      private: boolean
      inside_domains: string[]
      look_minutes: number
      look_ticket: number
      look_state: LookState
      looked_until: NullableInstant
      looking_since: NullableInstant
      looking_until: NullableInstant
      look_cursor: string | null
      look_failures: number
      limited_until: NullableInstant
      limited_next: NullableInstant
      fault: string | null
      fault_at: NullableInstant
      last_delivery_at: NullableInstant
      last_call_at: NullableInstant
      created_at: Instant
      updated_at: Instant
    }
  }
}

export const lookState = z.enum(['idle', 'queued', 'running', 'waiting'])
export type LookState = z.output<typeof lookState>

const LOOK_MINUTES_MAX = 7 * 24 * 60
/** Maximum number of characters of one setting or credential. */
const VALUE_MAX = 10_000
const FIELDS_MAX = 20

export const sourceKindId = z
  .enum(SOURCE_KIND_IDS)
  .describe('Kind of the source, from `GET /source-kinds`. Example: `zoom`.')

const fieldValues = z
  .record(text({ min: 1, max: 64 }), text({ max: VALUE_MAX, trim: true }))
  .refine((values) => Object.keys(values).length <= FIELDS_MAX, {
    message: `The value must have at most ${FIELDS_MAX} fields.`,
  })

export const sourceFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name of the source, 1 to 128 characters. Example: `Zoom of sales`.',
  ),
  settings: fieldValues.describe(
    'Values of the fields that are not secret, by name. `GET /source-kinds` lists them. Example: `{"path": "/srv/calls"}`.',
  ),
  credentials: fieldValues.describe(
    'Values of the secret fields, by name. Stored encrypted and never returned. Example: `{"secretToken": "…"}`.',
  ),
  applicationName: text({ min: 1, max: 128, trim: true }).describe(
    'Application name of the imported conversations, 1 to 128 characters. Together with the ID at the source, it ' +
      'identifies a conversation. Defaults to the kind. Example: `zoom`.',
  ),
  ownerUUID: uuid()
    .nullable()
    .describe(
      'ID of the user who owns calls without a host among the users, from `GET /organizations/users`. Null: the ' +
        'first admin. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
  teamUUID: uuid()
    .nullable()
    .describe(
      "ID of the team of all calls, from `GET /organizations/teams`. Null: the owner's primary team. " +
        'Example: `5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10`.',
    ),
  private: z
    .boolean()
    .describe('Whether only the owner and admins can see the imported calls. Defaults to false. Example: `true`.'),
  insideDomains: z
    .array(domainName)
    .max(50)
    .transform((domains) => [...new Set(domains)])
    .describe(
      'Email domains whose participants count as inside, in addition to those of the organization. Maximum 50. ' +
        'Example: `["acme.example"]`.',
    ),
  lookMinutes: z
    .int()
    .min(0)
    .max(LOOK_MINUTES_MAX)
    .describe(
      'Minutes between two looks at the source, 0 to 10,080. 0 disables them. Defaults to the usual value of the ' +
        'kind. Example: `60`.',
    ),
  enabled: z.boolean().describe('Whether calls of the source are imported. Defaults to true. Example: `false`.'),
}

export const callSource = z
  .object({
    uuid: z.string().describe('ID of the source.'),
    kind: z.string().describe('Kind of the source, from `GET /source-kinds`.'),
    name: z.string().describe('Name of the source.'),
    enabled: z.boolean().describe('Whether calls are imported. A disabled source rejects deliveries with 404.'),
    address: z
      .string()
      .nullable()
      .describe(
        'URL that receives deliveries. It contains a secret. Null if the kind has no deliveries, or if the secret of ' +
          'the installation changed.',
      ),
    settings: z.record(z.string(), z.string()).describe('Values of the fields that are not secret.'),
    credentialNames: z.array(z.string()).describe('Names of the secret fields that have a value.'),
    credentialsChangedAt: z.string().describe('When the credentials were last replaced.'),
    applicationName: z.string().describe('Application name of the imported conversations.'),
    ownerUUID: z.string().nullable().describe('ID of the default owner. Null: the first admin.'),
    teamUUID: z.string().nullable().describe("ID of the team of all calls. Null: the owner's primary team."),
    private: z.boolean().describe('Whether only the owner and admins can see the imported calls.'),
    insideDomains: z.array(z.string()).describe('Additional email domains that count as inside.'),
    lookMinutes: z.int().describe('Minutes between two looks at the source. 0 if there are none.'),
    look: z
      .object({
        state: lookState.describe('`waiting`: the next look is scheduled.'),
        lookedUntil: z
          .string()
          .nullable()
          .describe('Everything before this time was listed. Null before the first look.'),
      })
      .describe('State of looking at the source.'),
    fault: z.string().nullable().describe('Why the last look or test failed. Null if it worked.'),
    faultAt: z.string().nullable().describe('When it failed. Null if it worked.'),
    lastDeliveryAt: z.string().nullable().describe('When the last authentic delivery arrived. Null if none has.'),
    lastCallAt: z.string().nullable().describe('When the last call was imported. Null if none was.'),
    recordings: z
      .object({
        waiting: z.int().describe('Number of calls that are being imported or tried again.'),
        done: z.int().describe('Number of imported calls.'),
        failed: z.int().describe('Number of calls that could not be imported.'),
      })
      .describe('Calls of the source by state.'),
    createdAt: z.string().describe('When the source was connected.'),
    updatedAt: z.string().describe('When the source was last changed.'),
  })
  .meta({ id: 'CallSource' })

export const sourceKind = z
  .object({
    kind: z.string().describe('Identifier of the kind.'),
    title: z.string().describe('Name of the kind in the app.'),
    about: z.string().describe('Which calls arrive, and how.'),
    receives: z.boolean().describe('Whether the source delivers to an address.'),
    looks: z.boolean().describe('Whether Parley looks at the source, and can import earlier calls.'),
    lookMinutes: z.int().nullable().describe('Usual minutes between two looks. Null if there are none.'),
    steps: z
      .array(z.string())
      .describe('Steps at the vendor. `{address}` is a placeholder for the address of the source.'),
    fields: z
      .array(
        z.object({
          name: z.string().describe('Name in `settings` or `credentials`.'),
          label: z.string().describe('Name of the field in the app.'),
          help: z.string().describe('Meaning of the field.'),
          isSecret: z.boolean().describe('Whether the value belongs in `credentials`.'),
          isRequired: z.boolean().describe('Whether the field must have a value.'),
          default: z.string().nullable().describe('Value if none is sent. Null if there is none.'),
          choices: z
            .array(
              z.object({
                value: z.string().describe('Value to send in the field.'),
                label: z.string().describe('Name of the value in the app.'),
              }),
            )
            .nullable()
            .describe('Values to choose from. Null for free text.'),
        }),
      )
      .describe('Definitions of the settings and credentials.'),
  })
  .meta({ id: 'CallSourceKind' })
