/** Who is calling, in one shape for every door, and what an operation may ask of them. */
import { type AppError, forbidden } from './errors.ts'

declare const organization: unique symbol
/**
 * The id of the organization a caller belongs to. Only authentication and the command line mint one, and every query
 * takes one, so forgetting the tenant does not compile.
 */
export type OrganizationId = string & { readonly [organization]: true }

export const roles = ['ADMIN', 'MANAGER', 'SALES_REP'] as const
export type Role = (typeof roles)[number]
export type Scope = 'read' | 'write'

export interface Principal {
  readonly organizationId: OrganizationId
  /** Absent for org-level keys and the command line: those act for the organization and own nothing. */
  readonly user?: { readonly id: string; readonly email: string; readonly teamIds: readonly string[] }
  /** Org-level callers act with the admin role inside their organization. */
  readonly role: Role
  readonly scopes: readonly Scope[]
  /** `service`: what the service does by itself, such as carrying out a retention policy. */
  readonly via: 'api_key' | 'command_line' | 'oauth' | 'session' | 'service'
  /** Id of the API key, when one was used. */
  readonly keyId?: string
  /** The program that acts for the user, when one does (OAuth). */
  readonly clientId?: string
  /** The session of the browser, when the user is at one. */
  readonly sessionId?: string
}

/** What an operation asks of its caller. Hints of tools and the security section of the docs are derived from it. */
export interface Requirement {
  readonly scope: Scope
  readonly role?: 'ADMIN'
  /** `user`: refuses org-level keys. `organization`: refuses whoever is a user, but for admins at the app itself. */
  readonly level?: 'user' | 'organization'
}

/**
 * Why the caller may not: `insufficient_scope`, `user_required`, `org_key_required`, `admin_required`, the first of these;
 * undefined when they may.
 */
export function refusalOf(principal: Principal, requires: Requirement): AppError | undefined {
  if (!principal.scopes.includes(requires.scope)) {
    return forbidden('insufficient_scope', `This needs the ${requires.scope} scope.`)
  }
  if (requires.level === 'user' && principal.user === undefined) {
    return forbidden('user_required', 'This needs a key or sign-in of a user; org-level keys are refused.')
  }
  if (requires.level === 'organization' && !actsForOrganization(principal)) {
    return forbidden('org_key_required', 'This needs an org-level API key.')
  }
  if (requires.role === 'ADMIN' && principal.role !== 'ADMIN') {
    return forbidden('admin_required', 'This needs the admin role.')
  }
  return undefined
}

/**
 * The contract refuses user-level keys and programs that act for users where it asks for an org-level key. An admin who is
 * signed in at the app is neither: they could make such a key there, and nothing stands between them and the organization.
 */
const actsForOrganization = ({ user, via, role }: Principal): boolean =>
  user === undefined || (via === 'session' && role === 'ADMIN')

/** @throws AppError as `refusalOf` has it */
export function authorize(principal: Principal, requires: Requirement): void {
  const refusal = refusalOf(principal, requires)
  if (refusal !== undefined) throw refusal
}

/**
 * What the caller may see inside the organization (decisions, section 1): admins all of it; others what is theirs, and
 * what is not private in their own teams and the teams below them.
 */
export type Visibility = 'everything' | { readonly userId: string; readonly teamIds: readonly string[] }

export function visibilityOf(principal: Principal): Visibility {
  if (principal.role === 'ADMIN' || principal.user === undefined) return 'everything'
  return { userId: principal.user.id, teamIds: principal.user.teamIds }
}
