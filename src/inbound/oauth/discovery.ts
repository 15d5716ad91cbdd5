/**
 * Discovery documents for clients (RFC 8414 and RFC 9728). Created here, so that requests for them don't load the
 * protocol library.
 */
import { TOOL_SCOPES } from '../../core/tool-scopes.ts'
import { TOOL_PATH } from '../http/addresses.ts'
import { AUTH_METHODS, GRANTED } from './registration.ts'

export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const

/** The only audience of tokens: the tool server. */
export const toResourceUrl = (publicUrl: string) => publicUrl + TOOL_PATH

/** Authorization server metadata (RFC 8414, section 2). */
export const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: publicUrl + PATHS.authorize,
  token_endpoint: publicUrl + PATHS.token,
  registration_endpoint: publicUrl + PATHS.register,
  revocation_endpoint: publicUrl + PATHS.revoke,
  jwks_uri: publicUrl + PATHS.jwks,
  scopes_supported: TOOL_SCOPES,
  ...GRANTED_AS_SUPPORTED,
  response_modes_supported: ['query'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

const GRANTED_AS_SUPPORTED = {
  grant_types_supported: GRANTED.grant_types,
  response_types_supported: GRANTED.response_types,
}

/** Protected resource metadata (RFC 9728, section 2). */
export const resourceMetadata = (publicUrl: string) => ({
  resource: toResourceUrl(publicUrl),
  resource_name: 'Parley',
  authorization_servers: [publicUrl],
  scopes_supported: TOOL_SCOPES,
  bearer_methods_supported: ['header'],
})
