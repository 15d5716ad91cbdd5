/** The knowledge base in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { fileSourceFor } from '../../testing/knowledge-fixtures.ts'
import { erasureFor } from '../../testing/privacy-fixtures.ts'
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

const write = async (fields: Record<string, string>, browser = alice) =>
  browser.submit('/knowledge/write', await browser.get('/knowledge'), { format: 'text/markdown', ...fields })

describe('does', () => {
  it('add what is written, find it, and show it', async () => {
    const { location = '' } = await write({
      title: 'Prices',
      content: '# Plans\n\nThe standard plan costs forty euros.',
    })
    expect((await alice.get(location)).text).toContain('Source Prices added')
    const found = await bob.get('/knowledge?q=standard+plan')
    expect(found.text).toContain('Prices')
    expect(found.text).toMatch(/<mark>standard<\/mark>/)
    expect((await bob.get(location)).text).toContain('The standard plan costs forty euros.')
    expect((await bob.get('/knowledge')).text).toContain('Indexed')
  })

  it('change and delete one', async () => {
    const { location = '' } = await write({ title: 'Old', content: 'Old words' })
    const fields = { title: 'New', content: 'New words <b>', format: 'text/plain' }
    expect((await alice.submit(`${location}/change`, await alice.get(location), fields)).location).toBe(location)
    expect((await alice.get(location)).text).toContain('New words &lt;b&gt;</textarea>')
    expect((await alice.submit(`${location}/delete`, await alice.get(location))).location).toBe('/knowledge')
    expect((await alice.get(location)).status).toBe(404)
  })
})

it('tells of a file that was taken away with a person, and what search finds of it stays', async () => {
  const id = await fileSourceFor(world, 'guests.txt', 'Guests: gone@files.example.')
  await world.app.drain(world.acme)
  expect((await alice.get(`/knowledge/${id}`)).text).not.toContain('File deleted')
  await erasureFor(world, { email: 'gone@files.example' })
  await world.app.drain(world.acme)
  const { text } = await bob.get(`/knowledge/${id}`)
  expect(text).toContain('File deleted')
  expect(text).toContain('Indexed')
})

describe('refuses', () => {
  it('what is too long, with all of it still there', async () => {
    const refused = await write({ title: 'x'.repeat(501), content: 'Kept' })
    expect([refused.status, refused.text.includes('Kept</textarea>')]).toEqual([400, true])
  })

  it('a form without a file', async () => {
    const page = await alice.get('/knowledge')
    const refused = await alice.submit('/knowledge/upload', page, { file_title: 'Empty' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('role="alert"')
  })
})

describe('who may', () => {
  it('everybody reads, admins write', async () => {
    expect((await bob.get('/knowledge')).text).not.toContain('Write a source')
    expect((await write({ title: 'Mine', content: 'Mine' }, bob)).status).toBe(403)
  })
})
