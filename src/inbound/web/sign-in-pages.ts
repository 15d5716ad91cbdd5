/** Routes to sign in and out. `sign-in-views.ts` renders the pages. */

import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Text, t } from '../../core/languages/message.ts'
import { localPath } from '../../core/local-path.ts'
import { mountPages, readFormField, requireOwnForm, SESSION_COOKIE } from './forms.ts'
import { type Html, html } from './html.ts'
import { SECOND_FACTOR_PATH } from './navigation.ts'
import { sendPage } from './page.ts'
import { mountSaml, mountSamlArrival } from './saml-pages.ts'
import { mountSecondFactor, PENDING_COOKIE, toArrival } from './second-factor-pages.ts'
import { CODE, passkeyLink } from './second-factor-views.ts'
import type { OpenedSession, SignInParts } from './sign-in-parts.ts'
import {
  APP,
  askPage,
  choicePage,
  goingPage,
  joinPage,
  noLinkPage,
  notOursPage,
  openPage,
  refusedPage,
  SIGN_IN,
  sentPage,
  signedInPage,
  tooManyPage,
  waysPage,
} from './sign-in-views.ts'

/** Cookie that identifies the browser during sign-in with an identity provider. */
const BROWSER_COOKIE = 'parley_browser'
const BROWSER = /^[\w-]{43}$/
const BROWSER_SECONDS = 900

const LINK_RETRY_SECONDS = 3_600
const RETRY_SECONDS = 900

/** Email address with the maximum length of SMTP. */
const mailAddress = z.email().max(254)
const NO_ADDRESS = t('Enter a valid email address, such as ann@example.com.')

type Request = FastifyRequest<{ Params: { token: string }; Querystring: { return_to?: unknown; again?: unknown } }>

/** Path of the sign-in page that redirects to `path` afterwards. */
export const signInFor = (path: string) => `${SIGN_IN}?return_to=${encodeURIComponent(path)}`

