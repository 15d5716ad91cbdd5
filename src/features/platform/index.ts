/**
 * Platform: what every other domain uses.
 *
 * The audit log, idempotency records, email, webhooks, prompts and the cost of model calls. `analysis-requests` queues the
 * analysis of a conversation, and `derived-data` finds everything that was created from one. Imports no other domain.
 */
export * as analysisRequests from './analysis-requests/index.ts'
export * as audit from './audit/index.ts'
export * as derivedData from './derived-data/index.ts'
export * as idempotency from './idempotency/index.ts'
export * as mail from './mail/index.ts'
export * as modelCalls from './model-calls/index.ts'
export * as prompts from './prompts/index.ts'
export * as webhookDeliveries from './webhook-deliveries/index.ts'
export * as webhooks from './webhooks/index.ts'
