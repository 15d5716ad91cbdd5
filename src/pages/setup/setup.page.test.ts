import { beforeAll, describe, expect, it } from 'vitest'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await importFor(world)
})

describe('does', () => {
  it('tell each part in words, with its settings, and what is left to do', async () => {
    const alice = await signedIn(world.app, world.acme, world.alice.userId)
    const { status, text } = await alice.get('/setup')
    expect(status).toBe(200)
    expect(text).toContain('id="part-language_model"')
    expect(text).toContain('MODEL_PROVIDER')
    expect(text).toMatch(/<dt>Waiting<\/dt><dd>1<\/dd>/)
    expect(text).toMatch(/<dt>Waiting<\/dt><dd>[1-9]/)
  })
})

describe('who may', () => {
  it('is admins', async () => {
    const bob = await signedIn(world.app, world.acme, world.bob.userId)
    const refused = await bob.get('/setup')
    expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining('MODEL_PROVIDER')])
    expect((await bob.get('/connect')).text).not.toContain('href="/setup"')
  })
})
