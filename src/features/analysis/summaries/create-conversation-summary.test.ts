import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createModelServer, fails, type ModelServer } from '../../../testing/model-server.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { summaryOf, talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { createConversationSummary } from './create-conversation-summary.ts'

let world: World
let withModel: World
let server: ModelServer
beforeAll(async () => {
  world = await createWorld()
  // Nobody waits for it here: what it says is tested with the job.
  server = await createModelServer(() => fails(400))
  withModel = await createWorld(await createTestApp({ model: server.url }))
})

const post = (caller: Caller | undefined, id: string, { app }: World = world) =>
  call(app, caller, 'POST', `/conversations/${id}/summary`)

describe('does', () => {
  it('makes it at once where there is no language model', async () => {
    const id = await talkFor(world)
    const answer = await post(world.bob, id)
    expect([answer.status, answer.body.data]).toMatchObject([200, { method: 'extractive', pending: false }])
    expect(answer.body.data.decisions).toHaveLength(1)
    expect(await summaryOf(world, id)).toEqual(answer.body.data)
  })

  it('makes it anew, by what is known now', async () => {
    const id = await talkFor(world)
    const before = await summaryOf(world, id)
    const after = (await post(world.bob, id)).body.data
    expect({ ...after, createdAt: before.createdAt }).toEqual(before)
    expect(after.createdAt > before.createdAt).toBe(true)
  })

  it('leaves it to a job where there is a language model, and has one of what was said until then', async () => {
    const id = await talkFor(withModel)
    const answer = await post(withModel.bob, id, withModel)
    expect([answer.status, answer.body.data]).toMatchObject([202, { method: 'extractive', pending: true }])
    expect(answer.body.data.actionItems).toHaveLength(2)
    expect(await summaryOf(withModel, id)).toEqual(answer.body.data)
    expect(server.requests).toEqual([])
  })

  it('is one job, however often it is asked for while it waits', async () => {
    const id = await talkFor(withModel)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(withModel.bob, id, withModel)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
    const runs = await withModel.app.drain(withModel.acme)
    // The other one is of the test above.
    expect(runs.filter(({ job }) => job === 'analyze_conversation').map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
    expect(await summaryOf(withModel, id)).toMatchObject({ pending: false })
  })

  it('is created again if the transcript changes meanwhile', async () => {
    const id = await talkFor(world)
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const said = { speaker: 'Bob', text: 'We decided to leave the discount out.', start: 0, end: 5 }
    let corrections = 0
    const run: typeof ctx.requestWorkers.run = async (task, given, signal) => {
      const made = await ctx.requestWorkers.run(task, given, signal)
      if (corrections++ === 0) {
        const body = { transcript: { segments: [said] } }
        const corrected = await call(world.app, world.alice, 'PUT', `/conversations/${id}/transcript`, { body })
        expect(corrected.status, corrected.text).toBe(200)
      }
      return made
    }
    const created = await createConversationSummary.handle({ id }, { ...ctx, requestWorkers: { run } })
    expect(created.transcriptVersion).toBe(2)
    expect(JSON.stringify(created.decisions)).toContain(said.text)
    expect(await summaryOf(world, id)).toEqual(JSON.parse(JSON.stringify(created)))
  })

  it('has nothing to make of a conversation without a transcript', async () => {
    const id = await importFor(withModel, { transcript: undefined, mediaURL: 'https://media.example/one.mp4' })
    const answer = await post(withModel.bob, id, withModel)
    expect([answer.status, answer.body.data]).toMatchObject([200, { transcriptVersion: null, pending: false }])
  })
})

describe('refuses', () => {
  it('conversations that are not there', async () => {
    expect((await post(world.org, '00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })
})

describe('who may', () => {
  guardsConversations(() => world, post)

  it('is everyone who sees the conversation', async () => {
    const id = await talkFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await post(caller, id)).status).toBe(200)
    }
  })
})
