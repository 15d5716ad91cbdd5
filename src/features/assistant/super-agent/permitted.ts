/**
 * Tools that the agent can call. It reads untrusted text, which a model may follow as an instruction. So it can't call
 * tools that can't be undone, that reach beyond the service or that grant access, even if its user can. It can propose
 * such calls.
 */

import type { InternalTool } from '../../../core/internal-tools.ts'
import { findMissingPermission, type Principal } from '../../../core/principal.ts'

/** Tools that grant access or permissions to a person or program, or that hide calls. */
const RESERVED: ReadonlySet<string> = new Set([
  'archive_call',
  'create_api_key',
  'invite_user',
  'update_invitation',
  'manage_user_role',
  'reactivate_user',
])

const isLeftToPeople = ({ name, irreversible, openWorld }: InternalTool): boolean =>
  irreversible || openWorld || RESERVED.has(name)

/** Whether a tool belongs to the super agent. The agent must not call itself. */
const isItsOwn = ({ name }: InternalTool): boolean => name.includes('super_agent')

export interface Permitted {
  /** Tools that the agent can call for this user. */
  readonly own: readonly InternalTool[]
  /** Tools that only the user can call, and that the agent can propose. */
  readonly proposed: readonly InternalTool[]
}

export function permittedFor(principal: Principal, tools: readonly InternalTool[]): Permitted {
  const callable = tools.filter(
    (tool) => !isItsOwn(tool) && findMissingPermission(principal, tool.requires) === undefined,
  )
  return {
    own: callable.filter((tool) => !isLeftToPeople(tool)),
    proposed: callable.filter(isLeftToPeople),
  }
}
