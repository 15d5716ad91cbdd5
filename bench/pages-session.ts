/** Somebody who is signed in, for measuring pages: an admin of an organization, by a link as an operator makes them. */
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { firstAdmin } from '../src/features/accounts/identity/index.ts'
import { issueSignInLink } from '../src/features/accounts/sign-in/index.ts'
import { hiddenFields } from '../src/testing/browser-fixtures.ts'

/** @returns the path of a link that signs the first admin in, once */
export async function linkFor(databaseUrl: string, dataDir: string, organizationId: string): Promise<string> {
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, EMBEDDING_PROVIDER: 'none' })
  const app = await openApp(config, createLog('warn'))
  try {
    const org = organizationId as OrganizationId
    const admin = await firstAdmin(app.store.of(org).read, org)
    const path = admin && (await issueSignInLink(app.store.of(org), org, app.clock, admin.id))
    if (path === undefined) throw new Error('the organization has no admin')
    return path
  } finally {
    await app.close()
  }
}

/** Follows the link as a browser does. @returns cookies, as they are sent */
export async function sessionBy(url: string, path: string): Promise<string> {
  const page = await fetch(url + path)
  const form = cookiesOf(page)
  const fields = hiddenFields(await page.text(), path)
  const entered = await fetch(url + path, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
    headers: { cookie: form, 'sec-fetch-site': 'same-origin' },
  })
  if (entered.status !== 303) throw new Error(`signing in: ${entered.status}`)
  return [form, cookiesOf(entered)].filter(Boolean).join('; ')
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
