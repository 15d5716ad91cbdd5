/** Where a deck of something begins: on the page of what it is made of. */
import { type Html, html } from '../../inbound/web/html.ts'
import { linkButton } from './layout.ts'

/** @param id of a conversation, an opportunity, an account of the CRM, or a clip */
const pathFor = (id: string): string => `/decks/new?${new URLSearchParams({ context: id })}`

export const newDeckButton = (id: string): Html => linkButton(pathFor(id), 'Make a deck', { icon: 'deck' })

/** Among other things of a row. @param name of what it is made of, for who hears the link alone */
export const newDeckLink = (id: string, name: string): Html =>
  html`<a href="${pathFor(id)}" aria-label="Make a deck of all about ${name}">Make a deck</a>`
