import { beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { clientsFor, isPublic } from './clients.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

describe('does', () => {
  it('tell the steps for each assistant with the address of this installation', async () => {
    const alice = await signedIn(world.app, world.acme, world.alice.userId)
    const { status, text } = await alice.get('/connect')
    expect(status).toBe(200)
    for (const { id } of clientsFor('')) expect(text).toContain(`<details class="disclosure" id="${id}">`)
    expect(text).toContain('claude mcp add --transport http parley http://parley.test/mcp')
    expect(text).toContain('href="/account#apps"')
    // Which no service in the cloud can reach.
    expect(text).toContain('require a public HTTPS URL')
    expect(text).toContain('href="/setup"')
  })

  it('gives settings that are JSON', () => {
    const snippets = clientsFor('https://parley.example/mcp').flatMap(({ steps, byKey = [] }) => [...steps, ...byKey])
    const settings = snippets.filter((one) => 'text' in one && one.text.startsWith('{'))
    expect(settings.length).toBeGreaterThan(4)
    for (const one of settings)
      expect(JSON.stringify(JSON.parse((one as { text: string }).text))).toContain('https://parley.example/mcp')
  })

  it.each([
    ['https://parley.example.com', true],
    ['http://parley.example.com', false],
    ['https://localhost:8080', false],
    ['https://10.1.2.3', false],
    ['https://172.20.0.1', false],
    ['https://parley.internal', false],
    ['https://parley', false],
    ['https://[::1]', false],
    ['nothing', false],
  ])('knows whether %s can be reached from the cloud', (address, reachable) => {
    expect(isPublic(address)).toBe(reachable)
  })
})
