/** Form fields of a scorecard and its questions, and conversion of submitted forms. */

import { t } from '../../core/languages/message.ts'
import type { Scorecard, ScorecardItem } from '../../features/coaching/scorecards/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { criteriaFields, criteriaIn } from '../components/criteria.ts'
import { type Choice, checkField, type Fill, selectField, textAreaField, textField } from '../components/form.ts'

export const INTERACTIONS = { conversation: t('Calls'), chat: t('Chats'), email: t('Emails') } as const

/** Value of the team field that means all teams. */
const ALL = 'all'

interface Offered {
  readonly teams: readonly Choice[]
  readonly choices: readonly Choice[]
}

export const scorecardFields = (
  fill: Fill,
  { teams, choices }: Offered,
  scorecard?: Scorecard,
): Html => html`${textField(fill, { name: 'title', label: t('Title'), value: scorecard?.title, required: true, max: 128 })}
<div class="columns-2">${selectField(fill, {
  name: 'interactionType',
  label: t('Interaction type'),
  value: scorecard?.interactionType ?? 'conversation',
  choices: Object.entries(INTERACTIONS).map(([value, label]) => ({ value, label })),
})}${selectField(fill, {
  name: 'teamId',
  label: t('Team'),
  value: scorecard === undefined || scorecard.allTeams ? ALL : (scorecard.teamId ?? ALL),
  choices: [{ value: ALL, label: t('All teams') }, ...teams],
})}</div>
${textAreaField(fill, { name: 'detailedInstructions', label: t('Instructions for reviewers'), value: scorecard?.detailedInstructions, rows: 3, max: 2_000 })}
${checkField(fill, { name: 'enabled', label: t('Score calls with this scorecard'), on: scorecard?.enabled ?? true })}
${criteriaFields(fill, choices, scorecard?.criteria)}
${checkField(fill, { name: 'expertMode', label: t('Use custom prompts'), on: scorecard?.expertMode ?? false, help: t('The language model gets the prompts of this scorecard and its questions instead of the prompts that Parley generates.') })}
${textAreaField(fill, { name: 'scorecardPrompt', label: t('Scorecard prompt'), value: scorecard?.scorecardPrompt, rows: 3, max: 8_000 })}`

export function scorecardIn(fields: Fields) {
  const teamId = fields.text('teamId')
  return {
    title: fields.text('title'),
    interactionType: fields.text('interactionType') as Scorecard['interactionType'],
    ...(teamId === ALL ? { allTeams: true } : { teamId }),
    detailedInstructions: fields.text('detailedInstructions'),
    enabled: fields.has('enabled'),
    expertMode: fields.has('expertMode'),
    scorecardPrompt: fields.text('scorecardPrompt'),
    criteria: criteriaIn(fields),
  }
}

const POINTS = [
  { point: 'min', words: 'minCriteria', label: t('Lowest score') },
  { point: 'middle', words: 'middleCriteria', label: t('Middle score') },
  { point: 'max', words: 'maxCriteria', label: t('Highest score') },
] as const

/** Form fields of one question. Element IDs contain the ID of the question, because a page has several. */
export function itemFields(fill: Fill, item?: ScorecardItem): Html {
  const scale = item?.metadata.numericMetadata ?? {
    min: 0,
    middle: 1,
    max: 2,
    minCriteria: '',
    middleCriteria: '',
    maxCriteria: '',
  }
  const toElementId = (name: string) => `${name}-${item?.id ?? 'new'}`
  return html`${textField(fill, { name: 'title', id: toElementId('title'), label: t('Question'), value: item?.title, required: true, max: 128 })}
<div class="scorecards-scale">${POINTS.map(
    ({
      point,
      words,
      label,
    }) => html`<div>${textField(fill, { name: point, id: toElementId(point), label, type: 'number', value: String(scale[point]), required: true })}
${textAreaField(fill, { name: words, id: toElementId(words), label: t('Criteria'), value: scale[words], rows: 2, max: 2_000 })}</div>`,
  )}</div>
${textField(fill, { name: 'weight', id: toElementId('weight'), label: t('Weight in the total score'), type: 'number', value: String(item?.weight ?? 1), help: t('0 to 100.') })}
${textAreaField(fill, { name: 'expertPrompt', id: toElementId('expertPrompt'), label: t('Question prompt'), value: item?.expertPrompt, rows: 2, max: 8_000, help: t('Used if the scorecard uses custom prompts.') })}`
}

export const itemIn = (fields: Fields) => ({
  title: fields.text('title'),
  weight: fields.number('weight'),
  expertPrompt: fields.text('expertPrompt'),
  metadata: {
    numericMetadata: {
      min: fields.number('min') ?? Number.NaN,
      middle: fields.number('middle') ?? Number.NaN,
      max: fields.number('max') ?? Number.NaN,
      minCriteria: fields.text('minCriteria'),
      middleCriteria: fields.text('middleCriteria'),
      maxCriteria: fields.text('maxCriteria'),
    },
  },
})
