/** Transports of an open app. A separate file, so that commands don't load them. */
import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import { completions, operations, prompts, resources, tools } from './catalog.ts'
import { known } from './core/languages/known.ts'
import { t } from './core/languages/message.ts'
import { version } from './core/version.ts'
import { createAuthenticator } from './features/accounts/api-keys/index.ts'
import { PENDING_SECONDS, SESSION_SECONDS } from './features/accounts/sign-in/index.ts'
import { BASE_PATH } from './inbound/http/addresses.ts'
import { describeOperations } from './inbound/http/openapi.ts'
import { createServer } from './inbound/http/server.ts'
import { createSpools } from './inbound/http/spools.ts'
import { createToolAuthenticator } from './inbound/mcp/authenticate.ts'
import { mountTools } from './inbound/mcp/endpoint.ts'
import type { ServerFor } from './inbound/mcp/protocol.ts'
import { mountOAuth } from './inbound/oauth/mount.ts'
import { appIcons } from './inbound/web/assets.ts'
import type { AnyPage } from './inbound/web/define-page.ts'
import { mountLanguages, runInChosenLanguage } from './inbound/web/languages/mount.ts'
import { mountMedia } from './inbound/web/media.ts'
import { mountApp, type SendUnknownPath } from './inbound/web/mount-app.ts'
import { createNoticePage, sendPage } from './inbound/web/page.ts'
import { mountSharePage } from './inbound/web/share-page.ts'
import { mountSignInPages } from './inbound/web/sign-in-pages.ts'
import { notFoundPage, tooManyPage } from './inbound/web/sign-in-views.ts'
import { mountApiDocs } from './pages/api-docs/mount.ts'
import { mountSharedDeck } from './pages/decks/mount-shared-deck.ts'
import { pages } from './pages/index.ts'
import { loadSidebar } from './pages/settings/sidebar.ts'
import { toolsets } from './toolsets.ts'

/**
 * HTTP server of an open app, not yet listening.
 * @param options `serverFor` replaces the tool server, for evaluations with their own tools. `extraPages` are served only in
 *   development
 */
export function createHttpApp(
  app: App,
  options: { readonly serverFor?: ServerFor; readonly extraPages?: readonly AnyPage[] } = {},
): FastifyInstance {
  app.metrics.watchProcess()
  app.store.replicas?.watch(app.heartbeats)
  const authenticate = createAuthenticator(app)
  const { cookies } = app.oauth.forms
  let sendUnknownPath: SendUnknownPath | undefined
  return createServer({
    operations,
    authenticate,
    contextFor: app.contextFor,
    idempotencyStore: app.idempotencyStore,
    publicUrl: app.publicUrl,
    trustedProxies: app.trustedProxies,
    health: app.health,
    transfer: app.transfer,
    spools: createSpools(app.transfer, app.log),
    requestLimits: app.requestLimits,
    turns: app.turns,
    metrics: app.metrics,
    metricsToken: app.metricsToken,
    log: app.log,
    version,
    deliveries: app.deliveries,
    throwNotFound: (reply) =>
      runInChosenLanguage(cookies, reply.request, async () => {
        // A path that can't be decoded never reaches the hooks of the server, so it has no session.
        const sent = reply.request.is404 ? await sendUnknownPath?.(reply.request, reply) : undefined
        return sent ?? sendPage(reply, notFoundPage())
      }),
    unavailablePage: (reply, { status, message }) =>
      runInChosenLanguage(cookies, reply.request, () =>
        sendPage(reply, createNoticePage(status, t('Temporarily unavailable'), known(message))),
      ),
    tooMany: (reply, { message }) =>
      runInChosenLanguage(cookies, reply.request, () => sendPage(reply, tooManyPage(known(message)))),
    pages: (server, signalOf) => {
      mountLanguages(server, cookies)
      sendUnknownPath = mountApp(server, {
        ...{ pages: [...pages, ...(options.extraPages ?? [])], getSignal: signalOf, forms: app.oauth.forms },
        ...{
          findSession: app.signIn.findSession,
          setTimeZone: app.signIn.setTimeZone,
          languages: app.signIn,
          contextFor: app.contextFor,
          publicUrl: app.publicUrl,
        },
        loadSidebar,
      })
      mountApiDocs(server, () => describeOperations(operations, app.publicUrl() + BASE_PATH, version))
      mountSharePage(server, {
        ...{ ...app.sharing, findViewer: app.signIn.findUser, forms: app.oauth.forms },
        ...{ mayOpen: app.mayOpenShared, mayPlay: app.mayPlayShared, mayAsk: app.mayAskShared },
      })
      mountSharedDeck(server, {
        ...{ open: app.openSharedDeck, findViewer: app.signIn.findUser, cookies: app.oauth.forms.cookies },
        mayOpen: app.mayOpenShared,
      })
      mountMedia(server, app.openLinked)
      mountSignInPages(server, {
        ...{ forms: app.oauth.forms, sessionSeconds: SESSION_SECONDS, pendingSeconds: PENDING_SECONDS },
        ...{ signIn: app.signIn, passwords: app.passwords, singleSignOn: app.singleSignOn },
        saml: app.saml,
        passkeys: app.passkeys,
      })
      mountOAuth(server, app.oauth)
      const served = { tools, toolsets, resources, prompts, completions, version }
      mountTools(server, {
        ...{ contextFor: app.contextFor, publicUrl: app.publicUrl },
        loadServer: async () =>
          options.serverFor ??
          (await import('./inbound/mcp/protocol.ts')).createProtocol({ ...served, getIcons: toServerIcons }),
        authenticate: createToolAuthenticator({ key: authenticate, accessToken: app.authenticateOAuth }),
        ...{ limiter: app.limiter, log: app.log },
      })
    },
  })
}

const toServerIcons = () => appIcons().map(({ src, sizes, type }) => ({ src, sizes, mimeType: type }))

/** Page of the components, for developers. It is loaded only when it is served. */
export const loadStyleguide = async (): Promise<AnyPage> =>
  (await import('./pages/styleguide/styleguide.page.ts')).styleguidePage
