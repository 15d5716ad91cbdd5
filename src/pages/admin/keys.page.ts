/** API keys of the organization and of users. */

import { t } from '../../core/languages/message.ts'
import { createApiKey, deleteApiKey, listApiKeys } from '../../features/accounts/api-keys/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { actionButton, form, formMenu, selectField, textField } from '../components/form.ts'
import { badge, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { accessTabs, KEYS } from './access-tabs.ts'
import { adminPage, findUserByEmail, renderSecretOnce } from './shared.ts'

const TRAIL = [{ label: t('API keys'), path: KEYS }]

export const keysPage = adminPage({
  path: KEYS,
  navigation: {
    group: 'connections',
    label: t('API keys'),
    role: 'ADMIN',
    words: t('Keys for programs, and connected apps'),
  },
  async show(req) {
    const { data, meta } = await req.run(listApiKeys, { page: pageAsked(req) })
    return {
      title: t('API keys'),
      body: html`${heading(t('API keys'), { words: html`Programs use API keys to call the <a href="/v2/docs">REST API</a> and the MCP server.`, tabs: accessTabs(KEYS), actions: formMenu(t('New API key'), newKey(req), { open: req.attempt !== undefined || req.query.has('new') }) })}
${data.length === 0 ? empty(t('No API keys yet'), t('Create an API key to connect a program to Parley. The token is shown once, when you create the key.')) : table<Key>(data, keyColumns(req, KEYS), { caption: t('API keys') })}
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
        ...{ title: t('New API key'), trail: TRAIL, label: t('Token'), secret: token },
        words: html`The API key <b><bdi>${name}</bdi></b> is ready to use. Store its token in a safe place, such as a secret manager.`,
        back: { label: t('Continue to API keys'), path: KEYS },
      })
    },
    revoke: async (req, fields) => {
      await req.run(deleteApiKey, { id: fields.text('key') })
      return redirectTo(KEYS, t('API key revoked. Programs that use it no longer have access.'))
    },
  },
})

export const HOURS = [
  { value: '720', label: t('30 days') },
  { value: '2160', label: t('90 days') },
  { value: '8760', label: t('1 year') },
]

const newKey = (req: PageRequest) =>
  form(
    req,
    {
      page: KEYS,
      action: 'create',
      button: t('Create API key'),
      pointers: { '/user_uuid': 'email', '/expiry_hours': 'hours' },
    },
    (fill) => [
      textField(fill, {
        name: 'name',
        label: t('Name'),
        help: t('For example, the program that uses the key.'),
        required: true,
        max: 128,
      }),
      selectField(fill, {
        ...{ name: 'level', label: t('Acts for'), value: 'organization' },
        choices: [
          { value: 'organization', label: t('The organization, with admin access') },
          { value: 'me', label: t('Me, with my access') },
          { value: 'user', label: t('Another user, with their access') },
        ],
      }),
      textField(fill, {
        name: 'email',
        label: t('Email address of the user'),
        type: 'email',
        help: t('Only for an API key of another user.'),
      }),
      selectField(fill, {
        ...{ name: 'hours', label: t('Expires after'), value: '2160', none: t('Never') },
        choices: HOURS,
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

export type Key = Awaited<ReturnType<typeof loadKeys>>['data'][number]
const loadKeys = (req: PageRequest) => req.run(listApiKeys, {})

/** Test of whether a key is revoked or expired. */
export function hasKeyEnded(req: PageRequest): (key: Key) => boolean {
  const now = req.ctx.clock.now().toISOString()
  return ({ revoked_at, expires_at }) => revoked_at !== null || (expires_at !== null && expires_at <= now)
}

/** Columns of a table of keys. @param page path of the page, which has the action `revoke` */
export const keyColumns = (req: PageRequest, page: string) => {
  const hasEnded = hasKeyEnded(req)
  return [
    {
      title: t('Name'),
      cell: ({ name, last_four }: Key) => html`<bdi>${name}</bdi><br><code class="soft">…${last_four}</code>`,
    },
    {
      title: t('Acts for'),
      cell: ({ user }: Key) =>
        user === null ? t('Organization') : html`<a href="/admin/people/${user.uuid}"><bdi>${user.email}</bdi></a>`,
    },
    { title: t('Created'), cell: ({ created_at }: Key) => dayOf(req, created_at) },
    {
      title: t('Last used'),
      cell: ({ last_used_at: at }: Key) => (at === null ? t('Never') : renderTimestamp(req, at)),
    },
    {
      title: t('Status'),
      cell: (key: Key) => {
        const { revoked_at, expires_at } = key
        if (revoked_at !== null) return badge(t('Revoked'))
        if (hasEnded(key)) return badge(t('Expired'), 'bad')
        return expires_at === null
          ? badge(t('Active'), 'good')
          : html`${badge(t('Active'), 'good')}<br><span class="soft">until ${dayOf(req, expires_at)}</span>`
      },
    },
    {
      title: t('Actions', 'column'),
      kind: 'actions' as const,
      cell: (key: Key) =>
        hasEnded(key)
          ? html``
          : actionButton(req, {
              ...{ page, action: 'revoke', key: key.id, button: t('Revoke') },
              confirm: t`Revoke the API key ${key.name}? Programs that use it lose access immediately. You can't undo this.`,
            }),
    },
  ]
}
