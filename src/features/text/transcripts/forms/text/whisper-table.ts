import type { TranscriptDocument } from '../../model.ts'
import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import { type DelimitedRow, readDelimited } from '../delimited.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { findVoicePrefix } from '../labels.ts'
import { toVoice } from '../voices.ts'

const HEAD = /^\uFEFF?start(\t|,)end\1(?:speaker\1)?text$/

/** Times with a fraction. Whisper writes none. */
const FRACTION = /^(?:\d*\.\d+[\t,]|\d+[\t,]\d*\.\d+[\t,])/

/** Whether the header is Whisper's and times are integers. Other tables have seconds with fractions, or clocks. */
export const isWhisperTable = ([top = '', first = '', ...rows]: readonly string[]): boolean =>
  HEAD.test(top) && /^\d+[\t,]\d+[\t,]/.test(first) && !rows.some((row) => FRACTION.test(row))

/**
 * Tables that Whisper, WhisperX and whisper.cpp write: `start`, `end`, perhaps `speaker`, and `text`, in integer
 * milliseconds. Tables with tabs have no quotes.
 */
export const whisperTable: TextForm = {
  id: 'whisper-table',
  name: 'Whisper CSV or TSV',
  recognize: ({ head }) => isWhisperTable(head),
  read({ text, head }) {
    const isTabbed = (head[0] ?? '').includes('\t')
    return readRows(readDelimited(text, isTabbed ? '\t' : ',', !isTabbed))
  },
}

function readRows([top, ...rows]: readonly DelimitedRow[]): TranscriptDocument {
  const draft = createDraft('whisper-table')
  const hasSpeaker = top?.cells[2] === 'speaker'
  for (const { line, cells } of rows) {
    const place = { line }
    const [start = '', end = ''] = cells
    if (!/^\d{1,12}$/.test(start) || !/^\d{1,12}$/.test(end)) {
      throw new TranscriptFault('A row must start with two times in milliseconds.', place)
    }
    const said = cells
      .slice(hasSpeaker ? 3 : 2)
      .join(hasSpeaker ? ',' : '\t')
      .trim()
    const voice = findVoicePrefix(said)
    const speaker = hasSpeaker ? toVoice(cells[2]) : { name: voice?.name ?? '' }
    draft.add(
      {
        speaker,
        start: checkTime(Number(start) / 1000, place),
        end: checkTime(Number(end) / 1000, place),
        text: voice?.rest ?? said,
      },
      place,
    )
  }
  return draft.finish()
}
