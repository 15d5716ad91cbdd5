/** Who may call a tool comes from what its operation asks for; these are the kinds of callers there are (contract, “Authentication”). */
import {
  findMissingPermission,
  type OrganizationId,
  type Principal,
  type Role,
  type Scope,
} from '../src/core/principal.ts'
import type { Tool } from '../src/core/tool.ts'

const organizationId = '00000000-0000-7000-8000-000000000000' as OrganizationId

const person = (role: Role, scopes: readonly Scope[], via: Principal['via']): Principal => ({
  ...{ organizationId, role, scopes, via },
  user: { id: '00000000-0000-7000-8000-000000000001', email: 'somebody@example.com', teamIds: [] },
})

export const CALLERS = {
  'OAuth, read': person('SALES_REP', ['read'], 'oauth'),
  'OAuth, read and write': person('SALES_REP', ['read', 'write'], 'oauth'),
  'OAuth, admin': person('ADMIN', ['read', 'write'], 'oauth'),
  'user key': person('SALES_REP', ['read', 'write'], 'api_key'),
  'admin’s user key': person('ADMIN', ['read', 'write'], 'api_key'),
  'org key': { organizationId, role: 'ADMIN', scopes: ['read', 'write'], via: 'api_key' },
} as const satisfies Record<string, Principal>

export type CallerKind = keyof typeof CALLERS

/** The code a call is refused with before it does anything; undefined where it is not. */
export const codeOf = ({ operation }: Tool, kind: CallerKind): string | undefined =>
  findMissingPermission(CALLERS[kind], operation.requires)?.code
