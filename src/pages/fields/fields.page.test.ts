/** Sets of fields in the app. */
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

const FIELD = { title: 'Budget', responseType: 'number', category: 'CRM', analysisLevel: 'conversation' }
const act = async (browser: Browser, page: string, name: string, fields: Record<string, string> = {}) =>
  browser.submit(`${page}/${name}`, await browser.get(page), fields)
const made = async (): Promise<string> => (await act(alice, '/fields', 'create', { name: 'Sales' })).location ?? ''
const itemsOf = async (page: string) =>
  (await call(world.app, world.org, 'GET', `${page.replace('/fields', '/field-configurations')}/items`)).body.data

describe('does', () => {
  it('make a set, and fields of every kind in it', async () => {
    const page = await made()
    expect((await act(alice, page, 'add', FIELD)).status).toBe(303)
    const [budget] = await itemsOf(page)
    const plan = {
      title: 'Plan',
      responseType: 'multipicklist',
      options: 'Basic\r\nComplete',
      maxValues: '2',
      dependsOn: budget.uuid,
    }
    expect((await act(alice, page, 'add', { ...FIELD, ...plan })).status).toBe(303)
    expect(await itemsOf(page)).toMatchObject([
      { title: 'Budget', responseType: 'number', category: 'CRM', dependsOn: null, maxValues: null },
      { title: 'Plan', options: ['Basic', 'Complete'], maxValues: 2, dependsOn: budget.uuid },
    ])
    expect((await bob.get(page)).text).toMatch(/if <bdi>Budget<\/bdi> has a value/)
  })

  it('change, move and remove them', async () => {
    const page = await made()
    await act(alice, page, 'add', FIELD)
    await act(alice, page, 'add', { ...FIELD, title: 'Date', responseType: 'date' })
    const [first, second] = await itemsOf(page)
    await act(alice, page, 'move', { key: second.uuid, place: '1' })
    await act(alice, page, 'change-item', { ...FIELD, key: first.uuid, title: 'Money', contents: 'How much?' })
    expect(await itemsOf(page)).toMatchObject([{ title: 'Date' }, { title: 'Money', contents: 'How much?' }])
    await act(alice, page, 'remove', { key: second.uuid })
    expect(await itemsOf(page)).toHaveLength(1)
    await act(alice, page, 'change', { name: 'Support', teamsUUID: world.teams.support })
    expect((await alice.get(page)).text).toContain('Teams: <bdi>Support</bdi>')
    expect((await act(alice, page, 'delete')).location).toBe('/fields')
  })
})

describe('refuses', () => {
  it('a list that is empty, with what was given still there', async () => {
    const page = await made()
    const refused = await act(alice, page, 'add', { ...FIELD, title: 'Plan', responseType: 'picklist' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('role="alert"')
    expect(refused.text).toContain('value="Plan"')
    expect(await itemsOf(page)).toEqual([])
  })
})

describe('who may', () => {
  it('everybody reads, admins change', async () => {
    const page = await made()
    const seen = await bob.get(page)
    expect(seen.text).not.toContain('New field')
    expect((await bob.submit(`${page}/add`, seen, FIELD)).status).toBe(403)
  })
})
