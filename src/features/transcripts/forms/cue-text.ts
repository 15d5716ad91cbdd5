import { parseTime } from './timing.ts'

/** A run of cue text; `at` is the time stamp it follows, null at the start of its cue or voice. `raw` still has its entities. */
export interface Chunk {
  at: number | null
  raw: string
}

/** What one voice says in a cue; `voice` is null outside of voice tags. */
export interface Span {
  voice: string | null
  chunks: Chunk[]
}

const TAG_NAME = /^<\/?(v|c|i|b|u|ruby|rt|lang|font|span|br|p|strong|em)(?=[\s.>/])/i
const STAMP = /^<(\d[\d:.]*)>/

/**
 * WebVTT cue text (W3C WebVTT 1, section 6.4) as spans of one voice each. Markup is dropped. Unlike the specification, a
 * `<` that opens no known tag stays text: tools that do not escape it would lose speech otherwise.
 */
export function parseCueText(text: string): Span[] {
  let chunk: Chunk = { at: null, raw: '' }
  let span: Span = { voice: null, chunks: [chunk] }
  const spans = [span]
  const openSpan = (voice: string | null) => {
    chunk = { at: null, raw: '' }
    span = { voice, chunks: [chunk] }
    spans.push(span)
  }
  for (const piece of pieces(text)) {
    if (!piece.tag) {
      chunk.raw += piece.raw
      continue
    }
    const stamp = STAMP.exec(piece.raw)
    if (stamp !== null) {
      chunk = { at: parseTime(stamp[1] ?? '') ?? null, raw: '' }
      span.chunks.push(chunk)
      continue
    }
    const name = TAG_NAME.exec(piece.raw)?.[1]?.toLowerCase()
    if (name === 'v') openSpan(piece.raw.startsWith('</') ? null : voiceName(piece.raw))
    else if (name === 'br' || name === 'p') chunk.raw += '\n'
  }
  return spans.filter((each) => each.chunks.some(({ raw }) => raw.trim() !== ''))
}

/** The text without tags, entities kept: what SRT needs, which has neither voices nor time stamps. */
export function stripTags(text: string): string {
  if (!text.includes('<')) return text
  let out = ''
  for (const { tag, raw } of pieces(text)) {
    const name = tag ? TAG_NAME.exec(raw)?.[1]?.toLowerCase() : undefined
    if (!tag || name === undefined || name === 'v') out += raw
    else if (name === 'br' || name === 'p') out += '\n'
  }
  return out
}

function* pieces(text: string): Generator<{ tag: boolean; raw: string }> {
  let from = 0
  let at = text.indexOf('<')
  // Once no `>` is left there is no tag left either; asking again at every `<` would take quadratic time.
  const lastClose = text.lastIndexOf('>')
  while (at !== -1 && at < lastClose) {
    const head = text.slice(at, at + 32)
    if (TAG_NAME.test(head) || STAMP.test(head)) {
      const close = text.indexOf('>', at)
      if (at > from) yield { tag: false, raw: text.slice(from, at) }
      yield { tag: true, raw: text.slice(at, close + 1) }
      from = close + 1
      at = text.indexOf('<', from)
    } else {
      at = text.indexOf('<', at + 1)
    }
  }
  if (from < text.length) yield { tag: false, raw: text.slice(from) }
}

/** `<v.first.loud Esme Johnson>` names "Esme Johnson"; a lone `<v>` names nobody. */
function voiceName(tag: string): string {
  const body = tag.slice(2, -1)
  const space = body.search(/\s/)
  return space === -1
    ? ''
    : decodeEntities(body.slice(space))
        .trim()
        .replace(/[ \t\n\f\r]+/g, ' ')
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  colon: ':',
}

/** HTML character references as WebVTT text has them; what is none stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{1,8}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}
