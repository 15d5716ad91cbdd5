/**
 * Messages of browser scripts, in the language of the page: `t('Copied')`, or with values `t('{0} files', count)`. The text
 * must be a literal, because `npm run generate` reads it from the sources. The page has the translations in its head.
 */

const translations: Readonly<Record<string, string>> = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=messages]')?.content ?? '{}',
)

/** @param values of `{0}`, `{1}` */
export const t = (text: string, ...values: readonly (string | number)[]): string =>
  (translations[text] ?? text).replace(/\{(\d{1,3})\}/g, (_, number: string) => String(values[Number(number)] ?? ''))

/** Locale of dates on the page. English has British dates. */
export const pageLocale = (): string => {
  const { lang } = document.documentElement
  return lang === 'en' ? 'en-GB' : lang
}
