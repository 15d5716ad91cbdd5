/**
 * Setup: what this installation is made of, what is not set up, and how its work stands; for admins.
 *
 * It is the installation's, not the organization's, but for the counts: those are of what is theirs. Settings are told by
 * name, with what follows from them; nothing that is secret, and no address of a service. `parley doctor` tells the same
 * of all organizations. Where it comes from: `core/installation.ts`.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { getSetup } from './get-setup.ts'

export { getSetup } from './get-setup.ts'

export const operations: readonly AnyOperation[] = [getSetup]
