/**
 * Integration requests: how what happens to a conversation has it written to the CRM, where a workflow wants so.
 *
 * The feature stands below conversations' analysis and field values, so that either can ask in its own transaction; what
 * is asked for is worked off by `integrations`, above them. Nothing is queued where no workflow waits for it.
 */
export { triggerIntegrationsKind } from './kind.ts'
export { requestIntegrations } from './request.ts'
export { type OccasionalTrigger, occasionalTrigger } from './triggers.ts'
