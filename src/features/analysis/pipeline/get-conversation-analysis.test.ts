import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { STEP_IDS } from '../../platform/analysis-requests/index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/conversations/${id}/analysis`)

describe('does', () => {
  it('tells every step in order, before and after', async () => {
    const id = await importFor(world)
    const before = (await get(world.bob, id)).body.data
    expect(before).toMatchObject({ conversationUUID: id, processingStatus: 'pending', state: 'queued', waitsFor: null })
    expect(before.steps.map(({ step }: { step: string }) => step)).toEqual(STEP_IDS)
    await world.app.drain(world.acme)
    const after = (await get(world.bob, id)).body.data
    expect(after).toMatchObject({ processingStatus: 'analyzed', state: 'idle' })
    for (const step of after.steps) expect(step).toMatchObject({ state: 'done', failures: 0, fault: null })
    const element = (await call(world.app, world.bob, 'GET', `/conversations/${id}`)).body
    expect(element.attributes.processingStatus).toBe('analyzed')
  })

  it('tells what it waits for', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/one.mp4' })
    expect((await get(world.bob, id)).body.data).toMatchObject({
      ...{ processingStatus: 'pending', state: 'idle', waitsFor: 'transcript', requestedAt: null },
    })
  })
})

describe('refuses', () => {
  it('conversations that are not there', async () => {
    expect((await get(world.org, '00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })
})

describe('who may', () => {
  guardsConversations(() => world, get)
})
