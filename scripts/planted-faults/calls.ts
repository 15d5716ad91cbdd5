// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source code
/** Faults in heuristics that read calls: sentences, summaries, fields, speakers, statistics and trackers. */
import { inFile, type PlantedFault } from './model.ts'

const TEXT = 'src/features/text'
const GOLDEN = 'tests/golden.test.ts'
const SENTENCES = `${TEXT}/sentences`
const SENTENCE_TESTS = [`${SENTENCES}/sentences.test.ts`]
const SUMMARY = `${TEXT}/extractive-summary`
const SUMMARY_TESTS = [
  ...['decisions', 'dialog', 'extractive', 'speech-acts'].map((name) => `${SUMMARY}/${name}.test.ts`),
  'src/features/fields/extraction/extract.test.ts',
  GOLDEN,
]
const SPEAKERS = `${TEXT}/speaker-names`
const STATISTICS = 'src/features/analysis/statistics'

const READING_OF_SENTENCES: readonly PlantedFault[] = [
  ...inFile(
    'src/core/sentence-marks.ts',
    ['src/core/sentence-marks.test.ts'],
    [
      ['closing quotes hide a mark', '["\'”’»)\\]」』）]{0,3}\\s*$`', '\\s*$`'],
      ['an ellipsis is a point', '`(?:…|\\.\\.)${CLOSING}\\s*$`', '`…${CLOSING}\\s*$`'],
    ],
  ),
  ...inFile(`${SENTENCES}/boundaries.ts`, SENTENCE_TESTS, [
    ['titles end sentences', 'if (TITLES.has(folded) && /^\\p{Lu}/u.test(word)) return true', ''],
    ['every ellipsis ends a sentence', 'return !isTrailing(text.slice(from, at), next)', 'return true'],
    ['sentences start in lower case', 'if (cased && /^\\p{Ll}/u.test(next) && !isBrand(next)) return false', ''],
    ['sentences never start with a brand', ' && !isBrand(next)', ''],
    ['labels are initials', 'return !LABELS.has(previous)', 'return true'],
  ]),
  ...inFile(`${SENTENCES}/split-sentences.ts`, SENTENCE_TESTS, [
    [
      'an interruption ends every sentence',
      'cased && /^(?:\\p{Ll}|I\\b)/u.test(line.text) && !ENDS_WITH_MARK.test(previous.text)',
      'false',
    ],
    ['a pause finishes a sentence', ' && !ENDS_WITH_ELLIPSIS.test(text)', ''],
  ]),
  ...inFile(
    `${SENTENCES}/context.ts`,
    [...SENTENCE_TESTS, GOLDEN],
    [
      [
        'an answer means the same without its question',
        'return asks(previous) && (countWords(sentence.text) <= SHORT_WORDS * 2 || POINTING.test(sentence.text))',
        'return false',
      ],
      [
        'a condition is whole without its consequence',
        'return OPEN_END.test(sentence.text) || CONDITION.test(sentence.text)',
        'return false',
      ],
      ['a promise stays after its withdrawal', 'if (LIMITING.test(next.text)) return true', ''],
    ],
  ),
  ...inFile(
    `${SENTENCES}/disclaimers.ts`,
    [`${SENTENCES}/disclaimers.test.ts`],
    [
      ['conditions are asserted', 'if (CONDITIONAL.test(sentence.text)) return true', ''],
      ['withdrawn sentences are asserted', 'if (WITHDRAWING.test(next.text)) return true', ''],
      ['a doubt covers the whole sentence', '&& !TURNING_BACK.test(', '&& true || TURNING_BACK.test('],
      ['a denied question is asserted', '&& SHORT_NO.test(next.text)', '&& false'],
    ],
  ),
]

const SUMMARIES: readonly PlantedFault[] = [
  ...inFile(
    'src/features/analysis/summaries/verify.ts',
    ['src/features/analysis/summaries/verify.test.ts'],
    [
      ['lines about something else are kept', 'spans.length === 0 || !isAbout(said, spans)', 'spans.length === 0'],
      ['anybody owns a task', 'owner === null ? null : known.called(owner)', 'owner'],
      ['due dates come from nowhere', 'due === null ? undefined : findQuote(around, due)', 'due ?? undefined'],
      [
        'chapters leave out the beginning',
        'const firstSegment = index === 0 ? 0 : segment',
        'const firstSegment = segment',
      ],
      ['chapters are in any order', '.toSorted((a, b) => a.segment - b.segment)', ''],
    ],
  ),
  ...inFile(`${SUMMARY}/dialog.ts`, SUMMARY_TESTS, [
    [
      'pronouns refer to any sentence',
      "(text.includes('?') || ASKS.test(text) || PUTS_CHOICE.test(text))",
      'text.length > 0',
    ],
    ['speakers reply to themselves', 'reply: after.find((one) => one.speaker !== speaker)', 'reply: after[0]'],
    ['distant sentences are neighbors', 'const NEAR = 4', 'const NEAR = 40'],
  ]),
  ...inFile(`${SUMMARY}/sentences.ts`, SUMMARY_TESTS, [
    [
      'parts of a thought are whole',
      'whole && !needsPrevious(sentence, split[at - 1]) && !needsNext(sentence, split[at + 1])',
      'whole',
    ],
    ['withdrawals are ignored', 'qualified: isQualified(sentence, split[at - 1], split[at + 1])', 'qualified: false'],
    ['small talk is content', '.filter((term) => !isTalk(term))', ''],
  ]),
]

