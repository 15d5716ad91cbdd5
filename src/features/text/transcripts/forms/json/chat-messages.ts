import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  textAt,
  toRole,
} from '../reader.ts'

/** Messages of a chat completion: `{role, content}` without times. Instructions and tool calls aren't speech. */
export const chatMessages: JsonForm = {
  id: 'chat-messages',
  name: 'Chat completion messages',
  recognize: (value) => isMessage(firstEntry(findMessages(value).items)),
  isPart: isMessage,
  read(value) {
    const draft = createDraft('chat-messages')
    const { items, at: list } = findMessages(value)
    for (const [unit, at] of entries(items, list)) {
      const role = textAt(unit, 'role')
      if (role !== 'user' && role !== 'assistant') draft.omit('instructions and tool calls')
      else draft.add({ speaker: toRole(role), text: readContent(unit) }, { pointer: at })
    }
    return draft.finish()
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
