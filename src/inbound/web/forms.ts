/** Cookies, and forms that only a page of ours can have sent. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export const SESSION_COOKIE = 'parley_session'
const FORM_COOKIE = 'parley_form'
const FORM_SECRET = /^[\w-]{43}$/
const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORM_MAX = 64 * 1024

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

export interface Forms {
  /** For the hidden field `form` of a form that is answered now. */
  token(request: FastifyRequest, reply: FastifyReply): string
  /** Whether a page of ours sent this form, to the browser that sends it back, under the same session. */
  isOurs(request: FastifyRequest): boolean
  setCookie(reply: FastifyReply, name: string, value: string, seconds: number): void
}

/**
 * @param key signs what pages hold
 * @param publicUrl cookies are sent over TLS alone when it is https
 */
export function createForms(key: Uint8Array, publicUrl: () => string): Forms {
  const sign = (request: FastifyRequest, secret: string) =>
    createHmac('sha256', key)
      .update(`${secret}\n${cookieOf(request, SESSION_COOKIE) ?? ''}`)
      .digest('base64url')
  const secretOf = (request: FastifyRequest) => {
    const secret = cookieOf(request, FORM_COOKIE)
    return secret !== undefined && FORM_SECRET.test(secret) ? secret : undefined
  }
  const setCookie: Forms['setCookie'] = (reply, name, value, seconds) => {
    const secure = publicUrl().startsWith('https:') ? '; Secure' : ''
    reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
  }
  return {
    setCookie,
    token(request, reply) {
      const known = secretOf(request)
      const secret = known ?? randomBytes(32).toString('base64url')
      if (known === undefined) setCookie(reply, FORM_COOKIE, secret, 86_400)
      return sign(request, secret)
    },
    isOurs(request) {
      const secret = secretOf(request)
      const given = fieldOf(request, 'form')
      if (secret === undefined || given === undefined || !isFromHere(request, publicUrl())) return false
      const [a, b] = [Buffer.from(given), Buffer.from(sign(request, secret))]
      return a.length === b.length && timingSafeEqual(a, b)
    },
  }
}

/** What browsers say of where a form comes from; pages that hide where they are say `null`. */
function isFromHere(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined || origin === 'null') return true
  return origin === new URL(publicUrl).origin || URL.parse(origin)?.host === host
}

/** A field of a form, the last one of its name. */
export function fieldOf(request: FastifyRequest, name: string): string | undefined {
  return request.body instanceof URLSearchParams ? request.body.getAll(name).at(-1) : undefined
}

/** Pages in a scope of their own, which takes forms as their bodies and nothing else. */
export function mountPages(server: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: FORM_MAX },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    mount(scope)
  })
}
