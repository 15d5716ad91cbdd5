import { z } from 'zod'

/** All event types. Database triggers send those of users and teams (migration `account-events`). */
export const EVENT_TYPES = [
  'conversation.imported',
  'conversation.analyzed',
  'conversation.failed',
  'conversation.labels_changed',
  'conversation.fields_confirmed',
  'conversation.fields_rejected',
  'conversation.updated',
  'conversation.redacted',
  'conversation.archived',
  'conversation.restored',
  'conversation.erased',
  'crm_export.finished',
  'insight.finished',
  'scorecard_result.created',
  'scorecard_result.updated',
  'scorecard_result.deleted',
  'action.created',
  'action.updated',
  'action.dismissed',
  'action.deleted',
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
  'task.created',
  'task.updated',
  'task.completed',
  'task.reopened',
  'user.created',
  'user.updated',
  'user.activated',
  'user.deactivated',
  'user.erased',
  'team.created',
  'team.updated',
  'team.archived',
  'team.restored',
  'team.members_changed',
] as const

export const eventType = z.enum(EVENT_TYPES)
export type EventType = z.output<typeof eventType>

/** Event type of tests. Webhooks receive it whatever event types they subscribe to. */
export const TEST_EVENT = 'webhook.test'
