/**
 * Demo data: the fictional company Brennwick with three months of calls. `parley serve --demo` adds it to a new
 * installation.
 *
 * The demo users create the data with regular operations and their own permissions (`fill.ts`). Only the organization and
 * its users are created as on the command line. All names are fictional, and all domains end in `.example`. Transcripts are
 * in `talks/`. Their times are generated, or
 * those of a recording with synthesized voices (`recordings/`). Dates are relative to the day of creation.
 *
 * The analysis runs as usual. When it is finished, demo users decide about some of its results (`simulate-activity.ts`).
 */
export type { DemoParts } from './callers.ts'
export { fill as fillDemo } from './fill.ts'
export { COMPANY as DEMO_COMPANY } from './people.ts'
export { simulateDemoActivity as settleDemo } from './simulate-activity.ts'
