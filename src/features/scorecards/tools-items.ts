/** Items of scorecards, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines } from '../../core/tool-text.ts'
import { createScorecardItem } from './create-scorecard-item.ts'
import { deleteScorecardItem } from './delete-scorecard-item.ts'
import { BOUND, checkOrder, itemFields, type ScorecardItem, scaleWords } from './schema.ts'
import { updateScorecardItem } from './update-scorecard-item.ts'

export function tellItem({ metadata: { numericMetadata: scale }, ...item }: ScorecardItem) {
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

/** What a changed item is told by: its texts were just given, or stay. */
const placeTold = { id: z.string(), position: z.int() }
const told = (done: string) => (item: ScorecardItem) => {
  const { id, title, position, weight, scale } = tellItem(item)
  const facts = { Title: title, Id: id, Position: position, Weight: weight }
  const points = `${scale.min} – ${scale.middle} – ${scale.max}`
  return { text: `${done}\n${lines({ ...facts, Scale: points })}`, data: { id, position } }
}

/** In the words of arguments. */
const words = scaleWords().optional()
// Bounded by a rule that the schema does not tell: everybody who lists the tools would pay for it six times.
const point = z.number().refine((value) => Math.abs(value) <= BOUND, `This must be within ±${BOUND}.`)
const scale = z
  .strictObject({
    ...{ min: point, middle: point, max: point },
    ...{ min_criteria: words, middle_criteria: words, max_criteria: words },
  })
  .superRefine(checkOrder)
  .optional()

const inCamelCase = (given: z.output<typeof scale>) => {
  if (given === undefined) return {}
  const { min, middle, max, min_criteria = '', middle_criteria = '', max_criteria = '' } = given
  const said = { minCriteria: min_criteria, middleCriteria: middle_criteria, maxCriteria: max_criteria }
  return { metadata: { numericMetadata: { min, middle, max, ...said } } }
}

const scorecardId = idOf('scorecard', 'get_scorecards')
const itemId = idOf('item', 'get_scorecard_details')
const fields = {
  position: itemFields.position.describe('From 1; those from there on move up.'),
  weight: itemFields.weight.describe('In the whole.'),
  expert_prompt: itemFields.expertPrompt.describe('How to judge it.'),
}

export const itemTools: readonly Tool[] = [
  defineTool(createScorecardItem, {
    name: 'create_scorecard_item',
    title: 'Add a scorecard item',
    description: 'Adds a question to a scorecard: last, weight 1, scale 1 – 3 – 5 unless told.',
    args: {
      scorecard_id: scorecardId,
      title: itemFields.title.describe('The question.'),
      ...fields,
      scale: scale.describe('Points, min < middle < max, and what they mean.'),
    },
    names: { scorecard_id: 'id', expert_prompt: 'expertPrompt', scale: 'metadata' },
    input: ({ scorecard_id, expert_prompt, scale, ...given }) => ({
      ...{ ...given, id: scorecard_id, expertPrompt: expert_prompt },
      ...inCamelCase(scale),
    }),
    data: placeTold,
    present: told('Added the item.'),
  }),
  defineTool(updateScorecardItem, {
    name: 'update_scorecard_item',
    title: 'Change a scorecard item',
    description: 'Changes or moves an item of a scorecard; what is left out stays. Results stay.',
    args: {
      scorecard_id: scorecardId,
      item_id: itemId,
      title: itemFields.title.optional().describe('The question.'),
      ...fields,
      scale: scale.describe('Replaced with all its words.'),
    },
    names: { scorecard_id: 'id', item_id: 'itemId', expert_prompt: 'expertPrompt', scale: 'metadata' },
    input: ({ scorecard_id, item_id, expert_prompt, scale, ...given }) => ({
      ...{ ...given, id: scorecard_id, itemId: item_id, expertPrompt: expert_prompt },
      ...inCamelCase(scale),
    }),
    data: placeTold,
    present: told('Changed the item.'),
  }),
  defineTool(deleteScorecardItem, {
    name: 'delete_scorecard_item',
    title: 'Delete a scorecard item',
    description: 'Deletes an item of a scorecard for good; those after it move down. Results stay.',
    args: { scorecard_id: scorecardId, item_id: itemId },
    names: { scorecard_id: 'id', item_id: 'itemId' },
    destructive: true,
    idempotent: true,
    data: { item_id: z.string(), deleted: z.boolean() },
    present: (_, { item_id }) => ({ text: 'Deleted the item.', data: { item_id, deleted: true } }),
  }),
]
