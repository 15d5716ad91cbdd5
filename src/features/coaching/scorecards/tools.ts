/** Scorecard tools for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt, lines, table } from '../../../core/tool-text.ts'
import { criteriaArgument } from '../../conversations/labels/index.ts'
import { createScorecard } from './create-scorecard.ts'
import { deleteScorecard } from './delete-scorecard.ts'
import { getScorecardDetails } from './get-scorecard-details.ts'
import { listScorecards } from './list-scorecards.ts'
import { interactionType, type Scorecard, type ScorecardItem, scorecardFields } from './schema.ts'
import { itemTools, serializeItem } from './tools-items.ts'
import { changeScorecard } from './update-scorecard.ts'

/** Maximum length of item texts in lists. A single item has full texts. */
const WORDS_MAX = 300

const scorecardTold = { id: z.string(), title: z.string(), enabled: z.boolean() }
const toToolScorecard = (given: Scorecard) => ({
  ...{ id: given.id, title: given.title, enabled: given.enabled, interaction_type: given.interactionType },
  ...{ team_id: given.teamId ?? null, all_teams: given.allTeams },
})
const formatTeam = ({ teamId, allTeams }: Scorecard) => (allTeams ? 'all' : (teamId ?? 'none'))
const toFacts = (given: Scorecard) => ({
  ...{ Title: given.title, ID: given.id, Teams: formatTeam(given), Enabled: given.enabled ? 'yes' : 'no' },
  'Applies to': given.interactionType,
})
const confirmScorecardChange = (done: string) => (given: Scorecard) => ({
  text: `${done}\n${lines(toFacts(given))}`,
  data: toToolScorecard(given),
})

const scorecardId = idArgument('scorecard', 'get_scorecards')
const { teamId, allTeams, enabled, detailedInstructions, scorecardPrompt, expertMode } = scorecardFields
const fields = {
  team_id: teamId.describe('ID of the team that uses it, from list_teams. Clears all_teams.'),
  all_teams: allTeams.describe('Whether it applies to all teams. True clears team_id.'),
  enabled: enabled.describe('Whether it can be used for scoring.'),
  interaction_type: interactionType.optional().describe('Interactions that it evaluates.'),
  detailed_instructions: detailedInstructions.describe(
    'Instructions for the evaluation. Example: `Judge only what the rep says.`.',
  ),
  scorecard_prompt: scorecardPrompt.describe(
    'Model prompt, used only in expert mode. Example: `You evaluate discovery calls.`.',
  ),
  expert_mode: expertMode.describe('Whether to use scorecard_prompt and expert_prompt.'),
  criteria: criteriaArgument()
    .optional()
    .describe('Labels that calls must have: field is a label ID, value an option ID.'),
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
    page: { path: '/scorecards', field: 'scorecards' },
    description:
      'Returns the scorecards of the organization, newest first. Use get_scorecard_details for the questions of ' +
      'one, and list_scorecard_results for its results.',
    args: {
      team_id: idArgument('team')
        .optional()
        .describe('ID of a team, from list_teams. Includes scorecards for all teams.'),
      interaction_type: interactionType.optional().describe('Only scorecards for this type of interaction.'),
    },
    names: { team_id: 'teamId', interaction_type: 'interactionType' },
    paged: { max: 200 },
    data: { scorecards: z.array(z.looseObject(scorecardTold)) },
    present: ({ data }) => ({
      text: table(
        ['Scorecard', 'Applies to', 'Teams', 'Enabled', 'ID'],
        data.map((one) => [one.title, one.interactionType, formatTeam(one), one.enabled ? 'yes' : 'no', one.id]),
      ),
      data: { scorecards: data.map(toToolScorecard) },
    }),
  }),
  defineTool(getScorecardDetails, {
    name: 'get_scorecard_details',
    title: 'Get a scorecard',
    page: { path: '/scorecards', field: 'scorecard' },
    description:
      `Returns a scorecard with its questions in order. Question texts are cut to ${WORDS_MAX} characters, marked […]; ` +
      'pass item_id to get one question in full.',
    args: {
      scorecard_id: scorecardId,
      item_id: idArgument('item').optional().describe('ID of a question. Returns only this one, in full.'),
    },
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
        ...toFacts(scorecard),
        Criteria: conditions.map(({ field, value }) => `label ${field} has ${value}`).join(` ${operator} `),
        ...{ Instructions: detailedInstructions, Prompt: scorecardPrompt, 'Expert mode': expertMode ? 'yes' : '' },
      })
      return {
        text: `${facts}\n\n${table(
          ['#', 'Item', 'Weight', 'Scale', 'Prompt', 'ID'],
          items.map((one) => [one.position, one.title, one.weight, formatScale(one), one.expertPrompt, one.id]),
          'No items.',
        )}`,
        data: {
          scorecard: {
            ...toToolScorecard(scorecard),
            ...{ detailed_instructions: detailedInstructions, scorecard_prompt: scorecardPrompt },
            ...{ expert_mode: expertMode, criteria: { operator, conditions } },
          },
          items: items.map(serializeItem),
        },
      }
    },
  }),
  defineTool(createScorecard, {
    name: 'create_scorecard',
    title: 'Create a scorecard',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    page: { path: '/scorecards' },
    description:
      'Creates a scorecard with its questions. It applies to all teams unless team_id is set. Add more questions with ' +
      'create_scorecard_item.',
    args: {
      title: scorecardFields.title.describe('Title of the scorecard. Example: `Discovery call`.'),
      ...fields,
      items: z
        .array(
          z.strictObject({
            title: z.string().describe('Text of the question. Example: `Was a next step agreed?`.'),
            weight: z.number().optional().describe('Weight in the total score. Defaults to 1.'),
          }),
        )
        .optional()
        .describe(
          'Questions in their order, with the scale 1, 3, 5. Example: `[{"title": "Was a next step agreed?"}]`.',
        ),
    },
    names,
    data: scorecardTold,
    present: confirmScorecardChange('Scorecard created.'),
  }),
  defineTool(changeScorecard, {
    name: 'update_scorecard',
    title: 'Update a scorecard',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    page: { path: '/scorecards' },
    description:
      'Updates a scorecard. Omitted fields keep their values; criteria replaces all existing criteria. Existing ' +
      "results don't change.",
    args: {
      scorecard_id: scorecardId,
      title: scorecardFields.title.optional().describe('New title of the scorecard. Example: `Discovery calls`.'),
      ...fields,
    },
    names: { scorecard_id: 'id', ...names },
    data: scorecardTold,
    present: confirmScorecardChange('Scorecard updated.'),
  }),
  defineTool(deleteScorecard, {
    name: 'delete_scorecard',
    title: 'Delete a scorecard',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description:
      "Deletes a scorecard with its questions permanently. Existing results stay. Default templates can't be " +
      'deleted; disable them with update_scorecard.',
    args: { scorecard_id: scorecardId },
    names: { scorecard_id: 'id' },
    data: { scorecard_id: z.string(), deleted: z.boolean() },
    present: (_, { scorecard_id }) => ({ text: 'Scorecard deleted.', data: { scorecard_id, deleted: true } }),
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
function formatScale({ metadata: { numericMetadata: scale } }: ScorecardItem): string {
  const point = (value: number, words: string) => (words === '' ? String(value) : `${value} (${words})`)
  return [
    point(scale.min, scale.minCriteria),
    point(scale.middle, scale.middleCriteria),
    point(scale.max, scale.maxCriteria),
  ].join(' – ')
}
