/** An identity provider, as the outermost edge: a real one (`oidc-provider`) on this machine, which asks nobody. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { PublicFetch } from '../core/public-fetch.ts'
import { closeAfterTests } from './close-after-tests.ts'
import { fetchHere, PUBLIC_URL } from './create-test-app.ts'

/** What lets Parley ask a provider on this machine. */
export const PROVIDERS_HERE = '127.0.0.0/8'

export interface Account {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who is at the provider's browser. Undefined: they press Cancel. */
  account: Account | undefined
  /** Signs what the provider would sign, or what it would not. */
  sign(claims: JWTPayload): Promise<string>
  /**
   * Goes to the address a browser was sent to, and through the provider.
   * @returns where the provider sends the browser back to
   */
  through(address: string): Promise<URL>
  close(): Promise<void>
}

/** Closed by itself after the test file. @param back where it sends browsers back to */
export async function startIdentityProvider(
  given: { readonly back?: string; readonly claimsInToken?: boolean } = {},
): Promise<IdentityProvider> {
  const { Provider } = await import('oidc-provider')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['parley at the provider', 'a secret: with %, + and /']
  const accounts = new Map<string, Account>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [given.back ?? `${PUBLIC_URL}/sign-in/callback`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    conformIdTokenClaims: given.claimsInToken !== true,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: async (_ctx, id) => {
      const account = accounts.get(id)
      return account && { accountId: id, claims: async () => ({ ...account }) }
    },
    // What is asked for is given.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        accountId: ctx.oidc.session?.accountId ?? '',
        clientId: ctx.oidc.client?.clientId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Session: 1, Grant: 60, Interaction: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
  })
  const here: { account: Account | undefined } = { account: undefined }
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next()
    const { account } = here
    if (account !== undefined) accounts.set(account.sub, account)
    const result =
      account === undefined
        ? { error: 'access_denied', error_description: 'cancelled' }
        : { login: { accountId: account.sub, remember: false } }
    await provider.interactionFinished(ctx.req, ctx.res, result)
    ctx.respond = false
  })
  server.on('request', provider.callback())
  const idp: IdentityProvider = Object.assign(here, {
    issuer,
    clientId,
    clientSecret,
    sign: (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    async through(address: string) {
      const cookies = new Map<string, string>()
      let at = new URL(address)
      for (let steps = 0; steps < 10 && at.origin === issuer; steps++) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', ...value] = line.split(';', 1)[0]?.split('=') ?? []
          cookies.set(name, value.join('='))
        }
        const location = answer.headers.get('location')
        if (location === null) throw new Error(`The provider stays at ${answer.status}: ${await answer.text()}`)
        at = new URL(location, at)
      }
      return at
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  })
  closeAfterTests(() => idp.close())
  return idp
}

/** What a provider that means no good puts into its token; `string`: the whole token. */
export type Tampering = (claims: JWTPayload, token: string) => Promise<string> | string

/** Asks as the service does, and changes what comes back from token endpoints as long as a test wants it. */
export function tamperingFetch(): PublicFetch & { tampering: Tampering | undefined } {
  const real = fetchHere([PROVIDERS_HERE])
  const fetchPublic = Object.assign(
    async (...[url, request]: Parameters<PublicFetch>) => {
      const answer = await real(url, request)
      if (fetchPublic.tampering === undefined || !url.endsWith('/token')) return answer
      const body = (await answer.json()) as { id_token?: string }
      if (body.id_token !== undefined) {
        const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
        body.id_token = await fetchPublic.tampering(claims, body.id_token)
      }
      return new Response(JSON.stringify(body), {
        status: answer.status,
        headers: { 'content-type': 'application/json' },
      })
    },
    { refusalOf: real.refusalOf, tampering: undefined as Tampering | undefined },
  )
  return fetchPublic
}
