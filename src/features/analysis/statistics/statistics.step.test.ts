import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const told = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes.statistics

describe('the element of a conversation', () => {
  it('tells how people spoke, once that is found out', async () => {
    const id = await talkFor(world)
    expect(await told(id)).toBeNull()
    await world.app.drain(world.acme)
    expect(await told(id)).toMatchObject({
      // Twelve cues of eight seconds, two seconds apart.
      ...{ transcriptVersion: 1, duration: 118, silence: 22, patience: 2, interruptions: null, internalTalkShare: 0.5 },
      // "Agreed." and "Perfect." are sounds of listening: Bob goes on.
      ...{ speakerSwitches: 7, questionsAsked: 2, questionsAnswered: 1 },
      // Eight seconds of "Agreed." are a pause of Bob's.
      longestMonologue: { speaker: 'Bob', firstSegment: 0, lastSegment: 0, start: 0, end: 8, duration: 8 },
      longestCustomerStory: { speaker: 'Ann', duration: 8 },
      speakers: [
        { name: 'Bob', email: 'bob@acme.example', internal: true, talkTime: 48, talkShare: 0.5 },
        { name: 'Ann', email: 'ann@customer.example', internal: false, talkTime: 48 },
      ],
    })
  })

  it('tells nothing of a transcript that is another by now, until it is found out anew', async () => {
    const id = await talkFor(world)
    await world.app.drain(world.acme)
    await call(world.app, world.org, 'PUT', `/conversations/${id}/transcript`, {
      body: { transcript: 'Bob: Hello, Ann.\nAnn: Hello.' },
    })
    expect(await told(id)).toBeNull()
    await world.app.drain(world.acme)
    expect(await told(id)).toMatchObject({ transcriptVersion: 2, words: 3, duration: null })
  })

  it('tells nothing where nothing was said', async () => {
    const id = await importFor(world, { transcript: { segments: [{ speaker: 'Bob', text: '…', start: 0, end: 1 }] } })
    await world.app.drain(world.acme)
    expect(await told(id)).toBeNull()
  })
})
