/**
 * Components of this installation and the state of its background work. The setup page, its operation and `parley
 * doctor` read them here. They contain names of settings, never values of secret settings.
 */
import type { OrganizationId } from './principal.ts'
import type { ProductionFinding } from './production.ts'

/** `set`: configured. `built_in`: Parley's built-in default. `off`: the function isn't available. */
export type PartState = 'set' | 'built_in' | 'off'

/** A component that can be configured. */
export interface InstallationPart {
  /** Stable identifier in snake_case. */
  readonly id: string
  readonly title: string
  readonly state: PartState
  /** Current state. */
  readonly is: string
  /** Consequences of the state, and how to change it. */
  readonly means: string
  /** Environment variables that configure the component. Empty if it's configured in the app. */
  readonly settings: readonly string[]
}

/** State of background work, of one organization or of all. */
export interface Work {
  readonly queue: {
    /** Number of jobs that are due but not started. */
    readonly waiting: number
    /** Number of jobs scheduled for a later time, such as retries and daily jobs. */
    readonly later: number
    readonly running: number
    /** Number of jobs that failed permanently within the last seven days. */
    readonly failed: number
    /** Time at which the oldest waiting job was due, ISO 8601. Null if none waits. */
    readonly waitingSince: string | null
    /** Failed jobs by kind, most frequent first. Maximum 10. */
    readonly failedJobs: readonly { readonly job: string; readonly failed: number }[]
  }
  /** Number of conversations by analysis state. */
  readonly conversations: { readonly pending: number; readonly analyzed: number; readonly failed: number }
  readonly search: {
    /** Number of conversations and sources in the word index. */
    readonly texts: number
    /** Number of transcripts that aren't indexed yet. */
    readonly missing: number
    /** Number of texts without an embedding; 0 if no embedding is configured. */
    readonly withoutVectors: number
  }
  readonly recordings: { readonly waiting: number; readonly failed: number }
}

export interface InstalledVersions {
  readonly parley: string
  readonly node: string
  /** Version that the database server reports. */
  readonly database: string
  /** Name of the last applied migration. */
  readonly schema: string
}

/** A problem that an operator has to fix. */
export interface InstallationProblem {
  /** Stable identifier in snake_case. */
  readonly id: 'work_waits' | 'disk_nearly_full' | 'several_servers'
  readonly title: string
  /** Description of the problem. */
  readonly is: string
  /** Consequences, and how to fix the problem. */
  readonly means: string
  /** Environment variables that can fix it. */
  readonly settings: readonly string[]
}

export interface Installation {
  /**
   * Problems of the whole installation, the same for every organization. Empty if there are none.
   * @param severalServers checks settings for several servers, also while only one is running
   */
  problems(severalServers?: boolean): Promise<readonly InstallationProblem[]>
  /**
   * Components in display order.
   * @param org counts only identity providers of this organization; undefined counts all
   */
  parts(org: OrganizationId | undefined): Promise<readonly InstallationPart[]>
  work(org: OrganizationId | undefined): Promise<Work>
  /** Part of the work that is cheap to count, for pages that are opened often. */
  backlog(org: OrganizationId): Promise<Omit<Work, 'search'>>
  versions(): Promise<InstalledVersions>
  /**
   * Checks that matter before real use.
   * @param processes number of servers and workers that the operator plans. Undefined counts the connected machines
   */
  production(processes: number | undefined): Promise<readonly ProductionFinding[]>
}
