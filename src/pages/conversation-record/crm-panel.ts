/** Linked CRM records and opportunity of a call, and other calls of the same customer. */

import type { z } from 'zod'
import { type Text, t } from '../../core/languages/message.ts'
import { formatAccountId, listCrmRecords } from '../../features/conversations/crm-records/index.ts'
import { listOpportunities } from '../../features/conversations/opportunities/index.ts'
import {
  type ConversationBrief,
  listConversationBriefs,
  listLinkedCrmRecords,
} from '../../features/conversations/records/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { accountLink } from '../components/account.ts'
import { actionButton } from '../components/form.ts'
import { card } from '../components/layout.ts'
import { newDeckLink } from '../components/new-deck.ts'
import { dayOf, formatLength } from '../components/times.ts'
import { addressWith } from '../conversations/query-params.ts'
import { formatEntity, isAccount, nameOfRecord } from './crm-words.ts'
import { type ConversationRecord, panelPath, parseRawJson, withHiddenName } from './record.ts'

type Linked = z.output<typeof listLinkedCrmRecords.output>['data'][number]
type Opportunity = z.output<typeof listOpportunities.output>['data'][number]

const FOUND_MAX = '8'
const OTHERS_SHOWN = 5
/** Whether a list can be filtered by a value: short enough, and without the comma that separates values. */
const isFilterable = (value: string) => [...value].length <= 300 && !value.includes(',')

interface RecordCandidate {
  readonly code: string
  readonly id: string
  readonly name: string
}

/** Search results that can be linked. */
interface LinkCandidates {
  readonly text: string
  readonly records: readonly RecordCandidate[]
  readonly opportunities: readonly Opportunity[]
}

/** @param text search text for records to link */
export async function crmPanel(req: PageRequest, conversation: ConversationRecord, text = ''): Promise<Html> {
  const { uuid: id, externalOpportunity } = conversation
  const [{ data: linked }, found] = await Promise.all([
    req.run(listLinkedCrmRecords, { id }),
    text === '' ? undefined : search(req, text),
  ])
  const others = await renderOtherCalls(req, conversation, linked)
  const page = panelPath(id, 'crm')
  const unlink = (label: Text, about: Text, action: string, fields: Record<string, string>) =>
    actionButton(req, {
      ...{
        page,
        action,
        key: Object.values(fields).join('/'),
        enhance: '#crm',
        kind: 'link',
        button: withHiddenName(label, about),
        fields,
      },
    })
  const opportunity =
    externalOpportunity !== null &&
    html`<li class="record-row"><div class="record-head"><span><a href="/deals/${externalOpportunity.uuid}"><bdi>${externalOpportunity.title}</bdi></a> <span class="soft">Opportunity</span> ${newDeckLink(externalOpportunity.uuid, externalOpportunity.title)}</span>${unlink(t('Remove'), externalOpportunity.title, 'part', {})}</div></li>`
  const records = linked.map((record) => {
    const name = nameTold(record)
    const { code } = record
    // An archived call doesn't belong to its account.
    const accountId = isAccount(code) && !conversation.archived ? formatAccountId({ code, recordId: record.id }) : null
    return html`<li class="record-row"><div class="record-head"><span>${accountId === null ? html`<bdi>${name}</bdi>` : accountLink(name, accountId)} <span class="soft"><span title="${record.id}">${formatEntity(record.code)}</span>${record.fields === null && t(', not synced')}</span>${isAccount(record.code) && html` ${newDeckLink(record.id, name)}`}</span>${unlink(t('Remove'), name, 'unlink', { code: record.code, record: record.id })}</div></li>`
  })
  return card(
    'CRM',
    html`${linked.length === 0 && externalOpportunity === null ? html`<p class="soft">No linked records yet. Link a record or an opportunity to see the call with its customer and write values to your CRM.</p>` : html`<ul class="record-rows">${opportunity}${records}</ul>`}
<form class="inline record-find" method="get" action="${page}" data-enhance="#crm"><div class="field"><label for="crm-find">Link a record or an opportunity</label><input type="search" id="crm-find" name="find" value="${text}" maxlength="100" autocomplete="off" placeholder="Name, email address or ID"></div><button class="plain">Search CRM</button></form>
${found !== undefined && renderLinkCandidates(req, page, found, linked, conversation)}
${others}`,
    { id: 'crm' },
  )
}

const nameTold = ({ fields, id }: Linked): string => (fields === null ? id : (nameOfRecord(fields)?.value ?? id))

