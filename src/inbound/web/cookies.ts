/**
 * Cookies of pages. With HTTPS, their names start with `__Host-` (RFC 6265bis, section 4.1.3.2). Browsers accept such
 * cookies only from this host, over TLS and for all paths. Other hosts of the domain can't set them.
 *
 * With HTTPS, a cookie of an earlier version without the prefix is not read, so the user signs in again. It is deleted
 * when its replacement is set.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const HOST_PREFIX = '__Host-'

/** Value of a cookie by its exact name. */
export function readCookie(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

export interface Cookies {
  /** @param name without the prefix */
  get(request: FastifyRequest, name: string): string | undefined
  /** @param seconds 0 deletes it */
  set(reply: FastifyReply, name: string, value: string, seconds: number): void
  /** Value that an earlier version set under the name without the prefix. Undefined without HTTPS. */
  legacy(request: FastifyRequest, name: string): string | undefined
}

/** @param publicUrl determines the names at each request, because the URL may be unknown until the service listens */
export function createCookies(publicUrl: () => string): Cookies {
  const isSecure = () => publicUrl().startsWith('https:')
  const legacy: Cookies['legacy'] = (request, name) => (isSecure() ? readCookie(request, name) : undefined)
  return {
    legacy,
    get: (request, name) => readCookie(request, isSecure() ? HOST_PREFIX + name : name),
    set(reply, name, value, seconds) {
      const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure() ? '; Secure' : ''}`
      reply.header('set-cookie', `${isSecure() ? HOST_PREFIX : ''}${name}=${value}; ${attributes}`)
      if (legacy(reply.request, name) !== undefined) {
        reply.header('set-cookie', `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`)
      }
    },
  }
}
