/**
 * Suggested actions that Parley creates without a request: few, each with quotes as evidence.
 *
 * The analysis step `actions` creates them from the signals in a conversation:
 * - **commitment**: somebody on our side promised something, and said for whom or when
 * - **unanswered question**: somebody outside asked and got no answer
 * - **no next meeting**: people wanted to meet again, set no date and have not met since
 *
 * Internal conversations only have commitments. A daily job finds **silent** opportunities, which have no recent
 * conversation.
 *
 * Each action goes to the person who made the promise, if that user can read the conversation; otherwise to the owner
 * of the conversation. Participants, email addresses and names determine the side of a speaker. If the side is unknown,
 * Parley suggests nothing.
 *
 * Evidence is recognized by its terms, so it generates only one action, and a dismissed action stays dismissed. Actions
 * that no user has changed are updated when the conversation is analyzed again, and withdrawn when their evidence
 * disappears.
 *
 * The rules only support English. With a language model, the evidence also comes from the summary, and the model writes
 * drafts from sentences with verified quotes. Without one, drafts are templates with the quoted words.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import { lookOverActions } from './look-over-actions.job.ts'

export { actionsStep } from './actions.step.ts'

export const jobs: readonly AnyJob[] = [lookOverActions]
