/**
 * Routes of sign-in with SAML. Responses arrive in a form from the identity provider's site, so they carry no cookies and no
 * form token. They sign nobody in: they only send the browser on to a page that reads its cookies.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OrganizationId } from '../../core/principal.ts'
import type { FormLimits } from './form-body.ts'
import { mountPages, readFormField, SESSION_COOKIE } from './forms.ts'
import { redirectSeeOther, sendPage } from './page.ts'
import type { SamlParts, SignInParts } from './sign-in-parts.ts'
import {
  BROWSER_COOKIE,
  BROWSER_SECONDS,
  RETRY_SECONDS,
  type SignInTools,
  TOO_MANY_SIGN_INS,
  toArrival,
} from './sign-in-tools.ts'
import { goingPage, notFoundPage, refusedPage, testedPage } from './sign-in-views.ts'

/** Room for a response in base64, encoded for a form, and for `RelayState`. */
const toLimits = (responseMax: number): FormLimits => ({ maxBytes: 2 * responseMax, maxFields: 10 })

type OrganizationRequest = FastifyRequest<{ Params: { organization: string } }>

const readOrganization = ({ params }: OrganizationRequest): OrganizationId | undefined =>
  z.uuid().safeParse(params.organization).data?.toLowerCase() as OrganizationId | undefined

/** Addresses for the identity provider: metadata and responses. */
export function mountSaml(
  server: FastifyInstance,
  { saml, forms }: Pick<SignInParts, 'saml' | 'forms'>,
  { tooMany }: Pick<SignInTools, 'tooMany'>,
): void {
  const guard = async (request: FastifyRequest, reply: FastifyReply) =>
    request.method === 'POST' && !(await saml.mayReceive(request.ip))
      ? tooMany(reply, TOO_MANY_SIGN_INS, RETRY_SECONDS)
      : undefined
  mountPages(server, { guard, limits: toLimits(saml.responseMax) }, (scope) => {
    scope.get('/saml/:organization/metadata', (request: OrganizationRequest, reply) => {
      const organization = readOrganization(request)
      reply.header('x-content-type-options', 'nosniff')
      if (organization === undefined) return reply.status(404).type('text/plain').send('Unknown organization')
      return reply.type('application/samlmetadata+xml').send(saml.metadata(organization))
    })

    scope.post('/saml/:organization/acs', async (request: OrganizationRequest, reply) => {
      const organization = readOrganization(request)
      if (organization === undefined) return sendPage(reply, notFoundPage())
      const response = readFormField(request, 'SAMLResponse') ?? ''
      const received = await saml.receive(organization, { response, relayState: readFormField(request, 'RelayState') })
      if (received.is === 'refused') return sendPage(reply, refusedPage(received.why))
      if (received.browser !== undefined) forms.cookies.set(reply, BROWSER_COOKIE, received.browser, BROWSER_SECONDS)
      return redirectSeeOther(reply, received.path)
    })
  })
}

/** Pages of the browser: the end of a sign-in, and the test of an admin. */
export function mountSamlArrival(
  scope: FastifyInstance,
  { saml, forms, signIn }: Pick<SignInParts, 'saml' | 'forms' | 'signIn'>,
  { enter, ensureBrowserId, tooMany }: SignInTools,
): void {
  scope.get('/sign-in/saml-test', async (request, reply) => {
    const visitor = await signIn.findSession(forms.cookies.get(request, SESSION_COOKIE))
    if (visitor?.role !== 'ADMIN' || visitor.mustSetUpSecondFactor) return sendPage(reply, notFoundPage())
    const from = { browser: ensureBrowserId(request, reply), address: request.ip }
    const sending: Awaited<ReturnType<SamlParts['sendTest']>> = await saml.sendTest(visitor.organizationId, from)
    if (sending.is === 'sent') return sendPage(reply, goingPage(sending.to, sending.providerName))
    return sending.is === 'too_many'
      ? tooMany(reply, TOO_MANY_SIGN_INS, RETRY_SECONDS)
      : sendPage(reply, refusedPage(sending.is))
  })

  scope.get('/sign-in/saml/:token', async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
    const browser = forms.cookies.get(request, BROWSER_COOKIE) ?? ''
    const answer = await saml.finish(request.params.token, { ...toArrival(request), browser })
    if (answer.is === 'begun') return enter(request, reply, answer.begun)
    if (answer.is === 'tested') return sendPage(reply, testedPage(answer))
    return sendPage(reply, refusedPage(answer.why))
  })
}
