// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source code
/**
 * Faults that tests must notice, for `npm run test:planted`. Add an entry for each rule that a test protects: the fault
 * must change what users can observe, and `text` must occur exactly once in the file.
 */

import { CALL_FAULTS } from './planted-faults/calls.ts'
import { COACHING_FAULTS } from './planted-faults/coaching.ts'
import { EVENT_FAULTS } from './planted-faults/events.ts'
import { HEURISTIC_FAULTS } from './planted-faults/heuristics.ts'
import { LANGUAGE_FAULTS } from './planted-faults/language.ts'
import { inFile, type PlantedFault } from './planted-faults/model.ts'
import { PRICE_FAULTS } from './planted-faults/prices-and-lists.ts'
import { READING_FAULTS } from './planted-faults/reading.ts'
import { REPLICA_FAULTS } from './planted-faults/replicas.ts'
import { SPEECH_FAULTS } from './planted-faults/speech.ts'

const LIMITS: readonly PlantedFault[] = [
  ...inFile(
    'src/outbound/search-index/vectors.ts',
    ['src/outbound/search-index/maintenance.test.ts'],
    [['a search reads an incomplete copy of vectors', 'case when own_table_ready then own_table end', 'own_table']],
  ),
  ...inFile(
    'src/outbound/search-index/maintenance.ts',
    ['src/outbound/search-index/maintenance.test.ts'],
    [
      [
        'indexes of organizations stay on the table of all vectors',
        'await query(`drop index ${how} if exists ${name}`)',
        'await query(`select ${name.length}`)',
      ],
      [
        'tables of deleted spaces stay',
        'await query(`drop table if exists ${toVectorTable(space)}`)',
        'await query(`select ${space}`)',
      ],
    ],
  ),
  ...inFile(
    'src/core/turns.ts',
    ['src/core/turns.test.ts'],
    [
      ['one organization can use every place', 'const SHARE_MAX = 0.75', 'const SHARE_MAX = 1'],
      [
        'the organization with the most running requests is next',
        '? one.lastTurn < other.lastTurn : one.running < other.running',
        '? one.lastTurn < other.lastTurn : one.running > other.running',
      ],
      [
        'equal organizations do not take turns',
        '? one.lastTurn < other.lastTurn :',
        '? one.lastTurn > other.lastTurn :',
      ],
      ['a place is never returned', '    running--\n', ''],
      ['an aborted request stays in the queue', "signal.addEventListener('abort', onAbort, { once: true })", ''],
      ['a request waits forever', 'leaveQueue(overloaded())', 'void overloaded()'],
    ],
  ),
  ...inFile(
    'src/core/attempts.ts',
    ['src/core/attempts.test.ts'],
    [
      ['each IPv6 address is another client', '.slice(0, 4)', '.slice(0, 8)'],
      ['leading zeros make another network', 'Number.parseInt(group, 16).toString(16)', 'group'],
    ],
  ),
  ...inFile(
    'src/core/limiter.ts',
    ['src/outbound/rate-limits/limiter.test.ts'],
    [
      ['a rejected client is told to return too early', 'Math.max(...full.map', 'Math.min(...full.map'],
      ['the last exhausted window is reported', 'const [first] = full\n', 'const first = full.at(-1)\n'],
      [
        'requests that are left are negative',
        'Math.max(0, limits[name] - taken[name].used)',
        'limits[name] - taken[name].used',
      ],
      [
        'an unavailable store is requested again and again',
        'askedFrom = performance.now() + PAUSE_MS',
        'askedFrom = 0',
      ],
      [
        'counts of the store are forgotten when it fails',
        'process.adopt(identity, taken.windows, clock.now().getTime())',
        '',
      ],
    ],
  ),
  ...inFile(
    'src/outbound/rate-limits/memory.ts',
    ['src/outbound/rate-limits/limits.test.ts'],
    [
      ['one request too many is allowed', 'now).used < limits[name])', 'now).used <= limits[name])'],
      [
        'a window with requests left is enough',
        'WINDOWS.every(({ name, seconds })',
        'WINDOWS.some(({ name, seconds })',
      ],
      ['a rejected request counts', 'if (!admitted) return { start: Math.min(start, now), count }', ''],
    ],
  ),
  ...inFile(
    'src/core/shared-work.ts',
    ['src/core/shared-work.test.ts'],
    [
      ['concurrent requests share nothing', 'if (underWay === 0) void send()', 'if (underWay < 9) void send()'],
      ['a failed round trip fails nothing', 'for (const one of batch) one.reject(error)', ''],
      ['a hanging round trip delays all others', 'timer ??= setTimeout(() => void send(), PATIENCE_MS)', ''],
      ['a read runs in the scope of an earlier request', 'reads.at(-1)', 'reads[0]'],
    ],
  ),
  ...inFile(
    'src/outbound/rate-limits/database.ts',
    ['src/outbound/rate-limits/limits.test.ts'],
    [
      ['concurrent requests exceed a limit together', '_limit - moment.requests)', '_limit - 1)'],
      ['concurrent requests count by the limits of the first', 'limits[name] === group[0].limits[name]', 'true'],
      ['concurrent requests see the last count', 'row.admitted ? group.length - 1 - index : 0', '0'],
    ],
  ),
  ...inFile(
    'src/core/request-limits.ts',
    ['tests/request-limits.test.ts'],
    [
      ['organizations have no limit', "    toCounted('organization', organizationId),\n", ''],
      [
        'a failed sign-in costs nothing',
        'failed: (address) => void takeAddress(address, FAILED_COST)',
        'failed: () => {}',
      ],
      [
        'keys have no limit of their own',
        "keyId === undefined ? [] : [toCounted('key', keyId)]",
        'keyId === undefined ? [] : []',
      ],
      [
        'the limit with the most requests left is reported',
        'one.remaining < least.remaining',
        'one.remaining > least.remaining',
      ],
    ],
  ),
  ...inFile(
    'src/inbound/http/large-bodies.ts',
    ['src/inbound/http/large-bodies.test.ts', 'tests/large-bodies.test.ts'],
    [
      ['large bodies have no limit', 'while (this.#bytes > 0 && this.#bytes + bytes > this.#limit)', 'while (false)'],
      ['memory is never returned', 'release: () => set(0)', 'release: () => {}'],
      [
        'a large body is parsed on the event loop',
        'body.length > LARGE_BYTES ? new LargeJson(body)',
        'body.length < 0 ? new LargeJson(body)',
      ],
    ],
  ),
  ...inFile(
    'src/inbound/http/answer-lines.ts',
    ['src/inbound/http/large-bodies.test.ts'],
    [
      ['large lines need no memory', 'await memory.resize(limit)', ''],
      ['a processed line keeps its memory', "if ('memory' in line) line.memory?.release()", ''],
    ],
  ),
  ...inFile(
    'src/inbound/http/guard-transfer.ts',
    ['src/inbound/http/guard-transfer.test.ts'],
    [
      ['connections of one address have no limit', ' || ofNetwork >= settings.connectionsPerAddress', ''],
      ['closed connections count', '      open--\n', ''],
      [
        'the body of a rejected request is read forever',
        'const LINGER_BYTES = 8 * 1024 * 1024',
        'const LINGER_BYTES = 8 * 1024 * 1024 * 1024',
      ],
    ],
  ),
]

