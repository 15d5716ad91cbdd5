/**
 * Insights in the making: one question, or several, put to up to a thousand conversations.
 *
 * Asking stores the insight with results that wait (`insights`), and the selection as it is at that moment. A job **reads**
 * the conversations by and by, with the eyes of the insight's user: what each of them says to each question are its
 * **findings**, with the words they stand on; then the knowledge sources that were named; and then it **writes** each
 * answer from the findings. How far it has come is told by reading the insight.
 *
 * Findings are committed as they come, so a crash loses what was being read, and a language model is paid once. Without one
 * a finding is the best of what was said, and an answer tells how many conversations say something, who, when, in their own
 * words. With one, conversations are noted several at once and each note must quote; the answer is written from the notes,
 * names them, and the numbers in it are counted here. A model that is away is waited for, a good quarter of an hour; then
 * the rest is made without it, and the answer says so.
 *
 * A conversation that is hidden from the user by the time it is read, or by the time the answer is written, is not in it.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { createInsight } from './create-insight.ts'
import { deleteInsight } from './delete-insight.ts'
import { getInsight } from './get-insight.ts'
import { runInsight } from './run-insight.job.ts'

export { tools } from './tools.ts'
export { createInsight, deleteInsight, getInsight }

export const operations: readonly AnyOperation[] = [createInsight, getInsight, deleteInsight]

export const jobs: readonly AnyJob[] = [runInsight]
