/** Connected apps: OAuth clients that act for users of the organization. */

import { t } from '../../core/languages/message.ts'
import { deleteConnectedApp, listConnectedApps } from '../../features/accounts/oauth/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton } from '../components/form.ts'
import { empty, heading, linkButton } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { APPS, accessTabs } from './access-tabs.ts'
import { PEOPLE } from './people-tabs.ts'
import { adminPage } from './shared.ts'

export const appsPage = adminPage({
  path: APPS,
  async show(req) {
    const { data, meta } = await req.run(listConnectedApps, { everyone: 'true', page: pageAsked(req) })
    return {
      title: t('Connected apps'),
      body: html`${heading(t('Connected apps'), { words: t('Assistants and other apps that act for users of your organization. An app never has more access than its user.'), tabs: accessTabs(APPS) })}
${data.length === 0 ? empty(t('No connected apps yet'), t('When a user connects an assistant, you can see its access and last use here.'), linkButton('/connect', t('Connect an assistant'))) : connectedApps(req, APPS, data, true)}
${pager(req, meta)}`,
    }
  },
  actions: {
    disconnect: async (req, fields) => {
      await req.run(deleteConnectedApp, { id: fields.text('key') })
      return redirectTo(APPS, t('App disconnected. Its tokens no longer work.'))
    },
  },
})

type ConnectedApp = Awaited<ReturnType<typeof listApps>>['data'][number]
const listApps = (req: PageRequest) => req.run(listConnectedApps, {})

/** @param page page whose action `disconnect` disconnects an app */
export const connectedApps = (req: PageRequest, page: string, apps: readonly ConnectedApp[], withUser = false): Html =>
  apps.length === 0
    ? html`<p class="soft">No connected apps</p>`
    : table<ConnectedApp>(
        apps,
        [
          {
            title: t('App'),
            cell: ({ client_name, redirect_host }) =>
              html`<bdi>${client_name}</bdi><br><span class="soft"><bdi>${redirect_host}</bdi></span>`,
          },
          ...(withUser
            ? [
                {
                  title: t('Acts for'),
                  cell: ({ user }: ConnectedApp) => html`<a href="${PEOPLE}/${user.uuid}"><bdi>${user.email}</bdi></a>`,
                },
              ]
            : []),
          {
            title: t('Access'),
            cell: ({ scopes }) => (scopes.includes('mcp:write') ? t('Read and write') : t('Read only')),
          },
          { title: t('Connected'), cell: ({ created_at }) => dayOf(req, created_at) },
          {
            title: t('Last used'),
            cell: ({ last_used_at: at }) => (at === null ? t('Never') : renderTimestamp(req, at)),
          },
          {
            title: t('Actions', 'column'),
            kind: 'actions',
            cell: ({ id, client_name, user }) =>
              actionButton(req, {
                ...{ page, action: 'disconnect', key: id, button: t('Disconnect') },
                confirm: t`Disconnect ${client_name} of ${user.email}? The app loses access immediately. The user can connect it again.`,
              }),
          },
        ],
        { caption: t('Connected apps') },
      )
