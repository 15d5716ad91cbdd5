/** Programs that connect by OAuth, written against the protocol alone: `oauth4webapi` over the server in memory. */
import * as oauth from 'oauth4webapi'
import type { OrganizationId } from '../core/principal.ts'
import { type Browser, fromSomewhere, type PageAnswer } from './browser-fixtures.ts'
import { PUBLIC_URL, type TestApp } from './create-test-app.ts'
import { signedIn } from './sign-in-fixtures.ts'

export const RESOURCE = `${PUBLIC_URL}/mcp`
export const REDIRECT = 'http://127.0.0.1:53682/callback'

export interface Program {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly auth: oauth.ClientAuth
  /** For every call of `oauth4webapi`. */
  readonly options: ReturnType<typeof optionsFor>
}

/** `fetch` that reaches the server in memory, and nothing else. */
export const fetchIn =
  (app: TestApp) =>
  async (input: string | URL, init: object = {}): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.origin !== app.publicUrl()) throw new Error(`Nobody is at ${url.origin}.`)
    const { remoteAddress, headers: from } = fromSomewhere()
    const answer = await app.server.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      remoteAddress,
      headers: { ...Object.fromEntries(request.headers), ...from, host: url.host },
      ...(request.body === null ? {} : { payload: await request.text() }),
    })
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    return new Response([204, 304].includes(answer.statusCode) ? null : answer.body, {
      status: answer.statusCode,
      headers,
    })
  }

export const optionsFor = (app: TestApp) => ({
  [oauth.customFetch]: fetchIn(app),
  [oauth.allowInsecureRequests]: true as const,
})

export async function discover(app: TestApp): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(app.publicUrl())
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...optionsFor(app) })
  return oauth.processDiscoveryResponse(issuer, answer)
}

/** Finds the server and registers. */
export async function newProgram(app: TestApp, metadata: Record<string, unknown> = {}): Promise<Program> {
  const options = optionsFor(app)
  const server = await discover(app)
  const said = {
    client_name: 'Test program',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    ...metadata,
  } as Partial<oauth.Client>
  const answer = await oauth.dynamicClientRegistrationRequest(server, said, options)
  const client = await oauth.processDynamicClientRegistrationResponse(answer)
  const secret = client.client_secret as string | undefined
  const auth =
    secret === undefined
      ? oauth.None()
      : client.token_endpoint_auth_method === 'client_secret_post'
        ? oauth.ClientSecretPost(secret)
        : oauth.ClientSecretBasic(secret)
  return { server, client, auth, options }
}

const resourceFor = ({ server }: Program) => `${server.issuer}/mcp`

export interface Asking {
  readonly verifier: string
  readonly state: string
  /** Path and query of the authorization request. */
  readonly path: string
}

/** @param changes parameters beside the usual ones, or instead of them; undefined leaves one out */
export async function asking(program: Program, changes: Record<string, string | undefined> = {}): Promise<Asking> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const query = new URLSearchParams()
  const usual: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: program.client.client_id,
    redirect_uri: REDIRECT,
    scope: 'mcp:read mcp:write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: resourceFor(program),
    ...changes,
  }
  for (const [name, value] of Object.entries(usual)) if (value !== undefined) query.set(name, value)
  const { pathname } = new URL(program.server.authorization_endpoint ?? '')
  return { verifier, state, path: `${pathname}?${query}` }
}

/** Goes where the browser is sent, as long as that is with us. */
export async function follow(browser: Browser, page: PageAnswer, ours = PUBLIC_URL): Promise<PageAnswer> {
  let at = page
  for (let steps = 0; steps < 10 && at.location !== undefined; steps++) {
    const url = new URL(at.location, ours)
    if (url.origin !== ours) return at
    at = await browser.get(url.pathname + url.search)
  }
  return at
}

