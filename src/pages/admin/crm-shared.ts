/** Shared parts of the CRM pages: tabs, labels, credential fields and run states. */
import type { CrmFaultDetail, CrmKind } from '../../core/crm.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { getIntegrationRun } from '../../features/integrations/runs/index.ts'
import type { AnswerOf, Fields } from '../../inbound/web/define-page.ts'
import type { Html } from '../../inbound/web/html.ts'
import { type Fill, textField } from '../components/form.ts'
import { type Tone, tabs } from '../components/layout.ts'

export const CRM = '/admin/crm'
export const WORKFLOWS = '/admin/crm/workflows'
export const RUNS = '/admin/crm/runs'
export const CRM_TRAIL = [{ label: t('CRM'), path: CRM }]

export const crmTabs = (here: string): Html =>
  tabs(
    t('CRM'),
    [
      { label: t('Connections'), path: CRM },
      { label: t('Workflows'), path: WORKFLOWS },
      { label: t('Runs'), path: RUNS },
    ],
    here,
  )

export const KINDS: Readonly<Record<CrmKind, Text>> = {
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  http: t('Custom endpoint'),
}

/** Password field. Stored secrets are never shown, so it is also empty after a rejected form. */
const secret = (fill: Fill, name: string, label: Text, help: Text): Html =>
  textField(fill, { name, label, help, type: 'password', autocomplete: 'off' })

export const credentialFields = (fill: Fill, kind: CrmKind): readonly Html[] => {
  if (kind === 'hubspot')
    return [
      secret(
        fill,
        'token',
        t('Access token'),
        t('In HubSpot, open Settings, Integrations, Private apps, and copy the token of your app.'),
      ),
    ]
  if (kind === 'http') {
    return [
      secret(
        fill,
        'secret',
        t('Signing secret'),
        t('Starts with whsec_. Leave it empty to create a secret, which is shown once.'),
      ),
    ]
  }
  return [
    textField(fill, { name: 'clientId', label: t('Consumer key') }),
    secret(
      fill,
      'clientSecret',
      t('Consumer secret'),
      t('From the settings of your external client app in Salesforce.'),
    ),
    secret(
      fill,
      'refreshToken',
      t('Refresh token'),
      t('Of the user that Parley signs in as. Leave it empty to use the client credentials flow.'),
    ),
  ]
}

const CREDENTIALS = ['token', 'clientId', 'clientSecret', 'refreshToken', 'secret'] as const

/** Maps JSON pointers of validation errors to form fields. */
export const CREDENTIAL_POINTERS: Readonly<Record<string, string>> = Object.fromEntries(
  CREDENTIALS.map((name) => [`/credentials/${name}`, name]),
)

export const credentialsIn = (fields: Fields): Partial<Record<(typeof CREDENTIALS)[number], string>> =>
  Object.fromEntries(
    CREDENTIALS.map((name) => [name, fields.optional(name)] as const).filter(([, value]) => value !== undefined),
  )

type RunStatus = 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped'

export const RUN_STATES: Readonly<Record<RunStatus, readonly [Message, Tone]>> = {
  pending: [t('Waiting'), 'open'],
  running: [t('Running'), 'open'],
  succeeded: [t('Succeeded'), 'good'],
  failed: [t('Failed'), 'bad'],
  skipped: [t('Nothing to write'), 'quiet'],
}

export const TRIGGERS = {
  manual: t('Manually'),
  on_confirmed: t('Manually and when values are confirmed'),
  on_analyzed: t('Manually and after each analysis'),
} as const

type Run = AnswerOf<typeof getIntegrationRun>
type ReasonCode = CrmFaultDetail | NonNullable<Run['reason']> | Run['leftOut'][number]['reason']

/** Reasons of faults, and of runs and fields that aren't written, as parts of a sentence. */
export const REASONS: Readonly<Record<ReasonCode, Message>> = {
  unreachable: t('unreachable'),
  timeout: t('timeout'),
  rate_limited: t('rate limited'),
  server_error: t('server error'),
  not_understood: t('not understood'),
  address: t('address'),
  credentials: t('credentials'),
  credentials_unreadable: t('credentials unreadable'),
  permission: t('permission'),
  record_missing: t('record missing'),
  field: t('field'),
  conflict: t('conflict'),
  request: t('request'),
  interrupted: t('interrupted'),
  nothing_confirmed: t('nothing confirmed'),
  no_linked_records: t('no linked records'),
  workflow_deleted: t('workflow deleted'),
  workflow_disabled: t('workflow disabled'),
  not_confirmed: t('not confirmed'),
  not_mapped: t('not mapped'),
  no_value: t('no value'),
}

/** Reason as a text of its own: `not_understood` → `Not understood`. */
export const inWords = (code: ReasonCode): string => {
  const words = String(REASONS[code])
  return words.charAt(0).toUpperCase() + words.slice(1)
}
