/** Tables of scorecards, what requests give and what answers say of one (contract, "Scorecard"). */
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'
import { criteriaSchema } from '../labels/index.ts'

declare module '../../core/db.ts' {
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
    id: z.string(),
    title: z.string(),
    organizationId: z.string(),
    teamId: z.string().optional().describe('Set when the scorecard belongs to one team.'),
    allTeams: z.boolean(),
    enabled: z.boolean(),
    interactionType,
    detailedInstructions: z.string(),
    scorecardPrompt: z.string(),
    expertMode: z.boolean(),
    isDefaultTemplate: z.boolean(),
    criteria: criteriaSchema,
    createdAt: z.string(),
  })
  .meta({ id: 'Scorecard' })
export type Scorecard = z.output<typeof scorecard>

/** Fields of requests; all but the title may be left out at creation. */
export const scorecardFields = {
  title: text({ min: 1, max: 128, trim: true }),
  teamId: uuid().optional().describe('The one team it belongs to. Not beside allTeams: true.'),
  teamUUID: uuid().optional().describe('Another name of teamId.'),
  allTeams: z.boolean().optional().describe('True applies it to every team and takes the one team off.'),
  enabled: z.boolean().optional(),
  interactionType: interactionType.optional(),
  detailedInstructions: text({ max: 2_000 }).optional(),
  scorecardPrompt: text({ max: 8_000 }).optional(),
  expertMode: z.boolean().optional(),
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
  if (!(min < middle)) issues.addIssue({ code: 'custom', path: ['middle'], message: 'This must be more than min.' })
  if (!(middle < max)) issues.addIssue({ code: 'custom', path: ['max'], message: 'This must be more than middle.' })
}

export const numericScale = z
  .object({
    min: scalePoint,
    middle: scalePoint,
    max: scalePoint,
    minCriteria: words,
    middleCriteria: words,
    maxCriteria: words,
  })
  .superRefine(checkOrder)
export type NumericScale = z.output<typeof numericScale>

const metadata = z.object({ numericMetadata: numericScale })
export type ItemMetadata = z.output<typeof metadata>

export const DEFAULT_METADATA: ItemMetadata = {
  numericMetadata: { min: 1, middle: 3, max: 5, minCriteria: '', middleCriteria: '', maxCriteria: '' },
}

export const scorecardItem = z
  .object({
    id: z.string(),
    scorecardId: z.string(),
    title: z.string(),
    type: z.literal('numeric'),
    position: z.int().describe('From 1, without gaps.'),
    weight: z.number(),
    version: z.int().describe('Counts the changes of this item.'),
    expertPrompt: z.string(),
    metadata,
  })
  .meta({ id: 'ScorecardItem' })
export type ScorecardItem = z.output<typeof scorecardItem>

/** Fields of requests; all but the title may be left out at creation. */
export const itemFields = {
  title: text({ min: 1, max: 128, trim: true }),
  type: z.literal('numeric').optional(),
  position: z.int().min(1).optional().describe('Where it stands; those from there on move up. Default: last.'),
  weight: z.number().min(0).max(100).optional().describe('Default 1.'),
  expertPrompt: text({ max: 8_000 }).optional(),
  metadata: metadata.optional().describe('The scale; default 1 to 5.'),
}
