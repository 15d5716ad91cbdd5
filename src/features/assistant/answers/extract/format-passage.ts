/** Formats an excerpt: who said it, when, and the verbatim words. The key sentence is a quote of its own, in bold. */
import { readHeading, withoutListMark } from '../../../../core/markdown-lines.ts'
import { type Proof, type Text, toTextSource } from '../text.ts'
import type { Excerpt } from './excerpt.ts'
import type { LineSentence } from './sentences.ts'

/** Excerpt of a text. */
export interface Passage extends Excerpt {
  readonly of: Text
  /** All sentences of the text. */
  readonly all: readonly LineSentence[]
}

export interface PassageFormat {
  /** Whether the text is named with each passage, because passages of several texts are listed. */
  readonly named: boolean
  /** Whether the key sentence is in bold. */
  readonly marked: boolean
}

export function formatPassage(passage: Passage, { named, marked }: PassageFormat): string {
  const { of, all, from, to, key } = passage
  const turns = groupTurns(all.slice(from, to))
  const said = turns.map((turn, index) => {
    const quote = quoteTurn(turn, marked && to - from > 1 ? all[key] : undefined, of.kind)
    const place = formatPlace(turn[0], of, named && index === 0)
    const speaker = turn[0]?.speaker ?? ''
    if (speaker === '') return place === '' ? quote : `${place}: ${quote}`
    return `${speaker}${place === '' ? '' : ` (${place})`}: ${quote}`
  })
  return said.join(' ')
}

/** @param key sentence to mark. Text between quotation marks is verbatim, so the mark is outside of them. */
function quoteTurn(turn: readonly LineSentence[], key: LineSentence | undefined, kind: Text['kind']): string {
  return kind === 'source' ? quoteSource(turn, key) : quoteSentences(turn, key)
}

function quoteSentences(turn: readonly Pick<LineSentence, 'text'>[], key: Pick<LineSentence, 'text'> | undefined) {
  const at = key === undefined ? -1 : turn.indexOf(key)
  const parts = at === -1 ? [turn] : [turn.slice(0, at), turn.slice(at, at + 1), turn.slice(at + 1)]
  return parts
    .flatMap((part, index) => {
      const words = part.map(({ text }) => text).join(' ')
      if (words === '') return []
      return [at !== -1 && index === 1 ? `**“${words}”**` : `“${words}”`]
    })
    .join(' ')
}

/** Quotes Markdown without its marks. Headings come before the quotes that they belong to: `Prices: “Standard costs $44.”` */
function quoteSource(turn: readonly LineSentence[], key: LineSentence | undefined): string {
  const groups: { heading: string; sentences: { text: string; of: LineSentence }[] }[] = []
  for (const sentence of turn) {
    const heading = readHeading(sentence.text)
    // Of nested headings, the innermost one names the content.
    if (heading !== undefined) groups.push({ heading, sentences: [] })
    else {
      if (groups.length === 0) groups.push({ heading: '', sentences: [] })
      groups.at(-1)?.sentences.push({ text: withoutListMark(sentence.text), of: sentence })
    }
  }
  return groups
    .flatMap(({ heading, sentences }, index) => {
      if (sentences.length === 0) return index === groups.length - 1 ? [`“${heading}”`] : []
      const quotes = quoteSentences(
        sentences,
        sentences.find(({ of }) => of === key),
      )
      return [heading === '' ? quotes : `${heading}: ${quotes}`]
    })
    .join(' ')
}

/** Verbatim words by line, so that each citation is text of one segment. */
export function proofsOfPassage({ of, all, from, to, key }: Passage): Proof[] {
  const byLine = new Map<number, { from: number; to: number }>()
  const sentences = all.slice(from, to)
  const said = of.kind === 'source' ? sentences.filter(({ text }) => readHeading(text) === undefined) : sentences
  for (const { pieces } of said.length > 0 ? said : sentences) {
    for (const piece of pieces) {
      const known = byLine.get(piece.line)
      if (known === undefined) byLine.set(piece.line, { from: piece.from, to: piece.to })
      else known.to = Math.max(known.to, piece.to)
    }
  }
  const marked = new Map(all[key]?.pieces.map((piece) => [piece.line, piece]))
  const source = toTextSource(of)
  return [...byLine].flatMap(([index, range]): Proof[] => {
    const line = of.lines[index]
    const quote = line?.text.slice(range.from, range.to) ?? ''
    if (line === undefined || quote === '') return []
    const mark = marked.get(index)
    return [{ of: source, line, quote, key: mark === undefined ? undefined : line.text.slice(mark.from, mark.to) }]
  })
}

function groupTurns(sentences: readonly LineSentence[]): LineSentence[][] {
  const turns: LineSentence[][] = []
  for (const sentence of sentences) {
    const turn = turns.at(-1)
    if (turn !== undefined && turn[0]?.speaker === sentence.speaker) turn.push(sentence)
    else turns.push([sentence])
  }
  return turns
}

function formatPlace(sentence: LineSentence | undefined, of: Text, named: boolean): string {
  const start = sentence === undefined ? null : (of.lines[sentence.line]?.start ?? null)
  const parts = [start === null ? '' : formatClock(start), ...(named ? [formatTitle(of)] : [])]
  return parts.filter((part) => part !== '').join(', ')
}

/** Formats seconds as `4:05` or `1:04:05`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const formatTitle = ({ title, at }: Text) => (at === null ? title : `${title}, ${DAY.format(new Date(at))}`)
