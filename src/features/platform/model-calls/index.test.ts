import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ModelCall } from '../../../core/language-model.ts'
import { ModelFault } from '../../../core/language-model.ts'
import type { Context } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { errorAnswer } from '../../../inbound/http/error-bodies.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { createModelServer, type ModelServer, says, saysNothing, takesTime } from '../../../testing/model-server.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { modelUsage, recordModelCall } from './index.ts'

const NOW = new Date('2026-03-10T10:00:00.000Z')

let world: World
let server: ModelServer
beforeAll(async () => {
  server = await createModelServer()
  world = await createWorld(await createTestApp({ clock: { now: () => NOW }, model: server.url }))
})

const as = (org: OrganizationId, user?: { id: string; email: string }): Context =>
  world.app.contextFor({
    ...{ organizationId: org, role: 'ADMIN', scopes: ['read', 'write'], via: 'api_key' },
    ...(user === undefined ? {} : { user: { ...user, teamIds: [] } }),
  })
const asBob = () => as(world.acme, { id: world.bob.userId ?? '', email: 'bob@acme.example' })

const ask = (purpose: string) => ({ purpose, system: 'Be brief.', prompt: 'Who said hello?', maxOutputTokens: 200 })

const records = (ctx: Context, purpose: string) =>
  ctx.db
    .selectFrom('model_calls')
    .selectAll()
    .where('organization_id', '=', ctx.org)
    .where('purpose', '=', purpose)
    .orderBy('id')
    .execute()

