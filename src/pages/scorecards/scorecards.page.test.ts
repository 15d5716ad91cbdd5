/** Scorecards in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
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

const CARD = { title: 'Discovery', interactionType: 'conversation', teamId: 'all', enabled: 'true' }
const QUESTION = {
  title: 'Next step',
  weight: '2',
  min: '0',
  middle: '1',
  max: '2',
  minCriteria: 'None',
  maxCriteria: 'With a date',
}

const made = async (fields: Record<string, string> = {}): Promise<string> =>
  (await alice.submit('/scorecards/create', await alice.get('/scorecards'), { ...CARD, ...fields })).location ?? ''
const act = async (browser: Browser, page: string, name: string, fields: Record<string, string> = {}) =>
  browser.submit(`${page}/${name}`, await browser.get(page), fields)
const told = async (page: string) => (await call(world.app, world.org, 'GET', page)).body.data
const itemsOf = async (page: string) => (await call(world.app, world.org, 'GET', `${page}/items`)).body.data

describe('does', () => {
  it('make one, and add what it asks', async () => {
    const page = await made()
    expect((await act(alice, page, 'add', QUESTION)).location).toMatch(new RegExp(`^${page}#item-`))
    expect(await itemsOf(page)).toMatchObject([
      {
        title: 'Next step',
        weight: 2,
        metadata: { numericMetadata: { min: 0, middle: 1, max: 2, maxCriteria: 'With a date' } },
      },
    ])
    expect((await bob.get(page)).text).toContain('With a date')
  })

  it('change it, for a team or for all, though its maker has no org-level key', async () => {
    const page = await made()
    const changes = { ...CARD, title: 'First call', teamId: world.teams.north, enabled: '' }
    expect((await act(alice, page, 'change', changes)).location).toBe(page)
    expect(await told(page)).toMatchObject({
      title: 'First call',
      teamId: world.teams.north,
      allTeams: false,
      enabled: false,
    })
    await act(alice, page, 'change', CARD)
    expect(await told(page)).toMatchObject({ title: 'Discovery', allTeams: true, enabled: true })
  })

  it('move, change and remove a question', async () => {
    const page = await made()
    await act(alice, page, 'add', QUESTION)
    await act(alice, page, 'add', { ...QUESTION, title: 'Budget' })
    const [first, second] = await itemsOf(page)
    await act(alice, page, 'move', { key: second.id, position: '1' })
    expect((await itemsOf(page)).map(({ title }: { title: string }) => title)).toEqual(['Budget', 'Next step'])
    await act(alice, page, 'change-item', { ...QUESTION, key: first.id, title: 'A date' })
    await act(alice, page, 'remove', { key: second.id })
    expect(await itemsOf(page)).toMatchObject([{ id: first.id, title: 'A date', version: expect.any(Number) }])
    expect((await act(alice, page, 'delete')).location).toBe('/scorecards')
    expect((await alice.get(page)).status).toBe(404)
  })
})

describe('refuses', () => {
  it('a scale that is none, at the question it was tried on', async () => {
    const page = await made()
    await act(alice, page, 'add', QUESTION)
    const [{ id }] = await itemsOf(page)
    const refused = await act(alice, page, 'change-item', { ...QUESTION, key: id, middle: '7' })
    expect(refused.status).toBe(400)
    expect(refused.text.match(/role="alert"/g)).toHaveLength(1)
    expect(refused.text).toContain('value="7"')
    expect((await act(alice, page, 'add', { ...QUESTION, max: 'much' })).status).toBe(400)
    expect(await itemsOf(page)).toHaveLength(1)
  })
})

describe('who may', () => {
  it('everybody reads, admins change', async () => {
    const page = await made()
    const seen = await bob.get(page)
    expect(seen.text).not.toContain('New question')
    for (const [name, fields] of [
      ['change', CARD],
      ['add', QUESTION],
      ['delete', {}],
    ] as const) {
      expect((await bob.submit(`${page}/${name}`, seen, fields)).status).toBe(403)
    }
    const mallory = await signedIn(world.app, world.rival, world.mallory.userId)
    expect((await mallory.get(page)).status).toBe(404)
  })
})
