/** Trackers in the app. */
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

const TRACKER = {
  name: 'Price',
  phrases: 'too expensive\r\n\r\ndiscount',
  speakers: 'all',
  stemmed: 'true',
  enabled: 'true',
}
const act = async (browser: Browser, page: string, name: string, fields: Record<string, string> = {}) =>
  browser.submit(`${page}/${name}`, await browser.get(page), fields)

it('watches for phrases, and shows where they were said to who may see it', async () => {
  const { location = '' } = await act(alice, '/trackers', 'create', TRACKER)
  expect((await alice.get(location)).text).toContain('No matches yet.')
  const conversation = await importFor(world, {
    transcript: { segments: [{ speaker: 'Ann', text: 'No discounts <for> us.', start: 3, end: 5 }] },
  })
  await world.app.drain(world.acme)
  const heard = (await bob.get(location)).text
  expect(heard).toContain('No discounts &lt;for&gt; us.')
  expect(heard).toContain(`/conversations/${conversation}?t=3`)
  const carol = await signedIn(world.app, world.acme, world.carol.userId)
  expect((await carol.get(location)).text).not.toContain('No discounts')
})

it('has a color, which marks its matches on the call and its name in lists', async () => {
  const fields = { ...TRACKER, name: 'Roses', phrases: 'little roses', color: 'slate' }
  const { location = '' } = await act(alice, '/trackers', 'create', fields)
  await act(alice, '/trackers', 'create', { ...fields, name: 'Icons', phrases: 'icons' })
  const conversation = await importFor(world, {
    transcript: { segments: [{ speaker: 'Ann', text: 'You have the little roses as icons.', start: 3, end: 5 }] },
  })
  await world.app.drain(world.acme)
  const call = async () => (await alice.get(`/conversations/${conversation}`)).text
  expect(await call()).toMatch(/call-legend-item talk-track-3" aria-pressed="true" data-marks="talk-tracker-1"/)
  expect(await call()).toMatch(/talk-hit talk-track-3" title="Roses"/)
  expect((await alice.get('/trackers')).text).toContain('<span class="tracker-dot talk-track-3" aria-hidden="true">')
  expect((await alice.get(location)).text).toMatch(/name="color" value="slate" checked/)
  await act(alice, location, 'change', { ...fields, color: 'red' })
  const text = await call()
  expect(text).toMatch(/class="talk-track-4 talk-tracker-\d" data-at="3" aria-label="Roses, 0:03"/)
  expect(text).toMatch(/class="talk-track-3 talk-tracker-\d" data-at="3" aria-label="Icons, 0:03"/)
})

it('is changed and deleted by admins', async () => {
  const { location = '' } = await act(alice, '/trackers', 'create', { ...TRACKER, name: 'Rivals' })
  expect((await act(alice, location, 'change', { ...TRACKER, name: 'Rivals', phrases: '' })).status).toBe(400)
  await act(alice, location, 'change', { ...TRACKER, name: 'Others', phrases: 'wayloom', enabled: '' })
  const page = await bob.get('/trackers')
  expect(page.text).toContain('Others')
  expect(page.text).not.toContain('New tracker')
  expect((await bob.submit(`${location}/delete`, page)).status).toBe(403)
  expect((await act(alice, location, 'delete')).location).toBe('/trackers')
  expect((await alice.get(location)).status).toBe(404)
})
