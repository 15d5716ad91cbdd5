/**
 * Proactive actions that Parley makes by itself: few, and each with the words it rests on.
 *
 * Of a conversation they are made by the analysis step `actions`, from **grounds**: a **commitment** (somebody of ours said
 * what they would do, for whom or when), an **unanswered question** (somebody outside asked, and was put off or not heard),
 * **no next meeting** (people meant to meet again, named no day, and have not met since). Of an internal talk commitments
 * alone. Of what no conversation tells, a daily round: an opportunity that has fallen **silent**.
 *
 * Each goes to whoever promised it, when that is a user who sees the conversation, else to the conversation's owner. Who is
 * on whose side is read off participants, addresses and names; where nobody knows, nothing is proposed.
 *
 * A ground is known again by its words, so that it makes one action, whatever becomes of that: dismissed is dismissed. An
 * action that nobody has touched is worded anew with its conversation, and taken back when its ground is gone.
 *
 * The rules know English. With a language model what it found for the summary counts as well, and drafts are its own, of
 * sentences that quote; without one drafts are templates around the words that were said.
 */
import type { AnyJob } from '../../core/jobs.ts'
import { lookOverActions } from './look-over-actions.job.ts'

export { actionsStep } from './actions.step.ts'

export const jobs: readonly AnyJob[] = [lookOverActions]
