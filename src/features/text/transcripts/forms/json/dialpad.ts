import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  instantAt,
  isEpoch,
  type JsonForm,
  listAt,
  MILLISECONDS,
  numberAt,
  requiredList,
  secondsSince,
  spokenAt,
  textAt,
  toIso,
  toPerson,
} from '../reader.ts'

/** Dialpad: lines with dates. Lines of other types are events. */
export const dialpad: JsonForm = {
  id: 'dialpad',
  name: 'Dialpad transcript',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'lines')), 'type', 'content', 'time'),
  read(value) {
    const draft = createDraft('dialpad')
    const [items, list] = requiredList(value, 'lines')
    const connected = numberAt(value, 'date_connected')
    let zero = isEpoch(connected, MILLISECONDS) ? connected : undefined
    for (const [unit, at] of entries(items, list)) {
      if (textAt(unit, 'type') !== 'transcript') {
        draft.omit('events')
        continue
      }
      const instant = instantAt(unit, 'time', at)
      zero ??= instant
      const internal = hasAny(unit, 'user_id') ? true : hasAny(unit, 'contact_id') ? false : undefined
      const speaker = toPerson({
        id: idAt(unit, 'user_id') ?? idAt(unit, 'contact_id'),
        name: textAt(unit, 'name'),
        internal,
      })
      draft.add(
        { speaker, start: secondsSince(zero, instant, `${at}/time`), text: spokenAt(unit, 'content', at) },
        { pointer: at },
      )
    }
    return draft.finish({ externalId: idAt(value, 'call_id'), startedAt: toIso(zero) })
  },
}
