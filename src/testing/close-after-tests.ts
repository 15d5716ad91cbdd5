/** Stand-ins of other services are also used by programs that are no tests: those close what they open themselves. */
import { afterAll } from 'vitest'

/** In a test file: done after it. */
export function closeAfterTests(close: () => Promise<void>): void {
  if (process.env.VITEST !== undefined) afterAll(close)
}
