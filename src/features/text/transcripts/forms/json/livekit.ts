import {
  createDraft,
  entries,
  epochAt,
  firstEntry,
  hasMembers,
  idAt,
  type JsonForm,
  listAt,
  member,
  numberAt,
  SECONDS,
  secondsSince,
  textAt,
  toIso,
  toRole,
} from '../reader.ts'

/** LiveKit agents: messages of the chat history with seconds since 1970. */
export const livekit: JsonForm = {
  id: 'livekit',
  name: 'LiveKit chat history',
  recognize: (value) => {
    const { items } = findItems(value)
    return (
      items.slice(0, 20).some((item) => hasMembers(item, 'type', 'role', 'content', 'id')) &&
      typeof firstEntry(items).type === 'string'
    )
  },
  read(value) {
    const draft = createDraft('livekit')
    const { items, at: list } = findItems(value)
    let zero: number | undefined
    for (const [item, at] of entries(items, list)) {
      const role = textAt(item, 'role')
      if (textAt(item, 'type') !== 'message' || (role !== 'user' && role !== 'assistant')) {
        draft.omit('instructions and tool calls')
        continue
      }
      const instant = epochAt(item, 'created_at', at, SECONDS)
      const spoken = numberAt(item, 'metrics', 'started_speaking_at')
      const start = spoken === undefined ? instant : spoken * 1000
      zero ??= start
      const text = (listAt(item, 'content') ?? [member(item, 'content')])
        .map((part) => (typeof part === 'string' ? part : (textAt(part, 'text') ?? '')))
        .join(' ')
      draft.add({ speaker: toRole(role), start: secondsSince(zero, start, at), text }, { pointer: at })
    }
    return draft.finish({ externalId: idAt(value, 'job_id'), startedAt: toIso(zero) })
  },
}

function findItems(value: unknown): { items: unknown[]; at: string } {
  for (const path of [['chat_history', 'items'], ['items']]) {
    const items = listAt(value, ...path)
    if (items !== undefined) return { items, at: `/${path.join('/')}` }
  }
  return { items: [], at: '' }
}
