/** Settings that keep one client from stopping or starving the others. */
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
      'Where requests are counted: memory (of this process), database, or redis://user:password@host:6379 (rediss:// with TLS). Default: database with DATABASE_URL, else memory.',
  },
  LIMIT_SECOND: {
    schema: requests,
    default: '20',
    about:
      'Requests to the tool server a second, for each user, or for the org-level keys of an organization together.',
  },
  LIMIT_HOUR: {
    schema: requests,
    default: '5000',
    about: 'The same an hour.',
  },
  LIMIT_DAY: {
    schema: requests,
    default: '50000',
    about: 'The same a day. One organization may be given limits of its own: parley limits set.',
  },
  LIMIT_KEY_SECOND: {
    schema: requests,
    default: '50',
    about:
      'Requests to REST and SCIM a second with one API key. Costly operations count as several requests (docs/limits.md).',
  },
  LIMIT_KEY_HOUR: { schema: requests, default: '50000', about: 'The same an hour.' },
  LIMIT_KEY_DAY: { schema: requests, default: '500000', about: 'The same a day.' },
  LIMIT_USER_SECOND: {
    schema: requests,
    default: '50',
    about: 'Requests to REST and the app a second by one user, with all API keys and sessions of the user.',
  },
  LIMIT_USER_HOUR: { schema: requests, default: '50000', about: 'The same an hour.' },
  LIMIT_USER_DAY: { schema: requests, default: '500000', about: 'The same a day.' },
  LIMIT_ORGANIZATION_SECOND: {
    schema: requests,
    default: '200',
    about: 'Requests to REST, SCIM and the app a second by all callers of one organization.',
  },
  LIMIT_ORGANIZATION_HOUR: { schema: requests, default: '300000', about: 'The same an hour.' },
  LIMIT_ORGANIZATION_DAY: { schema: requests, default: '3000000', about: 'The same a day.' },
  LIMIT_ADDRESS_SECOND: {
    schema: requests,
    default: '300',
    about:
      'Requests a second from one network address (IPv6: a /64 network), counted by each process before it looks up who is calling. A failed authentication counts as five.',
  },
  LIMIT_ADDRESS_HOUR: { schema: requests, default: '1000000', about: 'The same an hour.' },
  LIMIT_ADDRESS_DAY: { schema: requests, default: '10000000', about: 'The same a day.' },
  LIMIT_CONCURRENT: {
    schema: count(1_000),
    default: '8',
    about:
      'Requests that this process works on at the same time. Others wait, and organizations take turns; one organization gets at most three quarters.',
  },
  LIMIT_REGISTRATIONS: {
    schema: count(1_000_000),
    default: '300',
    about: 'OAuth clients that may be registered an hour from one network address. Refused registrations do not count.',
  },
  CONNECTIONS: {
    schema: count(1_000_000),
    default: '10000',
    about: 'Open connections of this process. More are answered with 503 and closed.',
  },
  CONNECTIONS_PER_ADDRESS: {
    schema: count(1_000_000),
    default: '500',
    about: 'Open connections from one network address, TRUSTED_PROXIES excepted.',
  },
  HEADERS_TIMEOUT: {
    schema: count(600),
    default: '20',
    about: 'Seconds in which a client must send the headers of a request.',
  },
  BODY_MIN_RATE: {
    schema: z.coerce.number<string>().int().min(0).max(1_000_000_000),
    default: '1024',
    about:
      'Bytes a second that a body must arrive with on average, after its first ten seconds. A slower request gets 408. 0: no minimum.',
  },
  UPLOADS: {
    schema: count(100_000),
    default: '40',
    about: 'Files that this process receives at the same time. More get 503 with Retry-After.',
  },
  UPLOADS_PER_ORGANIZATION: {
    schema: count(100_000),
    default: '10',
    about: 'Files that one organization sends at the same time. More get 429 with Retry-After.',
  },
  UPLOADS_MB: {
    schema: count(1_000_000_000),
    default: '20480',
    about: 'Disk space for files while they arrive, in MiB. When it is used up, uploads get 503 with Retry-After.',
  },
  UPLOADS_DIR: {
    schema: z.string().min(1).max(4_096),
    default: undefined,
    about: 'Folder for files while they arrive. Default: DATA_DIR/uploads.',
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string | undefined; about: string }>
