/** Completions of prompt arguments (Model Context Protocol, "Completion"): values that the caller can choose. */
import type { Context } from './operation.ts'

/** Maximum number of values in a response, by the protocol. */
export const COMPLETIONS_MAX = 100

/** Kinds of values. `first_day`: first day of a period, as `2026-11-01`. */
export type CompletionKind = 'call' | 'customer' | 'rep' | 'rep_or_team' | 'first_day' | 'language'

/**
 * Finds values for the typed text, best first, each once. Returns only names that the caller can see. The transport checks
 * permissions before the call.
 */
export type Complete = (typed: string, ctx: Context) => Promise<readonly string[]>

export type Completions = Readonly<Record<CompletionKind, Complete>>
