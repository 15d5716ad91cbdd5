/** What answers say of how teams do. */
import { z } from 'zod'

const figures = {
  conversations: z.int(),
  minutesRecorded: z.number(),
  talkShare: z.number().nullable().describe("Our side's share of the talk, on the mean of those it is known of."),
  questionsAsked: z.number().nullable().describe('By our side, a conversation, on the mean of those it is known of.'),
  longestMonologue: z
    .number()
    .nullable()
    .describe('Of our side in a conversation, in seconds, on the mean of those it is known of.'),
  results: z.int().describe('Results of scorecards.'),
  averageScore: z.number().nullable().describe('On their mean, 0 to 100.'),
}
const periodStart = z.iso.date().describe('First day of the week (a Monday) or month, UTC.')

export const teamReport = z
  .object({
    team: z.object({ uuid: z.string(), name: z.string() }).nullable().describe('Null for the whole organization.'),
    from: z.string(),
    to: z.string(),
    period: z.enum(['week', 'month']),
    totals: z.object(figures),
    periods: z.array(z.object({ from: periodStart, ...figures })).describe('Those with a conversation, oldest first.'),
    teams: z
      .array(z.object({ uuid: z.string().nullable(), name: z.string().nullable(), ...figures }))
      .describe('Each by the conversations of its own, the most first. Null for those of no team.'),
    reps: z
      .array(z.object({ uuid: z.string(), email: z.string(), firstName: z.string(), lastName: z.string(), ...figures }))
      .describe('A page of the owners of conversations, the most conversations first.'),
    scorecards: z.array(
      z.object({
        scorecardId: z.string(),
        title: z.string(),
        results: z.int(),
        averageScore: z.number(),
        periods: z.array(z.object({ from: periodStart, results: z.int(), averageScore: z.number() })),
      }),
    ),
    labels: z.array(z.object({ category: z.string(), option: z.string(), conversations: z.int() })),
    trackers: z.array(z.object({ uuid: z.string(), name: z.string(), conversations: z.int(), hits: z.int() })),
    actions: z
      .object({ pending: z.int(), drafted: z.int(), sent: z.int(), dismissed: z.int(), expired: z.int() })
      .describe('Made of these conversations, by where they stand now.'),
  })
  .meta({ id: 'TeamReport' })
export type TeamReport = z.output<typeof teamReport>
