/** `parley serve --demo`: adds demo data to a new installation once, and creates a sign-in link at each start. */
import type { App } from '../app.ts'
import { operations } from '../catalog.ts'
import type { Config } from '../core/config.ts'
import { isLoopbackHost } from '../core/loopback-host.ts'
import type { OrganizationId } from '../core/principal.ts'
import { DEMO_COMPANY, type DemoParts, fillDemo, settleDemo } from '../demo/index.ts'
import { domainsOf, firstAdmin } from '../features/accounts/identity/index.ts'
import { issueSignInLink } from '../features/accounts/sign-in/index.ts'
import { hasAnyKey, organizations } from './settings.ts'

export { DEMO_COMPANY }

const toDemoParts = ({ store, clock, log, contextFor }: App): DemoParts => ({
  ...{ store, clock, log, operations },
  contextFor: (principal) => contextFor(principal),
})

/**
 * Rejects the demo in an installation with real organizations. Its people could be mistaken for users, and the printed link
 * signs in its admin.
 * @throws Error if other organizations exist, and none of them is the demo
 */
export async function refuseBesideOthers(app: App, { dataDir, databaseUrl }: Config): Promise<void> {
  if ((await organizations(app)).length === 0 || (await demoOrganization(app)) !== undefined) return
  const place = databaseUrl === undefined ? `The data folder ${dataDir}` : 'The database of DATABASE_URL'
  throw new Error(
    `${place} already contains an organization. The demo requires a new installation. ` +
      'Start it in a separate folder: --demo --data ./demo-data.',
  )
}

/** Finds the demo organization by its reserved domain. */
async function demoOrganization(app: App): Promise<OrganizationId | undefined> {
  for (const { id } of await organizations(app)) {
    const domains = await domainsOf(app.store.of(id).read, id)
    if (DEMO_COMPANY.domains.every((domain) => domains.includes(domain))) return id
  }
  return undefined
}

export async function fillWithDemo(app: App, org: OrganizationId): Promise<void> {
  process.stderr.write('Creating demo data…\n')
  await fillDemo(toDemoParts(app), org)
}

/** Demo of an installation, as a start prints it. */
interface DemoSignIn {
  readonly organization: OrganizationId
  /** Path of a new sign-in link for the first admin. Undefined if the demo has no active admin. */
  readonly path: string | undefined
}

/**
 * Creates a sign-in link for the first admin of the demo. The link of the first start works once, so a person who closes
 * the browser needs another.
 * @returns undefined if the installation has no complete demo, or other machines can reach the service
 */
export async function issueDemoSignIn(app: App, { host }: Config): Promise<DemoSignIn | undefined> {
  if (!isLoopbackHost(host)) return undefined
  const organization = await demoOrganization(app)
  if (organization === undefined || !(await hasAnyKey(app))) return undefined
  const database = app.store.of(organization)
  const admin = await firstAdmin(database.read, organization)
  return { organization, path: admin && (await issueSignInLink(database, organization, app.clock, admin.id)) }
}

/** Simulates user activity in the demo while the service runs. @returns function that stops it and waits for its end */
export function simulateInBackground(app: App): () => Promise<void> {
  const ending = new AbortController()
  const settled = simulateActivity(app, ending.signal).catch((error: Error) =>
    app.log.warn({ error: error.message }, 'the demo activity failed'),
  )
  return async () => {
    ending.abort()
    await settled
  }
}

async function simulateActivity(app: App, signal: AbortSignal): Promise<void> {
  const org = await demoOrganization(app)
  if (org !== undefined) await settleDemo(toDemoParts(app), org, signal)
}
