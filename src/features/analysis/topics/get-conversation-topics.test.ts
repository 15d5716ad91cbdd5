import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { trackerFor } from '../../../testing/trackers-fixtures.ts'
import { TALK, talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/conversations/${id}/topics`)
const analyzed = async (given: Record<string, unknown> = {}) => {
  const id = await talkFor(world, given)
  await world.app.drain(world.acme)
  return id
}
const EMPTY = { keyPhrases: [], namedThings: [], chapters: [], trackers: [] }

describe('does', () => {
  it('tells phrases, things, chapters and what trackers found', async () => {
    const tracker = await trackerFor(world, ['three year warranty', 'training'])
    const id = await analyzed()
    const { status, body } = await get(world.bob, id)
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ conversationUUID: id, transcriptVersion: 1, model: null, createdAt: expect.any(String) },
        keyPhrases: expect.any(Array),
        namedThings: expect.any(Array),
        chapters: expect.any(Array),
        trackers: [{ uuid: tracker.uuid, name: tracker.name, color: tracker.color, count: 3, hits: expect.any(Array) }],
      },
    ])
    const things = body.data.namedThings.map(({ type, text }: { type: string; text: string }) => `${type}: ${text}`)
    expect(things).toEqual(
      expect.arrayContaining(['place: Rotterdam', 'money: four hundred euros', 'date: this quarter', 'date: Friday']),
    )
    const [place] = body.data.namedThings.filter(({ text }: { text: string }) => text === 'Rotterdam')
    expect(place).toMatchObject({
      count: 2,
      occurrences: [{ segment: 1, speaker: 'Ann', start: 10, quote: 'Rotterdam' }, {}],
    })
    for (const { occurrences } of [...body.data.namedThings, ...body.data.keyPhrases]) {
      for (const { segment, from, to, quote } of occurrences) {
        expect([...(TALK[segment]?.[1] ?? '')].slice(from, to).join('')).toBe(quote)
      }
    }
    expect(body.data.chapters).toMatchObject([{ firstSegment: 0, lastSegment: 11, start: 0, end: 118 }])
  })

  it('tells nothing until it has been found, and nothing of a transcript that is another by now', async () => {
    const id = await talkFor(world)
    const none = { ...EMPTY, transcriptVersion: null, model: null, createdAt: null, conversationUUID: id }
    expect((await get(world.org, id)).body.data).toEqual(none)
    await world.app.drain(world.acme)
    expect((await get(world.org, id)).body.data.transcriptVersion).toBe(1)
    await call(world.app, world.org, 'PUT', `/conversations/${id}/transcript`, {
      body: { transcript: 'Bob: In Berlin we sell nothing.\nAnn: In Berlin?' },
    })
    expect((await get(world.org, id)).body.data).toEqual(none)
    await world.app.drain(world.acme)
    const { body } = await get(world.org, id)
    expect(body.data).toMatchObject({
      transcriptVersion: 2,
      namedThings: [{ type: 'place', text: 'Berlin', count: 2 }],
    })
  })

  it('counts places in characters, as answers do', async () => {
    const text = '🎉🎉 We met in Rotterdam 🎉 and then we went to the Rotterdam office of it.'
    const id = await importFor(world, { transcript: { segments: [{ speaker: 'Bob', text }] } })
    await world.app.drain(world.acme)
    const [thing] = (await get(world.org, id)).body.data.namedThings
    expect(thing.occurrences).toHaveLength(2)
    for (const { from, to } of thing.occurrences) expect([...text].slice(from, to).join('')).toBe('Rotterdam')
  })

  it('takes a transcript in which nobody says anything', async () => {
    const id = await importFor(world, { transcript: { segments: [{ speaker: 'Bob', text: '…' }] } })
    await world.app.drain(world.acme)
    const { status, body } = await get(world.org, id)
    expect([status, body.data]).toMatchObject([200, EMPTY])
  })

  it('is a step that is done once for as long as nothing changes', async () => {
    const id = await analyzed()
    const made = (await get(world.org, id)).body.data.createdAt
    await call(world.app, world.org, 'POST', `/conversations/${id}/reanalyze`, { body: {} })
    await world.app.drain(world.acme)
    expect((await get(world.org, id)).body.data.createdAt).toBe(made)
  })
})

describe('refuses', () => {
  it('what is not there', async () => {
    expect((await get(world.org, crypto.randomUUID())).status).toBe(404)
  })
})

describe('who may', () => {
  guardsConversations(() => world, get)
})
