// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source code
/** Faults in the extraction of field values, in the ranking of lines, and in answers. */
import { inFile, type PlantedFault } from './model.ts'

const EXTRACTION = 'src/features/fields/extraction'
const GOLDEN = 'tests/golden.test.ts'
const EXTRACTION_TESTS = [`${EXTRACTION}/extract.test.ts`, `${EXTRACTION}/spoken-values.test.ts`, GOLDEN]
const PERSON_TESTS = [`${EXTRACTION}/person-values.test.ts`]
const ANSWERS = 'src/features/assistant/answers'
const RANKING = 'src/features/text/passage-ranking'
const RANKING_TESTS = [`${RANKING}/passage-ranking.test.ts`, GOLDEN]

const ANSWER_TESTS = [
  ...['extractive', 'verdict', 'meaning'].map((name) => `${ANSWERS}/extract/${name}.test.ts`),
  `${ANSWERS}/threshold.test.ts`,
]

const VALUE_TESTS = ['requested-value', 'subject', 'excerpt', 'kind'].map(
  (name) => `${ANSWERS}/extract/${name}.test.ts`,
)

export const READING_FAULTS: readonly PlantedFault[] = [
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
    ['evidence omits the question', 'spans.push(...toEvidence(talk, asking, question.from, question.to))', ''],
    ['evidence has no limit', 'return spans.slice(0, most)', 'return spans'],
  ]),
  ...inFile(
    `${ANSWERS}/extract/related-passages.ts`,
    [`${ANSWERS}/extract/related-passages.test.ts`],
    [
      ['unrelated passages are offered', 'coverage < COVERAGE_MIN ? []', 'coverage < 0 ? []'],
      ['names are subjects', ' && !names.has(term)', ''],
      ['what is nearer comes later', 'rated.toSorted((a, b) => b.worth - a.worth)', 'rated.toReversed()'],
      ['unlikely texts come first', ' * Math.sqrt(text.of.answerability / most)', ''],
      ['passages end before further terms', ' || !isShort(all, wider)', ' || isShort(all, wider)'],
    ],
  ),
  ...inFile(`${EXTRACTION}/person-values.ts`, PERSON_TESTS, [
    ['a pronoun is a name', 'words.every((word) => PRONOUNS.has(word))', 'false'],
    ['a seller decides', "(intent.side !== 'inside' && isInsideSpeaker(context, candidate.text))", 'false'],
    ['anybody in the sentence decides', '!mentions(sentence) || !isNextToRole(candidate)', '!mentions(sentence)'],
    ['a reply to the question is ignored', 'isAsked && sentence.at < REPLY_SENTENCES', 'false'],
  ]),
  ...inFile(
    `${EXTRACTION}/unlike-values.ts`,
    [`${EXTRACTION}/unlike-values.test.ts`],
    [['the price of a cart is a budget', ' || OF_UNIT.test(before)', '']],
  ),
  ...inFile(
    'src/core/numbers.ts',
    ['src/core/numbers.test.ts', ...EXTRACTION_TESTS],
    [
      ['a thousand separator ends the number', "digits.replaceAll(',', '')", "digits.split(',')[0]"],
      ['a scale is ignored', '(SCALES[scale.toLowerCase()] ?? 1)', '1'],
      ['digits of a code are added', 'if (next > at && open % 10 !== 0) break', ''],
      ['hundred adds instead of multiplying', '(open || 1) * 100', 'open + 100'],
      ['ordinals are counts', 'value: place, ordinal: true', 'value: place, ordinal: false'],
    ],
  ),
  ...inFile(
    'src/features/text/sentences/reply-polarity.ts',
    [...EXTRACTION_TESTS, `${ANSWERS}/extract/verdict.test.ts`],
    [
      ['no means yes', 'if (NO.test(said)) return false', 'if (NO.test(said)) return true'],
      ['an unknown answer is an answer', 'if (SHRUG.test(said) || NO_IS_YES.test(said)) return undefined', ''],
      ['no problem means no', ' || NO_IS_YES.test(said)', ''],
    ],
  ),
  ...inFile(`${EXTRACTION}/dates.ts`, EXTRACTION_TESTS, [
    ['a period has one month', 'here.from - before.to <= SPAN_GAP', 'false'],
    ['days of the week are unknown', 'const named = findWeekday(words)', 'const named = -1'],
  ]),
  ...inFile(`${EXTRACTION}/options.ts`, EXTRACTION_TESTS, [
    ['a part of an option counts fully', 'const PART = 0.75', 'const PART = 1'],
    ['words with a typo are no option', 'if (isTypo(said, stem)) put(said, pattern, TYPO)', ''],
    [
      'a date is no option',
      'return [...selectLongest(found), ...byWeekday(field.options, dates)]',
      'return selectLongest(found)',
    ],
    [
      'shorter options win',
      'else if (computeLength(one) > computeLength(last))',
      'else if (computeLength(one) < computeLength(last))',
    ],
  ]),
  ...inFile(`${EXTRACTION}/context.ts`, EXTRACTION_TESTS, [
    ['earlier questions count fully', '    near *= 0.5\n', ''],
    ['the words of other fields count', 'return known.field === field ? known.second : known.best', 'return 0'],
    ['frequent words count as rare ones', 'Math.log(1 + (talk.turns.length + 1) / (n + 0.5))', '1'],
    ['options of other fields are values', 'other !== field && options.has(said)', 'false'],
    [
      'a speaker answers their own question',
      "if (other.speaker.name !== '' && other.speaker.name === turn.speaker.name) continue",
      '',
    ],
  ]),
  ...inFile(`${EXTRACTION}/candidates.ts`, EXTRACTION_TESTS, [
    ['withdrawn values count', '!isDisclaimedIn(view, turn, from, to)', 'true'],
    ['every sentence can answer', 'return title > 0 || all > 0.3', 'return true'],
    [
      'every yes answers a field',
      'if (plain ? !asked : title < 0.3 && all < 0.4 && !(asked && sentence.at === 0)) return []',
      '',
    ],
  ]),
  ...inFile(`${EXTRACTION}/signals.ts`, EXTRACTION_TESTS, [
    ['a signal is halved', "put('askedTitle', title)", "put('askedTitle', title / 2)"],
    ['the form that a question asks for is ignored', "put('askedKind', fitting)", "put('askedKind', 0)"],
    ['the sentence of a value is ignored', "put('sentenceTitle', title)", "put('sentenceTitle', 0)"],
    ['a unit is ignored', "put('unit', 1)", "put('unit', 0)"],
  ]),
  ...inFile(`${RANKING}/read-closely.ts`, RANKING_TESTS, [
    ['neighbors of a result come next', 'const NEARNESS = 2', 'const NEARNESS = 0'],
    ['the best line of a span is its first', 'if ((worth[line] as number) > (worth[best] as number)) best = line', ''],
    ['words of a line count less', '(0.3 +\n', '(3 +\n'],
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
  ...inFile(
    `${ANSWERS}/extract/pick-passages.ts`,
    [...ANSWER_TESTS, `${ANSWERS}/extract/pick-passages.test.ts`],
    [
      ['poor passages are listed', 'const GOOD = 0.6', 'const GOOD = 0'],
      ['passages repeat each other', 'const SAMENESS = 0.25', 'const SAMENESS = -0.25'],
    ],
  ),
  ...inFile(`${ANSWERS}/extract/extractive.ts`, ANSWER_TESTS, [
    ['a specific question has more passages', '{ open: 3, list: 6, whole: 10 }', '{ open: 9, list: 9, whole: 10 }'],
    ['other speakers answer', 'const THEIRS = 0.75', 'const THEIRS = 9'],
    ['an overview has questions', '.filter(({ isQuestion, whole }) => !isQuestion && whole)', ''],
    ['contradictions are hidden', "if (verdict === 'disputed') return 'Statements support both yes and no.'", ''],
  ]),
  ...inFile(`${ANSWERS}/extract/verdict.ts`, ANSWER_TESTS, [
    ['a far negation denies', 'const NEAR = 3', 'const NEAR = 30'],
    ['one term of the question is enough', 'const TERMS_MIN = 2', 'const TERMS_MIN = 1'],
    ['a plan is a fact', ' || isWeaker(said.text, question)) return', ') return'],
    ['what others said is continued', 'next.speaker !== sentence.speaker) return []', 'false) return []'],
    ['a pronoun means anything', 'rest.some((term) => has(sentence, term))', 'true'],
    ['a negation of the question denies', '&& !wanted.has(word.toLowerCase())', ''],
    ['requests to the assistant have a verdict', '&& !NOT_YES_NO.test(question)', ''],
    [
      'a double negation denies',
      'return others.length === 0 && belongs ? false : undefined',
      'return belongs ? false : undefined',
    ],
    ['negated questions have replies', 'NEGATED.test(asked.text) ? undefined : detect', 'false ? undefined : detect'],
    ['a withdrawn statement counts', 'if (isDisclaimed(sentence, range, previous, next)) return undefined', ''],
    ['a contradiction is a yes', "yes && no ? 'disputed' : yes", 'yes'],
  ]),
  ...inFile(
    `${ANSWERS}/extract/same-question.ts`,
    [`${ANSWERS}/extract/same-question.test.ts`],
    [
      ['a question in return is a reply', ' || all[first]?.isQuestion === true) return []', ') return []'],
      ['questions of another form are the same', 'if (wanted.form !== said.form && !isAny) return false', ''],
      ['denied questions are the same', 'if (wanted.isNegated !== said.isNegated) return false', ''],
      ['a part of the words names the thing', 'const BARE_MIN = 0.6', 'const BARE_MIN = 0.1'],
      ['a part of a question is the same', 'const SHARED_MIN = 0.75', 'const SHARED_MIN = 0.2'],
      ['a pronoun continues nothing', 'const CARRIED_REACH = 3', 'const CARRIED_REACH = 0'],
      ['a pronoun means anything', 'rest.every((term) => before.some', 'rest.some((term) => before.some'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/candidates.ts`,
    [`${ANSWERS}/extract/extractive.test.ts`, `${ANSWERS}/extract/facts.test.ts`],
    [
      ['pronouns are about nothing', 'carried: continues,', 'carried: false,'],
      ['conditions state values', 'const isCondition = IS_CONDITION.test(text)', 'const isCondition = false'],
      [
        'numbers of other things count',
        'isCounting ? isValue : containsRequestedKind',
        'false ? isValue : containsRequestedKind',
      ],
      ['lines of a speaker need a rank', '|| speakers.has(one.speaker)', ''],
      ['reasons have no bonus', 'reason: facts[BECAUSE] === 1 &&', 'reason: false &&'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/evidence.ts`,
    [`${ANSWERS}/records/answer-guess.test.ts`],
    [['words that nobody says are ignored', 'const UNSAID_OF_NAMED = 0.5', 'const UNSAID_OF_NAMED = 2']],
  ),
  ...inFile(
    `${ANSWERS}/extract/to-said-words.ts`,
    [`${ANSWERS}/extract/facts.test.ts`],
    [['said words are replaced', 'if (said.has(stem)) return []', '']],
  ),
  ...inFile(
    'src/features/text/extractive-summary/decisions.ts',
    ['src/features/text/extractive-summary/decisions.test.ts'],
    [
      ['denied points are decisions', '!isDenied && own.length', 'own.length'],
      ['offers of others are decisions', ' || LISTS_OTHERS.test(text)', ''],
      ['explanations are points', ' && !NO_POINT.test(one.text)', ''],
    ],
  ),
  ...inFile(`${ANSWERS}/threshold.ts`, ANSWER_TESTS, [
    ['texts without an answer are kept', 'isAnswered && text.answerability >= least', 'true'],
    ['short texts are judged with the others', 'const SHORT_LINES = 60', 'const SHORT_LINES = 0'],
  ]),
  ...inFile(
    `${ANSWERS}/records/answer-field-by-account.ts`,
    [`${ANSWERS}/records/answer-field-by-account.test.ts`],
    [
      ['the oldest value counts', '!found.has(account) && ', ''],
      ['most is least', "order === 'most' ? other - one : one - other", 'one - other'],
      ['every question about accounts is about fields', "order !== 'name' ? order : undefined", 'order'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/act.ts`,
    [`${ANSWERS}/extract/act.test.ts`],
    [
      ['nouns are verbs', "!BEFORE_NOUNS.has(words[at - 1] ?? '') &&", ''],
      [
        'conditions and denials state the act',
        ' &&\n      !words.slice(Math.max(0, at - WITHOUT_ACT_REACH), at).some((before) => WITHOUT_ACT.test(before))',
        '',
      ],
      ['questions about “is” have a verb', " || FORMS_OF_BE.has(rest[0] ?? '')) return", ') return'],
      ['wide verbs must be repeated', ' || WIDE.has(stemWord(verb))) return', ') return'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/fitting-passages.ts`,
    [`${ANSWERS}/extract/fitting-passages.test.ts`],
    [
      [
        'passages without the value stay',
        'about.length > 0 ? about : stating.length > 0 ? stating : passages',
        'passages',
      ],
      ['the value of another thing stays', 'about.length > 0 ? about : stating.length > 0', 'stating.length > 0'],
      ['an answer needs no amount', 'states !== undefined && selectStatements(passages, states).length === 0', 'false'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/preceding.ts`,
    [`${ANSWERS}/extract/fitting-passages.test.ts`, `${ANSWERS}/extract/extractive.test.ts`],
    [
      [
        'a value alone continues nothing',
        'const isValue = words.length <= VALUE_WORDS && STARTS_WITH_VALUE.test(text)',
        'const isValue = false',
      ],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/versions.ts`,
    [`${ANSWERS}/extract/fitting-passages.test.ts`],
    [['another version is the same', '(version) => asked.has(version)', '() => true']],
  ),
  ...inFile(
    `${ANSWERS}/extract/closeness.ts`,
    [`${ANSWERS}/extract/closeness.test.ts`],
    [
      ['parts of words are the own name', '(?<![\\\\p{L}\\\\p{N}])', ''],
      [
        'the own name is always the subject',
        'BEFORE_SUBJECT.test(question.slice(Math.max(0, at - BEFORE_MAX), at))',
        'true',
      ],
      ['common words are the own name', "isNamed ? 'gu' : 'giu'", "'giu'"],
    ],
  ),
  ...inFile(`${ANSWERS}/extract/requested-value.ts`, VALUE_TESTS, [
    ['counted thousands are prices', '|included)\\b)`', '|included|orders)\\b)`'],
    ['a comparison is a price', '(?<!\\bthan )', ''],
    ['a discount is money', '  [OF_PERCENT, states(PERCENT)],\n', ''],
    ['a length of time is any number', '  [OF_DURATION, states(DURATION)],\n', ''],
    [
      'anything is counted',
      'listCounted(text).some((word) => wanted.has(stemWord(word)))',
      'listCounted(text).length > 0',
    ],
  ]),
  ...inFile(`${ANSWERS}/extract/subject.ts`, VALUE_TESTS, [
    [
      'everybody speaks of the subject',
      'const isTheirs = speakers.has(speaker)',
      'const isTheirs = speaker !== undefined',
    ],
    ['a verb anywhere is the verb of the subject', 'spoken.slice(at + 1, at + 1 + REACH)', 'spoken'],
    ['what they say is what they do', ' || INTRODUCING.has(stemWord(verb))', ''],
  ]),
  ...inFile(`${ANSWERS}/extract/excerpt.ts`, VALUE_TESTS, [
    ['a question has no reply', 'return reply === -1 ? range', 'return reply > -2 ? range'],
    ['a late reply is one', 'const TAIL_MAX = 2', 'const TAIL_MAX = 20'],
  ]),
  ...inFile(
    `${ANSWERS}/extract/kind.ts`,
    [...ANSWER_TESTS, `${ANSWERS}/extract/kind.test.ts`],
    [
      ['who decides is everything', 'words.length > 0 && !isSpecific &&', 'words.length > 0 &&'],
      ['a question of time is open', "return 'when'", "return 'open'"],
      ['a question of an amount is open', "    return 'amount'", "    return 'open'"],
    ],
  ),
  ...inFile(
    'src/features/moves/conversation-folders/zip-file.ts',
    ['src/features/moves/conversation-folders/zip-file.test.ts'],
    [
      ['an archive writes to the folder above', "part === '..' || part === '.'", "part === '.'"],
      ['an archive expands without limit', 'size > packed * RATIO_MAX', 'size > packed * 100_000'],
      ['files of an archive share bytes', '  checkOverlap(entries, directoryAt)\n', ''],
      ['a file of an archive is longer than stated', 'if (unpacked > size) return done(damaged())', ''],
    ],
  ),
  ...inFile(
    'src/core/phone-numbers.ts',
    ['src/core/phone-numbers.test.ts'],
    [
      ['a beginning of a number matches itself only', 'length <= number.length', 'length < number.length - 2'],
      ['a national number is one of ours', '(?:\\+|00)[', '(?:\\+|0?0?)['],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/add-explanations.ts`,
    [`${ANSWERS}/extract/add-explanations.test.ts`],
    [
      ['each later question explains', ' || !SEEKS_REASON.test(sentence.text)', ''],
      ['reasons for anything explain', 'if (named.length > 0 && !named.some((term) => about.has(term))) continue', ''],
      [
        'a stated reason is explained again',
        "explained || passage.of.kind !== 'conversation'",
        "passage.of.kind !== 'conversation'",
      ],
      ['other questions get explanations', 'if (!asksForReason(prompt)) return passages', ''],
    ],
  ),
  ...inFile(
    `${ANSWERS}/extract/to-spoken-numbers.ts`,
    [`${ANSWERS}/extract/to-spoken-numbers.test.ts`],
    [
      ['a part of a number is the number', 'readValues(one.text).has(amount.value)', 'true'],
      ['each number of a question is looked for', 'const NUMBERS_MAX = 8', 'const NUMBERS_MAX = 8_000'],
      ['numbers that are said are replaced', 'if (isSaid(text.slice(from, to))) return text', ''],
      [
        'thousands are always said',
        '...forms.filter((form) => OF_THOUSANDS.test(form))',
        '...[].filter((form) => OF_THOUSANDS.test(form))',
      ],
    ],
  ),
  ...inFile(
    `${ANSWERS}/records/statements.ts`,
    [`${ANSWERS}/records/statements.test.ts`],
    [
      ['everybody replies', ' && reply.speaker === replying', ''],
      ['short words are replies', 'isReply && reply.words.length >= REPLY_WORDS', 'isReply'],
    ],
  ),
]
