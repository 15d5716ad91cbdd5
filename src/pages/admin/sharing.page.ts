/** Setting that allows sharing outside the organization. */

import { t } from '../../core/languages/message.ts'
import { getOrganizationSharing, replaceOrganizationSharing } from '../../features/accounts/outside-sharing/index.ts'
import { redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { checkField, form } from '../components/form.ts'
import { card, heading } from '../components/layout.ts'
import { privacyTabs, SHARING } from './privacy-tabs.ts'
import { adminPage } from './shared.ts'

export const sharingPage = adminPage({
  path: SHARING,
  async show(req) {
    const { outside } = await req.run(getOrganizationSharing, {})
    const setting = form(req, { page: SHARING, action: 'save', button: t('Save setting') }, (fill) => [
      checkField(fill, {
        ...{ name: 'outside', label: t('Allow users to share with people outside the organization'), on: outside },
        help: t(
          'Users can send presentations to external email addresses and create public links to clips. If you turn this off, existing outside links stop working. They work again when you turn it on.',
        ),
      }),
    ])
    return {
      title: t('Sharing'),
      body: html`${heading(t('Privacy'))}
${privacyTabs(SHARING)}
${card(t('Sharing outside the organization'), setting, { id: 'outside' })}`,
    }
  },
  actions: {
    save: async (req, fields) => {
      const { outside } = await req.run(replaceOrganizationSharing, { outside: fields.has('outside') })
      return redirectTo(
        SHARING,
        outside
          ? t('Sharing outside the organization turned on')
          : t('Sharing outside the organization turned off. Outside links no longer work.'),
      )
    },
  },
})
