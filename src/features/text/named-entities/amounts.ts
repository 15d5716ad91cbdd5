/**
 * Entities that are recognized by their form: money, percentages, quantities and addresses. All patterns run in linear
 * time.
 */
import { SCALE_WORDS, SMALL_NUMBERS, SPELLED_NUMBER } from '../../../core/numbers.ts'
import type { EntityMark, NamedEntityType } from './model.ts'

const ONES = SMALL_NUMBERS.join('|')
const SCALES = SCALE_WORDS.join('|')
const DIGITS = String.raw`\d{1,15}(?:,\d{3}){0,4}(?:\.\d{1,6})?`
/** Number in digits or words, with its scale. */
export const NUMBER = String.raw`(?:${DIGITS}(?: ?(?:${SCALES}|bn|mn|mm|k)\b)?|${SPELLED_NUMBER})`
const SIGN = '(?:US|CA|AU|C|A|NZ|HK|S)?[$€£¥₹]'
const CURRENCY =
  'dollars?|cents?|euros?|pence|bucks|quid|yen|yuan|rupees?|francs?|pesos?|pounds? sterling|kron(?:a|or|er)|zloty|USD|EUR|GBP|CHF|CAD|AUD|JPY|CNY|INR|SEK|NOK|DKK|PLN'
const UNIT =
  '(?:square |cubic |metric )?(?:megawatts?|gigawatts?|kilowatts?|megawatt[- ]hours?|kilowatt[- ]hours?|terawatt[- ]hours?|MWh?|GWh?|kWh?|TEUs?|tons?|tonnes?|kilos?|kilograms?|kg|grams?|milligrams?|mg|ounces?|oz|miles?|kilomet(?:er|re)s?|km|met(?:er|re)s?|centimet(?:er|re)s?|cm|millimet(?:er|re)s?|mm|inch(?:es)?|feet|foot|yards?|acres?|hectares?|barrels?|gallons?|lit(?:er|re)s?|ml|degrees?|gigabytes?|megabytes?|terabytes?|GB|MB|TB|kilobits?|megabits?|gigabits?|hertz|gigahertz|GHz|MHz|volts?|amps?)'

const definePattern = (type: NamedEntityType, pattern: string, flags = 'gi') => ({
  type,
  pattern: new RegExp(pattern, flags),
})

/** Patterns by priority: the earlier one is used if two matches overlap. */
const PATTERNS = [
  definePattern(
    'email',
    String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}(?<![.-])`,
    'giu',
  ),
  definePattern(
    'url',
    String.raw`\bhttps?://[^\s<>"')\]]{2,2000}(?<![.,;:!?])|(?<![\w@.-])(?:[a-z\d-]{1,63}\.){1,8}(?:com|org|net|io|co|gov|edu|ai|dev|app|info|eu|uk|de|fr)(?![\w-]|\.\w)(?:/[^\s<>"')\]]{0,500}(?<![.,;:!?]))?`,
  ),
  definePattern('money', `${SIGN} ?${NUMBER}(?: ?(?:per|a) (?:share|month|year|seat|user|unit|hour|day|ton))?`),
  definePattern('money', String.raw`\b${NUMBER} (?:(?:us|canadian|australian) )?(?:${CURRENCY})\b`),
  definePattern(
    'money',
    String.raw`\b(?:USD|EUR|GBP|CHF|CAD|AUD|JPY|CNY|INR|SEK|NOK|DKK|PLN|RMB|BRL|MXN|SGD|HKD|NZD) ?${NUMBER}`,
  ),
  definePattern(
    'percent',
    String.raw`(?<![\w.])${NUMBER}(?: ?%|[- ](?:percent|per cent|percentage points?|basis points?|bps)\b)`,
  ),
  definePattern('quantity', String.raw`\b${NUMBER}[- ]${UNIT}\b`),
  definePattern(
    'time',
    String.raw`\b\d{1,2}(?::\d{2}){1,2}(?: ?[ap]\.?m\b\.?)?|\b(?:\d{1,2}|${ONES}) ?(?:[ap]m\b|[ap]\.m\.|o'clock)`,
  ),
  definePattern(
    'phone',
    String.raw`(?<![\w.,$€£%-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,5}\)[ .-]?|\d{2,5}[ .-])\d{2,4}(?:[ .-]\d{2,4}){1,3}(?![\w%]|[.,]\d)`,
  ),
] as const

/** Minimum and maximum number of digits in a telephone number. */
const PHONE_DIGITS = [9, 15] as const

export function amountsIn(text: string): EntityMark[] {
  const marks: EntityMark[] = []
  for (const { type, pattern } of PATTERNS) {
    if (type === 'email' && !text.includes('@')) continue
    for (const match of text.matchAll(pattern)) {
      if (type === 'phone' && !isPhone(match[0])) continue
      marks.push({ type, from: match.index, to: match.index + match[0].length })
    }
  }
  return marks
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= PHONE_DIGITS[0] && digits <= PHONE_DIGITS[1]
}
