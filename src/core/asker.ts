/**
 * The organization of the present work. Queues in front of threads and models read it to serve organizations in turns,
 * so that no port has to carry it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { OrganizationId } from './principal.ts'

const askers = new AsyncLocalStorage<OrganizationId>()

/** Runs the work, and everything that it starts, for the organization. */
export const workFor = <T>(org: OrganizationId, work: () => T): T => askers.run(org, work)

/** The organization of the present work; empty for work of the installation itself. */
export const currentAsker = (): string => askers.getStore() ?? ''
