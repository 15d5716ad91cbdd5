/** Start page of the app, by role. Every figure and line links to what it is about. */

import { t } from '../../core/languages/message.ts'
import { definePage } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { HOME } from '../../inbound/web/navigation.ts'
import { adminHome } from './admin.ts'
import { jump } from './jump.ts'
import { managerHome } from './manager.ts'
import { memberHome } from './member.ts'

const HOMES = { ADMIN: adminHome, MANAGER: managerHome, SALES_REP: memberHome } as const

export const homePage = definePage({
  path: HOME,
  navigation: { group: 'home', label: t('Home') },
  async show(req) {
    return { title: t('Home'), body: html`<div class="home">${await HOMES[req.user.role](req)}</div>` }
  },
  fragments: { jump },
})
