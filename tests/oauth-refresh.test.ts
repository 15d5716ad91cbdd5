/**
 * Refresh tokens as clients use them: both official clients call tools concurrently after their access token expired, and
 * answers get lost. For a minute after its use a refresh token gives its client more tokens of the same connection;
 * afterwards using it again is reuse, which ends the connection.
 */
import {
  Client as CurrentClient,
  type OAuthClientProvider as CurrentProvider,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import {
  type Connected,
  connected,
  knock,
  newProgram,
  optionsFor,
  REDIRECT,
  refreshed,
} from '../src/testing/connect-fixtures.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { newPerson } from '../src/testing/people.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const ABOUT = { name: 'test-client', version: '1.0.0' }
const HOUR_MS = 3_600_000
const INVALID_GRANT = { error: 'invalid_grant' }

let now = Date.now()
const clock = { now: () => new Date(now) }
let world: World
let mcpUrl: URL
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock, listen: true }))
  mcpUrl = new URL(`${world.app.publicUrl()}/mcp`)
})

/** What a client stores, with its record of the requests to the token endpoint. */
function storedBy({ program, tokens }: Connected) {
  const stored = {
    tokens: { ...tokens, token_type: 'Bearer' } as { access_token: string; refresh_token?: string; token_type: string },
    refreshes: [] as { status: number }[],
    /** Answers of the token endpoint that never arrive. */
    answersToLose: 0,
  }
  const provider = {
    redirectUrl: REDIRECT,
    clientMetadata: { redirect_uris: [REDIRECT] },
    clientInformation: () => ({ client_id: program.client.client_id }),
    tokens: () => stored.tokens,
    saveTokens(next: typeof stored.tokens) {
      stored.tokens = next
    },
    redirectToAuthorization: () => {
      throw new Error('The client sent its user to sign in again.')
    },
    saveCodeVerifier: () => {},
    codeVerifier: () => '',
  }
  const fetchServed = async (url: string | URL, init: RequestInit = {}) => {
    const answer = await fetch(url, init)
    if (new URL(url).pathname !== '/oauth/token') return answer
    stored.refreshes.push({ status: answer.status })
    if (stored.answersToLose === 0) return answer
    stored.answersToLose -= 1
    await answer.arrayBuffer()
    throw new TypeError('The connection was lost.')
  }
  return { stored, provider, fetchServed }
}
type StoredBy = ReturnType<typeof storedBy>

const CLIENTS = [
  [
    '@modelcontextprotocol/client',
    async ({ provider, fetchServed }: StoredBy) => {
      const authProvider = provider as unknown as CurrentProvider
      const transport = new CurrentTransport(mcpUrl, { authProvider, fetch: fetchServed })
      const client = new CurrentClient(ABOUT, { versionNegotiation: { mode: 'auto' } })
      await client.connect(transport)
      return { getMe: () => client.callTool({ name: 'get_me', arguments: {} }), close: () => client.close() }
    },
  ],
  [
    '@modelcontextprotocol/sdk',
    async ({ provider, fetchServed }: StoredBy) => {
      const authProvider = provider as unknown as OAuthClientProvider
      const transport = new StreamableHTTPClientTransport(mcpUrl, { authProvider, fetch: fetchServed })
      const client = new Client(ABOUT)
      await client.connect(transport as Parameters<typeof client.connect>[0])
      return { getMe: () => client.callTool({ name: 'get_me', arguments: {} }), close: () => client.close() }
    },
  ],
] as const

const connectedPerson = async () => {
  const person = await newPerson(world)
  return { person, ...(await connected(world.app, world.acme, person.userId)) }
}

describe.each(CLIENTS)('%s', (_, open) => {
  it('calls three tools at the same time after its access token expired, and stays connected', async () => {
    const connection = await connectedPerson()
    const kept = storedBy(connection)
    const client = await open(kept)
    now += HOUR_MS
    const answers = await Promise.all([client.getMe(), client.getMe(), client.getMe()])
    for (const answer of answers) expect(JSON.stringify(answer)).toContain(connection.person.email)
    expect(kept.stored.refreshes).toEqual([{ status: 200 }, { status: 200 }, { status: 200 }])

    // The tokens that the client happens to have stored last go on working, also after the minute is over.
    now += HOUR_MS
    expect(JSON.stringify(await client.getMe())).toContain(connection.person.email)
    expect(kept.stored.refreshes).toHaveLength(4)
    const { data } = (await call(world.app, connection.person, 'GET', '/connected-apps')).body
    expect(data).toHaveLength(1)
    await client.close()
  })

  it('stays connected when the answer to its refresh is lost', async () => {
    const connection = await connectedPerson()
    const kept = storedBy(connection)
    const client = await open(kept)
    now += HOUR_MS
    kept.stored.answersToLose = 1
    await client.getMe().catch(() => undefined)
    expect(kept.stored.tokens.refresh_token).toBe(connection.tokens.refresh_token)
    now += 59_000
    expect(JSON.stringify(await client.getMe())).toContain(connection.person.email)
    expect(kept.stored.refreshes).toEqual([{ status: 200 }, { status: 200 }])
    await client.close()
  })
})

