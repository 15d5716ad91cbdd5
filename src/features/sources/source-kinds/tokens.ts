/** Access tokens of OAuth 2.0 (RFC 6749). */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hasStatus, requestJson } from './download.ts'
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
  const token = send(access, url, request).then(({ value }) => value)
  tokens.set(key, token)
  token.catch(() => tokens.delete(key))
  return token
}

/** Tokens of vendors that limit sign-ins, by a digest of the request. Other jobs of this process use them too. */
const kept = new LRUCache<string, { readonly value: string; readonly until: number }>({ max: 1_000 })
/** Remaining life with which a token is still used. */
const RESERVE_MS = 300_000

/**
 * Sends requests with an access token that other jobs use too. If the source rejects it, they are sent once more with a
 * new one.
 * @throws SourceFault
 */
export async function withSharedToken<T>(
  access: SourceAccess,
  url: string,
  request: TokenRequest,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const digest = createHash('sha256')
    .update(JSON.stringify([url, request.headers, request.form]))
    .digest('base64')
  const known = kept.get(digest)
  if (known !== undefined && known.until > access.now().getTime()) {
    try {
      return await work(known.value)
    } catch (error) {
      if (!hasStatus(error, 401)) throw error
      kept.delete(digest)
    }
  }
  const { value, seconds } = await send(access, url, request)
  kept.set(digest, { value, until: access.now().getTime() + seconds * 1_000 - RESERVE_MS })
  return work(value)
}

interface AccessToken {
  readonly value: string
  /** Life of the token. 0 if the source doesn't state it. */
  readonly seconds: number
}

async function send(access: SourceAccess, url: string, { headers = {}, form }: TokenRequest): Promise<AccessToken> {
  const answer = await requestJson(access, url, {
    method: 'POST',
    headers: { ...headers, ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
  })
  const value = textAt(answer, 'access_token')
  if (value === undefined) throw new SourceFault('temporary', 'The source returned no access token.')
  return { value, seconds: Number(textAt(answer, 'expires_in') ?? 0) }
}
