/**
 * Epochs of the change feed. Its order is that of transaction IDs, which start again when the data moves to another
 * database server or an older backup is restored. A new epoch then expires the cursors of all clients, and they list
 * everything again.
 */
import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnerDatabase } from '../../core/db.ts'

/** File in the data folder of an installation that was restored from a backup and hasn't started since. */
const RESTORED = 'restored'

export const markRestored = (dataDir: string): Promise<void> => writeFile(join(dataDir, RESTORED), '')

/** Starts a new epoch if one is needed. @returns whether it did */
export async function startChangeEpoch(owner: OwnerDatabase, dataDir: string): Promise<boolean> {
  const mark = join(dataDir, RESTORED)
  const isRestored = await access(mark).then(
    () => true,
    () => false,
  )
  if (!isRestored && !(await isAheadOfServer(owner))) return false
  await owner.query('update change_epochs set last_value = last_value + 1')
  await rm(mark, { force: true })
  return true
}

/** Whether a stored change has a transaction ID that this server hasn't reached: the data comes from another server. */
async function isAheadOfServer(owner: OwnerDatabase): Promise<boolean> {
  const [current] = await owner.query<{ epoch: string }>('select last_value::text as epoch from change_epochs')
  const ahead = await owner.query(
    `select o.id from organizations o
     where (
       select c.xid from changes c where c.organization_id = o.id and c.epoch = $1::bigint
       order by c.epoch desc, c.xid desc limit 1) >= pg_snapshot_xmax(pg_current_snapshot())
     limit 1`,
    [current?.epoch],
  )
  return ahead.length > 0
}
