/** Faults in answers about prices, about what occurs most, and in lists. */
import { inFile, type PlantedFault } from './model.ts'

const ANSWERS = 'src/features/assistant/answers'

export const PRICE_FAULTS: readonly PlantedFault[] = [
  ...inFile(
    `${ANSWERS}/records/group-by-subject.ts`,
    [`${ANSWERS}/records/group-by-subject.test.ts`],
    [
      ['one call is a group', 'const CALLS_MIN = 2', 'const CALLS_MIN = 1'],
      ['few statements are grouped', 'const GROUPED_MIN = 0.5', 'const GROUPED_MIN = 0'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/records/answer-prices.ts`,
    [`${ANSWERS}/records/answer-prices.test.ts`],
    [
      ['an agreement is worth nothing', 'const AGREED = 2', 'const AGREED = -2'],
      ['an offer is an agreement', 'AGREES.test(question.prompt) && !isAgreed', 'false'],
      ['synonyms of a thing count', 'named.length > 0 ? named : found', 'found'],
    ],
  ),
  ...inFile(
    `${ANSWERS}/records/price-statements.ts`,
    [`${ANSWERS}/records/answer-prices.test.ts`],
    [['money of others is a price', 'const OTHER_COST = 2', 'const OTHER_COST = -2']],
  ),
  ...inFile(
    `${ANSWERS}/extract/fitting-passages.ts`,
    [`${ANSWERS}/extract/fitting-passages.test.ts`],
    [['one word of a list is enough', 'const LISTED_MIN = 0.6', 'const LISTED_MIN = 0']],
  ),
  ...inFile(
    `${ANSWERS}/extract/longest-phrase.ts`,
    [`${ANSWERS}/extract/longest-phrase.test.ts`],
    [['words in any order are a phrase', 'current[at + 1] = (previous[at] ?? 0) + 1', 'current[at + 1] = longest + 1']],
  ),
  ...inFile(
    `${ANSWERS}/extract/closeness.ts`,
    [`${ANSWERS}/extract/closeness.test.ts`],
    [['each name of the opening is left out', '.filter((clause) => ANNOUNCES.test(clause))', '']],
  ),
]
