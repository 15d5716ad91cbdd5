import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { STATEMENT, startSession } from '../../../testing/recording-session-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const create = (body: object) => call(world.app, world.bob, 'POST', '/recording-sessions', { body })

describe('createRecordingSession', () => {
  it('stores who confirmed the consent, and when', async () => {
    const at = world.app.clock.now().toISOString()
    const { status, body } = await create({
      ...{ title: '  Site visit ', sources: ['microphone', 'tab'] },
      consent: { statement: STATEMENT },
    })
    expect([status, body]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          title: 'Site visit',
          sources: ['microphone', 'tab'],
          consent: { confirmedBy: world.bob.userId, confirmedAt: expect.any(String), statement: STATEMENT },
          takes: [],
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    ])
    expect(body.data.consent.confirmedAt >= at).toBe(true)
  })

  it('refuses missing consent, and unknown or repeated sources', async () => {
    for (const [body, pointer] of [
      [{ sources: ['microphone'] }, '/consent'],
      [{ sources: ['microphone'], consent: { statement: ' ' } }, '/consent/statement'],
      [{ sources: [], consent: { statement: STATEMENT } }, '/sources'],
      [{ sources: ['tab', 'tab'], consent: { statement: STATEMENT } }, '/sources'],
      [{ sources: ['camera'], consent: { statement: STATEMENT } }, '/sources/0'],
      [{ sources: ['tab'], title: 'x'.repeat(513), consent: { statement: STATEMENT } }, '/title'],
    ] as const) {
      const { status, body: refused } = await create(body)
      expect([status, refused]).toEqual([400, refusedField(pointer)])
    }
  })

  it('limits unfinished sessions of a user, also of requests at the same time', async () => {
    await Promise.all(Array.from({ length: 25 }, () => startSession(world, world.carol).catch(() => undefined)))
    expect((await call(world.app, world.carol, 'GET', '/recording-sessions')).body.data).toHaveLength(20)
    const { status, body } = await call(world.app, world.carol, 'POST', '/recording-sessions', {
      body: { sources: ['tab'], consent: { statement: STATEMENT } },
    })
    expect([status, body.code]).toEqual([409, 'too_many_recording_sessions'])
  })
})
