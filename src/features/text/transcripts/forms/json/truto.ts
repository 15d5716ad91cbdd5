import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  type JsonForm,
  listAt,
  requiredList,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toPerson,
} from '../reader.ts'

/** Unified transcript of Truto: entries in seconds. */
export const truto: JsonForm = {
  id: 'truto',
  name: 'Truto transcript',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(value, 'entries')), 'speaker_id', 'text', 'start_time') &&
    !hasMembers(firstEntry(listAt(value, 'entries')), 'role'),
  read(value) {
    const draft = createDraft('truto')
    const [items, list] = requiredList(value, 'entries')
    for (const [unit, at] of entries(items, list)) {
      const speaker = toPerson({
        id: idAt(unit, 'speaker_id'),
        name: textAt(unit, 'speaker_name'),
        internal: textAt(unit, 'speaker_type') === 'guest' ? false : undefined,
      })
      const [start, end] = [timeAt(unit, 'start_time', at, SECONDS), timeAt(unit, 'end_time', at, SECONDS)]
      draft.add({ speaker, start, end, text: spokenAt(unit, 'text', at) }, { pointer: at })
    }
    return draft.finish({ externalId: idAt(value, 'meeting', 'id') })
  },
}
