import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import {
  createDraft,
  entries,
  firstEntry,
  flagAt,
  hasMembers,
  idAt,
  isObject,
  type JsonForm,
  type JsonObject,
  listAt,
  SEVERAL_CALLS,
  spokenAt,
  textAt,
  toPerson,
  toSpeakerTable,
} from '../reader.ts'

/** Avoma: turns with one time per word, in seconds. A response can contain several transcripts. */
export const avoma: JsonForm = {
  id: 'avoma',
  name: 'Avoma transcript',
  recognize: (value) =>
    findTranscripts(value).some((each) =>
      hasMembers(firstEntry(listAt(each, 'transcript')), 'transcript', 'timestamps'),
    ),
  split(value) {
    const list = Array.isArray(value) ? '' : '/results'
    const found = findTranscripts(value)
    return found.length < 2 ? undefined : found.map((each, index) => ({ value: each, pointer: `${list}/${index}` }))
  },
  read(value) {
    const found = findTranscripts(value)
    const [only] = found
    if (found.length !== 1 || only === undefined) {
      throw new TranscriptFault(SEVERAL_CALLS, { pointer: '' })
    }
    const draft = createDraft('avoma')
    const people = toSpeakerTable(listAt(only, 'speakers'), ['id'], (person) => ({
      name: textAt(person, 'name'),
      email: textAt(person, 'email'),
      internal: flagAt(person, 'is_rep'),
    }))
    for (const [unit, at] of entries(listAt(only, 'transcript') ?? [], '/transcript')) {
      const id = idAt(unit, 'speaker_id')
      const times = readTimes(unit, at)
      const start = times[0] ?? null
      const end = times.at(-1) ?? null
      draft.add(
        {
          speaker: people.get(id ?? '') ?? toPerson({ id }),
          start,
          end: times.length > 1 ? end : null,
          text: spokenAt(unit, 'transcript', at),
        },
        { pointer: at },
      )
    }
    const parties = [...people.values()].map(({ name, email }) => ({
      ...(name ? { name } : {}),
      ...(email ? { email } : {}),
    }))
    return draft.finish({ externalId: idAt(only, 'meeting_uuid'), parties })
  },
}

function findTranscripts(value: unknown): JsonObject[] {
  const list = Array.isArray(value) ? value : (listAt(value, 'results') ?? [value])
  return list.filter(isObject)
}

function readTimes(unit: JsonObject, at: string): number[] {
  return (listAt(unit, 'timestamps') ?? []).map((time, index) => {
    const pointer = `${at}/timestamps/${index}`
    if (typeof time !== 'number') throw new TranscriptFault('A time must be a number.', { pointer })
    return checkTime(time, { pointer })
  })
}
