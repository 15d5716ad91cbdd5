/**
 * SCIM 2.0 (RFC 7643, RFC 7644): identity providers make, change and end users and groups.
 *
 * A SCIM **user** is a user, a **group** is a team. Whoever was made otherwise, by invitation or from the command line, is
 * told to providers as well, with a `userName` that is the address. What a provider tells beyond a user's or team's own
 * row (more addresses, phone numbers, extensions) is kept beside it and told again. The **role** is the `roleUUID` of any
 * extension for users; the **groups** of a user are changed at the groups.
 *
 * A provider is the authority on who may: `active: false` ends a user's keys at once, also those of the last admin. A
 * **deleted** user is deactivated, in no team and told no more; what they did stays. **Versions** (ETags) are made of
 * what a resource says, so that they change whoever changes it.
 *
 * `protocol/` is the standard without a database: filters, paths, PATCH, what is asked of an answer. `users/` and
 * `groups/` map it to identity, which alone writes its tables; `discovery/` tells what there is.
 */
import type { AnyOperation } from '../../core/operation.ts'
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
import { updateScimGroup } from './groups/update-scim-group.ts'
import { createScimUser } from './users/create-scim-user.ts'
import { deleteScimUser } from './users/delete-scim-user.ts'
import { getScimUser } from './users/get-scim-user.ts'
import { listScimUsers } from './users/list-scim-users.ts'
import { replaceScimUser } from './users/replace-scim-user.ts'
import { updateScimUser } from './users/update-scim-user.ts'

export const operations: readonly AnyOperation[] = [
  listScimUsers,
  createScimUser,
  getScimUser,
  replaceScimUser,
  updateScimUser,
  deleteScimUser,
  listScimGroups,
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
