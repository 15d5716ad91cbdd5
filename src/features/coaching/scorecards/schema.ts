/** Tables and API schemas of scorecards (contract, "Scorecard"). */
import { z } from 'zod'
import { updatedAtField } from '../../../core/list-page.ts'
import { text, uuid } from '../../../core/wire.ts'
import { criteriaSchema } from '../../conversations/labels/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    scorecards: {
      organization_id: string
      id: string
      title: string
      team_id: string | null
      all_teams: boolean
      enabled: boolean
      interaction_type: InteractionType
      detailed_instructions: string
      scorecard_prompt: string
      expert_mode: boolean
      is_default_template: boolean
      criteria: string
      version: number
      created_at: Instant
      updated_at: Instant
    }
    scorecard_items: {
      organization_id: string
      scorecard_id: string
      id: string
      title: string
      type: 'numeric'
      position: number
      weight: number
      version: number
      expert_prompt: string
      metadata: string
      created_at: Instant
      updated_at: Instant
    }
  }
}

export const interactionType = z.enum(['conversation', 'chat', 'email'])
export type InteractionType = z.infer<typeof interactionType>

export const scorecard = z
  .object({
    id: z.string().describe('ID of the scorecard.'),
    title: z.string().describe('Title of the scorecard.'),
    organizationId: z.string().describe('ID of the organization.'),
    teamId: z
      .string()
      .optional()
      .describe('ID of the team that the scorecard belongs to. Absent if it applies to all teams or to none.'),
    allTeams: z.boolean().describe('Whether the scorecard applies to all teams.'),
    enabled: z.boolean().describe('Whether automatic scoring and users can use the scorecard.'),
    interactionType: interactionType.describe(
      'Type of interaction that the scorecard evaluates. Only `conversation` scorecards can score conversations.',
    ),
    detailedInstructions: z
      .string()
      .describe('Instructions for the evaluation as a whole. Automatic scoring by a language model uses them.'),
    scorecardPrompt: z.string().describe('Prompt for a language model. Used only in expert mode.'),
    expertMode: z
      .boolean()
      .describe(
        'Whether automatic scoring by a language model uses `scorecardPrompt` and the `expertPrompt` of items.',
      ),
    isDefaultTemplate: z.boolean().describe("Whether the scorecard is a default template, which can't be deleted."),
    criteria: criteriaSchema,
    createdAt: z.string().describe('When the scorecard was created.'),
    updatedAt: updatedAtField(),
  })
  .meta({ id: 'Scorecard' })
export type Scorecard = z.output<typeof scorecard>

/** Request fields. Only the title is required on creation. */
export const scorecardFields = {
  title: text({ min: 1, max: 128, trim: true }).describe(
    'Title of the scorecard, 1 to 128 characters. Example: `Discovery call`.',
  ),
  teamId: uuid()
    .optional()
    .describe(
      "ID of the team that the scorecard belongs to, from `GET /organizations/teams`. Can't be combined with `allTeams: true`.",
    ),
  teamUUID: uuid().optional().describe('Synonym of `teamId`. Send only one of them.'),
  allTeams: z
    .boolean()
    .optional()
    .describe(
      'Whether the scorecard applies to all teams. `true` clears `teamId`. A new scorecard without a team defaults ' +
        'to true. Example: `true`.',
    ),
  enabled: z
    .boolean()
    .optional()
    .describe('Whether automatic scoring and users can use the scorecard. A new scorecard defaults to true.'),
  interactionType: interactionType
    .optional()
    .describe('Type of interaction that the scorecard evaluates. A new scorecard defaults to `conversation`.'),
  detailedInstructions: text({ max: 2_000 })
    .optional()
    .describe(
      'Instructions for the evaluation as a whole, at most 2,000 characters. Automatic scoring by a language model ' +
        'uses them. Example: `Focus on open questions.`',
    ),
  scorecardPrompt: text({ max: 8_000 })
    .optional()
    .describe(
      'Prompt for a language model, at most 8,000 characters. Used only in expert mode. Example: `You coach sales ' +
        'reps.`',
    ),
  expertMode: z
    .boolean()
    .optional()
    .describe(
      'Whether automatic scoring by a language model uses `scorecardPrompt` and the `expertPrompt` of items. A new ' +
        'scorecard defaults to false.',
    ),
  criteria: criteriaSchema.optional(),
}

