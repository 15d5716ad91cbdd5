/** What the items of field configurations found in a conversation, with what people make of it. */
import { getConversationAnalysis } from '../../features/analysis/index.ts'
import { listConversationFieldItems, listFieldValues } from '../../features/field-values/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { actionButton, form } from '../kit/form.ts'
import { badge, card, type Tone } from '../kit/layout.ts'
import { namesOf } from '../kit/people.ts'
import { momentOf } from '../kit/times.ts'
import { control, type Shape, valueLine, valueTold } from './field-control.ts'
import { confidenceTold, named, panelPath, type Recorded, said } from './record.ts'
import { type CrmPlans, writing } from './writing.ts'

const PAGE_SIZE = '200'
/** Values that one form decides about. */
const AT_ONCE = 200

const CATEGORIES: Readonly<Record<string, string>> = {
  CRM: 'CRM fields',
  Indicators: 'Indicators',
  BuiltInInsight: 'Insights',
  CustomInsight: 'Your own insights',
}

type Item = Awaited<ReturnType<typeof itemsOf>>[number]
type Value = Awaited<ReturnType<typeof valuesOf>>[number]

const itemsOf = async (visit: Visit, id: string) => (await visit.ask(listConversationFieldItems, { id })).data

async function valuesOf(visit: Visit, id: string) {
  const first = await visit.ask(listFieldValues, { id, size: PAGE_SIZE })
  // Those that people said no to may fill more pages; the newest are what is worth telling.
  if (first.meta.pageCount <= 1) return first.data
  const next = await visit.ask(listFieldValues, { id, size: PAGE_SIZE, page: '2' })
  return [...first.data, ...next.data]
}

/** What is asked, and what stands there: one of the two at least. */
interface Row {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly item: Item | undefined
  readonly value: Value | undefined
  readonly rejected: readonly Value[]
}

/** @param plans what would be written to the CRM, when that was asked */
export async function fieldsPanel(visit: Visit, conversation: Recorded, plans?: CrmPlans): Promise<Html> {
  const id = conversation.uuid
  const [items, values, analysis, crm] = await Promise.all([
    itemsOf(visit, id),
    valuesOf(visit, id),
    visit.ask(getConversationAnalysis, { id }),
    writing(visit, id, plans),
  ])
  const nameOf = await namesOf(
    visit,
    values.flatMap(({ decidedBy, decidedAt }) => (decidedAt === null ? [] : [decidedBy])),
  )
  const rows = rowsOf(items, values)
  const proposed = rows.flatMap(({ value }) => (value?.state === 'proposed' ? [value.id] : [])).slice(0, AT_ONCE)
  const page = panelPath(id, 'fields')
  const acceptAll =
    proposed.length > 1 &&
    form(
      visit,
      {
        page,
        action: 'accept',
        key: 'all',
        enhance: '#fields',
        kind: 'plain',
        button: `Accept all ${proposed.length}`,
        inline: true,
      },
      () => proposed.map((one) => html`<input type="hidden" name="ids" value="${one}">`),
    )
  const groups = [...Map.groupBy(rows, ({ category }) => category)]
  const tell = (row: Row) => rowTold(visit, conversation, row, rows, nameOf)
  return card(
    'Fields',
    html`${rows.length === 0 ? nothing(conversation) : standing(analysis, rows)}
${groups.map(
  ([category, some]) =>
    html`<h3 class="${groups.length > 1 ? 'record-group' : 'unseen'}">${CATEGORIES[category] ?? category}</h3><ul class="record-rows">${some.map(tell)}</ul>`,
)}
${crm}`,
    { id: 'fields', actions: html`${acceptAll}` },
  )
}

function rowsOf(items: readonly Item[], values: readonly Value[]): Row[] {
  const of = Map.groupBy(values, ({ itemUUID }) => itemUUID)
  const asked = items.map(({ uuid, title, category }) => {
    const own = of.get(uuid) ?? []
    return {
      ...{ id: uuid, title, category },
      item: items.find((item) => item.uuid === uuid),
      value: own.find(({ state }) => state !== 'rejected'),
      rejected: own.filter(({ state }) => state === 'rejected'),
    }
  })
  const there = new Set(items.map(({ uuid }) => uuid))
  const left = values
    .filter(({ itemUUID, state }) => !there.has(itemUUID) && state !== 'rejected')
    .map((value) => ({
      id: value.itemUUID,
      title: value.title,
      category: value.category,
      item: undefined,
      value,
      rejected: [],
    }))
  return [...asked, ...left]
}

const nothing = ({ transcriptStatus }: Recorded): Html =>
  transcriptStatus === 'pending'
    ? html`<p class="soft">Fields are filled in once the transcript is there.</p>`
    : html`<p class="soft">No fields are taken from this conversation. Its team has none yet: they are set up under <a href="/fields">Fields</a>.</p>`

/** What is still to come, and what will not come without a language model. */
function standing(
  { steps, state }: { state: string; steps: readonly { step: string; state: string; outcome: string | null }[] },
  rows: readonly Row[],
): Html {
  const step = steps.find((one) => one.step === 'fields')
  const open = rows.filter(
    ({ item, value, rejected }) => item?.asked === true && value === undefined && rejected.length === 0,
  ).length
  if (step?.state === 'failed')
    return html`<p class="record-note">The fields could not be filled in. It is tried again.</p>`
  if (step?.state === 'none') {
    return html`<p class="record-note">${state === 'idle' ? 'The fields of this conversation have not been filled in.' : 'The fields are being filled in.'}</p>`
  }
  if (step?.outcome === 'needs_model' && open > 0) {
    return html`<p class="record-note">${open === 1 ? 'One item was' : `${open} items were`} left open: rules found nothing certain, and no language model is connected that could look closer.</p>`
  }
  return html``
}

