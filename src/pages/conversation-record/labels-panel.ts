/** Labels of a call: selected options with source and evidence, and forms to change them. */
import type { z } from 'zod'
import { type Text, t } from '../../core/languages/message.ts'
import { listLabelChoices } from '../../features/analysis/automatic-labels/index.ts'
import { type Label, listLabels } from '../../features/conversations/labels/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, form, selectField } from '../components/form.ts'
import { card, chip } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { renderTimestamp } from '../components/times.ts'
import { type ConversationRecord, formatConfidence, panelPath, renderQuote, withHiddenName } from './record.ts'

type Choice = z.output<typeof listLabelChoices.output>['data'][number]
/** Maximum number of labels loaded, in order of name. A call has at most 100 labels. */
const LABELS_MAX = '200'

export async function labelsPanel(req: PageRequest, conversation: ConversationRecord): Promise<Html> {
  const { uuid: id, teamUUID } = conversation
  const [choices, labels] = await Promise.all([
    req.run(listLabelChoices, { id }),
    req.run(listLabels, { size: LABELS_MAX }),
  ])
  const nameOf = await createNameLookup(
    req,
    choices.data.flatMap(({ source, decidedBy, decidedAt }) =>
      source === 'human' && decidedAt !== null ? [decidedBy] : [],
    ),
  )
  const byName = new Map(labels.data.map((label) => [label.name.toLowerCase(), label]))
  const chosen = new Set(choices.data.map(({ category }) => category.toLowerCase()))
  const offered = labels.data.filter(
    ({ name, allTeams, teamsUUID, options }) =>
      options.length > 0 &&
      !chosen.has(name.toLowerCase()) &&
      (allTeams || (teamUUID !== null && teamsUUID.includes(teamUUID))),
  )
  const rows = [
    ...choices.data.map((choice) => renderChoice(req, id, choice, byName.get(choice.category.toLowerCase()), nameOf)),
    ...offered.map((label) => openTold(req, id, label)),
  ]
  return card(
    t('Labels'),
    rows.length === 0
      ? html`<p class="soft">No labels for the team of this call. To classify calls, create labels under <a href="/labels">Labels</a>.</p>`
      : html`<ul class="record-rows">${rows}</ul>`,
    { id: 'labels' },
  )
}

function renderChoice(
  req: PageRequest,
  id: string,
  choice: Choice,
  label: Label | undefined,
  nameOf: (id: string | null) => Text,
): Html {
  const { category, option, evidence } = choice
  return html`<li class="record-row" id="label-${toElementId(category)}">
<div class="record-head"><h3><bdi>${category}</bdi></h3>${option === null ? html`<span class="soft">None</span>` : chip(option)}</div>
${option !== null && evidence.map((one) => renderQuote(id, one))}
<p class="record-by">${byWhom(req, choice, nameOf)}</p>
${changing(req, id, category, option, label)}
</li>`
}

function openTold(req: PageRequest, id: string, label: Label): Html {
  return html`<li class="record-row" id="label-${toElementId(label.name)}">
<div class="record-head"><h3><bdi>${label.name}</bdi></h3><span class="soft">Not set</span></div>
${changing(req, id, label.name, null, label)}
</li>`
}

/** Encodes a label name for an element ID, which must not contain spaces. */
const toElementId = (category: string) => Buffer.from(category).toString('base64url')

function byWhom(req: PageRequest, choice: Choice, nameOf: (id: string | null) => Text): Html {
  const { source, option, decidedAt, decidedBy, confidence, model } = choice
  if (source !== 'human') {
    return html`Set by ${source === 'ai' ? (model ?? t('a language model')) : t('rules')}. ${formatConfidence(confidence)}.`
  }
  if (decidedAt === null) return html`Set by the import.`
  return html`${option === null ? t('Removed') : t('Set')} by <bdi>${nameOf(decidedBy)}</bdi>, ${renderTimestamp(req, decidedAt)}.${option === null && t(" Parley doesn't set it again.")}`
}

function changing(
  req: PageRequest,
  id: string,
  category: string,
  option: string | null,
  label: Label | undefined,
): Html {
  const page = panelPath(id, 'labels')
  const values = label?.options.map(({ value }) => value) ?? []
  if (values.length === 0) {
    if (option === null) return html``
    return actionButton(req, {
      ...{
        page,
        action: 'set',
        key: category,
        enhance: '#labels',
        button: withHiddenName(t('Remove label'), category),
        kind: 'link',
      },
      fields: { category, option: '' },
    })
  }
  // Keeps the current option as a choice, even if the label no longer has it.
  const choices = option === null || values.includes(option) ? values : [option, ...values]
  return html`<div class="record-labelled">${form(
    req,
    {
      page,
      action: 'set',
      key: category,
      enhance: '#labels',
      kind: 'plain',
      button: withHiddenName(t('Set label'), category),
      inline: true,
    },
    (fill) => html`<input type="hidden" name="category" value="${category}">
${selectField(fill, { id: `option-${toElementId(category)}`, name: 'option', label: t`Option for ${category}`, value: option ?? '', none: t('None'), choices: choices.map((value) => ({ value, label: value })) })}`,
  )}</div>`
}
