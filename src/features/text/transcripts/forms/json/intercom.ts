import { decodeEntities } from '../cue-text.ts'
import {
  createDraft,
  type Draft,
  entries,
  epochAt,
  hasMembers,
  idAt,
  type JsonForm,
  type JsonObject,
  listAt,
  objectAt,
  roleSide,
  SECONDS,
  secondsSince,
  textAt,
  toIso,
  toPerson,
} from '../reader.ts'

/** Intercom conversation: the first message is `source`, the others are parts, in seconds since 1970. Bodies are HTML. */
export const intercom: JsonForm = {
  id: 'intercom',
  name: 'Intercom conversation',
  recognize: (value) => textAt(value, 'type') === 'conversation' && hasMembers(value, 'source', 'conversation_parts'),
  read(value) {
    const draft = createDraft('intercom')
    const call = objectAt({ value }, 'value') ?? {}
    const zero = epochAt(call, 'created_at', '', SECONDS)
    const source = objectAt(call, 'source') ?? {}
    addMessage(draft, source, zero === undefined ? null : 0, '/source')
    for (const [part, at] of entries(
      listAt(call, 'conversation_parts', 'conversation_parts') ?? [],
      '/conversation_parts/conversation_parts',
    )) {
      const type = textAt(part, 'part_type')
      if (type !== 'comment') {
        draft.omit(type === 'note' ? 'internal notes' : 'events')
        continue
      }
      addMessage(draft, part, secondsSince(zero, epochAt(part, 'created_at', at, SECONDS), `${at}/created_at`), at)
    }
    const title = textAt(call, 'title') ?? stripHtml(textAt(source, 'subject') ?? '')
    return draft.finish({ externalId: idAt(call, 'id'), title, startedAt: toIso(zero) }, { written: true })
  },
}

function addMessage(draft: Draft, message: JsonObject, start: number | null, at: string): void {
  const author = objectAt(message, 'author')
  const speaker = toPerson({
    id: idAt(author, 'id'),
    name: textAt(author, 'name'),
    email: textAt(author, 'email'),
    internal: roleSide(textAt(author, 'type')),
  })
  draft.add({ speaker, start, text: stripHtml(textAt(message, 'body') ?? '') }, { pointer: at })
}

function stripHtml(html: string): string {
  const text = html.replace(/<(?:br|\/p|\/li|\/div)\b[^<>]{0,200}>/gi, '\n').replace(/<[^<>]{0,2000}>/g, '')
  return decodeEntities(text)
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
