import type { Word } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  type JsonForm,
  listAt,
  member,
  objectAt,
  requiredList,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toPerson,
  toVoice,
} from '../reader.ts'

/** Rev.ai: monologues whose elements join to the text, in seconds. */
export const revai: JsonForm = {
  id: 'revai',
  name: 'Rev.ai',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(firstEntry(listAt(value, 'monologues')), 'elements')), 'type', 'value'),
  read(value) {
    const draft = createDraft('revai')
    const [items, list] = requiredList(value, 'monologues')
    for (const [unit, at] of entries(items, list)) {
      const info = objectAt(unit, 'speaker_info')
      const named = textAt(info, 'display_name')
      const speaker =
        named === undefined
          ? toVoice(member(unit, 'speaker'))
          : toPerson({ id: idAt(info, 'id') ?? idAt(unit, 'speaker'), name: named })
      const words: Word[] = []
      let text = ''
      for (const [element, place] of entries(listAt(unit, 'elements') ?? [], `${at}/elements`)) {
        const value = spokenAt(element, 'value', place)
        const last = words.at(-1)
        const isPunctuation = textAt(element, 'type') === 'punct'
        text += value
        if (isPunctuation && last !== undefined) last.text += value.trim()
        else if (!isPunctuation && value.trim() !== '') {
          words.push({
            text: value.trim(),
            startTimestamp: timeAt(element, 'ts', place, SECONDS),
            endTimestamp: timeAt(element, 'end_ts', place, SECONDS),
          })
        }
      }
      const start = words.find((word) => word.startTimestamp !== null)?.startTimestamp ?? null
      const end = words.findLast((word) => word.endTimestamp !== null)?.endTimestamp ?? null
      draft.add({ speaker, start, end, text, words }, { pointer: at })
    }
    return draft.finish()
  },
}
