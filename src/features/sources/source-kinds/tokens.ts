/** Access tokens of OAuth 2.0 (RFC 6749). */
import { requestJson } from './download.ts'
import { type SourceAccess, SourceFault } from './kind.ts'
import { textAt } from './wire.ts'

interface TokenRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** Fields of the form. */
  readonly form?: Readonly<Record<string, string>>
  /** Name that distinguishes tokens of one source, such as a user. */
  readonly key?: string
}

/** Tokens by the opened source. A source is opened for each job, and a job is shorter than the life of a token. */
const issued = new WeakMap<SourceAccess, Map<string, Promise<string>>>()

/**
 * Requests an access token, once for each job and key.
 * @throws SourceFault
 */
export function requestToken(access: SourceAccess, url: string, request: TokenRequest): Promise<string> {
  const tokens = issued.get(access) ?? new Map<string, Promise<string>>()
  issued.set(access, tokens)
  const key = request.key ?? ''
  const earlier = tokens.get(key)
  if (earlier !== undefined) return earlier
  const token = send(access, url, request)
  tokens.set(key, token)
  token.catch(() => tokens.delete(key))
  return token
}

async function send(access: SourceAccess, url: string, { headers = {}, form }: TokenRequest): Promise<string> {
  const answer = await requestJson(access, url, {
    method: 'POST',
    headers: { ...headers, ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
  })
  const token = textAt(answer, 'access_token')
  if (token === undefined) throw new SourceFault('temporary', 'The source returned no access token.')
  return token
}
