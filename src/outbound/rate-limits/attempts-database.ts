/** Counts of attempts in the database, shared by all processes. */
import { createHash } from 'node:crypto'
import type { Attempts, Reservations } from '../../core/attempts.ts'
import type { Clock } from '../../core/clock.ts'
import type { OwnerDatabase } from '../../core/db.ts'

/** Age after which a row belongs to no current window. */
const KEPT_MS = 86_400_000

const BEGAN_MS = 'round(extract(epoch from a.began_at) * 1000)::double precision as began_ms'

const digestSource = (what: string, source: string) => createHash('sha256').update(`${what}\n${source}`).digest('hex')

export function openAttempts(owner: OwnerDatabase, clock: Clock): Attempts & Reservations {
  /** Deletes some obsolete rows. */
  const deleteOld = (now: Date) =>
    owner.query(
      'delete from house.attempts where source in (select source from house.attempts where began_at < $1 limit 100)',
      [new Date(now.getTime() - KEPT_MS)],
    )

  return {
    async take(what, source, { max, seconds }) {
      const now = clock.now()
      const digest = digestSource(what, source)
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
      if (count === 1) await deleteOld(now)
      return count <= max
    },

    async reserve(what, source, { max, seconds }) {
      const now = clock.now()
      const digest = digestSource(what, source)
      const lapsed = new Date(now.getTime() - seconds * 1000)
      const [row] = await owner.query<{ began_ms: number; count: number }>(
        `insert into house.attempts as a (source, began_at, count) values ($1, $2, 1)
         on conflict (source) do update set
           count = case when a.began_at <= $3 then 1 else a.count + 1 end,
           began_at = case when a.began_at <= $3 then excluded.began_at else a.began_at end
         where a.began_at <= $3 or a.count < $4
         returning ${BEGAN_MS}, count`,
        [digest, now, lapsed, max],
      )
      if (row === undefined) {
        const [standing] = await owner.query<{ began_ms: number }>(
          `select ${BEGAN_MS} from house.attempts as a where source = $1`,
          [digest],
        )
        const leftMs = (standing?.began_ms ?? now.getTime()) + seconds * 1000 - now.getTime()
        return { isFree: false, retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) }
      }
      if (row.count === 1) await deleteOld(now)
      return {
        isFree: true,
        async giveBack() {
          // A window that started after the reservation isn't changed.
          await owner.query(
            'update house.attempts set count = count - 1 where source = $1 and began_at = $2 and count > 0',
            [digest, new Date(row.began_ms)],
          )
        },
      }
    },
  }
}
