// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source code
/** Faults in heuristics that answer, score, search and import: records, scorecards, ranking, sources and moves. */
import { inFile, type PlantedFault } from './model.ts'

const TEXT = 'src/features/text'
const GOLDEN = 'tests/golden.test.ts'
const ANSWERS = 'src/features/assistant/answers'
const RULES = 'src/features/coaching/automatic-scoring/rules'
const FORMS = `${TEXT}/transcripts/forms`
const SEARCH = 'src/features/search/conversation-search'
const KINDS = 'src/features/sources/source-kinds'
const FOLDERS = 'src/features/moves/conversation-folders'

const ANSWERING: readonly PlantedFault[] = [
  ...inFile(
    `${ANSWERS}/extract/answerable.ts`,
    [`${ANSWERS}/extract/answerable.test.ts`],
    [
      ['missing terms cost nothing', 'missing: missing / Math.max(1, distinct.size),', 'missing: 0,'],
      [
        'names that nobody says cost nothing',
        'missingNames: Math.min(2, missingNames(question.text, read.lines)) / 2',
        'missingNames: 0',
      ],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/account-stretches.ts`,
    [`${ANSWERS}/extract/account-stretches.test.ts`, `${ANSWERS}/other-calls.test.ts`],
    [
      [
        'a part about an account goes on after the name of another one',
        'else if (!said.isDisjointFrom(foreign)) left = 0',
        'else if (!said.isDisjointFrom(foreign)) left = reach',
      ],
      [
        'a part about an account never ends',
        'if (!said.isDisjointFrom(own)) left = reach',
        'if (!said.isDisjointFrom(own)) left = 1e9',
      ],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/fitting-passages.ts`,
    [`${ANSWERS}/extract/fitting-passages.test.ts`],
    [
      ['a time is never missing', "  kind === 'when' &&\n  !passages.some(", "  kind === 'list' &&\n  !passages.some("],
      [
        'an amount for another thing answers',
        '(rate !== undefined && selectStatements(passages, rate.states).length === 0)',
        'rate === null',
      ],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/requested-value.ts`,
    [`${ANSWERS}/extract/requested-value.test.ts`, `${ANSWERS}/extract/fitting-passages.test.ts`],
    [
      [
        'only the word discount states a discount',
        'REDUCTIONS.has(stem) && REDUCED.test(text)',
        'REDUCTIONS.has(stem) && stem === text',
      ],
      [
        'an amount for a truck isn’t one for a vehicle',
        "PRICED.find((group) => new RegExp(`^(?:${group})$`, 'i').test(thing)) ?? thing",
        'thing',
      ],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/confidence.ts`,
    [`${ANSWERS}/extract/confidence.test.ts`],
    [
      ['every best sentence is ahead', 'best.score - mean(sorted.map(({ score }) => score))', 'best.score'],
      ['the worst sentence is the best', '(a, b) => b.score - a.score', '(a, b) => a.score - b.score'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/kind.ts`,
    [`${ANSWERS}/extract/confidence.test.ts`],
    [['opinions are facts', '!ASKS_STATEMENTS.test(question)', 'question.length > 0']],
  ),
  ...inFile(
    `${ANSWERS}/records/time-range.ts`,
    [`${ANSWERS}/records/recognize.test.ts`],
    [
      ['last week is this week', 'isNow ? 0 : -1)', '0)'],
      [
        'months are in the future',
        'month <= now.getUTCMonth() ? now.getUTCFullYear() : now.getUTCFullYear() - 1',
        'now.getUTCFullYear()',
      ],
      [
        'before a day includes later ones',
        'range: { from: undefined, until: found.range.from }',
        'range: { from: undefined, until: undefined }',
      ],
      ['the same day of the week is last week', "first === 'last' && back === 0 ? 7 : back", 'back'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/records/due-days.ts`,
    [`${ANSWERS}/records/due-days.test.ts`],
    [
      ['by Friday is on Friday', 'const isSpan = /^(?:by|until|before)$/i.test(how)', 'const isSpan = false'],
      ['next week is this week', "which === 'next' || named === 'tomorrow' ? 1 : 0", '0'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/records/recognize.ts`,
    [`${ANSWERS}/records/recognize.test.ts`, `${ANSWERS}/records/recognize-topics.test.ts`],
    [
      ['questions with unknown words are answered', 'best === undefined || best.isBlocked', 'best === undefined'],
      ['the first kind wins', 'a.restCount - b.restCount || a.ranking - b.ranking || b.matched - a.matched', '0'],
      [
        'counts restrict a question',
        "if (COUNTS.test(word) && COUNTED.has(question[at - 1]?.word ?? '')) return false",
        '',
      ],
    ],
  ),
  ...inFile(
    `${ANSWERS}/records/deal-signals.ts`,
    [`${ANSWERS}/records/deal-signals.test.ts`],
    [
      ['closed deals need attention', "if (deal.outcome !== 'open') return []", ''],
      ['kept promises are overdue', "if (task?.status === 'done') continue", ''],
      ['promises of customers are overdue', ' || !internal.has(owner.name)', ''],
      ['obsolete promises are overdue', ' && days <= OVERDUE_DAYS', ''],
    ],
  ),
]

const SCORECARDS: readonly PlantedFault[] = [
  ...inFile(
    `${RULES}/conduct.ts`,
    [`${RULES}/rules.test.ts`],
    [
      ['one heated word is anger', 'const TEMPER_MIN = 3', 'const TEMPER_MIN = 1'],
      ['more evidence adds nothing', 'const EACH = 0.1', 'const EACH = 0'],
      ['items that ask for more are judged', ' || !asksOnlyFor(item, book.words)', ''],
      [
        'both sides are judged',
        'sentences.filter(({ side }) => side === item.subject)',
        'sentences.filter(() => true)',
      ],
    ],
  ),
  ...inFile(
    `${RULES}/measured.ts`,
    [`${RULES}/rules.test.ts`],
    [
      ['words of unknown speakers count', 'sentences.filter(({ side }) => side !== undefined)', 'sentences'],
      ['figures near a limit are certain', 'isClear ? CONFIDENCE.clear : CONFIDENCE.close', 'CONFIDENCE.clear'],
      ['more than includes the limit', 'from: one + beside', 'from: one'],
      ['overlapping levels are decided', 'fitting.length === 1 ? fitting[0]?.[0] : undefined', 'fitting[0]?.[0]'],
    ],
  ),
  ...inFile(
    `${RULES}/outcome.ts`,
    [`${RULES}/rules.test.ts`],
    [
      ['offers are results', '!OFFERS.test(said.plain) && ', ''],
      ['the first result counts', 'const last = results.at(-1)', 'const last = results[0]'],
      ['results of anything count', 'const NAMED = 0.6', 'const NAMED = 0'],
      ['customers complete the work', "if (said.side !== 'inside') return", ''],
    ],
  ),
  ...inFile(
    `${RULES}/item.ts`,
    [`${RULES}/rules.test.ts`],
    [
      ['a negated criterion means yes', "? 'min' : undefined", "? 'max' : undefined"],
      ['every item is about the seller', "SUBJECT.outside.test(text) ? 'outside' : 'inside'", "'inside'"],
    ],
  ),
]

const SEARCHING: readonly PlantedFault[] = [
  ...inFile(
    `${SEARCH}/rank.ts`,
    [`${SEARCH}/rank.test.ts`],
    [
      ['neighbors of a hit are hits', '[-1, 0, 1].some((step)', '[0].some((step)'],
      ['hits without vectors are last', 'semantic === null ? usual', 'semantic === null ? 0'],
      ['names raise a whole conversation', 'const NAME_RAISES = 2', 'const NAME_RAISES = 200'],
      ['named speakers count nothing', '(score * (1 + speaker * share)) / (1 + speaker)', 'score'],
    ],
  ),
  ...inFile(
    `${SEARCH}/quote.ts`,
    [`${SEARCH}/quote.test.ts`],
    [
      ['long lines win', 'const LENGTH = 0.15', 'const LENGTH = 15'],
      ['quotes are the beginning of a line', 'if (worth > most) [best, most] = [{ start, end }, worth]', ''],
    ],
  ),
  ...inFile(
    `${TEXT}/passage-ranking/signals.ts`,
    [`${TEXT}/passage-ranking/passage-ranking.test.ts`, GOLDEN],
    [
      [
        'frequent terms weigh as much as rare ones',
        'Math.log(1 + (all - having + 0.5) / (having + 0.5))',
        'all * 0 + having * 0 + 1',
      ],
      [
        'words in a row count nothing',
        'signals.inRow = toOne(spread(read.getPairs(question.terms), 8))',
        'signals.inRow = none',
      ],
      ['named speakers count nothing', 'named.has(speaker) ? 1 : 0', '0'],
    ],
  ),
]

const SOURCES: readonly PlantedFault[] = [
  ...inFile(
    'src/core/retry-delays.ts',
    ['src/core/retry-delays.test.ts'],
    [
      ['delays never grow', 'first * 2 ** (failures - 1)', 'first'],
      ['delays have no limit', 'Math.min(requestedMs, requestedMsMax)', 'requestedMs'],
      ['all clients retry together', 'delay * (1 + Math.random() * ratio)', 'delay'],
    ],
  ),
  ...inFile(
    `${KINDS}/legs.ts`,
    [`${KINDS}/legs.test.ts`],
    [
      ['a later announcement replaces a leg', '{ ...all.get(leg.id), ...leg }', 'leg'],
      ['people are listed twice', 'if (!found.has(key)) found.set(key, person)', 'found.set(`${found.size}`, person)'],
      ['the last leg starts the call', '.toSorted((a, b) => toTime(a) - toTime(b))', ''],
    ],
  ),
  ...inFile(
    `${KINDS}/signatures.ts`,
    [`${KINDS}/vendors.test.ts`],
    [
      ['old deliveries are authentic', 'if (Math.abs(age) <= AGE_SECONDS) return undefined', 'return undefined'],
      ['every text is a signature', 'a.length === b.length && timingSafeEqual(a, b)', 'a.length > 0 && b.length > 0'],
    ],
  ),
  ...inFile(
    `${FOLDERS}/pair-files.ts`,
    [`${FOLDERS}/pair-files.test.ts`, `${FOLDERS}/read-folder.test.ts`],
    [
      ['hidden files are imported', "name.startsWith('.') && name !== '.' && name !== '..'", 'false'],
      ['transcripts have another name than recordings', ".replace(/\\.(transcript|cc|captions|vcon)$/i, '')", ''],
      [
        'any transcript is chosen',
        'compareInformation(a.document, b.document))\n  return best === undefined',
        '0)\n  return best === undefined',
      ],
    ],
  ),
  ...inFile(
    'src/features/conversations/manifests/manifest.ts',
    ['src/features/conversations/manifests/manifest.test.ts'],
    [
      ['files are imported twice', 'if (first === undefined) {', 'if (true) {'],
      ['manifests have commas', 'head.split(each).length > head.split(best).length ? each : best', 'best'],
    ],
  ),
  ...inFile(
    `${FORMS}/rolling.ts`,
    [`${TEXT}/transcripts/rolling.test.ts`],
    [
      ['two equal words are a repeated line', 'return matched >= last.length ? matched : 0', 'return matched'],
      ['every caption rolls', 'rolling >= (cues.length - 1) * ROLLING &&', ''],
      [
        'a cut line is spoken twice',
        'if (last !== undefined && isCutRepeat(previous, last))',
        'if (last === undefined)',
      ],
    ],
  ),
  ...inFile(
    `${FORMS}/draft.ts`,
    [`${TEXT}/transcripts/json.test.ts`, `${TEXT}/transcripts/forms.test.ts`],
    [
      [
        'ends before starts are accepted',
        "if (start - end > ROUNDING) throw new TranscriptFault('The end time is before the start time.', place)",
        '',
      ],
      ['omitted content is counted once', '(omitted.get(what) ?? 0) + count', 'count'],
      ['impossible paces are accepted', 'if (!written) checkPace(', 'if (written) checkPace('],
    ],
  ),
]

export const HEURISTIC_FAULTS: readonly PlantedFault[] = [...ANSWERING, ...SCORECARDS, ...SEARCHING, ...SOURCES]
