/** Errors of tools (decisions, section 6): a closed list of codes, fixed messages and advice. */
import { AppError, type Problem } from './errors.ts'
import { toExhaustion } from './exhaustion.ts'
import { findNearestName } from './nearest-name.ts'
import type { Requirement } from './principal.ts'
import { toToolScope } from './tool-scopes.ts'

export const toolErrorCodes = [
  'insufficient_scope',
  'admin_required',
  'user_required',
  'org_key_required',
  'forbidden',
  'validation_failed',
  'not_found',
  'conflict',
  'rate_limited',
  'unavailable',
] as const
export type ToolErrorCode = (typeof toolErrorCodes)[number]

export interface ToolError {
  readonly code: ToolErrorCode
  /** Message in one sentence. */
  readonly message: string
  /** More specific code, if there is one: `team_not_found`. */
  readonly reason?: string
  /** Problems by argument. */
  readonly problems?: readonly Problem[]
  /** The missing scope. */
  readonly required_scope?: string
  /** ID of the request, for the operator of the service. */
  readonly request_id?: string
}

/** An operation, reduced to its required permissions. */
interface PermissionedOperation {
  readonly requires: Requirement
}

/** @param requestId included in errors that the caller didn't cause */
export function toToolError(
  thrown: unknown,
  operation: PermissionedOperation | undefined,
  requestId: string,
): ToolError {
  const error = toExhaustion(thrown)
  if (!(error instanceof AppError) || error.kind === 'internal') {
    return { code: 'unavailable', message: 'An internal error occurred. Try again later.', request_id: requestId }
  }
  const code = toToolErrorCode(error)
  return {
    code,
    message: toToolWords(error.message),
    ...(error.code === code ? {} : { reason: error.code }),
    ...(code === 'validation_failed'
      ? { problems: error.problems.map((one) => ({ ...one, detail: toToolWords(one.detail) })) }
      : {}),
    ...(code === 'insufficient_scope' && operation !== undefined
      ? { required_scope: toToolScope(operation.requires.scope) }
      : {}),
  }
}

/**
 * Message of an operation in the words of tools: a conversation is a call, and times without an offset are in the time zone
 * of the user. Names of fields stay.
 */
const toToolWords = (message: string): string =>
  message
    .replace(/(?<![`/_])\bconversation(s?)\b(?![`/_])/g, 'call$1')
    .replace(/(?<![`/_])\bConversation(s?)\b(?![`/_])/g, 'Call$1')
    .replace(' with an offset or Z', '')

/** Message for a call of a tool that doesn't exist, with the nearest name. */
export function describeUnknownTool(name: string, names: readonly string[]): string {
  const nearest = findNearestName(name, names)
  return `No tool has this name. ${nearest === undefined ? 'Call tools/list for the available tools.' : `Did you mean ${nearest}?`}`
}

/** Text of an error for a model. It contains fixed messages only. */
export function toolErrorText(error: ToolError): string {
  const problems = (error.problems ?? []).map(
    ({ pointer, detail }) => `\n- ${pointer === '' ? '' : `${pointer}: `}${detail}`,
  )
  const scope = error.required_scope === undefined ? '' : ` Required scope: ${error.required_scope}.`
  const told = problems.length > 0 ? problems.join('') : ` ${error.message}`
  return `Error ${error.code}:${told}${scope}`
}

function toToolErrorCode({ kind, code }: AppError): ToolErrorCode {
  const exact = toolErrorCodes.find((one) => one === code)
  if (exact !== undefined) return exact
  switch (kind) {
    case 'not_found':
    case 'gone':
    case 'unauthenticated':
      return 'not_found'
    case 'forbidden':
      return 'forbidden'
    case 'conflict':
    case 'precondition_failed':
      return 'conflict'
    case 'unavailable':
    case 'insufficient_storage':
    case 'too_many_requests':
    case 'request_timeout':
    case 'internal':
      return 'unavailable'
    case 'invalid':
    case 'unprocessable':
    case 'too_large':
    case 'range_not_satisfiable':
    case 'unsupported_media_type':
    case 'method_not_allowed':
      return 'validation_failed'
  }
}