describe('an ask', () => {
  it('leaves a record of who asked what for, and what it took', async () => {
    server.script = () => says('Ann.')
    const ctx = asBob()
    expect([ctx.model?.name, ctx.model?.contextTokens]).toEqual(['test-model', 32_000])
    expect(await ctx.model?.text(ask('greeting'))).toBe('Ann.')
    expect(await records(ctx, 'greeting')).toEqual([
      {
        organization_id: world.acme,
        id: expect.any(String),
        at: NOW.toISOString(),
        user_id: world.bob.userId,
        purpose: 'greeting',
        model: 'test-model',
        outcome: 'ok',
        detail: null,
        requests: 1,
        input_tokens: 10,
        output_tokens: 5,
        estimated: false,
        cost: '0.000105',
        ms: expect.any(Number),
      },
    ])
    expect(await records(as(world.rival), 'greeting')).toEqual([])
  })

  it('is recorded for the organization where no user asks', async () => {
    server.script = () => says('Ann.')
    const ctx = world.app.contextFor(world.app.operator(world.rival))
    await ctx.model?.text(ask('nobody'))
    expect(await records(ctx, 'nobody')).toMatchObject([{ organization_id: world.rival, user_id: null }])
  })

  it('is recorded also when its answer is of no use, or nobody waits for it', async () => {
    const ctx = asBob()
    server.script = () => saysNothing()
    await expect(ctx.model?.text(ask('useless'))).rejects.toMatchObject({ detail: 'empty' })
    expect(await records(ctx, 'useless')).toMatchObject([{ outcome: 'wrong', detail: 'empty', cost: '0.000105' }])
    server.script = () => takesTime(says('Ann.'), 5_000)
    await expect(ctx.model?.text({ ...ask('left'), signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout')
    const [record] = await vi.waitFor(async () => {
      const found = await records(ctx, 'left')
      expect(found).toHaveLength(1)
      return found
    })
    expect(record).toMatchObject({ outcome: 'aborted', detail: null, estimated: true, output_tokens: 0 })
  })

  it('stays recorded when what it was for is undone, and holds up no transaction it should not stand in', async () => {
    server.script = () => says('Ann.')
    const ctx = asBob()
    const undone = ctx.transact(async () => {
      await ctx.model?.text(ask('undone'))
      throw new Error('Undone.')
    })
    await expect(undone).rejects.toThrow('Undone.')
    await vi.waitFor(async () => expect(await records(ctx, 'undone')).toHaveLength(1), { timeout: 5_000 })
  })

  it('cannot be made where no model is configured', async () => {
    const app = await createTestApp()
    expect(app.contextFor(app.operator(world.acme)).model).toBeUndefined()
  })
})

describe('a fault', () => {
  it.each(['key', 'timeout', 'not_schema'] as const)('becomes 503 at the door, which tells nothing of %s', (detail) => {
    const { status, body } = errorAnswer(new ModelFault(detail), undefined, 'request-1')
    expect([status, body]).toEqual([
      503,
      {
        ...{ id: 'model_unavailable', status: '503', code: 'model_unavailable', title: 'Language model unavailable' },
        ...{ detail: "The language model isn't available. Try again later.", source: { pointer: '' } },
      },
    ])
  })
})

describe('the usage', () => {
  const call = (more: Partial<ModelCall>): ModelCall => ({
    ...{ purpose: 'answer', model: 'large', startedAt: NOW, ms: 900, requests: 1, inputTokens: 0, outputTokens: 0 },
    ...{ estimated: false, prices: undefined, outcome: 'ok', detail: undefined, ...more },
  })

  it('is the sum of its parts, to the last cent, whatever was asked', async () => {
    const database = world.app.store.of(world.acme)
    const tokens = fc.integer({ min: 0, max: 2_000_000 })
    /** In hundredths of a dollar a million tokens. */
    const price = fc.integer({ min: 0, max: 7_500 })
    const aCall = fc.record({
      ...{ model: fc.constantFrom('large', 'small'), purpose: fc.constantFrom('answer', 'summary', 'fields') },
      ...{ inputTokens: tokens, outputTokens: tokens, input: price, output: price, failed: fc.boolean() },
    })
    let day = 0
    await fc.assert(
      fc.asyncProperty(fc.array(aCall, { minLength: 1, maxLength: 8 }), async (made) => {
        const startedAt = new Date(Date.UTC(2020, 0, ++day))
        for (const { input, output, failed, ...more } of made) {
          const ended = failed ? ({ outcome: 'unavailable', detail: 'timeout' } as const) : {}
          const prices = { input: input / 100, output: output / 100 }
          await recordModelCall(database, world.acme, call({ ...more, ...ended, prices, startedAt }))
        }
        const sum = (of: typeof made) => ({
          calls: of.length,
          failed: of.filter(({ failed }) => failed).length,
          estimated: 0,
          inputTokens: of.reduce((total, one) => total + one.inputTokens, 0),
          outputTokens: of.reduce((total, one) => total + one.outputTokens, 0),
          // Whole numbers until the last step.
          cost: of.reduce((total, one) => total + one.inputTokens * one.input + one.outputTokens * one.output, 0) / 1e8,
        })
        const by = <Key extends 'model' | 'purpose'>(key: Key) =>
          [...Map.groupBy(made, (one) => one[key])].map(([name, of]) => ({ [key]: name, ...sum(of) }))
        const usage = await modelUsage(database.read, world.acme, { from: startedAt, to: startedAt })
        const { byModel, byPurpose, ...all } = usage
        expect(all).toEqual(sum(made))
        expect(byModel).toHaveLength(by('model').length)
        expect(byModel).toEqual(expect.arrayContaining(by('model')))
        expect(byPurpose).toHaveLength(by('purpose').length)
        expect(byPurpose).toEqual(expect.arrayContaining(by('purpose')))
      }),
      { numRuns: 12 },
    )
  })

  it('costs nothing where nothing was asked, and has no cost where a part of it is unknown', async () => {
    const database = world.app.store.of(world.rival)
    const span = { from: new Date('2021-01-01'), to: new Date('2021-01-31') }
    expect(await modelUsage(database.read, world.rival, span)).toMatchObject({ calls: 0, cost: 0, byModel: [] })
    const at = { startedAt: new Date('2021-01-05'), inputTokens: 1_000_000 }
    await recordModelCall(database, world.rival, call({ ...at, model: 'large', prices: { input: 3, output: 15 } }))
    await recordModelCall(database, world.rival, call({ ...at, model: 'small', inputTokens: 2_000_000 }))
    expect(await modelUsage(database.read, world.rival, span)).toMatchObject({
      ...{ calls: 2, inputTokens: 3_000_000, cost: null },
      byModel: [
        { model: 'small', cost: null },
        { model: 'large', cost: 3 },
      ],
    })
  })

  it('takes both ends of the span in', async () => {
    const database = world.app.store.of(world.rival)
    const startedAt = new Date('2022-02-02T02:02:02.002Z')
    await recordModelCall(database, world.rival, call({ startedAt }))
    const calls = async (from: Date, to: Date) => (await modelUsage(database.read, world.rival, { from, to })).calls
    expect(await calls(startedAt, startedAt)).toBe(1)
    expect(await calls(new Date(startedAt.getTime() + 1), new Date('2022-03-01'))).toBe(0)
    expect(await calls(new Date('2022-01-01'), new Date(startedAt.getTime() - 1))).toBe(0)
  })
})
