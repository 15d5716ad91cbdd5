/** Who asks a language model declares `takesLong`; forgetting it shows at the first ask, with a key or without one. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { LanguageModel } from '../src/core/language-model.ts'
import { defineOperation } from '../src/core/operation.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { createModelServer, type ModelServer, saysJson } from '../src/testing/model-server.ts'
import { type Served, serveOperations } from '../src/testing/serve-operations.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const ask = { purpose: 'guess', system: 'Guess.', prompt: 'How many?', maxOutputTokens: 50 }
const schema = z.object({ many: z.int() })
const ways: Record<string, (model: LanguageModel) => Promise<unknown>> = {
  object: (model) => model.object({ ...ask, schema }),
  text: (model) => model.text(ask),
  stream: (model) => Array.fromAsync(model.stream(ask)),
}

const guess = (id: string, path: string, more: { takesLong?: true } = {}) =>
  defineOperation({
    id,
    summary: 'Guess a number.',
    tag: 'Guesses',
    input: z.object({ way: z.string().optional() }),
    output: z.object({ model: z.string().optional() }),
    requires: { scope: 'write' },
    ...more,
    rest: { method: 'POST', derived: false, path },
    async handle({ way }, ctx) {
      if (ctx.model !== undefined && way !== undefined) await ways[way]?.(ctx.model)
      return { model: ctx.model?.name }
    },
  })

let model: ModelServer
let world: World
let served: Served
beforeAll(async () => {
  model = await createModelServer()
  model.script = () => saysJson({ many: 3 })
  world = await createWorld(await createTestApp({ model: model.url }))
  served = await serveOperations(world.app, [
    guess('guessAndSaySo', '/long_guesses', { takesLong: true }),
    guess('guessInSilence', '/guesses'),
  ])
})
beforeEach(() => {
  model.requests.length = 0
  served.logged.length = 0
})

/** With an `Idempotency-Key`, in one transaction; without one, in none. */
const keys = [{}, { 'idempotency-key': 'guessed' }]

describe('an operation that asks a language model', () => {
  const asks = Object.keys(ways).flatMap((way) => keys.map((headers) => [way, headers] as const))

  it.each(asks)('for %s with %j does so when it declares that it takes long', async (way, headers) => {
    const named = Object.fromEntries(Object.entries(headers).map(([name, key]) => [name, `${key}-${way}`]))
    const answer = await served.post(world.bob, '/long_guesses', { way }, { headers: named })
    expect([answer.status, await answer.json()]).toEqual([200, { model: 'test-model' }])
    expect(model.requests).toHaveLength(1)
  })

  it.each(asks)(
    'for %s with %j is a fault of ours when it does not, and the model hears nothing',
    async (way, headers) => {
      const answer = await served.post(world.bob, '/guesses', { way }, { headers })
      expect(answer.status).toBe(500)
      const [fault] = served.logged.filter(({ level }) => level === 'error')
      expect(fault?.fields.error).toMatchObject({
        message: "guessInSilence calls a language model and doesn't declare takesLong.",
      })
      expect(model.requests).toEqual([])
    },
  )

  it('may know without that, whether there is one', async () => {
    const answer = await served.post(world.bob, '/guesses', {})
    expect([answer.status, await answer.json()]).toEqual([200, { model: 'test-model' }])
  })
})
