/**
 * Setup: configuration of the installation and status of its background work, for admins.
 *
 * The configuration belongs to the installation; the counts cover the organization of the caller. Settings appear by
 * name with their consequences, never with secrets or service addresses. `parley doctor` prints the same for all
 * organizations. The data comes from `core/installation.ts`.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getSetup } from './get-setup.ts'

export { getHealth } from './get-health.ts'
export { getSetup } from './get-setup.ts'

export const operations: readonly AnyOperation[] = [getSetup]
