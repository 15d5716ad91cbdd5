/**
 * SCIM 2.0 (RFC 7643, RFC 7644): identity providers create, update and deactivate users and groups.
 *
 * A SCIM **user** is a user, and a **group** is a team. Users created by invitation or on the command line are
 * included, with their email address as `userName`. Attributes without a column in users or teams (more email
 * addresses, phone numbers, extensions) are stored separately and returned. The **role** is the `roleUUID` of any
 * extension for users. The **groups** of a user are read-only; update the groups instead.
 *
 * The identity provider decides about access: `active: false` immediately ends the API keys of a user, even of the last
 * admin. A **deleted** user is deactivated, removed from all teams, and hidden from SCIM; the user's data stays.
 * **Versions** (ETags) are computed from the content of a resource, so they change with every change, from any source.
 *
 * `protocol/` implements the standard without a database: filters, paths, PATCH and projections. `users/` and `groups/`
 * map it to the feature `identity`, which alone writes its tables. `discovery/` describes the service.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getScimResourceType } from './discovery/get-scim-resource-type.ts'
import { getScimSchema } from './discovery/get-scim-schema.ts'
import { getScimServiceProviderConfig } from './discovery/get-scim-service-provider-config.ts'
import { getScimServiceProviderConfigs } from './discovery/get-scim-service-provider-configs.ts'
import { listScimResourceTypes } from './discovery/list-scim-resource-types.ts'
import { listScimSchemas } from './discovery/list-scim-schemas.ts'
import { createScimGroup } from './groups/create-scim-group.ts'
import { deleteScimGroup } from './groups/delete-scim-group.ts'
import { getScimGroup } from './groups/get-scim-group.ts'
import { listScimGroups } from './groups/list-scim-groups.ts'
import { replaceScimGroup } from './groups/replace-scim-group.ts'
import { searchScimGroups } from './groups/search-scim-groups.ts'
import { updateScimGroup } from './groups/update-scim-group.ts'
import { createScimUser } from './users/create-scim-user.ts'
import { deleteScimUser } from './users/delete-scim-user.ts'
import { getScimMe } from './users/get-scim-me.ts'
import { getScimUser } from './users/get-scim-user.ts'
import { listScimUsers } from './users/list-scim-users.ts'
import { replaceScimUser } from './users/replace-scim-user.ts'
import { searchScimUsers } from './users/search-scim-users.ts'
import { updateScimUser } from './users/update-scim-user.ts'

export const operations: readonly AnyOperation[] = [
  listScimUsers,
  searchScimUsers,
  createScimUser,
  getScimUser,
  replaceScimUser,
  updateScimUser,
  deleteScimUser,
  getScimMe,
  listScimGroups,
  searchScimGroups,
  createScimGroup,
  getScimGroup,
  replaceScimGroup,
  updateScimGroup,
  deleteScimGroup,
  getScimServiceProviderConfig,
  getScimServiceProviderConfigs,
  listScimResourceTypes,
  getScimResourceType,
  listScimSchemas,
  getScimSchema,
]
