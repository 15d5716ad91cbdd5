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
  numberAt,
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
    const durationSeconds = readDuration(call)
    if (durationSeconds === undefined && numberAt(call, 'duration') !== undefined)
      draft.omit('duration without a known unit')
    const attendees = toParties(listAt(call, 'meeting_attendees'))
    return draft.finish({
      externalId: idAt(call, 'id'),
      title: textAt(call, 'title'),
      startedAt: isoAt(call, 'dateString') ?? isoAt(call, 'date') ?? readDate(call),
      durationSeconds,
      parties: attendees.length > 0 ? attendees : toParties(listAt(call, 'participants')),
      mediaUrl: textAt(call, 'audio_url') ?? textAt(call, 'video_url'),
      summary: textAt(call, 'summary', 'overview'),
    })
  },
}

/** Limits of the duration of a call, as ratios of its last time. People stay after the last sentence. */
const [SHORTEST, LONGEST] = [0.95, 3]
const LONGEST_SECONDS = 120

/** Duration in seconds. Exports have minutes or seconds, so the last sentence decides. */
function readDuration(call: JsonObject): number | undefined {
  const duration = numberAt(call, 'duration')
  const last = (listAt(call, 'sentences') ?? []).reduce<number>(
    (latest, unit) => Math.max(latest, numberAt(unit, 'end_time') ?? 0),
    0,
  )
  if (duration === undefined || last === 0) return undefined
  const possible = [duration * 60, duration].filter(
    (seconds) => seconds >= last * SHORTEST && seconds <= last * LONGEST + LONGEST_SECONDS,
  )
  return possible.length === 1 ? Math.round((possible[0] ?? 0) * 1000) / 1000 : undefined
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
