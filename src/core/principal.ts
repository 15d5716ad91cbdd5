/** Identity of a caller, the same for all transports, and the requirements of an operation. */
import { type AppError, forbidden } from './errors.ts'

declare const organization: unique symbol
/**
 * ID of the caller's organization. Only authentication and the command line create values of this type. Every query
 * requires one, so a query without a tenant doesn't compile.
 */
export type OrganizationId = string & { readonly [organization]: true }

export const roles = ['ADMIN', 'MANAGER', 'SALES_REP'] as const
export type Role = (typeof roles)[number]
export type Scope = 'read' | 'write'

export interface Principal {
  readonly organizationId: OrganizationId
  /** Absent for organization-level keys and the command line, which act for the organization and own nothing. */
  readonly user?: {
    readonly id: string
    readonly email: string
    readonly teamIds: readonly string[]
    /** IANA name of the time zone of the user's browser, if the user has opened the app. */
    readonly timeZone?: string | undefined
  }
  /** Organization-level callers have the admin role in their organization. */
  readonly role: Role
  readonly scopes: readonly Scope[]
  /** `service`: actions of the service itself, such as applying a retention policy. */
  readonly via: 'api_key' | 'command_line' | 'oauth' | 'session' | 'service'
  /** ID of the API key, if the request used one. */
  readonly keyId?: string
  /** The OAuth client that acts for the user, if any. */
  readonly clientId?: string
  /** The browser session, if the user is signed in to the app. */
  readonly sessionId?: string
}

/** Permissions that an operation requires. Tool hints and the security section of the docs are generated from them. */
export interface Requirement {
  readonly scope: Scope
  readonly role?: 'ADMIN'
  /**
   * `user`: rejects organization-level keys. `organization`: rejects users, except admins who are signed in to the app.
   */
  readonly level?: 'user' | 'organization'
}

/**
 * First missing permission of a caller, in this order: `insufficient_scope`, `user_required`, `org_key_required`,
 * `admin_required`. Undefined if the caller has all of them.
 */
export function findMissingPermission(principal: Principal, requires: Requirement): AppError | undefined {
  if (!principal.scopes.includes(requires.scope)) {
    return forbidden('insufficient_scope', `The ${requires.scope} scope is required. Use a token that has it.`)
  }
  if (requires.level === 'user' && principal.user === undefined) {
    return forbidden(
      'user_required',
      'A user is required. Sign in, or use a user-level API key instead of an organization-level one.',
    )
  }
  if (requires.level === 'organization' && !actsForOrganization(principal)) {
    return forbidden('org_key_required', 'An organization-level API key is required. Ask an admin to create one.')
  }
  if (requires.role === 'ADMIN' && principal.role !== 'ADMIN') {
    return forbidden('admin_required', 'The admin role is required. Ask an admin of your organization.')
  }
  return undefined
}

/**
 * Whether the caller can use operations that require an organization-level key. The contract rejects user-level keys
 * and OAuth clients there. Admins who are signed in to the app are accepted, because they can create such a key
 * themselves.
 */
const actsForOrganization = ({ user, via, role }: Principal): boolean =>
  user === undefined || (via === 'session' && role === 'ADMIN')

/** @throws AppError that `findMissingPermission` returns */
export function authorize(principal: Principal, requires: Requirement): void {
  const refusal = findMissingPermission(principal, requires)
  if (refusal !== undefined) throw refusal
}

/**
 * The rows of the organization that a caller can read (decisions, section 1). Admins read all rows. Others read their
 * own, and those of their teams and child teams that aren't private.
 */
export type Visibility = 'everything' | { readonly userId: string; readonly teamIds: readonly string[] }

export function toVisibility(principal: Principal): Visibility {
  if (principal.role === 'ADMIN' || principal.user === undefined) return 'everything'
  return { userId: principal.user.id, teamIds: principal.user.teamIds }
}
