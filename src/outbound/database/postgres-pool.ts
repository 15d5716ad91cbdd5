/** Pools of PostgreSQL connections: parsed types, timeouts and names of connections. */
import { hostname } from 'node:os'
import pg from 'pg'
import type { Log } from '../../core/log.ts'
import { OWN_APPLICATION } from './embedded-messages.ts'

/** Object IDs of PostgreSQL types that are parsed differently. */
const INT8 = 20
const TIMESTAMPTZ = 1184

/** Converts `2026-11-21 04:28:44.12+00`, PostgreSQL's output in UTC, to `2026-11-21T04:28:44.120Z`. */
export function isoFromPostgres(text: string): string {
  // The usual form, at fixed positions: a list of calls has hundreds of times, and the general form needs ten strings each.
  if (text.length > 22 && text.length <= 29 && text.endsWith('+00') && text[19] === '.')
    return `${text.slice(0, 10)}T${text.slice(11, Math.min(23, text.length - 3)).padEnd(12, '0')}Z`
  const [date = '', time = ''] = text.split(' ')
  const clock = time.replace(/\+00(?::?00)?$/, '')
  const [seconds = '', fraction = ''] = clock.split('.')
  return `${date}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return isoFromPostgres
    if (oid === INT8) return Number
    return format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid, 'text')
  },
}

/** Ends the application names of processes that mark their writes for replicas. */
export const MARKING = '+replicas'
/** Pattern of the application names of all processes of Parley, for SQL `like`. */
export const APPLICATION_PATTERN = `${OWN_APPLICATION}%`

/** Identifies the machine, for `parley doctor`. PostgreSQL truncates names to 63 bytes. */
const getApplicationName = (ending: string) => `${OWN_APPLICATION}${hostname()}`.slice(0, 63 - ending.length) + ending

/** Maximum wait for a connection in milliseconds, while all are in use or the server accepts none. */
export const CONNECTION_MS_MAX = 20_000

/** @param isMarking whether the process marks its writes for replicas */
export const toConnection = (connection: pg.PoolConfig, isMarking: boolean): pg.PoolConfig => ({
  ...connection,
  types,
  application_name: getApplicationName(isMarking ? MARKING : ''),
})

/**
 * @param connection from `toConnection`
 * @param log receives lost idle connections; the next query opens a new one
 */
export function createPool(connection: pg.PoolConfig, log: Pick<Log, 'warn'>): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTION_MS_MAX,
    // Detects servers that disappeared without closing the connection.
    keepAlive: true,
    ...connection,
    pipeline: true,
  } as pg.PoolConfig)
  // A query on a lost connection rejects by itself. The client also emits `error`, and Node.js exits if there is no
  // listener.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'))
  return pool
}
