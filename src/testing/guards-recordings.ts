/** Who must not get at a recording: tests of an operation on the recording of a conversation, by its id. */
import { expect, it } from 'vitest'
import type { Answer } from './call.ts'
import { importFor } from './import-fixtures.ts'
import { mediaStored, putMedia, TONE } from './recordings-fixtures.ts'
import { MALFORMED_IDS, NOBODY, notFound } from './refusals.ts'
import type { Caller, World } from './world.ts'

export function guardsRecordings(
  world: () => World,
  send: (caller: Caller | undefined, id: string) => Promise<Answer>,
): void {
  const recorded = async (given: Record<string, unknown>) => {
    const id = await importFor(world(), given)
    expect((await putMedia(world(), world().org, id, TONE)).status).toBe(200)
    return id
  }

  it('is nobody without a key', async () => {
    const answer = await send(undefined, NOBODY)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is nobody from whom the conversation is hidden, who is told nothing and changes nothing', async () => {
    const [open, secret] = [await recorded({}), await recorded({ private: true })]
    for (const [caller, id] of [
      [world().mallory, open],
      [world().rivalOrg, open],
      [world().carol, open],
      [world().mark, secret],
    ] as const) {
      const before = await mediaStored(world(), id)
      const answer = await send(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('conversation')])
      expect(answer.body).toEqual((await send(caller, NOBODY)).body)
      expect(await mediaStored(world(), id)).toEqual(before)
    }
  })

  it('is nobody by an id that is none', async () => {
    for (const id of MALFORMED_IDS) {
      const answer = await send(world().org, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('conversation')])
    }
  })
}
