/** Setup of one's second factor in the app, and what admins do about it. */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { resetSecondFactorByOperator } from '../../features/accounts/second-factor-settings/index.ts'
import type { Browser, PageAnswer } from '../../testing/browser-fixtures.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { newPerson } from '../../testing/people.ts'
import { appFor, codeFor, enterCode } from '../../testing/second-factor-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const PAGE = '/account/second-factor'

let now = Date.now()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})

const newUser = () => newPerson(world, { email: `factor-${randomBytes(6).toString('hex')}@acme.example` })
const enter = (userId: string | undefined) => signedIn(world.app, world.acme, userId)
const submit = async (browser: Browser, action: string, fields: Record<string, string> = {}, page = PAGE) =>
  browser.submit(`${page}/${action}`, await browser.get(page), fields)
const visitorOf = ({ cookies }: Browser) => world.app.signIn.findUser(cookies.get('parley_session'))
const keyIn = ({ text }: PageAnswer) => /setup-key">([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? ''
const codesIn = ({ text }: PageAnswer) =>
  [...text.matchAll(/<li><code>([\w-]{19})<\/code>/g)].map(([, code = '']) => code)
const stored = (userId: string) =>
  world.app.store.owner.query<{ secret: string }>('select secret from authenticator_apps where user_id = $1', [userId])
const audited = async (userId: string) =>
  (
    await world.app.store.owner.query<{ operation: string }>(
      'select operation from audit_log where entities::text like $1',
      [`%${userId}%`],
    )
  ).map(({ operation }) => operation)

/** Goes through the setup. */
async function setUp(browser: Browser): Promise<{ key: string; shown: PageAnswer }> {
  expect((await submit(browser, 'start')).location).toBe(`${PAGE}#app`)
  const key = keyIn(await browser.get(PAGE))
  return { key, shown: await submit(browser, 'confirm', { code: codeFor(key, new Date(now)) }) }
}

describe('does', () => {
  it('set up an app with a QR code and a key, and show recovery codes once', async () => {
    const person = await newUser()
    const [browser, other] = [await enter(person.userId), await enter(person.userId)]
    expect((await browser.get('/account')).text).toContain('Set up a second factor')
    await submit(browser, 'start')
    const page = await browser.get(PAGE)
    const key = keyIn(page)
    expect([key.length, page.text.includes('<svg class="qr-code"')]).toEqual([32, true])
    // Not before the first code, and not by a wrong one.
    const wrong = await submit(browser, 'confirm', { code: '000000' })
    expect([wrong.status, keyIn(wrong)]).toEqual([400, key])
    expect((await enter(person.userId)).cookies.has('parley_session')).toBe(true)

    const shown = await submit(browser, 'confirm', { code: codeFor(key, new Date(now)) })
    expect([shown.status, codesIn(shown).length]).toEqual([200, 10])
    expect([await visitorOf(other), (await visitorOf(browser))?.userId]).toEqual([undefined, person.userId])
    const after = await browser.get(PAGE)
    expect(after.text).toContain('10 recovery codes are left.')
    expect([codesIn(after), keyIn(after), after.text.includes('qr-code')]).toEqual([[], '', false])
    // Neither the key nor a code is stored as it is.
    const [row] = await stored(person.userId)
    expect([row?.secret.startsWith('v1.'), row?.secret.includes(key)]).toEqual([true, false])
    expect(await audited(person.userId)).toEqual(
      expect.arrayContaining(['startAuthenticatorApp', 'confirmAuthenticatorApp']),
    )
  })

  it('renew the recovery codes, and remove the app', async () => {
    const person = await newUser()
    const browser = await enter(person.userId)
    const before = codesIn((await setUp(browser)).shown)
    const after = codesIn(await submit(browser, 'renew-codes'))
    expect([after.length, after.filter((code) => before.includes(code))]).toEqual([10, []])
    expect((await submit(browser, 'remove-app')).location).toBe(`${PAGE}#app`)
    expect(await stored(person.userId)).toEqual([])
    expect((await browser.get(PAGE)).text).not.toContain('Recovery codes')
    expect((await enter(person.userId)).cookies.has('parley_session')).toBe(true)
  })

  it('cancel a setup, and forget one that takes too long', async () => {
    const person = await newUser()
    const browser = await enter(person.userId)
    await submit(browser, 'start')
    await submit(browser, 'cancel')
    expect(await stored(person.userId)).toEqual([])
    await submit(browser, 'start')
    const key = keyIn(await browser.get(PAGE))
    now += 31 * 60_000
    const later = await enter(person.userId)
    expect(keyIn(await later.get(PAGE))).toBe('')
    const page = await later.get('/account')
    const answer = await later.submit(`${PAGE}/confirm`, page, { code: codeFor(key, new Date(now)) })
    expect([answer.status, answer.text.includes('has expired or is complete')]).toEqual([400, true])
  })

  it('lead back to the page for which a second factor was required', async () => {
    const browser = await enter((await newUser()).userId)
    const page = await browser.get(`${PAGE}?return_to=/labels`)
    const started = await browser.submit(`${PAGE}/start`, page)
    expect(started.location).toBe(`${PAGE}?return_to=%2Flabels#app`)
    const setup = await browser.get(`${PAGE}?return_to=/labels`)
    const shown = await browser.submit(`${PAGE}/confirm`, setup, { code: codeFor(keyIn(setup), new Date(now)) })
    expect(shown.text).toContain('<a class="button primary" href="/labels">Continue</a>')
    expect((await browser.get(`${PAGE}?return_to=//evil.example`)).text).not.toContain('evil.example"')
  })
})

