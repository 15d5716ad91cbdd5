import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  instantAt,
  type JsonForm,
  listAt,
  MILLISECONDS,
  NOBODY,
  numberAt,
  requiredList,
  secondsSince,
  spokenAt,
  textAt,
  timeAt,
  toIso,
  toRole,
  toSpeakerTable,
} from '../reader.ts'

/**
 * Amazon Connect Contact Lens: turns with `ParticipantId`, whose role is in `Participants`. Calls have milliseconds,
 * chats have dates.
 */
export const contactLens: JsonForm = {
  id: 'contact-lens',
  name: 'Amazon Connect Contact Lens',
  recognize: (value) =>
    !hasAny(value, 'JobName') &&
    hasMembers(firstEntry(listAt(value, 'Transcript')), 'ParticipantId', 'Content') &&
    listAt(value, 'Participants') !== undefined,
  read(value) {
    const draft = createDraft('contact-lens')
    const people = toSpeakerTable(listAt(value, 'Participants'), ['ParticipantId'], (person) =>
      toRole(textAt(person, 'ParticipantRole')),
    )
    const [items, list] = requiredList(value, 'Transcript')
    const isChat = textAt(value, 'Channel') === 'CHAT'
    let zero: number | undefined
    for (const [unit, at] of entries(items, list)) {
      const id = textAt(unit, 'ParticipantId')
      const speaker =
        (id === undefined ? undefined : people.get(id)) ??
        (id === undefined ? NOBODY : toRole(textAt(unit, 'ParticipantRole'), id))
      const text = spokenAt(unit, 'Content', at)
      if (isChat) {
        const instant = instantAt(unit, 'AbsoluteTime', at)
        zero ??= instant
        draft.add({ speaker, start: secondsSince(zero, instant, `${at}/AbsoluteTime`), text }, { pointer: at })
        continue
      }
      if (!hasAny(unit, 'BeginOffsetMillis'))
        throw new TranscriptFault('A turn of a call must have `BeginOffsetMillis`.', { pointer: at })
      const start = timeAt(unit, 'BeginOffsetMillis', at, MILLISECONDS)
      draft.add({ speaker, start, end: timeAt(unit, 'EndOffsetMillis', at, MILLISECONDS), text }, { pointer: at })
    }
    const milliseconds = numberAt(value, 'ConversationCharacteristics', 'TotalConversationDurationMillis')
    const durationSeconds = milliseconds === undefined ? undefined : milliseconds / 1000
    return draft.finish({ startedAt: toIso(zero), durationSeconds }, { written: isChat })
  },
}
