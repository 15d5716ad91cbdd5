import {
  createDraft,
  entries,
  epochAt,
  firstEntry,
  flagAt,
  hasMembers,
  idAt,
  isEpoch,
  type JsonForm,
  type JsonObject,
  listAt,
  MILLISECONDS,
  numberAt,
  objectAt,
  requiredList,
  secondsSince,
  textAt,
  toIso,
  toLanguage,
  toParties,
  toPerson,
} from '../reader.ts'

/** Jigasi of Jitsi: events with milliseconds since 1970. Only final speech events are speech. */
export const jigasi: JsonForm = {
  id: 'jigasi',
  name: 'Jigasi JSON',
  recognize: (value) =>
    hasMembers(value, 'room_name', 'events') && hasMembers(firstEntry(listAt(value, 'events')), 'event', 'timestamp'),
  read(value) {
    const draft = createDraft('jigasi')
    const [events, list] = requiredList(value, 'events')
    const started = numberAt(value, 'start_time')
    let zero = isEpoch(started, MILLISECONDS) ? started : undefined
    let language: string | undefined
    for (const [event, at] of entries(events, list)) {
      const instant = epochAt(event, 'timestamp', at, MILLISECONDS)
      zero ??= instant
      if (!/^speech$/i.test(textAt(event, 'event') ?? '')) {
        draft.omit('events')
        continue
      }
      if (flagAt(event, 'is_interim') === true) {
        draft.omit('interim results')
        continue
      }
      language ??= toLanguage(textAt(event, 'language'))
      const person = objectAt(event, 'participant') ?? {}
      const text = textAt(firstEntry(listAt(event, 'transcript')), 'text') ?? ''
      draft.add(
        { speaker: toSpeaker(person), start: secondsSince(zero, instant, `${at}/timestamp`), text },
        { pointer: at },
      )
    }
    return draft.finish({
      title: textAt(value, 'room_name'),
      startedAt: toIso(zero),
      language,
      parties: toParties(listAt(value, 'initial_participants')),
    })
  },
}

const toSpeaker = (person: JsonObject) =>
  toPerson({ id: idAt(person, 'id'), name: textAt(person, 'name'), email: textAt(person, 'email') })
