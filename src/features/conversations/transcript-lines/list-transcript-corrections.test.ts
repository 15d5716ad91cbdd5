import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const corrections = async (id: string) =>
  (await call(world.app, world.bob, 'GET', `/conversations/${id}/transcript/corrections`)).body
const talk = (...texts: string[]) =>
  importFor(world, {
    transcript: { segments: texts.map((text, at) => ({ speaker: 'Ann', text, start: at, end: at + 1 })) },
  })

describe('does', () => {
  it('suggests terms for misheard forms, which a person applies, and then suggests nothing', async () => {
    const id = await talk("🎧 We like way loom's design.", 'Nothing here.', 'Veylooms, Veyloom and WL.')
    expect(await corrections(id)).toEqual({ data: [], meta: { transcriptVersion: 1, lines: 0, replacements: 0 } })
    const body = { term: 'Wayloom', aliases: ['WL'], misheard: ['Way Loom', 'Veyloom'] }
    const { uuid } = (await call(world.app, world.org, 'POST', '/glossary', { body })).body.data
    const found = await corrections(id)
    expect(found).toMatchObject({
      data: [
        { segment: 0, speaker: 'Ann', start: 0, correctedText: "🎧 We like Wayloom's design." },
        { segment: 2, correctedText: 'Waylooms, Wayloom and WL.' },
      ],
      meta: { transcriptVersion: 1, lines: 2, replacements: 3 },
    })
    expect(found.data[0].replacements).toEqual([
      { start: 10, end: 20, said: "way loom's", replacement: "Wayloom's", termUUID: uuid },
    ])
    const segments = found.data.map(({ segment, correctedText: text }: { segment: number; correctedText: string }) => ({
      ...{ segment, text },
    }))
    const applied = await call(world.app, world.bob, 'PATCH', `/conversations/${id}/transcript`, {
      body: { transcriptVersion: found.meta.transcriptVersion, segments },
    })
    expect(applied.body).toMatchObject({ transcriptVersion: 2, changed: 2 })
    expect(await corrections(id)).toEqual({ data: [], meta: { transcriptVersion: 2, lines: 0, replacements: 0 } })
  })

  it('sees a changed glossary at once', async () => {
    const id = await talk('The northlite team called.')
    const { uuid } = (await call(world.app, world.org, 'POST', '/glossary', { body: { term: 'Northlight' } })).body.data
    expect((await corrections(id)).meta.replacements).toBe(0)
    await call(world.app, world.org, 'PATCH', `/glossary/${uuid}`, { body: { misheard: ['northlite'] } })
    expect((await corrections(id)).data).toMatchObject([{ correctedText: 'The Northlight team called.' }])
    await call(world.app, world.org, 'DELETE', `/glossary/${uuid}`)
    expect((await corrections(id)).meta.replacements).toBe(0)
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => call(world.app, caller, 'GET', `/conversations/${id}/transcript/corrections`),
  )
})
