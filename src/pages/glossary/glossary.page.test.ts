/** The glossary in the app, and the corrections that it suggests. */
import { beforeAll, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let alice: Browser
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const act = async (browser: Browser, page: string, name: string, fields: Record<string, string> = {}) =>
  browser.submit(`${page}/${name}`, await browser.get(page), fields)
const talk = (...texts: string[]) =>
  importFor(world, {
    transcript: { segments: texts.map((text, at) => ({ speaker: 'Ann', text, start: at, end: at + 1 })) },
  })

const WAYLOOM = { term: 'Wayloom', kind: 'product', aliases: '', misheard: 'Way Loom\r\n\r\nVeyloom', meaning: 'Ours' }

it('adds a term, shows in how many calls it is said, and searches in all spellings', async () => {
  await talk('The demo of Veyloom <went> well.')
  const { location = '' } = await act(alice, '/glossary', 'create', WAYLOOM)
  const page = (await bob.get(location)).text
  expect(page).toContain('<strong>1 call</strong>')
  expect(page).not.toContain('Edit term')
  const found = (await bob.get('/search?q=Wayloom')).text
  expect(found).toContain('Showing results for')
  expect(found).toContain('The demo of')
  expect((await bob.get('/glossary?q=veyl')).text).toContain('Wayloom')
  expect((await bob.get('/glossary?q=nothing')).text).toContain('No terms found')
})

it('imports terms, names the line that is wrong, and keeps the input', async () => {
  const wrong = await act(alice, '/glossary', 'import', { csv: 'term,kind\nNorthlight,brand' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('Line 2')
  expect(wrong.text).toContain('Northlight,brand')
  await act(alice, '/glossary', 'import', { csv: 'Northlight\nSunrise' })
  expect((await alice.get('/glossary')).text).toContain('Sunrise')
})

it('changes and deletes a term, as an admin', async () => {
  const { location = '' } = await act(alice, '/glossary', 'create', { ...WAYLOOM, term: 'Okavo', misheard: '' })
  const taken = await act(alice, location, 'change', { ...WAYLOOM, term: 'Okavo', misheard: 'veylooms' })
  expect(taken.text).toContain('<code>Wayloom</code> has this spelling already')
  await act(alice, location, 'change', { ...WAYLOOM, term: 'Okavo', misheard: 'Okay vo' })
  expect((await bob.get(location)).text).toContain('Okay vo')
  expect((await bob.submit(`${location}/delete`, await bob.get('/glossary'))).status).toBe(403)
  expect((await act(alice, location, 'delete')).location).toBe('/glossary')
  expect((await alice.get(location)).status).toBe(404)
})

it('suggests corrections in the editor, which apply one line or all', async () => {
  const id = await talk('Way loom is fine.', 'I like Veyloom.', 'Veyloom again.')
  const edit = `/conversations/${id}/edit`
  expect((await bob.get(edit)).text).toContain('3 suggested corrections')
  const one = await act(bob, edit, 'correct', { version: '1', segment: '1', key: '1' })
  expect((await bob.get(one.location ?? '')).text).toContain('2 suggested corrections')
  // The version that the user saw is no longer current.
  expect((await act(bob, edit, 'correct', { version: '1' })).status).toBe(409)
  await act(bob, edit, 'correct', { version: '2' })
  const page = (await bob.get(edit)).text
  expect(page).not.toContain('suggested correction')
  expect(page.match(/Wayloom/g)?.length).toBeGreaterThanOrEqual(3)
})
