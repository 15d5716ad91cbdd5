/** Scorecards, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { excerpt, lines, table } from '../../core/tool-text.ts'
import { criteriaArgument } from '../labels/index.ts'
import { createScorecard } from './create-scorecard.ts'
import { deleteScorecard } from './delete-scorecard.ts'
import { getScorecardDetails } from './get-scorecard-details.ts'
import { listScorecards } from './list-scorecards.ts'
import { interactionType, type Scorecard, type ScorecardItem, scorecardFields } from './schema.ts'
import { itemTools, tellItem } from './tools-items.ts'
import { changeScorecard } from './update-scorecard.ts'

/** In a list of items; a single one is told whole. */
const WORDS_MAX = 300

const scorecardTold = { id: z.string(), title: z.string(), enabled: z.boolean() }
const tell = (given: Scorecard) => ({
  ...{ id: given.id, title: given.title, enabled: given.enabled, interaction_type: given.interactionType },
  ...{ team_id: given.teamId ?? null, all_teams: given.allTeams },
})
const teamOf = ({ teamId, allTeams }: Scorecard) => (allTeams ? 'all' : (teamId ?? 'none'))
const factsOf = (given: Scorecard) => ({
  ...{ Title: given.title, Id: given.id, Teams: teamOf(given), Enabled: given.enabled ? 'yes' : 'no' },
  'Applies to': given.interactionType,
})
const told = (done: string) => (given: Scorecard) => ({ text: `${done}\n${lines(factsOf(given))}`, data: tell(given) })

const scorecardId = idOf('scorecard', 'get_scorecards')
const { teamId, allTeams, enabled, detailedInstructions, scorecardPrompt, expertMode } = scorecardFields
const fields = {
  team_id: teamId.describe('The one team it is for.'),
  all_teams: allTeams.describe('For every team.'),
  enabled: enabled.describe('In use.'),
  interaction_type: interactionType.optional().describe('What it judges.'),
  detailed_instructions: detailedInstructions.describe('For the scorer.'),
  scorecard_prompt: scorecardPrompt.describe('Prompt of the whole.'),
  expert_mode: expertMode.describe('Use prompts as they are.'),
  criteria: criteriaArgument().optional().describe('Which calls: labels (field) with an option (value), by id.'),
}
const names = {
  team_id: 'teamId',
  all_teams: 'allTeams',
  interaction_type: 'interactionType',
  detailed_instructions: 'detailedInstructions',
  scorecard_prompt: 'scorecardPrompt',
  expert_mode: 'expertMode',
} as const

