/** Functions that all sign-in pages use: cookies, hidden fields, redirects, and the end of a sign-in. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Text, t } from '../../core/languages/message.ts'
import { localPath } from '../../core/local-path.ts'
import { SESSION_COOKIE } from './forms.ts'
import { type Html, html } from './html.ts'
import { redirectSeeOther, sendPage } from './page.ts'
import { CODE } from './second-factor-views.ts'
import type { Arrival, OpenedSession, SignInParts } from './sign-in-parts.ts'
import { APP, tooManyPage } from './sign-in-views.ts'

/** Cookie of a sign-in that waits for the second factor. */
export const PENDING_COOKIE = 'parley_pending'
/** Cookie that identifies the browser during sign-in with an identity provider or a passkey. */
export const BROWSER_COOKIE = 'parley_browser'
export const BROWSER_SECONDS = 900
const BROWSER_ID = /^[\w-]{43}$/

/** Seconds after which a browser can try again after too many attempts. */
export const RETRY_SECONDS = 900
export const TOO_MANY_SIGN_INS = t('Too many sign-ins from your network. Try again in 15 minutes.')

export interface SignInTools {
  /**
   * Sets the session cookie and ends the previous session of the browser. If the sign-in waits for the second factor, the
   * previous session stays. The browser then continues on the page for the code.
   * @param landing path of the next page, if the sign-in has no page to return to
   */
  enter(request: FastifyRequest, reply: FastifyReply, begun: OpenedSession, landing?: string): Promise<FastifyReply>
  /** Hidden fields of a form: its token, and the page that the sign-in returns to. */
  renderHiddenFields(request: FastifyRequest, reply: FastifyReply, returnTo?: string): Html
  /** Sends the page after too many attempts. */
  tooMany(reply: FastifyReply, words: Text, seconds: number): FastifyReply
  /** Identifier of the browser from its cookie. Creates one if it has none. */
  ensureBrowserId(request: FastifyRequest, reply: FastifyReply): string
}

export function createSignInTools({
  forms,
  signIn,
  sessionSeconds,
  pendingSeconds,
}: Pick<SignInParts, 'forms' | 'signIn' | 'sessionSeconds' | 'pendingSeconds'>): SignInTools {
  const { cookies } = forms
  return {
    async enter(request, reply, begun, landing = APP) {
      if (begun.isPending) {
        cookies.set(reply, PENDING_COOKIE, begun.token, pendingSeconds)
        return redirectSeeOther(reply, CODE)
      }
      const previous = cookies.get(request, SESSION_COOKIE)
      if (previous !== undefined) await signIn.end(previous)
      const legacy = cookies.legacy(request, SESSION_COOKIE)
      if (legacy !== undefined) await signIn.end(legacy)
      cookies.set(reply, SESSION_COOKIE, begun.token, sessionSeconds)
      return redirectSeeOther(reply, localPath(begun.returnTo) ?? landing)
    },
    renderHiddenFields: (request, reply, returnTo) => html`
<input type="hidden" name="form" value="${forms.token(request, reply)}">${
      returnTo !== undefined && html`\n<input type="hidden" name="return_to" value="${returnTo}">`
    }`,
    tooMany: (reply, words, seconds) => sendPage(reply.header('retry-after', seconds), tooManyPage(words)),
    ensureBrowserId(request, reply) {
      const existing = cookies.get(request, BROWSER_COOKIE)
      const id = existing !== undefined && BROWSER_ID.test(existing) ? existing : randomBytes(32).toString('base64url')
      cookies.set(reply, BROWSER_COOKIE, id, BROWSER_SECONDS)
      return id
    },
  }
}

/** Origin of a sign-in, for the session and the audit log. */
export const toArrival = (request: FastifyRequest): Arrival => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
  requestId: request.id,
})
