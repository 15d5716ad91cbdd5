/**
 * Evaluation of insights: one or more questions over up to 1,000 conversations.
 *
 * Creating an insight stores it with pending results (`insights`) and stores the selected conversations. A job
 * **reads** the conversations in batches, with the permissions of the owner. The statements of a conversation about a
 * question are its **findings**, with quotes. The job then reads the knowledge sources and **writes** each answer from
 * the findings. `getInsight` returns the progress.
 *
 * Findings are committed per batch, so a crash repeats only the current batch and the language model isn't paid twice.
 * Without a language model, a finding consists of the best quotes, and the answer lists counts, speakers, dates and
 * quotes. With one, the model takes notes of several conversations per call, and each note requires a quote. The answer
 * is written from the notes and cites them. All counts are computed here. If the model is unavailable, the job retries
 * for about 20 minutes. It then finishes without the model and adds a notice.
 *
 * The answer excludes conversations that the owner can no longer access when they are read or when it is written.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { createInsight } from './create-insight.ts'
import { deleteInsight } from './delete-insight.ts'
import { getInsight } from './get-insight.ts'
import { runInsight } from './run-insight.job.ts'

export { tools } from './tools.ts'
export { createInsight, deleteInsight, getInsight }

export const operations: readonly AnyOperation[] = [createInsight, getInsight, deleteInsight]

export const jobs: readonly AnyJob[] = [runInsight]
