/**
 * What of the tools is the agent's to call. It reads what strangers said, and a model may take that for an order; so what
 * cannot be undone, what reaches beyond the service and what lets somebody in is left to people, whatever the agent's own
 * user may do. It may propose such a call, by name.
 */
import { type Principal, refusalOf } from '../../core/principal.ts'
import type { BoxedTool } from '../../core/tool-box.ts'

/** Tools that let somebody, or a program, in, or give them more to see and to do. */
const LETS_IN: ReadonlySet<string> = new Set([
  'create_api_key',
  'invite_user',
  'update_invitation',
  'manage_user_role',
  'reactivate_user',
])

const isLeftToPeople = ({ name, destructive, openWorld }: BoxedTool): boolean =>
  destructive || openWorld || LETS_IN.has(name)

/** An agent that calls itself has no end. */
const isItsOwn = ({ name }: BoxedTool): boolean => name.includes('super_agent')

export interface Permitted {
  /** Those it may call for this caller. */
  readonly own: readonly BoxedTool[]
  /** Those its user may call themselves, and it may propose. */
  readonly proposed: readonly BoxedTool[]
}

export function permittedFor(principal: Principal, tools: readonly BoxedTool[]): Permitted {
  const callable = tools.filter((tool) => !isItsOwn(tool) && refusalOf(principal, tool.requires) === undefined)
  return {
    own: callable.filter((tool) => !isLeftToPeople(tool)),
    proposed: callable.filter(isLeftToPeople),
  }
}