const STATES: Readonly<Record<string, readonly [word: string, tone: Tone]>> = {
  proposed: ['Proposed', 'open'],
  confirmed: ['Confirmed', 'good'],
  corrected: ['Corrected', 'good'],
  rejected: ['Rejected', 'bad'],
}

function rowTold(
  visit: Visit,
  { uuid: conversationId }: Recorded,
  row: Row,
  rows: readonly Row[],
  nameOf: (id: string | null) => string,
): Html {
  const { id, title, item, value, rejected } = row
  const page = panelPath(conversationId, 'fields')
  const [word, tone] = STATES[value?.state ?? (rejected.length > 0 ? 'rejected' : '')] ?? ['Open', 'quiet']
  const button = (action: string, label: string, one: Value) =>
    actionButton(visit, {
      ...{ page, action, key: `${action}-${one.id}`, enhance: '#fields', button: named(label, title) },
      kind: action === 'accept' ? 'plain' : 'link',
      fields: { ids: one.id },
    })
  const shape = shapeOf(row)
  return html`<li class="record-row" id="field-${id}">
<div class="record-head"><h4><bdi>${title}</bdi></h4>${badge(word, tone)}</div>
${value === undefined ? html`<p class="soft">${whyOpen(row, rows)}</p>` : html`<p class="record-value">${valueTold(value.value, value.responseType)}</p>`}
${value?.evidence.slice(0, 3).map((one) => said(conversationId, one)) ?? ''}
${value !== undefined && html`<p class="record-by">${byWhom(visit, value, nameOf)}${item === undefined && ' Its item is gone.'}</p>`}
<div class="record-actions">
${value?.state === 'proposed' && button('accept', 'Accept', value)}
${shape !== undefined && editing(visit, page, row, shape)}
${value !== undefined && button('reject', 'Reject', value)}
${(value?.history.length ?? 0) > 1 && historyOf(visit, value, nameOf)}
</div>
${rejected.length > 0 && html`<details class="record-more"><summary>${rejected.length === 1 ? 'One rejected value' : `${rejected.length} rejected values`}</summary><ul>${rejected.map((one) => html`<li>${valueLine(one.value, one.responseType)} ${button('accept', 'Bring back', one)}</li>`)}</ul></details>`}
</li>`
}

function shapeOf({ item, value, title }: Row): Shape | undefined {
  if (item !== undefined) return item
  if (value === undefined) return undefined
  const options = Array.isArray(value.value) ? value.value.map(String) : []
  return { title, responseType: value.responseType, options, maxValues: null, allowLongResponse: true }
}

function whyOpen({ item, rejected }: Row, rows: readonly Row[]): string {
  if (item?.asked === false) {
    const parent = rows.find(({ id }) => id === item.dependsOn)
    const isYesOrNo = parent?.item?.responseType === 'boolean'
    return `Asked once “${parent?.title ?? 'another item'}” ${isYesOrNo ? 'is a yes' : 'has a value'}.`
  }
  return rejected.length > 0 ? 'What was proposed is not so.' : 'Nothing was found.'
}

function byWhom(visit: Visit, value: Value, nameOf: (id: string | null) => string): Html {
  const found =
    value.source === 'human'
      ? undefined
      : `${confidenceTold(value.confidence)}, found by ${value.source === 'ai' ? (value.model ?? 'a language model') : 'rules'}.`
  if (value.decidedAt === null) return html`${found}`
  const [word = ''] = STATES[value.state] ?? []
  return html`${word} by <bdi>${nameOf(value.decidedBy)}</bdi>, ${momentOf(visit, value.decidedAt)}. ${found}`
}

function editing(visit: Visit, page: string, { id, title, value }: Row, shape: Shape): Html {
  const key = `edit-${id}`
  const isOpen = visit.attempt?.action === 'edit' && visit.attempt.fields.text('key') === key
  // Of a value that stands there, or of the item that has none yet.
  const which = value === undefined ? 'item' : 'id'
  const label = value === undefined ? 'Fill in' : 'Edit'
  return html`<details class="record-edit"${flag('open', isOpen)}><summary id="summary-${key}">${named(label, title)}</summary>${form(
    visit,
    { page, action: 'edit', key, enhance: '#fields', kind: 'plain', button: 'Save', pointers: POINTERS },
    (fill) => html`<input type="hidden" name="${which}" value="${value?.id ?? id}">
<input type="hidden" name="type" value="${shape.responseType}">
${control(fill, shape, { id: `control-${key}`, value: value?.value })}`,
  )}</details>`
}

const POINTERS = { '/intelligence/0/value': 'value', '/intelligence/0': 'value' }

function historyOf(visit: Visit, value: Value | undefined, nameOf: (id: string | null) => string): Html {
  if (value === undefined) return html``
  return html`<details class="record-more"><summary>${named('History', value.title)}</summary><ol>${value.history.map(
    ({ state, value: was, at, by, source }) =>
      html`<li>${valueLine(was, value.responseType)}: ${(STATES[state]?.[0] ?? state).toLowerCase()}${state === 'proposed' && source !== 'human' ? ' by the analysis' : html` by <bdi>${nameOf(by)}</bdi>`}, ${momentOf(visit, at)}</li>`,
  )}</ol></details>`
}
