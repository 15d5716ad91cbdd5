/** Entries of the command palette for the words that the user typed: pages, calls, deals, accounts, people, and actions. */

import { type Text, t } from '../../core/languages/message.ts'
import { listReps } from '../../features/accounts/identity/index.ts'
import { listOpportunities } from '../../features/conversations/opportunities/index.ts'
import { listConversationBriefs } from '../../features/conversations/records/index.ts'
import { listAccounts } from '../../features/deals/accounts/index.ts'
import { searchContacts } from '../../features/deals/contacts/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { findPlaces, isPlace, type NavigationItem, PLACES, visibleTo } from '../../inbound/web/navigation.ts'
import { PLACE_LABELS } from '../../inbound/web/shell.ts'
import { accountPath } from '../components/account.ts'
import { contactPath } from '../components/contact.ts'
import { avatar, companyMark } from '../components/identity.ts'
import { dayOf, formatLength } from '../components/times.ts'
import { findActions } from './palette-actions.ts'

const WORDS_MAX = 200
const PAGES_MAX = 5

interface Entry {
  readonly path: string
  readonly mark: Html
  readonly label: Html | Text
  readonly meta?: Html | Text
  /** Color scheme or language that the entry sets without opening its path. */
  readonly theme?: string | undefined
  readonly language?: string | undefined
}

export async function jump(req: PageRequest): Promise<Html> {
  const words = (req.query.get('q') ?? '').trim().slice(0, WORDS_MAX)
  const [calls, deals, accounts, people] = words === '' ? [[], [], [], []] : await findRecords(req, words)
  const q = new URLSearchParams({ q: words })
  const groups: readonly (readonly [heading: Text, entries: readonly Entry[]])[] = [
    [t('Deals'), deals],
    [t('Accounts'), accounts],
    [t('Calls'), calls],
    [t('People'), people],
    [t('Pages'), findPages(req, words)],
    [t('Actions'), listActions(req, words)],
    [
      t('Search'),
      words === ''
        ? []
        : [
            { path: `/search/ask?${q}`, mark: icon('spark'), label: html`Ask “<bdi>${words}</bdi>”` },
            { path: `/search?${q}`, mark: icon('search'), label: html`Search all calls for “<bdi>${words}</bdi>”` },
          ],
    ],
  ]
  let index = 0
  return html`${groups
    .filter(([, entries]) => entries.length > 0)
    .map(
      ([heading, entries]) =>
        html`<div role="group" aria-label="${heading}"><p aria-hidden="true">${heading}</p>${entries.map(
          ({ path, mark, label, meta, theme, language }) =>
            html`<a role="option" id="jump-${index++}" href="${path}"${attribute('data-set-theme', theme)}${attribute('data-set-language', language)} tabindex="-1" aria-selected="false">${mark}<span class="cut">${label}</span>${meta !== undefined && html`<span class="meta">${meta}</span>`}</a>`,
        )}</div>`,
    )}`
}

async function findRecords(req: PageRequest, words: string): Promise<[Entry[], Entry[], Entry[], Entry[]]> {
  const [calls, deals, accounts, people, contacts] = await Promise.all([
    req.run(listConversationBriefs, { 'filter[title]': words, size: '5' }),
    req.run(listOpportunities, { title: words, size: '3' }),
    req.run(listAccounts, { name: words, size: '3' }),
    req.run(listReps, { query: words, size: '3' }),
    req.run(searchContacts, { query: words, limit: 3 }),
  ])
  return [
    calls.data.map(({ uuid, title, startedAt, mediaDuration: seconds }) => ({
      path: `/conversations/${uuid}`,
      mark: icon('calls'),
      label: html`<bdi>${title}</bdi>`,
      meta: html`${dayOf(req, startedAt)}${seconds !== null && seconds > 0 && ` · ${formatLength(seconds)}`}`,
    })),
    deals.data.map(({ id, title }) => ({
      path: `/deals/${id}`,
      mark: companyMark(title),
      label: html`<bdi>${title}</bdi>`,
    })),
    accounts.data.map(({ id, name, domain, last_conversation: last }) => ({
      path: accountPath(id),
      mark: companyMark(name, domain ?? name),
      label: html`<bdi>${name}</bdi>`,
      meta: dayOf(req, last.started_at),
    })),
    [
      ...contacts.data.flatMap(toContactEntry),
      ...people.data.map(({ uuid, firstName, lastName, email }) => {
        const name = `${firstName} ${lastName}`.trim() || email
        const path = req.user.role === 'ADMIN' ? `/admin/people/${uuid}` : `/conversations?owner=${uuid}`
        return { path, mark: avatar(name), label: html`<bdi>${name}</bdi>`, meta: html`<bdi>${email}</bdi>` }
      }),
    ],
  ]
}

/** Entry of a person outside of the organization. None for somebody whom nothing identifies. */
function toContactEntry(contact: { name: string | null; email: string | null; conversation_id: string }): Entry[] {
  const path = contactPath(contact, contact.conversation_id)
  const { name, email } = contact
  const shown = name ?? email
  if (path === undefined || shown === null) return []
  return [
    {
      ...{ path, mark: avatar(shown, { them: true }), label: html`<bdi>${shown}</bdi>` },
      ...(name === null || email === null ? {} : { meta: html`<bdi>${email}</bdi>` }),
    },
  ]
}

function findPages(req: PageRequest, words: string): Entry[] {
  const asked = words.toLowerCase()
  const entries = visibleTo(req.navigation, req.user.role)
  // Without words, only the places: the actions follow them.
  const firsts = new Set(findPlaces(entries).map(({ path }) => path))
  const found = entries.filter(({ path, group, label, words: about = '' }) =>
    asked === '' ? isPlace(group) && firsts.has(path) : `${label} ${about}`.toLowerCase().includes(asked),
  )
  const toEntry = ({ path, group, label, words: about }: NavigationItem): Entry => ({
    ...{
      path,
      label: asked === '' ? (PLACE_LABELS[group] ?? label) : label,
      mark: icon(isPlace(group) ? PLACES[group] : 'settings'),
    },
    ...(about === undefined ? {} : { meta: about }),
  })
  return found.slice(0, asked === '' ? found.length : PAGES_MAX).map(toEntry)
}

const listActions = (req: PageRequest, words: string): Entry[] =>
  findActions(req, words).map(({ label, path, icon: name, about, theme, language }) => ({
    ...{ path, label, mark: icon(name), theme, language },
    ...(about === undefined ? {} : { meta: about }),
  }))
