import { LIMITS, TranscriptFault } from '../model.ts'
import { decodeEntities } from './cue-text.ts'
import { lineAt } from './lines.ts'

/** Element of an XML document, with local names: `ttm:agent` is `agent`. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  /** Texts and child elements in order. */
  readonly content: (string | XmlElement)[]
  readonly offset: number
}

/**
 * Reads a well-formed XML document in linear time. Declarations, comments and processing instructions are skipped, and
 * entities other than those of characters aren't expanded.
 * @throws TranscriptFault with the line
 */
export function readXml(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: new Map(), children: [], content: [], offset: 0 }
  const open = [top]
  const fail = (message: string, offset: number): never => {
    throw new TranscriptFault(message, { line: lineAt(text, offset) })
  }
  let from = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', from)) {
    const parent = open.at(-1) ?? top
    if (at > from) parent.content.push(decodeEntities(text.slice(from, at)))
    const special = skipSpecial(text, at)
    if (special !== undefined) {
      if (special.text !== undefined) parent.content.push(special.text)
      from = special.end === -1 ? fail('The XML is incomplete.', at) : special.end
      continue
    }
    const close = text.indexOf('>', at)
    if (close === -1) fail('The XML is incomplete.', at)
    from = close + 1
    const isEmpty = text[close - 1] === '/'
    const tag = text.slice(at + 1, isEmpty ? close - 1 : close)
    if (tag.startsWith('/')) {
      if (open.length === 1 || parent.name !== localName(tag.slice(1).trim())) fail('An XML element is not closed.', at)
      open.pop()
      continue
    }
    const name = /^[^\s/]+/.exec(tag)?.[0] ?? fail('The XML is invalid.', at)
    const element: XmlElement = {
      name: localName(name),
      attributes: readAttributes(tag.slice(name.length)),
      children: [],
      content: [],
      offset: at,
    }
    parent.children.push(element)
    parent.content.push(element)
    if (!isEmpty) open.push(element)
    if (open.length > LIMITS.depth) fail('The XML is nested too deep.', at)
  }
  const [root] = top.children
  if (open.length > 1 || root === undefined) return fail('The XML is incomplete.', text.length)
  return root
}

/** Comment, declaration, instruction or CDATA at `at`. `end` is -1 if it isn't closed. */
function skipSpecial(text: string, at: number): { end: number; text?: string } | undefined {
  const after = (mark: string) => {
    const found = text.indexOf(mark, at)
    return found === -1 ? -1 : found + mark.length
  }
  if (text.startsWith('<!--', at)) return { end: after('-->') }
  if (text.startsWith('<![CDATA[', at)) {
    const end = after(']]>')
    return { end, text: text.slice(at + 9, Math.max(at + 9, end - 3)) }
  }
  if (text.startsWith('<?', at)) return { end: after('?>') }
  return text.startsWith('<!', at) ? { end: after('>') } : undefined
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const match of text.matchAll(/([\w:.-]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes.set(localName(match[1] ?? ''), decodeEntities(match[2] ?? match[3] ?? ''))
  }
  return attributes
}

/** Text of an element in one line. `br` is a space. */
export function xmlText(element: XmlElement): string {
  const parts: string[] = []
  const open: (string | XmlElement)[] = [element]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at === 'string') parts.push(at)
    else if (at.name === 'br') parts.push(' ')
    else if (at.name !== 'metadata') open.push(...at.content.toReversed())
  }
  return parts.join('').replace(/\s+/g, ' ').trim()
}
