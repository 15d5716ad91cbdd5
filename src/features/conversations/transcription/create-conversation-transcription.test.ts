import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { guardsRecordings } from '../../../testing/guards-recordings.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { attributesOf, detailsOf, recordedFor } from '../../../testing/recordings-fixtures.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { createTranscriberServer, heardOf, type TranscriberServer } from '../../../testing/transcriber-server.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let server: TranscriberServer
let world: World
beforeAll(async () => {
  server = await createTranscriberServer(() => ({ body: heardOf([0, 1, 'What was really said.']) }))
  world = await createWorld(await createTestApp({ transcriber: server.url }))
})

const ask = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'POST', `/conversations/${id}/transcription`)

describe('does', () => {
  it('has the recording transcribed again, as a new version', async () => {
    const id = await recordedFor(world)
    const answer = await ask(world.bob, id)
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        data: {
          ...{ status: 'queued', reason: null, detail: null, transcriber: null, transcriptVersion: null },
          ...{ requestedAt: expect.any(String), startedAt: null, finishedAt: null },
        },
      },
    ])
    await world.app.drain(world.acme)
    expect((await detailsOf(world, id)).transcription).toMatchObject({ status: 'done', transcriptVersion: 2 })
    expect(await attributesOf(world, id)).toMatchObject({
      ...{ transcriptVersion: 2, transcript: 'What was really said.', processingStatus: 'analyzed' },
    })
  })

  it('is one piece of work when it is asked for several times', async () => {
    const id = await recordedFor(world)
    server.requests.length = 0
    const answers = await Promise.all([ask(world.bob, id), ask(world.alice, id), ask(world.org, id)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    await world.app.drain(world.acme)
    expect(server.requests).toHaveLength(1)
    expect((await attributesOf(world, id)).transcriptVersion).toBe(2)
  })
})

describe('refuses', () => {
  it('a conversation without a recording', async () => {
    const answer = await ask(world.bob, await importFor(world))
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'no_recording', '')])
  })
})

describe('who may', () => {
  guardsRecordings(() => world, ask)

  it('is everyone who sees the conversation', async () => {
    const id = await recordedFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob])
      expect((await ask(caller, id)).status).toBe(202)
  })
})
