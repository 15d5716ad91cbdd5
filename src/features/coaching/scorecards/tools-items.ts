/** Scorecard item tools for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { lines } from '../../../core/tool-text.ts'
import { createScorecardItem } from './create-scorecard-item.ts'
import { deleteScorecardItem } from './delete-scorecard-item.ts'
import { BOUND, checkOrder, itemFields, type ScorecardItem, scaleWords } from './schema.ts'
import { updateScorecardItem } from './update-scorecard-item.ts'

export function serializeItem({ metadata: { numericMetadata: scale }, ...item }: ScorecardItem) {
  const { min, middle, max, minCriteria, middleCriteria, maxCriteria } = scale
  return {
    ...{ id: item.id, title: item.title, position: item.position, weight: item.weight },
    expert_prompt: item.expertPrompt,
    scale: {
      ...{ min, middle, max, min_criteria: minCriteria },
      ...{ middle_criteria: middleCriteria, max_criteria: maxCriteria },
    },
  }
}

/** Data returned after a change. The texts were just sent or are unchanged. */
const placeTold = { id: z.string(), position: z.int() }
const confirmItemChange = (done: string) => (item: ScorecardItem) => {
  const { id, title, position, weight, scale } = serializeItem(item)
  const facts = { Title: title, ID: id, Position: position, Weight: weight }
  const points = `${scale.min} – ${scale.middle} – ${scale.max}`
  return { text: `${done}\n${lines({ ...facts, Scale: points })}`, data: { id, position } }
}

/** Description fields of the scale, in the case of tool arguments. */
const words = scaleWords().optional()
// Limited by a rule outside of the schema: six limits would lengthen the tool list, which every client loads.
const point = z.number().refine((value) => Math.abs(value) <= BOUND, `Points of \`scale\` must be within ±${BOUND}.`)
const scale = z
  .strictObject({
    min: point.describe('Lowest score. Example: `1`.'),
    middle: point.describe('Middle score. Example: `3`.'),
    max: point.describe('Highest score. Example: `5`.'),
    min_criteria: words.describe('When to give the lowest score. Example: `No next step`.'),
    middle_criteria: words.describe('When to give the middle score. Example: `A next step without a date`.'),
    max_criteria: words.describe('When to give the highest score. Example: `A next step with a date`.'),
  })
  .superRefine(checkOrder)
  .optional()

const inCamelCase = (given: z.output<typeof scale>) => {
  if (given === undefined) return {}
  const { min, middle, max, min_criteria = '', middle_criteria = '', max_criteria = '' } = given
  const said = { minCriteria: min_criteria, middleCriteria: middle_criteria, maxCriteria: max_criteria }
  return { metadata: { numericMetadata: { min, middle, max, ...said } } }
}

const scorecardId = idArgument('scorecard', 'get_scorecards')
const itemId = idArgument('item', 'get_scorecard_details')
const fields = {
  position: itemFields.position.describe('Position from 1. Later items move up. Example: `1`.'),
  weight: itemFields.weight.describe('Weight in the total score. New items default to 1. Example: `2` counts double.'),
  expert_prompt: itemFields.expertPrompt.describe(
    'Model prompt, used only in expert mode. Example: `Did the rep agree on a date?`.',
  ),
}

export const itemTools: readonly Tool[] = [
  defineTool(createScorecardItem, {
    name: 'create_scorecard_item',
    title: 'Create a scorecard item',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    description:
      "Adds a question to a scorecard. By default it's the last question, has weight 1, and a scale with 1, 3 and " +
      '5.',
    args: {
      scorecard_id: scorecardId,
      title: itemFields.title.describe('Text of the question. Example: `Was a next step agreed?`.'),
      ...fields,
      scale: scale.describe('Scores with min < middle < max, and their descriptions.'),
    },
    names: { scorecard_id: 'id', expert_prompt: 'expertPrompt', scale: 'metadata' },
    input: ({ scorecard_id, expert_prompt, scale, ...given }) => ({
      ...{ ...given, id: scorecard_id, expertPrompt: expert_prompt },
      ...inCamelCase(scale),
    }),
    data: placeTold,
    present: confirmItemChange('Scorecard item created.'),
  }),
  defineTool(updateScorecardItem, {
    name: 'update_scorecard_item',
    title: 'Update a scorecard item',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      "Updates or moves a question of a scorecard. Omitted fields keep their values. Existing results don't change.",
    args: {
      scorecard_id: scorecardId,
      item_id: itemId,
      title: itemFields.title.optional().describe('New text of the question. Example: `Was a next step agreed?`.'),
      ...fields,
      scale: scale.describe('Replaces the scale, including all descriptions.'),
    },
    names: { scorecard_id: 'id', item_id: 'itemId', expert_prompt: 'expertPrompt', scale: 'metadata' },
    input: ({ scorecard_id, item_id, expert_prompt, scale, ...given }) => ({
      ...{ ...given, id: scorecard_id, itemId: item_id, expertPrompt: expert_prompt },
      ...inCamelCase(scale),
    }),
    data: placeTold,
    present: confirmItemChange('Scorecard item updated.'),
  }),
  defineTool(deleteScorecardItem, {
    name: 'delete_scorecard_item',
    title: 'Delete a scorecard item',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description:
      "Deletes a question of a scorecard permanently. Later questions move down. Existing results don't change.",
    args: { scorecard_id: scorecardId, item_id: itemId },
    names: { scorecard_id: 'id', item_id: 'itemId' },
    data: { item_id: z.string(), deleted: z.boolean() },
    present: (_, { item_id }) => ({ text: 'Scorecard item deleted.', data: { item_id, deleted: true } }),
  }),
]
