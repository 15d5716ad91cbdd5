import type { Word } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  isEpoch,
  type JsonForm,
  type JsonObject,
  listAt,
  MILLISECONDS,
  numberAt,
  objectAt,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toIso,
  toRole,
} from '../reader.ts'

/** Retell: turns whose words are in seconds. The times of the call are milliseconds since 1970. */
export const retell: JsonForm = {
  id: 'retell',
  name: 'Retell call',
  recognize: (value) => hasMembers(firstEntry(listAt(root(value), 'transcript_object')), 'role', 'content'),
  read(value) {
    const draft = createDraft('retell')
    const call = root(value)
    for (const [unit, at] of entries(listAt(call, 'transcript_object') ?? [], '/transcript_object')) {
      const words = readWords(unit, at)
      const start = words[0]?.startTimestamp ?? null
      const end = words.at(-1)?.endTimestamp ?? null
      draft.add(
        { speaker: toRole(textAt(unit, 'role')), start, end, text: spokenAt(unit, 'content', at), words },
        { pointer: at },
      )
    }
    draft.omit(
      'tool calls',
      (listAt(call, 'transcript_with_tool_calls') ?? []).filter((each) => hasAny(each, 'tool_call_id')).length,
    )
    const [started, ended] = [numberAt(call, 'start_timestamp'), numberAt(call, 'end_timestamp')]
    const isKnown = isEpoch(started, MILLISECONDS) && isEpoch(ended, MILLISECONDS)
    return draft.finish({
      externalId: idAt(call, 'call_id'),
      startedAt: toIso(started),
      durationSeconds: isKnown ? (Number(ended) - Number(started)) / 1000 : undefined,
      mediaUrl: textAt(call, 'recording_url'),
      summary: textAt(call, 'call_analysis', 'call_summary'),
    })
  },
}

function readWords(unit: JsonObject, at: string): Word[] {
  return [...entries(listAt(unit, 'words') ?? [], `${at}/words`)].map(([word, place]) => ({
    text: spokenAt(word, 'word', place).trim(),
    startTimestamp: timeAt(word, 'start', place, SECONDS),
    endTimestamp: timeAt(word, 'end', place, SECONDS),
  }))
}

const root = (value: unknown): JsonObject => objectAt(value, 'call') ?? objectAt({ value }, 'value') ?? {}
