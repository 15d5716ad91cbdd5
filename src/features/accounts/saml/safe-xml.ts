/**
 * Strict XML for documents from outside. It accepts only what SAML messages need: elements, attributes and text. Document
 * types, entities, CDATA sections, processing instructions and comments are rejected, so nothing can be expanded or loaded
 * and a comment can't split a value. Limits of size, number and depth keep the cost of later steps linear.
 */
import { createRequire } from 'node:module'

/** Part of the Document Object Model that is used here. The types of the package would add all of a browser's. */
export interface XmlNode {
  readonly nodeType: number
  readonly localName: string | null
  readonly namespaceURI: string | null
  readonly firstChild: XmlNode | null
  readonly lastChild: XmlNode | null
  readonly nextSibling: XmlNode | null
  readonly previousSibling: XmlNode | null
  readonly textContent: string | null
}
export interface XmlElement extends XmlNode {
  hasAttribute(name: string): boolean
  getAttribute(name: string): string | null
}
interface Parser {
  parseFromString(xml: string, type: string): { readonly documentElement: XmlElement | null }
}
type OnFault = () => never
interface XmlDom {
  readonly DOMParser: new (options: {
    errorHandler: { warning: OnFault; error: OnFault; fatalError: OnFault }
  }) => Parser
}

export interface XmlLimits {
  /** Characters. */
  readonly max: number
  readonly elements: number
}

const DEPTH_MAX = 40
const TAG_MAX = 8_192
const DECLARATION = /^\uFEFF?\s{0,20}(?:<\?xml[^?<>]{0,200}\?>)?/
const TAG = /<(\/?)[A-Za-z_][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/y

/** The document isn't acceptable. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault'
  readonly code: 'too_large' | 'forbidden' | 'malformed'
  constructor(code: XmlFault['code']) {
    super(code)
    this.code = code
  }
}

/** Loads the parser at its first use, because most processes never need it. */
const loadXmlDom = (): XmlDom => createRequire(import.meta.url)('@xmldom/xmldom') as XmlDom

/** @returns the root element @throws XmlFault */
export function parseSafely(given: string, limits: XmlLimits): XmlElement {
  if (given.length > limits.max) throw new XmlFault('too_large')
  // Canonical XML has line feeds only, and the signature is verified on that form.
  const xml = given.replace(DECLARATION, '').replace(/\r\n?/g, '\n').trim()
  if (xml.includes('<!') || xml.includes('<?')) throw new XmlFault('forbidden')
  checkTags(xml, limits)
  const refuse = (): never => {
    throw new XmlFault('malformed')
  }
  const { DOMParser } = loadXmlDom()
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  const root = parser.parseFromString(xml, 'text/xml').documentElement
  return root ?? refuse()
}

/** Scans the tags once, before a parser builds a tree of them. */
function checkTags(xml: string, { elements }: XmlLimits): void {
  let [depth, count] = [0, 0]
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at
    const tag = TAG.exec(xml)
    if (tag === null) throw new XmlFault('malformed')
    if (tag[0].length > TAG_MAX) throw new XmlFault('too_large')
    if (tag[1] === '/') depth -= 1
    else {
      count += 1
      if (tag[2] !== '/') depth += 1
    }
    if (depth < 0) throw new XmlFault('malformed')
    if (count > elements || depth > DEPTH_MAX) throw new XmlFault('too_large')
  }
  if (depth !== 0 || count === 0) throw new XmlFault('malformed')
}

/** Removes comments, for documents whose signature isn't verified. */
export function removeComments(xml: string): string {
  const kept: string[] = []
  let at = 0
  for (let open = xml.indexOf('<!--'); open !== -1; open = xml.indexOf('<!--', at)) {
    kept.push(xml.slice(at, open))
    const close = xml.indexOf('-->', open + 4)
    if (close === -1) throw new XmlFault('malformed')
    at = close + 3
  }
  return [...kept, xml.slice(at)].join('')
}

/** Child elements of a name and namespace, in their order. */
export function childrenNamed(parent: XmlElement, namespace: string, name: string): XmlElement[] {
  const found: XmlElement[] = []
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node) && node.localName === name && node.namespaceURI === namespace) found.push(node)
  }
  return found
}

/** All elements below and including `root`, in document order. */
export function allElements(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const left: XmlElement[] = [root]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    found.push(next)
    for (let node = next.lastChild; node !== null; node = node.previousSibling) if (isElement(node)) left.push(node)
  }
  return found
}

/** Value of an attribute; undefined if it's missing. */
export const attributeIn = (element: XmlElement, name: string): string | undefined =>
  element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined

export const textIn = (element: XmlElement): string => (element.textContent ?? '').trim()

const isElement = (node: { nodeType: number }): node is XmlElement => node.nodeType === 1
