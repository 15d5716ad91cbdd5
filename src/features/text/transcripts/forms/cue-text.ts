import { parseTime } from './timing.ts'

/**
 * A part of cue text. `at` is the preceding timestamp; null at the start of a cue or voice. `raw` contains entities.
 */
export interface Chunk {
  at: number | null
  raw: string
}

/** Text of one voice in a cue; `voice` is null outside of voice tags. */
export interface VoiceSpan {
  voice: string | null
  chunks: Chunk[]
}

const TAG_NAME = /^<\/?(v|c|i|b|u|ruby|rt|lang|font|span|br|p|strong|em)(?=[\s.>/])/i
const STAMP = /^<(\d[\d:.]*)>/

/**
 * Parses WebVTT cue text (W3C WebVTT 1, section 6.4) into spans of one voice each, without markup. Unlike in the
 * specification, a `<` that doesn't open a known tag is text, because some tools don't escape it.
 */
export function parseCueText(text: string): VoiceSpan[] {
  let chunk: Chunk = { at: null, raw: '' }
  let span: VoiceSpan = { voice: null, chunks: [chunk] }
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

/** Positions and styles of SubStation Alpha and MicroDVD in other subtitles: `{\\an8}`, `{y:i}`. */
const OVERRIDE = /\{(?:\\[^{}\n]{0,500}|[yYcCfFsSpPoO]:[^{}\n]{0,60})\}/g

/** Text without tags and style overrides, with entities; for SRT, which has neither voices nor timestamps. */
export function stripTags(given: string): string {
  const text = given.includes('{') ? given.replace(OVERRIDE, '') : given
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
  // No tag can start after the last `>`. Searching for it at every `<` would take quadratic time.
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

/** Name in a voice tag: `<v.first.loud Esme Johnson>` names "Esme Johnson"; `<v>` has no name. */
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

/** Decodes HTML character references. Other text stays unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{1,8}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}
