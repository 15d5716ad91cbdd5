import { z } from 'zod'
import { fold } from '../../../core/fold.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { userReference } from '../../../core/user-reference.ts'
import { anyJson, queryString } from '../../../core/wire.ts'
import { redactionCounts } from '../../text/redaction/index.ts'
import { countMentions } from './mentions.ts'
import { namesWith } from './person.ts'
import { selectCrmRecordsByEmail, selectInvitationsByEmail, selectTakingPart, selectUser } from './queries-people.ts'
import { personEmail, personNamesAsked } from './schema.ts'
import { countOriginals } from './unredactable-files.ts'

const CONVERSATIONS_MAX = 1_000
const RECORDS_MAX = 100

const person = z.object({
  email: z.string().describe('Email address of the request, in lower case.'),
  user: z
    .object({
      ...userReference.shape,
      active: z.boolean().describe("Whether the user is active. Active users can't be erased."),
    })
    .nullable()
    .describe('User with this email address; null if there is none.'),
  invitations: z
    .array(
      z.object({
        uuid: z.string().describe('ID of the invitation.'),
        firstName: z.string().describe('First name of the invited person. Can be empty.'),
        lastName: z.string().describe('Last name of the invited person. Can be empty.'),
        createdAt: z.string().describe('When the invitation was created, ISO 8601.'),
      }),
    )
    .describe('Invitations to the email address, oldest first. Maximum 100.'),
  conversations: z
    .object({
      total: z.int().describe('Number of conversations that the person took part in.'),
      data: z
        .array(
          z.object({
            uuid: z.string().describe('ID of the conversation.'),
            title: z.string().describe('Title of the conversation.'),
            startedAt: z
              .string()
              .describe('When the conversation started, ISO 8601. The import time if the start is unknown.'),
          }),
        )
        .describe(
          `Conversations that the person took part in, newest first. Maximum ${CONVERSATIONS_MAX}. Get their contents with \`GET /conversations/{id}/export\`.`,
        ),
    })
    .describe('Conversations that the person took part in.'),
  crmRecords: z
    .object({
      total: z.int().describe('Number of CRM records with the email address as a field value.'),
      data: z
        .array(
          z.object({
            code: z.string().describe('Type of the record, as the CRM names it.'),
            id: z.string().describe('ID of the record in the CRM.'),
            fields: z.record(z.string(), anyJson).describe('Fields of the record, by name.'),
          }),
        )
        .describe(
          `CRM records with the email address as a field value, ordered by code and ID. Maximum ${RECORDS_MAX}.`,
        ),
    })
    .describe('CRM records with the email address as a field value.'),
  mentions: redactionCounts.describe('Number of rows that contain the email address, by database table.'),
  originals: z
    .object({
      recordings: z.int().describe('Stored recordings of conversations in which the person took part or speaks.'),
      recordingLinks: z
        .int()
        .describe(
          'Links to such recordings at external locations. An erasure deletes the link but not the external file.',
        ),
      files: z.int().describe('Knowledge base files that mention the person.'),
    })
    .describe(
      'Files that an erasure with `originals` set to `delete` would delete permanently. Files under a legal hold ' +
        "aren't counted.",
    ),
})

export const getPerson = defineOperation({
  id: 'getPerson',
  summary: "Get a person's data",
  description:
    'Returns the user, invitations, conversations and CRM records with an email address, the number of rows that ' +
    'mention it, and the number of files that an erasure would delete. Requires the admin role.',
  tag: 'Privacy',
  cost: COSTS.medium,
  input: z.object({
    email: queryString(320)
      .pipe(personEmail)
      .describe('Email address of the person, ignoring case. Example: `jane@acme.example`.'),
    names: personNamesAsked,
  }),
  output: person,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/privacy/persons', ...inData(person) },
  async handle({ email, names = [] }, ctx) {
    const address = fold(email)
    const user = await selectUser(ctx.db, ctx.org, { email: address })
    const [invitations, conversations, records, mentions, originals] = await Promise.all([
      selectInvitationsByEmail(ctx.db, ctx.org, address),
      selectTakingPart(ctx.db, ctx.org, address, CONVERSATIONS_MAX),
      selectCrmRecordsByEmail(ctx.db, ctx.org, address, RECORDS_MAX),
      countMentions(ctx.db, ctx.org, address),
      countOriginals(ctx.db, ctx.org, { email: address, names: namesWith(names, user) }),
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
