import { z } from 'zod'

/** All event types (decisions, section 8). */
export const EVENT_TYPES = [
  'conversation.imported',
  'conversation.analyzed',
  'conversation.failed',
  'conversation.labels_changed',
  'conversation.fields_confirmed',
  'conversation.updated',
  'conversation.archived',
  'conversation.restored',
  'conversation.erased',
  'crm_export.finished',
  'insight.finished',
  'action.created',
  'snippet.created',
  'deck.created',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment.resolved',
  'comment.reopened',
  'coaching_assignment.created',
  'coaching_assignment.updated',
  'coaching_assignment.answered',
  'coaching_assignment.completed',
  'coaching_assignment.reopened',
  'coaching_assignment.deleted',
] as const

export const eventType = z.enum(EVENT_TYPES)
export type EventType = z.output<typeof eventType>

/** Event type of tests. Webhooks receive it whatever event types they subscribe to. */
export const TEST_EVENT = 'webhook.test'
