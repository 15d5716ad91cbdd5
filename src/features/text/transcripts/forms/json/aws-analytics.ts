import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  isObject,
  type JsonForm,
  listAt,
  MILLISECONDS,
  member,
  numberAt,
  requiredList,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
  toRole,
} from '../reader.ts'

/** Amazon Transcribe Call Analytics: turns of agent and customer, in milliseconds. */
export const awsAnalytics: JsonForm = {
  id: 'aws-call-analytics',
  name: 'Amazon Transcribe Call Analytics',
  recognize: (value) =>
    hasAny(value, 'JobName', 'LanguageCode') &&
    hasMembers(firstEntry(listAt(value, 'Transcript')), 'BeginOffsetMillis', 'ParticipantRole'),
  read(value) {
    const draft = createDraft('aws-call-analytics')
    const [items, list] = requiredList(value, 'Transcript')
    for (const [unit, at] of entries(items, list)) {
      const start = timeAt(unit, 'BeginOffsetMillis', at, MILLISECONDS)
      const end = timeAt(unit, 'EndOffsetMillis', at, MILLISECONDS)
      draft.add(
        { speaker: toRole(textAt(unit, 'ParticipantRole')), start, end, text: spokenAt(unit, 'Content', at) },
        { pointer: at },
      )
    }
    const milliseconds = numberAt(value, 'ConversationCharacteristics', 'TotalConversationDurationMillis')
    return draft.finish({
      externalId: idAt(value, 'JobName'),
      durationSeconds: milliseconds === undefined ? undefined : milliseconds / 1000,
      language: isObject(value) ? toLanguage(member(value, 'LanguageCode')) : undefined,
    })
  },
}
