// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source code
/**
 * Faults that tests must notice, for `npm run test:planted`. Add an entry for each rule that a test protects: the fault
 * must change what users can observe, and `text` must occur exactly once in the file.
 */
export interface PlantedFault {
  /** Consequence of the fault. */
  readonly name: string
  readonly file: string
  /** Exact source text to replace. */
  readonly text: string
  readonly replacement: string
  /** Test files of which at least one must fail. */
  readonly tests: readonly string[]
}

/** Faults of one file, all noticed by the same tests. */
const inFile = (
  file: string,
  tests: readonly string[],
  faults: readonly (readonly [name: string, text: string, replacement: string])[],
): PlantedFault[] => faults.map(([name, text, replacement]) => ({ name, file, text, replacement, tests }))

const EXTRACTION = 'src/features/fields/extraction'
const EXTRACTION_TESTS = [`${EXTRACTION}/extract.test.ts`, `${EXTRACTION}/spoken-values.test.ts`]
const RANKING = 'src/features/text/passage-ranking'
const RANKING_TESTS = [`${RANKING}/passage-ranking.test.ts`]

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
      ['a request waits forever', 'leave(overloaded())', 'void overloaded()'],
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
    'src/core/request-limits.ts',
    ['tests/request-limits.test.ts'],
    [
      ['organizations have no limit', "    one('organization', organizationId),\n", ''],
      [
        'a failed sign-in costs nothing',
        'failed: (address) => void takeAddress(address, FAILED_COST)',
        'failed: () => {}',
      ],
      [
        'keys have no limit of their own',
        "keyId === undefined ? [] : [one('key', keyId)]",
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
    ['tests/access-matrix.test.ts'],
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

const HEURISTICS: readonly PlantedFault[] = [
  ...inFile(`${EXTRACTION}/extract.ts`, EXTRACTION_TESTS, [
    ['unlikely values are returned', 'best === undefined || best.confidence < LEAST ? []', 'best === undefined ? []'],
    ['confidences are not calibrated', 'const DRAWN = 0.85', 'const DRAWN = 1'],
    ['rejected values are proposed again', '&& !refused(field.id, value, evidence)', ''],
    ['the least likely value wins', 'b.confidence - a.confidence)', 'a.confidence - b.confidence)'],
    ['more options than allowed are returned', '.slice(0, field.maxValues ?? Number.POSITIVE_INFINITY)', ''],
    [
      'options are in the order of their confidence',
      'field.options.indexOf(String(a.value)) - field.options.indexOf(String(b.value))',
      '0',
    ],
    ['evidence omits the question', 'spans.push(...evidenceOf(talk, asking, question.from, question.to))', ''],
    ['evidence has no limit', 'spans.slice(0, EVIDENCE_MAX)', 'spans'],
  ]),
  ...inFile(`${EXTRACTION}/numbers.ts`, EXTRACTION_TESTS, [
    ['a thousand separator ends the number', "digits.replaceAll(',', '')", "digits.split(',')[0]"],
    ['a scale is ignored', '(SCALES[scale.toLowerCase()] ?? 1)', '1'],
    ['digits of a code are added', 'if (next > at && open % 10 !== 0) break', ''],
    ['hundred adds instead of multiplying', 'Math.max(1, open) * 100', 'open + 100'],
    ['ordinals are counts', 'place, ordinal: true, digits: false', 'place, ordinal: false, digits: false'],
  ]),
  ...inFile(`${EXTRACTION}/polarity.ts`, EXTRACTION_TESTS, [
    ['no means yes', 'if (NO.test(said)) return false', 'if (NO.test(said)) return true'],
    ['an unknown answer is an answer', 'if (SHRUG.test(said) || NO_IS_YES.test(said)) return undefined', ''],
    ['no problem means no', ' || NO_IS_YES.test(said)', ''],
  ]),
  ...inFile(`${EXTRACTION}/dates.ts`, EXTRACTION_TESTS, [
    ['a period has one month', 'here.from - before.to <= SPAN_GAP', 'false'],
    ['days of the week are unknown', 'const named = DAYS.findIndex((one) => words.includes(one))', 'const named = -1'],
  ]),
  ...inFile(`${RANKING}/lines.ts`, RANKING_TESTS, [
    ['related words count fully', 'const RELATION = 0.5', 'const RELATION = 1'],
    ['words are unrelated', 'for (const other of related) add(counts, other, RELATION)', ''],
    ['pairs count in one order', ', `${term} ${asked[at]}`])', '])'],
  ]),
  ...inFile(`${RANKING}/candidate-spans.ts`, RANKING_TESTS, [
    ['probabilities do not sum to 1', 'scores.map((score) => score / total)', 'scores.map((score) => score)'],
    ['long spans outweigh short ones', '(likely[at] as number) / (to - from)', '(likely[at] as number)'],
    ['a span is compared with nothing', '(inside[signal] as number) - around / outside', '(inside[signal] as number)'],
  ]),
  ...inFile(`${RANKING}/question.ts`, RANKING_TESTS, [
    ['names are topics', '!isSmallWord(word) && !ofNames.has(stem)', '!isSmallWord(word)'],
    ['question words are topics', '.filter(({ stem }) => !ASKING.has(stem))', '.filter(() => true)'],
    ['no question asks for a whole discussion', 'wide: words.some(({ stem }) => WIDE.has(stem))', 'wide: false'],
    ['a shared first name is a name', 'owners.get(stem) === 1 && asked.has(stem)', 'asked.has(stem)'],
  ]),
]

export const FAULTS: readonly PlantedFault[] = [...LIMITS, ...RIGHTS, ...HEURISTICS]
