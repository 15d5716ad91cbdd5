/**
 * Retention: archives or erases old conversations automatically.
 *
 * A **policy** selects conversations by labels, teams and privacy. A number of days after their start, it archives
 * them, or erases them with all derived data, in the same way as an admin does. If several policies select the same
 * conversation, the first due policy applies. Disabled policies do nothing; the **preview** of a policy returns what it
 * would do today.
 *
 * A job applies enabled policies once a day, at 02:00 UTC, a few conversations per transaction, with audit entries.
 * Conversations under a legal hold stay and are counted. An interrupted run continues where it stopped.
 *
 * Entries of the **audit log** are kept permanently, or for a number of days. The same daily job deletes older ones.
 *
 * The job of an organization has a **ticket**. Only the job with the current ticket does anything. It therefore runs
 * once a day, no matter how often policies change and on how many processes.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { applyRetention } from './apply-retention.job.ts'
import { createRetentionPolicy } from './create-retention-policy.ts'
import { deleteRetentionPolicy } from './delete-retention-policy.ts'
import { getAuditRetention } from './get-audit-retention.ts'
import { getRetentionPolicy } from './get-retention-policy.ts'
import { listRetentionPolicies } from './list-retention-policies.ts'
import { previewRetentionPolicy } from './preview-retention-policy.ts'
import { replaceAuditRetention } from './replace-audit-retention.ts'
import { updateRetentionPolicy } from './update-retention-policy.ts'

export {
  createRetentionPolicy,
  deleteRetentionPolicy,
  getAuditRetention,
  getRetentionPolicy,
  listRetentionPolicies,
  previewRetentionPolicy,
  replaceAuditRetention,
  updateRetentionPolicy,
}

export const operations: readonly AnyOperation[] = [
  listRetentionPolicies,
  createRetentionPolicy,
  getRetentionPolicy,
  updateRetentionPolicy,
  deleteRetentionPolicy,
  previewRetentionPolicy,
  getAuditRetention,
  replaceAuditRetention,
]

export const jobs: readonly AnyJob[] = [applyRetention]
