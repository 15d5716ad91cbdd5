/**
 * Placeholders for the panels of the call record. Each panel has its own page; the placeholder links to it, and a script
 * loads the panel. The transcript is readable before the panels are loaded.
 */

import { getConversation } from '../../features/conversations/records/index.ts'
import type { View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { card } from '../components/layout.ts'
import { panels, recordScripts } from '../conversation-record/index.ts'
import { conversationPath, type PageVisit } from './paths.ts'

export const panelScripts: NonNullable<View['scripts']> = [...recordScripts, 'pages/conversation/panels.browser.ts']

export const panelParts: readonly (readonly [id: string, label: string])[] = panels.map(({ name, label }) => [
  name,
  label,
])

export const panelPlaces = (id: string): Html =>
  html`<div class="conversation-panels" data-panels="${conversationPath(id)}/panels">${panels.map(({ name, label }) =>
    card(label, html`<p data-place><a href="${conversationPath(id)}/${name}">View ${label}</a></p>`, { id: name }),
  )}</div>`

/** Panels named in the query, or all of them. */
export async function panelsPiece(req: PageVisit): Promise<Html> {
  const wanted = req.query.getAll('name')
  const { attributes } = await req.run(getConversation, { id: req.params.id })
  const shown = panels.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  return html`${await Promise.all(shown.map(({ show }) => show(req, attributes)))}`
}
