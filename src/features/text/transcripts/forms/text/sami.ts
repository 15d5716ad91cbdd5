import { TranscriptFault } from '../../model.ts'
import { type Card, fromCards } from '../cards.ts'
import { checkTime } from '../collect.ts'
import { decodeEntities } from '../cue-text.ts'
import type { TextForm } from '../form.ts'
import { createLineFinder } from '../lines.ts'

/** End of a file inside an entity, such as `&nbs`. */
const CUT_ENTITY = /&[a-z#\d]{0,8}$/i

/** SAMI: `<SYNC Start=1234>` in milliseconds. A text ends at the next SYNC; `&nbsp;` alone is silence. */
export const sami: TextForm = {
  id: 'sami',
  name: 'SAMI subtitles',
  recognize: ({ text }) => /^\uFEFF?\s*<SAMI\b/i.test(text.slice(0, 500)),
  read({ text }) {
    const cards: Card[] = []
    const findLine = createLineFinder(text)
    if (text.lastIndexOf('<') > text.lastIndexOf('>') || CUT_ENTITY.test(text.slice(-10))) {
      throw new TranscriptFault('The SAMI file is incomplete.', { line: findLine(text.length) })
    }
    const parts = text.split(/<SYNC\b/i)
    let language: string | undefined
    let offset = parts[0]?.length ?? 0
    for (const part of parts.slice(1)) {
      const line = findLine(offset)
      offset += part.length + 5
      const start = /^[^<>]{0,200}?\bStart\s*=\s*["']?(\d{1,12})/i.exec(part)?.[1]
      const close = part.indexOf('>')
      if (start === undefined || close === -1)
        throw new TranscriptFault('A SYNC must have a start in milliseconds.', { line })
      const seconds = checkTime(Number(start) / 1000, { line })
      const body = part.slice(close + 1)
      const classes = new Set(
        [...body.matchAll(/<P\b[^<>]{0,200}?Class\s*=\s*["']?(\w{1,40})/gi)].map((match) => match[1]),
      )
      for (const name of classes) {
        if (language !== undefined && name !== undefined && name !== language) {
          throw new TranscriptFault('The file contains several languages. Send one language.', { line })
        }
        language = name
      }
      const last = cards.at(-1)
      if (last !== undefined && last.end === null) last.end = seconds < (last.start ?? 0) ? null : seconds
      cards.push({ line, start: seconds, end: null, text: stripMarkup(body) })
    }
    return fromCards(
      'sami',
      cards.filter((card) => card.text !== ''),
    )
  },
}

function stripMarkup(html: string): string {
  const text = html.replace(/<br\b[^<>]{0,100}>/gi, ' ').replace(/<[^<>]{0,500}>/g, '')
  return decodeEntities(text)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}
