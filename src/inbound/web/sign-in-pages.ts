/** The pages of signing in and out. What they say is the same whether or not somebody is known. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { localPath } from '../../core/local-path.ts'
import { cookieOf, type Forms, fieldOf, mountPages, SESSION_COOKIE } from './forms.ts'
import { type Html, html } from './html.ts'
import { noticeOf, pageOf, sendPage } from './page.ts'

interface Begun {
  readonly token: string
  readonly returnTo: string | undefined
}

/** Who is at the browser, as pages name them. */
export interface PageVisitor {
  readonly name: string
  readonly email: string
  readonly organizationName: string
}

/** What the pages ask of the house. */
export interface SignInParts {
  readonly forms: Forms
  readonly sessionSeconds: number
  request(address: string, network: string, returnTo: string | undefined): Promise<boolean>
  look(token: string): Promise<{ organizationName: string; email: string } | undefined>
  open(token: string, userAgent: string): Promise<Begun | undefined>
  join(token: string, userAgent: string): Promise<Begun | undefined>
  visitor(token: string | undefined): Promise<PageVisitor | undefined>
  end(token: string): Promise<void>
}

const HOME = '/sign-in'
const RETRY_SECONDS = 3_600

/** Addresses as mail takes them. */
const mailAddress = z.email().max(254)

type Request = FastifyRequest<{ Params: { token: string }; Querystring: { return_to?: unknown } }>

/** Where the sign-in page is, for somebody who wants to go on to a path of ours. */
export const signInFor = (path: string) => `${HOME}?return_to=${encodeURIComponent(path)}`

export function mountSignInPages(server: FastifyInstance, parts: SignInParts): void {
  const { forms } = parts
  const hidden = (request: FastifyRequest, reply: FastifyReply, returnTo?: string): Html => html`
<input type="hidden" name="form" value="${forms.token(request, reply)}">${
    returnTo === undefined ? html`` : html`\n<input type="hidden" name="return_to" value="${returnTo}">`
  }`

  /** A session has begun; the one before, if any, is over. */
  async function enter(request: FastifyRequest, reply: FastifyReply, begun: Begun): Promise<FastifyReply> {
    const before = cookieOf(request, SESSION_COOKIE)
    if (before !== undefined) await parts.end(before)
    forms.setCookie(reply, SESSION_COOKIE, begun.token, parts.sessionSeconds)
    return seeOther(reply, localPath(begun.returnTo) ?? HOME)
  }

  const notOurs = (reply: FastifyReply) =>
    sendPage(
      reply,
      noticeOf(403, 'Please try again', 'This form was open too long, or was not sent from this page.', BACK),
    )

  mountPages(server, (scope) => {
    scope.get(HOME, async (request: Request, reply) => {
      const returnTo = localPath(request.query.return_to)
      const visitor = await parts.visitor(cookieOf(request, SESSION_COOKIE))
      if (visitor !== undefined && returnTo !== undefined) return seeOther(reply, returnTo)
      if (visitor === undefined) return sendPage(reply, askPage(hidden(request, reply, returnTo)))
      return sendPage(reply, signedInPage(visitor, hidden(request, reply)))
    })

    scope.post(HOME, async (request: Request, reply) => {
      if (!forms.isOurs(request)) return notOurs(reply)
      const returnTo = localPath(fieldOf(request, 'return_to'))
      const address = mailAddress.safeParse(fieldOf(request, 'email')?.trim())
      if (!address.success) {
        const words = html`<p class="notice" role="alert">This is no e-mail address. Please check it.</p>`
        return sendPage(reply, askPage(hidden(request, reply, returnTo), 400, words))
      }
      if (!(await parts.request(address.data, request.ip, returnTo))) {
        const words = 'Too many links were asked for from here. Please wait an hour.'
        return sendPage(reply.header('retry-after', RETRY_SECONDS), noticeOf(429, 'Too many requests', words))
      }
      return sendPage(reply, SENT)
    })

    scope.get(`${HOME}/:token`, async (request: Request, reply) => {
      const link = await parts.look(request.params.token)
      return sendPage(reply, link === undefined ? NO_LINK : openPage(link, hidden(request, reply)))
    })

    scope.post(`${HOME}/:token`, async (request: Request, reply) => {
      if (!forms.isOurs(request)) return notOurs(reply)
      const begun = await parts.open(request.params.token, request.headers['user-agent'] ?? '')
      return begun === undefined ? sendPage(reply, NO_LINK) : enter(request, reply, begun)
    })

    scope.get('/invitations/:token', async (request: Request, reply) =>
      sendPage(reply, joinPage(hidden(request, reply))),
    )

    scope.post('/invitations/:token', async (request: Request, reply) => {
      if (!forms.isOurs(request)) return notOurs(reply)
      const begun = await parts.join(request.params.token, request.headers['user-agent'] ?? '')
      return begun === undefined ? sendPage(reply, NO_LINK) : enter(request, reply, begun)
    })

    scope.post('/sign-out', async (request: Request, reply) => {
      if (!forms.isOurs(request)) return notOurs(reply)
      const token = cookieOf(request, SESSION_COOKIE)
      if (token !== undefined) await parts.end(token)
      forms.setCookie(reply, SESSION_COOKIE, '', 0)
      const returnTo = localPath(fieldOf(request, 'return_to'))
      return seeOther(reply, returnTo === undefined ? HOME : signInFor(returnTo))
    })
  })
}

/** @param path of ours: without a host, so that the browser stays where it is */
export const seeOther = (reply: FastifyReply, path: string): FastifyReply =>
  reply.status(303).headers({ location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()

const BACK = html`\n<p class="aside"><a href="${HOME}">Sign in</a></p>`

const askPage = (hidden: Html, status = 200, words: Html = html``) =>
  pageOf(
    status,
    'Sign in',
    html`<h1>Sign in</h1>
<p class="when">You get a link by mail that signs you in.</p>
${words}
<form method="post" action="${HOME}">${hidden}
<label for="email">E-mail address</label>
<input type="email" id="email" name="email" autocomplete="email" maxlength="254" required autofocus>
<button>Send me a link</button>
</form>`,
  )

const SENT = noticeOf(
  200,
  'Look into your mail',
  'If the address is known here, a link to sign in is on its way to it. It counts for 15 minutes.',
)

const NO_LINK = noticeOf(404, 'Nothing here', 'This link opens nothing, or no longer. A link opens once.', BACK)

const openPage = ({ organizationName, email }: { organizationName: string; email: string }, hidden: Html) =>
  pageOf(
    200,
    'Sign in',
    html`<h1>Sign in to <bdi>${organizationName}</bdi></h1>
<p class="when">as <bdi>${email}</bdi></p>
<form method="post">${hidden}
<button>Sign in</button>
</form>`,
  )

const joinPage = (hidden: Html) =>
  pageOf(
    200,
    'You are invited',
    html`<h1>You are invited</h1>
<p class="when">Accept the invitation to join, and be signed in.</p>
<form method="post">${hidden}
<button>Join</button>
</form>`,
  )

const signedInPage = ({ name, email, organizationName }: PageVisitor, hidden: Html) =>
  pageOf(
    200,
    'You are signed in',
    html`<h1>You are signed in</h1>
<dl>
<dt>Organization</dt><dd><bdi>${organizationName}</bdi></dd>
<dt>You are</dt><dd><bdi>${name}</bdi>${name === email ? html`` : html` (<bdi>${email}</bdi>)`}</dd>
</dl>
<form method="post" action="/sign-out">${hidden}
<button class="plain">Sign out</button>
</form>`,
  )
