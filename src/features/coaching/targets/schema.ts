/** Table of targets, with request and response schemas. */
import { z } from 'zod'
import { uuid } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    targets: {
      organization_id: string
      id: string
      team_id: string | null
      figure: TargetFigure
      scorecard_id: string | null
      minimum: number | null
      maximum: number | null
      created_at: Instant
      updated_at: Instant
    }
  }
}

/** Maximum number of targets per organization. */
export const TARGETS_MAX = 200

/** Figures in display order. */
export const FIGURES = [
  'callsPerWeek',
  'talkShare',
  'questionsAsked',
  'longestMonologue',
  'averageScore',
  'scorecardScore',
] as const
export const targetFigure = z.enum(FIGURES)
export type TargetFigure = z.output<typeof targetFigure>

export const VERDICTS = ['within', 'below', 'above', 'insufficient'] as const
export type Verdict = (typeof VERDICTS)[number]

const bounds = {
  minimum: z.number().nullable().describe('Lower bound, included; null if the target has none.'),
  maximum: z.number().nullable().describe('Upper bound, included; null if the target has none.'),
}

const FIGURE_WORDS =
  '`callsPerWeek`: conversations of a person per week. `talkShare`: talk share of the internal side, 0 to 1. ' +
  '`questionsAsked`: questions of the internal side per conversation. `longestMonologue`: longest monologue of the internal ' +
  'side in seconds. `averageScore`: mean score of all scorecards, 0 to 100. `scorecardScore`: mean score of one scorecard.'

export const target = z
  .object({
    uuid: z.string().describe('ID of the target.'),
    figure: targetFigure.describe(FIGURE_WORDS),
    scorecardUUID: z.string().nullable().describe('ID of the scorecard; null unless `figure` is `scorecardScore`.'),
    scorecardTitle: z.string().nullable().describe('Title of the scorecard; null unless `figure` is `scorecardScore`.'),
    teamUUID: z.string().nullable().describe('ID of the team; null for a target of the organization.'),
    teamName: z.string().nullable().describe('Name of the team; null for a target of the organization.'),
    ...bounds,
    createdAt: z.string().describe('Time of creation, ISO 8601.'),
    updatedAt: z.string().describe('Time of the last change, ISO 8601.'),
  })
  .meta({ id: 'Target' })
export type Target = z.output<typeof target>

/** A figure of a report, compared with its target. */
export const targetComparison = z
  .object({
    targetUUID: z.string().describe('ID of the target, from `GET /targets`.'),
    figure: targetFigure.describe(FIGURE_WORDS),
    ...bounds,
    value: z.number().nullable().describe('Value of the figure; null if it is unknown.'),
    verdict: z
      .enum(VERDICTS)
      .describe(
        '`within`, `below` or `above` the target. `insufficient`: fewer than 5 conversations or results have the figure, ' +
          'or the period is too short for calls per week.',
      ),
  })
  .meta({ id: 'TargetComparison' })
export type TargetComparison = z.output<typeof targetComparison>

const number = z.number().min(0).max(100_000)
const UNITS =
  'Talk share is 0 to 1 in steps of 0.01, and a monologue up to 36,000 whole seconds. Scores are 0 to 100, questions up to ' +
  '1,000, and calls per week up to 10,000, in steps of 0.1.'

export const targetFields = {
  figure: targetFigure.describe(`${FIGURE_WORDS} Example: \`talkShare\`.`),
  scorecardUUID: uuid()
    .optional()
    .describe(
      'ID of the scorecard, from `GET /scorecards`. Required for `scorecardScore`, and not allowed otherwise. Example: `3f5a8c1e-9d27-4b60-8f14-6a2c7e0b9d53`.',
    ),
  teamUUID: uuid()
    .optional()
    .describe(
      'ID of the team, from `GET /organizations/teams`. The target also applies to child teams without one of their own. Defaults to the organization. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
  minimum: number
    .nullable()
    .optional()
    .describe(`Lower bound, included. Set this field, \`maximum\` or both. ${UNITS} Example: \`0.45\`.`),
  maximum: number
    .nullable()
    .optional()
    .describe('Upper bound, included, not lower than `minimum`. Same units as `minimum`. Example: `0.55`.'),
}
