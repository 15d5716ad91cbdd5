/**
 * State of the queues for metrics and checks, read from aggregates and the first jobs of lines (docs/decisions/0040).
 */
import type { OwnerDatabase } from '../../core/db.ts'
import { SCHEMA } from './database.ts'
import { queueFigures } from './statements.ts'

export interface QueueState {
  readonly queue: string
  /** Due, but not started. */
  readonly waiting: number
  /** Scheduled for later, such as retries and daily jobs. */
  readonly later: number
  readonly running: number
  /** Seconds since the oldest waiting job was due; 0 without one. */
  readonly oldestSeconds: number
}

/** Time limit of a statement. */
const STATEMENT_MS = 2_000

export const readQueues = (owner: OwnerDatabase, queues: readonly string[]): Promise<QueueState[]> =>
  owner.quick<QueueState>(QUEUES, [queues], STATEMENT_MS)

const QUEUES = `
  select q.name as queue, ${['waiting', 'later', 'running'].map((state) => `coalesce(f.${state}, 0) as ${state}`).join(', ')},
         coalesce(extract(epoch from ${SCHEMA}.job_now() - o.start_after), 0)::float8 as "oldestSeconds"
  from unnest($1::text[]) as q(name)
  left join (${queueFigures("''")}) as f on f.job = q.name
  left join lateral (
    select start_after from ${SCHEMA}.job_common
    where name = q.name and state < 'active' and not blocked and group_tier <> 'later' and start_after <= ${SCHEMA}.job_now()
    order by start_after limit 1
  ) as o on true`
