/**
 * Analysis requests: how a change asks for what is found out about a conversation to be brought up to date.
 *
 * The feature stands below conversations, so that whatever changes one can ask in its own transaction; who works it off
 * is `analysis`, above them. A request is a line in `analyses` and, when nobody is at the conversation yet, a job. Asked
 * for again before the work has begun it is one piece of work; while it runs, the run goes round once more.
 */
export { analyzeConversationKind } from './kind.ts'
export { requestAnalysis } from './request.ts'
export type { AnalysisState } from './schema.ts'
export { STEP_IDS, type StepId, stepId } from './steps.ts'
