/**
 * Integration requests: events of conversations that start integration workflows.
 *
 * `analysis/pipeline` and `fields/values` depend on this feature, so that they can request integrations in their own
 * transactions. `runs` handles the requests. Nothing is queued if no enabled workflow has the trigger.
 */
export { triggerIntegrationsKind } from './kind.ts'
export { requestIntegrations } from './request.ts'
export { type OccasionalTrigger, occasionalTrigger } from './triggers.ts'
