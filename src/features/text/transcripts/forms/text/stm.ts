import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { isBlank } from '../lines.ts'

const LINE =
  /^\uFEFF?(\S{1,200})\s+(\S{1,20})\s+(\S{1,200})\s+(\d{1,9}(?:\.\d{1,9})?)\s+(\d{1,9}(?:\.\d{1,9})?)(?:\s+<([^<>]{0,200})>)?(?:\s+(.*))?$/
/** Number of lines that decide. */
const LOOKED_AT = 5
/** Voices that annotators give to a part without speech. */
const SILENCE = /^(?:inter_segment_gap|excluded_region|exclude_region|ignore_time_segment_in_scoring|silence|<NA>)$/i

/** STM of NIST: `file channel speaker start end <label> text`, in seconds. */
export const stm: TextForm = {
  id: 'stm',
  name: 'STM',
  recognize: ({ head }) => {
    const segments = head
      .filter((line) => !line.startsWith(';;'))
      .slice(0, LOOKED_AT)
      .map((line) => LINE.exec(line.trim()))
    const isOne = new Set(segments.map((match) => match?.[1])).size === 1
    // Words of a sentence can be numbers too, but not decimals in order, or a label in angle brackets.
    const isMarked = segments.some((match) => match?.[6] !== undefined || /\./.test(`${match?.[4]}${match?.[5]}`))
    return (
      segments.length > 0 &&
      segments.every((match) => match !== null && Number(match[4]) <= Number(match[5]) && match[1] !== 'SPEAKER') &&
      (isOne || segments.every((match) => match?.[6] !== undefined)) &&
      isMarked
    )
  },
  read({ lines }) {
    const draft = createDraft('stm')
    let file: string | undefined
    for (const [index, text] of lines.entries()) {
      const line = index + 1
      if (isBlank(text) || text.startsWith(';;')) continue
      const match = LINE.exec(text.trim())
      if (match === null) throw new TranscriptFault('A line must be `file channel speaker start end text`.', { line })
      const [, name = '', , speaker = '', start = '', end = '', , said = ''] = match
      if (said.trim() === '' || SILENCE.test(speaker)) {
        draft.omit('segments without speech')
        continue
      }
      file ??= name
      if (name !== file)
        throw new TranscriptFault('The file contains several recordings. Send each one separately.', { line })
      if (/^(?:IGNORE_TIME_SEGMENT_IN_SCORING|\([^()]*\))$/i.test(said.trim())) {
        draft.omit('ignored segments')
        continue
      }
      const place = { line }
      draft.add(
        {
          speaker: { name: speaker },
          start: checkTime(Number(start), place),
          end: checkTime(Number(end), place),
          text: said,
        },
        place,
      )
    }
    return draft.finish({ externalId: file })
  },
}
