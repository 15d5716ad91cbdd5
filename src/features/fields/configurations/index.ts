/**
 * Field configurations: sets of fields that Parley evaluates in conversations, and the teams they apply to.
 *
 * A **field configuration** applies to all teams, to listed teams, or to no team. Its criteria select the conversations
 * by label. Its items are in `items`. Archiving a team hides it from the API and deletes nothing: a restored team
 * has its fields again.
 *
 * An **assignment** connects an item to a team: one for each item and each team of the configuration. A configuration
 * for all teams has one assignment per item instead, with a null team. It therefore covers teams that are created
 * later, and `teams` doesn't depend on fields. An assignment uses the display order of its item unless it has its own.
 *
 * Lock order: every change of a configuration, an item or an assignment locks the configuration first. Deleting a
 * configuration deletes its items and assignments. Conversations keep the values found for them.
 */
import type { Reader } from '../../../core/db.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createFieldConfiguration } from './create-field-configuration.ts'
import { deleteFieldConfiguration } from './delete-field-configuration.ts'
import { getFieldConfiguration } from './get-field-configuration.ts'
import { listFieldAssignments } from './list-field-assignments.ts'
import { listFieldConfigurations } from './list-field-configurations.ts'
import { selectConfiguration } from './queries.ts'
import { updateFieldAssignment } from './update-field-assignment.ts'
import { updateFieldConfiguration } from './update-field-configuration.ts'

export { lockConfiguration } from './queries.ts'
export { reconcileAssignments } from './queries-assignments.ts'
export { categories, ITEMS_MAX } from './schema.ts'
export { tools } from './tools.ts'
export {
  createFieldConfiguration,
  deleteFieldConfiguration,
  getFieldConfiguration,
  listFieldConfigurations,
  updateFieldConfiguration,
}

export const operations: readonly AnyOperation[] = [
  listFieldConfigurations,
  createFieldConfiguration,
  getFieldConfiguration,
  updateFieldConfiguration,
  deleteFieldConfiguration,
  listFieldAssignments,
  updateFieldAssignment,
]

export const configurationExists = async (db: Reader, org: OrganizationId, id: string): Promise<boolean> =>
  (await selectConfiguration(db, org, id)) !== undefined
