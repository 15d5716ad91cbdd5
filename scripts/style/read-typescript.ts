import { type Comment, parseSync, Visitor } from 'oxc-parser'
import type { StyleName, StyleText } from './texts.ts'

export interface TypeScriptTexts {
  readonly texts: readonly StyleText[]
  readonly names: readonly StyleName[]
}

/** Functions and constructors whose first texts reach a client or an operator. */
const ERROR_MAKERS = /^(forbidden|conflict|unsupported|badArguments|\w*Error)$/
/** Properties that hold the text of an error. */
const ERROR_PROPERTIES = new Set(['detail', 'problem'])
const DIRECTIVE = /^\s*(biome-ignore|#|@ts-|!)/
/** A text of an error or of an interface: a sentence that begins with a capital letter. */
const SENTENCE = /^[A-Z“][^<>{}]*\s\S/
const LABEL = /^[A-Z][a-z]+…?$/

/**
 * Reads the comments, the interface copy or error messages, and the declared names of a TypeScript file.
 *
 * @param isInterface whether the strings of the file are shown in the web app
 * @throws Error if the file isn't valid TypeScript
 */
export function readTypeScript(source: string, { file, isInterface }: { file: string; isInterface: boolean }) {
  const { program, comments, errors } = parseSync(file, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file} isn't valid TypeScript: ${error.message}`)
  const lines = indexLines(source)
  const names: StyleName[] = []
  const texts: StyleText[] = readComments(comments, source, lines)
  const addName = (surface: 'type' | 'function', { name, start }: { name: string; start: number }) =>
    names.push({ surface, name, line: lines(start) })
  const addLength = ({ start, end }: { start: number; end: number }) => {
    const [first = ''] = source.slice(start, end).split('\n', 1)
    names.push({ surface: 'length', name: `${first} … ${lines(end) - lines(start) + 1} lines`, line: lines(start) })
  }
  const errorRanges: [start: number, end: number][] = []
  const copy: { text: string; start: number; isTemplate: boolean }[] = []
  new Visitor({
    TSInterfaceDeclaration: ({ id }) => addName('type', id),
    TSTypeAliasDeclaration: ({ id }) => addName('type', id),
    FunctionDeclaration(node) {
      if (node.id) addName('function', node.id)
      addLength(node)
    },
    FunctionExpression: addLength,
    ArrowFunctionExpression: addLength,
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') addName('function', id)
    },
    CallExpression({ callee, start, end }) {
      if (callee.type === 'Identifier' && ERROR_MAKERS.test(callee.name)) errorRanges.push([start, end])
    },
    NewExpression({ callee, start, end }) {
      if (callee.type === 'Identifier' && ERROR_MAKERS.test(callee.name)) errorRanges.push([start, end])
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && ERROR_PROPERTIES.has(key.name)) errorRanges.push([value.start, value.end])
    },
    VariableDeclaration({ declarations }) {
      for (const { id, init } of declarations) {
        if (id.type === 'Identifier' && ERROR_PROPERTIES.has(id.name) && init) errorRanges.push([init.start, init.end])
      }
    },
    Literal({ value, start }) {
      if (typeof value === 'string') copy.push({ text: value, start, isTemplate: false })
    },
    TemplateElement({ value, start }) {
      copy.push({ text: value.cooked ?? value.raw, start, isTemplate: true })
    },
  }).visit(program)

  for (const { text, start, isTemplate } of copy) {
    const isError = errorRanges.some(([from, to]) => from <= start && start < to)
    const line = lines(start)
    if (isInterface && isTemplate) texts.push(...readHtml(text, line))
    else if (isInterface && (SENTENCE.test(text) || LABEL.test(text))) texts.push({ surface: 'ui', text, line })
    else if (isError && !isInterface && SENTENCE.test(text)) texts.push({ surface: 'error', text, line })
  }
  return { texts, names } satisfies TypeScriptTexts
}

/** Joins `//` comments on consecutive lines, and removes the markers of block comments. */
function readComments(comments: readonly Comment[], source: string, lines: (offset: number) => number): StyleText[] {
  const texts: { -readonly [Key in keyof StyleText]: StyleText[Key] }[] = []
  let lastLine = -1
  for (const { type, value, start } of comments) {
    const line = lines(start)
    if (type === 'Line') {
      if (DIRECTIVE.test(value)) continue
      const last = texts.at(-1)
      const isAlone = source.slice(source.lastIndexOf('\n', start) + 1, start).trim() === ''
      if (last !== undefined && isAlone && lastLine === line - 1) last.text += `\n${value.trim()}`
      else texts.push({ surface: 'comment', text: value.trim(), line, isMultiline: true })
      lastLine = line
    } else {
      const body = value.replace(/^\*/, '').replace(/^[ \t]*\*[ \t]?/gm, '')
      const skipped = /^\s*/.exec(body)?.[0].split('\n').length ?? 1
      const isDoc = value.startsWith('*')
      texts.push({ surface: 'comment', text: body.trim(), line: line + skipped - 1, isMultiline: true, isDoc })
      lastLine = -1
    }
  }
  return texts
}

/** Reads the text and the readable attributes of a part of an HTML template. */
function* readHtml(template: string, firstLine: number): Generator<StyleText> {
  const lineAt = (index: number) => firstLine + template.slice(0, index).split('\n').length - 1
  for (const match of template.matchAll(/\b(?:placeholder|aria-label|title|alt)="([^"$]{3,})"/g)) {
    yield { surface: 'ui', text: match[1] ?? '', line: lineAt(match.index) }
  }
  // Tags become `<<<`, so that indices stay.
  const plain = template.replace(/<[^>]*>?/g, (tag) => tag.replace(/[^\n]/g, '<'))
  for (const match of plain.matchAll(/[^<]+/g)) {
    const words = match[0].trim()
    if (/[A-Za-z]{3,}/.test(words) && /\s/.test(words) && !/[=;{}]|^[a-z-]+:/.test(words)) {
      yield { surface: 'ui', text: words, line: lineAt(match.index) }
    }
  }
}

/** @returns a function from an offset to its line, from 1 */
function indexLines(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
