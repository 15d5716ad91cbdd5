import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const SAID = [
  ['Speaker 1', 'Hello, my name is Dana Whitfield.'],
  ['Speaker 2', 'We have <sixty> scanners.'],
  ['Speaker 1', 'How old are they?'],
] as const
const record = (lines: readonly (readonly [string, string])[] = SAID) =>
  importFor(world, {
    transcript: { segments: lines.map(([speaker, text], i) => ({ speaker, text, start: i * 5, end: i * 5 + 4 })) },
  })
const speakersOf = async (id: string): Promise<string[]> =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/transcript`)).body.data.map(
    ({ speaker }: { speaker: { name: string } }) => speaker.name,
  )
const NAME = { speaker: 'Speaker 1', name: 'Dana Whitfield' }

describe('suggested speaker names', () => {
  it('are shown with a quote, accepted in the whole call, and undone', async () => {
    const id = await record()
    const page = await bob.get(`/conversations/${id}`)
    expect(page.text).toContain('1 speaker name suggested')
    expect(page.text).toMatch(
      /Speaker 1<\/bdi> may be <strong><bdi>Dana Whitfield<\/bdi><\/strong>, who is no participant/,
    )
    expect(page.text).toContain('<q dir="auto">Hello, my name is Dana Whitfield.</q>')
    const done = await bob.submit(`/conversations/${id}/name-speaker`, page, NAME)
    expect(done.text).toContain('Speaker 1 renamed to Dana Whitfield in 2 lines')
    expect(done.text).not.toContain('id="speaker-names"')
    expect(await speakersOf(id)).toEqual(['Dana Whitfield', 'Speaker 2', 'Dana Whitfield'])
    const undone = await bob.submit(`/conversations/${id}/undo`, done)
    expect(undone.text).toContain('Correction undone')
    expect(await speakersOf(id)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1'])
  })

  it('stay dismissed', async () => {
    const id = await record()
    const done = await bob.submit(`/conversations/${id}/dismiss-name`, await bob.get(`/conversations/${id}`), NAME)
    expect(done.text).toContain('Dana Whitfield dismissed for Speaker 1')
    expect((await bob.get(`/conversations/${id}`)).text).not.toContain('id="speaker-names"')
    expect(await speakersOf(id)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1'])
  })

  it('are absent if all speakers have names', async () => {
    const id = await record([['Ann', 'My name is Dana Whitfield.']])
    expect((await bob.get(`/conversations/${id}`)).text).not.toContain('id="speaker-names"')
  })
})
