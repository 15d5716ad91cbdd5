/** Finds glossary terms in a query, and loads the glossary for the analysis of transcripts. */
import type { Reader } from '../../../core/db.ts'
import { soundKey } from '../../../core/near-words.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { isSmallWord } from '../../../core/terms.ts'
import {
  type GlossaryEntry,
  type GlossaryInput,
  isAbbreviation,
  listSpellings,
  type TermInQuery,
  toSpellingKey,
  toTokenKey,
} from '../glossary-spellings/index.ts'
import { tokenizer } from '../key-phrases/index.ts'
import {
  selectAllTerms,
  selectKeysBySound,
  selectOwners,
  selectTermNames,
  selectTermsById,
  selectVersion,
} from './queries.ts'

/** Maximum number of words of a query that are looked up, and of words in a spelling that a query finds. */
const WORDS_MAX = 60
const SPELLING_WORDS_MAX = 6

/** Terms in a query, in order, without overlaps: of several spellings at a word, the longest. */
export async function findTermsInQuery(db: Reader, org: OrganizationId, query: string): Promise<TermInQuery[]> {
  const tokens = tokenizer()(query).slice(0, WORDS_MAX)
  const keys = new Set<string>()
  for (let at = 0; at < tokens.length; at++) {
    for (let words = 1; words <= SPELLING_WORDS_MAX && at + words <= tokens.length; words++) {
      keys.add(toTokenKey(tokens.slice(at, at + words)))
    }
  }
  if (keys.size === 0) return []
  const owners = await selectOwners(db, org, [...keys])
  // Most queries name no term, and need no second statement.
  if (owners.size === 0) return []
  const rows = new Map((await selectTermsById(db, org, [...new Set(owners.values())])).map((row) => [row.id, row]))
  const found: TermInQuery[] = []
  for (let at = 0; at < tokens.length; at++) {
    for (let words = Math.min(SPELLING_WORDS_MAX, tokens.length - at); words >= 1; words--) {
      const part = tokens.slice(at, at + words)
      const key = toTokenKey(part)
      const row = rows.get(owners.get(key) ?? '')
      const [from, to] = [part[0]?.from ?? 0, part.at(-1)?.to ?? 0]
      const text = query.slice(from, to)
      if (row === undefined || !isMeant(row, key, text)) continue
      const others = listSpellings(row).flatMap((one) => (toSpellingKey(one.text) === key ? [] : [one.text]))
      found.push({ entry: row, meaning: row.meaning, text, from, to, others: [...new Set(others)] })
      at += words - 1
      break
    }
  }
  return found
}

/** Whether a part of a query is the spelling: `it` doesn't mean the abbreviation `IT`, but `sla` means `SLA`. */
const isMeant = (entry: GlossaryEntry, key: string, text: string): boolean =>
  listSpellings(entry).some(
    (one) =>
      toSpellingKey(one.text) === key && (!isAbbreviation(one.text) || !isSmallWord(key) || text.startsWith(one.text)),
  )

/** Keys of one-word spellings that sound like one of the words. */
export async function findAlikeSpellings(
  db: Reader,
  org: OrganizationId,
  words: readonly string[],
): Promise<readonly string[]> {
  const sounds = [...new Set(words.map(soundKey))].filter((sound) => sound !== '')
  return sounds.length === 0 ? [] : selectKeysBySound(db, org, sounds, ALIKE_MAX)
}

const ALIKE_MAX = 50

/** Number of glossaries that a process keeps. */
const LOADED_MAX = 32
const loaded = new Map<OrganizationId, { readonly version: number; readonly input: GlossaryInput }>()

/**
 * The glossary of an organization, for worker tasks. Undefined without terms. Each call reads its version, so changes by
 * other processes take effect immediately. The terms are read only if the stored copy has another version.
 */
export async function loadGlossary(db: Reader, org: OrganizationId): Promise<GlossaryInput | undefined> {
  const version = await selectVersion(db, org)
  if (version === 0) return undefined
  const known = loaded.get(org)
  loaded.delete(org)
  const current = known?.version === version ? known : { version, input: await readGlossary(db, org, version) }
  loaded.set(org, current)
  for (const oldest of loaded.keys()) {
    if (loaded.size <= LOADED_MAX) break
    loaded.delete(oldest)
  }
  return current.input.json === '[]' ? undefined : current.input
}

async function readGlossary(db: Reader, org: OrganizationId, version: number): Promise<GlossaryInput> {
  const entries = (await selectAllTerms(db, org)).map(
    ({ id, version, term, kind, aliases, misheard }): GlossaryEntry => ({ id, version, term, kind, aliases, misheard }),
  )
  return { key: `${org} ${version}`, json: JSON.stringify(entries) }
}

/** Maximum length of the words for a transcriber. Whisper reads only the last 224 tokens of its prompt. */
const PROMPT_LENGTH = 600

/** Terms that a transcriber should recognize, the most important first. */
export async function selectPromptTerms(db: Reader, org: OrganizationId): Promise<string[]> {
  const words: string[] = []
  let length = 0
  for (const term of await selectTermNames(db, org, PROMPT_LENGTH / 2)) {
    length += term.length + 2
    if (length > PROMPT_LENGTH) break
    words.push(term)
  }
  return words
}
