/** Comments for tests, created through the API, and the refusals that their operations have in common. */
import { expect, it } from 'vitest'
import type { Comment } from '../features/collaboration/comments/index.ts'
import { type Answer, call } from './call.ts'
import { guardsThings } from './guards.ts'
import { talkFor } from './library-fixtures.ts'
import { notFound, resourceError } from './refusals.ts'
import type { Caller, World } from './world.ts'

/** A comment, by bob unless somebody else is named. */
export async function commentFor(
  world: World,
  conversation: string,
  body: Record<string, unknown> = {},
  by: Caller = world.bob,
): Promise<Comment> {
  const answer = await call(world.app, by, 'POST', `/conversations/${conversation}/comments`, {
    body: { text: 'Well asked.', ...body },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/** Hides a conversation from everybody except its owner and admins. */
export async function hideTalk(world: World, conversation: string, isPrivate = true): Promise<void> {
  const answer = await call(world.app, world.alice, 'PUT', `/conversations/${conversation}/privacy`, {
    body: { private: isPrivate },
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** Every stored comment of acme with its mentions, reactions and notifications, to compare around a refusal. */
export const storedComments = (world: World): Promise<unknown> => {
  const tables = ['comments', 'comment_mentions', 'comment_reactions', 'notifications']
  const rows = tables.map((name) => `(select jsonb_agg(t order by t::text) from ${name} t where organization_id = $1)`)
  return world.app.store.owner.query(`select ${rows.join(', ')}`, [world.acme])
}

/** Number of webhook events of a type that acme has queued. */
export async function countEvents(world: World, type: string): Promise<number> {
  const rows = await world.app.store.owner.query(
    'select body from webhook_deliveries where organization_id = $1 and body::jsonb ->> $2 = $3',
    [world.acme, 'type', type],
  )
  return rows.length
}

export interface GuardedComment {
  readonly world: () => World
  readonly send: (caller: Caller | undefined, id: string) => Promise<Answer>
  /** Whether the operation rejects organization-level keys. */
  readonly needsUser: boolean
}

/** Tests of an operation at the ID of a comment: every caller who doesn't see the comment gets the same 404. */
export function guardsComments({ world, send, needsUser }: GuardedComment): void {
  const northTalk = () => talkFor(world(), { teamUUID: world().teams.north })
  guardsThings({
    ...{ world, send, noun: 'comment' },
    make: async () => (await commentFor(world(), await northTalk())).uuid,
    ...(needsUser ? { strangers: () => [world().mallory], caller: () => world().bob } : {}),
  })

  it('answers 404 for comments of hidden calls and private notes of others, and changes nothing', async () => {
    const { alice, bob, carol, mark, org } = world()
    const talk = await northTalk()
    const open = await commentFor(world(), talk)
    const note = await commentFor(world(), talk, { private: true })
    const noteReply = await commentFor(world(), talk, { threadUUID: note.uuid })
    const hidden = await northTalk()
    const lost = await commentFor(world(), hidden, {}, mark)
    await hideTalk(world(), hidden)
    const before = await storedComments(world())
    const refused: readonly (readonly [Caller, string])[] = [
      [carol, open.uuid],
      [carol, lost.uuid],
      [mark, lost.uuid],
      ...[alice, mark, ...(needsUser ? [] : [org])].flatMap((caller) => [
        [caller, note.uuid] as const,
        [caller, noteReply.uuid] as const,
      ]),
    ]
    for (const [caller, id] of refused) {
      const answer = await send(caller, id)
      expect([caller.email, answer.status, answer.body]).toEqual([caller.email, 404, notFound('comment')])
    }
    expect(await storedComments(world())).toEqual(before)
    for (const { uuid } of [noteReply, note]) expect((await send(bob, uuid)).status).toBeLessThan(300)
  })

  if (!needsUser) return
  it('requires a user', async () => {
    const { uuid } = await commentFor(world(), await northTalk())
    for (const caller of [world().org, world().rivalOrg]) {
      const answer = await send(caller, uuid)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'user_required', '')])
    }
  })
}