const scorecardTools: readonly Tool[] = [
  defineTool(listScorecards, {
    name: 'get_scorecards',
    title: 'List scorecards',
    description:
      'The scorecards that calls are judged by, newest first. get_scorecard_details reads one, list_scorecard_results ' +
      'tells how calls did.',
    args: {
      team_id: idOf('team').optional().describe('Those that apply to it.'),
      interaction_type: interactionType.optional().describe('What it judges.'),
    },
    names: { team_id: 'teamId', interaction_type: 'interactionType' },
    paged: { max: 200 },
    data: { scorecards: z.array(z.looseObject(scorecardTold)) },
    present: ({ data }) => ({
      text: table(
        ['Scorecard', 'Applies to', 'Teams', 'Enabled', 'Id'],
        data.map((one) => [one.title, one.interactionType, teamOf(one), one.enabled ? 'yes' : 'no', one.id]),
      ),
      data: { scorecards: data.map(tell) },
    }),
  }),
  defineTool(getScorecardDetails, {
    name: 'get_scorecard_details',
    title: 'Read a scorecard',
    description:
      `One scorecard with its items in order. Texts of items are cut to ${WORDS_MAX} characters, marked […]; item_id ` +
      'reads one item whole.',
    args: { scorecard_id: scorecardId, item_id: idOf('item').optional().describe('Only this item, whole.') },
    names: { scorecard_id: 'id', item_id: 'itemId' },
    paged: { max: 100 },
    data: {
      scorecard: z.looseObject(scorecardTold),
      items: z.array(z.looseObject({ id: z.string(), title: z.string() })),
    },
    present: ({ scorecard, data }, { item_id }) => {
      const items = item_id === undefined ? data.map(shortened) : data
      const { operator, conditions } = scorecard.criteria
      const { detailedInstructions, scorecardPrompt, expertMode } = scorecard
      const facts = lines({
        ...factsOf(scorecard),
        Criteria: conditions.map(({ field, value }) => `label ${field} has ${value}`).join(` ${operator} `),
        ...{ Instructions: detailedInstructions, Prompt: scorecardPrompt, 'Expert mode': expertMode ? 'yes' : '' },
      })
      return {
        text: `${facts}\n\n${table(
          ['#', 'Item', 'Weight', 'Scale', 'Prompt', 'Id'],
          items.map((one) => [one.position, one.title, one.weight, scaleOf(one), one.expertPrompt, one.id]),
          'No items.',
        )}`,
        data: {
          scorecard: {
            ...tell(scorecard),
            ...{ detailed_instructions: detailedInstructions, scorecard_prompt: scorecardPrompt },
            ...{ expert_mode: expertMode, criteria: { operator, conditions } },
          },
          items: items.map(tellItem),
        },
      }
    },
  }),
  defineTool(createScorecard, {
    name: 'create_scorecard',
    title: 'Make a scorecard',
    description: 'Makes a scorecard, for all teams unless it names one. create_scorecard_item adds what it asks.',
    args: { title: scorecardFields.title.describe('Its title.'), ...fields },
    names,
    data: scorecardTold,
    present: told('Made the scorecard.'),
  }),
  defineTool(changeScorecard, {
    name: 'update_scorecard',
    title: 'Change a scorecard',
    description: 'Changes a scorecard; what is left out stays, criteria are replaced as a whole. Results stay.',
    args: { scorecard_id: scorecardId, title: scorecardFields.title.optional().describe('New title.'), ...fields },
    names: { scorecard_id: 'id', ...names },
    data: scorecardTold,
    present: told('Changed the scorecard.'),
  }),
  defineTool(deleteScorecard, {
    name: 'delete_scorecard',
    title: 'Delete a scorecard',
    description:
      'Deletes a scorecard with its items for good; results stay. A default template is refused: turn it off by ' +
      'update_scorecard.',
    args: { scorecard_id: scorecardId },
    names: { scorecard_id: 'id' },
    destructive: true,
    idempotent: true,
    data: { scorecard_id: z.string(), deleted: z.boolean() },
    present: (_, { scorecard_id }) => ({ text: 'Deleted the scorecard.', data: { scorecard_id, deleted: true } }),
  }),
]

export const tools: readonly Tool[] = [...scorecardTools, ...itemTools]

function shortened(item: ScorecardItem): ScorecardItem {
  const { numericMetadata: scale } = item.metadata
  const words = {
    minCriteria: excerpt(scale.minCriteria, WORDS_MAX),
    middleCriteria: excerpt(scale.middleCriteria, WORDS_MAX),
    maxCriteria: excerpt(scale.maxCriteria, WORDS_MAX),
  }
  const metadata = { numericMetadata: { ...scale, ...words } }
  return { ...item, expertPrompt: excerpt(item.expertPrompt, WORDS_MAX), metadata }
}

/** `1 (weak) – 3 – 5 (strong)` */
function scaleOf({ metadata: { numericMetadata: scale } }: ScorecardItem): string {
  const point = (value: number, words: string) => (words === '' ? String(value) : `${value} (${words})`)
  return [
    point(scale.min, scale.minCriteria),
    point(scale.middle, scale.middleCriteria),
    point(scale.max, scale.maxCriteria),
  ].join(' – ')
}
