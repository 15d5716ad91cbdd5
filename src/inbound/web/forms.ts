/** Protection of forms against cross-site request forgery (CSRF). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { known } from '../../core/languages/known.ts'
import { errorAnswer } from '../http/error-bodies.ts'
import { translateFrameworkError } from '../http/framework-errors.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { FORM_TYPE, type FormLimits, PUBLIC_FORM, parseFormBody } from './form-body.ts'
import { inRequestLanguage } from './languages/mount.ts'
import { createNoticePage, sendPage } from './page.ts'

export const SESSION_COOKIE = 'parley_session'
/** Name of the hidden field with the token. */
export const FORM_FIELD = 'form'
const FORM_COOKIE = 'parley_form'
const FORM_SECRET = /^[\w-]{43}$/

export interface Forms {
  /** Token for the hidden field `form` of a form in this response. */
  token(request: FastifyRequest, reply: FastifyReply): string
  /** Whether the form comes from a page that this service sent to the same browser and session. */
  isOurs(request: FastifyRequest): boolean
  /**
   * Whether the headers of a form request are acceptable: same origin, and a browser that has opened a form before. Checked
   * before the body is read.
   */
  canBeOurs(request: FastifyRequest): boolean
  /** Second part of `isOurs`, for streamed forms: whether the token in the hidden field matches the cookie. */
  verify(request: FastifyRequest, given: string | undefined): boolean
  readonly cookies: Cookies
}

/**
 * @param key signs the tokens
 * @param publicUrl restricts cookies to TLS if its scheme is HTTPS
 */
export function createForms(key: Uint8Array, publicUrl: () => string): Forms {
  const cookies = createCookies(publicUrl)
  // The random salt makes each token different. Equal tokens in compressed responses would allow BREACH attacks.
  const sign = (request: FastifyRequest, secret: string, salt: string) =>
    `${salt}.${createHmac('sha256', key)
      .update(`${secret}\n${salt}\n${cookies.get(request, SESSION_COOKIE) ?? ''}`)
      .digest('base64url')}`
  const readFormSecret = (request: FastifyRequest) => {
    const secret = cookies.get(request, FORM_COOKIE)
    return secret !== undefined && FORM_SECRET.test(secret) ? secret : undefined
  }
  const verifyToken: Forms['verify'] = (request, given) => {
    const secret = readFormSecret(request)
    if (secret === undefined || given === undefined) return false
    const [a, b] = [Buffer.from(given), Buffer.from(sign(request, secret, given.split('.', 1)[0] ?? ''))]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  return {
    cookies,
    verify: verifyToken,
    canBeOurs: (request) => isFromHere(request, publicUrl()) && readFormSecret(request) !== undefined,
    token(request, reply) {
      const known = readFormSecret(request)
      const secret = known ?? randomBytes(32).toString('base64url')
      if (known === undefined) cookies.set(reply, FORM_COOKIE, secret, 86_400)
      return sign(request, secret, randomBytes(16).toString('base64url'))
    },
    isOurs: (request) => isFromHere(request, publicUrl()) && verifyToken(request, readFormField(request, FORM_FIELD)),
  }
}

/** Whether the origin headers of a request match this service. Pages with a `no-referrer` policy send the origin `null`. */
function isFromHere(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined || origin === 'null') return true
  return origin === new URL(publicUrl).origin || URL.parse(origin)?.host === host
}

/** Last value of a form field. */
export function readFormField(request: FastifyRequest, name: string): string | undefined {
  return request.body instanceof URLSearchParams ? request.body.getAll(name).at(-1) : undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of fields of a form that this route accepts. Defaults to the limit of its scope. */
    maxFormFields?: number
  }
}

export interface PageScope {
  /** Hook that runs before the body is read. It replies to requests that aren't allowed to send one. */
  readonly guard: onRequestAsyncHookHandler
  /** Limits of forms, for routes without their own limits. Defaults to `PUBLIC_FORM`. */
  readonly limits?: FormLimits
  /** Renders errors that occur before a handler runs, such as a form that is too large. Defaults to a page with one sentence. */
  readonly renderError?: (
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply | Promise<FastifyReply>
}

/** Mounts pages in a separate scope whose routes accept only forms as bodies. */
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
      inRequestLanguage(request, () =>
        renderError(translateFrameworkError(error as FastifyError, request), request, reply),
      ),
    )
    scope.addHook('onRequest', guard)
    mount(scope)
  })
}

/** Guard that rejects forms from other origins, by their headers. */
export const requireOwnForm =
  (forms: Forms, refuse: (reply: FastifyReply) => FastifyReply): onRequestAsyncHookHandler =>
  async (request, reply) =>
    request.method === 'POST' && !forms.canBeOurs(request) ? refuse(reply) : undefined

/** @throws Error for internal errors, which the server logs and handles */
function sendErrorPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status } = errorAnswer(error, undefined, request.id, 'resource')
  if (status >= 500 || !(error instanceof AppError)) throw error
  return sendPage(
    reply,
    createNoticePage(status, known(error.title), known(error.problems[0]?.detail ?? error.message)),
  )
}
