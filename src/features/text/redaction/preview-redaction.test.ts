import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const preview = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'POST', '/organizations/redaction/preview', { body })

describe('does', () => {
  it('shows the text as it would be, where the masks stand, and how many', async () => {
    const answer = await preview(world.alice, { text: '😀 Call 415-555-0132, ann@b.example.' })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          text: '😀 Call [PHONE], [EMAIL].',
          spans: [
            { kind: 'phone', mask: '[PHONE]', from: 8, to: 15 },
            { kind: 'email', mask: '[EMAIL]', from: 17, to: 24 },
          ],
          counts: { phone: 1, email: 1 },
        },
      },
    ])
  })

  it('tries other rules out, and leaves those of the organization', async () => {
    const patterns = [{ name: 'order', pattern: 'ORD-\\d+', mask: '[ORDER]' }]
    const answer = await preview(world.org, { text: 'ORD-1 of ann@b.example', kinds: [], patterns })
    expect(answer.body.data.text).toBe('[ORDER] of ann@b.example')
    expect((await call(world.app, world.org, 'GET', '/organizations/redaction')).body.data.patterns).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['no text', '/text', {}],
    ['a text of 20,001 characters', '/text', { text: 'x'.repeat(20_001) }],
    ['what is no pattern', '/patterns/0/pattern', { text: 'a', patterns: [{ name: 'a', pattern: '[', mask: '[A]' }] }],
  ])('%s', async (_, pointer, body) => {
    const answer = await preview(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('a pattern that takes too long, with a word for it', async () => {
    const patterns = [{ name: 'slow', pattern: '(?:(?:.{0,30}){0,8}b|a)', mask: '[A]' }]
    const answer = await preview(world.alice, { text: 'a'.repeat(20_000), patterns })
    expect([answer.status, answer.body.code]).toEqual([422, 'redaction_too_slow'])
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => preview(caller, { text: 'Hello.' }) })
})
