/** State of the installation, from settings and the database. */
import { statfs } from 'node:fs/promises'
import type { Config, ModelSettings } from '../../core/config.ts'
import type { OwnerDatabase } from '../../core/db.ts'
import type { Installation, InstalledVersions, Work } from '../../core/installation.ts'
import { describeInstallation } from '../../core/installation-parts.ts'
import { findProblems } from '../../core/installation-problems.ts'
import { readOldest, readOldestInLines, readQueueFigures } from '../jobs/statements.ts'
import { readQueues } from '../jobs/waiting.ts'

export interface InstallationParts {
  readonly owner: OwnerDatabase
  readonly config: Config
  readonly version: string
  readonly publicUrl: () => string
  /** Names of all queues. */
  readonly queues: readonly string[]
  /** Name of the configured vector space. */
  readonly embeddingModel: string | undefined
  /** Language model of the environment, or the connected one. */
  readonly model: () => ModelSettings | undefined
}

/** Parameter: ID of the organization, or null for all. */
const CONVERSATIONS = `
  select coalesce(sum(n) filter (where processing_status = 'pending'), 0)::int as pending,
         coalesce(sum(n) filter (where processing_status = 'analyzed'), 0)::int as analyzed,
         coalesce(sum(n) filter (where processing_status = 'failed'), 0)::int as failed
  from conversation_counts
  where owner_id is null and team_id is null and ($1::uuid is null or organization_id = $1)`

const SEARCH = `
  select
    (select count(*) from searched_texts where $1::uuid is null or organization_id = $1)::int as texts,
    (select count(*) from conversations c
     where ($1::uuid is null or c.organization_id = $1) and c.has_transcript and not exists (
       select from searched_texts t where t.organization_id = c.organization_id and t.conversation_id = c.id and t.is_complete))::int as missing,
    (select count(*) from searched_texts t
     left join vector_spaces s on s.organization_id = t.organization_id and s.name = $2
     where ($1::uuid is null or t.organization_id = $1) and $2::text is not null and t.passages > 0
       and t.space_id is distinct from coalesce(s.id, 0))::int as "withoutVectors"`

const RECORDINGS = `
  select count(*) filter (where state <> 'failed')::int as waiting, count(*) filter (where state = 'failed')::int as failed
  from transcriptions
  where state in ('waiting', 'queued', 'running', 'failed') and ($1::uuid is null or organization_id = $1)`

const PROVIDERS = `
  select count(*)::int as n from sign_in_providers where $1::uuid is null or organization_id = $1`

/** Machines with database connections of Parley. The embedded database has one process. */
const MACHINES = `
  select count(distinct application_name)::int as n from pg_stat_activity
  where datname = current_database() and application_name like 'parley@%'`

const VERSIONS = `
  select split_part(version(), ' on ', 1) as database,
         (select name from schema_migrations order by name desc limit 1) as schema`

export function createInstallation(given: InstallationParts): Installation {
  const { owner, config } = given
  const first = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row> => {
    const [row] = await owner.query<Row>(text, [...values])
    if (row === undefined) throw new Error('A count returned no row.')
    return row
  }
  const readBacklog = async (org: string | undefined): Promise<Omit<Work, 'search'>> => {
    const whose = [org ?? null]
    const [queue, conversations, recordings] = await Promise.all([
      readQueue(owner, org),
      first<Work['conversations']>(CONVERSATIONS, whose),
      first<Work['recordings']>(RECORDINGS, whose),
    ])
    return { queue, conversations, recordings }
  }
  return {
    backlog: readBacklog,
    async parts(org) {
      const { n } = await first<{ n: number }>(PROVIDERS, [org ?? null])
      const facts = { publicUrl: given.publicUrl(), signInProviders: n }
      return describeInstallation({ ...config, model: given.model() }, facts)
    },
    async work(org) {
      const [backlog, search] = await Promise.all([
        readBacklog(org),
        first<Work['search']>(SEARCH, [org ?? null, given.embeddingModel ?? null]),
      ])
      return { ...backlog, search }
    },
    async problems(severalServers = false) {
      // Before the first start, the folder doesn't exist.
      const space = await statfs(config.dataDir).catch(() => statfs('.'))
      const machines = config.databaseUrl === undefined ? 1 : (await first<{ n: number }>(MACHINES)).n
      return findProblems(config, {
        publicUrl: given.publicUrl(),
        severalServers: severalServers || machines > 1,
        queues: await readQueues(owner, given.queues),
        disk: { free: space.bavail * space.bsize, size: space.blocks * space.bsize },
      })
    },
    async versions() {
      const { database, schema } = await first<Pick<InstalledVersions, 'database' | 'schema'>>(VERSIONS)
      return { parley: given.version, node: process.version, database, schema }
    },
    async production(processes) {
      const [{ checkProduction }, { measureProduction }] = await Promise.all([
        import('../../core/production-checks.ts'),
        import('../production/facts.ts'),
      ])
      return checkProduction(config, await measureProduction(config, processes))
    },
  }
}

/** Maximum number of queues in the list of failed jobs. */
const FAILED_LISTED = 10

async function readQueue(owner: OwnerDatabase, org: string | undefined): Promise<Work['queue']> {
  const [queues, since] = await Promise.all([
    readQueueFigures(owner, org),
    org === undefined ? readOldest(owner).then(([oldest]) => oldest?.waitingSince) : readOldestInLines(owner, org),
  ])
  const sumQueues = (state: 'waiting' | 'later' | 'running' | 'failed') =>
    queues.reduce((sum, queue) => sum + queue[state], 0)
  return {
    ...{
      waiting: sumQueues('waiting'),
      later: sumQueues('later'),
      running: sumQueues('running'),
      failed: sumQueues('failed'),
    },
    waitingSince: since === undefined ? null : since.replace(/\.\d+Z$/, 'Z'),
    failedJobs: queues
      .filter(({ failed }) => failed > 0)
      .map(({ job, failed }) => ({ job, failed }))
      .toSorted((a, b) => b.failed - a.failed || (a.job < b.job ? -1 : 1))
      .slice(0, FAILED_LISTED),
  }
}
