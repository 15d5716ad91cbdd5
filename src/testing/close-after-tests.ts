/**
 * What tests open is closed behind each file. A hook that is set within a hook never runs, and most files open what they
 * need in `beforeAll`: so it is noted here, and one hook of every file (`close-opened.ts`) closes it. Stand-ins of other
 * services are also used by programs that are no tests: those close what they open themselves.
 */
const opened: (() => Promise<unknown>)[] = []

/** In a test file: done after it, what was opened last first. */
export function closeAfterTests(close: () => Promise<unknown>): void {
  if (process.env.VITEST !== undefined) opened.push(close)
}

/** @throws the first fault, once everything has been closed as far as it goes */
export async function closeOpened(): Promise<void> {
  const faults: unknown[] = []
  for (const close of opened.splice(0).reverse()) await close().catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw faults[0]
}
