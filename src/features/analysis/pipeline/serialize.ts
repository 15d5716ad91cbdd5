import { STEP_IDS } from '../../platform/analysis-requests/index.ts'
import type { StandingRow, StepRow } from './queries.ts'
import type { Analysis } from './schema.ts'

export function serializeAnalysis(id: string, standing: StandingRow, rows: readonly StepRow[]): Analysis {
  return {
    conversationUUID: id,
    processingStatus: standing.processing_status,
    state: standing.state ?? 'idle',
    waitsFor: standing.transcript_status === 'pending' ? 'transcript' : null,
    requestedAt: standing.requested_at,
    finishedAt: standing.finished_at,
    steps: STEP_IDS.map((step) =>
      serializeStep(
        step,
        rows.find((row) => row.step === step),
      ),
    ),
  }
}

function serializeStep(step: Analysis['steps'][number]['step'], row: StepRow | undefined): Analysis['steps'][number] {
  if (row === undefined) return { step, state: 'none', ...NOT_DONE }
  return {
    step,
    state: row.state,
    outcome: row.outcome,
    version: row.step_version,
    transcriptVersion: row.transcript_version,
    model: row.model,
    modelFault: row.model_fault,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    ms: Math.round(row.took_ms * 10) / 10,
    failures: row.failures,
    nextTryAt: row.next_try_at,
    fault: row.fault,
  }
}

const NOT_DONE = {
  outcome: null,
  version: null,
  transcriptVersion: null,
  model: null,
  modelFault: null,
  startedAt: null,
  finishedAt: null,
  ms: null,
  failures: 0,
  nextTryAt: null,
  fault: null,
}
