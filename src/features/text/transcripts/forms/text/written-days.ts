/** Days with the month in words, in the languages in which products write documents: “17 March 2026”, “17. März 2026”. */

const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']
let months: ReadonlyMap<string, number> | undefined

/** Returns the numbers of the months by their names. Creates them on demand, because 168 formatters delay a start. */
function getMonths(): ReadonlyMap<string, number> {
  months ??= new Map(
    LOCALES.flatMap((locale) => Array.from({ length: 12 }, (_, month) => month).flatMap(namesIn(locale))),
  )
  return months
}

function namesIn(locale: string) {
  return (month: number): [string, number][] =>
    (['long', 'short'] as const).map((style) => {
      const day = new Date(Date.UTC(2026, month, 15))
      const name = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }).format(day)
      return [name.toLowerCase().replace('.', ''), month]
    })
}

const DAY_FIRST =
  /^\s*(?:\p{L}{2,12},? )?(?<day>\d{1,2})(?:\.|º|er)? (?:de )?(?<month>\p{L}{3,12})\.?,? (?:de )?(?<year>20\d{2})(?!\d)/u
const MONTH_FIRST = /^\s*(?:\p{L}{2,12},? )?(?<month>\p{L}{3,12})\.? (?<day>\d{1,2}),? (?<year>20\d{2})(?!\d)/u
const NUMBERED = /^\s*(?<year>20\d{2}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日일]/u

/** Reads the day with which a line starts. @returns midnight UTC in ISO 8601, or undefined */
export function readWrittenDay(line: string): string | undefined {
  const {
    day = '',
    month = '',
    year = '',
  } = (DAY_FIRST.exec(line) ?? MONTH_FIRST.exec(line) ?? NUMBERED.exec(line))?.groups ?? {}
  const index = /^\d/.test(month) ? Number(month) - 1 : getMonths().get(month.toLowerCase())
  if (index === undefined) return undefined
  const date = new Date(Date.UTC(Number(year), index, Number(day)))
  return date.getUTCDate() === Number(day) && date.getUTCMonth() === index ? date.toISOString() : undefined
}
