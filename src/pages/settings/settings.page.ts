/** Overview of the settings that the user can open, with a search that works without scripts. */

import { t } from '../../core/languages/message.ts'
import { definePage } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { groupSettings, type NavigationItem, SETTINGS_PATH, visibleTo } from '../../inbound/web/navigation.ts'
import { card, empty, heading, linkButton } from '../components/layout.ts'

export const settingsPage = definePage({
  path: SETTINGS_PATH,
  async show(req) {
    const words = (req.query.get('q') ?? '').trim()
    const groups = groupSettings(visibleTo(req.navigation, req.user.role).filter((item) => matchesWords(item, words)))
    return {
      title: t('Settings'),
      body: html`${heading(t('Settings'))}${renderSearch(words)}
${groups.length === 0 ? empty(t('No setting matches'), t('Try another word, such as “sign-in” or “retention”.'), linkButton(SETTINGS_PATH, t('Show all settings'))) : html`<div class="settings-groups">${groups.map(([title, items]) => card(title, html`<ul class="rows">${items.map(renderItem)}</ul>`))}</div>`}`,
    }
  },
})

const matchesWords = (item: NavigationItem, words: string) =>
  `${item.label} ${item.words ?? ''}`.toLowerCase().includes(words.toLowerCase())

const renderItem = ({ path, label, words }: NavigationItem): Html =>
  html`<li><a class="row" href="${path}"><span class="grow"><b>${label}</b>${words !== undefined && html`<span class="meta">${words}</span>`}</span></a></li>`

/** Search for narrow screens, which don't show the second column. */
const renderSearch = (words: string): Html =>
  html`<form class="settings-find" action="${SETTINGS_PATH}" role="search"><input type="search" name="q" value="${words}" aria-label="Find a setting" placeholder="Find a setting" autocomplete="off" maxlength="100"></form>`
