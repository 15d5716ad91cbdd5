/** Tables and API schemas of moves. */
import type { Generated } from 'kysely'
import { z } from 'zod'

declare module '../../../core/db.ts' {
  interface Tables {
    moves: {
      organization_id: string
      id: string
      application: string
      vendor: string
      account: string
      since: NullableInstant
      until: NullableInstant
      state: MoveState
      position: string | null
      runs: Generated<number>
      found: Generated<number>
      added: Generated<number>
      known: Generated<number>
      failed: Generated<number>
      request_day: string | null
      requests: Generated<number>
      created_at: Instant
      started_at: Instant
      updated_at: Instant
      completed_at: NullableInstant
    }
    move_calls: {
      organization_id: string
      move_id: string
      external_id: string
      outcome: CallOutcome
      reason: string | null
      detail: string | null
      started_at: NullableInstant
      duration_seconds: number | null
      owner_email: string | null
      owner_id: string | null
      parts: string
      missing: string
      moved_at: Instant
    }
    move_parts: {
      organization_id: string
      move_id: string
      kind: DefinitionKind
      external_id: string
      entity_id: string | null
      reason: string | null
      title: string
    }
  }
}

const moveState = z.enum(['running', 'stopped', 'completed'])
export type MoveState = z.output<typeof moveState>
export const callOutcome = z.enum(['added', 'known', 'failed'])
export type CallOutcome = z.output<typeof callOutcome>
export type DefinitionKind = 'tracker' | 'scorecard' | 'question' | 'clip'

export const NOUN = 'move'

const count = (description: string) => z.int().describe(description)

export const move = z
  .object({
    uuid: z.string().describe('ID of the move.'),
    vendor: z.string().describe('Product that the conversations come from, such as `gong`.'),
    application: z.string().describe('Application name of the conversations.'),
    state: moveState.describe(
      '`running`: a run works, or was interrupted. `stopped`: the last run ended before the end of the list. ' +
        '`completed`: the last run reached the end of the list.',
    ),
    since: z.string().nullable().describe('Calls before this time are left out. Null without a limit.'),
    until: z.string().nullable().describe('Calls from this time on are left out. Null without a limit.'),
    runs: count('Number of runs. An interrupted run that continues counts once.'),
    found: count('Calls that the current run has found so far.'),
    added: count('Calls that the current run has brought.'),
    known: count('Calls of the current run that were there already.'),
    failed: count("Calls of the current run that couldn't come."),
    createdAt: z.string().describe('When the first run started.'),
    startedAt: z.string().describe('When the current run started.'),
    updatedAt: z.string().describe('When the cursor last moved.'),
    completedAt: z.string().nullable().describe('When the last completed run ended. Null if none did.'),
  })
  .meta({ id: 'Move' })
export type Move = z.output<typeof move>

const group = {
  calls: count('Number of calls that are in Parley.'),
  failed: count("Number of calls that couldn't come."),
  minutes: z.number().describe('Length of the calls that are in Parley, in minutes.'),
}

export const ledger = z
  .object({
    ...group,
    found: count('Number of calls of the vendor in all runs.'),
    years: z
      .array(z.object({ year: z.int().nullable().describe('Year of the start, in UTC. Null if unknown.'), ...group }))
      .describe('Figures by year, oldest first.'),
    owners: z
      .array(
        z.object({
          email: z.string().nullable().describe("Owner's email address at the vendor. Null if unknown."),
          userUUID: z.string().nullable().describe('ID of the user who owns the calls. Null if no call came.'),
          isMatched: z
            .boolean()
            .describe('Whether an active user has this address. Otherwise the calls have the default owner.'),
          ...group,
        }),
      )
      .describe('Figures by owner, at most 500, most calls first.'),
    parts: z
      .array(
        z.object({
          kind: z.string().describe('Kind of content, such as `transcript`.'),
          count: z.int().describe('Number of imported items of this kind.'),
        }),
      )
      .describe('Content that came, by kind.'),
    missing: z
      .array(
        z.object({
          kind: z.string().describe('Kind of content, such as `recording`.'),
          reason: z.string().describe('Code of the reason, such as `not_returned`.'),
          description: z.string().describe('The reason as a sentence.'),
          count: z.int().describe('Number of missing items of this kind with this reason.'),
        }),
      )
      .describe("Content that couldn't come, by kind and reason."),
    failures: z
      .array(
        z.object({
          reason: z.string().describe('Code of the reason, such as `transcript`.'),
          description: z.string().describe('The reason as a sentence.'),
          count: z.int().describe('Number of calls with this reason.'),
          examples: z.array(z.string()).describe('IDs of up to 5 calls at the vendor.'),
        }),
      )
      .describe("Calls that couldn't come, by reason."),
    definitions: z
      .array(
        z.object({
          kind: z.string().describe('`tracker`, `scorecard` or `clip`.'),
          title: z.string().describe('Title of the tracker, scorecard or clip.'),
          came: z.boolean().describe('Whether it is in Parley.'),
          reason: z.string().nullable().describe("The reason why it couldn't come. Null if it came."),
        }),
      )
      .describe('Trackers, scorecards and library clips, at most 500.'),
    unavailable: z.array(z.string()).describe("Content that the vendor's interface never returns."),
  })
  .describe('Content that came, content that could not come, and the reasons.')
  .meta({ id: 'MoveLedger' })
export type Ledger = z.output<typeof ledger>

export const moveWithLedger = move.extend({ ledger }).meta({ id: 'MoveWithLedger' })
