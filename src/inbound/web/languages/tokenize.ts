/** Reads an HTML template into tags, text and values. Attributes that people read are messages. */

/** Message with its places in the template. */
export interface TemplateMessage {
  readonly key: string
  /** Numbers of the template's values, by number of the placeholder. */
  readonly values: readonly number[]
  /** Elements by number of the placeholder, from 1. */
  readonly tags: readonly { readonly open: readonly TemplatePiece[]; readonly close: readonly TemplatePiece[] }[]
}

/** Markup, number of a value of the template, or message. */
export type TemplatePiece = string | number | TemplateMessage

export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly index: number }
  | {
      readonly kind: 'tag'
      readonly name: string
      readonly form: 'open' | 'close' | 'empty'
      /** Whether the element is part of a sentence. */
      readonly inline: boolean
      /** Whether its content is code, which is not translated. */
      readonly isCode: boolean
      readonly pieces: readonly TemplatePiece[]
    }

const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0', middot: '·', hellip: '…' },
  ...{ ndash: '–', mdash: '—', larr: '←', rarr: '→', times: '×' },
}

/** Text without character references. */
export const decode = (text: string): string =>
  text.replace(/&([a-z]+|#39);/g, (all, name: string) => CHARACTERS[name] ?? all)

const INLINE = new Set('a abbr b bdi code em i kbd mark q small span strong sub sup time'.split(' '))
const CODE = new Set(['code', 'kbd'])
const READ_ATTRIBUTES = new Set(['title', 'placeholder', 'aria-label', 'aria-description', 'alt', 'data-confirm'])

/** Templates of attributes begin with a space and a name. */
const ATTRIBUTES =
  /^\s*[a-z][\w-]*="|^\s+(?:autofocus|hidden|open|checked|selected|disabled|required|readonly|novalidate|controls|download)(?:\s|$)/

/** Whether a text has words. The name of the product is none. */
export const isMessageText = (text: string): boolean => /\p{L}/u.test(text.replace(/\bParley\b|&[a-z]+;/g, ''))

/** @param parts strings of a template */
export function tokenize(parts: readonly string[]): readonly Token[] {
  const tokens: Token[] = []
  let tag: TagReader | undefined = ATTRIBUTES.test(parts[0] ?? '') ? new TagReader() : undefined
  const isFragment = tag !== undefined
  for (const [index, part] of parts.entries()) {
    let at = 0
    while (at < part.length) {
      if (tag === undefined) {
        const next = findTag(part, at)
        if (next > at) tokens.push({ kind: 'text', text: part.slice(at, next) })
        if (next < part.length) tag = new TagReader()
        at = next
      } else {
        const end = tag.read(part, at)
        at = end
        if (tag.isClosed) {
          tokens.push(tag.finish())
          tag = undefined
        }
      }
    }
    if (index === parts.length - 1) continue
    if (tag === undefined) tokens.push({ kind: 'value', index })
    else tag.addValue(index)
  }
  if (tag !== undefined) tokens.push(isFragment ? { ...tag.finish(), inline: false } : tag.finish())
  return tokens
}

/** Position of the next `<` that begins a tag. */
function findTag(part: string, from: number): number {
  for (let at = part.indexOf('<', from); at !== -1; at = part.indexOf('<', at + 1)) {
    if (at === part.length - 1 || /[a-z/!]/i.test(part[at + 1] ?? '')) return at
  }
  return part.length
}

class TagReader {
  readonly #pieces: TemplatePiece[] = []
  #text = ''
  #quoted = false
  /** Attribute value that is read: its text and its values, if people read it. */
  #read: { text: string; values: number[] } | undefined
  isClosed = false

  /** Reads until the end of the tag or of the part. @returns the position behind it */
  read(part: string, from: number): number {
    for (let at = from; at < part.length; at++) {
      const character = part[at] ?? ''
      if (character === '"') this.#quote()
      else if (this.#read !== undefined) {
        this.#read.text += character
        continue
      }
      this.#text += character
      if (character === '>' && !this.#quoted) {
        this.isClosed = true
        return at + 1
      }
    }
    return part.length
  }

  addValue(index: number): void {
    if (this.#read === undefined) {
      this.#flush()
      this.#pieces.push(index)
    } else this.#read.text += `{${this.#read.values.push(index) - 1}}`
  }

  finish(): Token & { kind: 'tag' } {
    this.#flush()
    const [first = ''] = this.#pieces
    const [, closing = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)/.exec(String(first)) ?? []
    const last = String(this.#pieces.at(-1))
    const form = closing === '/' ? 'close' : last.endsWith('/>') ? 'empty' : 'open'
    return { kind: 'tag', name, form, inline: INLINE.has(name), isCode: CODE.has(name), pieces: this.#pieces }
  }

  #quote(): void {
    if (this.#quoted) this.#endValue()
    else {
      const name = /([\w-]+)=$/.exec(this.#text)?.[1] ?? ''
      if (READ_ATTRIBUTES.has(name)) this.#read = { text: '', values: [] }
    }
    this.#quoted = !this.#quoted
  }

  /** Adds a value that people read: as a message if it has words. */
  #endValue(): void {
    if (this.#read === undefined) return
    const { text, values } = this.#read
    this.#read = undefined
    this.#flush()
    if (isMessageText(text.replace(/\{\d+\}/g, ''))) this.#pieces.push({ key: decode(text), values, tags: [] })
    else
      for (const [index, piece] of text.split(/\{\d+\}/).entries()) {
        if (index > 0) this.#pieces.push(values[index - 1] ?? '')
        if (piece !== '') this.#pieces.push(piece)
      }
  }

  #flush(): void {
    if (this.#text !== '') this.#pieces.push(this.#text)
    this.#text = ''
  }
}
