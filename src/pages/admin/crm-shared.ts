/** Shared parts of the CRM pages: tabs, labels, credential fields and run states. */
import type { CrmKind } from '../../core/crm.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import type { Html } from '../../inbound/web/html.ts'
import { type Fill, textField } from '../components/form.ts'
import { type Tone, tabs } from '../components/layout.ts'

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
  http: 'Custom endpoint',
}

/** Password field. Stored secrets are never shown, so it is also empty after a rejected form. */
const secret = (fill: Fill, name: string, label: string, help: string): Html =>
  textField(fill, { name, label, help, type: 'password', autocomplete: 'off' })

export const credentialFields = (fill: Fill, kind: CrmKind): readonly Html[] => {
  if (kind === 'hubspot')
    return [
      secret(
        fill,
        'token',
        'Access token',
        'In HubSpot, open Settings, Integrations, Private apps, and copy the token of your app.',
      ),
    ]
  if (kind === 'http') {
    return [
      secret(
        fill,
        'secret',
        'Signing secret',
        'Starts with whsec_. Leave it empty to create a secret, which is shown once.',
      ),
    ]
  }
  return [
    textField(fill, { name: 'clientId', label: 'Consumer key' }),
    secret(fill, 'clientSecret', 'Consumer secret', 'From the settings of your external client app in Salesforce.'),
    secret(
      fill,
      'refreshToken',
      'Refresh token',
      'Of the user that Parley signs in as. Leave it empty to use the client credentials flow.',
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

export const RUN_STATES: Readonly<Record<RunStatus, readonly [string, Tone]>> = {
  pending: ['Waiting', 'open'],
  running: ['Running', 'open'],
  succeeded: ['Succeeded', 'good'],
  failed: ['Failed', 'bad'],
  skipped: ['Nothing to write', 'quiet'],
}

export const TRIGGERS = {
  manual: 'Manually',
  on_confirmed: 'Manually and when values are confirmed',
  on_analyzed: 'Manually and after each analysis',
} as const

/** Converts a code to words: `not_understood` → `Not understood`. */
export const inWords = (code: string): string => {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
