/** API keys of the organization and of users. */
import { createApiKey, deleteApiKey, listApiKeys } from '../../features/accounts/api-keys/index.ts'
import { type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { actionButton, disclosure, form, selectField, textField } from '../components/form.ts'
import { badge, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { accessTabs, KEYS } from './access-tabs.ts'
import { adminPage, shownOnce, userOf } from './shared.ts'

const TRAIL = [{ label: 'API keys', path: KEYS }]

export const keysPage = adminPage({
  path: KEYS,
  navigation: { group: 'admin', label: 'API keys', icon: 'key', role: 'ADMIN' },
  async show(visit) {
    const { data, meta } = await visit.ask(listApiKeys, { page: pageAsked(visit) })
    return {
      title: 'API keys',
      body: html`${heading('API keys', { words: html`Programs use API keys to call the <a href="/v2/docs">REST API</a> and the MCP server.` })}
${accessTabs(KEYS)}
${disclosure('New API key', newKey(visit), visit.attempt !== undefined || meta.totalRecords === 0)}
${data.length === 0 ? empty('No API keys yet', 'Create an API key to connect a program to Parley. The token is shown once, when you create the key.') : table<Key>(data, columns(visit), { caption: 'API keys' })}
${pager(visit, meta)}`,
    }
  },
  actions: {
    create: async (visit, fields) => {
      const { name, token } = await visit.ask(createApiKey, {
        name: fields.text('name'),
        ...(await keyIn(visit, fields)),
      })
      return shownOnce({
        ...{ title: 'New API key', trail: TRAIL, label: 'Token', secret: token },
        words: html`The API key <b><bdi>${name}</bdi></b> is ready to use. Store its token in a safe place, such as a secret manager.`,
        back: { label: 'Continue to API keys', path: KEYS },
      })
    },
    revoke: async (visit, fields) => {
      await visit.ask(deleteApiKey, { id: fields.text('key') })
      return goTo(KEYS, 'API key revoked. Programs that use it no longer have access.')
    },
  },
})

const HOURS = { '30 days': 720, '90 days': 2_160, '1 year': 8_760 } as const

const newKey = (visit: Visit) =>
  form(
    visit,
    {
      page: KEYS,
      action: 'create',
      button: 'Create API key',
      pointers: { '/user_uuid': 'email', '/expiry_hours': 'hours' },
    },
    (fill) => [
      textField(fill, {
        name: 'name',
        label: 'Name',
        help: 'For example, the program that uses the key.',
        required: true,
        max: 128,
      }),
      selectField(fill, {
        ...{ name: 'level', label: 'Acts for', value: 'organization' },
        choices: [
          { value: 'organization', label: 'The organization, with admin access' },
          { value: 'me', label: 'Me, with my access' },
          { value: 'user', label: 'Another user, with their access' },
        ],
      }),
      textField(fill, {
        name: 'email',
        label: 'Email address of the user',
        type: 'email',
        help: 'Only for an API key of another user.',
      }),
      selectField(fill, {
        ...{ name: 'hours', label: 'Expires after', value: '2160', none: 'Never' },
        choices: Object.entries(HOURS).map(([label, hours]) => ({ value: String(hours), label })),
      }),
    ],
  )

async function keyIn(visit: Visit, fields: Fields) {
  const hours = fields.number('hours')
  const expiry = hours === undefined ? {} : { expiry_hours: hours }
  const level = fields.text('level')
  if (level === 'organization') return { org_level: true, ...expiry }
  const user_uuid = level === 'me' ? visit.person.id : (await userOf(visit, fields.text('email'))).uuid
  return { org_level: false, user_uuid, ...expiry }
}

type Key = Awaited<ReturnType<typeof keysAsked>>['data'][number]
const keysAsked = (visit: Visit) => visit.ask(listApiKeys, {})

const columns = (visit: Visit) => {
  const now = visit.ctx.clock.now().toISOString()
  const hasEnded = ({ revoked_at, expires_at }: Key) =>
    revoked_at !== null || (expires_at !== null && expires_at <= now)
  return [
    {
      title: 'Name',
      cell: ({ name, last_four }: Key) => html`<bdi>${name}</bdi><br><code class="soft">…${last_four}</code>`,
    },
    {
      title: 'Acts for',
      cell: ({ user }: Key) =>
        user === null ? 'Organization' : html`<a href="/admin/people/${user.uuid}"><bdi>${user.email}</bdi></a>`,
    },
    { title: 'Created', cell: ({ created_at }: Key) => dayOf(visit, created_at) },
    { title: 'Last used', cell: ({ last_used_at: at }: Key) => (at === null ? 'Never' : renderTimestamp(visit, at)) },
    {
      title: 'Status',
      cell: (key: Key) => {
        const { revoked_at, expires_at } = key
        if (revoked_at !== null) return badge('Revoked')
        if (hasEnded(key)) return badge('Expired', 'bad')
        return expires_at === null
          ? badge('Active', 'good')
          : html`${badge('Active', 'good')}<br><span class="soft">until ${dayOf(visit, expires_at)}</span>`
      },
    },
    {
      title: 'Actions',
      kind: 'actions' as const,
      cell: (key: Key) =>
        hasEnded(key)
          ? html``
          : actionButton(visit, {
              ...{ page: KEYS, action: 'revoke', key: key.id, button: 'Revoke' },
              confirm: `Revoke the API key ${key.name}? Programs that use it lose access immediately. You can't undo this.`,
            }),
    },
  ]
}