const CONVERSATIONS: readonly PlantedFault[] = [
  ...inFile(
    'src/features/fields/extraction/transcript-view.ts',
    ['src/features/fields/extraction/transcript-view.test.ts'],
    [
      ['unnamed speakers are one person', " || segment.speaker.name === ''", ''],
      ['requests are statements', 'ASKING.test(opening) || REQUESTING.test(opening)', 'ASKING.test(opening)'],
      ['evidence lacks what turns its meaning', 'mergeRanges([...own, ...needed])', 'mergeRanges(own)'],
    ],
  ),
  ...inFile(
    `${SPEAKERS}/assign-names.ts`,
    [`${SPEAKERS}/speaker-names.test.ts`],
    [
      [
        'rivals are ignored',
        'if (rivals.some((rival) => rival !== undefined && rival.score > RIVAL_RATIO_MAX * score)) continue',
        '',
      ],
      ['one mention names a speaker', 'const HEARD_SCORE_MIN = 4', 'const HEARD_SCORE_MIN = 0'],
      ['two speakers have one name', '    taken.add(candidate)\n', ''],
    ],
  ),
  ...inFile(
    `${SPEAKERS}/suggest-names.ts`,
    [`${SPEAKERS}/speaker-names.test.ts`],
    [
      ['people speak of themselves by name', 'cell.score -= MENTION_COST * fit', ''],
      ['strangers are as likely as participants', 'isComplete ? UNLISTED_WEIGHT : 1', '1'],
    ],
  ),
  ...inFile(
    `${SPEAKERS}/find-cues.ts`,
    [`${SPEAKERS}/speaker-names.test.ts`],
    [
      ['listening sounds are replies', 'const LISTENING_WORDS_MAX = 2', 'const LISTENING_WORDS_MAX = 0'],
      [
        'every word is a name',
        "if (judgment === 'other' || (kind === 'mention' && judgment !== 'known')) continue",
        '',
      ],
    ],
  ),
  ...inFile(
    `${STATISTICS}/turns.ts`,
    [`${STATISTICS}/statistics.test.ts`],
    [
      ['listening sounds are turns', 'one.words <= LISTENING_WORDS && !ASKS.test(last.text)', 'false'],
      ['short answers are listening sounds', ' && !ASKS.test(last.text)', ''],
      ['silences are a part of monologues', 'one.start - end > PAUSE', 'false'],
      ['late replies count', 'delay > REPLY_WITHIN ? [] : [{ reply, delay }]', '[{ reply, delay }]'],
      ['any overlap is an interruption', 'const OVERLAP = 0.5', 'const OVERLAP = 0'],
    ],
  ),
  ...inFile(
    `${STATISTICS}/questions.ts`,
    [`${STATISTICS}/statistics.test.ts`],
    [
      ['tags are questions', 'return !TAG.test(', 'return true || !TAG.test('],
      ['a shrug is an answer', ' || isShrug(first.text.slice(0, BEGINNING))', ''],
      ['a question back is an answer', '!isMarked(sentence) && wordsIn', 'wordsIn'],
    ],
  ),
  ...inFile(
    'src/features/actions/suggestions/sides.ts',
    ['src/features/actions/suggestions/sides.test.ts'],
    [
      ['two speakers are one user', '(email != null || rivals.length === 0)', 'true'],
      ['contradictions are inside', "isOut === isIn || speaker === '' ? 'unknown'", "!isOut && !isIn ? 'unknown'"],
      ['one of two namesakes is meant', 'return found.length === 1 ? found[0] : undefined', 'return found[0]'],
    ],
  ),
  ...inFile(
    'src/features/analysis/trackers/match.ts',
    ['src/features/analysis/trackers/match.test.ts'],
    [
      ['phrases cross sentences', 'ends[at] === ends[at + tokens.length - 1]', 'true'],
      ['case never matters', 'if (!isWhole || !isCaseSensitive) return isWhole', 'return isWhole'],
      ['matches have the time of their segment', 'start: first ?? start, end: last ?? end', 'start, end'],
    ],
  ),
]

export const CALL_FAULTS: readonly PlantedFault[] = [...READING_OF_SENTENCES, ...SUMMARIES, ...CONVERSATIONS]
