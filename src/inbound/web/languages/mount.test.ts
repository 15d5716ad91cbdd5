/** Languages of pages over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../testing/browser-fixtures.ts'
import { newPerson } from '../../../testing/people.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { LANGUAGE_COOKIE } from './cookie.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const storedLanguages = async (userId: string | undefined) => {
  const [row] = await world.app.store.owner.query('select language, browser_language from users where id = $1', [
    userId ?? '',
  ])
  return row
}

const german = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' }

describe('does', () => {
  it('show pages in the language of the browser', async () => {
    const page = await openBrowser(world.app).get('/sign-in', german)
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('<h1>Anmelden</h1>')
    expect(page.headers['cache-control']).toBe('no-store')
  })

  it('show pages in English for other languages, and for programs', async () => {
    for (const headers of [{}, { 'accept-language': 'tlh, x' }])
      expect((await openBrowser(world.app).get('/sign-in', headers)).text).toContain('<html lang="en">')
  })

  it('keep the language that the user chose, whatever the browser prefers', async () => {
    const browser = await signedIn(world.app, world.acme, (await newPerson(world)).userId)
    const before = await browser.get('/account')
    expect(before.text).toContain('<html lang="en">')
    const saved = await browser.submit('/account/language', before, { language: 'de' })
    expect(saved.location).toBe('/account#language')
    const after = await browser.get('/account', { 'accept-language': 'fr' })
    expect(after.text).toContain('<html lang="de">')
    expect(after.text).toContain('Sprache gespeichert')
    expect(after.text).toContain('<option value="de" selected>Deutsch</option>')
    expect(after.text).toMatch(/<meta name="messages" content="\{&quot;/)
    expect(before.text).not.toContain('name="messages"')
  })

  it('keep the language of a user in every browser, whatever its cookie', async () => {
    const { userId } = await newPerson(world)
    const first = await signedIn(world.app, world.acme, userId)
    await first.submit('/account/language', await first.get('/account'), { language: 'de' })
    const second = await signedIn(world.app, world.acme, userId)
    second.cookies.set(LANGUAGE_COOKIE, 'fr')
    expect((await second.get('/account', { 'accept-language': 'es' })).text).toContain('<html lang="de">')
    const refused = await second.post('/account/language', { language: 'ja' })
    expect([refused.status, refused.text.includes('<html lang="de">')]).toEqual([403, true])
    expect((await second.get('/nowhere', { accept: 'text/html' })).text).toContain('<html lang="de">')
    expect(await storedLanguages(userId)).toEqual({ language: 'de', browser_language: 'en' })
  })

  it('take over the language that was chosen before the first sign-in, once', async () => {
    const { userId } = await newPerson(world)
    for (const [cookie, shown] of [
      ['fr', 'fr'],
      ['ja', 'fr'],
    ] as const) {
      const browser = await signedIn(world.app, world.acme, userId)
      browser.cookies.set(LANGUAGE_COOKIE, cookie)
      await browser.get('/home')
      expect((await browser.get('/account')).text).toContain(`<html lang="${shown}">`)
    }
    expect(await storedLanguages(userId)).toMatchObject({ language: 'fr' })
  })

  it('store the language of the browser of a user without a choice', async () => {
    const { userId } = await newPerson(world)
    const browser = await signedIn(world.app, world.acme, userId)
    await browser.get('/account', german)
    expect(await storedLanguages(userId)).toEqual({ language: null, browser_language: 'de' })
    await browser.get('/account', { 'accept-language': 'es' })
    expect(await storedLanguages(userId)).toEqual({ language: null, browser_language: 'es' })
  })

  it('answer forms in the language, with problems and errors', async () => {
    const browser = openBrowser(world.app)
    const page = await browser.get('/sign-in', german)
    const refused = await browser.submit('/sign-in', page, { email: 'nobody' }, german)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Geben Sie eine gültige E-Mail-Adresse ein')
    const tooLarge = await browser.post('/sign-in', { email: 'x'.repeat(200_000) }, german)
    expect([tooLarge.status, tooLarge.text.includes('<html lang="de">')]).toEqual([413, true])
    const missing = await openBrowser(world.app).get('/nowhere', { ...german, accept: 'text/html' })
    expect([missing.status, missing.text.includes('Seite nicht gefunden')]).toEqual([404, true])
  })

  it('keep the API reference in English', async () => {
    expect((await openBrowser(world.app).get('/v2/docs', german)).text).toContain('<html lang="en"')
  })
})

describe('refuses', () => {
  it('a language that the form does not offer', async () => {
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const answer = await browser.submit('/account/language', await browser.get('/account'), { language: 'tlh' })
    expect([answer.status, answer.text.includes('has a value that the form')]).toEqual([400, true])
    expect(browser.cookies.get(LANGUAGE_COOKIE)).toBeUndefined()
  })

  it('a cookie that is no language', async () => {
    const browser = openBrowser(world.app)
    browser.cookies.set(LANGUAGE_COOKIE, '__proto__')
    expect((await browser.get('/sign-in')).text).toContain('<html lang="en">')
  })
})
