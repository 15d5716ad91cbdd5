import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { findVoicePrefix } from '../labels.ts'
import { isBlank } from '../lines.ts'

const LINE = /^\uFEFF?(\d{1,9}\.\d{1,9})\t(\d{1,9}\.\d{1,9})\t(.*)$/

/** Audacity labels: start, end and text with tabs, in seconds. Lines that start with a backslash are frequencies. */
export const audacity: TextForm = {
  id: 'audacity',
  name: 'Audacity labels',
  recognize: ({ head }) => LINE.test(head[0] ?? ''),
  read({ lines }) {
    const draft = createDraft('audacity')
    for (const [index, text] of lines.entries()) {
      if (isBlank(text) || text.startsWith('\\')) continue
      const line = index + 1
      const match = LINE.exec(text)
      if (match === null)
        throw new TranscriptFault('A label must have a start, an end and a text, separated by tabs.', { line })
      const [, start = '', end = '', said = ''] = match
      const voice = findVoicePrefix(said)
      const place = { line }
      draft.add(
        {
          speaker: { name: voice?.name ?? '' },
          start: checkTime(Number(start), place),
          end: checkTime(Number(end), place),
          text: voice?.rest ?? said,
        },
        place,
      )
    }
    return draft.finish()
  },
}
