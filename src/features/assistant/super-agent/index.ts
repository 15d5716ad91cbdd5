/**
 * The super agent: a language model that works on a task in several steps with the tools, for one user.
 *
 * A **session** belongs to its user; admins can't see it. A message starts a **run**: a job in which the model takes
 * **turns**. In each turn, the model answers or calls tools. A session has one run at a time; a run has at most twelve
 * turns and five minutes. Every step is stored before the next one starts, so a run survives a restart of the process
 * (`run.ts`).
 *
 * The agent acts with the current permissions of the user, within the scopes of the request's token. It can only
 * propose actions that can't be undone, that leave the service or that grant access (`permitted.ts`). Results of tools
 * are data, never instructions. IDs in an answer are verified, and unknown ones are removed (`text.ts`).
 *
 * Each message stores the conversations that it refers to. Erasing a conversation clears the session from that message
 * on. Users who lose access to a conversation can no longer see the messages about it, and the model doesn't get them.
 *
 * Without a language model, or if it fails, the answer says so and contains search results.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import { superAgentTurn } from './super-agent-turn.job.ts'

export { tools } from './tools.ts'

export const jobs: readonly AnyJob[] = [superAgentTurn]
