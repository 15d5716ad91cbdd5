/** First start of an installation: its organization, admin, API key and sign-in link. */
import type { App } from '../app.ts'
import { newId } from '../core/clock.ts'
import type { OrganizationId } from '../core/principal.ts'
import { issueKey } from '../features/accounts/api-keys/index.ts'
import { createFirstOrganization, firstAdmin } from '../features/accounts/identity/index.ts'
import { issueSignInLink } from '../features/accounts/sign-in/index.ts'
import { hasAnyKey, organizations } from './settings.ts'

/** Placeholder names of the first organization. */
const FIRST_ORGANIZATION = { name: 'My organization', domains: [], adminEmail: 'admin@parley.invalid' }

/**
 * Creates an organization, an admin, an organization-level API key and a sign-in link at the first start, and prints them
 * once. If a start is interrupted before the key exists, the next start completes it. The key is created last, so an
 * organization with a key has complete demo data.
 */
export async function completeFirstStart(
  app: App,
  demo: typeof import('./serve-demo.ts') | undefined,
): Promise<{ admin_user_id?: string; api_key?: string; sign_in_path?: string }> {
  const org = newId() as OrganizationId
  const first = demo?.DEMO_COMPANY ?? FIRST_ORGANIZATION
  const made = await createFirstOrganization(app.store.of(org), org, app.clock, first)
  const [keyless] = made === undefined ? await organizationsWithoutAnyKey(app) : [{ id: org }]
  if (keyless === undefined) return {}
  await demo?.fillWithDemo(app, keyless.id)
  const database = app.store.of(keyless.id)
  const { token } = await issueKey(database, keyless.id, app, { name: 'First key' })
  const admin = await firstAdmin(database.read, keyless.id)
  const path = admin && (await issueSignInLink(database, keyless.id, app.clock, admin.id))
  return {
    ...(made === undefined ? {} : { admin_user_id: made.adminUserId }),
    api_key: token,
    ...(path === undefined ? {} : { sign_in_path: path }),
  }
}

/** All organizations if no API key has ever been created; otherwise none. */
const organizationsWithoutAnyKey = async (app: App): Promise<{ id: OrganizationId }[]> =>
  (await hasAnyKey(app)) ? [] : organizations(app)
