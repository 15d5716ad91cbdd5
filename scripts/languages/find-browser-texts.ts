/** Finds text in modules for browsers that isn't a message: sentences, and literals that the module shows. */
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { joinTemplate } from '../../src/core/languages/message.ts'

/** Words in a row that begin with a capital letter, as in `No network connection`. */
const SENTENCE = /^\p{Lu}[\p{L}'’]*[,.]? \p{L}/u
const WORD = /\p{L}{2}/u

/** Properties whose value is visible or read aloud. */
const SHOWN_PROPERTIES = new Set(['textContent', 'innerText', 'title', 'placeholder', 'ariaLabel', 'alt'])
/** Methods whose texts are visible. */
const SHOWING_METHODS = new Set([
  'append',
  'prepend',
  'replaceChildren',
  'before',
  'after',
  'alert',
  'confirm',
  'prompt',
])
const SHOWN_ATTRIBUTES = new Set(['aria-label', 'aria-valuetext', 'aria-description', 'title', 'placeholder', 'alt'])

/** Text that isn't from the catalog, each with its line. */
export function findBrowserTexts(path: string, source: string): string[] {
  const found = new Map<number, string>()
  /** Starts of texts that nobody sees: of messages, of errors, and of keys. */
  const hidden = new Set<number>()
  /** Starts of texts that the module shows. */
  const shown = new Map<number, string>()
  const show = (node: Node | null | undefined): void => {
    if (node?.type === 'ConditionalExpression') for (const one of [node.consequent, node.alternate]) show(one)
    else if (node?.type === 'LogicalExpression') for (const one of [node.left, node.right]) show(one)
    const text = readText(node)
    if (node !== null && node !== undefined && text !== undefined && WORD.test(text)) shown.set(node.start, text)
  }
  const take = (node: Node) => {
    const text = readText(node)
    if (text !== undefined && SENTENCE.test(text)) found.set(node.start, text)
  }
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 't') for (const { start } of given) hidden.add(start)
      const name = callee.type === 'Identifier' ? callee.name : readPropertyName(callee)
      // Form data has `append` with a name first, and `set` in the same way.
      if (SHOWING_METHODS.has(name ?? '') && !(name === 'append' && given.length > 1 && isText(given[0])))
        for (const one of given) show(one)
      const [attribute, value] = given
      if (name === 'setAttribute' && SHOWN_ATTRIBUTES.has(readText(attribute) ?? '')) show(value)
    },
    AssignmentExpression({ left, right }) {
      if (SHOWN_PROPERTIES.has(readPropertyName(left) ?? '')) show(right)
    },
    NewExpression({ callee, arguments: given }) {
      const name = callee.type === 'Identifier' ? callee.name : ''
      if (name === 'Error') for (const { start } of given) hidden.add(start)
      if (name === 'Option') show(given[0])
    },
    Property({ key }) {
      hidden.add(key.start)
    },
    Literal: take,
    TemplateLiteral: take,
  }).visit(parseSync(path, source).program)
  for (const [start, text] of shown) found.set(start, text)
  return [...found]
    .filter(([start]) => !hidden.has(start))
    .toSorted(([a], [b]) => a - b)
    .map(([start, text]) => `${path}:${source.slice(0, start).split('\n').length}: ${text}`)
}

const isText = (node: Node | undefined): boolean => readText(node) !== undefined

const readPropertyName = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : undefined

/** Text of a literal or a template, with `{0}` in the place of each value. */
function readText(node: Node | null | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') return joinTemplate(node.quasis.map(({ value }) => value.cooked ?? value.raw))
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}
