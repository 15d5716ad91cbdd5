import { z } from 'zod'

/** The closed list of what is told (decisions, section 8). */
export const EVENT_TYPES = [
  'conversation.imported',
  'conversation.analyzed',
  'conversation.failed',
  'conversation.labels_changed',
  'crm_export.finished',
  'insight.finished',
  'action.created',
  'snippet.created',
  'deck.created',
] as const

export const eventType = z.enum(EVENT_TYPES)
export type EventType = z.output<typeof eventType>

/** What is sent to try a webhook out, whatever it wants to be told. */
export const TEST_EVENT = 'webhook.test'
