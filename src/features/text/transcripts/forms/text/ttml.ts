import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { toLanguage } from '../languages.ts'
import { createLineFinder } from '../lines.ts'
import { parseTime } from '../timing.ts'
import { readXml, type XmlElement, xmlText } from '../xml.ts'

interface Rates {
  readonly frames: number
  readonly ticks: number | undefined
}

/**
 * TTML, DFXP and IMSC: each `p` is a segment. Times are clocks, frames, ticks or offsets, and start at the time of the
 * parent. Names come from `ttm:agent`.
 */
export const ttml: TextForm = {
  id: 'ttml',
  name: 'TTML subtitles',
  recognize: ({ text }) => /<(?:\w{1,20}:)?tt\b[^<>]*>/.test(text.slice(0, 3_000)) && /^\uFEFF?\s*</.test(text),
  read({ text }) {
    const root = readXml(text)
    const findLine = createLineFinder(text)
    const draft = createDraft('ttml')
    const rates = { frames: Number(root.attributes.get('frameRate') ?? 30), ticks: readTickRate(root) }
    const agents = new Map<string, string>()
    let title: string | undefined
    for (const element of descendants(root)) {
      if (element.name === 'agent') {
        const name = element.children.find((child) => child.name === 'name')
        agents.set(element.attributes.get('id') ?? '', name === undefined ? '' : xmlText(name))
      }
      if (element.name === 'title') title ??= xmlText(element)
    }
    const visit: { element: XmlElement; base: number; agent: string }[] = [{ element: root, base: 0, agent: '' }]
    for (let at = visit.pop(); at !== undefined; at = visit.pop()) {
      const { element } = at
      if (element.name === 'head' || element.name === 'metadata') continue
      const line = findLine(element.offset)
      const agent = element.attributes.get('agent') ?? at.agent
      const begin = readTime(element.attributes.get('begin'), rates, line)
      const base = at.base + (begin ?? 0)
      if (element.name === 'p' && !element.children.some((child) => child.attributes.has('begin'))) {
        const end = readTime(element.attributes.get('end'), rates, line)
        const length = readTime(element.attributes.get('dur'), rates, line)
        const isTimed = begin !== undefined || at.base > 0
        const stop = end !== undefined ? at.base + end : length !== undefined ? base + length : null
        const name = agents.get(agent) ?? agent
        draft.add(
          {
            speaker: { name },
            start: isTimed ? round(base) : null,
            end: stop === null ? null : round(stop),
            text: xmlText(element),
          },
          { line },
        )
        continue
      }
      if (element.name === 'span' && begin !== undefined) {
        const end = readTime(element.attributes.get('end'), rates, line)
        const name = agents.get(agent) ?? agent
        draft.add(
          {
            speaker: { name },
            start: round(base),
            end: end === undefined ? null : round(at.base + end),
            text: xmlText(element),
          },
          { line },
        )
        continue
      }
      for (const child of element.children.toReversed()) visit.push({ element: child, base, agent })
    }
    return draft.finish({ title, language: toLanguage(root.attributes.get('lang')) })
  },
}

const round = (seconds: number) => Math.round(seconds * 1e6) / 1e6

function* descendants(root: XmlElement): Generator<XmlElement> {
  const open = [root]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element
    open.push(...element.children)
  }
}

function readTickRate(root: XmlElement): number | undefined {
  const rate = Number(root.attributes.get('tickRate'))
  return rate > 0 ? rate : undefined
}

const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 }

function readTime(value: string | undefined, { frames, ticks }: Rates, line: number): number | undefined {
  if (value === undefined) return undefined
  const clock = parseTime(value)
  if (clock !== undefined && /^\d+:\d+:\d/.test(value)) return checkTime(clock, { line })
  const framed = /^(\d+:\d{2}:\d{2}):(\d{1,4})$/.exec(value)
  if (framed !== null)
    return checkTime((parseTime(framed[1] ?? '') ?? Number.NaN) + Number(framed[2]) / frames, { line })
  const offset = /^(\d{1,18}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/.exec(value)
  const [, amount = '', unit = ''] = offset ?? []
  if (unit === 'f') return checkTime(Number(amount) / frames, { line })
  if (unit === 't') {
    if (ticks === undefined) throw new TranscriptFault('The times are ticks, but `ttp:tickRate` is missing.', { line })
    return checkTime(Number(amount) / ticks, { line })
  }
  const scale = UNITS[unit]
  if (scale === undefined)
    throw new TranscriptFault('A time must be a clock such as 00:00:01.500, or an offset such as 1.5s.', { line })
  return checkTime(unit === 'ms' ? Number(amount) / 1000 : Number(amount) * scale, { line })
}
