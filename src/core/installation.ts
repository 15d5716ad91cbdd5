/**
 * What this installation is made of, and how its work stands: one source for the setup page, its operation and
 * `parley doctor`. It tells names of settings, never what a secret one is set to.
 */
import type { OrganizationId } from './principal.ts'

/** `set`: somebody has set it. `built_in`: it works by what comes with Parley. `off`: what it is for is not done. */
export type PartState = 'set' | 'built_in' | 'off'

/** Something that can be set up. */
export interface Part {
  /** Stable snake_case word. */
  readonly id: string
  readonly title: string
  readonly state: PartState
  /** What is there. */
  readonly is: string
  /** What follows from it, and what would change it. */
  readonly means: string
  /** The environment variables it is set by; none for what is set in the app. */
  readonly settings: readonly string[]
}

/** How work stands, of one organization or of all. */
export interface Work {
  readonly queue: {
    /** Due, and not begun. */
    readonly waiting: number
    /** For a time that is still to come: a try after a failure, a round of every day. */
    readonly later: number
    readonly running: number
    /** Given up within the last week. */
    readonly failed: number
    /** When the oldest that waits was due, ISO 8601. */
    readonly waitingSince: string | null
    /** Those that failed, the most frequent first, at most ten. */
    readonly failedJobs: readonly { readonly job: string; readonly failed: number }[]
  }
  /** Conversations by the state of their analysis. */
  readonly conversations: { readonly pending: number; readonly analyzed: number; readonly failed: number }
  readonly search: {
    /** Conversations and sources that can be found by their words. */
    readonly texts: number
    /** Transcripts that are not in the index yet. */
    readonly missing: number
    /** Texts that cannot be found by meaning yet; none where no embedding is configured. */
    readonly withoutVectors: number
  }
  readonly recordings: { readonly waiting: number; readonly failed: number }
}

export interface Versions {
  readonly parley: string
  readonly node: string
  /** As the server says it. */
  readonly database: string
  /** The migration that the database is at. */
  readonly schema: string
}

/** A fault that somebody has to fix. */
export interface Problem {
  /** Stable snake_case word. */
  readonly id: 'work_waits' | 'disk_nearly_full' | 'several_servers'
  readonly title: string
  /** What was found. */
  readonly is: string
  /** What follows from it, and how to fix it. */
  readonly means: string
  /** Environment variables that change it. */
  readonly settings: readonly string[]
}

export interface Installation {
  /**
   * Faults of the whole installation, whichever organization asks; an empty list if there are none.
   * @param severalServers checks settings for several servers, also while only one is running
   */
  problems(severalServers?: boolean): Promise<readonly Problem[]>
  /** In the order they are told in. @param org whose ways of signing in count; undefined: everybody's */
  parts(org: OrganizationId | undefined): Promise<readonly Part[]>
  work(org: OrganizationId | undefined): Promise<Work>
  versions(): Promise<Versions>
}
