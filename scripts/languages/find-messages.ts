/**
 * Finds the messages of the app in its sources: static text of `html` templates, and the literals of `t`. Modules for
 * browsers have only the latter. Operations have details of problems, which forms show.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import type { MessageKeys } from '../../src/core/languages/catalogs.ts'
import { joinTemplate, toKey } from '../../src/core/languages/message.ts'
import { MAIL_SUBJECTS } from '../../src/core/mail.ts'
import { templateKeys } from '../../src/inbound/web/languages/template.ts'

const home = fileURLToPath(new URL('../../', import.meta.url))
/** Folders and files with text of the interface. */
const SOURCES = ['src/inbound/web', 'src/inbound/oauth', 'src/pages', 'src/http-app.ts']
/** The API reference has the language of the contract, and developers read the style guide of the components. */
const ENGLISH = /^src\/pages\/(?:api-docs|styleguide)\//

/** Folders with details of problems. */
const PROBLEMS = ['src/core', 'src/features', 'src/inbound/web', 'src/pages']
/** Provisioning has no pages. */
const NOT_SHOWN = /^src\/features\/accounts\/scim/

/** Kinds of call sources, which have the labels of their forms, and the steps at the vendor. */
const KINDS = ['src/features/sources/source-kinds']
const KIND_TEXTS = new Set(['title', 'about', 'label', 'help', 'steps'])

/** Folders whose modules can have messages, such as the text of emails. */
const WITH_MESSAGES = ['src/core', 'src/features']
const IMPORTS_MESSAGES = /languages\/message\.ts'/

/** Paths of the sources of pages, below the repository. */
export const listPageSources = (): string[] =>
  SOURCES.flatMap(listModules)
    .filter((path) => !ENGLISH.test(path))
    .toSorted()

/** Paths of all sources with messages, below the repository. */
const listSources = (): string[] =>
  [
    ...listPageSources(),
    ...WITH_MESSAGES.flatMap(listModules).filter((path) =>
      IMPORTS_MESSAGES.test(readFileSync(join(home, path), 'utf8')),
    ),
  ]
    .filter((path) => !ENGLISH.test(path))
    .toSorted()

function listModules(source: string): string[] {
  if (source.endsWith('.ts')) return [source]
  return readdirSync(join(home, source), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => relative('', join(source, path)))
}

/** Keys of all messages, sorted. @throws Error if the text of a message isn't a literal */
export function findMessages(): MessageKeys {
  const [pages, browser, composed] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const path of listSources()) {
    const target = path.endsWith('.browser.ts') ? browser : pages
    for (const key of findKeys(path, readFileSync(join(home, path), 'utf8'))) target.add(key)
  }
  for (const path of PROBLEMS.flatMap(listModules).filter((name) => !NOT_SHOWN.test(name))) {
    const source = readFileSync(join(home, path), 'utf8')
    for (const detail of mayHaveDetails(path, source) ? findDetails(path, source) : []) {
      pages.add(detail)
      if (/\{\d+\}/.test(detail)) composed.add(detail)
    }
  }
  for (const subject of Object.values(MAIL_SUBJECTS)) pages.add(subject)
  for (const path of KINDS.flatMap(listModules))
    for (const text of findKindTexts(path, readFileSync(join(home, path), 'utf8'))) pages.add(text)
  return { pages: [...pages].sort(), composed: [...composed].sort(), browser: [...browser].sort() }
}

/** Keys of the messages of one source, in its order. */
export function findKeys(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  const keys: string[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      const parts = quasi.quasis.map(({ value }) => value.cooked ?? value.raw)
      if (tag.type !== 'Identifier') return
      if (tag.name === 'html') keys.push(...templateKeys(parts))
      if (tag.name === 't') keys.push(joinTemplate(parts))
    },
    CallExpression({ callee, arguments: [text, context], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 't') return
      const key = readLiteral(text)
      if (key === undefined) {
        const line = source.slice(0, start).split('\n').length
        throw new Error(`${path}:${line}: the text of a message must be a literal.`)
      }
      keys.push(path.endsWith('.browser.ts') ? key : toKey(key, readLiteral(context)))
    },
  }).visit(program)
  return keys
}

