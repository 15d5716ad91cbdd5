/** The refusals that operations have in common, each word of them, and the callers who must get them. */
import { expect, it } from 'vitest'
import type { Answer } from './call.ts'
import { importFor } from './import-fixtures.ts'
import type { Caller, World } from './world.ts'

/** A well-formed id of nothing. */
export const NOBODY = '00000000-0000-7000-8000-000000000000'

export const MALFORMED_IDS: readonly string[] = [
  'none',
  '1',
  `${NOBODY}0`,
  NOBODY.slice(1),
  `${NOBODY.slice(1)}g`,
  '%20',
  '%00',
  '%F0%9F%9A%80',
  `%7B${NOBODY}%7D`,
  "'%20or%20true%20--",
  'a%2Fb',
]

const word = expect.stringMatching(/^[A-Z`].*/)

/** Every member a resource error has, and no other. */
export const resourceError = (status: number, code: string, pointer: string) => ({
  id: code,
  status: String(status),
  code,
  title: word,
  detail: word,
  source: { pointer },
})

export const notFound = (noun: string, pointer = '/path/id') =>
  resourceError(404, `${noun.replaceAll(' ', '_')}_not_found`, pointer)

export const refusedField = (pointer: string) => ({ ...resourceError(400, 'validation_failed', pointer) })

type Send = (caller: Caller | undefined, id: string) => Promise<Answer>

/** Everything stored of a conversation, to see that a refusal changed nothing. */
export async function storedOf(world: World, id: string): Promise<unknown> {
  const rows = await world.app.store.owner.query(
    `select to_jsonb(c) as row, to_jsonb(d) as details,
            (select jsonb_agg(to_jsonb(t) order by t.version) from transcripts t
             where t.organization_id = c.organization_id and t.conversation_id = c.id) as said
     from conversations c
     join conversation_details d on d.organization_id = c.organization_id and d.conversation_id = c.id
     where c.id = $1`,
    [id],
  )
  return rows
}

/** Tests of an operation at the id of a conversation. */
export function guardsConversations(world: () => World, send: Send): void {
  it('answers 401 with code and message, and nothing else, to a caller without a key', async () => {
    const id = await importFor(world())
    for (const one of [id, NOBODY, 'none']) {
      const answer = await send(undefined, one)
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ code: 401, message: expect.any(String) })
    }
  })

  it('answers the rival as if there were no such conversation, and changes nothing', async () => {
    const id = await importFor(world())
    const before = await storedOf(world(), id)
    for (const caller of [world().mallory, world().rivalOrg]) {
      const answer = await send(caller, id)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(notFound('conversation'))
      expect(answer.body).toEqual((await send(caller, NOBODY)).body)
    }
    expect(await storedOf(world(), id)).toEqual(before)
  })

  it('answers a caller from whom it is hidden in the very same words, and changes nothing', async () => {
    const secret = await importFor(world(), { private: true })
    const elsewhere = await importFor(world(), { teamUUID: world().teams.support, userID: world().carol.userId })
    const noTeam = await importFor(world(), { userID: world().alice.userId })
    for (const [caller, id] of [
      [world().mark, secret],
      [world().carol, secret],
      [world().bob, elsewhere],
      [world().mark, elsewhere],
      [world().bob, noTeam],
    ] as const) {
      const before = await storedOf(world(), id)
      const answer = await send(caller, id)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual((await send(caller, NOBODY)).body)
      expect(await storedOf(world(), id)).toEqual(before)
    }
  })

  it.each(MALFORMED_IDS)('answers 404 to the malformed id %s', async (id) => {
    const answer = await send(world().org, id)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(notFound('conversation'))
  })

  it('knows the id in any case', async () => {
    const id = await importFor(world())
    expect((await send(world().org, id.toUpperCase())).status).toBeLessThan(300)
  })
}
