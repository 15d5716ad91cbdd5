/** Cookies, and forms that only a page of ours can have sent. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export const SESSION_COOKIE = 'parley_session'
/** The hidden field of every form. */
export const FORM_FIELD = 'form'
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
  /** The two halves of that, for a form that comes as a stream: what browsers say of it … */
  isFromHere(request: FastifyRequest): boolean
  /** … and what stands in its hidden field. */
  holds(request: FastifyRequest, given: string | undefined): boolean
  setCookie(reply: FastifyReply, name: string, value: string, seconds: number): void
}

/**
 * @param key signs what pages hold
 * @param publicUrl cookies are sent over TLS alone when it is https
 */
export function createForms(key: Uint8Array, publicUrl: () => string): Forms {
  // With something random in it, so that it is never twice the same in what is compressed.
  const sign = (request: FastifyRequest, secret: string, salt: string) =>
    `${salt}.${createHmac('sha256', key)
      .update(`${secret}\n${salt}\n${cookieOf(request, SESSION_COOKIE) ?? ''}`)
      .digest('base64url')}`
  const secretOf = (request: FastifyRequest) => {
    const secret = cookieOf(request, FORM_COOKIE)
    return secret !== undefined && FORM_SECRET.test(secret) ? secret : undefined
  }
  const setCookie: Forms['setCookie'] = (reply, name, value, seconds) => {
    const secure = publicUrl().startsWith('https:') ? '; Secure' : ''
    reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
  }
  const holds: Forms['holds'] = (request, given) => {
    const secret = secretOf(request)
    if (secret === undefined || given === undefined) return false
    const [a, b] = [Buffer.from(given), Buffer.from(sign(request, secret, given.split('.', 1)[0] ?? ''))]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  return {
    setCookie,
    holds,
    isFromHere: (request) => isFromHere(request, publicUrl()),
    token(request, reply) {
      const known = secretOf(request)
      const secret = known ?? randomBytes(32).toString('base64url')
      if (known === undefined) setCookie(reply, FORM_COOKIE, secret, 86_400)
      return sign(request, secret, randomBytes(16).toString('base64url'))
    },
    isOurs: (request) => isFromHere(request, publicUrl()) && holds(request, fieldOf(request, FORM_FIELD)),
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
export function mountPages(
  server: FastifyInstance,
  mount: (scope: FastifyInstance) => void,
  formMax: number = FORM_MAX,
): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: formMax },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    mount(scope)
  })
}
