/** Limits that prevent one client from using up the resources of others. */
import { z } from 'zod'
import { LIMIT_MAX, LIMIT_MIN } from './limits.ts'

const requests = z.coerce.number<string>().int().min(LIMIT_MIN).max(LIMIT_MAX)
const count = (max: number) => z.coerce.number<string>().int().min(1).max(max)

export function isLimitsStore(text: string): boolean {
  if (text === 'memory' || text === 'database') return true
  const url = URL.parse(text)
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^\/?\d*$/.test(url.pathname)
}

export const limitSettings = {
  LIMITS_STORE: {
    schema: z
      .string()
      .refine(isLimitsStore, 'must be memory, database, or an address such as redis://host:6379/0 or rediss://…'),
    default: undefined,
    about:
      'Store of the rate limit counters: memory (of this process), database, or redis://user:password@host:6379 (rediss:// with TLS). Defaults to database with DATABASE_URL, otherwise memory.',
  },
  LIMIT_SECOND: {
    schema: requests,
    default: '20',
    about:
      'Requests per second to the tool server, for each user, or for all organization-level keys of an organization together.',
  },
  LIMIT_HOUR: {
    schema: requests,
    default: '5000',
    about: 'Requests per hour to the tool server, counted like LIMIT_SECOND.',
  },
  LIMIT_DAY: {
    schema: requests,
    default: '50000',
    about:
      'Requests per day to the tool server, counted like LIMIT_SECOND. Set limits for one organization with `parley limits set`.',
  },
  LIMIT_KEY_SECOND: {
    schema: requests,
    default: '100',
    about:
      'Requests per second to REST and SCIM with one API key. Costly operations count as several requests (docs/limits.md).',
  },
  LIMIT_KEY_HOUR: { schema: requests, default: '50000', about: 'Requests per hour to REST and SCIM with one API key.' },
  LIMIT_KEY_DAY: { schema: requests, default: '500000', about: 'Requests per day to REST and SCIM with one API key.' },
  LIMIT_USER_SECOND: {
    schema: requests,
    default: '100',
    about: 'Requests per second to REST and the app by one user, with all API keys and sessions of the user.',
  },
  LIMIT_USER_HOUR: { schema: requests, default: '50000', about: 'Requests per hour to REST and the app by one user.' },
  LIMIT_USER_DAY: { schema: requests, default: '500000', about: 'Requests per day to REST and the app by one user.' },
  LIMIT_ORGANIZATION_SECOND: {
    schema: requests,
    default: '200',
    about: 'Requests per second to REST, SCIM and the app by all callers of one organization.',
  },
  LIMIT_ORGANIZATION_HOUR: {
    schema: requests,
    default: '300000',
    about: 'Requests per hour to REST, SCIM and the app by all callers of one organization.',
  },
  LIMIT_ORGANIZATION_DAY: {
    schema: requests,
    default: '3000000',
    about: 'Requests per day to REST, SCIM and the app by all callers of one organization.',
  },
  LIMIT_ADDRESS_SECOND: {
    schema: requests,
    default: '300',
    about:
      'Requests per second from one network address (IPv6: a /64 network), counted by each process before authentication. A failed authentication counts as five.',
  },
  LIMIT_ADDRESS_HOUR: {
    schema: requests,
    default: '1000000',
    about: 'Requests per hour from one network address, counted by each process.',
  },
  LIMIT_ADDRESS_DAY: {
    schema: requests,
    default: '10000000',
    about: 'Requests per day from one network address, counted by each process.',
  },
  LIMIT_SOURCE_SECOND: {
    schema: requests,
    default: '50',
    about:
      'Deliveries per second to the address of one call source. They count for the network address only until the source is known.',
  },
  LIMIT_SOURCE_HOUR: {
    schema: requests,
    default: '50000',
    about: 'Deliveries per hour to the address of one call source.',
  },
  LIMIT_SOURCE_DAY: {
    schema: requests,
    default: '500000',
    about: 'Deliveries per day to the address of one call source.',
  },
  LIMIT_SOURCES_SECOND: {
    schema: requests,
    default: '100',
    about: 'Deliveries per second to all call sources of one organization.',
  },
  LIMIT_SOURCES_HOUR: {
    schema: requests,
    default: '200000',
    about: 'Deliveries per hour to all call sources of one organization.',
  },
  LIMIT_SOURCES_DAY: {
    schema: requests,
    default: '2000000',
    about: 'Deliveries per day to all call sources of one organization.',
  },
  LIMIT_CONCURRENT: {
    schema: count(1_000),
    default: '8',
    about:
      'Requests that this process handles at the same time. Others wait, and organizations take turns. One organization gets at most three quarters.',
  },
  LIMIT_REGISTRATIONS: {
    schema: count(1_000_000),
    default: '300',
    about: 'OAuth clients that one network address can register per hour. Rejected registrations do not count.',
  },
  CONNECTIONS: {
    schema: count(1_000_000),
    default: '10000',
    about: 'Maximum number of open connections of this process. Further connections get 503 and are closed.',
  },
  CONNECTIONS_PER_ADDRESS: {
    schema: count(1_000_000),
    default: '500',
    about: 'Maximum number of open connections from one network address, except from TRUSTED_PROXIES.',
  },
  HEADERS_TIMEOUT: {
    schema: count(600),
    default: '20',
    about: 'Seconds within which a client must send the headers of a request.',
  },
  BODY_MIN_RATE: {
    schema: z.coerce.number<string>().int().min(0).max(1_000_000_000),
    default: '1024',
    about:
      'Minimum average rate of a request body in bytes per second, after the first ten seconds. Slower requests get 408. 0 disables the check.',
  },
  UPLOADS: {
    schema: count(100_000),
    default: '40',
    about:
      'Maximum number of files that this process receives at the same time. Further uploads get 503 with Retry-After.',
  },
  UPLOADS_PER_ORGANIZATION: {
    schema: count(100_000),
    default: '10',
    about:
      'Maximum number of files that one organization sends at the same time. Further uploads get 429 with Retry-After.',
  },
  UPLOADS_MB: {
    schema: count(1_000_000_000),
    default: '20480',
    about: 'Maximum disk space of files while they are received, in MiB. Beyond it, uploads get 503 with Retry-After.',
  },
  UPLOADS_DIR: {
    schema: z.string().min(1).max(4_096),
    default: undefined,
    about: 'Folder for files while they are received. Defaults to DATA_DIR/uploads.',
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string | undefined; about: string }>
