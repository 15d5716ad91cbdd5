import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { addHeadedTurns } from './headed-turns.ts'

const HEADER = /^\uFEFF?(?:(\S.{0,200}?) {2,})?(\d{1,3}:\d{2}(?::\d{2})?) *$/
const UNKNOWN = 'Unknown Speaker'
const FOOTER = /^Transcribed by https:\/\/otter\.ai/i

/**
 * Text export of Otter: a line with name, two spaces and clock, then the text. A line with only a clock is an unknown
 * speaker. The file doesn't contain the ends of turns.
 */
export const otter: TextForm = {
  id: 'otter',
  name: 'Otter text export',
  recognize: ({ head }) => {
    const headers = head.filter((line) => HEADER.exec(line)?.[1] !== undefined).length
    return headers > 0 && (HEADER.test(head[0] ?? '') || headers >= head.length * 0.2) && HEADER.test(head[0] ?? '')
  },
  read({ lines }) {
    const draft = createDraft('otter')
    addHeadedTurns(draft, lines, {
      parseHeader(line) {
        const [, name = '', clock] = HEADER.exec(line) ?? []
        return clock === undefined ? undefined : { name: name.trim() === UNKNOWN ? '' : name.trim(), clock }
      },
      classifyNotice: (line) => (FOOTER.test(line) ? 'notices' : undefined),
    })
    return draft.finish()
  },
}
