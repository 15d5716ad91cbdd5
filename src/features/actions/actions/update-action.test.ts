import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../../testing/actions-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let conversation: string
beforeAll(async () => {
  world = await createWorld()
  conversation = await importFor(world)
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/actions/${id}`, { body })
const get = async (id: string) => (await call(world.app, world.bob, 'GET', `/actions/${id}`)).body.data
const over = { expiresAt: new Date('2026-01-01') }

describe('does', () => {
  it.each([
    ['subject', 'Our talk'],
    ['subject', ''],
    ['draft_body', '🚀'.repeat(50_000)],
    ['proposed_recipients', ['Bea@customer.example', 'cy@customer.example']],
    ['proposed_recipients', []],
  ])('changes %s alone and keeps the rest', async (field, value) => {
    const id = await actionFor(world, conversation, { at: new Date('2026-01-01') })
    const before = await get(id)
    const answer = await patch(world.bob, id, { [field]: value })
    const after = { ...before, [field]: value, updated_at: expect.any(String) }
    expect([answer.status, answer.body.data]).toEqual([200, after])
    expect(answer.body.data.updated_at > before.updated_at).toBe(true)
    expect(await get(id)).toEqual(answer.body.data)
  })

  it('moves it from pending to drafted to sent, with edits on the way', async () => {
    const id = await actionFor(world, conversation)
    expect((await patch(world.bob, id, { status: 'pending', subject: 'A' })).body.data.status).toBe('pending')
    expect((await patch(world.bob, id, { status: 'drafted', subject: 'B' })).body.data).toMatchObject({
      status: 'drafted',
      subject: 'B',
    })
    expect((await patch(world.bob, id, { subject: 'C' })).body.data).toMatchObject({ status: 'drafted', subject: 'C' })
    expect((await patch(world.bob, id, { status: 'sent', subject: 'D' })).body.data).toMatchObject({
      status: 'sent',
      subject: 'D',
    })
    // Told twice, it is what it is.
    expect((await patch(world.bob, id, { status: 'sent' })).status).toBe(200)
    expect(await get(id)).toMatchObject({ status: 'sent', subject: 'D' })
  })

  it('goes no other road than those, whatever is asked', async () => {
    const roads = ['pending>drafted', 'drafted>sent', 'pending>dismissed']
    const states = ['pending', 'drafted', 'sent', 'dismissed', 'expired'] as const
    const asked = fc.array(fc.constantFrom(...states, 'dismiss'), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(asked, async (wishes) => {
        const id = await actionFor(world, conversation)
        let state = 'pending'
        for (const wish of wishes) {
          const { status } =
            wish === 'dismiss'
              ? await call(world.app, world.bob, 'POST', `/actions/${id}/dismiss`)
              : await patch(world.bob, id, { status: wish })
          const now = (await get(id)).status
          if (now !== state) expect(roads).toContain(`${state}>${now}`)
          if (wish !== 'dismiss') expect(status).toBe(now === wish ? 200 : 409)
          state = now
        }
      }),
      { numRuns: 15 },
    )
  })

  it('lets one of eight movers at the same moment make each step', async () => {
    const id = await actionFor(world, conversation)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => patch(world.bob, id, { status: 'drafted' })),
      ...Array.from({ length: 4 }, () => call(world.app, world.bob, 'POST', `/actions/${id}/dismiss`)),
    ])
    const { status } = await get(id)
    const dismissed = answers.slice(4).filter(({ body }) => body.updated)
    expect(dismissed).toHaveLength(status === 'dismissed' ? 1 : 0)
    expect(answers.slice(0, 4).map((one) => one.status)).toEqual(Array(4).fill(status === 'dismissed' ? 409 : 200))
  })
})

describe('refuses', () => {
  it.each([
    ['an empty body', {}, ''],
    ['no field that it knows', { title: 'Other', severity: 'high' }, ''],
    ['a subject of 513 characters', { subject: 'x'.repeat(513) }, '/subject'],
    ['null for a subject', { subject: null }, '/subject'],
    ['a body of 50001 characters', { draft_body: 'x'.repeat(50_001) }, '/draft_body'],
    ['a NUL', { draft_body: '\u0000' }, '/draft_body'],
    ['what is no address', { proposed_recipients: ['ann@customer.example', 'ann'] }, '/proposed_recipients/1'],
    ['51 recipients', { proposed_recipients: Array(51).fill('a@b.example') }, '/proposed_recipients'],
    ['an unknown state', { status: 'done' }, '/status'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const id = await actionFor(world, conversation)
    const before = await get(id)
    const answer = await patch(world.bob, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await get(id)).toEqual(before)
  })

  it.each([
    ['pending', 'sent', {}],
    ['pending', 'dismissed', {}],
    ['pending', 'expired', {}],
    ['expired', 'drafted', over],
    ['expired', 'pending', over],
  ])('the move from %s to %s', async (from, to, given) => {
    const id = await actionFor(world, conversation, given)
    expect((await get(id)).status).toBe(from)
    const answer = await patch(world.bob, id, { status: to, subject: 'never' })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'illegal_transition', '/status')])
    expect(await get(id)).toMatchObject({ status: from, subject: 'Our call' })
  })

  it('edits of what is expired or dismissed', async () => {
    const dismissed = await actionFor(world, conversation)
    await call(world.app, world.bob, 'POST', `/actions/${dismissed}/dismiss`)
    for (const id of [dismissed, await actionFor(world, conversation, over)]) {
      const answer = await patch(world.bob, id, { subject: 'never' })
      expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'action_closed', '')])
      expect((await get(id)).subject).toBe('Our call')
    }
  })
})

describe('who may', () => {
  const send = (caller: Caller | undefined, id: string) => patch(caller, id, { subject: 'Mine' })
  guardsThings({
    world: () => world,
    noun: 'action',
    pointer: '/path/action_uuid',
    make: () => actionFor(world, conversation),
    send,
    caller: () => world.bob,
  })

  it('is its owner alone: not admins, not org-level keys', async () => {
    const id = await actionFor(world, conversation)
    for (const caller of [world.org, world.alice, world.mark, world.carol]) {
      const answer = await send(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('action', '/path/action_uuid')])
    }
    expect((await get(id)).subject).toBe('Our call')
  })
})
