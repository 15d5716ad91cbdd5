/** Connections as they lie in the database, without the way that leads to them. */
import { newOpaqueToken } from '../core/opaque-tokens.ts'
import type { OrganizationId } from '../core/principal.ts'
import type { TestApp } from './create-test-app.ts'
import type { Caller } from './world.ts'

const DAY = 86_400

/** @returns the id of the connection and an access token of it */
export async function connectionFor(
  app: TestApp,
  org: OrganizationId,
  user: Caller,
  given: { clientName?: string; scope?: string; refreshSeconds?: number } = {},
): Promise<{ id: string; accessToken: string }> {
  const { clientName = 'Assistant', scope = 'mcp:read mcp:write', refreshSeconds = 30 * DAY } = given
  const { store } = app.oauth
  const id = store.newGrantId()
  await store.connect(id, {
    principal: {
      organizationId: org,
      user: { id: user.userId ?? '', email: user.email ?? '', teamIds: [] },
      role: 'SALES_REP',
      scopes: ['read', 'write'],
      via: 'session',
    },
    source: {},
    clientId: `https://${id}.example/client.json`,
    clientName,
    redirectHost: '127.0.0.1:8080',
    scope,
    payload: {},
    expiresAt: new Date(app.clock.now().getTime() + 365 * DAY * 1000),
  })
  const accessToken = newOpaqueToken(org)
  const audience = `${app.publicUrl()}/mcp`
  await store.saveToken(accessToken, { kind: 'access', grantId: id, scope, audience, payload: {}, seconds: 3_600 })
  await store.saveToken(newOpaqueToken(org), {
    kind: 'refresh',
    grantId: id,
    scope,
    payload: {},
    seconds: refreshSeconds,
  })
  return { id, accessToken }
}
