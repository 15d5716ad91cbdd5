import type { JsonObject } from '../json-value.ts'
import {
  createDraft,
  entries,
  epochAt,
  firstEntry,
  hasMembers,
  idAt,
  isEpoch,
  isoAt,
  type JsonForm,
  listAt,
  MILLISECONDS,
  numberAt,
  secondsSince,
  spokenAt,
  textAt,
  toIso,
  toParties,
  toPerson,
} from '../reader.ts'

/**
 * Read.ai: `speaker_blocks` of the webhook or `turns` of the REST API, with milliseconds since 1970. The two name the
 * text differently.
 */
export const readai: JsonForm = {
  id: 'readai',
  name: 'Read.ai transcript',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(value, 'transcript', 'speaker_blocks')), 'words', 'start_time') ||
    hasMembers(firstEntry(listAt(value, 'transcript', 'turns')), 'text', 'start_time_ms'),
  read(value) {
    const draft = createDraft('readai')
    const blocks = listAt(value, 'transcript', 'speaker_blocks')
    const keys =
      blocks === undefined
        ? { text: 'text', start: 'start_time_ms', end: 'end_time_ms' }
        : { text: 'words', start: 'start_time', end: 'end_time' }
    const started = isoAt(value, 'start_time') ?? startMs(value)
    let zero = started === undefined ? undefined : Date.parse(started)
    const list = blocks === undefined ? '/transcript/turns' : '/transcript/speaker_blocks'
    for (const [unit, at] of entries(blocks ?? listAt(value, 'transcript', 'turns') ?? [], list)) {
      const start = epochAt(unit, keys.start, at, MILLISECONDS)
      if (start !== undefined && (zero === undefined || start < zero)) zero = start
      draft.add(
        {
          speaker: toPerson({ name: textAt(unit, 'speaker', 'name'), id: idAt(unit, 'speaker', 'id') }),
          start: secondsSince(zero, start, `${at}/${keys.start}`),
          end: secondsSince(zero, epochAt(unit, keys.end, at, MILLISECONDS), `${at}/${keys.end}`),
          text: spokenAt(unit, keys.text, at),
        },
        { pointer: at },
      )
    }
    return draft.finish({
      externalId: idAt(value, 'session_id') ?? idAt(value, 'id'),
      title: textAt(value, 'title'),
      startedAt: toIso(zero),
      parties: toParties(listAt(value, 'participants')),
      summary: textAt(value, 'summary'),
    })
  },
}

function startMs(value: unknown): string | undefined {
  const milliseconds = numberAt(value as JsonObject, 'start_time_ms')
  return isEpoch(milliseconds, MILLISECONDS) ? toIso(milliseconds) : undefined
}
