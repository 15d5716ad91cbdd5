/** Questions to many conversations, in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const ask = async (fields: Record<string, string>, query = '') =>
  bob.submit('/insights/new/ask', await bob.get(`/insights/new${query}`), { more: '', title: '', ...fields })

describe('does', () => {
  it('ask, tell how far it has come, and show the answer with the words it rests on', async () => {
    const conversation = await importFor(world, {
      conversationTitle: 'Renewal <1>',
      transcript: { segments: [{ speaker: 'Ann', text: 'The warehouse in Gent needs a discount.', start: 4, end: 9 }] },
    })
    const { location = '' } = await ask({ prompt: 'Who needs a discount?', more: 'Where is the warehouse?\n' })
    const waiting = (await bob.get(location)).text
    expect(waiting).toContain(`data-again="${location}/state"`)
    await world.app.drain(world.acme)
    const told = (await bob.get(location)).text
    expect(told).not.toContain('data-again')
    expect(told).toContain('1. Who needs a discount?')
    expect(told).toContain('2. Where is the warehouse?')
    expect(told).toContain('The warehouse in Gent needs a discount.')
    expect(told).toContain(`/conversations/${conversation}?t=4`)
    expect(told).toContain('Renewal &lt;1&gt;')
    expect((await bob.get(`${location}/state`)).text).not.toContain('<html')
    expect((await bob.get('/insights')).text).toContain('Answered')
  })

  it('ask those that the filters mean', async () => {
    const { location = '' } = await ask({ prompt: 'Why?', filters: 'title=nothing+has+this+title' })
    expect((await bob.get(location)).text).toContain('Starting…')
    expect((await bob.get('/insights/new?title=renewal')).text).toContain('Title contains “renewal”')
  })

  it('take it away again', async () => {
    const { location = '' } = await ask({ prompt: 'Why?' })
    expect((await bob.submit(`${location}/delete`, await bob.get(location))).location).toBe('/insights')
    expect((await bob.get(location)).status).toBe(404)
  })
})

it('refuses no question, with the filters still there', async () => {
  const refused = await ask({ prompt: ' ', filters: 'title=renewal' })
  expect([refused.status, refused.text.includes('Title contains “renewal”')]).toEqual([400, true])
})

it('is for who asked, and admins', async () => {
  const { location = '' } = await ask({ prompt: 'Why?' })
  const carol = await signedIn(world.app, world.acme, world.carol.userId)
  expect((await carol.get(location)).status).toBe(404)
  expect((await carol.get('/insights')).text).toContain('No insights yet')
})
