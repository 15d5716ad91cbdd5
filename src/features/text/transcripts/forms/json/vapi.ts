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
  member,
  objectAt,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toRole,
} from '../reader.ts'

/** Vapi: messages of an end-of-call report, in seconds from the start. */
export const vapi: JsonForm = {
  id: 'vapi',
  name: 'Vapi call report',
  recognize: (value) =>
    hasMembers(firstEntry(findMessages(value)), 'role', 'message', 'secondsFromStart') ||
    textAt(root(value), 'type') === 'end-of-call-report',
  read(value) {
    const draft = createDraft('vapi')
    const report = root(value)
    for (const [unit, at] of entries(findMessages(value), '/message/artifact/messages')) {
      const role = textAt(unit, 'role')
      if (role !== 'user' && role !== 'bot' && role !== 'assistant') {
        draft.omit('instructions and tool calls')
        continue
      }
      draft.add(
        {
          speaker: toRole(role === 'assistant' ? 'bot' : role),
          start: timeAt(unit, 'secondsFromStart', at, SECONDS),
          text: spokenAt(unit, 'message', at),
        },
        { pointer: at },
      )
    }
    return draft.finish({
      externalId: idAt(report, 'call', 'id') ?? idAt(report, 'id'),
      startedAt: isoAt(report, 'startedAt'),
      mediaUrl: textAt(report, 'artifact', 'recordingUrl'),
      summary: textAt(report, 'analysis', 'summary'),
    })
  },
}

const root = (value: unknown): JsonObject => objectAt(value, 'message') ?? objectAt({ value }, 'value') ?? {}

function findMessages(value: unknown): unknown[] {
  const report = root(value)
  const messages = listAt(report, 'artifact', 'messages') ?? listAt(report, 'messages') ?? []
  return messages.filter((message) => member(objectAt({ message }, 'message') ?? {}, 'message') !== undefined)
}
