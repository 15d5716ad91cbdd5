/** What the pages of CRMs share: words for what a CRM is, how its credentials are given, how a run went. */
import type { CrmKind } from '../../core/crm.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import type { Html } from '../../inbound/web/html.ts'
import { type Fill, textField } from '../kit/form.ts'
import { type Tone, tabs } from '../kit/layout.ts'

export const CRM = '/admin/crm'
export const WORKFLOWS = '/admin/crm/workflows'
export const RUNS = '/admin/crm/runs'
export const CRM_TRAIL = [{ label: 'CRM', path: CRM }]

export const crmTabs = (here: string): Html =>
  tabs(
    'CRM',
    [
      { label: 'Connections', path: CRM },
      { label: 'Workflows', path: WORKFLOWS },
      { label: 'Runs', path: RUNS },
    ],
    here,
  )

export const KINDS: Readonly<Record<CrmKind, string>> = {
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  http: 'Another program',
}

/** Secrets are never shown again, so they are empty when something is refused. */
const secret = (fill: Fill, name: string, label: string, help: string): Html =>
  textField(fill, { name, label, help, type: 'password', autocomplete: 'off' })

export const credentialFields = (fill: Fill, kind: CrmKind): readonly Html[] => {
  if (kind === 'hubspot')
    return [secret(fill, 'token', 'Access token', 'Of a private app: Settings, Integrations, Private apps.')]
  if (kind === 'http') {
    return [
      secret(fill, 'secret', 'Signing secret', 'Begins with whsec_. Leave it empty, and one is made and shown once.'),
    ]
  }
  return [
    textField(fill, { name: 'clientId', label: 'Consumer key' }),
    secret(fill, 'clientSecret', 'Consumer secret', 'Of the external client app.'),
    secret(fill, 'refreshToken', 'Refresh token', 'Of a user; without it the client credentials flow is used.'),
  ]
}

const CREDENTIALS = ['token', 'clientId', 'clientSecret', 'refreshToken', 'secret'] as const

/** Where the operation says that something is wrong with them. */
export const CREDENTIAL_POINTERS: Readonly<Record<string, string>> = Object.fromEntries(
  CREDENTIALS.map((name) => [`/credentials/${name}`, name]),
)

export const credentialsIn = (fields: Fields): Partial<Record<(typeof CREDENTIALS)[number], string>> =>
  Object.fromEntries(
    CREDENTIALS.map((name) => [name, fields.given(name)] as const).filter(([, value]) => value !== undefined),
  )

type RunStatus = 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped'

export const RUN_STATES: Readonly<Record<RunStatus, readonly [string, Tone]>> = {
  pending: ['Waiting', 'open'],
  running: ['Running', 'open'],
  succeeded: ['Written', 'good'],
  failed: ['Failed', 'bad'],
  skipped: ['Nothing to write', 'quiet'],
}

export const TRIGGERS = {
  manual: 'When somebody says so',
  on_confirmed: 'Also when values are confirmed',
  on_analyzed: 'Also when an analysis is done',
} as const

/** `not_understood` → `Not understood`. */
export const inWords = (code: string): string => {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
