import { z } from 'zod'
import { fold } from '../../core/fold.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { anyJson, queryString } from '../../core/wire.ts'
import { redactionCounts } from '../redaction/index.ts'
import { mentionsOf } from './mentions.ts'
import { originalsOf } from './originals.ts'
import { namesWith } from './person.ts'
import { selectCrmRecordsOf, selectInvitationsOf, selectTakingPart, selectUser } from './queries-people.ts'
import { personEmail, personNamesAsked } from './schema.ts'

const CONVERSATIONS_MAX = 1_000
const RECORDS_MAX = 100

const person = z.object({
  email: z.string(),
  user: z
    .object({
      uuid: z.string(),
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      active: z.boolean(),
    })
    .nullable(),
  invitations: z.array(
    z.object({ uuid: z.string(), firstName: z.string(), lastName: z.string(), createdAt: z.string() }),
  ),
  conversations: z.object({
    total: z.int(),
    data: z
      .array(z.object({ uuid: z.string(), title: z.string(), startedAt: z.string() }))
      .describe(
        `That the person took part in, the newest ${CONVERSATIONS_MAX}. Their contents: /conversations/{id}/export.`,
      ),
  }),
  crmRecords: z.object({
    total: z.int(),
    data: z
      .array(z.object({ code: z.string(), id: z.string(), fields: z.record(z.string(), anyJson) }))
      .describe(`Records with the address for a value, the first ${RECORDS_MAX}.`),
  }),
  mentions: redactionCounts.describe('Rows in which the address stands, by table.'),
  originals: z
    .object({
      recordings: z.int().describe('Kept here, of conversations in which they took part or speak.'),
      recordingLinks: z.int().describe('Such recordings that lie elsewhere: the link goes, the recording stays there.'),
      files: z.int().describe('Of the knowledge base, that mention them.'),
    })
    .describe('What an erasure with `originals` `delete` takes away for good. What a legal hold keeps is not counted.'),
})

export const getPerson = defineOperation({
  id: 'getPerson',
  summary: 'Tell everything that is held about the person behind an address.',
  description: 'And what an erasure would delete because it cannot be rewritten.',
  tag: 'Privacy',
  cost: COSTS.medium,
  input: z.object({ email: queryString(320).pipe(personEmail), names: personNamesAsked }),
  output: person,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/privacy/persons', ...inData(person) },
  async handle({ email, names = [] }, ctx) {
    const address = fold(email)
    const user = await selectUser(ctx.db, ctx.org, { email: address })
    const [invitations, conversations, records, mentions, originals] = await Promise.all([
      selectInvitationsOf(ctx.db, ctx.org, address),
      selectTakingPart(ctx.db, ctx.org, address, CONVERSATIONS_MAX),
      selectCrmRecordsOf(ctx.db, ctx.org, address, RECORDS_MAX),
      mentionsOf(ctx.db, ctx.org, address),
      originalsOf(ctx.db, ctx.org, { email: address, names: namesWith(names, user) }),
    ])
    return {
      email: address,
      user:
        user === undefined
          ? null
          : {
              ...{ uuid: user.id, email: user.email, active: user.active },
              ...{ firstName: user.first_name, lastName: user.last_name },
            },
      invitations: invitations.map((one) => ({
        ...{ uuid: one.id, firstName: one.first_name, lastName: one.last_name, createdAt: one.created_at },
      })),
      conversations: {
        total: conversations.total,
        data: conversations.rows.map(({ id, title, started_at: startedAt }) => ({ uuid: id, title, startedAt })),
      },
      crmRecords: {
        total: records.total,
        data: records.rows.map(({ code, id, fields }) => ({
          code,
          id,
          fields: fields as z.output<typeof person>['crmRecords']['data'][number]['fields'],
        })),
      },
      mentions,
      originals,
    }
  },
})
