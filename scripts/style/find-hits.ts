import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type NameSurface, type ProseSurface, STYLE_PATTERNS, type StylePattern } from './patterns.ts'
import { readDescriptions } from './read-descriptions.ts'
import { readMarkdown } from './read-markdown.ts'
import { readTypeScript } from './read-typescript.ts'
import type { StyleText } from './texts.ts'

/** One place that a pattern matches. */
export interface StyleHit {
  readonly pattern: StylePattern
  readonly file: string
  readonly line: number
  readonly excerpt: string
}

const EXCERPT_MAX = 150

/** Finds the hits in all files of the repository that git tracks: the product source, Markdown and the API descriptions. */
export function findStyleHits(): StyleHit[] {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0')
  return tracked.filter(isRead).flatMap((file) => findHitsIn(file, readFileSync(file, 'utf8')))
}

/** Whether a file belongs to the product source, the guides or the API descriptions; tests and benchmarks don't. */
function isRead(file: string): boolean {
  if (file === 'openapi.json' || file === 'tools.json') return true
  if (file.endsWith('.md')) return !/^src\/demo\/|^LICENSES?/.test(file)
  return /\.(ts|mts)$/.test(file) && file.startsWith('src/') && !/\.test\.ts$|^src\/testing\/|\/talks\//.test(file)
}

/** Finds the hits of all patterns in a file. @throws Error if it isn't valid TypeScript or JSON */
export function findHitsIn(file: string, text: string): StyleHit[] {
  if (file.endsWith('.md')) return [...readMarkdown(text)].flatMap((part) => examineText(file, part))
  if (file.endsWith('.json')) {
    const surface = file === 'tools.json' ? 'tool' : 'api'
    return [...readDescriptions(text, surface)].flatMap((part) => examineText(file, part))
  }
  const isInterface = /^src\/(pages|inbound\/web)\//.test(file)
  const { texts, names } = readTypeScript(text, { file, isInterface })
  return [
    ...examineName(file, { surface: 'file', name: file, line: 1 }),
    ...texts.flatMap((part) => examineText(file, part)),
    ...names.flatMap((name) => examineName(file, name)),
  ]
}

const isHit = ({ matches }: StylePattern, text: string) =>
  typeof matches === 'function' ? matches(text) : matches.test(text)

const patternsFor = (surface: ProseSurface | NameSurface) =>
  STYLE_PATTERNS.filter(({ surfaces }) => surfaces.includes(surface))

function examineName(file: string, { surface, name, line }: { surface: NameSurface; name: string; line: number }) {
  return patternsFor(surface)
    .filter((pattern) => isHit(pattern, name))
    .map((pattern): StyleHit => ({ pattern, file, line, excerpt: name }))
}

function examineText(file: string, { surface, text, line, isDoc, isParameter, isMultiline }: StyleText): StyleHit[] {
  const flat = text.replaceAll('\n', ' ')
  const lineAt = (index: number) => (isMultiline ? line + text.slice(0, index).split('\n').length - 1 : line)
  return patternsFor(surface).flatMap((pattern) => {
    if ((pattern.isDocOnly && !isDoc) || (pattern.isParameterOnly && !isParameter)) return []
    const hit = (index: number, words: string): StyleHit => {
      const excerpt = words.replace(/\s+/g, ' ').slice(0, EXCERPT_MAX)
      return { pattern, file, line: lineAt(index), excerpt }
    }
    if (pattern.scope === 'start') return isHit(pattern, flat) ? [hit(0, flat)] : []
    if (pattern.scope === 'sentence') {
      return splitSentences(flat)
        .filter(({ sentence }) => isHit(pattern, sentence))
        .map(({ sentence, index }) => hit(index, sentence))
    }
    if (typeof pattern.matches === 'function') return isHit(pattern, flat) ? [hit(0, flat)] : []
    const everywhere = new RegExp(pattern.matches.source, `${pattern.matches.flags}g`)
    return [...flat.matchAll(everywhere)].map(({ index }) => {
      const start = Math.max(0, flat.lastIndexOf('.', index - 1) + 1, index - 70)
      return hit(index, flat.slice(start).trim())
    })
  })
}

/** Sentences of a text, split after `.`, `?` or `!` before a capital letter, a digit or an opening mark, and at tags of doc comments. */
function splitSentences(text: string): { sentence: string; index: number }[] {
  const sentences: { sentence: string; index: number }[] = []
  let start = 0
  for (const match of text.matchAll(/[.?!](?=\s+[A-Z\d“"`(*])|\s(?=@(?:param|returns|throws)\s)|$/g)) {
    const raw = text.slice(start, match.index + 1)
    const sentence = raw.trim()
    if (sentence !== '') sentences.push({ sentence, index: start + raw.length - raw.trimStart().length })
    start = match.index + 1
  }
  return sentences
}
