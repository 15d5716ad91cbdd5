import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  type JsonForm,
  listAt,
  MILLISECONDS,
  objectAt,
  requiredList,
  spokenAt,
  textAt,
  timeAt,
  toRole,
} from '../reader.ts'

/** Real-time segments of Amazon Connect Contact Lens: `Segments[].Transcript`, in milliseconds. */
export const contactLensSegments: JsonForm = {
  id: 'contact-lens-segments',
  name: 'Amazon Connect Contact Lens real-time segments',
  recognize: (value) =>
    (listAt(value, 'Segments') ?? [])
      .slice(0, 20)
      .some((item) => hasMembers(objectAt(item, 'Transcript'), 'BeginOffsetMillis')) ||
    hasMembers(firstEntry(listAt(value, 'Segments')), 'Categories'),
  read(value) {
    const draft = createDraft('contact-lens-segments')
    const [items, list] = requiredList(value, 'Segments')
    for (const [item, place] of entries(items, list)) {
      const unit = objectAt(item, 'Transcript')
      if (unit === undefined) {
        draft.omit('categories and summaries')
        continue
      }
      const at = `${place}/Transcript`
      const start = timeAt(unit, 'BeginOffsetMillis', at, MILLISECONDS)
      const end = timeAt(unit, 'EndOffsetMillis', at, MILLISECONDS)
      draft.add(
        { speaker: toRole(textAt(unit, 'ParticipantRole')), start, end, text: spokenAt(unit, 'Content', at) },
        { pointer: at },
      )
    }
    return draft.finish()
  },
}
