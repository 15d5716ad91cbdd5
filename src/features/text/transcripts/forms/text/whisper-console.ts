import { TranscriptFault } from '../../model.ts'
import { type Card, fromCards } from '../cards.ts'
import type { TextForm } from '../form.ts'
import { isBlank } from '../lines.ts'
import { checkedTiming } from '../timing.ts'

const LINE = /^\uFEFF?\[(\d[\d:.,]{3,20}) --> (\d[\d:.,]{3,20})\]\s*(.*)$/

/** Lines that Whisper prints: `[00:00.000 --> 00:05.000] text`. `[SPEAKER_TURN]` at the end isn't speech. */
export const whisperConsole: TextForm = {
  id: 'whisper-console',
  name: 'Whisper console output',
  recognize: ({ head }) => LINE.test(head[0] ?? ''),
  read({ lines }) {
    const cards: Card[] = []
    for (const [index, text] of lines.entries()) {
      if (isBlank(text)) continue
      const line = index + 1
      const match = LINE.exec(text)
      if (match === null)
        throw new TranscriptFault('A line must start with two times such as [00:00.000 --> 00:05.000].', { line })
      const { start, end } = checkedTiming(match[1] ?? '', match[2] ?? '', line)
      if (end < start) throw new TranscriptFault("A cue's end is before its start.", { line })
      cards.push({ line, start, end, text: (match[3] ?? '').replace(/\[SPEAKER_TURN\]\s*$/, '') })
    }
    return fromCards('whisper-console', cards)
  },
}
