/**
 * What is wrong with the HTML of a page of ours, by rules that are stricter than those of HTML: every element that is not
 * void is closed in order, attributes are quoted, `&` stands for itself nowhere. A page that keeps them cannot have been
 * broken by what somebody wrote. Besides what our policy and screen readers ask: one h1, labels, ids that are there once,
 * no style and no script inside.
 */

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Drawn in place: their elements may close themselves. */
const DRAWN = new Set('svg path rect line circle polyline polygon g title text defs use'.split(' '))

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

const TOKEN =
  /<!doctype html>|<!--[\s\S]*?-->|<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?:\s+[a-zA-Z_:][\w:.-]*(?:="[^"<]*")?)*)\s*(\/?)>|[^<]+|</g
const ATTRIBUTE = /\s+([a-zA-Z_:][\w:.-]*)(?:="([^"<]*)")?/g
const REFERENCE = /&(?!(?:amp|lt|gt|quot|nbsp|middot|hellip|ndash|mdash|larr|rarr|times|#\d+|#x[0-9a-f]+);)/i

/** @param part a piece of a page, which has no heading of its own */
export function faultsOf(html: string, part = false): string[] {
  const faults: string[] = []
  const open: Element[] = []
  const all: Element[] = []
  const labelled = new Set<string>()
  const controls: { element: Element; inLabel: boolean }[] = []
  for (const token of html.matchAll(TOKEN)) {
    const [text, closed, opened, attributesText = '', selfClosed] = token
    if (closed !== undefined) {
      const last = open.pop()
      if (last?.name !== closed)
        return [...faults, `</${closed}> ends <${last?.name}> near ${around(html, token.index)}`]
    } else if (opened !== undefined) {
      const element = { name: opened, attributes: attributesOf(attributesText, faults) }
      all.push(element)
      if (opened === 'label') labelled.add(element.attributes.get('for') ?? '')
      if (isControl(element)) controls.push({ element, inLabel: open.some(({ name }) => name === 'label') })
      if (selfClosed === '/' && !DRAWN.has(opened)) faults.push(`<${opened}/> closes itself`)
      if (!VOID.has(opened) && selfClosed !== '/') open.push(element)
    } else if (text === '<') {
      return [...faults, `a bare < near ${around(html, token.index)}`]
    } else if (!text.startsWith('<')) {
      if (REFERENCE.test(text)) faults.push(`a bare & in ${JSON.stringify(text.slice(0, 80))}`)
      const inside = open.at(-1)?.name
      if ((inside === 'script' || inside === 'style') && text.trim() !== '') faults.push(`<${inside}> with content`)
    }
  }
  if (open.length > 0) faults.push(`not closed: ${open.map(({ name }) => name).join(' ')}`)
  return [...faults, ...rules(all, part), ...controls.flatMap((one) => unlabelled(one, labelled, all))]
}

const around = (html: string, at: number) => JSON.stringify(html.slice(Math.max(0, at - 60), at + 60))

function attributesOf(text: string, faults: string[]): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) faults.push(`the attribute ${name} twice`)
    if (REFERENCE.test(value)) faults.push(`a bare & in ${name}="${value.slice(0, 80)}"`)
    attributes.set(name, value)
  }
  return attributes
}

function rules(all: readonly Element[], part: boolean): string[] {
  const faults: string[] = []
  const ids = all.flatMap(({ attributes }) => attributes.get('id') ?? [])
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) faults.push(`the id ${id} twice`)
  const headings = all.filter(({ name }) => name === 'h1').length
  if (!part && headings !== 1) faults.push(`${headings} h1`)
  for (const { name, attributes } of all) {
    for (const [attribute, value] of attributes) {
      if (attribute === 'style' || /^on/i.test(attribute)) faults.push(`<${name}> with ${attribute}`)
      const loads = /^(src|poster)$/.test(attribute) && !/^\/(?!\/)/.test(value)
      if (loads || (/^(href|action|formaction)$/.test(attribute) && !isHarmless(value))) {
        faults.push(`${attribute}="${value.slice(0, 80)}"`)
      }
      if (/^aria-(describedby|labelledby|controls)$/.test(attribute) && !part) {
        for (const id of value.split(/\s+/))
          if (!ids.includes(id)) faults.push(`${attribute} names ${id}, which is not there`)
      }
    }
    if (name === 'script' && attributes.get('src')?.startsWith('/assets/') !== true)
      faults.push('a script from elsewhere')
    if (name === 'a' && /^https?:/.test(attributes.get('href') ?? '') && !attributes.get('rel')?.includes('noopener')) {
      faults.push(`a link to elsewhere without rel=noopener: ${attributes.get('href')}`)
    }
    if (['style', 'iframe', 'object', 'embed', 'base'].includes(name)) faults.push(`<${name}>`)
  }
  return faults
}

/** A path of ours, a place in the page, mail, or an address that somebody gave, of the web. */
const isHarmless = (value: string) => /^(\/(?!\/)|#|\?|https?:\/\/|mailto:|$)/.test(value)

const isControl = ({ name, attributes }: Element) =>
  name === 'select' ||
  name === 'textarea' ||
  (name === 'input' && attributes.get('type') !== 'hidden' && !attributes.has('hidden'))

function unlabelled(
  { element: { name, attributes }, inLabel }: { element: Element; inLabel: boolean },
  labelled: ReadonlySet<string>,
  all: readonly Element[],
): string[] {
  const id = attributes.get('id')
  const by = attributes.get('aria-labelledby')
  const told =
    inLabel ||
    attributes.has('aria-label') ||
    (id !== undefined && labelled.has(id)) ||
    (by !== undefined && all.some((one) => one.attributes.get('id') === by))
  return told ? [] : [`<${name} name="${attributes.get('name') ?? ''}"> without a label`]
}
