/** Forms that only a page of ours can have sent. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { errorAnswer } from '../http/error-bodies.ts'
import { translateFrameworkError } from '../http/framework-errors.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { FORM_TYPE, type FormLimits, PUBLIC_FORM, parseFormBody } from './form-body.ts'
import { noticeOf, sendPage } from './page.ts'

export const SESSION_COOKIE = 'parley_session'
/** The hidden field of every form. */
export const FORM_FIELD = 'form'
const FORM_COOKIE = 'parley_form'
const FORM_SECRET = /^[\w-]{43}$/

export interface Forms {
  /** For the hidden field `form` of a form that is answered now. */
  token(request: FastifyRequest, reply: FastifyReply): string
  /** Whether a page of ours sent this form, to the browser that sends it back, under the same session. */
  isOurs(request: FastifyRequest): boolean
  /**
   * Whether a page of ours can have sent this form, by its headers alone: from our origin, by a browser that has opened a
   * form before. Checked before anything of the body is read.
   */
  canBeOurs(request: FastifyRequest): boolean
  /** The other half of `isOurs`, for a form that comes as a stream: whether its hidden field has the token of its cookie. */
  holds(request: FastifyRequest, given: string | undefined): boolean
  readonly cookies: Cookies
}

/**
 * @param key signs what pages hold
 * @param publicUrl cookies are sent over TLS alone when it is https
 */
export function createForms(key: Uint8Array, publicUrl: () => string): Forms {
  const cookies = createCookies(publicUrl)
  // With something random in it, so that it is never twice the same in what is compressed.
  const sign = (request: FastifyRequest, secret: string, salt: string) =>
    `${salt}.${createHmac('sha256', key)
      .update(`${secret}\n${salt}\n${cookies.get(request, SESSION_COOKIE) ?? ''}`)
      .digest('base64url')}`
  const secretOf = (request: FastifyRequest) => {
    const secret = cookies.get(request, FORM_COOKIE)
    return secret !== undefined && FORM_SECRET.test(secret) ? secret : undefined
  }
  const holds: Forms['holds'] = (request, given) => {
    const secret = secretOf(request)
    if (secret === undefined || given === undefined) return false
    const [a, b] = [Buffer.from(given), Buffer.from(sign(request, secret, given.split('.', 1)[0] ?? ''))]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  return {
    cookies,
    holds,
    canBeOurs: (request) => isFromHere(request, publicUrl()) && secretOf(request) !== undefined,
    token(request, reply) {
      const known = secretOf(request)
      const secret = known ?? randomBytes(32).toString('base64url')
      if (known === undefined) cookies.set(reply, FORM_COOKIE, secret, 86_400)
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of fields of a form that this route accepts. Defaults to the limit of its scope. */
    maxFormFields?: number
  }
}

export interface PageScope {
  /** Runs before anything of a body is read; it answers requests that may not send one. */
  readonly guard: onRequestAsyncHookHandler
  /** Limits of forms, for routes without limits of their own. Default: `PUBLIC_FORM`. */
  readonly limits?: FormLimits
  /** Renders what goes wrong before a handler runs, such as a form that is too large. Default: a page with one sentence. */
  readonly renderError?: (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** Mounts pages in a scope of their own, whose routes accept forms as bodies and nothing else. */
export function mountPages(
  server: FastifyInstance,
  { guard, limits = PUBLIC_FORM, renderError = sendErrorPage }: PageScope,
  mount: (scope: FastifyInstance) => void,
): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addHook('onRoute', (route) => {
      route.bodyLimit ??= limits.maxBytes
    })
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, async (request: FastifyRequest, body: string) =>
      parseFormBody(body, request.routeOptions.config.maxFormFields ?? limits.maxFields),
    )
    scope.setErrorHandler((error, request, reply) =>
      renderError(translateFrameworkError(error as FastifyError, request), request, reply),
    )
    scope.addHook('onRequest', guard)
    mount(scope)
  })
}

/** A guard that answers every form that no page of ours can have sent. */
export const requireOwnForm =
  (forms: Forms, refuse: (reply: FastifyReply) => FastifyReply): onRequestAsyncHookHandler =>
  async (request, reply) =>
    request.method === 'POST' && !forms.canBeOurs(request) ? refuse(reply) : undefined

/** @throws Error an internal error, for the server to log and to answer */
function sendErrorPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status } = errorAnswer(error, undefined, request.id, 'resource')
  if (status >= 500 || !(error instanceof AppError)) throw error
  return sendPage(reply, noticeOf(status, error.title, error.problems[0]?.detail ?? error.message))
}
