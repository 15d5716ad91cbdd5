import {
  createDraft,
  decimalAt,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  type JsonForm,
  type JsonObject,
  listAt,
  numberAt,
  requiredList,
  spokenAt,
  textAt,
  toPerson,
} from '../reader.ts'

/** Twilio Conversational Intelligence: sentences in seconds, with the number of the channel. */
export const twilio: JsonForm = {
  id: 'twilio',
  name: 'Twilio Conversational Intelligence',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'sentences')), 'media_channel', 'transcript'),
  read(value) {
    const draft = createDraft('twilio')
    const [items, list] = requiredList(value, 'sentences')
    const people = listAt(value, 'channel', 'participants') ?? []
    for (const [unit, at] of entries(items, list)) {
      const channel = numberAt(unit, 'media_channel')
      const person = people.find((each) => numberAt(each, 'channel_participant') === channel)
      const [start, end] = [decimalAt(unit, 'start_time', at), decimalAt(unit, 'end_time', at)]
      draft.add(
        { speaker: toSpeaker(channel, person), start, end, text: spokenAt(unit, 'transcript', at) },
        { pointer: at },
      )
    }
    const sid = textAt(firstEntry(items), 'transcript_sid')
    return draft.finish(
      { externalId: sid ?? (hasAny(value, 'sid') ? idAt(value, 'sid') : undefined) },
      { sorted: true },
    )
  },
}

function toSpeaker(channel: number | undefined, person: unknown) {
  const name = textAt(person, 'full_name') ?? textAt(person, 'role')
  const role = textAt(person as JsonObject, 'role')
  const internal =
    role === undefined ? undefined : /agent/i.test(role) ? true : /customer|caller/i.test(role) ? false : undefined
  return toPerson({
    id: channel === undefined ? undefined : String(channel),
    name: name ?? (channel === undefined ? undefined : `Channel ${channel}`),
    internal,
  })
}
