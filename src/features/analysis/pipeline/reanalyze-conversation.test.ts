import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, id: string, body?: unknown) =>
  call(world.app, caller, 'POST', `/conversations/${id}/reanalyze`, body === undefined ? {} : { body })

async function finishedAt(id: string): Promise<Map<string, string>> {
  const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}/analysis`)
  return new Map(body.data.steps.map((step: { step: string; finishedAt: string }) => [step.step, step.finishedAt]))
}

describe('does', () => {
  it('what is named, and leaves what has not changed', async () => {
    const id = await importFor(world)
    await world.app.drain(world.acme)
    const before = await finishedAt(id)
    const answer = await post(world.bob, id, { steps: ['summary'] })
    expect([answer.status, answer.body.data]).toMatchObject([202, { state: 'queued', processingStatus: 'analyzed' }])
    await world.app.drain(world.acme)
    const after = await finishedAt(id)
    expect(after.get('summary')).not.toBe(before.get('summary'))
    expect(after.get('statistics')).toBe(before.get('statistics'))
  })

  it('nothing when nothing has changed', async () => {
    const id = await importFor(world)
    await world.app.drain(world.acme)
    const before = await finishedAt(id)
    expect((await post(world.bob, id)).status).toBe(202)
    await world.app.drain(world.acme)
    expect(await finishedAt(id)).toEqual(before)
  })
})

describe('refuses', () => {
  it('conversations that are not there, and steps that there are not', async () => {
    expect((await post(world.org, '00000000-0000-7000-8000-000000000000')).status).toBe(404)
    const answer = await post(world.org, await importFor(world), { steps: ['everything'] })
    expect([answer.status, answer.body.source]).toEqual([400, { pointer: '/steps/0' }])
  })

  it('one whose transcript has not come', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/one.mp4' })
    const answer = await post(world.bob, id)
    expect([answer.status, answer.body.code]).toEqual([409, 'transcript_pending'])
  })
})

describe('who may', () => {
  guardsConversations(() => world, post)
})
