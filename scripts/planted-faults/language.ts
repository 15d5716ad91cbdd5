// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source code
/** Faults in summaries, key phrases, named entities, sentiment, statements, and similar words of a search. */
import { inFile, type PlantedFault } from './model.ts'

const GOLDEN = 'tests/golden.test.ts'
const SUMMARY = 'src/features/text/extractive-summary'
const SUMMARY_TESTS = [
  ...['central', 'speech-acts', 'extractive', 'headline', 'meaning', 'titles', 'split-paragraph'].map(
    (name) => `${SUMMARY}/${name}.test.ts`,
  ),
  GOLDEN,
]
const HEADLINE_TESTS = [
  ...['headline', 'outcomes', 'topic-relation', 'service-contacts'].map((name) => `${SUMMARY}/${name}.test.ts`),
  GOLDEN,
]
const ENTITIES = 'src/features/text/named-entities'
const ENTITY_TESTS = [`${ENTITIES}/things.test.ts`, GOLDEN]
const SEARCH = 'src/features/search/conversation-search'

export const LANGUAGE_FAULTS: readonly PlantedFault[] = [
  ...inFile(`${SUMMARY}/central.ts`, SUMMARY_TESTS, [
    ['centrality hardly counts', 'const CENTRAL = 0.6', 'const CENTRAL = 0.05'],
    ['redundancy hardly counts', 'const CENTRAL = 0.6', 'const CENTRAL = 0.98'],
    ['fragments are statements', 'const SHORTEST = 8', 'const SHORTEST = 2'],
    ['endless sentences are statements', 'const LONGEST = 35', 'const LONGEST = 350'],
    ['questions are statements', '  !ASKS.test(text) &&\n', ''],
    ['dependent sentences are central', 'statements.filter(({ standsAlone }) => standsAlone)', 'statements'],
    ['neighbors have no influence', 'const DAMPING = 0.85', 'const DAMPING = 0'],
    ['common words count as rare ones', 'Math.log(1 + sentences.length / n)', '1'],
    ['hesitations are no fault', '* fluency(sentence)', ''],
  ]),
  ...inFile(`${SUMMARY}/strongest.ts`, SUMMARY_TESTS, [
    ['results are repeated', 'const SAME = 0.7', 'const SAME = 1.1'],
    ['different results are the same', 'const SAME = 0.7', 'const SAME = 0.1'],
    [
      'results are in the order of their scores',
      'return kept.toSorted((a, b) => a.sentence.position - b.sentence.position)',
      'return kept',
    ],
  ]),
  ...inFile(`${SUMMARY}/chapters.ts`, SUMMARY_TESTS, [
    ['openings of topics are ignored', 'opening: 12', 'opening: 0'],
    ['chapters are short', 'const SCALE = 0.135', 'const SCALE = 0.4'],
    ['rare words hardly count', 'const PRIOR = 0.5', 'const PRIOR = 50'],
    ['a change of the speaker is ignored', 'if (before.speaker !== after.speaker) bonus += WORTH.speaker', ''],
  ]),
  ...inFile(`${SUMMARY}/titles.ts`, SUMMARY_TESTS, [
    ['titles contain verbs', 'subjects.length > 0 ? subjects : weighed', 'weighed'],
    ['titles contain names of speakers', 'terms.some((term) => names.has(term))', 'false'],
    ['titles end with weak phrases', 'const FURTHER_MIN = 0.55', 'const FURTHER_MIN = 0.1'],
  ]),
  ...inFile('src/features/text/key-phrases/phrase-uses.ts', SUMMARY_TESTS, [
    ['subjects of verbs describe the verb', '!(isSingular(text.slice(from, to)) && PREDICATE.test(after))', 'true'],
    [
      'words before a verb count as nouns',
      'if (before !== undefined && BEFORE_VERB.has(before)) uses.verb++',
      'if (false) uses.verb++',
    ],
  ]),
  ...inFile(`${SUMMARY}/split-paragraph.ts`, SUMMARY_TESTS, [
    ['withdrawals are lines of their own', 'if (joins) groups', 'if (false) groups'],
  ]),
  ...inFile(`${SUMMARY}/paragraphs.ts`, SUMMARY_TESTS, [
    ['paragraphs are short', 'const SENTENCES_MIN = 5', 'const SENTENCES_MIN = 1'],
    ['speakers are unnamed', "const isNew = sentence.speaker !== ''", "const isNew = sentence.speaker === ''"],
    ['sentences are out of order', 'sentences.toSorted((a, b) => a.position - b.position)', '[...sentences]'],
  ]),
  ...inFile(`${SUMMARY}/clarity.ts`, HEADLINE_TESTS, [
    ['sentences that point elsewhere are clear', 'const POINTING_COST = 2.5', 'const POINTING_COST = 0'],
    ['fragments make headlines', '  BROKEN.test(text) ||\n', ''],
    ['garbled sentences make headlines', '  isGarbled(text) ||\n', ''],
  ]),
  ...inFile(`${SUMMARY}/subjects.ts`, HEADLINE_TESTS, [
    ['weak subjects are named', 'const SUBJECT_MIN = 0.3', 'const SUBJECT_MIN = 0'],
  ]),
  ...inFile(`${SUMMARY}/headline.ts`, HEADLINE_TESTS, [
    ['subjects of one part of a long call come first', 'const SPREAD_MIN = 0.2', 'const SPREAD_MIN = 0'],
  ]),
  ...inFile(`${SUMMARY}/outcomes.ts`, HEADLINE_TESTS, [
    ['the request of a caller is ignored', 'opening.filter(isRequest)', 'opening.filter(() => false)'],
  ]),
  ...inFile(`${SUMMARY}/outcome-scores.ts`, HEADLINE_TESTS, [
    ['long calls are read as short ones', 'const RELATION_LONG = 1.5', 'const RELATION_LONG = 0'],
    ['speakers talk of themselves', 'const SPEAKER_COST = 0.8', 'const SPEAKER_COST = 0'],
    ['pronouns dangle', 'const DANGLING_COST = 0.7', 'const DANGLING_COST = 0'],
    ['figures of parts are figures of the business', 'const KEY_FIGURE_WHOLE = 0.4', 'const KEY_FIGURE_WHOLE = 0'],
    ['small counts are figures', 'const FIGURE_MIN = 10', 'const FIGURE_MIN = 0'],
  ]),
  ...inFile(`${SUMMARY}/topic-relation.ts`, HEADLINE_TESTS, [
    ['the spread of a term is ignored', 'const SPREAD_FREE = 0.4', 'const SPREAD_FREE = 1'],
    ['terms of one speaker weigh as much', 'const SHARED = 1.3', 'const SHARED = 1'],
  ]),
  ...inFile(`${SUMMARY}/service-contacts.ts`, HEADLINE_TESTS, [
    ['the result of another request is shown', 'if (last === undefined || isOwn(last)) return last', 'return last'],
  ]),
  ...inFile(`${SUMMARY}/open-questions.ts`, SUMMARY_TESTS, [
    ['an evasive reply answers', 'if (isShrug(said.slice(0, 200))) return false', ''],
    ['courtesies are open questions', 'if (TAG.test(plain)) return 0', ''],
    ['stated questions are ignored', 'return OPEN.test(plain) ? 1 : 0', 'return 0'],
    ['the last question is answered', 'if (next.length === 0) return false', 'if (next.length === 0) return true'],
    ['askers never answer themselves', 'if (reply > 1) return true', ''],
  ]),
  ...inFile(`${SUMMARY}/action-items.ts`, SUMMARY_TESTS, [
    ['unlikely tasks are listed', 'if (weight < weights.action_item.threshold) return undefined', ''],
    ['a late promise answers a request', 'const ANSWER_MAX = 4', 'const ANSWER_MAX = 400'],
    ['a promise is another task than its request', 'if (last !== undefined && answers(last, task))', 'if (false)'],
    ['everybody owns a task', 'if (named !== null && named !== speaker) {', 'if (false) {'],
    [
      'an addressed task belongs to its speaker',
      'return isAddressed && speaker !== null ? people.other(speaker) : null',
      'return speaker',
    ],
    ['today is no due date', '?? dueTodayIn(sentence.text, saidOn)', ''],
  ]),
  ...inFile(`${SUMMARY}/action-signals.ts`, SUMMARY_TESTS, [
    ['a delivery without a day is a task', '&& isDated && isReceiving', '&& isReceiving'],
    ['a promise with a day needs a name', '!isExplained && !(isPromise && due !== null)', '!isExplained'],
  ]),
  ...inFile(
    `${SUMMARY}/owners.ts`,
    [...SUMMARY_TESTS, `${SUMMARY}/owners.test.ts`],
    [
      ['one of two namesakes owns a task', 'byShort.has(key) && byShort.get(key) !== name ? null : name', 'name'],
      ['silence is consent', 'return isConsent(answer) ? answer.speaker : null', 'return answer.speaker'],
      ['the other one of many is found', 'known.length !== 2 || !known.includes(speaker)', '!known.includes(speaker)'],
    ],
  ),
  ...inFile(
    `${SUMMARY}/commitments.ts`,
    [`${SUMMARY}/commitments.test.ts`],
    [
      ['a refusal accepts a request', ' || DECLINES.test(spokenText(opening))', ''],
      ['a promise of something else accepts nothing', 'isClear(one) && COMMITS.test(spokenText(one))', 'false'],
      ['a request is a promise of its owner', '? null : findAsker(item)', '? null : null'],
    ],
  ),
  ...inFile(`${SUMMARY}/decisions.ts`, SUMMARY_TESTS, [
    ['unlikely decisions are listed', 'if (weight < weights.decision.threshold) return []', ''],
    [
      'a pronoun is a decision',
      'const proposal = needsProposal(sentence) ? (findAntecedent(dialog, at) ?? findTopic(dialog, at)) : undefined\n    if (needsProposal(sentence) && proposal === undefined) return []',
      'const proposal = undefined',
    ],
  ]),
  ...inFile(`${SUMMARY}/due-dates.ts`, SUMMARY_TESTS, [
    [
      'next Friday has a date',
      "return words.includes('next') ? undefined : addDays(saidOn, countDaysUntil(saidOn, weekday))",
      'return addDays(saidOn, countDaysUntil(saidOn, weekday))',
    ],
    ['a passed day of this year is meant', 'thisYear !== undefined && thisYear < today', 'false'],
    ['the first weekday counts', 'all.find((phrase) => !BARE_DAY.test(phrase)) ?? all[0]', 'all[0]'],
  ]),
  ...inFile(
    'src/core/calendar-words.ts',
    ['src/core/calendar-words.test.ts', ...SUMMARY_TESTS],
    [
      ['a weekday is today', '(weekday - date.getUTCDay() + 7) % 7 || 7', '(weekday - date.getUTCDay() + 7) % 7'],
      [
        'days that do not exist are dates',
        'return date.getUTCMonth() === month && date.getUTCDate() === day ? date : undefined',
        'return date',
      ],
      ['abbreviated months are unknown', "MONTHS.join('|')}|${SHORT_MONTH})", "MONTHS.join('|')})"],
    ],
  ),
  ...inFile(`${SUMMARY}/cleaned.ts`, SUMMARY_TESTS, [
    ['hesitations stay', "text.replace(HESITATION, ' ')", 'text'],
    ['repetitions stay', ".replace(REPEATED, '$1')", ''],
    ['fillers at the end stay', "    .replace(ENDING, '')\n", ''],
  ]),
  ...inFile(
    'src/features/text/sentences/join-lines.ts',
    ['src/features/text/sentences/sentences.test.ts', GOLDEN],
    [
      ['a long pause is ignored', 'if (gap !== null && gap > GAP_MAX) return false', ''],
      ['captions join over any pause', 'gap !== null && gap <= CAPTION_GAP_MAX', 'gap !== null'],
    ],
  ),
  ...inFile(
    'src/features/text/key-phrases/key-phrases.ts',
    ['src/features/text/key-phrases/key-phrases.test.ts', GOLDEN],
    [
      ['names are key phrases', '        !names.has(word)\n', '        true\n'],
      [
        'parts of phrases are repeated',
        'if (!chosen.some(({ key }) => ` ${key} `.includes(` ${one.key} `) || ` ${one.key} `.includes(` ${key} `)))',
        'if (true)',
      ],
      ['the length of a phrase does not count', 'const length = Math.log2(words + 1)', 'const length = 1'],
      ['occurrences inside longer phrases count', '(n - within / wider.size)', 'n'],
    ],
  ),
  ...inFile(`${ENTITIES}/classify.ts`, ENTITY_TESTS, [
    ['participants are no people', 'if (people.has(folded)) scores.person += 8', ''],
    [
      'domains are no companies',
      "if (companies.has(folded) || companies.has(folded.replaceAll(' ', ''))) scores.company += 8",
      '',
    ],
    [
      'acronyms need no evidence',
      'const ACRONYM_LEAST: Scores = { person: 4, company: 2, place: 1.5, product: 3 }',
      'const ACRONYM_LEAST: Scores = { person: 0, company: 0, place: 0, product: 0 }',
    ],
    ['roles do not describe people', 'if (ROLE_AFTER.test(after) && words.length > 1) scores.person += 3', ''],
    ['titles do not describe people', 'if (TITLE_BEFORE.test(before)) scores.person += 4', ''],
    [
      'names need no evidence',
      '{ person: 1, company: 0.4, place: 1, product: 3 }',
      '{ person: 0, company: 0, place: 0, product: 0 }',
    ],
  ]),
  ...inFile(`${ENTITIES}/things.ts`, ENTITY_TESTS, [
    [
      'amounts overlap',
      'if (!near.some((other) => mark.from < other.to && other.from < mark.to)) taken.push(mark)',
      'taken.push(mark)',
    ],
    [
      'the shortest mark wins',
      'group.toSorted((a, b) => b.to - b.from - (a.to - a.from))',
      'group.toSorted((a, b) => a.to - a.from - (b.to - b.from))',
    ],
    ['providers of mail are companies', '|| ANYBODY.has(label)', ''],
    [
      'parts of a name are other people',
      "type === 'person' && words.length === 1 ? byPart.get(words[0] ?? '') : undefined",
      'undefined',
    ],
    ['common names are entities', 'mentions.filter(({ text }) => !isCommonName(text))', '[...mentions]'],
  ]),
  ...inFile(`${ENTITIES}/candidates.ts`, ENTITY_TESTS, [
    ['first words of sentences are names', 'if (!beginsSentence(text, token)) return true', 'if (at >= 0) return true'],
    ['the possessive belongs to the name', "const possessive = /['’]s?$/.test(end.raw)", 'const possessive = false'],
    [
      'transcripts in capitals are read by their capitals',
      'hasCase: nameds > 0 && 4 * smalls > nameds && capitals >= starts / 10',
      'hasCase: true',
    ],
  ]),
  ...inFile(
    'src/features/text/sentiment/measure.ts',
    ['src/features/text/sentiment/measure.test.ts', GOLDEN],
    [
      ['negation is ignored', 'opinions.add(negation === undefined ? own :', 'opinions.add(negation !== null ? own :'],
      ['wishes are opinions', ' || all.some((word) => UNREAL.has(word))', ''],
      ['courtesies are opinions', ".replace(FORMULAS, ' ')", ''],
      ['mixed sentences have an opinion', 'opinion === undefined || others.length > 0', 'opinion === undefined'],
      ['the part before a contrast counts', '(contrast ?? sentence)', 'sentence'],
      ['feelings of others count', 'if (!before.some((one) => SPEAKER.has(one))) return undefined', ''],
      ['acknowledgments are opinions', 'const WORDS_MIN = 4', 'const WORDS_MIN = 0'],
      [
        'questions are opinions',
        String.raw`if (/\?\s*["'”’]?\s*$/.test(sentence) || /["“”]/.test(sentence)) return undefined`,
        '',
      ],
    ],
  ),
  ...inFile(
    'src/features/text/statement-cues/index.ts',
    [GOLDEN, 'src/features/text/statement-cues/index.test.ts'],
    [
      ['a weak match is enough', 'const SCORE_MIN = 2', 'const SCORE_MIN = 1'],
      [
        'both sides have needs',
        'if (of !== undefined && internal !== undefined && internal !==',
        'if (of === null && internal !== undefined && internal !==',
      ],
      ['questions are statements', "(text.endsWith('?') && !asks)", '(asks && length < 0)'],
      ['dependent sentences are as good', '? 1.5 : 0', '? 0 : 0'],
      ['long sentences are statements', 'most: 45', 'most: 450'],
      ['a strong match counts as a weak one', 'count(strong, text) * 2', 'count(strong, text)'],
    ],
  ),
  ...inFile(
    'src/core/near-words.ts',
    ['src/core/near-words.test.ts'],
    [
      ['a swap of letters costs two edits', 'cost = Math.min(cost, (before[j - 2] ?? 0) + 1)', ''],
      ['far words have another distance', 'Math.min(last[other.length] ?? 0, most + 1)', 'last[other.length] ?? 0'],
      ['the first vowel is ignored', "(isVowelFirst ? 'a' : '') + consonants", 'consonants'],
      ['double consonants sound different', String.raw`.replace(/(.)\1+/g, '$1')`, ''],
      ['words without the last letter are missing', "if (tail !== '') words.add(head + tail.slice(1))", ''],
      ['the word is near itself', '  words.delete(word)\n', ''],
    ],
  ),
  ...inFile(
    `${SEARCH}/match.ts`,
    [`${SEARCH}/match.test.ts`, `${SEARCH}/numbers.test.ts`, `${SEARCH}/near-words.test.ts`],
    [
      ['one word of the query is enough for an exact hit', 'isSaid && words.every(isHeld)', 'isSaid'],
      ['a name alone makes an exact hit', 'isSaid && words.every(isHeld)', 'words.every(isHeld)'],
      ['related hits need no similarity', 'return semantic + floor.held * held >= floor.similarity', 'return true'],
      ['held words do not help a related hit', 'floor.held * held', '0'],
      ['separate words are a phrase', 'run.length === 1 || texts().some', 'run.length > 0 || texts().some'],
      [
        'amounts in other units are the same',
        '(unit === amount.unit || unit === null || amount.unit === null)',
        'true',
      ],
    ],
  ),
  ...inFile(
    `${SEARCH}/near-words.ts`,
    [`${SEARCH}/near-words.test.ts`],
    [
      ['short words are compared', 'if (word.length < LENGTH_MIN || isCommonWord(word)) return joined', ''],
      ['sounds are ignored', 'if (isAlike && distance <= 2)', 'if (false)'],
      [
        'words that nobody says are suggested',
        'run.every((term) => said.has(term) || recent.names.has(term))',
        'run.length > 0',
      ],
      ['words in two parts are unknown', '!parts.some(isSmallWord)', 'false'],
    ],
  ),
]
