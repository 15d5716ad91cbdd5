import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld, talkWith, trigger, workflowFor } from '../../../testing/crm-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { notFound } from '../../../testing/refusals.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createCrmWorld()
  await workflowFor(world, (await connectionFor(world, 'http', 'https://crm.acme.invalid')).uuid)
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/integration-runs/${id}`)
const make = async (given: Record<string, unknown> = {}) => {
  const id = await talkWith(world, [{ code: 'deals', id: '1' }], { pain: 'Slow' }, given)
  const { body } = await trigger(world, world.bob, id, { fieldKeys: ['pain', 'other'] })
  return body.workflows[0].runId as string
}

describe('does', () => {
  it('tells what it wrote where, and what came of it', async () => {
    const run = await make()
    expect((await get(world.bob, run)).body.data).toMatchObject({
      status: 'pending',
      fields: [],
      records: [],
      leftOut: [],
    })
    await world.app.drain(world.acme)
    expect((await get(world.bob, run)).body.data).toMatchObject({
      ...{ uuid: run, status: 'pending', tries: 1, reason: 'unreachable', detail: "The CRM can't be reached." },
      ...{ nextTryAt: expect.any(String), startedAt: expect.any(String), finishedAt: null },
      fields: [{ fieldKey: 'pain', crmField: 'pain', overwrite: 'always', value: 'Slow' }],
      leftOut: [{ fieldKey: 'other', reason: 'not_mapped' }],
      records: [{ code: 'deals', id: '1', outcome: 'pending', fields: [], reason: null, said: null }],
    })
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'integration_run', make, send: get })

  it('is whoever sees the conversation', async () => {
    const [open, secret] = [await make(), await make({ private: true })]
    for (const caller of [world.org, world.alice, world.bob]) {
      for (const run of [open, secret]) expect((await get(caller, run)).status).toBe(200)
    }
    expect((await get(world.mark, open)).status).toBe(200)
    for (const [caller, run] of [
      [world.mark, secret],
      [world.carol, open],
    ] as const) {
      const answer = await get(caller, run)
      expect([answer.status, answer.body]).toEqual([404, notFound('integration_run')])
    }
  })
})
