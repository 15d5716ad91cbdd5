import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { addHeadedTurns } from './headed-turns.ts'

const MARK = /^\s*VIEW RECORDING - \d{1,4} ?(?:mins?|h|hours?)\b/
const HEADER = /^(\d{1,3}:\d{2}(?::\d{2})?) - (\S.{0,200}?)(?: \([^()]{1,100}\))?\s*$/
/** Lines that Fathom adds to the words, with a link into the recording: `ACTION ITEM: … - WATCH: https://…`. */
const ADDED = /^\s*[A-Z][A-Z ]{2,40}: .* - WATCH: https?:\/\/\S+\s*$/
const MARK_LINES = 4

/**
 * Transcript that Fathom copies or downloads as text: title and link, then `0:05 - Name (company)` before the words of
 * each turn.
 */
export const fathomText: TextForm = {
  id: 'fathom-text',
  name: 'Fathom transcript text',
  recognize: ({ head }) =>
    head.slice(0, MARK_LINES).some((line) => MARK.test(line)) && head.some((line) => HEADER.test(line)),
  read({ lines, head }) {
    const draft = createDraft('fathom-text')
    addHeadedTurns(draft, lines, {
      parseHeader(line) {
        const [, clock, name = ''] = HEADER.exec(line) ?? []
        return clock === undefined ? undefined : { name, clock }
      },
      classifyNotice: (line) => (ADDED.test(line) ? 'notices' : undefined),
    })
    const [first = ''] = head
    return draft.finish(
      {
        title: MARK.test(first) || HEADER.test(first) ? undefined : first.replace(/^\uFEFF/, '').trim(),
      },
      { isClock: true },
    )
  },
}