const RIGHTS: readonly PlantedFault[] = [
  ...inFile(
    'src/core/principal.ts',
    ['src/core/principal.test.ts', 'tests/access-matrix.test.ts'],
    [
      [
        'read tokens can write',
        'if (!principal.scopes.includes(requires.scope))',
        'if (principal.scopes.length === 0)',
      ],
      ['every role is an admin', "requires.role === 'ADMIN' && principal.role !== 'ADMIN'", 'false'],
      [
        'every key acts for the organization',
        "requires.level === 'organization' && !actsForOrganization(principal)",
        'false',
      ],
      ['organization-level keys act as users', "requires.level === 'user' && principal.user === undefined", 'false'],
    ],
  ),
  ...inFile(
    'src/features/conversations/records/queries-visibility.ts',
    ['tests/derived-data.test.ts'],
    [
      ['private calls are visible to the team', '(not private and team_id = any', '(team_id = any'],
      ['every call is visible to everybody', 'sql`(owner_id = ${userId} or (not private', 'sql`(true or (not private'],
      [
        'one visible call makes all derived data visible',
        'and not exists (\n    select from (${behind})',
        'and exists (\n    select from (${behind})',
      ],
    ],
  ),
]

export const FAULTS: readonly PlantedFault[] = [
  ...LIMITS,
  ...RIGHTS,
  ...COACHING_FAULTS,
  ...EVENT_FAULTS,
  ...CALL_FAULTS,
  ...HEURISTIC_FAULTS,
  ...PRICE_FAULTS,
  ...READING_FAULTS,
  ...REPLICA_FAULTS,
  ...LANGUAGE_FAULTS,
  ...SPEECH_FAULTS,
]
