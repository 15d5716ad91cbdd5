/** Provisioning with SCIM: values for the identity provider, its keys, the steps, and what the provider did last. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { createApiKey, deleteApiKey, listApiKeys } from '../../features/accounts/api-keys/index.ts'
import { listAuditEntries } from '../../features/platform/audit/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COPY_SCRIPT, copyBlock } from '../components/copy.ts'
import { disclosure, form, selectField, textField } from '../components/form.ts'
import { badge, card, facts, heading } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { KEYS } from './access-tabs.ts'
import { nameOperation } from './audit-words.ts'
import { HOURS, hasKeyEnded, type Key, keyColumns } from './keys.page.ts'
import { adminPage, renderSecretOnce } from './shared.ts'

const SCIM = '/admin/scim'
const SCIM_PATH = '/v2/scim'
/** Maximum number of keys that the page considers, newest first. */
const KEYS_MAX = '200'

/** Operations by which a provider changes users and groups. */
const CHANGES = [
  ...['createScimUser', 'replaceScimUser', 'updateScimUser', 'deleteScimUser'],
  ...['createScimGroup', 'replaceScimGroup', 'updateScimGroup', 'deleteScimGroup'],
]

type AuditEntry = Awaited<ReturnType<typeof loadChanges>>[number]

/** Last change of each kind, newest first. */
async function loadChanges(req: PageRequest) {
  const lists = await Promise.all(CHANGES.map((operation) => req.run(listAuditEntries, { operation, size: '1' })))
  return lists.flatMap(({ data }) => data).toSorted((a, b) => b.at.localeCompare(a.at))
}

export const scimPage = adminPage({
  path: SCIM,
  navigation: {
    group: 'workspace',
    label: t('User provisioning (SCIM)'),
    role: 'ADMIN',
    words: t('Your identity provider creates and deactivates users and teams'),
  },
  async show(req) {
    const [{ data }, changes] = await Promise.all([req.run(listApiKeys, { size: KEYS_MAX }), loadChanges(req)])
    const ended = hasKeyEnded(req)
    const used = new Set(changes.map(({ keyUUID }) => keyUUID))
    const keys = data.filter((key) => used.has(key.id) && !ended(key))
    return {
      title: t('User provisioning (SCIM)'),
      body: html`${heading(t('User provisioning (SCIM)'), {
        words: t(
          'Your identity provider creates, changes and deactivates the users and teams of Parley. People lose access as soon as they leave your directory.',
        ),
      })}
${card(t('Status'), renderStatus(req, changes, data), { id: 'scim-status' })}
${card(t('1. Create a key for your identity provider'), renderKeys(req, keys), { id: 'scim-keys' })}
${card(t('2. Enter these values at your identity provider'), renderValues(req), { id: 'scim-values' })}
${card(t('3. Turn on provisioning'), renderProviders(), { id: 'scim-steps' })}`,
      scripts: [COPY_SCRIPT],
    }
  },
  actions: {
    create: async (req, fields) => {
      const hours = fields.number('hours')
      const { name, token } = await req.run(createApiKey, {
        name: fields.text('name'),
        org_level: true,
        ...(hours === undefined ? {} : { expiry_hours: hours }),
      })
      return renderSecretOnce({
        ...{ title: t('New API key'), label: t('Token'), secret: token },
        trail: [{ label: t('User provisioning (SCIM)'), path: SCIM }],
        words: html`Enter the token of <b><bdi>${name}</bdi></b> at your identity provider, as the secret token or the HTTP header.`,
        back: { label: t('Continue to user provisioning'), path: SCIM },
      })
    },
    revoke: async (req, fields) => {
      await req.run(deleteApiKey, { id: fields.text('key') })
      return redirectTo(SCIM, t('API key revoked. Programs that use it no longer have access.'))
    },
  },
})

