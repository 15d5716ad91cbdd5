import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  isoAt,
  type JsonForm,
  listAt,
  MILLISECONDS,
  numberAt,
  roleSide,
  spokenAt,
  textAt,
  timeAt,
  toParties,
  toPerson,
  toSpeakerTable,
} from '../reader.ts'

/** Grain: `{participant_id, speaker, start, end, text}` in milliseconds, as a list or inside the recording. */
export const grain: JsonForm = {
  id: 'grain',
  name: 'Grain transcript',
  recognize: (value) =>
    hasMembers(
      firstEntry(Array.isArray(value) ? value : listAt(value, 'transcript')),
      'participant_id',
      'speaker',
      'start',
      'text',
    ) && !hasAny(firstEntry(value), 'words'),
  read(value) {
    const draft = createDraft('grain')
    const isList = Array.isArray(value)
    const people = toSpeakerTable(listAt(value, 'participants'), ['id'], (person) => ({
      name: textAt(person, 'name'),
      email: textAt(person, 'email'),
      internal: roleSide(textAt(person, 'scope')),
    }))
    for (const [unit, at] of entries(
      isList ? value : (listAt(value, 'transcript') ?? []),
      isList ? '' : '/transcript',
    )) {
      const id = idAt(unit, 'participant_id')
      draft.add(
        {
          speaker: (id === undefined ? undefined : people.get(id)) ?? toPerson({ id, name: textAt(unit, 'speaker') }),
          start: timeAt(unit, 'start', at, MILLISECONDS),
          end: timeAt(unit, 'end', at, MILLISECONDS),
          text: spokenAt(unit, 'text', at),
        },
        { pointer: at },
      )
    }
    const milliseconds = numberAt(value, 'duration_ms')
    return draft.finish({
      externalId: idAt(value, 'id'),
      title: textAt(value, 'title'),
      startedAt: isoAt(value, 'start_datetime'),
      durationSeconds: milliseconds === undefined ? undefined : milliseconds / 1000,
      parties: toParties(listAt(value, 'participants')),
    })
  },
}
