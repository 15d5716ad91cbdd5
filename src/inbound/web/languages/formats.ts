/**
 * Numbers, dates and lists in the language of the request. English has British dates. Formatters are kept, because creating
 * one is slow.
 */
import { LRUCache } from 'lru-cache'
import { currentLanguage } from './current.ts'
import type { Text } from './message.ts'

/** Formatters differ by language, options and time zone. */
const FORMATTERS_MAX = 500

const formatters = new LRUCache<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat | Intl.DisplayNames>({
  max: FORMATTERS_MAX,
})

/** Locale of dates. A test language has the formats of English. */
const dateLocale = () => toLocale('en-GB')
const toLocale = (english: string): string => {
  const language = currentLanguage()
  return language === 'en' || Intl.NumberFormat.supportedLocalesOf(language).length === 0 ? english : language
}

function getFormatter<Formatter extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat | Intl.DisplayNames>(
  kind: new (locale: string, options: never) => Formatter,
  locale: string,
  options: object,
): Formatter {
  const key = `${kind.name} ${locale} ${JSON.stringify(options)}`
  const found = formatters.get(key)
  if (found instanceof kind) return found
  const made = new kind(locale, options as never)
  formatters.set(key, made)
  return made
}

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  getFormatter(Intl.NumberFormat, toLocale('en'), options).format(value)

/** Share in whole percent: `45%`. @param share 0 to 1 */
export const formatPercent = (share: number): string =>
  formatNumber(Math.round(share * 100) / 100, { style: 'percent' })

/** Date or time, in the time zone of the options. */
export const formatDate = (at: Date, options: Intl.DateTimeFormatOptions & { readonly timeZone: string }): string =>
  getFormatter(Intl.DateTimeFormat, dateLocale(), options).format(at)

/** `a, b and c`, or `a, b or c`. */
export const formatList = (items: readonly Text[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  getFormatter(Intl.ListFormat, toLocale('en'), { type }).format(items.map(String))

/** Name of a language, such as `German`. The tag if it is unknown. */
export const formatLanguage = (tag: string): string =>
  getFormatter(Intl.DisplayNames, toLocale('en'), { type: 'language' }).of(tag) ?? tag

/** Order of names in the language of the request. */
export const compareText = (a: Text, b: Text): number => String(a).localeCompare(String(b), toLocale('en'))
