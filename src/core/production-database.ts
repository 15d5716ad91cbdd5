/** Checks of the database before real use. */
import type { Config } from './config.ts'
import { type DatabaseFacts, describeCheck, type ProductionFacts, type ProductionFinding } from './production.ts'

/** Connections of a process in addition to its pool, while it builds the vector index of a large organization. */
const EXTRA_CONNECTIONS = 2
const POSTGRES_MIN = 15
const VECTOR_MIN = [0, 7]
const VECTOR_RECOMMENDED = [0, 8]

export function checkDatabase(config: Config, facts: ProductionFacts): ProductionFinding[] {
  const { database, processes } = facts
  if (database === undefined) return [checkEmbedded()]
  return [
    checkDurability(database),
    ...checkArchive(database),
    ...checkVersions(database),
    checkRole(database),
    checkConnections(config, database, processes),
  ]
}

const checkEmbedded = (): ProductionFinding =>
  describeCheck('durability', 'Durability').should({
    is: 'The embedded database. It does not wait for the disk (no fsync).',
    means:
      'It supports one process. A killed process loses nothing that was acknowledged, but a power failure can lose the last writes or damage the database.',
    todo: 'Set DATABASE_URL to a PostgreSQL server if that matters, or if you need several processes or recovery to a time.',
    settings: ['DATABASE_URL'],
  })

function checkDurability({ fsync, fullPageWrites, synchronousCommit }: DatabaseFacts): ProductionFinding {
  const { must, should, fine } = describeCheck('durability', 'Durability')
  const off = [fsync === 'off' ? 'fsync' : [], fullPageWrites === 'off' ? 'full_page_writes' : []].flat()
  if (off.length > 0) {
    return must({
      is: `PostgreSQL runs with ${off.map((name) => `${name} = off`).join(' and ')}.`,
      means: 'A power failure can damage the whole database.',
      todo: `Set ${off.map((name) => `${name} = on`).join(' and ')} in postgresql.conf, and reload it.`,
    })
  }
  if (synchronousCommit !== 'off') return fine('PostgreSQL, with durable commits.')
  return should({
    is: 'PostgreSQL runs with synchronous_commit = off.',
    means: 'A crash of the server loses the last acknowledged calls and changes.',
    todo: 'Set synchronous_commit = on.',
  })
}

/** Continuous archiving, the base of recovery to a time. A failing archive also fills the disk of the server. */
function checkArchive({ archive }: DatabaseFacts): ProductionFinding[] {
  if (archive === undefined) return []
  const { must, fine } = describeCheck('archive', 'Log archive')
  const { archivedAt, failedAt } = archive
  if (failedAt === null || (archivedAt !== null && archivedAt > failedAt))
    return [fine(`PostgreSQL archives its log${archivedAt === null ? '' : `, last at ${archivedAt}`}.`)]
  return [
    must({
      is: `PostgreSQL couldn't archive its log at ${failedAt}.`,
      means: 'Recovery to a later time is impossible, and the log fills the disk of the server.',
      todo: "Read the server's log, and fix archive_command or the archive.",
    }),
  ]
}

function checkVersions({ version, vector }: DatabaseFacts): ProductionFinding[] {
  const { must, should, fine } = describeCheck('versions', 'Server versions')
  const major = Math.floor(version / 10_000)
  const is = `PostgreSQL ${major}.${version % 10_000}, pgvector ${vector}`
  const means = 'Searches of large organizations can miss the nearest passages, because an index scan ends too early.'
  const upgrade = 'Install pgvector 0.8 or later on the server, and run `alter extension vector update`.'
  if (major < POSTGRES_MIN) {
    const unsupported = `Parley requires PostgreSQL ${POSTGRES_MIN} or later.`
    return [must({ is, means: unsupported, todo: `Upgrade the server to PostgreSQL 17. ${unsupported}` })]
  }
  if (isOlder(vector, VECTOR_MIN)) return [must({ is, means: 'Parley requires pgvector 0.7 or later.', todo: upgrade })]
  if (isOlder(vector, VECTOR_RECOMMENDED)) return [should({ is, means, todo: upgrade })]
  return [fine(is)]
}

function isOlder(version: string, [major = 0, minor = 0]: readonly number[]): boolean {
  const [hasMajor = 0, hasMinor = 0] = version.split('.').map(Number)
  return hasMajor < major || (hasMajor === major && hasMinor < minor)
}

function checkRole({ isSuperuser }: DatabaseFacts): ProductionFinding {
  const { should, fine } = describeCheck('database_role', 'Database role')
  if (!isSuperuser) return fine("The user of DATABASE_URL isn't a superuser.", ['DATABASE_URL'])
  return should({
    is: 'The user of DATABASE_URL is a superuser.',
    means: 'Somebody who gets DATABASE_URL can read files of the database server and run programs there.',
    todo: 'Use a role that owns only this database, with CREATEROLE for the role parley_app (docs/hardening.md).',
    settings: ['DATABASE_URL'],
  })
}

function checkConnections(
  { databasePool }: Config,
  { maxConnections, reservedConnections, machines, isPooled }: DatabaseFacts,
  planned: number | undefined,
): ProductionFinding {
  const { must, fine } = describeCheck('database_connections', 'Connections')
  const settings = ['DATABASE_POOL']
  if (isPooled) return fine('A pooler is between Parley and PostgreSQL, so its own limits apply.', settings)
  const processes = planned ?? machines
  const needed = processes * (databasePool + EXTRA_CONNECTIONS)
  const available = maxConnections - reservedConnections
  const one = processes === 1 ? 'process' : 'processes'
  const who = `${planned === undefined ? 'At least ' : ''}${processes} ${one}`
  const sum = `${who} × (DATABASE_POOL ${databasePool} + ${EXTRA_CONNECTIONS}) = ${needed} of ${available} connections.`
  if (needed <= available) return fine(sum, settings)
  return must({
    is: sum,
    means: 'Under load, processes get no connection, and their requests get 503.',
    todo: 'Raise max_connections, lower DATABASE_POOL, or put PgBouncer in front of the server.',
    settings,
  })
}
