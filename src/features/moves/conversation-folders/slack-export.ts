/** Folders of an export of Slack: `users.json`, `channels.json`, and `<channel>/2026-03-17.json` for each day. */
import { basename, dirname, join } from 'node:path'

const USERS = ['users.json', 'org_users.json']
/** Lists of channels, of which an export has at least one. */
const CHANNELS = ['channels.json', 'groups.json', 'dms.json', 'mpims.json']
/** Other files that aren't conversations. */
const FACTS = [
  ...['integration_logs.json', 'canvases.json', 'lists.json', 'file_conversations.json'],
  'huddle_transcripts.json',
]
const DAY = /^\d{4}-\d{2}-\d{2}\.json$/

export interface SlackExport {
  /** Path of the list of users, by the path of a file with messages. */
  readonly users: ReadonlyMap<string, string>
  /** Files about the export that aren't conversations. */
  readonly facts: ReadonlySet<string>
}

/** Finds exports of Slack among the files of a folder. */
export function findSlackExports(files: readonly string[]): SlackExport {
  const known = new Set(files)
  const users = new Map<string, string>()
  const facts = new Set<string>()
  const roots = new Map<string, string>()
  for (const file of files) {
    const root = dirname(file)
    const isRoot = USERS.includes(basename(file)) && CHANNELS.some((name) => known.has(join(root, name)))
    if (isRoot && !roots.has(root)) roots.set(root, file)
  }
  for (const file of files) {
    const name = basename(file)
    const list = roots.get(dirname(dirname(file)))
    if (list !== undefined && DAY.test(name)) users.set(file, list)
    if (roots.has(dirname(file)) && [...USERS, ...CHANNELS, ...FACTS].includes(name)) facts.add(file)
  }
  return { users, facts }
}

/**
 * Messages of a day with the users and the channel, as the reader of Slack expects them. Undefined if one of the texts
 * isn't a list in JSON.
 */
export function joinSlackDay(messages: string, users: string, path: string): string | undefined {
  const [list, people] = [parseList(messages), parseList(users)]
  if (list === undefined || people === undefined) return undefined
  return JSON.stringify({ channel: basename(dirname(path)), users: people, messages: list })
}

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
