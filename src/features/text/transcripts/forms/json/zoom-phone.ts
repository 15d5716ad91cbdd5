import { TranscriptFault } from '../../model.ts'
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
  spokenAt,
  textAt,
  toPerson,
} from '../reader.ts'
import { parseTime } from '../timing.ts'

/** Zoom Phone: a timeline with clocks such as `00:00:04.120`. Speakers are names, extensions or telephone numbers. */
export const zoomPhone: JsonForm = {
  id: 'zoom-phone',
  name: 'Zoom Phone transcript',
  recognize: (value) =>
    textAt(value, 'type') === 'zoom_transcript' && hasMembers(firstEntry(listAt(value, 'timeline')), 'text', 'ts'),
  read(value) {
    const draft = createDraft('zoom-phone')
    for (const [unit, at] of entries(listAt(value, 'timeline') ?? [], '/timeline')) {
      const [start, end] = [readClock(unit, 'ts', at), readClock(unit, 'end_ts', at)]
      draft.add({ speaker: readSpeaker(unit), start, end, text: spokenAt(unit, 'text', at) }, { pointer: at })
    }
    const [started, ended] = [isoAt(value, 'recording_start'), isoAt(value, 'recording_end')]
    const durationSeconds =
      started === undefined || ended === undefined ? undefined : (Date.parse(ended) - Date.parse(started)) / 1000
    const externalId = idAt(value, 'recording_id')
    return draft.finish({ externalId, startedAt: started, durationSeconds }, { isClock: true })
  },
}

/** Several people who speak at the same time are named by the first one. */
function readSpeaker(unit: JsonObject) {
  const user = firstEntry(listAt(unit, 'users'))
  const id = idAt(unit, 'userId') ?? idAt(user, 'user_id')
  const name = textAt(unit, 'username') ?? textAt(user, 'username')
  return toPerson({ id: name === undefined ? id : undefined, name: name ?? id })
}

function readClock(unit: JsonObject, key: string, at: string): number | null {
  const clock = textAt(unit, key)
  if (clock === undefined) return null
  const time = parseTime(clock)
  if (time === undefined) {
    throw new TranscriptFault('A time must be a clock such as `00:00:04.120`.', { pointer: `${at}/${key}` })
  }
  return time
}
