import { TranscriptFault } from '../../model.ts'
import { type Card, fromCards } from '../cards.ts'
import { checkTime } from '../collect.ts'
import type { TextForm } from '../form.ts'
import { isBlank } from '../lines.ts'

const LINE = /^\uFEFF?\{(\d{1,9})\}\{(\d{1,9})\}(.*)$/

/** MicroDVD: `{start}{end}text` in frames. The first line must state the frames per second: `{1}{1}25.000`. */
export const microdvd: TextForm = {
  id: 'microdvd',
  name: 'MicroDVD subtitles',
  recognize: ({ head }) => head.slice(0, 5).some((line) => LINE.test(line)),
  read({ lines }) {
    const cards: Card[] = []
    let rate: number | undefined
    for (const [index, raw] of lines.entries()) {
      if (isBlank(raw)) continue
      const line = index + 1
      const match = LINE.exec(raw.trim())
      if (match === null)
        throw new TranscriptFault('A line must start with two frame numbers such as {25}{50}.', { line })
      const [, first = '', last = '', text = ''] = match
      if (rate === undefined) {
        rate = /^\d{1,3}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : Number.NaN
        if (!(rate >= 1 && rate <= 240)) {
          throw new TranscriptFault(
            'MicroDVD subtitles count frames, and the file doesn’t state the frames per second. Add a first line such as {1}{1}25.000, or convert the file to SRT.',
            { line },
          )
        }
        continue
      }
      const start = checkTime(Number(first) / rate, { line })
      const end = checkTime(Number(last) / rate, { line })
      if (end < start) throw new TranscriptFault("A cue's end is before its start.", { line })
      cards.push({ line, start, end, text: text.replace(/\{[a-z]:[^{}]*\}/gi, '').replaceAll('|', ' ') })
    }
    return fromCards('microdvd', cards)
  },
}
