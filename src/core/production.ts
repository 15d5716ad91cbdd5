/**
 * Findings of `parley doctor --production`: what to change before real use. They are only what settings, files and
 * measurements prove. A finding contains no secret.
 */

/** `must`: real use isn't safe without the change. `should`: it is a risk. `none`: nothing to change. */
export type Urgency = 'must' | 'should' | 'none'

export interface ProductionFinding {
  /** Stable identifier in snake_case. */
  readonly id: string
  readonly title: string
  readonly urgency: Urgency
  /** Current state. */
  readonly is: string
  /** Consequences of the state. Undefined if there is nothing to change. */
  readonly means?: string | undefined
  /** Instruction for the operator. Undefined if nothing must be done. */
  readonly todo?: string | undefined
  /** Environment variables that the finding is about. */
  readonly settings: readonly string[]
}

/** `machine`: this machine. `private`: an address that isn't public. `unknown`: the name has no address here. */
export type Distance = 'machine' | 'private' | 'public' | 'unknown'

/** A connection to a server that a setting names. */
export interface ConnectionFacts {
  /** Setting that names the server. */
  readonly setting: string
  /** Purpose for people, such as `Files`. */
  readonly title: string
  /** Host without credentials. */
  readonly host: string
  readonly distance: Distance
  /** Whether the connection uses TLS. */
  readonly isEncrypted: boolean
  /** Whether the certificate of the server is checked. */
  readonly isVerified: boolean
}

export interface DatabaseFacts {
  /** `server_version_num`, such as 170002. */
  readonly version: number
  /** Version of pgvector. */
  readonly vector: string
  readonly maxConnections: number
  /** Connections that only superusers, and roles with reserved connections, can use. */
  readonly reservedConnections: number
  /** Number of machines with connections of Parley, this one included. */
  readonly machines: number
  /** Whether a pooler such as PgBouncer is between Parley and the server. */
  readonly isPooled: boolean
  readonly isSuperuser: boolean
  /** Values of `fsync`, `full_page_writes` and `synchronous_commit`. */
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  /** State of the archive of the write-ahead log. Undefined if `archive_mode` is off. */
  readonly archive: { readonly archivedAt: string | null; readonly failedAt: string | null } | undefined
}

/** File or folder whose rights are checked. */
export interface RightsFacts {
  readonly path: string
  /** Permission bits, such as 0o700. */
  readonly mode: number
}

export interface ProductionFacts {
  readonly now: Date
  /** Whether `/metrics` was readable at the public URL without a token. Undefined if that couldn't be checked. */
  readonly areMetricsPublic: boolean | undefined
  /** Undefined for the embedded database. */
  readonly database: DatabaseFacts | undefined
  readonly connections: readonly ConnectionFacts[]
  /** Number of servers and workers that the operator plans. Undefined if the command doesn't name it. */
  readonly processes: number | undefined
  /** When the last backup ended, according to the data folder. */
  readonly backupAt: Date | undefined
  /** Data folder, and the secret and the key file of backups if they exist. */
  readonly dataFolder: RightsFacts
  readonly secretFile: RightsFacts | undefined
  /** `missing`: BACKUP_KEY_FILE names no readable file. */
  readonly keyFile: RightsFacts | 'missing' | undefined
  /** Whether this process runs in a container, where the machine's other users don't see the folder. */
  readonly isContained: boolean
  readonly disk: { readonly free: number; readonly size: number }
  /** Whether NODE_TLS_REJECT_UNAUTHORIZED=0 disables the check of all certificates. */
  readonly trustsEveryone: boolean
  /** Whether ALLOWED_PRIVATE_TARGETS permits the metadata service of clouds. */
  readonly permitsMetadata: boolean
}

interface Advice {
  readonly is: string
  readonly means: string
  readonly todo: string
  readonly settings?: readonly string[]
}

/** Creates the findings of one check. */
export const describeCheck = (id: string, title: string) => {
  const advise = (urgency: Urgency, { settings = [], ...advice }: Advice): ProductionFinding => ({
    ...{ id, title, urgency, ...advice, settings },
  })
  return {
    must: (advice: Advice) => advise('must', advice),
    should: (advice: Advice) => advise('should', advice),
    fine: (is: string, settings: readonly string[] = []): ProductionFinding => ({
      ...{ id, title, urgency: 'none', is, settings },
    }),
  }
}
