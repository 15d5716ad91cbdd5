/** API keys of the organization and of users. */
import { createApiKey, deleteApiKey, listApiKeys } from '../../features/accounts/api-keys/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { actionButton, disclosure, form, selectField, textField } from '../components/form.ts'
import { badge, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { accessTabs, KEYS } from './access-tabs.ts'
import { adminPage, findUserByEmail, renderSecretOnce } from './shared.ts'

const TRAIL = [{ label: 'API keys', path: KEYS }]

export const keysPage = adminPage({
  path: KEYS,
  navigation: {
    group: 'connections',
    label: 'API keys',
    role: 'ADMIN',
    words: 'Keys for programs, and connected apps',
  },
  async show(req) {
    const { data, meta } = await req.run(listApiKeys, { page: pageAsked(req) })
    return {
      title: 'API keys',
      body: html`${heading('API keys', { words: html`Programs use API keys to call the <a href="/v2/docs">REST API</a> and the MCP server.` })}
${accessTabs(KEYS)}
${disclosure('New API key', newKey(req), req.attempt !== undefined || meta.totalRecords === 0)}
${data.length === 0 ? empty('No API keys yet', 'Create an API key to connect a program to Parley. The token is shown once, when you create the key.') : table<Key>(data, columns(req), { caption: 'API keys' })}
${pager(req, meta)}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { name, token } = await req.run(createApiKey, {
        name: fields.text('name'),
        ...(await keyIn(req, fields)),
      })
      return renderSecretOnce({
        ...{ title: 'New API key', trail: TRAIL, label: 'Token', secret: token },
        words: html`The API key <b><bdi>${name}</bdi></b> is ready to use. Store its token in a safe place, such as a secret manager.`,
        back: { label: 'Continue to API keys', path: KEYS },
      })
    },
    revoke: async (req, fields) => {
      await req.run(deleteApiKey, { id: fields.text('key') })
      return redirectTo(KEYS, 'API key revoked. Programs that use it no longer have access.')
    },
  },
})

const HOURS = { '30 days': 720, '90 days': 2_160, '1 year': 8_760 } as const

const newKey = (req: PageRequest) =>
  form(
    req,
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

async function keyIn(req: PageRequest, fields: Fields) {
  const hours = fields.number('hours')
  const expiry = hours === undefined ? {} : { expiry_hours: hours }
  const level = fields.text('level')
  if (level === 'organization') return { org_level: true, ...expiry }
  const user_uuid = level === 'me' ? req.user.id : (await findUserByEmail(req, fields.text('email'))).uuid
  return { org_level: false, user_uuid, ...expiry }
}

type Key = Awaited<ReturnType<typeof loadKeys>>['data'][number]
const loadKeys = (req: PageRequest) => req.run(listApiKeys, {})

const columns = (req: PageRequest) => {
  const now = req.ctx.clock.now().toISOString()
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
    { title: 'Created', cell: ({ created_at }: Key) => dayOf(req, created_at) },
    { title: 'Last used', cell: ({ last_used_at: at }: Key) => (at === null ? 'Never' : renderTimestamp(req, at)) },
    {
      title: 'Status',
      cell: (key: Key) => {
        const { revoked_at, expires_at } = key
        if (revoked_at !== null) return badge('Revoked')
        if (hasEnded(key)) return badge('Expired', 'bad')
        return expires_at === null
          ? badge('Active', 'good')
          : html`${badge('Active', 'good')}<br><span class="soft">until ${dayOf(req, expires_at)}</span>`
      },
    },
    {
      title: 'Actions',
      kind: 'actions' as const,
      cell: (key: Key) =>
        hasEnded(key)
          ? html``
          : actionButton(req, {
              ...{ page: KEYS, action: 'revoke', key: key.id, button: 'Revoke' },
              confirm: `Revoke the API key ${key.name}? Programs that use it lose access immediately. You can't undo this.`,
            }),
    },
  ]
}
