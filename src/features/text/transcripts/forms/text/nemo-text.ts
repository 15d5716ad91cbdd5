import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { isBlank } from '../lines.ts'

const LINE = /^\uFEFF?\[(\d{1,6}):(\d{2}\.\d{1,3}) - (\d{1,6}):(\d{2}\.\d{1,3})\]\s*(?:([\w-]{1,60}):\s)?(.*)$/

/** NVIDIA NeMo: lines such as `[00:01.25 - 00:03.50] speaker_0: text`. Minutes can pass 59. */
export const nemoText: TextForm = {
  id: 'nemo-text',
  name: 'NVIDIA NeMo text',
  recognize: ({ head }) => LINE.test(head[0] ?? ''),
  read({ lines }) {
    const draft = createDraft('nemo-text')
    for (const [index, text] of lines.entries()) {
      if (isBlank(text)) continue
      const line = index + 1
      const match = LINE.exec(text)
      if (match === null)
        throw new TranscriptFault('A line must start with two times such as [00:01.25 - 00:03.50].', { line })
      const [, m1, s1, m2, s2, name = '', said = ''] = match
      const time = (minutes: string | undefined, seconds: string | undefined) =>
        checkTime(Number(minutes) * 60 + Number(seconds), { line })
      draft.add({ speaker: { name }, start: time(m1, s1), end: time(m2, s2), text: said }, { line })
    }
    return draft.finish()
  },
}
