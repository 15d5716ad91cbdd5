import type { Speaker } from '../../model.ts'
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
  spokenAt,
  textAt,
  timeAt,
  toParties,
  toVoice,
} from '../reader.ts'

/** Granola: turns in milliseconds. The speaker is often only the microphone or the system. */
export const granola: JsonForm = {
  id: 'granola',
  name: 'Granola note',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'transcript')), 'startMs', 'text'),
  read(value) {
    const draft = createDraft('granola')
    for (const [unit, at] of entries(listAt(value, 'transcript') ?? [], '/transcript')) {
      const [start, end] = [timeAt(unit, 'startMs', at, MILLISECONDS), timeAt(unit, 'endMs', at, MILLISECONDS)]
      draft.add(
        { speaker: toSource(textAt(unit, 'speaker')), start, end, text: spokenAt(unit, 'text', at) },
        { pointer: at },
      )
    }
    return draft.finish({
      externalId: idAt(value, 'id'),
      title: textAt(value, 'title'),
      startedAt: isoAt(value, 'meetingStartAt'),
      parties: toParties(listAt(value, 'attendees')),
      summary: textAt(value, 'summary'),
    })
  },
}

function toSource(speaker: string | undefined): Speaker {
  if (speaker === 'microphone') return { id: speaker, name: 'Me', internal: true }
  return speaker === 'system' ? { id: speaker, name: 'Others' } : toVoice(speaker)
}
