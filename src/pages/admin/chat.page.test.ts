/** Channels of Slack and Microsoft Teams in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const CHAT = '/admin/chat'
const SECRET = 'https://hooks.slack.com/services/T000/B000/x7q9zsecretpath'

let world: World
let alice: Browser
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
})

const connect = async (fields: Readonly<Record<string, string>>) =>
  alice.submit(`${CHAT}/connect`, await alice.get(CHAT), { key: 'slack', description: '#sales-calls', ...fields })

describe('does', () => {
  it('connects a channel for a team, and shows its host only', async () => {
    const connected = await connect({
      url: SECRET,
      team_id: world.teams.north,
      event_types: 'comment.created',
      language: 'fr',
    })
    expect(connected.location).toMatch(/^\/admin\/webhooks\/[\da-f-]{36}$/)
    const list = await alice.get(CHAT)
    expect(list.text).toContain('#sales-calls')
    expect(list.text).toMatch(/<bdi>Sales › Sales North<\/bdi>/i)
    expect(list.text).toContain('1 of 5')
    const channel = await alice.get(connected.location ?? '')
    expect(channel.text).toContain('https://hooks.slack.com/…')
    expect(channel.text).toContain('<option value="fr" selected>Français</option>')
    for (const { text } of [list, channel]) expect(text).not.toContain('x7q9zsecretpath')
  })

  it('keeps the address when a change leaves it empty', async () => {
    const { location = '' } = await connect({ url: SECRET })
    const changed = await alice.submit(`${location}/change`, await alice.get(location), {
      ...{ url: '', description: '#renamed', team_id: '' },
    })
    expect([changed.status, changed.location]).toEqual([303, location])
    const { text } = await alice.get(location)
    expect(text).toContain('#renamed')
    expect(text).toContain('https://hooks.slack.com/…')
  })
})

describe('refuses', () => {
  it('a language that the form does not offer', async () => {
    expect((await connect({ url: SECRET, language: 'tlh' })).status).toBe(400)
  })

  it('says which hosts are allowed, and keeps the entered name', async () => {
    const { status, text } = await connect({ url: 'https://hooks.slack.com.evil.example/services/1' })
    expect(status).toBe(400)
    expect(text).toContain('Allowed hosts are')
    expect(text).toContain('value="#sales-calls"')
  })

  it('shows the page to admins only', async () => {
    const bob = await signedIn(world.app, world.acme, world.bob.userId)
    expect((await bob.get(CHAT)).status).toBe(403)
  })
})
