/** Routes of the consent page: a user allows or denies the connection of a program. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentLanguage, runInLanguage } from '../../core/languages/current.ts'
import { t } from '../../core/languages/message.ts'
import { mountPages, readFormField, requireOwnForm } from '../web/forms.ts'
import { createNoticePage, redirectSeeOther, sendPage } from '../web/page.ts'
import { signInFor } from '../web/sign-in-pages.ts'
import { toLibraryId } from './adapter.ts'
import { consentPage } from './consent-page.ts'
import { toResourceUrl } from './discovery.ts'
import type { OAuthParts, OAuthUser } from './parts.ts'
import type { OAuthEngine } from './provider.ts'
import { consentPath, GRANT_SECONDS } from './provider-configuration.ts'

type Consent = FastifyRequest<{ Params: { uid: string } }>

/** Authorization request that waits for consent. */
interface Pending {
  readonly engine: OAuthEngine
  readonly user: OAuthUser
  readonly clientId: string
  readonly clientName: string
  readonly knownBy: string | undefined
  readonly claims: string | undefined
  readonly redirectUri: string
  readonly scopes: readonly string[]
}

export interface ConsentParts extends OAuthParts {
  readonly loadEngine: () => Promise<OAuthEngine>
  readonly findSignedInUser: (request: FastifyRequest) => Promise<OAuthUser | undefined>
}

export function mountConsent(server: FastifyInstance, parts: ConsentParts): void {
  const notOurs = (reply: FastifyReply) =>
    sendPage(
      reply,
      createNoticePage(
        403,
        t('Try again'),
        t("Parley couldn't verify that the form came from its own page. Reload the page and try again."),
      ),
    )
  mountPages(server, { guard: requireOwnForm(parts.forms, notOurs) }, (scope) => {
    scope.get(consentPath(':uid'), async (request: Consent, reply) => {
      const pending = await findPendingConsent(parts, request, reply)
      if (pending === undefined) return reply
      const formToken = parts.forms.token(request, reply)
      const path = consentPath(request.params.uid)
      const { language = currentLanguage() } = pending.user
      return sendPage(
        reply,
        runInLanguage(language, () => consentPage({ ...pending, formToken, path })),
      )
    })

    scope.post(consentPath(':uid'), async (request: Consent, reply) => {
      if (!parts.forms.isOurs(request)) return notOurs(reply)
      const pending = await findPendingConsent(parts, request, reply)
      if (pending === undefined) return reply
      const allowed = readFormField(request, 'choice') === 'allow'
      const grantId = allowed ? await connect(parts, request, pending) : undefined
      const result =
        grantId === undefined
          ? { error: 'access_denied', error_description: t('the user denied access') }
          : { consent: { grantId } }
      const { engine, user } = pending
      const resume = await engine.asVisitor({ visitor: user, address: request.ip }, () =>
        engine.provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: true }),
      )
      return redirectSeeOther(reply, new URL(resume).pathname)
    })
  })
}

/** @returns undefined if the response has already been sent, because there is nothing to decide */
async function findPendingConsent(
  parts: ConsentParts,
  request: Consent,
  reply: FastifyReply,
): Promise<Pending | undefined> {
  const visitor = await parts.findSignedInUser(request)
  if (visitor === undefined) {
    redirectSeeOther(reply, signInFor(consentPath(request.params.uid)))
    return undefined
  }
  const engine = await parts.loadEngine()
  const found = await engine.asVisitor({ visitor, address: request.ip }, async () => {
    const details = await engine.provider.interactionDetails(request.raw, reply.raw).catch((error: Error) => {
      if (error.name === 'SessionNotFound') return undefined
      throw error
    })
    // The cookie identifies an interaction. It must be the one in the URL.
    if (details === undefined || details.uid !== request.params.uid) return undefined
    const client = await engine.provider.Client.find(String(details.params.client_id))
    return client && { details, client }
  })
  if (found === undefined) {
    const words = t('This connection request has expired. Go back to the app and connect again.')
    sendPage(reply, createNoticePage(404, t('Request expired'), words))
    return undefined
  }
  const { details, client } = found
  const missing = (details.prompt.details.missingResourceScopes ?? {}) as Record<string, string[]>
  return {
    engine,
    user: visitor,
    clientId: client.clientId,
    clientName: client.clientName ?? '',
    knownBy: client.clientId.startsWith('https:') ? new URL(client.clientId).host : undefined,
    claims: client.clientUri === undefined ? undefined : new URL(client.clientUri).host,
    redirectUri: String(details.params.redirect_uri),
    scopes: missing[toResourceUrl(parts.publicUrl())] ?? [],
  }
}

async function connect(parts: ConsentParts, request: Consent, pending: Pending): Promise<string | undefined> {
  const { engine, user, clientId, clientName, redirectUri, scopes } = pending
  const { organizationId } = user
  const scope = scopes.join(' ')
  const { Grant } = engine.provider
  const grant = new Grant({ accountId: toLibraryId(organizationId, user.userId), clientId })
  grant.addResourceScope(toResourceUrl(parts.publicUrl()), scope)
  const id = parts.store.newGrantId()
  const iat = Math.floor(Date.now() / 1000)
  const connected = await parts.store.connect(id, {
    principal: {
      organizationId,
      user: { id: user.userId, email: user.email, teamIds: [] },
      role: user.role,
      scopes: ['read', 'write'],
      via: 'session',
      clientId,
    },
    source: { requestId: request.id, address: request.ip },
    clientId,
    clientName,
    redirectHost: new URL(redirectUri).host || new URL(redirectUri).protocol,
    scope,
    payload: { ...grant, iat, exp: iat + GRANT_SECONDS },
    expiresAt: new Date(parts.clock.now().getTime() + GRANT_SECONDS * 1000),
  })
  return connected ? toLibraryId(organizationId, id) : undefined
}
