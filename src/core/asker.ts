/**
 * Organization that the running code works for. Queues for threads and models read it to let organizations take turns,
 * so that no port needs a parameter for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { OrganizationId } from './principal.ts'

const askers = new AsyncLocalStorage<OrganizationId>()

/** Runs the work, and everything that it starts, on behalf of the organization. */
export const workFor = <T>(org: OrganizationId, work: () => T): T => askers.run(org, work)

/** ID of the organization that the running code works for. Empty for work of the installation itself. */
export const currentAsker = (): string => askers.getStore() ?? ''
