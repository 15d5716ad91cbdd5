import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  confirm,
  connectionFor,
  createCrmWorld,
  runOf,
  talkWith,
  trigger,
  workflowFor,
} from '../../../testing/crm-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { createHubSpotServer, type HubSpotServer, hubSpotFails } from '../../../testing/hubspot-server.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let hubSpot: HubSpotServer
let workflow: string
let connection: string
beforeAll(async () => {
  world = await createCrmWorld()
  hubSpot = await createHubSpotServer()
  hubSpot.put('deals', '1', {})
  connection = (await connectionFor(world, 'hubspot', hubSpot.url)).uuid
  workflow = (await workflowFor(world, connection)).uuid
})
beforeEach(() => hubSpot.reset())

const retry = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'POST', `/integration-runs/${id}/retry`)
const talk = (given: Record<string, unknown> = {}) =>
  talkWith(world, [{ code: 'deals', id: '1' }], { pain: 'one' }, given)
const start = async (conversation: string, of = workflow) => {
  const { body } = await trigger(world, world.org, conversation, {
    workflowIds: [of],
    fieldKeys: ['pain'],
    autoExecution: true,
  })
  return body.workflows[0] as { workflowId: string; runId: string }
}
const make = async (given?: Record<string, unknown>) => (await start(await talk(given))).runId

describe('does', () => {
  it('does what failed once more, with the values as they are by now', async () => {
    const id = await talk()
    const { workflowId, runId } = await start(id)
    hubSpot.fail([hubSpotFails.scopes])
    await world.app.drain(world.acme)
    expect((await runOf(world, runId)).status).toBe('failed')
    await confirm(world, id, { pain: 'two' })
    const answer = await retry(world.bob, runId)
    expect([answer.status, answer.body]).toEqual([202, { data: { workflowId, runId: expect.any(String) } }])
    expect(answer.body.data.runId).not.toBe(runId)
    await world.app.drain(world.acme)
    expect(hubSpot.get('deals', '1')).toMatchObject({ pain: 'two' })
    expect(await runOf(world, answer.body.data.runId)).toMatchObject({
      ...{
        status: 'succeeded',
        trigger: 'retry',
        fieldKeys: ['pain'],
        autoExecution: true,
        requestedBy: world.bob.userId,
      },
    })
    expect((await runOf(world, runId)).status).toBe('failed')
  })

  it('tells the one that is pending instead of making another one, to many at the same moment too', async () => {
    const id = await talk()
    const first = await start(id)
    expect((await retry(world.org, first.runId)).body.data).toEqual(first)
    await world.app.drain(world.acme)
    const answers = await Promise.all(Array.from({ length: 6 }, () => retry(world.org, first.runId)))
    expect(new Set(answers.map(({ body }) => body.data.runId)).size).toBe(1)
  })
})

describe('refuses', () => {
  it('a run whose workflow was disabled or deleted since', async () => {
    const { uuid } = await workflowFor(world, connection)
    const { runId } = await start(await talk(), uuid)
    await world.app.drain(world.acme)
    await call(world.app, world.org, 'PATCH', `/integration-workflows/${uuid}`, { body: { enabled: false } })
    const off = await retry(world.org, runId)
    expect([off.status, off.body]).toEqual([409, resourceError(409, 'integration_workflow_disabled', '')])
    await call(world.app, world.org, 'DELETE', `/integration-workflows/${uuid}`)
    const gone = await retry(world.org, runId)
    expect([gone.status, gone.body]).toEqual([409, resourceError(409, 'integration_workflow_deleted', '')])
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'integration_run', make: () => make(), send: retry })

  it('is whoever sees the conversation', async () => {
    const [open, secret] = [await make(), await make({ private: true })]
    for (const caller of [world.org, world.alice, world.bob]) expect((await retry(caller, open)).status).toBe(202)
    for (const [caller, run] of [
      [world.mark, secret],
      [world.carol, open],
    ] as const) {
      expect((await retry(caller, run)).body).toEqual(notFound('integration_run'))
    }
  })
})
