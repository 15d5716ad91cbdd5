import { checkTime } from '../collect.ts'
import {
  createDraft,
  entries,
  hasMembers,
  idAt,
  isObject,
  type JsonForm,
  type JsonObject,
  listAt,
  textAt,
  toIso,
  toPerson,
  toSpeakerTable,
} from '../reader.ts'

/** Events of a channel that Slack writes as messages. */
const EVENTS = /^(?:channel|group)_|^(?:bot_add|bot_remove|pinned_item|reminder_add|tombstone)$/
const TIMESTAMP = /^(\d{10})\.(\d{6})$/

/** Slack export of one channel and day: messages with `ts`, seconds since 1970 and a serial. */
export const slack: JsonForm = {
  id: 'slack',
  name: 'Slack export',
  recognize: (value) =>
    findMessages(value)
      .items.slice(0, 5)
      .some((item) => isObject(item) && hasMembers(item, 'type', 'ts') && TIMESTAMP.test(String(item.ts))),
  read(value) {
    const draft = createDraft('slack')
    const people = toSpeakerTable(listAt(value, 'users'), ['id'], (user) => ({
      name:
        textAt(user, 'profile', 'real_name') ??
        textAt(user, 'real_name') ??
        textAt(user, 'profile', 'display_name') ??
        textAt(user, 'name'),
      email: textAt(user, 'profile', 'email'),
    }))
    const { items, at: list } = findMessages(value)
    let zero: number | undefined
    for (const [unit, at] of entries(items, list)) {
      if (EVENTS.test(textAt(unit, 'subtype') ?? '')) {
        draft.omit('events')
        continue
      }
      const [, seconds, serial] = TIMESTAMP.exec(textAt(unit, 'ts') ?? '') ?? []
      const instant = seconds === undefined ? undefined : Number(seconds) * 1000 + Math.round(Number(serial) / 1000)
      zero ??= instant
      const start =
        zero === undefined || instant === undefined ? null : checkTime((instant - zero) / 1000, { pointer: `${at}/ts` })
      draft.add({ speaker: readSpeaker(unit, people), start, text: readText(unit, people) }, { pointer: at })
    }
    return draft.finish({ title: textAt(value, 'channel'), startedAt: toIso(zero) }, { written: true })
  },
}

type SlackUsers = ReadonlyMap<string, { readonly name: string }>

function readSpeaker(unit: JsonObject, people: ReturnType<typeof toSpeakerTable>) {
  const id = idAt(unit, 'user') ?? idAt(unit, 'bot_id')
  const name = textAt(unit, 'user_profile', 'real_name') ?? textAt(unit, 'username')
  return people.get(id ?? '') ?? toPerson({ id, name })
}

/** Message text with the names of mentioned users, and without the markup of links. */
function readText(unit: JsonObject, people: SlackUsers): string {
  return (textAt(unit, 'text') ?? '')
    .replace(/<@([A-Z\d]{1,20})(?:\|[^<>]{0,100})?>/g, (_, id: string) => `@${people.get(id)?.name ?? id}`)
    .replace(
      /<((?:https?|mailto):[^<>|]{1,2000})(?:\|([^<>]{0,500}))?>/g,
      (_, address: string, label?: string) => label || address,
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function findMessages(value: unknown): { items: unknown[]; at: string } {
  return Array.isArray(value) ? { items: value, at: '' } : { items: listAt(value, 'messages') ?? [], at: '/messages' }
}
