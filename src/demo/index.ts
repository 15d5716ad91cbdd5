/**
 * The demo: a company that nobody has, Brennwick, with three months of its conversations, so that whoever starts the
 * service sees what it is for. `parley serve --demo` fills it into an empty installation.
 *
 * Everything comes in by the operations that everybody uses, called by the demo's own people with their rights (`fill.ts`);
 * only the organization itself and its users are made as the command line makes them. All names are invented, all
 * addresses end in `.example`. Talks lie in `talks/` as people write them down; their times, and the tones that two of
 * them play, are made here. Days are counted back from the day of the filling.
 *
 * What the analysis finds is its own. Only when it is through do people decide about some of it (`settle.ts`).
 */
export type { DemoParts } from './callers.ts'
export { fill as fillDemo } from './fill.ts'
export { COMPANY as DEMO_COMPANY } from './people.ts'
export { settle as settleDemo } from './settle.ts'
