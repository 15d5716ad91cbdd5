/** Field values of a call, with evidence, and controls to confirm, edit or reject them. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { getConversationAnalysis } from '../../features/analysis/pipeline/index.ts'
import { listConversationFieldItems, listFieldValues } from '../../features/fields/values/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { actionButton, form } from '../components/form.ts'
import { badge, card, type Tone } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { renderTimestamp } from '../components/times.ts'
import { control, type FieldFormat, renderValue, valueLine } from './field-control.ts'
import { type ConversationRecord, formatConfidence, panelPath, renderQuote, withHiddenName } from './record.ts'
import { type CrmPlans, writing } from './writing.ts'

const PAGE_SIZE = '200'
/** Maximum number of values that one form confirms. */
const AT_ONCE = 200

const CATEGORIES: Readonly<Record<string, Message>> = {
  CRM: t('CRM fields'),
  Indicators: t('Indicators'),
  BuiltInInsight: t('Insights'),
  CustomInsight: t('Custom insights'),
}

type Item = Awaited<ReturnType<typeof loadItems>>[number]
type Value = Awaited<ReturnType<typeof loadValues>>[number]

const loadItems = async (req: PageRequest, id: string) => (await req.run(listConversationFieldItems, { id })).data

async function loadValues(req: PageRequest, id: string) {
  const first = await req.run(listFieldValues, { id, size: PAGE_SIZE })
  // Rejected values may fill more pages. Two pages show the newest ones.
  if (first.meta.pageCount <= 1) return first.data
  const next = await req.run(listFieldValues, { id, size: PAGE_SIZE, page: '2' })
  return [...first.data, ...next.data]
}

/** Field and its value. At least one of them is defined. */
interface Row {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly item: Item | undefined
  readonly value: Value | undefined
  readonly rejected: readonly Value[]
}

/** @param plans preview of the values to write to the CRM, if requested */
export async function fieldsPanel(req: PageRequest, conversation: ConversationRecord, plans?: CrmPlans): Promise<Html> {
  const id = conversation.uuid
  const [items, values, analysis, crm] = await Promise.all([
    loadItems(req, id),
    loadValues(req, id),
    req.run(getConversationAnalysis, { id }),
    writing(req, id, plans),
  ])
  const nameOf = await createNameLookup(
    req,
    values.flatMap(({ decidedBy, decidedAt }) => (decidedAt === null ? [] : [decidedBy])),
  )
  const rows = toRows(items, values)
  const proposed = rows.flatMap(({ value }) => (value?.state === 'proposed' ? [value.id] : [])).slice(0, AT_ONCE)
  const page = panelPath(id, 'fields')
  const acceptAll =
    proposed.length > 1 &&
    form(
      req,
      {
        page,
        action: 'accept',
        key: 'all',
        enhance: '#fields',
        kind: 'plain',
        button: t`Confirm all ${proposed.length} values`,
        inline: true,
      },
      () => proposed.map((one) => html`<input type="hidden" name="ids" value="${one}">`),
    )
  const groups = [...Map.groupBy(rows, ({ category }) => category)]
  const renderRow = (row: Row) => renderFieldRow(req, conversation, row, rows, nameOf)
  return card(
    t('Fields'),
    html`${rows.length === 0 ? renderEmpty(conversation) : renderStatus(analysis, rows)}
${groups.map(
  ([category, some]) =>
    html`<h3 class="${groups.length > 1 ? 'record-group' : 'unseen'}">${CATEGORIES[category] ?? category}</h3><ul class="record-rows">${some.map(renderRow)}</ul>`,
)}
${crm}`,
    { id: 'fields', actions: html`${acceptAll}` },
  )
}

