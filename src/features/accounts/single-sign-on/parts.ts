import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import type { Log } from '../../../core/log.ts'
import type { Sealer } from '../../../core/sealed.ts'
import type { GetConfiguration } from './configurations.ts'

/** Ports that both steps of a sign-in need. */
export interface SingleSignOnParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly sealer: Sealer
  readonly getConfiguration: GetConfiguration
  /** URL of Parley to which the provider sends the browser back. */
  readonly redirectUri: () => string
}
