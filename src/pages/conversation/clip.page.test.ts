import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { talkFor } from '../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { formatClipTime, parseClipTime } from './clip.page.ts'

let world: World
let bob: Browser
let talk: string
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  talk = await talkFor(world, { conversationTitle: 'Scanners' })
})

const make = async (fields: Record<string, string>) => {
  const page = await bob.get(`/conversations/${talk}/clip`)
  return bob.submit(`/conversations/${talk}/clip/create`, page, {
    title: '',
    notes: '',
    for: 'inside',
    library: '',
    ...fields,
  })
}

describe('does', () => {
  it('offer the turn it was asked for at, as clocks have it', async () => {
    const shown = (await bob.get(`/conversations/${talk}/clip?from=12.34&to=75.5`)).text
    expect(shown).toContain('value="0:12.34"')
    expect(shown).toContain('value="1:15.5"')
    const open = (await bob.get(`/conversations/${talk}/clip?from=20`)).text
    expect(open).toMatch(/value="0:20"[\s\S]*value="0:28"/)
    expect((await bob.get(`/conversations/${talk}`)).text).toContain(`/conversations/${talk}/clip?from=20&amp;to=28`)
  })

  it('make one, and show the address to pass on', async () => {
    const made = await make({
      from: '0:20',
      to: '0:28.5',
      title: 'The price',
      for: 'anyone',
      library: 'own',
      notify_views: 'true',
    })
    expect(made.status).toBe(303)
    const page = await bob.get(made.location ?? '')
    expect(page.text).toContain('The price')
    expect(page.text).toContain('Anyone with the link can view it.')
    const [, address = ''] = /id="clip-address" readonly value="([^"]*)"/.exec(page.text) ?? []
    expect((await world.app.server.inject({ method: 'GET', url: new URL(address).pathname })).body).toContain(
      'four hundred euros',
    )
    const { body } = await call(world.app, world.bob, 'GET', '/snippets', { query: { conversation_id: talk } })
    expect(body.data[0]).toMatchObject({
      ...{ title: 'The price', internal: false, notify_views: true, in_library: true },
      video: { start_time: 20, end_time: 28.5 },
    })
  })
})

describe('refuses', () => {
  it.each([
    [{ from: '0:20', to: '0:10' }, 'to'],
    [{ from: 'soon', to: '0:10' }, 'from'],
    [{ from: '9:59:59', to: '10:00:00' }, 'from'],
  ])('%j, and keeps what was given', async (fields, wrong) => {
    const refused = await make({ ...fields, notes: 'Kept.' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Kept.</textarea>')
    expect(refused.text).toMatch(new RegExp(`id="clip-${wrong}" name="${wrong}"[^>]*aria-invalid="true"`))
  })
})

it.each([
  ['0:00', 0],
  ['1:05.5', 65.5],
  ['1:05,25', 65.25],
  ['1:02:05', 3725],
  ['65.5', 65.5],
  [' 2:00 ', 120],
])('%s is %d seconds', (clock, seconds) => {
  expect(parseClipTime(clock)).toBe(seconds)
  expect(parseClipTime(formatClipTime(seconds))).toBe(seconds)
})

it.each(['', 'x', '1:', ':1', '1:2:3:4', '-1', '1e3'])('%j is no time', (clock) => {
  expect(parseClipTime(clock)).toBeNaN()
})
