/** A request that changes nothing of a conversation leaves `updatedAt`, as it sends no event: copies need no update. */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'

/** Operations that make something new each time, or fail if there is nothing left to do. */
const NEW_EACH_TIME = new Set([
  'correctTranscript',
  'updateTranscript',
  'restoreTranscriptVersion',
  'putConversationMedia',
  'deleteConversationMedia',
  'createConversationSummary',
  'putScorecardResult',
  'deleteScorecardResult',
])
const changing = operations.filter(
  ({ id, rest }) =>
    /^\/conversations\/\{id\}(\/|$)/.test(rest.path) &&
    (['PUT', 'PATCH', 'DELETE'].includes(rest.method) || id === 'restoreConversation') &&
    !NEW_EACH_TIME.has(id),
)

let world: World
let samples: Samples
beforeAll(async () => {
  world = await createWorld()
  samples = await samplesOf(world, await importFor(world, { applicationExternalID: 'same' }), 'same')
})

it('has operations to send', () => expect(changing.length).toBeGreaterThan(8))

it.each(changing.map((operation) => [operation.id, operation] as const))(
  '%s leaves the conversation as it is when sent again',
  async (id, { rest }) => {
    const sample = samples[id] ?? {}
    const target = sample.path?.id ?? ''
    const send = async () => {
      const { status, text } = await call(
        world.app,
        sample.caller ?? world.org,
        rest.method,
        pathOf(rest.path, sample),
        sample.body === undefined ? {} : { body: sample.body },
      )
      expect(status, text).toBeLessThan(300)
      const { body } = await call(world.app, world.org, 'GET', `/conversations/${target}`)
      return body.attributes.updatedAt
    }
    const first = await send()
    // The clock counts milliseconds.
    await pause(5)
    expect(await send()).toBe(first)
  },
)
