/** The fields of a scorecard and of its items, and what a sent form says of them. */
import type { Scorecard, ScorecardItem } from '../../features/scorecards/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { criteriaFields, criteriaIn } from '../kit/criteria.ts'
import { areaField, type Choice, checkField, type Fill, selectField, textField } from '../kit/form.ts'

export const INTERACTIONS = { conversation: 'Conversations', chat: 'Chats', email: 'E-mails' } as const

/** Of the field for the team, beside the ids of teams. */
const ALL = 'all'

interface Offered {
  readonly teams: readonly Choice[]
  readonly choices: readonly Choice[]
}

export const scorecardFields = (
  fill: Fill,
  { teams, choices }: Offered,
  scorecard?: Scorecard,
): Html => html`${textField(fill, { name: 'title', label: 'Title', value: scorecard?.title, required: true, max: 128 })}
<div class="columns-2">${selectField(fill, {
  name: 'interactionType',
  label: 'Judges',
  value: scorecard?.interactionType ?? 'conversation',
  choices: Object.entries(INTERACTIONS).map(([value, label]) => ({ value, label })),
})}${selectField(fill, {
  name: 'teamId',
  label: 'Of',
  value: scorecard === undefined || scorecard.allTeams ? ALL : (scorecard.teamId ?? ALL),
  choices: [{ value: ALL, label: 'All teams' }, ...teams],
})}</div>
${areaField(fill, { name: 'detailedInstructions', label: 'What whoever scores should know', value: scorecard?.detailedInstructions, rows: 3, max: 2_000 })}
${checkField(fill, { name: 'enabled', label: 'In use', on: scorecard?.enabled ?? true })}
${criteriaFields(fill, choices, scorecard?.criteria)}
${checkField(fill, { name: 'expertMode', label: 'Use the prompts as they are', on: scorecard?.expertMode ?? false, help: 'For a language model: the prompt below and those of the items, instead of what Parley writes.' })}
${areaField(fill, { name: 'scorecardPrompt', label: 'Prompt of the whole', value: scorecard?.scorecardPrompt, rows: 3, max: 8_000 })}`

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
  { point: 'min', words: 'minCriteria', label: 'Lowest' },
  { point: 'middle', words: 'middleCriteria', label: 'Middle' },
  { point: 'max', words: 'maxCriteria', label: 'Highest' },
] as const

/** @param fields ids of an item's fields differ from those of the others on the page by this */
export function itemFields(fill: Fill, item?: ScorecardItem): Html {
  const scale = item?.metadata.numericMetadata ?? {
    min: 0,
    middle: 1,
    max: 2,
    minCriteria: '',
    middleCriteria: '',
    maxCriteria: '',
  }
  const idOf = (name: string) => `${name}-${item?.id ?? 'new'}`
  return html`${textField(fill, { name: 'title', id: idOf('title'), label: 'Question', value: item?.title, required: true, max: 128 })}
<div class="scorecards-scale">${POINTS.map(
    ({
      point,
      words,
      label,
    }) => html`<div>${textField(fill, { name: point, id: idOf(point), label: `${label} score`, type: 'number', value: String(scale[point]), required: true })}
${areaField(fill, { name: words, id: idOf(words), label: 'is given when', value: scale[words], rows: 2, max: 2_000 })}</div>`,
  )}</div>
${textField(fill, { name: 'weight', id: idOf('weight'), label: 'Weight in the whole', type: 'number', value: String(item?.weight ?? 1), help: '0 to 100.' })}
${areaField(fill, { name: 'expertPrompt', id: idOf('expertPrompt'), label: 'Prompt of this question', value: item?.expertPrompt, rows: 2, max: 8_000, help: 'Used where the scorecard uses its prompts as they are.' })}`
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
