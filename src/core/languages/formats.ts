/**
 * Numbers, dates and lists in the language of the request. English has British dates. Formatters are kept, because creating
 * one is slow.
 */
import { LRUCache } from 'lru-cache'
import { currentLanguage } from './current.ts'
import type { Text } from './message.ts'

/** Formatters differ by language, options and time zone. */
const FORMATTERS_MAX = 500

/** Creates each formatter of a kind once. */
function cacheFormatters<Formatter extends object, Options extends object>(
  create: (locale: string, options: Options) => Formatter,
): (locale: string, options: Options) => Formatter {
  const formatters = new LRUCache<string, Formatter>({ max: FORMATTERS_MAX })
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`
    const formatter = formatters.get(key) ?? create(locale, options)
    formatters.set(key, formatter)
    return formatter
  }
}

const getNumberFormat = cacheFormatters(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
const getDateFormat = cacheFormatters(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
const getListFormat = cacheFormatters((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))
const getDisplayNames = cacheFormatters(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
)

/** Locale of dates. A test language has the formats of English. */
const dateLocale = () => toLocale('en-GB')
const toLocale = (english: string): string => {
  const language = currentLanguage()
  return language === 'en' || Intl.NumberFormat.supportedLocalesOf(language).length === 0 ? english : language
}

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  getNumberFormat(toLocale('en'), options).format(value)

/** Share in whole percent: `45%`. @param share 0 to 1 */
export const formatPercent = (share: number): string =>
  formatNumber(Math.round(share * 100) / 100, { style: 'percent' })

/** Date or time, in the time zone of the options. */
export const formatDate = (at: Date, options: Intl.DateTimeFormatOptions & { readonly timeZone: string }): string =>
  getDateFormat(dateLocale(), options).format(at)

/** Date and time for readers whose time zone is unknown: `12 March 2026 at 14:05 UTC`. */
export const formatUtcTime = (at: Date): string =>
  formatDate(at, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZoneName: 'short', timeZone: 'UTC' },
  })

/** `a, b and c`, or `a, b or c`. */
export const formatList = (items: readonly Text[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  getListFormat(toLocale('en'), { type }).format(items.map(String))

/** Name of a language, such as `German`. The tag if it is unknown. */
export const formatLanguage = (tag: string): string =>
  getDisplayNames(toLocale('en'), { type: 'language' }).of(tag) ?? tag

/** Order of names in the language of the request. */
export const compareText = (a: Text, b: Text): number => String(a).localeCompare(String(b), toLocale('en'))
