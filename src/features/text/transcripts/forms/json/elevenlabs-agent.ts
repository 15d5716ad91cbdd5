import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  isEpoch,
  type JsonForm,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  SECONDS,
  textAt,
  timeAt,
  toIso,
  toRole,
} from '../reader.ts'

/** Conversation of an ElevenLabs agent: turns with seconds from the start. Turns without a message are tool calls. */
export const elevenlabsAgent: JsonForm = {
  id: 'elevenlabs-agent',
  name: 'ElevenLabs agent conversation',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(root(value), 'transcript')), 'role', 'message', 'time_in_call_secs'),
  read(value) {
    const draft = createDraft('elevenlabs-agent')
    const call = root(value)
    for (const [unit, at] of entries(listAt(call, 'transcript') ?? [], '/transcript')) {
      const text = textAt(unit, 'message')
      if (text === undefined) draft.omit('tool calls')
      else
        draft.add(
          { speaker: toRole(textAt(unit, 'role')), start: timeAt(unit, 'time_in_call_secs', at, SECONDS), text },
          { pointer: at },
        )
    }
    const started = numberAt(call, 'metadata', 'start_time_unix_secs')
    return draft.finish({
      externalId: idAt(call, 'conversation_id'),
      startedAt: isEpoch(started, SECONDS) ? toIso(Number(started) * 1000) : undefined,
      durationSeconds: numberAt(call, 'metadata', 'call_duration_secs'),
      summary: textAt(call, 'analysis', 'transcript_summary'),
    })
  },
}

const root = (value: unknown): JsonObject => objectAt(value, 'data') ?? objectAt({ value }, 'value') ?? {}
