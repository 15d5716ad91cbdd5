/** Every page in another language: text of the interface is translated. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addCatalog } from '../src/core/languages/catalogs.ts'
import { LANGUAGE_COOKIE } from '../src/inbound/web/languages/cookie.ts'
import { openBrowser } from '../src/testing/browser-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { findUnmarked, findUntranslated, mark, readLiterals } from './languages-pages.ts'
import { BEGINNINGS, type Visited, walk } from './pages-walk.ts'
import { type FilledWorld, filledWorld } from './pages-world.ts'
import { faultsOf } from './well-formed.ts'

/** Tag of the language of marks, for private use. */
const MARKED = 'qam'
/** Number of places whose literals are on pages without being messages: names, events and keys. It may only fall. */
const KNOWN = 47

let world: FilledWorld
let visited: readonly Visited[]
const outside: string[] = []
beforeAll(async () => {
  addCatalog(MARKED, mark)
  world = await filledWorld()
  const browsers = await Promise.all(
    [world.alice, world.bob, world.mark].map(({ userId }) => signedIn(world.app, world.acme, userId)),
  )
  const walks = []
  for (const browser of browsers) {
    browser.cookies.set(LANGUAGE_COOKIE, MARKED)
    walks.push(await walk(browser, browser === browsers[0] ? [...BEGINNINGS, ...world.ledTo] : ['/home', '/account']))
  }
  visited = walks.flatMap((walked) => walked.visited)
  const visitor = openBrowser(world.app)
  visitor.cookies.set(LANGUAGE_COOKIE, MARKED)
  for (const path of ['/sign-in', '/sign-in/none', '/invitations/none', '/sign-in/code', '/s/none'])
    outside.push((await visitor.get(path)).text)
})

describe('a page in another language', () => {
  it('shows no literal of the sources that is not a message', () => {
    const literals = readLiterals()
    const texts = [
      ...visited.filter(({ answer }) => answer.status === 200).map(({ answer }) => answer.text),
      ...outside,
    ]
    expect(texts.length).toBeGreaterThan(50)
    const found = [...new Set(texts.flatMap((text) => findUntranslated(text, literals)))].sort()
    const places = new Set(found.map((line) => line.split(': ', 1)[0]))
    expect(places.size, found.join('\n')).toBeLessThanOrEqual(KNOWN)
  })

  it('is well-formed, and says its language', () => {
    for (const { address, answer } of visited) {
      expect([address, faultsOf(answer.text)]).toEqual([address, []])
      expect(answer.text).toContain(`<html lang="${MARKED}"`)
    }
  })
})

describe('the search for untranslated text', () => {
  it('finds text outside of messages, in values of messages too', () => {
    const page = `<p title="Tip">${mark('By {0}').replace('{0}', 'nobody')} <b>Bare</b></p><p>${mark('Good')}</p>`
    expect(findUnmarked(page)).toEqual(['Tip', 'nobody', 'Bare'])
    const literals = new Map([['Bare', 'a.ts:1']])
    expect(findUntranslated(page, literals)).toEqual(['a.ts:1: Bare'])
  })
})
