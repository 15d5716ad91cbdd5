import type { Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { lockConfiguration } from '../configurations/index.ts'
import { type FieldItemRow, selectItem } from './queries.ts'

export const noConfiguration = () => notFound('field configuration')
export const noItem = () => notFound('field configuration item', '/path/itemId')

/** Locks the configuration until the transaction ends and returns the item to change. */
export async function lockedItem(
  tx: Writer,
  org: OrganizationId,
  configurationId: string,
  itemId: string,
): Promise<FieldItemRow> {
  if (!(await lockConfiguration(tx, org, configurationId))) throw noConfiguration()
  const row = await selectItem(tx, org, configurationId, itemId)
  if (row === undefined) throw noItem()
  return row
}
