/** Reachability of the servers of a distributed database. */
import type { OwnerDatabase } from '../../../core/db.ts'

const PATIENCE_MS = 2_000

/** Whether the coordinator reaches all servers with data. @throws Error if the coordinator doesn't answer in time */
export async function areServersReachable(owner: OwnerDatabase): Promise<boolean> {
  const [row] = await owner.quick<{ reachable: boolean }>(
    `select coalesce(bool_and(success), true) as reachable from run_command_on_workers('select 1')`,
    [],
    PATIENCE_MS,
  )
  return row?.reachable ?? false
}
