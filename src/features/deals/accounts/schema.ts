/** Response schemas of accounts. */
import { z } from 'zod'
import { ACCOUNT_CODES, ACCOUNT_ID_MAX, parseAccountId } from '../../conversations/crm-records/index.ts'
import { dealCall, dealSignal, dealSummary, findings } from '../deal-overviews/index.ts'

/** Maximum number of newest conversations that people come from, and all other findings. */
export const PEOPLE_CALLS_MAX = 500
export const CALLS_MAX = 50
/** Maximum number of deals and of people. */
export const DEALS_MAX = 20
export const PEOPLE_MAX = 200

/** Path parameter with the ID of an account. A malformed ID results in 404, like an unknown one. */
export const accountPathId = () =>
  z
    .string()
    .max(ACCOUNT_ID_MAX)
    .transform((id, issues) => {
      const key = parseAccountId(id)
      if (key !== undefined) return key
      issues.addIssue({ code: 'custom', message: 'No account has this ID. Use an ID from `GET /accounts`.' })
      return z.NEVER
    })
    .meta({
      type: 'string',
      noun: 'account',
      description: 'ID of the account, from `GET /accounts`. Example: `companies-4711`.',
    })

export const accountSummary = z
  .object({
    id: z
      .string()
      .describe(
        'ID of the account: the type and the CRM ID of its record, such as `companies-4711`. A CRM ID with other characters than letters, digits, `_` and `-` is encoded. The ID never changes.',
      ),
    code: z.enum(ACCOUNT_CODES).describe('Type of the CRM record, as the CRM names it.'),
    crm_id: z.string().describe('ID of the record in the CRM.'),
    name: z.string().describe('Name from the CRM, or the CRM ID if the record is unknown.'),
    domain: z.string().nullable().describe('Domain or website from the CRM. Null if unknown.'),
    industry: z.string().nullable().describe('Industry from the CRM. Null if unknown.'),
    owner_name: z.string().nullable().describe('Owner from the CRM. Null if unknown.'),
    conversations_count: z
      .int()
      .describe('Number of linked conversations that the caller can read, without archived ones. At least 1.'),
    last_conversation: z
      .object({
        id: z.string().describe('ID of the conversation.'),
        title: z.string().describe('Title of the conversation.'),
        started_at: z
          .string()
          .describe('When the conversation started, ISO 8601. The import time if the start is unknown.'),
      })
      .describe('Newest of these conversations.'),
    open_deals_count: z.int().describe('Number of open deals of these conversations.'),
    open_amounts: z
      .array(
        z.object({
          amount: z.number().describe('Total amount of the open deals in `currency`.'),
          currency: z.string().nullable().describe('Currency. Null if the CRM records contain none.'),
        }),
      )
      .describe('Amounts of the open deals by currency. Empty if no amount is known.'),
    signals: z
      .array(dealSignal)
      .describe(
        'Signals that the account needs attention, from its newest conversations and the earliest close date of its open deals. Empty if all its deals are lost.',
      ),
  })
  .meta({ id: 'AccountSummary' })
export type AccountSummary = z.output<typeof accountSummary>

export const account = accountSummary
  .extend({
    deals: z
      .array(dealSummary)
      .describe(`Deals of the conversations, open ones first, then most recently active first. Maximum ${DEALS_MAX}.`),
    conversations: z.array(dealCall).describe(`Conversations, newest first. Maximum ${CALLS_MAX}.`),
    ...findings,
    people: findings.people.describe(
      `Speakers and invited people of the newest ${PEOPLE_CALLS_MAX} conversations, outside people first, most talk time first. Maximum ${PEOPLE_MAX} of each side.`,
    ),
    people_conversations_count: z.int().describe('Number of newest conversations that `people` comes from.'),
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof account>