async function search(req: PageRequest, text: string): Promise<LinkCandidates> {
  const [records, opportunities] = await Promise.all([
    req.run(listCrmRecords, { text, size: FOUND_MAX }),
    req.run(listOpportunities, { title: text, size: FOUND_MAX }),
  ])
  const candidates: RecordCandidate[] = []
  for await (const batch of records.data.batches) {
    for (const { code, id, fields } of batch) {
      candidates.push({ code, id, name: nameOfRecord(parseRawJson<Record<string, unknown>>(fields))?.value ?? id })
    }
  }
  return { text, records: candidates, opportunities: opportunities.data }
}

function renderLinkCandidates(
  req: PageRequest,
  page: string,
  found: LinkCandidates,
  linked: readonly Linked[],
  conversation: ConversationRecord,
): Html {
  const { records, opportunities, text } = found
  if (records.length + opportunities.length === 0) {
    return html`<p class="record-note">No records or opportunities found for “<bdi>${text}</bdi>”.</p>`
  }
  const isLinked = ({ code, id }: RecordCandidate) => linked.some((one) => one.code === code && one.id === id)
  const button = (action: string, about: Text, fields: Record<string, string>) =>
    actionButton(req, {
      page,
      action,
      key: Object.values(fields).join('/'),
      enhance: '#crm',
      button: withHiddenName(t('Link'), about),
      fields,
    })
  const there = html`<span class="soft">Linked</span>`
  return html`<ul class="record-rows" aria-label="Search results">${opportunities.map(
    ({ id, title }) =>
      html`<li class="record-row"><div class="record-head"><span><bdi>${title}</bdi> <span class="soft">Opportunity</span></span>${conversation.externalOpportunity?.uuid === id ? there : button('part', title, { opportunity: id })}</div></li>`,
  )}${records.map(
    (one) =>
      html`<li class="record-row"><div class="record-head"><span><bdi>${one.name}</bdi> <span class="soft">${formatEntity(one.code)} <bdi>${one.id}</bdi></span></span>${isLinked(one) ? there : button('link', one.name, { code: one.code, record: one.id })}</div></li>`,
  )}</ul>`
}

/** Other calls of the linked account or, without one, of the opportunity. */
async function renderOtherCalls(
  req: PageRequest,
  conversation: ConversationRecord,
  linked: readonly Linked[],
): Promise<Html> {
  const account = linked.find(({ code, fields }) => isAccount(code) && fields !== null)
  const name = account?.fields ? nameOfRecord(account.fields) : undefined
  const { externalOpportunity } = conversation
  const filter: Record<string, string> | undefined =
    account !== undefined && name !== undefined && isFilterable(name.value)
      ? {
          'filter[crm_field.entity_code]': account.code,
          'filter[crm_field.field_name]': name.field,
          'filter[crm_field.values]': name.value,
        }
      : externalOpportunity === null
        ? undefined
        : { 'filter[external_opportunity.id]': externalOpportunity.uuid }
  if (filter === undefined) return html``
  const { data, meta } = await req.run(listConversationBriefs, { ...filter, size: String(OTHERS_SHOWN + 1) } as never)
  const others = data.filter(({ uuid }) => uuid !== conversation.uuid).slice(0, OTHERS_SHOWN)
  if (others.length === 0) return html``
  const whose = 'filter[external_opportunity.id]' in filter ? externalOpportunity?.title : name?.value
  const all = addressWith('/conversations', toListQuery(filter))
  return html`<section class="record-part"><h3>Other calls with <bdi>${whose}</bdi></h3>
<ul class="record-rows">${others.map((one) => renderBrief(req, one))}</ul>
${meta.totalRecords > others.length + 1 && html`<p><a href="${all}">View all ${meta.totalRecords} calls</a></p>`}</section>`
}

/** Converts the filter to the query parameters of the call list. */
const toListQuery = (filter: Readonly<Record<string, string>>): URLSearchParams => {
  const short = [
    ['entity', 'filter[crm_field.entity_code]'],
    ['field', 'filter[crm_field.field_name]'],
    ['value', 'filter[crm_field.values]'],
    ['opportunity', 'filter[external_opportunity.id]'],
  ] as const
  return new URLSearchParams(
    short.flatMap(([name, of]): [string, string][] => (filter[of] === undefined ? [] : [[name, filter[of]]])),
  )
}

const renderBrief = (req: PageRequest, { uuid, title, startedAt, mediaDuration, headline }: ConversationBrief): Html =>
  html`<li class="record-row"><a href="/conversations/${uuid}"><bdi>${title}</bdi></a>
<p class="record-by">${dayOf(req, startedAt)}${mediaDuration !== null && `, ${formatLength(mediaDuration)}`}</p>
${headline !== null && html`<p class="soft" dir="auto">${headline}</p>`}</li>`
