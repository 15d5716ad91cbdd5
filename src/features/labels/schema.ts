/** Tables of labels, what requests give and what answers say of one (decisions, section 3). */
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'
import { givenTeams } from '../identity/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    labels: {
      organization_id: string
      id: string
      name: string
      name_folded: string
      description: string
      ai_flow: boolean
      all_teams: boolean
      created_at: Instant
      updated_at: Instant
    }
    label_options: {
      organization_id: string
      label_id: string
      id: string
      position: number
      value: string
      description: string
    }
    label_teams: { organization_id: string; label_id: string; team_id: string }
    label_holds: {
      organization_id: string
      label_id: string
      option_id: string
      holder_kind: HolderKind
      holder_id: string
    }
  }
}

/** What may have criteria. */
export type HolderKind = 'scorecard' | 'field_configuration'

export const label = z
  .object({
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    aiFlow: z.boolean().describe('The analysis may choose an option by itself.'),
    allTeams: z.boolean(),
    teamsUUID: z.array(z.string()).describe('The teams it is offered to; empty when that is all of them, or none.'),
    options: z.array(z.object({ id: z.string(), value: z.string(), description: z.string() })),
    organizationUUID: z.string(),
  })
  .meta({ id: 'Label' })
export type Label = z.output<typeof label>

const option = z.object({
  value: text({ min: 1, max: 256, trim: true }),
  description: text({ max: 500 }).optional(),
})
const keptOption = option.extend({
  id: uuid().optional().describe('The id of an option that stays; without it, an option of the same value stays.'),
})
export type GivenOption = z.output<typeof keptOption>

const optionsOf = <T extends z.ZodType>(one: T) => z.array(one).max(200)

/** Fields of requests; all but the name may be left out at creation. */
export const labelFields = {
  name: text({ min: 1, max: 128, trim: true }),
  description: text({ max: 2_000 }).optional(),
  aiFlow: z.boolean().optional(),
  allTeams: z.boolean().optional().describe('Default true, unless teams are named. True takes the named teams off.'),
  teamsUUID: givenTeams.optional(),
}
export const newOptions = optionsOf(option).optional()
export const changedOptions = optionsOf(keptOption).optional().describe('Replaces the whole list.')
/** The same two as arguments of tools, which take nothing that they do not know. */
export const optionArguments = {
  made: optionsOf(option.strict()).optional(),
  changed: optionsOf(keptOption.strict()).optional(),
}

const CONDITIONS_MAX = 50

const operator = z.enum(['AND', 'OR'])
const condition = {
  field: uuid().describe('Id of a label.'),
  value: uuid().describe('Id of an option of that label.'),
}
export const criteriaSchema = z
  .object({ operator, conditions: z.array(z.object(condition)).max(CONDITIONS_MAX) })
  .meta({ id: 'Criteria' })
export type Criteria = z.output<typeof criteriaSchema>

/** The same as an argument of tools, which take nothing that they do not know. */
export const criteriaArgument = () =>
  z.strictObject({
    operator,
    conditions: z.array(z.strictObject({ field: uuid(), value: uuid() })).max(CONDITIONS_MAX),
  })

export const NO_CRITERIA: Criteria = { operator: 'AND', conditions: [] }
