/** Parts of a row that shows a call: mark of the company, and avatars of the participants. */

import { t } from '../../core/languages/message.ts'
import type { ConversationBrief } from '../../features/conversations/records/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { contactPath } from './contact.ts'
import { avatar, companyMark } from './identity.ts'

const PEOPLE_SHOWN = 4

interface CallPerson {
  readonly name: string | null
  readonly email: string | null
  readonly internal: boolean
}

const parsePeople = ({ people }: ConversationBrief) => JSON.parse(people.text) as readonly CallPerson[]

/** Mark with the initials of the other side. Its hue comes from the domain of a participant. */
export function callMark(call: ConversationBrief): Html {
  const { title, externalOpportunity: deal } = call
  const name = (deal?.title ?? title).split(/ · |: /, 1)[0] ?? title
  const domain = parsePeople(call)
    .find(({ internal }) => !internal)
    ?.email?.split('@')[1]
  return companyMark(name, domain ?? name)
}

/** Initials of the first participants, for a row that is narrow. */
export const callAvatars = (call: ConversationBrief): Html =>
  html`${parsePeople(call)
    .slice(0, PEOPLE_SHOWN)
    .map(({ name, email, internal }) => {
      const title = name ?? email ?? t('Unknown')
      return avatar(String(title), { them: !internal, title })
    })}`

/** Initials of the first participants with their names for screen readers. Those of other companies link to their page. */
export function callPeople(call: ConversationBrief): Html {
  const shown = parsePeople(call).slice(0, PEOPLE_SHOWN)
  if (shown.length === 0) return html``
  const more = call.peopleCount - shown.length
  const people = shown.map((person) => {
    const name = person.name ?? person.email ?? t('Unknown')
    const path = person.internal ? undefined : contactPath(person, call.uuid)
    const initials = html`${avatar(String(name), { them: !person.internal, title: name })}<span class="unseen"><bdi>${name}</bdi></span>`
    return path === undefined ? html`<span>${initials}</span>` : html`<a href="${path}">${initials}</a>`
  })
  return html`<span class="unseen">With </span>${people}${more > 0 && html`<span class="meta"><span aria-hidden="true">+${more}</span><span class="unseen">and ${more} more</span></span>`}`
}
