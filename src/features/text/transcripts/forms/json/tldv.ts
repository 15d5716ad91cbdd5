import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  isoAt,
  type JsonForm,
  listAt,
  MILLISECONDS,
  member,
  numberAt,
  objectAt,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toParties,
  toVoice,
} from '../reader.ts'

/**
 * tl;dv: `data` with `startTime` and `endTime`. Its documentation doesn't state their unit, so the length of the
 * meeting or the pace of the speech decides.
 */
export const tldv: JsonForm = {
  id: 'tldv',
  name: 'tl;dv transcript',
  recognize: (value) =>
    hasMembers(value, 'meetingId', 'data') &&
    hasMembers(firstEntry(listAt(value, 'data')), 'speaker', 'text', 'startTime'),
  read(value) {
    const items = listAt(value, 'data') ?? []
    const meeting = objectAt(value, 'meeting')
    const duration = numberAt(meeting ?? value, 'duration')
    const head = {
      externalId: idAt(value, 'meetingId'),
      title: textAt(meeting, 'name'),
      startedAt: isoAt(meeting, 'happenedAt'),
      durationSeconds: duration,
      parties: toParties(listAt(meeting, 'invitees')),
    }
    const faults: TranscriptFault[] = []
    for (const scale of [SECONDS, MILLISECONDS]) {
      try {
        const draft = createDraft('tldv')
        for (const [unit, at] of entries(items, '/data')) {
          const [start, end] = [timeAt(unit, 'startTime', at, scale), timeAt(unit, 'endTime', at, scale)]
          draft.add(
            { speaker: toVoice(member(unit, 'speaker')), start, end, text: spokenAt(unit, 'text', at) },
            { pointer: at },
          )
        }
        return draft.finish(head, { isGuess: true })
      } catch (error) {
        if (!(error instanceof TranscriptFault)) throw error
        faults.push(error)
      }
    }
    throw faults[0] ?? new TranscriptFault('The unit of the times is unknown.')
  },
}
