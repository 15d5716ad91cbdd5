import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const changes = (caller: Caller | undefined, id: string, version: number, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}/transcript-versions/${version}/changes`, { query })
const talk = async (count = 6) => {
  const segments = Array.from({ length: count }, (_, at) => ({
    ...{ speaker: at % 2 === 0 ? 'Speaker 1' : 'Bob', text: `Line ${at} of the call.`, start: at * 2, end: at * 2 + 1 },
  }))
  const id = await importFor(world, { transcript: { segments } })
  const patch = (body: unknown) => call(world.app, world.bob, 'PATCH', `/conversations/${id}/transcript`, { body })
  await patch({ speakers: [{ from: 'Speaker 1', to: 'Ann' }] })
  await patch({ transcriptVersion: 2, segments: [{ segment: 3, text: 'Line three of the call.' }] })
  return id
}

describe('does', () => {
  it('compares with the version before, or with another one', async () => {
    const id = await talk()
    const renamed = await changes(world.bob, id, 2)
    expect(renamed.body.meta).toMatchObject({
      ...{ against: 1, totalRecords: 3, unchangedAfter: 1 },
      summary: { changed: 0, renamed: 3, renames: [{ from: 'Speaker 1', to: 'Ann', lines: 3 }] },
    })
    const corrected = await changes(world.bob, id, 3)
    expect(corrected.body.data).toEqual([
      {
        change: 'changed',
        before: { segment: 3, speaker: 'Bob', start: 6 },
        after: { segment: 3, speaker: 'Bob', start: 6 },
        parts: [
          { kind: 'same', text: 'Line ' },
          { kind: 'removed', text: '3' },
          { kind: 'added', text: 'three' },
          { kind: 'same', text: ' of the call.' },
        ],
        unchangedBefore: 3,
      },
    ])
    expect((await changes(world.bob, id, 3, { against: '1' })).body.meta.summary).toMatchObject({
      changed: 1,
      renamed: 3,
    })
    expect((await changes(world.bob, id, 1, { against: '3' })).body.meta.summary).toMatchObject({
      renames: [{ from: 'Ann', to: 'Speaker 1', lines: 3 }],
    })
  })

  it('finds nothing for the first version, and pages', async () => {
    const id = await talk()
    expect((await changes(world.bob, id, 1)).body).toMatchObject({ data: [], meta: { against: null, totalRecords: 0 } })
    const page = await changes(world.bob, id, 2, { size: '2', page: '2' })
    expect(page.body.data).toMatchObject([{ after: { segment: 4, speaker: 'Ann' }, unchangedBefore: 1 }])
  })

  it('compares a long transcript in a worker', async () => {
    const id = await talk(5_000)
    const { body } = await changes(world.bob, id, 3, { against: '1' })
    expect(body.meta.summary).toMatchObject({ changed: 1, renamed: 2_500 })
    expect(body.data.length).toBe(50)
  })
})

describe('refuses', () => {
  it('versions that there are none of', async () => {
    const id = await talk()
    expect((await changes(world.bob, id, 4)).body).toEqual(
      resourceError(404, 'transcript_version_not_found', '/path/version'),
    )
    expect((await changes(world.bob, id, 3, { against: '9' })).body).toEqual(
      resourceError(404, 'transcript_version_not_found', '/query/against'),
    )
    expect((await changes(world.bob, id, 3, { against: 'x' })).status).toBe(400)
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => changes(caller, id, 1),
  )
})
