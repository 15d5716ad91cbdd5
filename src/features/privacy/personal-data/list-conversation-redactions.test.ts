import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: { mode: 'storage' } })
})
const list = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/conversations/${id}/redactions`)

describe('does', () => {
  it('tells where masks stand in each version, and nothing of what was there', async () => {
    const id = await importFor(world, {
      transcript: {
        final: [
          {
            speaker: { name: 'Ann' },
            words: ['call', '415', '555', '0132', 'now'].map((text, n) => ({
              text,
              startTimestamp: n,
              endTimestamp: n + 1,
            })),
          },
        ],
      },
    })
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, {
      body: { transcript: 'Ann: At a@b.example.' },
    })
    const answer = await list(world.bob, id)
    expect(answer.body.data).toEqual([
      {
        ...{ transcriptVersion: 2, counts: { email: 1 }, madeAt: expect.any(String) },
        spans: [{ kind: 'email', segment: 0, from: 3, to: 10, word: 0, words: 1 }],
      },
      {
        ...{ transcriptVersion: 1, counts: { phone: 1 }, madeAt: expect.any(String) },
        spans: [{ kind: 'phone', segment: 0, from: 5, to: 12, word: 1, words: 3 }],
      },
    ])
    expect(answer.text).not.toMatch(/0132|a@b/)
  })

  it('tells nothing where nothing was masked', async () => {
    expect((await list(world.org, await importFor(world))).body).toEqual({ data: [] })
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
