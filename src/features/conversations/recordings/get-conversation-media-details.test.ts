import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsRecordings } from '../../../testing/guards-recordings.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { detailsOf, recordedFor, TONE, untranscribedFor } from '../../../testing/recordings-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/conversations/${id}/media-details`)

describe('does', () => {
  it('tells the recording, and how far it is on its way to a transcript', async () => {
    const answer = await get(world.bob, await untranscribedFor(world))
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          recording: {
            ...{ status: 'kept', failure: null, fileName: 'call.wav', size: TONE.length, contentType: 'audio/wav' },
            duration: 1,
            streams: [
              {
                ...{ kind: 'audio', codec: 'pcm-s16', language: null },
                ...{ sampleRate: 16_000, channels: 1, width: null, height: null },
              },
            ],
            createdAt: expect.any(String),
          },
          mediaURL: null,
          transcription: {
            ...{ status: 'waiting', reason: 'no_transcriber' },
            detail: 'No transcriber is configured. Transcription starts when one is available.',
            ...{ transcriber: null, transcriptVersion: null, startedAt: null, finishedAt: null },
            requestedAt: expect.any(String),
          },
        },
      },
    ])
  })

  it('tells of a link, and of nothing', async () => {
    const linked = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/call.mp4' })
    expect(await detailsOf(world, linked)).toMatchObject({
      recording: null,
      mediaURL: 'https://media.example/call.mp4',
      transcription: { status: 'waiting', reason: 'no_transcriber' },
    })
    const bare = { recording: null, mediaURL: null, transcription: null }
    expect(await detailsOf(world, await importFor(world))).toEqual(bare)
  })
})

describe('who may', () => {
  guardsRecordings(() => world, get)

  it('is everyone who sees the conversation', async () => {
    const id = await recordedFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await get(caller, id)).status).toBe(200)
    }
  })
})
