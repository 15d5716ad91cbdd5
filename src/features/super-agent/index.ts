/**
 * The super agent: a task of several steps, done over the tools by a language model for the person who asks.
 *
 * A **session** is its user's alone; admins do not see it. A message in it begins a **run**: a job that lets the model take
 * **turns**, in each of which it says something or asks for tools to be called, until it answers. A session has one run at
 * a time, a run at most twelve turns and five minutes. Every step stands in the database before the next one begins, so a
 * run outlives the process (`run.ts`).
 *
 * Its rights are the person's, made anew for every step, within what the token of the request allowed; and less than
 * these: what cannot be undone, what leaves the service and what lets somebody in it may only propose (`permitted.ts`).
 * What tools return is data, whatever it says. Ids in an answer are looked up; made-up ones are taken out (`text.ts`).
 *
 * Each message knows the conversations it tells of. Erasing one empties what was said from there on; whoever does not see
 * one of them any more does not see it either, and nor does the model.
 *
 * Without a language model, or when it fails, the answer says so and tells what search finds.
 */
import type { AnyJob } from '../../core/jobs.ts'
import { superAgentTurn } from './super-agent-turn.job.ts'

export { tools } from './tools.ts'

export const jobs: readonly AnyJob[] = [superAgentTurn]
