/**
 * Texts as a language model sees them. Matches of the rules are replaced by numbered marks (`[CARD_1]`), one for each
 * distinct content. The model's output gets the contents back, so its quotes are verbatim, and quote verification needs
 * no special case. Create a new session for each request.
 */

import type { SpanFinder } from './kinds.ts'
import { maskText } from './mask.ts'
import { findSplitNumbers } from './split-numbers.ts'

export interface RedactionSession {
  hide(text: string): string
  show(text: string): string
  /** The same for every text in a JSON value. */
  hideDeep<T>(value: T): T
  showDeep<T>(value: T): T
  /** Streams the parts of one text as soon as no mark can be incomplete. */
  showPieces(pieces: AsyncIterable<string>): AsyncIterable<string>
  readonly isUsed: () => boolean
}

/** Formats in which features show transcripts to a model: `[12] Ann: …` and `| Ann [03:05]: …`. */
const SPOKEN = /^((?:\[\d{1,7}\]|\|) (?:([^:\n]{1,600}?)(?: \[[\d:]{1,10}\])?: )?)(.*)$/
const MARK = /\[\s?([A-Z][A-Z0-9_ ]{0,31})[_ ](\d{1,6})\s?\]/gi
const MARK_MAX = 48

export function createRedactionSession(find: SpanFinder): RedactionSession {
  const marks = new Map<string, string>()
  const contents = new Map<string, string>()
  let next = 0

  function getPlaceholder(content: string, mask: string): string {
    const key = `${mask} ${content}`
    const known = marks.get(key)
    if (known !== undefined) return known
    const mark = `${mask.slice(0, -1)}_${++next}]`
    marks.set(key, mark)
    contents.set(mark, content)
    return mark
  }

  function hide(text: string): string {
    // Marks that already occur in the text aren't ours. Numbering continues after the highest of them.
    for (const [, , number] of text.matchAll(MARK)) next = Math.max(next, Number(number))
    const lines = text.split('\n').map((line) => {
      const [, label = '', speaker = '', rest = line] = SPOKEN.exec(line) ?? []
      return { label, speaker, text: rest }
    })
    const found = Map.groupBy(findSplitNumbers(lines, find), ({ piece }) => piece)
    return lines
      .map(({ label, text: said }, index) => {
        let out = hideLabel(label)
        let behind = 0
        for (const { from, to, mask } of found.get(index) ?? []) {
          out += said.slice(behind, from) + getPlaceholder(said.slice(from, to), mask)
          behind = to
        }
        return out + said.slice(behind)
      })
      .join('\n')
  }

  /** Masks speaker labels, because a speaker name can be an email address. */
  function hideLabel(label: string): string {
    if (label === '') return label
    let out = ''
    let behind = 0
    for (const { from, to, mask } of find(label)) {
      out += label.slice(behind, from) + getPlaceholder(label.slice(from, to), mask)
      behind = to
    }
    return out + label.slice(behind)
  }

  const show = (text: string): string =>
    contents.size === 0
      ? text
      : text.replaceAll(MARK, (mark, name: string, number: string) => {
          return (
            contents.get(`[${name.trim().toUpperCase().replaceAll(' ', '_')}_${number}]`) ?? contents.get(mark) ?? mark
          )
        })

  async function* showPieces(pieces: AsyncIterable<string>): AsyncIterable<string> {
    let held = ''
    for await (const piece of pieces) {
      held += piece
      const open = held.lastIndexOf('[')
      const isCut = open !== -1 && !held.includes(']', open) && held.length - open < MARK_MAX
      const ready = isCut ? held.slice(0, open) : held
      held = isCut ? held.slice(open) : ''
      if (ready !== '') yield show(ready)
    }
    if (held !== '') yield show(held)
  }

  return {
    hide,
    show,
    hideDeep: (value) => mapTexts(value, hide),
    showDeep: (value) => mapTexts(value, show),
    showPieces,
    isUsed: () => contents.size > 0,
  }
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one)
    if (Array.isArray(one)) return one.map(walk)
    // Only plain JSON objects; dates stay unchanged.
    if (typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype) {
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]))
    }
    return one
  }
  return walk(value) as T
}

/** For models without text output: one mask for all contents of a kind. */
export const maskPlainly = (text: string, find: SpanFinder): string => maskText(text, find).text
