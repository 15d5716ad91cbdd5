import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  secondsSince,
  textAt,
  toIso,
  toRole,
} from '../reader.ts'

/** Members of messages with times. Only a `timestamp` with a date is read. */
const TIMES = ['timestamp', 'time', 'ts', 'createdAt', 'date']

/**
 * Messages of a chat completion: `{role, content}`, in logs with a `timestamp`. Instructions and tool calls aren't
 * speech.
 */
export const chatMessages: JsonForm = {
  id: 'chat-messages',
  name: 'Chat completion messages',
  recognize: (value) => isMessage(firstEntry(findMessages(value).items)),
  isPart: isMessage,
  read(value) {
    const draft = createDraft('chat-messages')
    const { items, at: list } = findMessages(value)
    let zero: number | undefined
    for (const [unit, at] of entries(items, list)) {
      const role = textAt(unit, 'role')
      if (role !== 'user' && role !== 'assistant') {
        draft.omit('instructions and tool calls')
        continue
      }
      const instant = isoAt(unit, 'timestamp')
      if (instant === undefined && hasAny(unit, ...TIMES)) draft.omit('times in an unknown form')
      const now = instant === undefined ? undefined : Date.parse(instant)
      zero ??= now
      const start = secondsSince(zero, now, `${at}/timestamp`)
      draft.add({ speaker: toRole(role), start, text: readContent(unit) }, { pointer: at })
    }
    return draft.finish({ startedAt: toIso(zero) }, { written: true })
  },
}

function isMessage(value: unknown): boolean {
  return (
    hasMembers(value, 'role', 'content') &&
    /^(?:system|developer|user|assistant|tool)$/.test(textAt(value, 'role') ?? '') &&
    !hasAny(value, 'type', 'created_at')
  )
}

function readContent(unit: JsonObject): string {
  const content = member(unit, 'content')
  if (typeof content === 'string') return content
  return (listAt(unit, 'content') ?? []).map((part) => textAt(part, 'text') ?? '').join(' ')
}

function findMessages(value: unknown): { items: unknown[]; at: string } {
  return Array.isArray(value) ? { items: value, at: '' } : { items: listAt(value, 'messages') ?? [], at: '/messages' }
}
