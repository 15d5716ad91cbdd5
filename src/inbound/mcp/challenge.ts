/**
 * 401 responses of the tool server (contract, "Errors", rule 2; RFC 6750, section 3; RFC 9728, section 5.1). They
 * contain the URL of the resource metadata, and whether a token was missing or invalid.
 */
import type { AppError } from '../../core/errors.ts'
import { TOOL_SCOPES } from '../../core/tool-scopes.ts'
import { RESOURCE_METADATA_PATH, TOOL_PATH } from '../http/addresses.ts'

export interface Challenge {
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly error: string; readonly code: string; readonly message: string }
}

export function challenge({ code, message }: AppError, publicUrl: string): Challenge {
  // The error attribute is only allowed if the request had a token (RFC 6750, section 3.1).
  const hadToken = code === 'invalid_token'
  const metadata = `resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}${TOOL_PATH}"`
  const parts = [metadata, `scope="${TOOL_SCOPES.join(' ')}"`]
  if (hadToken) parts.push('error="invalid_token"', `error_description="${message}"`)
  const error = hadToken ? 'invalid_token' : 'unauthorized'
  return {
    headers: { 'www-authenticate': `Bearer ${parts.join(', ')}`, 'cache-control': 'no-store' },
    body: { error, code: error, message },
  }
}