describe('a refresh token that was just used', () => {
  it('gives the same client different tokens of the same connection, also by several processes at the same time', async () => {
    const { tokens, program, person } = await connectedPerson()
    const another = await createTestApp({ clock, listen: true })
    another.servedAt(world.app.publicUrl())
    const other = { ...program, options: optionsFor({ ...another, publicUrl: world.app.publicUrl }) }
    const given = await Promise.all(
      [program, other, program, other, program].map((one) => refreshed(one, tokens.refresh_token)),
    )
    expect(new Set(given.map((one) => one.refresh_token)).size).toBe(5)
    for (const { access_token } of [tokens, ...given]) expect(await knock(world.app, access_token)).toEqual([200])
    const rows = await world.app.store.owner.query<{ grants: number }>(
      `select count(distinct t.grant_id)::int as grants from oauth_tokens t join oauth_grants g on g.id = t.grant_id
       where g.user_id = $1`,
      [person.userId],
    )
    expect(rows).toEqual([{ grants: 1 }])
    // Each of them is the beginning of a chain of its own.
    for (const one of given) await refreshed(program, one.refresh_token ?? '')
  })

  it('is counted from its first use, not from the last', async () => {
    const { tokens, program } = await connectedPerson()
    await refreshed(program, tokens.refresh_token)
    now += 59_000
    const last = await refreshed(program, tokens.refresh_token)
    now += 1_000
    await expect(refreshed(program, tokens.refresh_token)).rejects.toMatchObject(INVALID_GRANT)
    expect(await knock(world.app, last.access_token)).toEqual([401, 'invalid_token'])
  })

  it('gives another client nothing, before and after the minute', async () => {
    const { tokens, program } = await connectedPerson()
    const [stranger, secretive] = [
      await newProgram(world.app),
      await newProgram(world.app, { token_endpoint_auth_method: 'client_secret_post' }),
    ]
    const next = await refreshed(program, tokens.refresh_token)
    for (const wait of [0, 61_000]) {
      now += wait
      for (const one of [stranger, secretive]) {
        await expect(refreshed(one, tokens.refresh_token)).rejects.toMatchObject(INVALID_GRANT)
      }
      expect(await knock(world.app, next.access_token)).toEqual([200])
    }
  })

  it('is reuse 61 seconds later, and ends the connection with every token of it', async () => {
    const { tokens, program, person } = await connectedPerson()
    const given = await Promise.all([1, 2, 3].map(() => refreshed(program, tokens.refresh_token)))
    now += 61_000
    await expect(refreshed(program, tokens.refresh_token)).rejects.toMatchObject(INVALID_GRANT)
    for (const one of given) {
      expect(await knock(world.app, one.access_token)).toEqual([401, 'invalid_token'])
      await expect(refreshed(program, one.refresh_token ?? '')).rejects.toMatchObject(INVALID_GRANT)
    }
    expect((await call(world.app, person, 'GET', '/connected-apps')).body.data).toEqual([])
  })

  it('gives nothing once the program was disconnected, or its user deactivated', async () => {
    for (const end of ['disconnect', 'deactivate']) {
      const { tokens, program, person } = await connectedPerson()
      await refreshed(program, tokens.refresh_token)
      const [{ id }] = (await call(world.app, person, 'GET', '/connected-apps')).body.data
      const path = end === 'disconnect' ? `/connected-apps/${id}` : `/organizations/users/${person.userId}`
      expect((await call(world.app, world.alice, 'DELETE', path)).status).toBeLessThan(300)
      await expect(refreshed(program, tokens.refresh_token)).rejects.toMatchObject(INVALID_GRANT)
    }
  })

  it('ends by a refresh at the same moment as the disconnection, whichever is first', async () => {
    const { tokens, program, person } = await connectedPerson()
    const [{ id }] = (await call(world.app, person, 'GET', '/connected-apps')).body.data
    const [, ...given] = await Promise.allSettled([
      call(world.app, person, 'DELETE', `/connected-apps/${id}`),
      ...[1, 2, 3, 4].map(() => refreshed(program, tokens.refresh_token)),
    ])
    for (const one of given) {
      if (one.status === 'rejected') expect((one.reason as { error: string }).error).toBe('invalid_grant')
      else expect(await knock(world.app, one.value.access_token)).toEqual([401, 'invalid_token'])
    }
  })
})
