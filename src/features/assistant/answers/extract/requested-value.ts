/**
 * Detects which value a question about an amount requests, and whether a sentence states such a value. A price is money,
 * “how long” requests a length of time, and “how much discount” a percentage. English only.
 */
import { joinNumberWords, NUMBER_WORD, TENS } from '../../../../core/numbers.ts'
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'

type StatesValue = (text: string) => boolean

/** Numbers of two and more, in digits and words. */
const PLAIN_NUMBER = String.raw`(?:\d[\d.,]{0,20}|(?!one\b)${NUMBER_WORD})`
const TENS_WORD = `(?:${TENS.slice(2).join('|')})`
const ONES_WORD = `(?:${joinNumberWords(1, 9)})`
const NUMBER = `(?:${PLAIN_NUMBER}|an?|one|half|dozen|couple|several|few)`
/** Words between a number and its unit: “three and a half hours”, “two or three more weeks”. */
const BETWEEN = '(?:[ -](?:and|a|an|half|of|or|to|more|point|full|working|business)){0,4}'
const ofUnits = (units: string) => new RegExp(String.raw`\b${NUMBER}${BETWEEN}[ -]?(?:${units})\b`, 'i')
const states =
  (pattern: RegExp): StatesValue =>
  (text) =>
    pattern.test(text)

const DURATION = ofUnits(
  'seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|mornings?|afternoons?|evenings?|nights?|weeks?|weekends?|months?|quarters?|years?|decades?|sprints?',
)
const AGE = ofUnits('days?|weeks?|months?|years?|decades?')
const DISTANCE = ofUnits('feet|foot|yards?|miles?|met(?:er|re)s?|kilomet(?:er|re)s?|km|blocks?')
const FREQUENCY =
  /\b(?:once|twice|\w{1,20} times|every|daily|weekly|monthly|hourly|nightly|quarterly|annually|yearly|(?:a|per|each) (?:second|minute|hour|day|night|week|month|quarter|year))\b/i
const PERCENT = new RegExp(String.raw`\d ?%|\b${NUMBER} (?:percent|per cent|percentage points?|basis points?)\b`, 'i')
const MONEY = new RegExp(
  String.raw`[$€£¥]\s?\d|\b\d[\d,]{0,20}\.\d{2}\b(?!\s?(?:%|percent))|\b${PLAIN_NUMBER}(?:[ -](?:and |a |${PLAIN_NUMBER})){0,8} ?(?:dollars?|euros?|pounds?|bucks|cents?)\b`,
  'i',
)

/** Spoken sums often have no currency: “seven and a half thousand.”, “fifty-three thirty-six a vehicle”. Counted things do follow. */
const BARE_SUM = new RegExp(
  String.raw`(?<![\w-])(?<!\bthan )(?:${PLAIN_NUMBER}(?:[ -](?:and|a|half|${PLAIN_NUMBER})){0,8} thousand(?:[ -](?:and|${PLAIN_NUMBER})){0,4}|${TENS_WORD}(?:[ -]${ONES_WORD})? ${TENS_WORD}(?:[ -]${ONES_WORD})?)(?=\s*(?:[.,;:!?]|$)| (?:a|an|per|each|once|for|less|instead|in total|altogether|all in|included)\b)`,
  'i',
)

const OF_DURATION = /\bhow (?:long|quick|quickly|fast|soon)\b|\bhow much (?:\w+ )?time\b/i
const OF_FREQUENCY = /\bhow (?:often|frequently|regularly)\b/i
const OF_AGE = /\bhow old\b/i
const OF_DISTANCE = /\bhow far\b/i
const OF_PERCENT =
  /^\W*(?:\w+ ){0,4}(?:discount|rebate|reduction) (?:for|of|per|with|at|if)\b|\b(?:percent|percentage|how much (?:of a )?(?:\w+ )?(?:discount|reduction|growth|increase|decrease|rebate))\b/i
const OF_MONEY =
  /\b(?:how expensive|prices?|costs?|fees?|penalty|compensation|refund|salary|(?:which|what) (?:\w+ )?fines?|pays?|paid|charges?|charged|budget|spend|spent|worth)\b|\bhow much (?:is|are|was) (?:it|that|this|the|a|an)\b/i
/** “How much were sales down?” is answered by a percentage or by money. */
const OF_MUCH = /\bhow much\b/i

/** Whether a sentence states money or a percentage. */
export const statesFigure = (text: string): boolean => MONEY.test(text) || PERCENT.test(text)

/** Whether a sentence states a spoken sum without a currency: “It's four thousand eight hundred.” */
export const statesBareSum = (text: string): boolean => BARE_SUM.test(text)

const REDUCED = /(?:\bpercent|%)(?: \w{1,20})? off\b|\bless \S{1,40} percent\b|\b(?:took|take|takes|taking) off\b/i
const REDUCTIONS: ReadonlySet<string> = new Set('discount discounted rebate reduction'.split(' ').map(stemWord))

/** Whether a stem is a word for a discount, and a sentence states one without it: “another five percent off”. */
export const statesReduction = (stem: string, text: string): boolean => REDUCTIONS.has(stem) && REDUCED.test(text)

const VERSION = new RegExp(String.raw`\b\d+\.\d+|\b${NUMBER_WORD} point (?:oh|${NUMBER_WORD})\b`, 'i')
const OF_VERSION = /\b(?:which|what) (?:\w+ )?(?:version|release)s?\b/i

