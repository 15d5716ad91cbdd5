/** Compares the figures of a report with the targets of its teams and users. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import {
  CALLS_MIN,
  compareFigures,
  compareWithTarget,
  loadTargetLookup,
  measureCallsPerWeek,
  type TargetComparison,
} from '../targets/index.ts'
import type { ReportRow, TeamFigures } from './queries.ts'

type Compared<Row> = Row & { readonly targets: TargetComparison[] }

/** @param scope `milliseconds`: length of the report period */
export async function compareReport(
  db: Reader,
  org: OrganizationId,
  { totals, teams, reps, scorecards, repCount }: ReportRow,
  scope: { readonly teamId: string | undefined; readonly ownerId: string | undefined; readonly milliseconds: number },
): Promise<{
  targets: TargetComparison[]
  teams: Compared<Omit<ReportRow['teams'][number], 'repCount'>>[]
  reps: Compared<ReportRow['reps'][number]>[]
  scorecards: (ReportRow['scorecards'][number] & { readonly target: TargetComparison | null })[]
}> {
  // The report of one user has one row of users, whose primary team decides.
  const [owner] = scope.ownerId === undefined ? [] : reps
  const mainTeam = owner === undefined ? (scope.teamId ?? null) : owner.primaryTeamId
  const findTargets = await loadTargetLookup(db, org, [
    mainTeam,
    ...teams.map(({ uuid }) => uuid),
    ...reps.map(({ primaryTeamId }) => primaryTeamId),
  ])
  const compare = (figures: TeamFigures, teamId: string | null, repsCount: number) =>
    compareFigures(findTargets(teamId), {
      ...figures,
      callsPerWeek: measureCallsPerWeek(figures.conversations, repsCount, scope.milliseconds),
    })
  const main = findTargets(mainTeam)
  return {
    targets: compare(totals, mainTeam, repCount),
    teams: teams.map(({ repCount: ownerCount, ...team }) => ({
      ...team,
      targets: compare(team, team.uuid, ownerCount),
    })),
    reps: reps.map((rep) => ({ ...rep, targets: compare(rep, rep.primaryTeamId, 1) })),
    scorecards: scorecards.map((card) => {
      const target = main.find(({ scorecardId }) => scorecardId === card.scorecardId)
      const measured = { value: card.averageScore, isEnough: card.results >= CALLS_MIN }
      return { ...card, target: target === undefined ? null : compareWithTarget(target, measured) }
    }),
  }
}
