/**
 * Field configurations: what is to be taken from conversations, and for which teams.
 *
 * A **field configuration** is for all teams, or for those it names, or, with neither, for none; its criteria gate which
 * conversations it applies to. Its items live in `field-items`. Archiving a team takes it out of what is told of a
 * configuration and deletes nothing: a team that comes back has its fields again.
 *
 * An **assignment** ties an item to a team, and there is one for each item and each team of the configuration. A
 * configuration for all teams has one for each item instead, without a team: so a team that is made later has the item
 * too, and no team needs to know of fields. Its place is that of its item until it is given one of its own.
 *
 * Whoever changes a configuration, an item or an assignment locks the configuration first. Deleting one takes its items
 * and assignments with it; what they have taken from conversations stays there.
 */
import type { Reader } from '../../core/db.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createFieldConfiguration } from './create-field-configuration.ts'
import { deleteFieldConfiguration } from './delete-field-configuration.ts'
import { getFieldConfiguration } from './get-field-configuration.ts'
import { listFieldAssignments } from './list-field-assignments.ts'
import { listFieldConfigurations } from './list-field-configurations.ts'
import { selectConfiguration } from './queries.ts'
import { updateFieldAssignment } from './update-field-assignment.ts'
import { updateFieldConfiguration } from './update-field-configuration.ts'

export { lockConfiguration } from './queries.ts'
export { settleAssignments } from './queries-assignments.ts'
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