const statesMuch: StatesValue = (text) => MONEY.test(text) || BARE_SUM.test(text) || PERCENT.test(text)

/** In order of priority: “how much time” and “how much discount” aren't about money. */
const VALUES: readonly (readonly [asks: RegExp, value: StatesValue])[] = [
  [OF_VERSION, states(VERSION)],
  [OF_DURATION, states(DURATION)],
  [OF_FREQUENCY, states(FREQUENCY)],
  [OF_AGE, states(AGE)],
  [OF_DISTANCE, states(DISTANCE)],
  [OF_PERCENT, states(PERCENT)],
  [OF_MONEY, (text) => MONEY.test(text) || BARE_SUM.test(text)],
  [OF_MUCH, statesMuch],
]
/** UTF-16 units after a number in which the counted thing is looked for. */
const COUNTED_REACH = 60

const COUNT = /\bhow many ((?:\p{L}+ ?){1,2})/iu
/** “How many requests per second are allowed?” is answered by “It's twenty a second.” */
const RATE =
  /\bhow many \p{L}+ (?:\p{L}+ )?(?:per|a|an|each|every) (second|minute|hour|day|night|week|month|quarter|year)\b/iu

/** Words of things that prices are stated for. A question can use another one than the answer. */
const PRICED = [
  'vehicles? trucks? vans? cars?',
  'users? seats? persons? people heads? employees? agents? reps? colleagues?',
  'messages? texts? sms',
  'calls? conversations? recordings?',
].map((group) => group.split(' ').join('|'))
const PER = /\b(?:per|for each|for every|for one|each|every) (\p{L}{3,20})\b/iu

export interface Rate {
  /** Whether a sentence states an amount for one of the things: “forty-six dollars a vehicle” for “price per truck”. */
  readonly states: StatesValue
  /** Stems of words for the thing: *truck*, *vehicle*. */
  readonly things: ReadonlySet<string>
}

/** Reads for which thing a question requests an amount. Undefined if it names none. */
export function readRate(question: string): Rate | undefined {
  const [, thing] = PER.exec(question) ?? []
  if (thing === undefined) return undefined
  const names = PRICED.find((group) => new RegExp(`^(?:${group})$`, 'i').test(thing)) ?? thing
  const pattern = String.raw`\b${NUMBER}(?: \p{L}{1,20}){0,2} (?:(?:per|an?|each|every|for each|for every) (?:${names})\b|each\b)`
  const things = names.split('|').map((name) => stemWord(name.replace('?', '')))
  // “The earnings per share were fifty-six cents.”
  const named = new RegExp(String.raw`\b(?:per|for each|for every) (?:${names})\b`, 'iu')
  const amount = new RegExp(pattern, 'iu')
  const statesRate: StatesValue = (text) => amount.test(text) || (named.test(text) && statesFigure(text))
  return { states: statesRate, things: new Set(things) }
}

/** Whether a question requests the number of a thing. */
export const asksForCount = (question: string): boolean => COUNT.test(question)

/** Returns a test for sentences that state the value that a question requests. Undefined if it requests none of these. */
export function readRequestedValue(question: string): StatesValue | undefined {
  const [, unit] = RATE.exec(question) ?? []
  if (unit !== undefined)
    return states(new RegExp(String.raw`\b${NUMBER}(?: \p{L}+){0,2} (?:per|an?|each|every) ${unit}\b`, 'iu'))
  const [, counted] = COUNT.exec(question) ?? []
  if (counted !== undefined) {
    const wanted = new Set(
      splitWords(counted)
        .filter((word) => !isSmallWord(word))
        .map(stemWord),
    )
    return (text) => listCounted(text).some((word) => wanted.has(stemWord(word)))
  }
  return VALUES.find(([asks]) => asks.test(question))?.[1]
}

/**
 * The same for an excerpt. A number can replace the counted thing: “How many dispatchers do we have?” – “Six.” “How much
 * overtime” is also hours.
 */
export function readStatedValue(question: string): StatesValue | undefined {
  const statesValue = readRequestedValue(question)
  if (statesValue === statesMuch) return states(ANY_AMOUNT)
  return asksForCount(question) ? (text) => statesValue?.(text) === true || STATES_COUNT.test(text) : statesValue
}

const ANY_AMOUNT = new RegExp(String.raw`\b(?:${PLAIN_NUMBER}|half|none)\b|[$€£¥%]`, 'i')
const STATES_COUNT = new RegExp(
  String.raw`\b(?:${PLAIN_NUMBER}|none|nobody|half)\b(?=\s*(?:[.,;:!?]|$)| (?:is|are|was|were|have|has|had|of|in|at|on|for|more|less|now|today|as|per)\b)`,
  'i',
)

const COUNTING = new RegExp(String.raw`\b(?:${PLAIN_NUMBER}|half|third|quarter|none)\b`, 'gi')

/** Words up to three places after a number: “twelve late deliveries”, “half of all drivers”. */
function listCounted(text: string): string[] {
  const words: string[] = []
  for (const { index } of text.matchAll(COUNTING)) {
    const [part = ''] = text.slice(index, index + COUNTED_REACH).split(/[,;:!?](?=\s)/)
    words.push(...splitWords(part).slice(1, 4))
  }
  return words
}
