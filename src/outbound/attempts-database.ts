/** Attempts counted in the database, for all processes together. */
import { createHash } from 'node:crypto'
import type { Attempts } from '../core/attempts.ts'
import type { Clock } from '../core/clock.ts'
import type { OwnerDatabase } from '../core/db.ts'

/** Rows this old are of no window any more. */
const KEPT_MS = 86_400_000

export function openAttempts(owner: OwnerDatabase, clock: Clock): Attempts {
  return {
    async take(what, source, { max, seconds }) {
      const now = clock.now()
      const digest = createHash('sha256').update(`${what}\n${source}`).digest('hex')
      const lapsed = new Date(now.getTime() - seconds * 1000)
      const [row] = await owner.query<{ count: number }>(
        `insert into house.attempts as a (source, began_at, count) values ($1, $2, 1)
         on conflict (source) do update set
           count = case when a.began_at <= $3 then 1 else least(a.count, 1000000) + 1 end,
           began_at = case when a.began_at <= $3 then excluded.began_at else a.began_at end
         returning count`,
        [digest, now, lapsed],
      )
      const count = row?.count ?? 1
      if (count === 1) {
        await owner.query(
          'delete from house.attempts where source in (select source from house.attempts where began_at < $1 limit 100)',
          [new Date(now.getTime() - KEPT_MS)],
        )
      }
      return count <= max
    },
  }
}
