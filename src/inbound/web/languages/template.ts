/**
 * Messages of an HTML template. The static text of a template is split at elements of the layout. Elements inside of a
 * sentence stay in its message as `<1>…</1>`, and values as `{0}`. Static attributes that people read are messages, too.
 *
 * A translation is text: only its numbered placeholders become elements and values of the template.
 */
import { findFault, splitMessage } from '../../../core/languages/placeholders.ts'
import { decode, isMessageText, type TemplatePiece, type Token, tokenize } from './tokenize.ts'

/** Markup, number of a value, or message. */
export type TemplatePart = TemplatePiece

/** Splits a template. @param parts its strings */
export function parseTemplate(parts: readonly string[]): readonly TemplatePart[] {
  const out: TemplatePiece[] = []
  let run: Token[] = []
  const flush = () => {
    out.push(...parseRun(run))
    run = []
  }
  for (const token of tokenize(parts)) {
    if (token.kind === 'tag' && !token.inline) {
      flush()
      out.push(...token.pieces)
    } else run.push(token)
  }
  flush()
  return out
}

/** Keys of all messages of a template. */
export function templateKeys(parts: readonly string[]): string[] {
  const collect = (pieces: readonly TemplatePiece[]): string[] =>
    pieces.flatMap((piece) =>
      typeof piece === 'object' ? [piece.key, ...piece.tags.flatMap(({ open }) => collect(open))] : [],
    )
  return collect(parseTemplate(parts))
}

/** Tree of the inline elements of a run. */
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly index: number }
  | {
      readonly kind: 'element'
      readonly open: Token & { kind: 'tag' }
      readonly close: readonly TemplatePiece[]
      readonly inside: readonly Node[]
    }

/** Pieces of text and inline elements between two elements of the layout. */
function parseRun(tokens: readonly Token[]): TemplatePiece[] {
  const stray = findStray(tokens)
  if (stray === -1) return printNodes(nest(tokens))
  const token = tokens[stray]
  return [
    ...parseRun(tokens.slice(0, stray)),
    ...(token?.kind === 'tag' ? token.pieces : []),
    ...parseRun(tokens.slice(stray + 1)),
  ]
}

/** First tag that has no counterpart in the run. -1 if there is none. */
function findStray(tokens: readonly Token[]): number {
  const open: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'tag' || token.form === 'empty') continue
    if (token.form === 'open') open.push(at)
    else {
      const before = tokens[open.at(-1) ?? -1]
      if (before?.kind !== 'tag' || before.name !== token.name) return open[0] ?? at
      open.pop()
    }
  }
  return open[0] ?? -1
}

function nest(tokens: readonly Token[]): readonly Node[] {
  const levels: { nodes: Node[]; open?: Token & { kind: 'tag' } }[] = [{ nodes: [] }]
  for (const token of tokens) {
    const level = levels.at(-1)
    if (token.kind !== 'tag') level?.nodes.push(token)
    else if (token.form === 'open') levels.push({ nodes: [], open: token })
    else if (token.form === 'empty') level?.nodes.push({ kind: 'element', open: token, close: [], inside: [] })
    else {
      levels.pop()
      if (level?.open !== undefined)
        levels.at(-1)?.nodes.push({ kind: 'element', open: level.open, close: token.pieces, inside: level.nodes })
    }
  }
  return levels[0]?.nodes ?? []
}

/** Prints a run. Without text of its own, its elements are messages of their own. */
function printNodes(nodes: readonly Node[]): TemplatePiece[] {
  const isSentence = nodes.some((node) => node.kind === 'text' && isMessageText(node.text))
  if (!isSentence) return nodes.flatMap(printNode)
  let [from, to] = [0, nodes.length]
  while (from < to && isOutside(nodes[from], nodes[from + 1], /^[\p{L}\p{N}]/u)) from++
  while (from < to && isOutside(nodes[to - 1], nodes[to - 2], /[\p{L}\p{N}.!?:…]$/u)) to--
  return [
    ...nodes.slice(0, from).flatMap(printNode),
    ...printMessage(nodes.slice(from, to)),
    ...nodes.slice(to).flatMap(printNode),
  ]
}

/** Whether a value at the edge of a run, such as an icon, isn't part of its sentence: nothing separates it from the text. */
function isOutside(node: Node | undefined, next: Node | undefined, edge: RegExp): boolean {
  if (node?.kind === 'text') return node.text.trim() === ''
  return node?.kind === 'value' && (next === undefined || next.kind !== 'text' || edge.test(next.text))
}

const printNode = (node: Node): TemplatePiece[] => {
  if (node.kind === 'text') return [node.text]
  if (node.kind === 'value') return [node.index]
  return [...node.open.pieces, ...(node.open.isCode ? printCode(node.inside) : printNodes(node.inside)), ...node.close]
}

const printCode = (nodes: readonly Node[]): TemplatePiece[] =>
  nodes.flatMap((node) =>
    node.kind === 'element' ? [...node.open.pieces, ...printCode(node.inside), ...node.close] : printNode(node),
  )

function printMessage(nodes: readonly Node[]): TemplatePiece[] {
  const values: number[] = []
  const tags: { open: readonly TemplatePiece[]; close: readonly TemplatePiece[] }[] = []
  const write = (node: Node): string => {
    if (node.kind === 'text') return decode(node.text)
    if (node.kind === 'value') return `{${values.push(node.index) - 1}}`
    const number = tags.push({ open: node.open.pieces, close: node.close })
    return node.open.form === 'empty' ? `<${number}/>` : `<${number}>${node.inside.map(write).join('')}</${number}>`
  }
  const text = nodes
    .map(write)
    .join('')
    .replace(/[ \t\r\n]+/g, ' ')
  const key = text.trim()
  return [
    ...(text.startsWith(' ') ? [leading(nodes[0])] : []),
    { key, values, tags },
    ...(text.endsWith(' ') ? [trailing(nodes.at(-1))] : []),
  ]
}

const leading = (node: Node | undefined) => (node?.kind === 'text' ? (/^\s*/.exec(node.text)?.[0] ?? '') : '')
const trailing = (node: Node | undefined) => (node?.kind === 'text' ? (/\s*$/.exec(node.text)?.[0] ?? '') : '')

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const encode = (text: string) => text.replace(/[&<>"]/g, (character) => REFERENCES[character] ?? character)

/**
 * Translates a template: markup and numbers of values, in their order of the language.
 * @param translate translation of a key, or undefined. A translation with other placeholders is ignored
 */
export function translateTemplate(
  parts: readonly TemplatePart[],
  translate: (key: string) => string | undefined,
): readonly (string | number)[] {
  const out: (string | number)[] = []
  const add = (part: string | number) => {
    const last = out.at(-1)
    if (typeof part === 'string' && typeof last === 'string') out[out.length - 1] = last + part
    else out.push(part)
  }
  const print = (piece: TemplatePiece): void => {
    if (typeof piece !== 'object') {
      add(piece)
      return
    }
    const found = translate(piece.key)
    const text = found !== undefined && findFault(piece.key, found) === undefined ? found : piece.key
    for (const part of splitMessage(text)) {
      if (typeof part === 'string') add(encode(part))
      else if ('value' in part) add(piece.values[part.value] ?? '')
      else {
        const tag = piece.tags[part.tag - 1]
        for (const one of (part.form === 'close' ? tag?.close : tag?.open) ?? []) print(one)
      }
    }
  }
  for (const part of parts) print(part)
  return out
}