export function mountSignInPages(server: FastifyInstance, parts: SignInParts): void {
  const { forms, signIn, passwords, passkeys, singleSignOn, saml } = parts
  const renderHiddenFields = (request: FastifyRequest, reply: FastifyReply, returnTo?: string): Html => html`
<input type="hidden" name="form" value="${forms.token(request, reply)}">${
    returnTo !== undefined && html`\n<input type="hidden" name="return_to" value="${returnTo}">`
  }`
  const findSession = (request: FastifyRequest) => signIn.findSession(forms.cookies.get(request, SESSION_COOKIE))

  /**
   * Sets the session cookie and ends the previous session of the browser. If the sign-in waits for the second factor, the
   * previous session stays, and the browser continues on the page for the code.
   */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    begun: OpenedSession,
    landing = APP,
  ): Promise<FastifyReply> {
    if (begun.isPending) {
      forms.cookies.set(reply, PENDING_COOKIE, begun.token, parts.pendingSeconds)
      return redirectSeeOther(reply, CODE)
    }
    const before = forms.cookies.get(request, SESSION_COOKIE)
    if (before !== undefined) await signIn.end(before)
    const legacy = forms.cookies.legacy(request, SESSION_COOKIE)
    if (legacy !== undefined) await signIn.end(legacy)
    forms.cookies.set(reply, SESSION_COOKIE, begun.token, parts.sessionSeconds)
    return redirectSeeOther(reply, localPath(begun.returnTo) ?? landing)
  }

  /** Identifier of the browser from its cookie. Creates one if it has none. */
  function ensureBrowserId(request: FastifyRequest, reply: FastifyReply): string {
    const given = forms.cookies.get(request, BROWSER_COOKIE)
    const browser = given !== undefined && BROWSER.test(given) ? given : randomBytes(32).toString('base64url')
    forms.cookies.set(reply, BROWSER_COOKIE, browser, BROWSER_SECONDS)
    return browser
  }

  const tooMany = (reply: FastifyReply, words: Text, seconds: number) =>
    sendPage(reply.header('retry-after', seconds), tooManyPage(words))

  /** Validates a form with an email address, and replies with an error if it is invalid. */
  async function withAddress(
    request: Request,
    reply: FastifyReply,
    work: (address: string, returnTo: string | undefined) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
    const returnTo = localPath(readFormField(request, 'return_to'))
    const given = readFormField(request, 'email')?.trim()
    const address = mailAddress.safeParse(given)
    if (address.success) return work(address.data, returnTo)
    const shown = given === undefined ? {} : { email: given.slice(0, 254) }
    return sendPage(reply, askPage(renderHiddenFields(request, reply, returnTo), { ...shown, wrong: NO_ADDRESS }))
  }

  const showWays = async (
    request: Request,
    reply: FastifyReply,
    { email, returnTo, ...more }: { email: string; returnTo: string | undefined; wrong?: Text; status?: number },
  ) => {
    const route = await singleSignOn.findRoute(email)
    const provider = route && { name: route.providerName, required: route.required }
    return sendPage(reply, waysPage(renderHiddenFields(request, reply, returnTo), { email, provider, ...more }))
  }

  mountSaml(server, parts, { tooMany, redirect: redirectSeeOther })
  const guard = requireOwnForm(forms, (reply) => sendPage(reply, notOursPage()))
  mountPages(server, { guard }, (scope) => {
    scope.get(SIGN_IN, async (request: Request, reply) => {
      const returnTo = localPath(request.query.return_to)
      const again = request.query.again !== undefined
      const visitor = await findSession(request)
      if (visitor?.mustSetUpSecondFactor === true && !again) {
        const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`
        return redirectSeeOther(reply, SECOND_FACTOR_PATH + query)
      }
      if (visitor === undefined || again) {
        const given = visitor === undefined ? {} : { email: visitor.email, again }
        const more = passkeys.isAvailable() ? passkeyLink(returnTo) : undefined
        return sendPage(reply, askPage(renderHiddenFields(request, reply, returnTo), { ...given, more }))
      }
      if (returnTo !== undefined) return redirectSeeOther(reply, returnTo)
      return sendPage(reply, signedInPage(visitor, renderHiddenFields(request, reply)))
    })

    scope.post(SIGN_IN, (request: Request, reply) =>
      withAddress(request, reply, (email, returnTo) => showWays(request, reply, { email, returnTo })),
    )

    scope.post(`${SIGN_IN}/link`, (request: Request, reply) =>
      withAddress(request, reply, async (address, returnTo) => {
        if (await signIn.request(address, request.ip, returnTo)) return sendPage(reply, sentPage(signIn.linksAnHour))
        return tooMany(
          reply,
          t('Too many sign-in links were requested from your network. Try again in an hour.'),
          LINK_RETRY_SECONDS,
        )
      }),
    )

    scope.post(`${SIGN_IN}/password`, (request: Request, reply) =>
      withAddress(request, reply, async (email, returnTo) => {
        const password = readFormField(request, 'password') ?? ''
        const answer = await passwords.signIn(email, password, toArrival(request), returnTo)
        if (answer.is === 'begun') return enter(request, reply, answer.begun)
        if (answer.is === 'choice')
          return sendPage(reply, choicePage(renderHiddenFields(request, reply), answer.choices))
        if (answer.is === 'too_many') {
          const words = t('Too many failed attempts. Try again in 15 minutes, or sign in with an email link.')
          return tooMany(reply, words, RETRY_SECONDS)
        }
        if (answer.is === 'busy') {
          const wrong = t('The service is busy. Try again later.')
          return showWays(request, reply, { email, returnTo, wrong, status: 503 })
        }
        const wrong = t('The email address or password is incorrect. Try again, or sign in with an email link.')
        return showWays(request, reply, { email, returnTo, wrong, status: 400 })
      }),
    )

    scope.post(`${SIGN_IN}/provider`, (request: Request, reply) =>
      withAddress(request, reply, async (address, returnTo) => {
        const from = { browser: ensureBrowserId(request, reply), address: request.ip }
        const route = await singleSignOn.findRoute(address)
        const sending =
          route?.protocol === 'saml'
            ? await saml.send(route.organizationId, from, returnTo)
            : await singleSignOn.send(address, from, returnTo)
        if (sending.is === 'sent') return sendPage(reply, goingPage(sending.to, sending.providerName))
        if (sending.is !== 'too_many') return sendPage(reply, refusedPage(sending.is))
        return tooMany(reply, t('Too many sign-ins from your network. Try again in 15 minutes.'), RETRY_SECONDS)
      }),
    )

    mountSecondFactor(scope, { ...parts, enter, renderHiddenFields, tooMany, ensureBrowserId })
    mountSamlArrival(scope, { ...parts, enter, renderHiddenFields, tooMany, ensureBrowserId })

    scope.get(`${SIGN_IN}/callback`, async (request, reply) => {
      const [, query = ''] = request.url.split(/\?(.*)/s)
      const browser = forms.cookies.get(request, BROWSER_COOKIE) ?? ''
      const answer = await singleSignOn.back(query, { ...toArrival(request), browser })
      return answer.is === 'begun' ? enter(request, reply, answer.begun) : sendPage(reply, refusedPage(answer.why))
    })

    scope.get(`${SIGN_IN}/:token`, async (request: Request, reply) => {
      const link = await signIn.findLink(request.params.token)
      return sendPage(reply, link === undefined ? noLinkPage() : openPage(link, renderHiddenFields(request, reply)))
    })

    scope.post(`${SIGN_IN}/:token`, async (request: Request, reply) => {
      if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
      const begun = await signIn.open(request.params.token, toArrival(request))
      return begun === undefined ? sendPage(reply, noLinkPage()) : enter(request, reply, begun)
    })

    scope.get('/invitations/:token', async (request: Request, reply) =>
      sendPage(reply, joinPage(renderHiddenFields(request, reply))),
    )

    scope.post('/invitations/:token', async (request: Request, reply) => {
      if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
      const begun = await signIn.join(request.params.token, toArrival(request))
      if (begun === 'elsewhere') return redirectSeeOther(reply, SIGN_IN)
      // New users land on their account page, where they can set a password.
      return begun === undefined ? sendPage(reply, noLinkPage()) : enter(request, reply, begun, '/account')
    })

    scope.post('/sign-out', async (request: Request, reply) => {
      if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
      const token = forms.cookies.get(request, SESSION_COOKIE)
      if (token !== undefined) await signIn.end(token)
      forms.cookies.set(reply, SESSION_COOKIE, '', 0)
      forms.cookies.set(reply, PENDING_COOKIE, '', 0)
      const returnTo = localPath(readFormField(request, 'return_to'))
      return redirectSeeOther(reply, returnTo === undefined ? SIGN_IN : signInFor(returnTo))
    })
  })
}

/** Redirects with status 303. @param path path without a host */
export const redirectSeeOther = (reply: FastifyReply, path: string): FastifyReply =>
  reply.status(303).headers({ location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()
