/**
 * Weekly digests: one email on Monday with what changed in the week before.
 *
 * A digest has the calls of the user, promises of the user, deals that went quiet, scores and comments, each with a link.
 * Managers and admins also get the calls of their teams, what changed in them against the week before (`load-team.ts`),
 * and deals with a new stage. It contains only what the user can see when it is composed, and
 * isn't sent if there is nothing to say. Users turn it off with the notification setting `weekly_digest`.
 *
 * The first analyzed call of a week queues the job of the organization (`notification-requests`). The job goes through the
 * users in the order of their IDs, and stores how far it is in the transaction that queues an email. So each user gets
 * at most one digest a week, also if a process ends in between.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import { sendWeeklyDigests } from './send-weekly-digests.job.ts'

export const jobs: readonly AnyJob[] = [sendWeeklyDigests]
