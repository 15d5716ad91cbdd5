/** Response schemas of deals. */
import { z } from 'zod'
import { DEAL_SIGNAL_KINDS } from '../../assistant/answers/index.ts'
import { DEAL_CHANGE_FIELDS } from '../../conversations/crm-records/index.ts'
import { talkStrip } from '../../conversations/records/index.ts'

export const outcomes = ['open', 'won', 'lost'] as const

export const dealSignal = z
  .object({
    kind: z
      .enum(DEAL_SIGNAL_KINDS)
      .describe(
        '`no_calls`: no conversation. `quiet`: none for 21 days. `close_date_passed`: the close date is over. ' +
          '`overdue_promise`: the due date of a promise of our side is over. `no_next_step`: the newest conversation ' +
          'contains no action item. `single_contact`: one outside person spoke in the newest conversations.',
      ),
    text: z.string().describe('Description in one sentence. Example: `No call for 34 days.`'),
  })
  .meta({ id: 'DealSignal' })
export type DealSignal = z.output<typeof dealSignal>

export const dealSummary = z
  .object({
    id: z.string().describe('ID of the opportunity in Parley.'),
    opportunity_id: z.string().describe('ID of the opportunity in the CRM.'),
    title: z.string().describe('Title from the CRM, or the CRM ID if the CRM supplied none.'),
    team_id: z.string().nullable().describe('ID of its team. Null if it has no team.'),
    account_name: z.string().nullable().describe('Name of the account of the newest conversation. Null if unknown.'),
    account_id: z
      .string()
      .nullable()
      .describe('ID of this account, for `GET /accounts/{id}`. Null if the conversation has no linked company.'),
    stage: z.string().nullable().describe('Stage from the CRM, readable. Null if unknown. Example: `Proposal`.'),
    outcome: z.enum(outcomes).describe('Outcome by the stage. `open` if the stage is unknown.'),
    amount: z.number().nullable().describe('Amount from the CRM in `currency`. Null if unknown.'),
    currency: z.string().nullable().describe('Currency of the amount. Null if the CRM record contains none.'),
    close_date: z.string().nullable().describe('Close date from the CRM as `YYYY-MM-DD`. Null if unknown.'),
    owner_name: z.string().nullable().describe('Owner from the CRM. Null if unknown.'),
    loss_reason: z.string().nullable().describe('Loss reason from the CRM. Null if the record contains none.'),
    conversations_count: z.int().describe('Number of conversations that the caller can read, without archived ones.'),
    last_conversation: z
      .object({
        id: z.string().describe('ID of the conversation.'),
        title: z.string().describe('Title of the conversation.'),
        started_at: z
          .string()
          .describe('When the conversation started, ISO 8601. The import time if the start is unknown.'),
      })
      .nullable()
      .describe('Newest of these conversations. Null if there is none.'),
    signals: z.array(dealSignal).describe('Signals that an open deal needs attention. Empty if there are none.'),
  })
  .meta({ id: 'DealSummary' })
export type DealSummary = z.output<typeof dealSummary>

const side = z
  .enum(['internal', 'external'])
  .nullable()
  .describe('`internal`: a person of the organization. Null if unknown.')

const seconds = z.number().nullable()

export const dealCall = z
  .object({
    id: z.string().describe('ID of the conversation.'),
    title: z.string().describe('Title of the conversation.'),
    started_at: z
      .string()
      .describe('When the conversation started, ISO 8601. The import time if the start is unknown.'),
    duration: seconds.describe('Duration in seconds. Null if unknown.'),
    owner_name: z.string().describe('Name of the user who owns the conversation.'),
    headline: z.string().nullable().describe('Headline of the summary. Null if there is none.'),
    speakers: z
      .array(
        z.object({
          name: z.string().describe('Name of the speaker.'),
          side,
          talk_time: seconds.describe('Talk time in seconds. Null if unknown.'),
        }),
      )
      .describe('Speakers, most words first.'),
    talk_strip: talkStrip.nullable().describe('Speech of both sides over the conversation. Null if unknown.'),
  })
  .meta({ id: 'DealConversation' })
export type DealCall = z.output<typeof dealCall>

