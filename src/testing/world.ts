/**
 * Named people in organizations of their own, so that tests share a database and nothing else.
 *
 * acme.example: alice (admin), mark (manager of sales), bob (rep in sales/north), carol (rep in support).
 * rival.example: mallory (admin).
 */
import { newId } from '../core/clock.ts'
import type { OrganizationId, Role } from '../core/principal.ts'
import { issueKey } from '../features/accounts/api-keys/index.ts'
import { createOrganization, createTeam, createUser } from '../features/accounts/identity/index.ts'
import { createTestApp, type TestApp } from './create-test-app.ts'

export interface Caller {
  readonly userId: string | undefined
  readonly email: string | undefined
  readonly key: string
}

export interface World {
  readonly app: TestApp
  readonly acme: OrganizationId
  readonly rival: OrganizationId
  readonly teams: { readonly sales: string; readonly north: string; readonly support: string }
  /** Org-level keys of the two organizations. */
  readonly org: Caller
  readonly rivalOrg: Caller
  readonly alice: Caller
  readonly mark: Caller
  readonly bob: Caller
  readonly carol: Caller
  readonly mallory: Caller
}

export async function createWorld(given?: TestApp): Promise<World> {
  const app = given ?? (await createTestApp())
  const acme = await found(app, 'Acme', 'acme.example', 'alice@acme.example')
  const rival = await found(app, 'Rival', 'rival.example', 'mallory@rival.example')
  const team = async (name: string, parentId?: string) => {
    const made = await createTeam(app.store.of(acme.org), acme.org, app.clock, {
      name,
      ...(parentId === undefined ? {} : { parentId }),
    })
    return made.teamId
  }
  const sales = await team('Sales')
  const north = await team('Sales North', sales)
  const support = await team('Support')
  const person = async (name: string, role: Role, teamIds: string[]) => {
    const email = `${name}@acme.example`
    const { userId } = await createUser(app.store.of(acme.org), acme.org, app.clock, { email, role, teamIds })
    return caller(app, acme.org, userId, email)
  }
  return {
    app,
    acme: acme.org,
    rival: rival.org,
    teams: { sales, north, support },
    org: await caller(app, acme.org),
    rivalOrg: await caller(app, rival.org),
    alice: await caller(app, acme.org, acme.adminUserId, 'alice@acme.example'),
    mark: await person('mark', 'MANAGER', [sales]),
    bob: await person('bob', 'SALES_REP', [north]),
    carol: await person('carol', 'SALES_REP', [support]),
    mallory: await caller(app, rival.org, rival.adminUserId, 'mallory@rival.example'),
  }
}

async function found(app: TestApp, name: string, domain: string, adminEmail: string) {
  const org = newId() as OrganizationId
  const { adminUserId } = await createOrganization(app.store.of(org), org, app.clock, {
    name,
    domains: [domain],
    adminEmail,
  })
  return { org, adminUserId }
}

async function caller(app: TestApp, org: OrganizationId, userId?: string, email?: string): Promise<Caller> {
  const { token } = await issueKey(app.store.of(org), org, app, {
    name: email ?? 'organization',
    ...(userId === undefined ? {} : { userId }),
  })
  return { userId, email, key: token }
}
