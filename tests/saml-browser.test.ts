/**
 * SAML with the real Chromium and the identity provider of pysaml2, on two sites, so that cookies count as they do between
 * strangers: an admin sets it up and tests it, and a person signs in. TEST_PYSAML2 names a Python with pysaml2.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueSignInLink } from '../src/features/accounts/sign-in/index.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { newPerson } from '../src/testing/people.ts'
import { browserProgram, openRealBrowser, serveAtLocalhost } from '../src/testing/real-browser.ts'
import { newSigningKey } from '../src/testing/saml-provider.ts'
import { newDomain } from '../src/testing/sign-in-providers-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const python =
  process.env.TEST_PYSAML2 ?? (existsSync('/usr/lib/python3/dist-packages/saml2') ? '/usr/bin/python3' : undefined)
const isThere = browserProgram !== undefined && python !== undefined

let world: World
let base: string
let browser: Browser
let folder: string
let provider: ChildProcess
let metadata: string
let email: string
let domain: string
beforeAll(async () => {
  if (browserProgram === undefined || python === undefined) return
  world = await createWorld(await createTestApp({ listen: true }))
  // The provider is at 127.0.0.1: another site.
  base = serveAtLocalhost(world)
  domain = await newDomain(world)
  email = `ada-${randomBytes(4).toString('hex')}@${domain}`
  folder = await mkdtemp(join(tmpdir(), 'parley-saml-'))
  const { key, certificate } = newSigningKey()
  const { metadata_url } = (await call(world.app, world.org, 'GET', '/saml-settings')).body.data
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'certificate.pem'), certificate)
  await writeFile(join(folder, 'service.xml'), await (await fetch(metadata_url)).text())
  const program = fileURLToPath(new URL('saml/provider.py', import.meta.url))
  provider = spawn(python, [program, folder, email], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (provider.stdout === null) throw new Error('The provider has no output.')
  for await (const line of createInterface({ input: provider.stdout })) {
    metadata = JSON.parse(line).metadata
    break
  }
  browser = await openRealBrowser()
})
afterAll(async () => {
  await browser?.close()
  provider?.stdin?.end()
  if (folder !== undefined) await rm(folder, { recursive: true })
})

const pathOf = (page: Page) => new URL(page.url()).pathname
const press = (page: Page, label: string) => page.click(`button:has-text("${label}")`)

it.skipIf(!isThere)(
  'an admin sets it up and tests it, and a person signs in',
  async () => {
    const admin = await (await browser.newContext()).newPage()
    const link = await issueSignInLink(
      world.app.store.of(world.acme),
      world.acme,
      world.app.clock,
      world.alice.userId ?? '',
    )
    await admin.goto(base + link)
    await press(admin, 'Sign in')
    await admin.goto(`${base}/admin/saml`)
    await admin.fill('input[name=name]', 'pysaml2')
    await admin.fill('textarea[name=metadata]', metadata)
    await admin.fill('textarea[name=domains]', domain)
    await admin.check('input[name=enabled]')
    await press(admin, 'Save settings')
    await admin.waitForSelector('text=SAML settings saved')

    await admin.click('text=Test sign-in')
    await admin.waitForSelector('text=Test failed')
    expect(await admin.textContent('main')).toContain(`The response names ${email}.`)
    const person = await newPerson(world, { email })
    await admin.goto(`${base}/sign-in/saml-test`)
    await admin.waitForSelector('text=Test succeeded')

    const page = await (await browser.newContext()).newPage()
    await page.goto(`${base}/sign-in?return_to=/account`)
    await page.fill('input[name=email]', email)
    await press(page, 'Continue')
    await press(page, 'Continue with pysaml2')
    await page.waitForURL(`${base}/account`)
    expect([pathOf(page), await page.textContent('#you')]).toEqual(['/account', expect.stringContaining(email)])
    const { data } = (await call(world.app, world.alice, 'GET', '/sessions', { query: { user_uuid: person.userId } }))
      .body
    expect(data).toMatchObject([{ way: 'single_sign_on' }])
  },
  60_000,
)
