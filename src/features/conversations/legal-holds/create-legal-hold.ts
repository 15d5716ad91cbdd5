import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { invalid } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { emailAddress, userExists } from '../../accounts/identity/index.ts'
import { insertHold } from './queries.ts'
import { hold, legalHoldReason, NOUN } from './schema.ts'
import { serializeLegalHold } from './serialize.ts'

export const createLegalHold = defineOperation({
  id: 'createLegalHold',
  summary: 'Create a legal hold',
  description:
    'Prevents erasure and redaction of all current and future conversations of a user or email address. Send either ' +
    '`custodianUUID` or `participantEmail`. For a single conversation, use `PUT /conversations/{id}/legal-hold`. Requires ' +
    'the admin role. To end the hold, use `DELETE /legal-holds/{id}`.',
  tag: 'Privacy',
  input: z
    .object({
      custodianUUID: uuid()
        .optional()
        .describe(
          'ID of a user, from `GET /organizations/users`. The hold applies to conversations that the user owns or took part ' +
            'in.',
        ),
      participantEmail: emailAddress
        .optional()
        .describe(
          'Email address of a participant, ignoring case. The hold applies to conversations that the address took part in. ' +
            'Example: `anna@example.com`.',
        ),
      reason: legalHoldReason(),
    })
    .refine(
      ({ custodianUUID, participantEmail }) => (custodianUUID === undefined) !== (participantEmail === undefined),
      {
        message: 'Send either `custodianUUID` or `participantEmail`.',
      },
    ),
  output: hold,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/legal-holds', status: 201, ...inData(hold) },
  async handle({ custodianUUID, participantEmail, reason }, ctx) {
    return ctx.transact(async (tx) => {
      if (custodianUUID !== undefined && !(await userExists(tx, ctx.org, custodianUUID))) {
        throw invalid({
          pointer: '/custodianUUID',
          detail: 'No user of the organization has this ID. Use an ID from `GET /organizations/users`.',
        })
      }
      const row = await insertHold(tx, ctx.org, {
        id: newId(),
        custodianId: custodianUUID,
        participantEmail: participantEmail === undefined ? undefined : fold(participantEmail),
        reason,
        by: ctx.principal.user?.id ?? null,
        at: ctx.clock.now(),
      })
      ctx.addAuditTarget(NOUN, row.id)
      return serializeLegalHold(row)
    })
  },
})
