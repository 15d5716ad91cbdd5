/**
 * Analysis: processes imported conversations step by step.
 *
 * Every change of a conversation requests an analysis in its own transaction (`analysis-requests`). A job runs it here.
 * The **steps** are defined by the features that own the results (`step.ts`, `<id>.step.ts`). The catalog lists them in
 * the order of `STEP_IDS`. Each step computes its result outside of a transaction (`find`) and stores it in one
 * (`save`). That transaction also records the time, duration, transcript version, step version and language model. A
 * crash loses only the current step, and the next run continues after the last recorded one.
 *
 * The inputs of a step are its version, the transcript version, the model, and the inputs that it declares in
 * `restsOn`. The record contains a fingerprint of them. A new request runs only the steps whose fingerprint changed, as
 * `make` does, and the steps that failed.
 *
 * A failed step is retried after 15 s, 1, 4, 15 and 60 minutes. The other steps continue. While a language model is
 * unavailable, one conversation at a time checks whether it is back, and then all waiting conversations continue
 * (`model-rest.ts`). If the model stays unavailable or refuses, the step finally runs without it, and the record
 * contains the reason. Other faults set the conversation to `failed`.
 *
 * Two workers never store the same step. The queue assigns a job to one worker, and a job with an outdated ticket does
 * nothing. A worker whose lease expired finds the run ID of another worker, under a lock, before it stores anything.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { analyzeConversation } from './analyze-conversation.job.ts'
import { analyzeWaiting } from './analyze-waiting.job.ts'
import { getAnalysisProgress } from './get-analysis-progress.ts'
import { getConversationAnalysis } from './get-conversation-analysis.ts'
import { lookBack } from './look-back.job.ts'
import { reanalyzeConversation } from './reanalyze-conversation.ts'
import { reanalyzeConversations } from './reanalyze-conversations.ts'
import type { AnyStep } from './step.ts'
import { wakeWaiting } from './wake-waiting.job.ts'

export { analyzeWaiting } from './analyze-waiting.job.ts'
export { requestSelected } from './reanalyze-conversations.ts'
export {
  type AnalysisStep,
  type AnalysisSubject,
  type AnyStep,
  defineStep,
  type KeepContext,
  type StepContext,
  type StepOutcome,
  type SubjectParticipant,
} from './step.ts'

export { getConversationAnalysis, reanalyzeConversation }

export const operations: readonly AnyOperation[] = [
  getAnalysisProgress,
  getConversationAnalysis,
  reanalyzeConversation,
  reanalyzeConversations,
]

/** @param steps all steps in execution order */
export const createPipelineJobs = (steps: readonly AnyStep[]): readonly AnyJob[] => [
  analyzeConversation(steps),
  analyzeWaiting,
  wakeWaiting,
  lookBack,
]
