import {
  createDraft,
  decimalAt,
  entries,
  firstEntry,
  hasMembers,
  type JsonForm,
  listAt,
  member,
  requiredList,
  spokenAt,
  toVoice,
} from '../reader.ts'

/** Speakr: segments with `sentence`, in seconds. */
export const speakr: JsonForm = {
  id: 'speakr',
  name: 'Speakr transcript',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'segments')), 'sentence', 'start_time'),
  read(value) {
    const draft = createDraft('speakr')
    const [items, list] = requiredList(value, 'segments')
    for (const [unit, at] of entries(items, list)) {
      const [start, end] = [decimalAt(unit, 'start_time', at), decimalAt(unit, 'end_time', at)]
      draft.add(
        { speaker: toVoice(member(unit, 'speaker')), start, end, text: spokenAt(unit, 'sentence', at) },
        { pointer: at },
      )
    }
    return draft.finish()
  },
}
