import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import { COSTS, type Context, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { uuid } from '../../core/wire.ts'
import { held } from '../legal-holds/index.ts'
import { erasePersonJob } from './erase-person.job.ts'
import { namesWith } from './person.ts'
import { insertErasure } from './queries.ts'
import { isPersonHeld, selectUser, type UserRow } from './queries-people.ts'
import { ERASURE, erasure, erasureMode, originals, personEmail, personNames } from './schema.ts'
import { toldErasure } from './told.ts'

const input = z
  .object({
    email: personEmail.optional(),
    userUUID: uuid().optional(),
    names: personNames,
    mode: erasureMode
      .default('redact')
      .describe(
        '`redact`: names and address are masked, conversations stay. `erase_conversations`: those the person took part ' +
          'in are erased, in others they are masked.',
      ),
    originals: originals
      .default('delete')
      .describe(
        'What cannot be rewritten: recordings of conversations in which the person took part or speaks, and files of the ' +
          'knowledge base that mention them. `delete`: they go for good; transcripts and what search finds stay, masked. ' +
          '`keep`: they stay as they are, and are counted.',
      ),
  })
  .refine(({ email, userUUID }) => (email === undefined) !== (userUUID === undefined), {
    message: 'Either email or userUUID must be given.',
  })

export const createPersonErasure = defineOperation({
  id: 'createPersonErasure',
  summary: 'Take a person out of everything the organization has stored, in the background and for good.',
  description:
    'Found by the address, or that of a deactivated user, and by the names that are told: in participants, speakers, ' +
    'transcripts, search, whatever was derived or written, the knowledge base, CRM records, invitations and waiting ' +
    'mail. Recordings in which they may speak and files that mention them are deleted, unless `originals` is `keep`. The audit log keeps ids. A person under a legal hold is refused; conversations that a hold keeps for another ' +
    'reason stay, and are counted.',
  tag: 'Privacy',
  cost: COSTS.highest,
  input,
  output: erasure,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/privacy/erasures', status: 202, refusals: [409], ...inData(erasure) },
  async handle({ email, userUUID, names, mode, originals }, ctx) {
    return ctx.transact(async (tx) => {
      const user = await userOf(tx, ctx, email, userUUID)
      const address = fold(email ?? user?.email ?? '')
      if (await isPersonHeld(tx, ctx.org, address, user?.id ?? null)) throw held()
      if (user?.active === true) {
        throw conflict('user_active', 'This is an active user of the organization. Deactivate the user first.')
      }
      const row = await insertErasure(tx, ctx.org, {
        id: newId(),
        mode,
        originals,
        userId: user?.id ?? null,
        email: address,
        names: namesWith(names, user),
        by: ctx.principal.user?.id ?? null,
        at: ctx.clock.now(),
      })
      await ctx.jobs.add(tx, ctx.org, erasePersonJob, { id: row.id })
      ctx.names(ERASURE, row.id)
      return toldErasure(row)
    })
  },
})

/** An address may be a user's, also when nobody said so. */
async function userOf(
  tx: Writer,
  ctx: Context,
  email: string | undefined,
  id: string | undefined,
): Promise<UserRow | undefined> {
  if (id === undefined) return selectUser(tx, ctx.org, { email: email ?? '' })
  const user = await selectUser(tx, ctx.org, { id })
  if (user === undefined) throw invalid({ pointer: '/userUUID', detail: 'There is no such user in the organization.' })
  return user
}
