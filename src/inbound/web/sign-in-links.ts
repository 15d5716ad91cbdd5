/** Routes of links in emails: sign-in links and invitations. A link only shows a form, because mail programs open links too. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { redirectSeeOther, sendPage } from './page.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { type SignInTools, toArrival } from './sign-in-tools.ts'
import { joinPage, noLinkPage, notOursPage, openPage, SIGN_IN } from './sign-in-views.ts'

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

export function mountLinks(
  scope: FastifyInstance,
  { forms, signIn }: Pick<SignInParts, 'forms' | 'signIn'>,
  { enter, renderHiddenFields }: SignInTools,
): void {
  scope.get(`${SIGN_IN}/:token`, async (request: LinkRequest, reply) => {
    const link = await signIn.findLink(request.params.token)
    return sendPage(reply, link === undefined ? noLinkPage() : openPage(link, renderHiddenFields(request, reply)))
  })

  scope.post(`${SIGN_IN}/:token`, async (request: LinkRequest, reply) => {
    if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
    const begun = await signIn.open(request.params.token, toArrival(request))
    return begun === undefined ? sendPage(reply, noLinkPage()) : enter(request, reply, begun)
  })

  scope.get('/invitations/:token', async (request: LinkRequest, reply) =>
    sendPage(reply, joinPage(renderHiddenFields(request, reply))),
  )

  scope.post('/invitations/:token', async (request: LinkRequest, reply) => {
    if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
    const begun = await signIn.join(request.params.token, toArrival(request))
    if (begun === 'elsewhere') return redirectSeeOther(reply, SIGN_IN)
    // New users land on their account page, where they can set a password.
    return begun === undefined ? sendPage(reply, noLinkPage()) : enter(request, reply, begun, '/account')
  })
}
