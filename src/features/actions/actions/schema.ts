/** Tables and response schemas of actions (decisions, section 3). */
import { z } from 'zod'

declare module '../../../core/db.ts' {
  interface Tables {
    actions: {
      organization_id: string
      id: string
      owner_id: string
      entity_type: EntityType
      entity_id: string
      action_type: string
      title: string
      signal_type: string
      severity: Severity
      display_group: string
      subject: string
      draft_body: string
      proposed_recipients: string
      status: 'pending' | 'drafted' | 'sent' | 'dismissed'
      rationale: string
      key_quote: string | null
      evidence: string
      generated_at: Instant
      updated_at: Instant
      expires_at: NullableInstant
      ground: string | null
    }
    action_conversations: { organization_id: string; action_id: string; conversation_id: string }
  }
}

export const entityType = z.enum(['conversation', 'opportunity', 'account', 'contact'])
export type EntityType = z.infer<typeof entityType>
export const severity = z.enum(['low', 'medium', 'high'])
export type Severity = z.infer<typeof severity>
export const actionStatus = z.enum(['pending', 'drafted', 'sent', 'dismissed', 'expired'])
export type ActionStatus = z.infer<typeof actionStatus>

const quote = z.object({
  text: z.string().describe('Verbatim text from the transcript.'),
  speaker: z.string().describe('Name of the speaker. Empty if unknown.'),
  source_url: z
    .string()
    .describe('URL of the conversation. The fragment `#t=` contains the start of the quote in seconds, if known.'),
})

export const action = z
  .object({
    uuid: z.string().describe('ID of the action.'),
    entity_type: entityType.describe('Type of the record that the action is about.'),
    entity_id: z.string().describe('ID of the conversation or opportunity, or CRM ID of the account or contact.'),
    entity_title: z
      .string()
      .nullable()
      .describe('Title of the conversation or opportunity. Null for other types, and if the record no longer exists.'),
    owner_user_uuid: z.string().describe('ID of the user who owns the action.'),
    action_type: z.string().describe('Kind of follow-up, such as `follow_up_email`.'),
    title: z.string().describe('Short title of the action.'),
    signal_type: z.string().describe('Signal that caused the action. Empty if unknown.'),
    severity: severity.describe('Importance of the action.'),
    display_group: z.string().describe('Group to show the action in. Empty if none.'),
    subject: z.string().describe('Subject of the draft.'),
    draft_body: z.string().describe('Text of the draft.'),
    proposed_recipients: z.array(z.string()).describe('Email addresses to send the draft to.'),
    status: actionStatus.describe('Progress of the action. `expired`: `expires_at` has passed.'),
    why: z
      .object({
        rationale: z.string().describe('Why the action is useful. Empty if unknown.'),
        key_quote: quote.nullable().describe('The most important quote. Null if there is none.'),
        evidence: z.array(quote).describe('Further quotes that support the action.'),
      })
      .describe('Reasons for the action.'),
    generated_at: z.string().describe('When the action was created.'),
    updated_at: z.string().describe('When the action last changed or expired.'),
    task_uuid: z
      .string()
      .nullable()
      .describe('ID of the task that people keep of the same promise, from `GET /tasks`. Null if there is none.'),
    expires_at: z.string().nullable().describe("When the action expires. Null if it doesn't expire."),
  })
  .meta({ id: 'Action' })
export type Action = z.output<typeof action>