describe('refuses', () => {
  it('changes after a sign-in that is not recent, however they are sent', async () => {
    const person = await newUser()
    const browser = await enter(person.userId)
    await setUp(browser)
    now += 16 * 60_000
    const page = await browser.get(PAGE)
    expect(page.text).toContain('Sign in again to change your second factor')
    expect(page.text).not.toContain('Remove authenticator app')
    const token = await browser.get('/account')
    for (const action of ['remove-app', 'renew-codes', 'start', 'cancel']) {
      const answer = await browser.submit(`${PAGE}/${action}`, token)
      expect([action, answer.status, answer.text.includes('requires a recent sign-in')]).toEqual([action, 403, true])
    }
    expect(await stored(person.userId)).toHaveLength(1)
  })

  it('a code that was used for the setup, at the sign-in', async () => {
    const person = await newUser()
    const { key } = await setUp(await enter(person.userId))
    const waiting = await enter(person.userId)
    expect((await enterCode(waiting, codeFor(key, new Date(now)))).status).toBe(400)
    expect((await enterCode(waiting, codeFor(key, new Date(now), 1))).status).toBe(303)
  })
})

describe('admins', () => {
  it('see who has a second factor, and reset one by mail and audit log', async () => {
    const person = await newUser()
    const browser = await enter(person.userId)
    await setUp(browser)
    const admin = await enter(world.alice.userId)
    expect((await admin.get(`/admin/people?q=${encodeURIComponent(person.email)}`)).text).toContain(
      '<td data-title="Second factor">App</td>',
    )
    const page = `/admin/people/${person.userId}`
    expect((await admin.get(page)).text).toContain('Reset second factor')
    expect((await submit(admin, 'reset-second-factor', {}, page)).location).toBe(page)
    expect([await stored(person.userId), await visitorOf(browser)]).toEqual([[], undefined])
    await world.app.drain(world.acme)
    const mail = world.app.mail.filter(({ to }) => to === person.email)
    expect(mail.map(({ subject }) => subject)).toEqual(['Your second factor on Parley was reset'])
    expect(await audited(person.userId)).toContain('resetUserSecondFactor')
    expect((await admin.get(page)).text).not.toContain('Reset second factor')
  })

  it('require one, and nobody else does', async () => {
    const admin = await enter(world.alice.userId)
    await appFor(world, world.alice.userId ?? '')
    const rep = await enter((await newUser()).userId)
    const token = await rep.get('/account')
    const refused = await rep.submit('/admin/sign-in/second-factor', token, { required: 'true' })
    expect(refused.status).toBe(403)
    expect((await rep.submit(`/admin/people/${world.alice.userId}/reset-second-factor`, token)).status).toBe(403)
    expect((await rep.get('/labels')).status).toBe(200)
    expect((await submit(admin, 'second-factor', { required: 'true' }, '/admin/sign-in')).location).toBe(
      '/admin/sign-in',
    )
    expect((await rep.get('/labels')).location).toBe(`${PAGE}?return_to=%2Flabels`)
    await submit(admin, 'second-factor', {}, '/admin/sign-in')
    expect((await rep.get('/labels')).status).toBe(200)
  })

  it('of another organization do not reach it', async () => {
    const person = await newUser()
    await appFor(world, person.userId)
    const rival = await signedIn(world.app, world.rival, world.mallory.userId)
    const token = await rival.get('/account')
    expect((await rival.submit(`/admin/people/${person.userId}/reset-second-factor`, token)).status).toBe(404)
    expect(await stored(person.userId)).toHaveLength(1)
  })

  it('get help from the operator', async () => {
    const person = await newUser()
    await appFor(world, person.userId)
    const reset = (userId: string) =>
      resetSecondFactorByOperator(world.app.store.of(world.acme), world.acme, world.app.clock, userId)
    expect([await reset(person.userId), await reset(person.userId)]).toEqual([true, false])
    expect(await audited(person.userId)).toContain('resetUserSecondFactor')
    await expect(reset(world.mallory.userId ?? '')).rejects.toThrow()
  })
})
