/** Links to create a presentation from a call, opportunity, account or clip. */

import { t } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { linkButton } from './layout.ts'

/** @param id ID of a call, an opportunity, a CRM account or a clip */
export const newDeckPath = (id: string): string => `/decks/new?${new URLSearchParams({ context: id })}`

export const newDeckButton = (id: string): Html =>
  linkButton(newDeckPath(id), t('Create presentation'), { icon: 'deck' })

/** Link for a table row. @param name name of the item, for screen readers */
export const newDeckLink = (id: string, name: string): Html =>
  html`<a href="${newDeckPath(id)}" aria-label="Create presentation about ${name}">Create presentation</a>`