/** @returns the address the program is answered at, after the user has decided */
export async function decide(
  browser: Browser,
  path: string,
  choice: 'allow' | 'deny' = 'allow',
  ours = PUBLIC_URL,
): Promise<URL> {
  const sent = await browser.get(path)
  const page = await follow(browser, sent, ours)
  if (sent.location === undefined || page.status !== 200)
    throw new Error(`No consent page: ${page.status} ${page.text}`)
  const { pathname } = new URL(sent.location, ours)
  const answered = await follow(browser, await browser.submit(pathname, page, { choice }), ours)
  if (answered.location === undefined) throw new Error(`No answer: ${answered.status} ${answered.text}`)
  return new URL(answered.location)
}

/** Trades the code of an answer for tokens. */
export async function redeem(
  program: Program,
  answer: URL,
  { verifier, state }: Pick<Asking, 'verifier' | 'state'>,
  redirect = REDIRECT,
): Promise<oauth.TokenEndpointResponse> {
  const { server, client, auth, options } = program
  const checked = oauth.validateAuthResponse(server, client, answer, state)
  const given = await oauth.authorizationCodeGrantRequest(server, client, auth, checked, redirect, verifier, {
    ...options,
    additionalParameters: { resource: resourceFor(program) },
  })
  return oauth.processAuthorizationCodeResponse(server, client, given)
}

export interface Connected {
  readonly program: Program
  readonly browser: Browser
  readonly tokens: oauth.TokenEndpointResponse & { readonly refresh_token: string }
  readonly code: string
  readonly verifier: string
}

/** The whole way: registers, signs the user in, asks, is allowed, gets tokens. */
export async function connected(
  app: TestApp,
  org: OrganizationId,
  userId: string | undefined,
  given: { scope?: string; metadata?: Record<string, unknown>; program?: Program } = {},
): Promise<Connected> {
  const program = given.program ?? (await newProgram(app, given.metadata))
  const browser = await signedIn(app, org, userId)
  const asked = await asking(program, given.scope === undefined ? {} : { scope: given.scope })
  const answer = await decide(browser, asked.path, 'allow', app.publicUrl())
  const tokens = await redeem(program, answer, asked)
  const { refresh_token } = tokens
  if (refresh_token === undefined) throw new Error('No refresh token was given.')
  return {
    program,
    browser,
    tokens: { ...tokens, refresh_token },
    code: answer.searchParams.get('code') ?? '',
    verifier: asked.verifier,
  }
}

/** What the tool server says to a bearer of the token: the status, and the code when it refuses. */
export async function knock(app: TestApp, token: string, path = '/mcp'): Promise<[status: number, code?: string]> {
  const answer = await app.server.inject({
    method: 'POST',
    url: path,
    headers: {
      host: new URL(app.publicUrl()).host,
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return answer.statusCode === 200 ? [200] : [answer.statusCode, answer.json().code ?? answer.json().error]
}

/** Trades a refresh token for new tokens. */
export async function refreshed(program: Program, token: string, more: Record<string, string> = {}) {
  const { server, client, auth, options } = program
  const answer = await oauth.refreshTokenGrantRequest(server, client, auth, token, {
    ...options,
    additionalParameters: { resource: resourceFor(program), ...more },
  })
  return oauth.processRefreshTokenResponse(server, client, answer)
}

export async function revoked(program: Program, token: string): Promise<void> {
  const { server, client, auth, options } = program
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, auth, token, options))
}

/** An unused authorization code of a program, and the token request with it. @param browser browser of the user who consents */
export async function getFreshCode(browser: Browser, program: Program, given: Record<string, string | undefined> = {}) {
  const asked = await asking(program, given)
  const answer = await decide(browser, asked.path)
  const code = answer.searchParams.get('code') ?? ''
  const usual = {
    grant_type: 'authorization_code',
    client_id: program.client.client_id,
    redirect_uri: REDIRECT,
    code,
    code_verifier: asked.verifier,
  }
  return { code, usual, answer, asked }
}
