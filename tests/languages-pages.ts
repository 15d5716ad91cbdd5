/**
 * Finds text of the interface on pages that isn't translated. Pages are rendered in a language that marks each message, so
 * text without marks is data of users, or a literal of the sources that isn't a message.
 */
import { readFileSync } from 'node:fs'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { listPageSources } from '../scripts/languages/find-messages.ts'
import { decode } from '../src/inbound/web/languages/tokenize.ts'

/** Marks of a message, and of a value in it, which isn't a part of the message. */
const [BEGIN, END, VALUE_BEGIN, VALUE_END] = ['\u27e6', '\u27e7', '\u27e8', '\u27e9']

/** Translation of a message into the language of marks. */
export const mark = (key: string): string =>
  `${BEGIN}${key.replace(/^[a-z ]+::/, '').replace(/\{\d+\}/g, `${VALUE_BEGIN}$&${VALUE_END}`)}${END}`

const TOKEN = /<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z_:][\w:.-]*(?:="[^"]*")?)*)\s*\/?>|[^<]+/g
const READ = /\s(?:title|placeholder|aria-label|alt|data-confirm|data-title)="([^"]*)"/g

/** Pieces of text of a page outside of messages. */
export function findUnmarked(page: string): string[] {
  const out: string[] = []
  const inside: boolean[] = []
  for (const [text, , name, attributes = ''] of page.matchAll(TOKEN)) {
    if (name === undefined) out.push(...splitMarks(text, inside))
    else for (const [, value = ''] of attributes.matchAll(READ)) out.push(...splitMarks(value, []))
  }
  return out.map((text) => decode(text).replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}/u.test(text))
}

/** @param inside whether each open mark is that of a message; changed by the marks of the text */
function splitMarks(text: string, inside: boolean[]): string[] {
  const out: string[] = []
  for (const part of text.split(/([\u27e6-\u27e9])/u)) {
    if (part === BEGIN) inside.push(true)
    else if (part === VALUE_BEGIN) inside.push(false)
    else if (part === END || part === VALUE_END) inside.pop()
    else if (inside.at(-1) !== true) out.push(part)
  }
  return out
}

/** Paths, and types of events such as `team.created`. */
const CODE = /^\S*\/\S*$|^[a-z_]+\.[a-z_]+$/

/** Methods whose first argument is the name of a parameter or of a form field. */
const READS = /^(?:get|getAll|has|text|all|optional|set|append)$/

/** Literals of the sources that pages could show, and that aren't messages, with a place of each. */
export function readLiterals(): ReadonlyMap<string, string> {
  const literals = new Map<string, string>()
  for (const path of listPageSources().filter((name) => !/[.]browser[.]ts$|[/]languages[/]/.test(name))) {
    const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
    /** Starts of messages, and of names of parameters and form fields. */
    const messages = new Set<number>()
    const add = (text: string, { start }: Pick<Node, 'start'>) => {
      const words = text.replace(/\s+/g, ' ').trim()
      if (messages.has(start) || !/\p{L}{2}/u.test(words) || CODE.test(words)) return
      literals.set(words, `${path}:${source.slice(0, start).split('\n').length}`)
    }
    new Visitor({
      CallExpression({ callee, arguments: given }) {
        if (callee.type === 'Identifier' && callee.name === 't') for (const { start } of given) messages.add(start)
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (READS.test(callee.property.name) && given[0] !== undefined) messages.add(given[0].start)
      },
      Property({ key, value }) {
        if (key.type === 'Identifier' && key.name === 'name') messages.add(value.start)
      },
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.type === 'Identifier' && /^(t|html)$/.test(tag.name)) messages.add(quasi.start)
      },
      Literal: (node) => {
        if (typeof node.value === 'string') add(node.value, node)
      },
      TemplateLiteral: (node) => {
        for (const { value } of node.quasis) if (!value.raw.includes('<')) add(value.cooked ?? value.raw, node)
      },
    }).visit(parseSync(path, source).program)
  }
  return literals
}

/** Shortest literal that is found inside of other text. Shorter ones are found alone. */
const PART_MIN = 12

/** Texts of a page that are literals of the sources, each with the place of its literal. */
export function findUntranslated(page: string, literals: ReadonlyMap<string, string>): string[] {
  const long = [...literals].filter(([literal]) => literal.length >= PART_MIN && literal.includes(' '))
  return findUnmarked(page).flatMap((text) => {
    const place = literals.get(text) ?? long.find(([literal]) => text.includes(literal))?.[1]
    return place === undefined ? [] : [`${place}: ${text}`]
  })
}
