import { TranscriptFault } from '../../model.ts'
import { type Card, fromCards } from '../cards.ts'
import { checkTime } from '../collect.ts'
import type { TextForm } from '../form.ts'
import { parseTime } from '../timing.ts'

const LINE = /^\[(\d{1,4}:\d{2}\.\d{2,3})\](.*)$/
/** Last line of a file that was cut inside of a time. */
const CUT = /^\[[\d:.]*$/
const TAG = /^\[(ar|al|ti|au|by|length|offset|re|ve|la):(.*)\]$/i

/**
 * LRC: `[mm:ss.xx]text` with hundredths or milliseconds. A line ends when the next one starts. `[offset:±ms]` shifts
 * all times: a positive one makes them earlier.
 */
export const lrc: TextForm = {
  id: 'lrc',
  name: 'LRC',
  recognize: ({ head }) =>
    head.some((line) => LINE.test(line)) &&
    head.every((line, at) => LINE.test(line) || TAG.test(line) || (at === head.length - 1 && CUT.test(line))),
  read({ lines }) {
    const cards: Card[] = []
    let title: string | undefined
    let offset = 0
    for (const [index, raw] of lines.entries()) {
      const text = raw.trim()
      const tag = TAG.exec(text)
      if (tag?.[1]?.toLowerCase() === 'ti') title = tag[2]?.trim()
      if (tag?.[1]?.toLowerCase() === 'offset') offset = Number(tag[2]) / 1000
      if (text === '' || tag !== null) continue
      const line = index + 1
      const match = LINE.exec(text)
      const time = parseTime(match?.[1] ?? '')
      if (match === null || time === undefined) {
        throw new TranscriptFault('A line must start with a time such as [01:02.34].', { line })
      }
      const start = checkTime(Math.max(0, time - (Number.isFinite(offset) ? offset : 0)), { line })
      const last = cards.at(-1)
      if (last !== undefined && last.start !== null && last.start <= start) last.end = start
      cards.push({ line, start, end: null, text: match[2] ?? '' })
    }
    return { ...fromCards('lrc', cards), ...(title ? { title } : {}) }
  },
}
