/** Adds the jobs for deliveries that database triggers created. */
import type { Store } from '../../../core/db.ts'
import type { Jobs } from '../../../core/job-queue.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { sendSoon } from './kind.ts'
import { takeWakes } from './queries-announce.ts'

/** Maximum number of organizations per run. The next run continues. */
const ORGANIZATIONS_MAX = 100

/**
 * Adds a job for each webhook with new deliveries, in the transaction that removes its wakes. Several processes can run
 * it at the same time. A fault of one organization delays no other.
 * @returns number of webhooks
 * @throws the first fault, after all organizations had their turn
 */
export async function wakeWebhooks(store: Pick<Store, 'of' | 'owner'>, jobs: Jobs): Promise<number> {
  const waiting = await store.owner.query<{ org: OrganizationId }>(
    'select distinct organization_id as org from webhook_wakes limit $1',
    [ORGANIZATIONS_MAX],
  )
  let count = 0
  const faults: unknown[] = []
  for (const { org } of waiting) {
    try {
      count += await store.of(org).transact(async (tx) => {
        const ids = await takeWakes(tx, org)
        for (const id of ids) await sendSoon(tx, { jobs, org }, id)
        return ids.length
      })
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
  return count
}
