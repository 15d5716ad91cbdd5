import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  type JsonForm,
  listAt,
  MILLISECONDS,
  requiredList,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
  toPerson,
} from '../reader.ts'

/** Third-party transcript of HubSpot: utterances in milliseconds. */
export const hubspot: JsonForm = {
  id: 'hubspot',
  name: 'HubSpot transcript',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'transcriptCreateUtterances')), 'text', 'startTimeMillis'),
  read(value) {
    const draft = createDraft('hubspot')
    const [items, list] = requiredList(value, 'transcriptCreateUtterances')
    let language: string | undefined
    for (const [unit, at] of entries(items, list)) {
      language ??= toLanguage(textAt(unit, 'languageCode'))
      const speaker = toPerson({
        id: idAt(unit, 'speaker', 'id'),
        name: textAt(unit, 'speaker', 'name'),
        email: textAt(unit, 'speaker', 'email'),
      })
      const start = timeAt(unit, 'startTimeMillis', at, MILLISECONDS)
      draft.add(
        { speaker, start, end: timeAt(unit, 'endTimeMillis', at, MILLISECONDS), text: spokenAt(unit, 'text', at) },
        { pointer: at },
      )
    }
    return draft.finish({ externalId: idAt(value, 'engagementId'), language })
  },
}
