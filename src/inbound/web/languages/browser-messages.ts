/** Translations for the scripts of a page, in its head. English pages have none. */

import { getCatalog, readMessageKeys } from '../../../core/languages/catalogs.ts'
import { currentLanguage, SOURCE_LANGUAGE } from '../../../core/languages/current.ts'
import { type Html, html } from '../html.ts'

let keys: readonly string[] | undefined

/** A `meta` element, because the policy of pages forbids inline scripts. */
export function browserMessages(): Html {
  const language = currentLanguage()
  if (language === SOURCE_LANGUAGE) return html``
  keys ??= readMessageKeys().browser
  const catalog = getCatalog(language)
  const entries = keys.flatMap((key) => {
    const translation = catalog(key)
    return translation === undefined ? [] : [[key, translation] as const]
  })
  return html`\n<meta name="messages" content="${JSON.stringify(Object.fromEntries(entries))}">`
}
