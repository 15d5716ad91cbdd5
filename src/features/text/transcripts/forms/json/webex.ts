import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  type JsonForm,
  listAt,
  MILLISECONDS,
  requiredList,
  spokenAt,
  textAt,
  timeAt,
  toPerson,
} from '../reader.ts'

/** Snippets of a Webex meeting transcript: `{text, personName, personEmail, offsetMillisecond, durationMillisecond}`. */
export const webex: JsonForm = {
  id: 'webex',
  name: 'Webex transcript snippets',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(value, 'items')), 'text', 'personName', 'offsetMillisecond', 'durationMillisecond'),
  read(value) {
    const draft = createDraft('webex')
    const [items, list] = requiredList(value, 'items')
    for (const [unit, at] of entries(items, list)) {
      const start = timeAt(unit, 'offsetMillisecond', at, MILLISECONDS)
      const length = timeAt(unit, 'durationMillisecond', at, MILLISECONDS)
      draft.add(
        {
          speaker: toPerson({ name: textAt(unit, 'personName'), email: textAt(unit, 'personEmail') }),
          start,
          end: start === null || length === null ? null : start + length,
          text: spokenAt(unit, 'text', at),
        },
        { pointer: at },
      )
    }
    return draft.finish()
  },
}
