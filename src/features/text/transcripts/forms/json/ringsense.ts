import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toPerson,
  toSpeakerTable,
} from '../reader.ts'

/** RingCentral RingSense: `insights.Transcript` in seconds. The length of the recording is in milliseconds. */
export const ringsense: JsonForm = {
  id: 'ringsense',
  name: 'RingCentral RingSense',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(root(value), 'insights', 'Transcript')), 'speakerId', 'text', 'start'),
  read(value) {
    const draft = createDraft('ringsense')
    const call = root(value)
    const people = toSpeakerTable(listAt(call, 'speakerInfo'), ['speakerId'], (person) => ({
      name: textAt(person, 'name'),
    }))
    for (const [unit, at] of entries(listAt(call, 'insights', 'Transcript') ?? [], '/insights/Transcript')) {
      const id = idAt(unit, 'speakerId')
      const [start, end] = [timeAt(unit, 'start', at, SECONDS), timeAt(unit, 'end', at, SECONDS)]
      draft.add(
        { speaker: people.get(id ?? '') ?? toPerson({ id }), start, end, text: spokenAt(unit, 'text', at) },
        { pointer: at },
      )
    }
    const milliseconds = numberAt(call, 'recordingDurationMs')
    return draft.finish({
      externalId: idAt(call, 'sourceRecordId'),
      title: textAt(call, 'title'),
      startedAt: isoAt(call, 'recordingStartTime'),
      durationSeconds: milliseconds === undefined ? undefined : milliseconds / 1000,
      parties: [...people.values()].flatMap(({ name }) => (name ? [{ name }] : [])),
    })
  },
}

const root = (value: unknown): JsonObject => objectAt(value, 'body') ?? objectAt({ value }, 'value') ?? {}
