/** What the installation is made of and how its work stands, as settings and the database tell it. */
import type { Config } from '../core/config.ts'
import type { OwnerDatabase } from '../core/db.ts'
import type { Installation, Versions, Work } from '../core/installation.ts'
import { partsOf } from '../core/installation-parts.ts'
import { SCHEMA } from './jobs-database.ts'

export interface InstallationParts {
  readonly owner: OwnerDatabase
  readonly config: Config
  readonly version: string
  readonly publicUrl: () => string
  /** Names the space that vectors are to lie in. */
  readonly embeddingModel: string | undefined
}

/** Each takes the organization, or null for all. */
const QUEUE = `
  select count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
         count(*) filter (where state in ('created', 'retry') and start_after > now())::int as later,
         count(*) filter (where state = 'active')::int as running,
         count(*) filter (where state = 'failed')::int as failed,
         to_char(min(start_after) filter (where state in ('created', 'retry') and start_after <= now())
           at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "waitingSince"
  from ${SCHEMA}.job where group_id is not null and ($1::text is null or group_id = $1)`

const FAILED_JOBS = `
  select name as job, count(*)::int as failed from ${SCHEMA}.job
  where group_id is not null and ($1::text is null or group_id = $1) and state = 'failed'
  group by name order by failed desc, name limit 10`

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
       select from searched_texts t where t.organization_id = c.organization_id and t.conversation_id = c.id))::int as missing,
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

const VERSIONS = `
  select split_part(version(), ' on ', 1) as database,
         (select name from schema_migrations order by name desc limit 1) as schema`

export function createInstallation(given: InstallationParts): Installation {
  const { owner, config } = given
  const first = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row> => {
    const [row] = await owner.query<Row>(text, [...values])
    if (row === undefined) throw new Error('A count gave no row.')
    return row
  }
  return {
    async parts(org) {
      const { n } = await first<{ n: number }>(PROVIDERS, [org ?? null])
      return partsOf(config, { publicUrl: given.publicUrl(), signInProviders: n })
    },
    async work(org) {
      const whose = [org ?? null]
      const [queue, failedJobs, conversations, search, recordings] = await Promise.all([
        first<Omit<Work['queue'], 'failedJobs'>>(QUEUE, whose),
        owner.query<Work['queue']['failedJobs'][number]>(FAILED_JOBS, whose),
        first<Work['conversations']>(CONVERSATIONS, whose),
        first<Work['search']>(SEARCH, [...whose, given.embeddingModel ?? null]),
        first<Work['recordings']>(RECORDINGS, whose),
      ])
      return { queue: { ...queue, failedJobs }, conversations, search, recordings }
    },
    async versions() {
      const { database, schema } = await first<Pick<Versions, 'database' | 'schema'>>(VERSIONS)
      return { parley: given.version, node: process.version, database, schema }
    },
  }
}
