import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { suggestionsPath, unnamedCallFor } from '../../../testing/speaker-suggestions-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = async (id: string) => (await call(world.app, world.bob, 'GET', suggestionsPath(id))).body

describe('does', () => {
  it('suggests names with quotes, until a person accepts them as a correction', async () => {
    const id = await unnamedCallFor(world)
    const found = await list(id)
    expect(found.meta).toEqual({ transcriptVersion: 1 })
    expect(found.data.map(({ speaker, name }: Record<string, unknown>) => [speaker, name]).toSorted()).toEqual([
      ['Speaker 1', 'Dana Whitfield'],
      ['Speaker 2', 'Omar'],
    ])
    const dana = found.data.find(({ name }: { name: string }) => name === 'Dana Whitfield')
    expect(dana).toMatchObject({ is_participant: false, confidence: expect.any(Number) })
    expect(dana.evidence[0]).toEqual({
      ...{ segment: 0, speaker: 'Speaker 1', start: 0, kind: 'introduction' },
      quote: 'Hello, my name is Dana Whitfield, and I lead support.',
    })
    const renamed = await call(world.app, world.bob, 'PATCH', `/conversations/${id}/transcript`, {
      body: { speakers: [{ from: 'Speaker 1', to: 'Dana Whitfield' }] },
    })
    expect(renamed.body).toMatchObject({ changed: 3 })
    expect((await list(id)).data).toMatchObject([{ speaker: 'Speaker 2', name: 'Omar' }])
  })

  it('suggests the whole names of participants', async () => {
    const id = await unnamedCallFor(world)
    const participants = [{ name: 'Omar Haddad', email: 'omar@customer.example' }]
    const put = await call(world.app, world.bob, 'PUT', `/conversations/${id}/participants`, { body: { participants } })
    expect(put.status).toBe(200)
    const omar = (await list(id)).data.find(({ speaker }: { speaker: string }) => speaker === 'Speaker 2')
    expect(omar).toMatchObject({ name: 'Omar Haddad', is_participant: true })
  })

  it('suggests nothing if all speakers have names, and without a transcript', async () => {
    const id = await unnamedCallFor(world, [
      ['Ann', 'My name is Ann Kern.'],
      ['Ben', 'Thanks, Ann.'],
    ])
    expect(await list(id)).toEqual({ data: [], meta: { transcriptVersion: 1 } })
    const empty = await importFor(world, { transcript: undefined, mediaURL: 'https://example.com/call.mp3' })
    expect(await list(empty)).toEqual({ data: [], meta: { transcriptVersion: null } })
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => call(world.app, caller, 'GET', suggestionsPath(id)),
  )
})
