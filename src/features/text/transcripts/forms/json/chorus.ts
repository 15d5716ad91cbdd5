import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  instantAt,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  roleSide,
  SECONDS,
  textAt,
  timeAt,
  toIso,
  toParties,
  toPerson,
} from '../reader.ts'

/**
 * Chorus: utterances with `snippet_time`. Its documentation doesn't state the unit, so the dates of the utterances must
 * confirm seconds.
 */
export const chorus: JsonForm = {
  id: 'chorus',
  name: 'Chorus conversation',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(root(value), 'recording', 'utterances')), 'snippet', 'snippet_time'),
  read(value) {
    const draft = createDraft('chorus')
    const call = root(value)
    const recording = objectAt(call, 'recording') ?? {}
    const list = '/data/attributes/recording/utterances'
    const zero = instantAt(recording, 'start_time', '/data/attributes/recording')
    for (const [unit, at] of entries(listAt(recording, 'utterances') ?? [], list)) {
      const start = timeAt(unit, 'snippet_time', at, SECONDS)
      checkDate(unit, start, zero, at)
      const length = timeAt(unit, 'snippet_length', at, SECONDS)
      const speaker = toPerson({
        id: idAt(unit, 'speaker_id'),
        name: textAt(unit, 'speaker_name') ?? textAt(unit, 'participant', 'name'),
        internal: roleSide(textAt(unit, 'speaker_type')),
      })
      draft.add(
        {
          speaker,
          start,
          end: start === null || length === null ? null : start + length,
          text: textAt(unit, 'snippet') ?? '',
        },
        { pointer: at },
      )
    }
    return draft.finish({
      externalId: idAt(value, 'data', 'id'),
      title: textAt(call, 'name') ?? textAt(call, 'subject'),
      startedAt: toIso(zero) ?? isoAt(call, 'start_time'),
      durationSeconds: numberAt(recording, 'duration'),
      parties: toParties(listAt(call, 'participants')),
    })
  },
}

/** Difference in seconds between the date of an utterance and its time that rounding explains. */
const TOLERANCE = 5

function checkDate(unit: JsonObject, start: number | null, zero: number | undefined, at: string): void {
  const instant = instantAt(unit, 'date_time', at)
  if (instant === undefined || zero === undefined || start === null) return
  if (Math.abs((instant - zero) / 1000 - start) > TOLERANCE) {
    throw new TranscriptFault('The time of the utterance doesn’t agree with its date. Check the unit of the times.', {
      pointer: `${at}/snippet_time`,
    })
  }
}

const root = (value: unknown) => objectAt(value, 'data', 'attributes')
