import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  isEpoch,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  MILLISECONDS,
  member,
  objectAt,
  SECONDS,
  textAt,
  timeAt,
  toIso,
  toParties,
  toPerson,
  toSpeakerTable,
} from '../reader.ts'

/** Fireflies: sentences in seconds, alone or as `data.transcript` of a GraphQL response. */
export const fireflies: JsonForm = {
  id: 'fireflies',
  name: 'Fireflies transcript',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(root(value).call, 'sentences')), 'speaker_name', 'text', 'start_time'),
  read(value) {
    const draft = createDraft('fireflies')
    const { call, at: base } = root(value)
    const people = toSpeakerTable(listAt(call, 'speakers'), ['id'], (person) => ({ name: textAt(person, 'name') }))
    for (const [unit, at] of entries(listAt(call, 'sentences') ?? [], `${base}/sentences`)) {
      const id = idAt(unit, 'speaker_id')
      const name = textAt(unit, 'speaker_name')
      draft.add(
        {
          speaker: name === undefined ? (people.get(id ?? '') ?? toPerson({ id })) : { name },
          start: timeAt(unit, 'start_time', at, SECONDS),
          end: timeAt(unit, 'end_time', at, SECONDS),
          text: textAt(unit, 'text') ?? textAt(unit, 'raw_text') ?? '',
        },
        { pointer: at },
      )
    }
    const attendees = toParties(listAt(call, 'meeting_attendees'))
    return draft.finish({
      externalId: idAt(call, 'id'),
      title: textAt(call, 'title'),
      startedAt: isoAt(call, 'dateString') ?? isoAt(call, 'date') ?? readDate(call),
      parties: attendees.length > 0 ? attendees : toParties(listAt(call, 'participants')),
      mediaUrl: textAt(call, 'audio_url') ?? textAt(call, 'video_url'),
      summary: textAt(call, 'summary', 'overview'),
    })
  },
}

function readDate(call: JsonObject): string | undefined {
  const date = member(call, 'date')
  return isEpoch(date, MILLISECONDS) ? toIso(Number(date)) : undefined
}

function root(value: unknown): { call: JsonObject; at: string } {
  const inner = objectAt(value, 'data', 'transcript')
  return inner === undefined
    ? { call: objectAt({ value }, 'value') ?? {}, at: '' }
    : { call: inner, at: '/data/transcript' }
}
