/** Audit log: who changed what, when and from where. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { listAuditEntries } from '../../features/platform/audit/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { textField } from '../components/form.ts'
import { chip, chips, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { dayBegins, renderTimestamp } from '../components/times.ts'
import { findOperation, listOperationChoices, nameItem, nameOperation, showOperation } from './audit-words.ts'
import { adminPage, catchListRefusal, filterForm, findUserByEmail, NO_ATTEMPT } from './shared.ts'

const AUDIT = '/admin/audit'

export const auditPage = adminPage({
  path: AUDIT,
  navigation: { group: 'data', label: t('Audit log'), role: 'ADMIN', words: t('Who changed what, and when') },
  async show(req) {
    const readParam = (name: string) => req.query.get(name)?.trim() ?? ''
    const answer = await catchListRefusal(listEntries(req, readParam))
    return {
      title: t('Audit log'),
      body: html`${heading(t('Audit log'), { words: t("Every change in your organization: who made it, when and from where. Entries can't be edited or deleted here.") })}
${filterForm(AUDIT, [
  textField(NO_ATTEMPT, { name: 'email', label: t('User email'), type: 'search', value: readParam('email'), max: 320 }),
  textField(NO_ATTEMPT, {
    name: 'operation',
    label: t('Operation'),
    type: 'search',
    value: showOperation(readParam('operation')),
    suggestions: listOperationChoices(),
    max: 128,
  }),
  textField(NO_ATTEMPT, {
    name: 'type',
    label: t('Item type'),
    type: 'search',
    value: readParam('type'),
    placeholder: 'conversation',
    max: 128,
  }),
  textField(NO_ATTEMPT, { name: 'thing', label: t('Item ID'), type: 'search', value: readParam('thing'), max: 256 }),
  html`<div class="admin-range">${textField(NO_ATTEMPT, { name: 'from', label: t('From', 'date'), type: 'date', value: readParam('from') })}${textField(NO_ATTEMPT, { name: 'to', label: t('To', 'date'), type: 'date', value: readParam('to') })}</div>`,
])}
${readParam('user') !== '' && chips([chip(t('One user'), { remove: withQuery(req.path, { user: undefined }) })])}
${'refused' in answer ? answer.refused : renderEntries(req, answer)}`,
    }
  },
})

async function listEntries(req: PageRequest, given: (name: string) => string) {
  const email = given('email')
  const userUUID = email === '' ? given('user') : (await findUserByEmail(req, email)).uuid
  const [from, to] = [dayBegins(req, given('from')), dayBegins(req, given('to'), 1)]
  const filter = {
    userUUID,
    ...{ operation: findOperation(given('operation')), entityType: given('type'), entityId: given('thing') },
    from: from?.toISOString() ?? '',
    to: to === undefined ? '' : new Date(to.getTime() - 1).toISOString(),
  }
  const named = Object.entries(filter).filter(([, value]) => value !== '')
  return req.run(listAuditEntries, { ...Object.fromEntries(named), page: pageAsked(req) })
}

type AuditPageData = Awaited<ReturnType<typeof listEntries>>
type Entry = AuditPageData['data'][number]

const renderEntries = (req: PageRequest, { data, meta }: AuditPageData): Html =>
  data.length === 0
    ? empty(t('No entries found'), t('No changes match these filters. Change or remove a filter.'))
    : html`${table<Entry>(data, columns(req), { caption: t('Audit log') })}${pager(req, meta)}`

const VIA: Readonly<Record<string, Message>> = {
  api_key: t('API key'),
  command_line: t('command line'),
  oauth: t('connected app'),
  session: t('web app'),
  service: t('automatic'),
}
/** Maximum number of items shown per entry. A bulk change has many. */
const SHOWN = 5

const columns = (req: PageRequest) => [
  { title: t('Time'), cell: ({ at }: Entry) => renderTimestamp(req, at) },
  {
    title: t('User'),
    cell: ({ user, via, address }: Entry) =>
      html`${
        user === null
          ? t('Organization')
          : html`<a href="${withQuery(req.path, { user: user.uuid, email: undefined })}"><bdi>${user.email}</bdi></a>`
      }<br><span class="soft">${VIA[via] ?? via}${address !== null && html`, from <bdi>${address}</bdi>`}</span>`,
  },
  {
    title: t('Operation'),
    cell: ({ operation }: Entry) =>
      html`<a href="${withQuery(req.path, { operation })}" title="${operation}">${nameOperation(operation)}</a>`,
  },
  {
    title: t('Items'),
    cell: ({ entities }: Entry) => renderItems(req, entities),
  },
]

type Item = Entry['entities'][number]

/** Items of a change. Items of one type are a row with its name once, and a number for each. */
function renderItems(req: PageRequest, entities: Entry['entities']): Html {
  const shown = entities.slice(0, SHOWN)
  const groups = [...Map.groupBy(shown, ({ type }) => type).values()]
  const more = entities.length - shown.length
  return html`${groups.map((group) => html`<span class="admin-thing">${renderGroup(req, group)}</span>`)}${more > 0 && html`<span class="soft">and ${more} more</span>`}`
}

function renderGroup(req: PageRequest, items: readonly Item[]): Html {
  const [first] = items
  if (first === undefined || items.length === 1) return html`${items.map((item) => link(req, item))}`
  const name = nameItem(first.type)
  return html`<bdi>${name}</bdi> ${items.map((item, index) => html`<a href="${itemPath(req, item)}" title="${item.type} ${item.id}"><span class="unseen">${name} </span>${formatNumber(index + 1)}</a> `)}`
}

const itemPath = (req: PageRequest, { type, id }: Item): string =>
  type === 'conversation' ? `/conversations/${id}` : withQuery(req.path, { type, thing: id })

/** Items that are figures of the change, not resources. */
const FIGURES: ReadonlySet<string> = new Set(['deleted entries', 'kept days'])

const link = (req: PageRequest, { type, id }: Item): Html =>
  type === 'conversation'
    ? html`<a href="/conversations/${id}">${nameItem(type)}</a>`
    : FIGURES.has(type)
      ? html`${nameItem(type)}: <bdi>${/^\d+$/.test(id) ? formatNumber(Number(id)) : id}</bdi>`
      : type === 'deleted up to'
        ? html`${nameItem(type)}: ${renderTimestamp(req, id)}`
        : html`<a href="${withQuery(req.path, { type, thing: id })}" title="${type} ${id}"><bdi>${nameItem(type)}</bdi></a>`
