import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { invalid } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { uuid } from '../../core/wire.ts'
import { emailAddress, userExists } from '../identity/index.ts'
import { insertHold } from './queries.ts'
import { hold, holdReason, NOUN } from './schema.ts'
import { told } from './told.ts'

export const createLegalHold = defineOperation({
  id: 'createLegalHold',
  summary: 'Keep all conversations of a user, or of an address, from being erased or masked.',
  description:
    'Either `custodianUUID`, a user of the organization: conversations that they own or took part in; or ' +
    '`participantEmail`: those that the address took part in. Conversations that come later are kept too. The hold of ' +
    'a single conversation is put on at /conversations/{id}/legal-hold.',
  tag: 'Privacy',
  input: z
    .object({
      custodianUUID: uuid().optional(),
      participantEmail: emailAddress.optional(),
      reason: holdReason(),
    })
    .refine(
      ({ custodianUUID, participantEmail }) => (custodianUUID === undefined) !== (participantEmail === undefined),
      {
        message: 'Either custodianUUID or participantEmail must be given.',
      },
    ),
  output: hold,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/legal-holds', status: 201, ...inData(hold) },
  async handle({ custodianUUID, participantEmail, reason }, ctx) {
    return ctx.transact(async (tx) => {
      if (custodianUUID !== undefined && !(await userExists(tx, ctx.org, custodianUUID))) {
        throw invalid({ pointer: '/custodianUUID', detail: 'There is no such user in the organization.' })
      }
      const row = await insertHold(tx, ctx.org, {
        id: newId(),
        custodianId: custodianUUID,
        participantEmail: participantEmail === undefined ? undefined : fold(participantEmail),
        reason,
        by: ctx.principal.user?.id ?? null,
        at: ctx.clock.now(),
      })
      ctx.names(NOUN, row.id)
      return told(row)
    })
  },
})
