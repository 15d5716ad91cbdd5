/** `parley serve --demo`: the demo in an installation of its own, filled once. */
import type { App } from '../../app.ts'
import { operations } from '../../catalog.ts'
import type { Config } from '../../core/config.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { DEMO_COMPANY, type DemoParts, fillDemo, settleDemo } from '../../demo/index.ts'
import { domainsOf } from '../../features/identity/index.ts'
import { organizations } from './settings.ts'

export { DEMO_COMPANY }

const partsOf = ({ store, clock, log, contextFor }: App): DemoParts => ({
  ...{ store, clock, log, operations },
  contextFor: (principal) => contextFor(principal),
})

/**
 * An invented company stands beside no real one: its people could be taken for users, and a link signs in its admin.
 * @throws Error when there are organizations, and none of them is the demo's
 */
export async function refuseBesideOthers(app: App, { dataDir, databaseUrl }: Config): Promise<void> {
  if ((await organizations(app)).length === 0 || (await demoOrganization(app)) !== undefined) return
  const place = databaseUrl === undefined ? `The data folder ${dataDir}` : 'The database of DATABASE_URL'
  throw new Error(
    `${place} holds an organization already, and the demo is never put beside one. ` +
      'Start it in a folder of its own: --demo --data ./demo-data.',
  )
}

/** Known by its domain, which nobody can have. */
async function demoOrganization(app: App): Promise<OrganizationId | undefined> {
  for (const { id } of await organizations(app)) {
    const domains = await domainsOf(app.store.of(id).read, id)
    if (DEMO_COMPANY.domains.every((domain) => domains.includes(domain))) return id
  }
  return undefined
}

export async function fillWithDemo(app: App, org: OrganizationId): Promise<void> {
  process.stderr.write('Filling the demo …\n')
  await fillDemo(partsOf(app), org)
}

/** Goes on while the service runs. @returns what ends it, and waits for that */
export function settleInBackground(app: App): () => Promise<void> {
  const ending = new AbortController()
  const settled = settle(app, ending.signal).catch((error: Error) =>
    app.log.warn({ error: error.message }, 'what people decide in the demo was not decided'),
  )
  return async () => {
    ending.abort()
    await settled
  }
}

async function settle(app: App, signal: AbortSignal): Promise<void> {
  const org = await demoOrganization(app)
  if (org !== undefined) await settleDemo(partsOf(app), org, signal)
}
