import {
  createDraft,
  entries,
  epochAt,
  firstEntry,
  hasMembers,
  idAt,
  type JsonForm,
  listAt,
  MICROSECONDS,
  requiredList,
  secondsSince,
  spokenAt,
  textAt,
  toIso,
  toRole,
} from '../reader.ts'

/** Google Customer Experience Insights: entries with a role and microseconds since 1970. */
export const ccai: JsonForm = {
  id: 'ccai',
  name: 'Google CX Insights conversation',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'entries')), 'text', 'role', 'start_timestamp_usec'),
  read(value) {
    const draft = createDraft('ccai')
    const [items, list] = requiredList(value, 'entries')
    let zero: number | undefined
    for (const [unit, at] of entries(items, list)) {
      const instant = epochAt(unit, 'start_timestamp_usec', at, MICROSECONDS)
      zero ??= instant
      const start = secondsSince(zero, instant, `${at}/start_timestamp_usec`)
      draft.add(
        { speaker: toRole(textAt(unit, 'role'), idAt(unit, 'user_id')), start, text: spokenAt(unit, 'text', at) },
        { pointer: at },
      )
    }
    return draft.finish({ startedAt: toIso(zero) })
  },
}
