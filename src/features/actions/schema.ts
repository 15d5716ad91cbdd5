/** Tables of actions, and what answers say of one (decisions, section 3). */
import { z } from 'zod'

declare module '../../core/db.ts' {
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
  text: z.string(),
  speaker: z.string(),
  source_url: z.string().describe('The conversation, and after `#t=` the second at which it is said.'),
})

export const action = z
  .object({
    uuid: z.string(),
    entity_type: entityType,
    entity_id: z.string(),
    entity_title: z.string().nullable().describe('Of a conversation or an opportunity, while it is there.'),
    owner_user_uuid: z.string(),
    action_type: z.string(),
    title: z.string(),
    signal_type: z.string(),
    severity,
    display_group: z.string(),
    subject: z.string(),
    draft_body: z.string(),
    proposed_recipients: z.array(z.string()),
    status: actionStatus,
    why: z.object({ rationale: z.string(), key_quote: quote.nullable(), evidence: z.array(quote) }),
    generated_at: z.string(),
    updated_at: z.string(),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'Action' })
export type Action = z.output<typeof action>
