/**
 * Languages of the app and of emails, and the language of the current work: a request, or the composition of an email. It is
 * kept for the whole work, so that components need no parameter for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Languages by their BCP 47 tag, each with its own name. The first one is the language of the sources. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
} as const

export type Language = keyof typeof LANGUAGES

/** Tags of the languages, for schemas. */
export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as [Language, ...Language[]]

/** Language of the sources, which needs no catalog. */
export const SOURCE_LANGUAGE: Language = 'en'

/** Maximum number of languages in `Accept-Language` that are considered. */
const ACCEPTED_MAX = 20

const storage = new AsyncLocalStorage<string>()

/** Tag of the language of this work. `en` outside of `runInLanguage`. */
export const currentLanguage = (): string => storage.getStore() ?? SOURCE_LANGUAGE

/** Runs work in a language. Work that it starts has the same language. */
export const runInLanguage = <Result>(language: string, work: () => Result): Result => storage.run(language, work)

export const isLanguage = (tag: string | null | undefined): tag is Language =>
  typeof tag === 'string' && Object.hasOwn(LANGUAGES, tag)

/**
 * Language of a request: the one that the user chose. Without a choice, the first one of the browser that exists, or else
 * English.
 * @param chosen value of the cookie
 * @param accepted value of `Accept-Language` (RFC 9110, section 12.5.4)
 */
export function chooseLanguage(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen
  return listAccepted(accepted).find(isLanguage) ?? SOURCE_LANGUAGE
}

/** Primary languages that a browser accepts, the preferred ones first. `de-AT` means `de`. */
export function listAccepted(accepted: string | undefined): string[] {
  const ranges = (accepted ?? '').slice(0, 1_000).split(',', ACCEPTED_MAX)
  return ranges
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return {
        tag: tag.split('-', 1)[0]?.toLowerCase() ?? '',
        weight: weight === undefined ? 1 : Number(weight.slice(2)),
      }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
