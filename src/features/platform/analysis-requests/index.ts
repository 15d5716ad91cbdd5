/**
 * Analysis requests: queue the analysis of conversations.
 *
 * This feature lies below conversations, so every feature that changes a conversation can request its analysis in the
 * same transaction. `analysis/pipeline` runs it. A request is a row in `analyses` plus a job if no
 * run is queued or active. Requests before a run starts are merged. A request during a run makes the run repeat.
 */
export { analyzeConversationKind } from './kind.ts'
export { lookBackKind, requestLookBack } from './look-back.ts'
export { requestAnalysis } from './request.ts'
export type { AnalysisState } from './schema.ts'
export { STEP_IDS, type StepId, stepId } from './steps.ts'
