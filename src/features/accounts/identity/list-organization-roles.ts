import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { selectRoles } from './queries-people.ts'
import { roleReference } from './schema.ts'
import { toRoleRecord } from './serialize.ts'

export const listOrganizationRoles = defineOperation({
  id: 'listOrganizationRoles',
  summary: 'List roles',
  description: 'Returns the three roles of the organization in the order `ADMIN`, `MANAGER`, `SALES_REP`.',
  tag: 'Organization',
  input: z.object({}),
  output: z.object({ data: z.array(roleReference).describe('Roles of the organization.') }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/roles' },
  async handle(_, ctx) {
    return { data: (await selectRoles(ctx.db, ctx.org)).map(toRoleRecord) }
  },
})
