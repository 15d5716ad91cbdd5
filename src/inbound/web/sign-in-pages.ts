/** Routes to sign in and out. `sign-in-views.ts` renders the pages. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { localPath } from '../../core/local-path.ts'
import { mountPages, readFormField, requireOwnForm, SESSION_COOKIE } from './forms.ts'
import { SECOND_FACTOR_PATH } from './navigation.ts'
import { redirectSeeOther, sendPage } from './page.ts'
import { mountSaml, mountSamlArrival } from './saml-pages.ts'
import { mountSecondFactor } from './second-factor-pages.ts'
import { passkeyLink } from './second-factor-views.ts'
import { mountLinks } from './sign-in-links.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { BROWSER_COOKIE, createSignInTools, PENDING_COOKIE, type SignInTools, toArrival } from './sign-in-tools.ts'
import { askPage, notOursPage, refusedPage, SIGN_IN, signedInPage } from './sign-in-views.ts'
import { mountWays } from './sign-in-ways.ts'

/** Path of the sign-in page that redirects to `path` afterwards. */
export const signInFor = (path: string) => `${SIGN_IN}?return_to=${encodeURIComponent(path)}`

export function mountSignInPages(server: FastifyInstance, parts: SignInParts): void {
  const tools = createSignInTools(parts)
  mountSaml(server, parts, tools)
  const guard = requireOwnForm(parts.forms, (reply) => sendPage(reply, notOursPage()))
  mountPages(server, { guard }, (scope) => {
    mountStart(scope, parts, tools)
    mountWays(scope, parts, tools)
    mountSecondFactor(scope, parts, tools)
    mountSamlArrival(scope, parts, tools)
    mountCallback(scope, parts, tools)
    mountLinks(scope, parts, tools)
    mountSignOut(scope, parts)
  })
}

type StartRequest = FastifyRequest<{ Querystring: { return_to?: unknown; again?: unknown } }>

/**
 * First page, with a form for the email address. Signed-in users continue to their page, unless the query has `again`,
 * which confirms their identity once more.
 */
function mountStart(
  scope: FastifyInstance,
  { forms, signIn, passkeys }: SignInParts,
  { renderHiddenFields }: SignInTools,
): void {
  scope.get(SIGN_IN, async (request: StartRequest, reply) => {
    const returnTo = localPath(request.query.return_to)
    const again = request.query.again !== undefined
    const visitor = await signIn.findSession(forms.cookies.get(request, SESSION_COOKIE))
    if (visitor?.mustSetUpSecondFactor === true && !again) {
      const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`
      return redirectSeeOther(reply, SECOND_FACTOR_PATH + query)
    }
    if (visitor === undefined || again) {
      const known = visitor === undefined ? {} : { email: visitor.email, again }
      const more = passkeys.isAvailable() ? passkeyLink(returnTo) : undefined
      return sendPage(reply, askPage(renderHiddenFields(request, reply, returnTo), { ...known, more }))
    }
    if (returnTo !== undefined) return redirectSeeOther(reply, returnTo)
    return sendPage(reply, signedInPage(visitor, renderHiddenFields(request, reply)))
  })
}

/** Return from an OpenID Connect provider. */
function mountCallback(scope: FastifyInstance, { forms, singleSignOn }: SignInParts, { enter }: SignInTools): void {
  scope.get(`${SIGN_IN}/callback`, async (request, reply) => {
    const [, query = ''] = request.url.split(/\?(.*)/s)
    const browser = forms.cookies.get(request, BROWSER_COOKIE) ?? ''
    const answer = await singleSignOn.back(query, { ...toArrival(request), browser })
    return answer.is === 'begun' ? enter(request, reply, answer.begun) : sendPage(reply, refusedPage(answer.why))
  })
}

function mountSignOut(scope: FastifyInstance, { forms, signIn }: SignInParts): void {
  scope.post('/sign-out', async (request, reply) => {
    if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
    const token = forms.cookies.get(request, SESSION_COOKIE)
    if (token !== undefined) await signIn.end(token)
    forms.cookies.set(reply, SESSION_COOKIE, '', 0)
    forms.cookies.set(reply, PENDING_COOKIE, '', 0)
    const returnTo = localPath(readFormField(request, 'return_to'))
    return redirectSeeOther(reply, returnTo === undefined ? SIGN_IN : signInFor(returnTo))
  })
}