/** Sentences without names of the contract, which are for developers. */
const SENTENCES = /^[A-Z{][^`_]*\.$/
/** Sentences about the installation, which name settings. */
const ABOUT_INSTALLATION = /^src\/core\/installation-(?:parts|problems)\.ts$/

/** Sentences for programs, which no form causes. */
const FOR_PROGRAMS = /\bAPI key\.|user-level|organization-level|\bUUID\b|\bscope\b|personal API|as a string/

/** Properties and functions whose texts describe problems. The first argument of a function is its code or a condition. */
const DETAIL_PROPERTIES = new Set(['detail', 'error', 'skipped'])
const DETAIL_FUNCTIONS = new Set(['conflict', 'forbidden', 'refine', 'regex'])

const DETAIL_NAMES = new RegExp(`\\b(?:${[...DETAIL_PROPERTIES, ...DETAIL_FUNCTIONS].join('|')})\\b`)

/** Whether a source has a name that `findDetails` looks for. Parsing all sources takes most of the time. */
const mayHaveDetails = (path: string, source: string): boolean =>
  ABOUT_INSTALLATION.test(path) || DETAIL_NAMES.test(source)

/** Details of problems, and texts about the installation. Values in them are `{0}`, `{1}`. */
export function findDetails(path: string, source: string): string[] {
  const details: string[] = []
  const isInstallation = ABOUT_INSTALLATION.test(path)
  const add = (node: Node | undefined): void => {
    if (node?.type === 'ConditionalExpression') for (const one of [node.consequent, node.alternate]) add(one)
    // Sentences that follow are texts of their own.
    const text = readText(node)
      ?.trim()
      .replace(/(?<=\.) ?\{\d+\}$/, '')
    if (
      text === undefined ||
      /\}\{/.test(text) ||
      !/\p{L}{3}/u.test(text.replace(/\{\d+\}/g, '')) ||
      FOR_PROGRAMS.test(text)
    )
      return
    if ((isInstallation ? /^[A-Z{].*\.$/s : SENTENCES).test(text)) details.push(text)
  }
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && DETAIL_PROPERTIES.has(key.name)) add(value)
    },
    CallExpression({ callee, arguments: [, second] }) {
      const name = callee.type === 'Identifier' ? callee.name : readPropertyName(callee)
      if (DETAIL_FUNCTIONS.has(name ?? '')) add(second)
      const title = isInstallation && name === 'part' ? readLiteral(second) : undefined
      if (title !== undefined) details.push(title)
    },
    Literal: (node) => {
      if (isInstallation) add(node)
    },
    TemplateLiteral: (node) => {
      if (isInstallation) add(node)
    },
  }).visit(parseSync(path, source).program)
  return details
}

const readPropertyName = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : undefined

/** Texts of a kind of call sources, with marks of code, and sentences about its faults. */
function findKindTexts(path: string, source: string): string[] {
  const texts: string[] = []
  const add = (node: Node | undefined) => {
    const text = readLiteral(node)
    if (text !== undefined && /\p{L}{2}/u.test(text)) texts.push(text)
  }
  new Visitor({
    Property({ key, value }) {
      if (key.type !== 'Identifier' || !KIND_TEXTS.has(key.name)) return
      if (value.type !== 'ArrayExpression') add(value)
      else for (const step of value.elements) if (step !== null) add(step)
    },
    NewExpression({ callee, arguments: [, sentence] }) {
      if (callee.type === 'Identifier' && callee.name === 'SourceFault') add(sentence)
    },
  }).visit(parseSync(path, source).program)
  return texts
}

/** Text of a literal, or of a template or literals that are joined, with `{0}` in the place of each value. */
function readText(node: Node | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') return joinTemplate(node.quasis.map(({ value }) => value.cooked ?? value.raw))
  if (node?.type !== 'BinaryExpression' || node.operator !== '+') return readLiteral(node)
  const [left, right] = [readText(node.left), readLiteral(node.right)]
  return left === undefined || right === undefined ? undefined : left + right
}

const readLiteral = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

/** Content of `src/locales/keys.json`. */
export const printMessageKeys = (messages: MessageKeys): string => `${JSON.stringify(messages, undefined, 2)}\n`
