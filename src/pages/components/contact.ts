/** Links to the page of a person outside of the organization. */

import { t } from '../../core/languages/message.ts'
import { isUnnamedSpeaker } from '../../features/text/speaker-names/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'

export const CONTACT_PAGE = '/people'

interface ContactName {
  readonly name: string | null
  readonly email: string | null
}

/**
 * Path of the page of a person. An email address identifies a person; a name does so only together with a call.
 * @param conversation call in which the person has this name
 * @returns undefined if nothing identifies the person, such as `Speaker 1`
 */
export function contactPath({ name, email }: ContactName, conversation?: string): string | undefined {
  if (email?.includes('@') === true) return `${CONTACT_PAGE}?${new URLSearchParams({ email })}`
  if (name === null || name.trim() === '' || conversation === undefined || isUnnamedSpeaker(name)) return undefined
  return `${CONTACT_PAGE}?${new URLSearchParams({ name, call: conversation })}`
}

/** Name of an outside person as a link to their page, or as text. */
export function contactLink(person: ContactName, conversation?: string): Html {
  const shown = html`<bdi>${person.name ?? person.email ?? t('Unknown')}</bdi>`
  const path = contactPath(person, conversation)
  return path === undefined ? shown : html`<a href="${path}">${shown}</a>`
}