export const BOUND = 1_000_000
const scalePoint = z.number().min(-BOUND).max(BOUND)
export const scaleWords = () => text({ max: 2_000 })
const words = scaleWords().default('')

interface Points {
  readonly min: number
  readonly middle: number
  readonly max: number
}

export function checkOrder({ min, middle, max }: Points, issues: z.RefinementCtx): void {
  if (!(min < middle))
    issues.addIssue({ code: 'custom', path: ['middle'], message: '`middle` must be greater than `min`.' })
  if (!(middle < max))
    issues.addIssue({ code: 'custom', path: ['max'], message: '`max` must be greater than `middle`.' })
}

export const numericScale = z
  .object({
    min: scalePoint.describe('Lowest score of the scale.'),
    middle: scalePoint.describe('Score in the middle, between `min` and `max`.'),
    max: scalePoint.describe('Highest score of the scale.'),
    minCriteria: words.describe('Description of the lowest score. Defaults to empty.'),
    middleCriteria: words.describe('Description of the middle score. Defaults to empty.'),
    maxCriteria: words.describe('Description of the highest score. Defaults to empty.'),
  })
  .superRefine(checkOrder)
export type NumericScale = z.output<typeof numericScale>

const metadata = z.object({ numericMetadata: numericScale.describe('Numeric scale, with `min` < `middle` < `max`.') })
export type ItemMetadata = z.output<typeof metadata>

export const DEFAULT_METADATA: ItemMetadata = {
  numericMetadata: { min: 1, middle: 3, max: 5, minCriteria: '', middleCriteria: '', maxCriteria: '' },
}

export const scorecardItem = z
  .object({
    id: z.string().describe('ID of the item.'),
    scorecardId: z.string().describe('ID of the scorecard that contains the item.'),
    title: z.string().describe('Text of the question.'),
    type: z.literal('numeric').describe('Type of the scale. Always `numeric`.'),
    position: z.int().describe('Position in the scorecard, from 1, without gaps.'),
    weight: z.number().describe('Weight of the question in the total score, 0 to 100.'),
    version: z.int().describe('Version of the item. It increases with each change of the item.'),
    expertPrompt: z.string().describe('Prompt for a language model. Used only in expert mode.'),
    metadata: metadata.describe('Scale of the item.'),
    updatedAt: updatedAtField(),
  })
  .meta({ id: 'ScorecardItem' })
export type ScorecardItem = z.output<typeof scorecardItem>

/** Request fields. Only the title is required on creation. */
export const itemFields = {
  title: text({ min: 1, max: 128, trim: true }).describe(
    'The question, 1 to 128 characters. Example: `Did the rep agree on a next step?`',
  ),
  type: z.literal('numeric').optional().describe('Type of the scale. Always `numeric`.'),
  position: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Position in the scorecard, from 1. Items from this position on move up. A new item defaults to the last ' +
        'position. Example: `1`.',
    ),
  weight: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe(
      'Weight of the question in the total score, 0 to 100. A new item defaults to 1. Example: `2` counts double.',
    ),
  expertPrompt: text({ max: 8_000 })
    .optional()
    .describe(
      'Prompt for a language model, at most 8,000 characters. Used only in expert mode. Example: `A next step needs ' +
        'a date.`',
    ),
  metadata: metadata
    .optional()
    .describe('Scale of the item, with all its fields. A new item defaults to 1 (lowest), 3 (middle), 5 (highest).'),
}
