/**
 * Catalogs with the keys of the sources: translations of keys that no longer exist are removed, and new keys are added
 * without a translation. `tests/languages.test.ts` lists what isn't translated.
 */

import { type MessageKeys, readTranslations } from '../../src/core/languages/catalogs.ts'
import { LANGUAGES, SOURCE_LANGUAGE } from '../../src/core/languages/current.ts'

/** Languages with a catalog. */
export const TRANSLATED: readonly string[] = Object.keys(LANGUAGES).filter((language) => language !== SOURCE_LANGUAGE)

/**
 * Content of `src/locales/<language>.json`. An empty translation is a missing one.
 * @param messages of the sources; finding them parses all sources, so that callers find them once for all languages
 */
export function printCatalog(language: string, { pages, browser }: MessageKeys): string {
  const stored = readTranslations(language)
  const keys = [...new Set([...pages, ...browser])].sort()
  return `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, stored[key] ?? ''])), undefined, 2)}\n`
}