function renderStatus(req: PageRequest, changes: readonly AuditEntry[], keys: readonly Key[]): Html {
  const [last] = changes
  if (last === undefined) {
    return html`<p>${badge(t('Not connected'))}</p><p class="soft">No identity provider has created or changed a user or a team. Follow the steps below.</p>`
  }
  // A provider reads more often than it changes anything, so the last use of its key is its last request.
  const own = new Set(changes.map(({ keyUUID }) => keyUUID))
  const used = keys.flatMap(({ id, last_used_at: at }) => (own.has(id) && at !== null ? [at] : [])).toSorted()
  const request = used.at(-1)
  const key = keys.find(({ id }) => id === last.keyUUID)
  const isOpen = key !== undefined && !hasKeyEnded(req)(key)
  return facts([
    [t('Connection'), isOpen ? badge(t('Connected'), 'good') : badge(t('Key revoked or expired'), 'bad')],
    [t('Last request'), request === undefined ? t('Unknown') : renderTimestamp(req, request)],
    [
      t('Last change'),
      html`${renderTimestamp(req, last.at)}, <a href="/admin/audit?operation=${last.operation}">${nameOperation(last.operation)}</a>`,
    ],
    [t('Key'), key === undefined ? t('Unknown') : html`<bdi>${key.name}</bdi>`],
  ])
}

const renderKeys = (req: PageRequest, keys: readonly Key[]): Html =>
  html`<p class="soft">The key acts for the organization, with admin access. After the first change by your identity provider, its key is listed here. <a href="${KEYS}">All API keys</a></p>
${keys.length > 0 && table<Key>(keys, keyColumns(req, SCIM), { caption: t('Keys of the identity provider') })}
${form(
  req,
  { page: SCIM, action: 'create', button: t('Create key'), pointers: { '/expiry_hours': 'hours' } },
  (fill) => [
    textField(fill, {
      name: 'name',
      label: t('Name'),
      required: true,
      max: 128,
      value: String(t('Identity provider')),
    }),
    selectField(fill, {
      ...{ name: 'hours', label: t('Expires after'), none: t('Never'), choices: HOURS },
      help: t('Provisioning stops when the key expires.'),
    }),
  ],
)}`

function renderValues(req: PageRequest): Html {
  const url = req.ctx.publicUrl()
  const isSecure = url.startsWith('https:')
  return html`${copyBlock('scim-url', t('the base URL'), `${url}${SCIM_PATH}`)}
${!isSecure && html`<p class="notice">Identity providers require HTTPS. Set the public URL of Parley to an https address that they can reach.</p>`}
${facts([
  [t('Authentication'), t('HTTP header with the token of the key')],
  [t('Unique identifier of users'), html`<code>userName</code>`],
  [t('Version'), t('SCIM 2.0')],
  [t('Supported'), t('Create, change and deactivate users; create, change and archive teams')],
])}`
}

interface Provider {
  readonly name: string
  readonly steps: readonly (Text | Message)[]
}

const PROVIDERS: readonly Provider[] = [
  {
    name: 'Okta',
    steps: [
      t('In Okta, create an app integration (SAML or OIDC). Under General, choose SCIM for provisioning.'),
      t('Under Provisioning → Integration, enter the base URL, and userName as the unique identifier field.'),
      t(
        'Choose import, push new users, push profile updates and push groups. Choose HTTP Header, and enter the token.',
      ),
      t('Select Test Connector Configuration. Then enable create, update and deactivate under To App.'),
      t('Push groups under Push Groups. A group with the name of a team is linked to that team.'),
    ],
  },
  {
    name: 'Microsoft Entra ID',
    steps: [
      t('In Entra ID, open Enterprise applications, and create your own application, not in the gallery.'),
      t('Under Provisioning → Automatic, enter the base URL as the tenant URL, and the token as the secret token.'),
      t('Select Test Connection, and save. The default mappings work.'),
      t('Assign users and groups, and start provisioning.'),
    ],
  },
]

const renderProviders = (): Html =>
  html`${PROVIDERS.map(({ name, steps }) => disclosure(name, html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`, false))}
<p class="soft">A new user has the role with the fewest rights and no team, until the provider sends a role or a group. A deactivated user loses access immediately, and the calls of the user stay.</p>`
