import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  decimalAt,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  type JsonForm,
  member,
  spokenAt,
  toVoice,
} from '../reader.ts'

/** SegLST of MeetEval: a list of `{session_id, words: text, speaker, start_time, end_time}` in seconds. */
export const seglst: JsonForm = {
  id: 'seglst',
  name: 'SegLST',
  recognize: (value) =>
    Array.isArray(value) &&
    hasMembers(firstEntry(value), 'session_id', 'words') &&
    typeof firstEntry(value).words === 'string',
  split(value) {
    const items = Array.isArray(value) ? value : []
    const sessions = Map.groupBy(items.entries(), ([, item]) => idAt(item, 'session_id'))
    if (sessions.size < 2) return undefined
    return [...sessions.values()].map((own) => ({
      value: own.map(([, item]) => item),
      pointer: `/${own[0]?.[0] ?? 0}`,
    }))
  },
  read(value) {
    const draft = createDraft('seglst')
    const items = Array.isArray(value) ? value : []
    const session = idAt(firstEntry(items), 'session_id')
    for (const [unit, at] of entries(items, '')) {
      if (idAt(unit, 'session_id') !== session) {
        throw new TranscriptFault(
          'The file contains several sessions. Import it with `parley import`, or send each session separately.',
          { pointer: `${at}/session_id` },
        )
      }
      const [start, end] = [decimalAt(unit, 'start_time', at), decimalAt(unit, 'end_time', at)]
      draft.add(
        { speaker: toVoice(member(unit, 'speaker')), start, end, text: spokenAt(unit, 'words', at) },
        { pointer: at },
      )
    }
    return draft.finish({ externalId: session })
  },
}