export const dealPerson = z
  .object({
    name: z.string().describe('Name of the person.'),
    email: z.string().nullable().describe('Email address of the person. Null if unknown.'),
    job_title: z.string().nullable().describe('Job title from the CRM. Null if unknown. Example: `Head of Logistics`.'),
    side,
    conversations_count: z.int().describe('Number of conversations in which the person spoke.'),
    talk_time: seconds.describe('Talk time in these conversations in seconds. Null if unknown.'),
    talk_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Talk time as a ratio of the talk time of all people, 0 to 1. Null if unknown.'),
    last_spoke_at: z.string().nullable().describe('Start of the newest of them. Null if the person never spoke.'),
    is_silent: z
      .boolean()
      .describe(
        'Whether an outside person was invited or spoke before, and not in the newest conversations: two of a deal, three of an account.',
      ),
  })
  .meta({ id: 'DealPerson' })
export type DealPerson = z.output<typeof dealPerson>

/** Place of a quote. */
const moment = {
  conversation_id: z.string().describe('ID of the conversation.'),
  conversation_title: z.string().describe('Title of the conversation.'),
  start: seconds.describe('Start of the segment in seconds. Null if the transcript has no times.'),
}

/** Person who requested an action item, words and task of it. */
export const promiseTask = {
  requested_by: z
    .object({ name: z.string().describe('Name of the person.'), side })
    .nullable()
    .describe('Person who requested it, if nobody promised or accepted it. Null for a promise.'),
  quote: z.string().nullable().describe('Verbatim words. Null if nobody knows them.'),
  segment: z.int().nullable().describe('Segment of the transcript with the words, from 0. Null without words.'),
  task: z
    .object({
      id: z.string().describe('ID of the task.'),
      status: z.enum(['open', 'done']).describe('State of the task.'),
      assignee_name: z.string().describe('User who follows the task.'),
    })
    .nullable()
    .describe('Task that people keep of the promise. Null if it was only found in the call.'),
}

export const promise = z
  .object({
    text: z.string().describe('Promise or request, verbatim unless a person changed it.'),
    owner_name: z.string().nullable().describe('Person who has to do it. Null if unknown.'),
    side,
    due_date: z.string().nullable().describe('Due date as `YYYY-MM-DD`, of the task if there is one. Null if unknown.'),
    due: z
      .string()
      .nullable()
      .describe(
        'Due date in the words of the transcript, or as an imported summary states it. Null if none was named.',
      ),
    ...promiseTask,
    ...moment,
  })
  .meta({ id: 'Promise' })
export type CallPromise = z.output<typeof promise>

export const dealChange = z
  .object({
    field: z.enum(DEAL_CHANGE_FIELDS).describe('Field of the CRM record that changed: stage, amount or close date.'),
    from: z
      .string()
      .nullable()
      .describe('Earlier value: a stage, an amount, or a day as `YYYY-MM-DD`. Null if the deal had none.'),
    to: z.string().nullable().describe('New value. Null if it was removed.'),
    changed_at: z.string().describe('When Parley stored the change, ISO 8601.'),
  })
  .meta({ id: 'DealChange' })
export type DealChange = z.output<typeof dealChange>

/** People, promises, risks and field values of conversations, for deals and accounts. */
export const findings = {
  people: z.array(dealPerson).describe('Speakers and invited people, outside people first, most talk time first.'),
  action_items: z
    .array(promise)
    .describe('Promises and requests of both sides, newest conversation first. Maximum 30.'),
  risks: z
    .array(z.object({ text: z.string().describe('Speaker, time and verbatim words.'), ...moment }))
    .describe('Worries and problems of the other side in the newest conversations. Maximum 8.'),
  values: z
    .array(
      z.object({
        id: z.string().describe('ID of the value, for `POST /conversations/{id}/crm/confirm`.'),
        key: z.string().describe('Key of the field.'),
        title: z.string().describe('Title of the field.'),
        value: z.string().describe('Value as text, such as `50 to 100`.'),
        is_confirmed: z.boolean().describe('Whether a person confirmed or entered the value.'),
        ...moment,
      }),
    )
    .describe('Newest value of each field. Confirmed values come before proposed ones.'),
}

export const deal = dealSummary
  .extend({
    conversations: z.array(dealCall).describe('Conversations, newest first. Maximum 50.'),
    changes: z
      .array(dealChange)
      .describe('Changes of stage, amount and close date in the CRM record, newest first. Maximum 50.'),
    ...findings,
  })
  .meta({ id: 'Deal' })
export type Deal = z.output<typeof deal>
export type Findings = Pick<Deal, 'action_items' | 'risks' | 'values'>
