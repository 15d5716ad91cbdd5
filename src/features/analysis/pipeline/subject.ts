import type { WorkerPool } from '../../../core/worker-pool.ts'
import { outlineTask, toSegmentsInput } from '../../text/transcripts/index.ts'
import type { SubjectRow } from './queries.ts'
import type { AnalysisSubject, SubjectParticipant } from './step.ts'

export async function readSubject(
  id: string,
  row: SubjectRow,
  aside: WorkerPool,
  signal: AbortSignal,
): Promise<AnalysisSubject> {
  const segments = await toSegmentsInput(row.segments ?? '[]')
  const outline = await aside.run(outlineTask, [segments], signal)
  const imported = row.import_metadata === null ? {} : (JSON.parse(row.import_metadata) as Record<string, unknown>)
  return {
    id,
    title: row.title,
    transcriptVersion: row.transcript_version,
    saidOn: row.live_started_at === null ? null : new Date(row.live_started_at),
    createdAt: new Date(row.created_at),
    duration: row.media_duration,
    language: row.language,
    ownerId: row.owner_id,
    teamId: row.team_id,
    opportunityId: row.opportunity_id,
    isInternal: row.is_internal,
    outside: JSON.parse(row.participants) as SubjectParticipant[],
    inside: JSON.parse(row.internal_participants) as SubjectParticipant[],
    skips: {
      scorecards: imported.skipScorecardCalculation === true,
      fields: imported.skipCRMFieldsCalculation === true,
    },
    segments,
    outline,
  }
}
