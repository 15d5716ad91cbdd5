/** Messages for failed commands. */
import { describeThrown } from '../core/errors.ts'

/**
 * Errors of PostgreSQL that an operator fixes in `DATABASE_URL`, by their SQLSTATE. The messages of the driver name
 * neither the setting nor the next step.
 */
const SETTING_FAULTS: ReadonlyMap<string, string> = new Map([
  [
    '3D000',
    "The database of DATABASE_URL doesn't exist on its server. Create it with `createdb`, or correct its name in DATABASE_URL.",
  ],
  ['28P01', 'The server of DATABASE_URL rejected the password. Correct the user or the password in DATABASE_URL.'],
  [
    '28000',
    'The server of DATABASE_URL rejected the sign-in. Correct the user in DATABASE_URL, or allow the connection in `pg_hba.conf`.',
  ],
])

/** @returns the message of an error that ends a command */
export function describeFailure(thrown: unknown): string {
  const { code } = (thrown ?? {}) as { readonly code?: unknown }
  return SETTING_FAULTS.get(String(code)) ?? describeThrown(thrown)
}