function toRows(items: readonly Item[], values: readonly Value[]): Row[] {
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

const renderEmpty = ({ transcriptStatus }: ConversationRecord): Html =>
  transcriptStatus === 'pending'
    ? html`<p class="soft">Parley fills in the fields when the transcript is available.</p>`
    : html`<p class="soft">No fields apply to this call. To capture values from calls, create a field set for its team under <a href="/fields">Fields</a>.</p>`

/** Note about pending, failed or incomplete field values. */
function renderStatus(
  { steps, state }: { state: string; steps: readonly { step: string; state: string; outcome: string | null }[] },
  rows: readonly Row[],
): Html {
  const step = steps.find((one) => one.step === 'fields')
  const open = rows.filter(
    ({ item, value, rejected }) => item?.asked === true && value === undefined && rejected.length === 0,
  ).length
  if (step?.state === 'failed')
    return html`<p class="record-note">Couldn't fill in the fields. Parley tries again automatically.</p>`
  if (step?.state === 'none') {
    return html`<p class="record-note">${state === 'idle' ? t("The fields of this call haven't been filled in.") : t('Filling in the fields…')}</p>`
  }
  if (step?.outcome === 'needs_model' && open > 0) {
    return html`<p class="record-note">${open === 1 ? t('1 field has no value.') : t`${open} fields have no value.`} Rules found no reliable answer, and no language model is configured to look further.</p>`
  }
  return html``
}

const STATES: Readonly<Record<string, readonly [word: Text, tone: Tone]>> = {
  proposed: [t('Proposed'), 'open'],
  confirmed: [t('Confirmed'), 'good'],
  corrected: [t('Corrected'), 'good'],
  rejected: [t('Rejected'), 'bad'],
}

function renderFieldRow(
  req: PageRequest,
  { uuid: conversationId }: ConversationRecord,
  row: Row,
  rows: readonly Row[],
  nameOf: (id: string | null) => Text,
): Html {
  const { id, title, item, value, rejected } = row
  const page = panelPath(conversationId, 'fields')
  const [word, tone] = STATES[value?.state ?? (rejected.length > 0 ? 'rejected' : '')] ?? [t('Empty'), 'quiet']
  const button = (action: string, label: Text, one: Value) =>
    actionButton(req, {
      ...{ page, action, key: `${action}-${one.id}`, enhance: '#fields', button: withHiddenName(label, title) },
      kind: action === 'accept' ? 'plain' : 'link',
      fields: { ids: one.id },
    })
  const shape = toFieldFormat(row)
  return html`<li class="record-row" id="field-${id}">
<div class="record-head"><h4><bdi>${title}</bdi></h4>${badge(word, tone)}</div>
${value === undefined ? html`<p class="soft">${explainOpen(row, rows)}</p>` : html`<p class="record-value">${renderValue(value.value, value.responseType)}</p>`}
${value?.evidence.slice(0, 3).map((one) => renderQuote(conversationId, one)) ?? ''}
${value !== undefined && html`<p class="record-by">${byWhom(req, value, nameOf)}${item === undefined && t(' The field was deleted.')}</p>`}
<div class="record-actions">
${value?.state === 'proposed' && button('accept', t('Confirm'), value)}
${shape !== undefined && renderEditForm(req, page, row, shape)}
${value !== undefined && button('reject', t('Reject'), value)}
${(value?.history.length ?? 0) > 1 && renderHistory(req, value, nameOf)}
</div>
${rejected.length > 0 && html`<details class="record-more"><summary>${rejected.length === 1 ? t('1 rejected value') : t`${rejected.length} rejected values`}</summary><ul>${rejected.map((one) => html`<li>${valueLine(one.value, one.responseType)} ${button('accept', t('Restore'), one)}</li>`)}</ul></details>`}
</li>`
}

function toFieldFormat({ item, value, title }: Row): FieldFormat | undefined {
  if (item !== undefined) return item
  if (value === undefined) return undefined
  const options = Array.isArray(value.value) ? value.value.map(String) : []
  return { title, responseType: value.responseType, options, maxValues: null, allowLongResponse: true }
}

function explainOpen({ item, rejected }: Row, rows: readonly Row[]): Text {
  if (item?.asked === false) {
    const parent = rows.find(({ id }) => id === item.dependsOn)
    const isYesOrNo = parent?.item?.responseType === 'boolean'
    return t`Evaluated when “${parent?.title ?? t('another field')}” ${isYesOrNo ? t('is Yes') : t('has a value')}.`
  }
  return rejected.length > 0 ? t('The proposed value was rejected.') : t('No value found')
}

function byWhom(req: PageRequest, value: Value, nameOf: (id: string | null) => Text): Html {
  const found =
    value.source === 'human'
      ? undefined
      : t`${formatConfidence(value.confidence)}, proposed by ${value.source === 'ai' ? (value.model ?? t('a language model')) : t('rules')}.`
  if (value.decidedAt === null) return html`${found}`
  const [word = ''] = STATES[value.state] ?? []
  return html`${word} by <bdi>${nameOf(value.decidedBy)}</bdi>, ${renderTimestamp(req, value.decidedAt)}. ${found}`
}

function renderEditForm(req: PageRequest, page: string, { id, title, value }: Row, shape: FieldFormat): Html {
  const key = `edit-${id}`
  const isOpen = req.attempt?.action === 'edit' && req.attempt.fields.text('key') === key
  // The form identifies an existing value, or a field without one.
  const which = value === undefined ? 'item' : 'id'
  const label = value === undefined ? t('Add value') : t('Edit')
  return html`<details class="record-edit"${flag('open', isOpen)}><summary id="summary-${key}">${withHiddenName(label, title)}</summary>${form(
    req,
    { page, action: 'edit', key, enhance: '#fields', kind: 'plain', button: t('Save value'), pointers: POINTERS },
    (fill) => html`<input type="hidden" name="${which}" value="${value?.id ?? id}">
<input type="hidden" name="type" value="${shape.responseType}">
${control(fill, shape, { id: `control-${key}`, value: value?.value })}`,
  )}</details>`
}

const POINTERS = { '/intelligence/0/value': 'value', '/intelligence/0': 'value' }

/** @param who name of who did it */
function describeChange(state: string, who: Text): Html {
  switch (state) {
    case 'proposed':
      return html`proposed by <bdi>${who}</bdi>`
    case 'confirmed':
      return html`confirmed by <bdi>${who}</bdi>`
    case 'corrected':
      return html`corrected by <bdi>${who}</bdi>`
    default:
      return html`rejected by <bdi>${who}</bdi>`
  }
}

function renderHistory(req: PageRequest, value: Value | undefined, nameOf: (id: string | null) => Text): Html {
  if (value === undefined) return html``
  return html`<details class="record-more"><summary>${withHiddenName(t('History'), value.title)}</summary><ol>${value.history.map(
    ({ state, value: was, at, by, source }) =>
      html`<li>${valueLine(was, value.responseType)}: ${describeChange(state, state === 'proposed' && source !== 'human' ? t('Parley') : nameOf(by))}, ${renderTimestamp(req, at)}</li>`,
  )}</ol></details>`
}
