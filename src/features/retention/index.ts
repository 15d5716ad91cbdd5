/**
 * Retention: what goes by itself when it has become old.
 *
 * A **policy** says which conversations (by labels, teams, whether they are private), after how many days from their
 * start, and what becomes of them: they are archived, or erased with everything derived from them, by the same road as
 * when an admin erases one. Several policies may mean the same conversation: the first to be due acts. A policy that is
 * not enabled does nothing; its **preview** tells what it would do today.
 *
 * Once a day, at two o'clock UTC, a job carries out the enabled ones, a few conversations a transaction, each of which
 * leaves its audit entry. What a legal hold keeps stays, and is counted. A run that was cut off goes on where it was.
 *
 * The job of an organization has a **ticket**: only the one with the present ticket does anything, so however often a
 * policy is changed and on however many processes, it runs once a day.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { applyRetention } from './apply-retention.job.ts'
import { createRetentionPolicy } from './create-retention-policy.ts'
import { deleteRetentionPolicy } from './delete-retention-policy.ts'
import { getRetentionPolicy } from './get-retention-policy.ts'
import { listRetentionPolicies } from './list-retention-policies.ts'
import { previewRetentionPolicy } from './preview-retention-policy.ts'
import { updateRetentionPolicy } from './update-retention-policy.ts'

export {
  createRetentionPolicy,
  deleteRetentionPolicy,
  getRetentionPolicy,
  listRetentionPolicies,
  previewRetentionPolicy,
  updateRetentionPolicy,
}

export const operations: readonly AnyOperation[] = [
  listRetentionPolicies,
  createRetentionPolicy,
  getRetentionPolicy,
  updateRetentionPolicy,
  deleteRetentionPolicy,
  previewRetentionPolicy,
]

export const jobs: readonly AnyJob[] = [applyRetention]
