/**
 * Analysis: from a conversation that was imported to one that is understood, step by step.
 *
 * Whatever changes a conversation asks for it in its own transaction (`analysis-requests`); a job works it off here. The
 * **steps** are defined by the features whose results they are (`step.ts`, `<id>.step.ts`) and listed in the catalog, in
 * the order of `STEP_IDS`. Each one **finds** outside of any transaction, and **keeps** in one that also records it: when,
 * how long, of which transcript, by which version of the step and which language model. So a crash at any moment loses at
 * most the step at work, and the next run goes on where the records end.
 *
 * What a step was **made of** (its version, the transcript's, the model, and what it says it rests on) is kept as a
 * fingerprint. Asking again does just what has another fingerprint by now, as `make` would, and what had failed.
 *
 * A step that fails is tried again after 15 s, 1, 4, 15 and 60 minutes, the others going on meanwhile. While a language
 * model is away one conversation at a time asks whether it is back, and all that wait are woken when it is
 * (`model-rest.ts`). When it stays away, or will not, the step is done without it in the end and says so; any other fault
 * is named in the record, and the conversation is `failed`.
 *
 * No two workers do one step: the queue gives a job to one of them, a job with an old ticket does nothing, and a worker
 * that was taken for dead finds another's name on the conversation, under a lock, before it stores anything.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { analyzeConversation } from './analyze-conversation.job.ts'
import { analyzeWaiting } from './analyze-waiting.job.ts'
import { getConversationAnalysis } from './get-conversation-analysis.ts'
import { reanalyzeConversation } from './reanalyze-conversation.ts'
import { reanalyzeConversations } from './reanalyze-conversations.ts'
import type { AnyStep } from './step.ts'
import { wakeWaiting } from './wake-waiting.job.ts'

export { analyzeWaiting } from './analyze-waiting.job.ts'
export { requestSelected } from './reanalyze-conversations.ts'
export {
  type AnyStep,
  defineStep,
  type KeepContext,
  type Participant,
  type Step,
  type StepContext,
  type StepOutcome,
  type Subject,
} from './step.ts'

export { getConversationAnalysis, reanalyzeConversation }

export const operations: readonly AnyOperation[] = [
  getConversationAnalysis,
  reanalyzeConversation,
  reanalyzeConversations,
]

/** @param steps all there are, in the order they are done in */
export const jobsOf = (steps: readonly AnyStep[]): readonly AnyJob[] => [
  analyzeConversation(steps),
  analyzeWaiting,
  wakeWaiting,
]
