/** Users of the app in a browser, as sessions identify them. */
import type { Language } from './languages/current.ts'
import type { OrganizationId, Role } from './principal.ts'

/** The signed-in user of a browser. */
export interface SignedInUser {
  readonly sessionId: string
  readonly signedInAt: string
  readonly organizationId: OrganizationId
  readonly organizationName: string
  readonly userId: string
  readonly email: string
  /** Display name; the email address if the user has no name. */
  readonly name: string
  readonly role: Role
  /** IDs of the teams whose conversations the user can access. */
  readonly teamIds: readonly string[]
  readonly timeZone: string | undefined
  /** Language that was chosen for the user. Undefined if none was chosen. */
  readonly language: Language | undefined
  /** Language in which the app was last shown to a user without a choice. */
  readonly browserLanguage: string | undefined
}

/** Session of a browser. It gives access only if `mustSetUpSecondFactor` is false. */
export interface SignedInSession extends SignedInUser {
  /** Whether the organization requires a second factor that the user hasn't set up. */
  readonly mustSetUpSecondFactor: boolean
}
