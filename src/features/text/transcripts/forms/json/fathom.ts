import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  flagAt,
  hasMembers,
  idAt,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  objectAt,
  spokenAt,
  textAt,
  toLanguage,
  toParties,
  toPerson,
} from '../reader.ts'
import { parseTime } from '../timing.ts'

/** Fathom: turns with a clock such as `00:05:32`, alone or inside a meeting. */
export const fathom: JsonForm = {
  id: 'fathom',
  name: 'Fathom transcript',
  recognize: (value) => {
    const turn = firstEntry(listAt(value, 'transcript'))
    return (
      hasMembers(turn, 'speaker', 'text', 'timestamp') &&
      objectAt(turn, 'speaker') !== undefined &&
      typeof turn.timestamp === 'string'
    )
  },
  read(value) {
    const draft = createDraft('fathom')
    const sides = readSides(value)
    for (const [unit, at] of entries(listAt(value, 'transcript') ?? [], '/transcript')) {
      const email = textAt(unit, 'speaker', 'matched_calendar_invitee_email')
      const internal = email === undefined ? undefined : sides.get(email.toLowerCase())
      const speaker = toPerson({ name: textAt(unit, 'speaker', 'display_name'), email, internal })
      draft.add({ speaker, start: readClock(unit, at), text: spokenAt(unit, 'text', at) }, { pointer: at })
    }
    const [started, ended] = [isoAt(value, 'recording_start_time'), isoAt(value, 'recording_end_time')]
    return draft.finish({
      externalId: idAt(value, 'recording_id'),
      title: textAt(value, 'title') ?? textAt(value, 'meeting_title'),
      startedAt: started,
      durationSeconds:
        started === undefined || ended === undefined ? undefined : (Date.parse(ended) - Date.parse(started)) / 1000,
      language: toLanguage(textAt(value, 'transcript_language')),
      parties: toParties(listAt(value, 'calendar_invitees')),
    })
  },
}

function readClock(unit: JsonObject, at: string): number {
  const start = parseTime(textAt(unit, 'timestamp') ?? '')
  if (start === undefined)
    throw new TranscriptFault('A time must be a clock such as `00:05:32`.', { pointer: `${at}/timestamp` })
  return start
}

function readSides(value: unknown): Map<string, boolean> {
  const sides = new Map<string, boolean>()
  for (const person of listAt(value, 'calendar_invitees') ?? []) {
    const email = textAt(person, 'email')
    const isExternal = flagAt(person, 'is_external')
    if (email !== undefined && isExternal !== undefined) sides.set(email.toLowerCase(), !isExternal)
  }
  return sides
}
