/**
 * Catalogs of messages: `src/locales/<language>.json` has the translation of each English message. `keys.json` lists the
 * messages of the sources, which `npm run generate` finds. A message without a translation stays English.
 */
import { readFileSync } from 'node:fs'
import { LANGUAGES, SOURCE_LANGUAGE } from './current.ts'

/** Finds the translation of a message by its key. Undefined if there is none. */
export type Catalog = (key: string) => string | undefined

/** Messages of the sources. */
export interface MessageKeys {
  /** Keys of all messages of pages and emails, sorted. */
  readonly pages: readonly string[]
  /** Keys of texts with values that operations compose, sorted. They are part of `pages`. */
  readonly composed: readonly string[]
  /** Keys of the messages of browser scripts, sorted. A page has their translations. */
  readonly browser: readonly string[]
}

const FOLDER = new URL('../../locales/', import.meta.url)
const NONE: Catalog = () => undefined

const catalogs = new Map<string, Catalog>()

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))

/** Translations of a language, by key. */
export const readTranslations = (language: string): Readonly<Record<string, string>> =>
  readJson(`${language}.json`) as Readonly<Record<string, string>>

export const readMessageKeys = (): MessageKeys => readJson('keys.json') as MessageKeys

/** Catalog of a language. Its file is read at the first request. */
export function getCatalog(language: string): Catalog {
  const known = catalogs.get(language)
  if (known !== undefined) return known
  const catalog = language === SOURCE_LANGUAGE || !Object.hasOwn(LANGUAGES, language) ? NONE : loadCatalog(language)
  catalogs.set(language, catalog)
  return catalog
}

function loadCatalog(language: string): Catalog {
  const translations = new Map(Object.entries(readTranslations(language)))
  return (key) => translations.get(key) || undefined
}

/** Adds a language without a file. Tests use one that marks every message. */
export const addCatalog = (language: string, catalog: Catalog): void => {
  catalogs.set(language, catalog)
}

/** Whether a language has been added or used. */
export const hasCatalog = (language: string): boolean => catalogs.has(language)
