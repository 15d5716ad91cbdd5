import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { legalHoldConflict } from '../../conversations/legal-holds/index.ts'
import { erasePersonJob } from './erase-person.job.ts'
import { namesWith } from './person.ts'
import { insertErasure } from './queries.ts'
import { isPersonHeld, type PersonUserRow, selectUser } from './queries-people.ts'
import { ERASURE, erasure, erasureMode, originals, personEmail, personNames } from './schema.ts'
import { serializeErasure } from './serialize.ts'

const input = z
  .object({
    email: personEmail
      .optional()
      .describe(
        'Email address of the person, ignoring case. Exactly one of `email` and `userUUID` is required. Example: ' +
          '`jane@acme.example`.',
      ),
    userUUID: uuid().optional().describe('ID of a deactivated user, from `GET /organizations/users`.'),
    names: personNames,
    mode: erasureMode
      .default('redact')
      .describe(
        '`redact`: replaces the names and email address of the person; conversations stay. `erase_conversations`: ' +
          'erases conversations that the person took part in, and redacts the person in all others. Defaults to ' +
          '`redact`.',
      ),
    originals: originals
      .default('delete')
      .describe(
        "Action for files that can't be redacted. These are recordings of conversations in which the person took " +
          'part or speaks, and knowledge base files that mention the person. `delete`: deletes them permanently; redacted ' +
          'transcripts and passages stay. `keep`: keeps them and counts them in `leftovers`. Defaults to `delete`.',
      ),
  })
  .refine(({ email, userUUID }) => (email === undefined) !== (userUUID === undefined), {
    message: 'Exactly one of `email` and `userUUID` is required.',
  })

export const createPersonErasure = defineOperation({
  id: 'createPersonErasure',
  summary: "Erase a person's data",
  description:
    'Starts a background job that removes a person from all stored data of the organization. The job redacts the ' +
    'person in participants, speakers, transcripts, the search index, derived and written texts, the knowledge ' +
    'base and CRM records. It deletes invitations, queued emails and CRM records of the person. Parley finds the ' +
    'person by email address and `names`. Recordings in which the person may speak, and knowledge base files that ' +
    'mention the person, are deleted unless `originals` is `keep`. Audit log entries keep IDs but no email ' +
    'address. Fails with 409 `legal_hold` if a legal hold applies to the person. Conversations under another legal ' +
    "hold stay unchanged and are counted in `leftovers`. Fails with 409 `user_active` for active users. You can't " +
    'undo an erasure. Get its progress with `GET /privacy/erasures/{id}`. Requires the admin role.',
  tag: 'Privacy',
  cost: COSTS.highest,
  input,
  output: erasure,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/privacy/erasures', status: 202, refusals: [409], ...inData(erasure) },
  async handle({ email, userUUID, names, mode, originals }, ctx) {
    return ctx.transact(async (tx) => {
      const user = await findUserToErase(tx, ctx, email, userUUID)
      const address = fold(email ?? user?.email ?? '')
      if (await isPersonHeld(tx, ctx.org, address, user?.id ?? null)) throw legalHoldConflict()
      if (user?.active === true) {
        throw conflict(
          'user_active',
          'The person is an active user of the organization. Deactivate the user first, then retry.',
        )
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
      ctx.addAuditTarget(ERASURE, row.id)
      return serializeErasure(row)
    })
  },
})

/** Finds the user by ID, or by the email address of the request. */
async function findUserToErase(
  tx: Writer,
  ctx: Context,
  email: string | undefined,
  id: string | undefined,
): Promise<PersonUserRow | undefined> {
  if (id === undefined) return selectUser(tx, ctx.org, { email: email ?? '' })
  const user = await selectUser(tx, ctx.org, { id })
  if (user === undefined)
    throw invalid({
      pointer: '/userUUID',
      detail: 'No user of the organization has this ID. Use an ID from `GET /organizations/users`.',
    })
  return user
}
