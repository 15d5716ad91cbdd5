import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  entries,
  epochAt,
  hasMembers,
  idAt,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  objectAt,
  requiredList,
  SECONDS,
  secondsSince,
  textAt,
  toIso,
  toPerson,
} from '../reader.ts'

/** Telegram export of one chat: messages with seconds since 1970 as text. Service messages are events. */
export const telegram: JsonForm = {
  id: 'telegram',
  name: 'Telegram export',
  recognize: (value) =>
    listAt(value, 'chats', 'list') !== undefined ||
    (listAt(value, 'messages') ?? [])
      .slice(0, 5)
      .some((message) => hasMembers(message, 'date_unixtime', 'text', 'type')),
  split: (value) =>
    listAt(value, 'chats', 'list')?.map((chat, index) => ({ value: chat, pointer: `/chats/list/${index}` })),
  read(value) {
    if (listAt(value, 'chats', 'list') !== undefined) {
      throw new TranscriptFault(
        'The export contains several chats. Import the file with `parley import`, or export each chat separately.',
        { pointer: '/chats/list' },
      )
    }
    const draft = createDraft('telegram')
    const [items, list] = requiredList(value, 'messages')
    let zero: number | undefined
    for (const [unit, at] of entries(items, list)) {
      if (textAt(unit, 'type') !== 'message') {
        draft.omit('events')
        continue
      }
      const instant = epochAt(unit, 'date_unixtime', at, SECONDS)
      const text = readText(unit)
      if (text.trim() === '') draft.omit('messages without text')
      else zero ??= instant
      const speaker = toPerson({ id: idAt(unit, 'from_id'), name: textAt(unit, 'from') })
      draft.add(
        { speaker, start: text.trim() === '' ? null : secondsSince(zero, instant, `${at}/date_unixtime`), text },
        { pointer: at },
      )
    }
    return draft.finish(
      { externalId: idAt(value, 'id'), title: textAt(value, 'name'), startedAt: toIso(zero) },
      { written: true },
    )
  },
}

function readText(unit: JsonObject): string {
  const text = member(unit, 'text')
  if (typeof text === 'string') return text
  return (listAt(unit, 'text') ?? [])
    .map((part) => (typeof part === 'string' ? part : toText(member(objectAt({ part }, 'part') ?? {}, 'text'))))
    .join('')
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
