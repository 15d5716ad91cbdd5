import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, forge } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { labelFor } from '../../testing/labels-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  const options = [{ value: 'Money back', description: 'refund return an order' }, { value: 'Other' }]
  await labelFor(world, [], { name: 'Case', aiFlow: true, options })
  await labelFor(world, ['Hot', 'Cold'], { name: '<i>Mood</i>' })
  await labelFor(world, ['Yes'], { name: 'Of support', teamsUUID: [world.teams.support] })
})

const pathOf = (id: string) => `/conversations/${id}/labels`
const talk = async (given: Record<string, unknown> = {}) => {
  const text = 'I want my money back: a refund, I return the order.'
  const id = await importFor(world, {
    transcript: { segments: [{ speaker: 'Ann', text, start: 5, end: 9 }] },
    ...given,
  })
  await world.app.drain(world.acme)
  return id
}
const set = async (id: string, category: string, option: string) =>
  bob.submit(`${pathOf(id)}/set`, await bob.get(pathOf(id)), { key: category, category, option })
const labelsOf = async (id: string) =>
  (await call(world.app, world.bob, 'GET', `/conversations/${id}`)).body.attributes.labels

describe('shows', () => {
  it('what the analysis chose by which words, what came with the import, and what is offered', async () => {
    const id = await talk({ labels: { Origin: 'Web' } })
    const { text } = await bob.get(pathOf(id))
    expect(text).toMatch(
      /Case<\/bdi>[\s\S]*Money back[\s\S]*\?t=5"[\s\S]*Set by rules\. (Very high|High|Medium) confidence \(\d+%\)/,
    )
    expect(text).toMatch(/Origin[\s\S]*Set by the import\./)
    expect(text).toContain('&lt;i&gt;Mood&lt;/i&gt;')
    expect(text).not.toContain('Of support')
    expect(text).not.toContain('<i>')
  })
})

describe('does', () => {
  it('set one, change it, and take it away, while the others stay whoever’s they are', async () => {
    const id = await talk()
    const answer = await set(id, '<i>Mood</i>', 'Hot')
    expect([answer.status, answer.location]).toEqual([303, `/conversations/${id}?tab=details#labels`])
    await set(id, '<i>Mood</i>', 'Cold')
    expect(await labelsOf(id)).toEqual({ Case: 'Money back', '<i>Mood</i>': 'Cold' })
    const both = (await bob.get(pathOf(id))).text
    expect(both).toContain('Set by <bdi>you</bdi>')
    expect(both).toContain('Set by rules')
    await set(id, 'Case', '')
    expect(await labelsOf(id)).toEqual({ '<i>Mood</i>': 'Cold' })
    const { text } = await bob.get(pathOf(id))
    expect(text).toMatch(/Removed by <bdi>you<\/bdi>[\s\S]*Parley doesn&#39;t set it again\./)
  })

  it('take away what no label offers any more', async () => {
    const id = await talk({ labels: { Origin: 'Web' } })
    expect((await bob.get(pathOf(id))).text).toContain('Remove label')
    await set(id, 'Origin', '')
    expect(await labelsOf(id)).not.toHaveProperty('Origin')
  })
})

describe('refuses', () => {
  it('a label without a name', async () => {
    const id = await talk()
    expect((await set(id, '', 'Hot')).status).toBe(400)
    expect(await labelsOf(id)).toEqual({ Case: 'Money back' })
  })
})

describe('who may', () => {
  it('is who sees the conversation', async () => {
    const id = await talk({ private: true })
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    expect((await mark.get(pathOf(id))).status).toBe(404)
    const forged = await forge(mark, `${pathOf(id)}/set`, { category: 'Case', option: '' })
    expect(forged.status).toBe(404)
    expect(await labelsOf(id)).toEqual({ Case: 'Money back' })
  })
})
