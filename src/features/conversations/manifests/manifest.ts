/** Manifest of a folder: one entry per conversation, as CSV with a header or as JSON. */
import { z } from 'zod'
import { instant, text } from '../../../core/wire.ts'
import { emailAddress } from '../../accounts/identity/index.ts'
import { type DelimitedRow, readDelimited, TranscriptFault } from '../../text/transcripts/index.ts'
import { type CrmLink, crmLink } from '../crm-records/index.ts'

export interface ManifestParticipant {
  readonly name?: string | undefined
  readonly email?: string | undefined
}

export interface ManifestEntry {
  /** Line in CSV, or position of the entry in JSON, from 1. */
  readonly line: number
  /** Path of the transcript or recording, relative to the manifest. */
  readonly file: string
  /** Path of the recording, if `file` is a transcript. */
  readonly recording?: string | undefined
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly date?: Date | undefined
  readonly owner?: string | undefined
  readonly participants?: readonly ManifestParticipant[] | undefined
  readonly links?: readonly CrmLink[] | undefined
  readonly isPrivate?: boolean | undefined
}

/** Entry that can't be used, with a sentence about the rule. */
export interface ManifestFault {
  readonly line: number
  readonly message: string
  /** Path in `file`, if the entry has one. */
  readonly file?: string | undefined
}

/** Names of a manifest in the folder that is read. */
export const MANIFEST_NAMES: readonly string[] = ['manifest.csv', 'manifest.json']

export const MANIFEST_FIELDS = [
  'file',
  'recording',
  'id',
  'title',
  'date',
  'owner',
  'participants',
  'links',
  'private',
] as const
type Field = (typeof MANIFEST_FIELDS)[number]

/** Other names of columns. */
const SYNONYMS: Readonly<Record<string, Field>> = {
  ...{ path: 'file', filename: 'file', file_name: 'file', transcript: 'file', audio: 'recording', video: 'recording' },
  ...{ media: 'recording', external_id: 'id', start: 'date', started_at: 'date', startedat: 'date', time: 'date' },
  ...{ email: 'owner', owner_email: 'owner', attendees: 'participants', crm: 'links', crm_links: 'links' },
}

export const ENTRIES_MAX = 100_000

const FILE = text({ min: 1, max: 1_024, trim: true })
const PARTICIPANTS_MAX = 1_000
const LINKS_MAX = 100

interface RawEntry {
  readonly line: number
  readonly fields: ReadonlyMap<Field, unknown>
}

export interface Manifest {
  readonly entries: readonly ManifestEntry[]
  readonly faults: readonly ManifestFault[]
}

/** @throws TranscriptFault if the manifest as a whole can't be read, or has an unknown column */
export function parseManifest(source: string, fileName: string): Manifest {
  const raw = /\.json$/i.test(fileName) ? readJson(source) : readCsv(source)
  if (raw.length > ENTRIES_MAX) throw new TranscriptFault(`A manifest has at most ${ENTRIES_MAX} entries. Split it.`)
  const entries: ManifestEntry[] = []
  const faults: ManifestFault[] = []
  const lines = new Map<string, number>()
  for (const each of raw) {
    const entry = toEntry(each)
    if ('message' in entry) {
      faults.push(entry)
      continue
    }
    const first = lines.get(entry.file)
    if (first === undefined) {
      lines.set(entry.file, entry.line)
      entries.push(entry)
    } else faults.push({ line: entry.line, message: `The file is in line ${first} too. Remove one of the lines.` })
  }
  return { entries, faults }
}

/** @param column number of the column, from 1, or undefined for a key of JSON */
function toField(name: string, line: number, column?: number): Field {
  const plain = name.trim().toLowerCase().replaceAll(/[ -]+/g, '_')
  const field = MANIFEST_FIELDS.find((one) => one === plain) ?? SYNONYMS[plain]
  if (field === undefined)
    throw new TranscriptFault(
      `${column === undefined ? 'A field' : `Column ${column}`} has an unknown name. Allowed are ${MANIFEST_FIELDS.join(', ')}. Rename or remove it.`,
      { line },
    )
  return field
}

function readCsv(source: string): RawEntry[] {
  const head = source.slice(0, source.search(/[\r\n]|$/))
  const separator = ([',', ';', '\t'] as const).reduce((best, each) =>
    head.split(each).length > head.split(best).length ? each : best,
  )
  const [header, ...rows] = readDelimited(source, separator)
  if (header === undefined) throw new TranscriptFault('The manifest is empty.', { line: 1 })
  const fields = header.cells.map((name, index) => toField(name, header.line, index + 1))
  if (!fields.includes('file'))
    throw new TranscriptFault('The manifest has no column `file`. Add a header with this column.', {
      line: header.line,
    })
  return rows.map(({ line, cells }: DelimitedRow) => ({
    line,
    fields: new Map(fields.flatMap((field, index) => (cells[index]?.trim() ? [[field, cells[index]?.trim()]] : []))),
  }))
}

function readJson(source: string): RawEntry[] {
  let value: unknown
  try {
    value = JSON.parse(source.replace(/^\uFEFF/, ''))
  } catch {
    throw new TranscriptFault("The manifest isn't valid JSON.", { line: 1 })
  }
  const parsed = z
    .union([
      z.array(z.record(z.string(), z.unknown())),
      z.object({ conversations: z.array(z.record(z.string(), z.unknown())) }).transform((all) => all.conversations),
    ])
    .safeParse(value)
  if (!parsed.success)
    throw new TranscriptFault('The manifest must be an array of objects, or an object with `conversations`.', {
      pointer: '',
    })
  return parsed.data.map((entry, index) => ({
    line: index + 1,
    fields: new Map(
      Object.entries(entry).flatMap(([name, content]) =>
        content === null || content === '' ? [] : [[toField(name, index + 1), content]],
      ),
    ),
  }))
}

const participant = z
  .object({ name: text({ min: 1, max: 256, trim: true }).optional(), email: emailAddress.optional() })
  .refine(({ name, email }) => name !== undefined || email !== undefined)

const RULES: Readonly<Record<Field, string>> = {
  file: '`file` must be a path of 1 to 1,024 characters.',
  recording: '`recording` must be a path of 1 to 1,024 characters.',
  id: '`id` must have 1 to 256 characters.',
  title: '`title` must have 1 to 512 characters.',
  date: '`date` must be a date such as 2026-03-17, or a date-time with an offset such as 2026-03-17T09:30:00Z.',
  owner: '`owner` must be an email address.',
  participants:
    '`participants` must be names or addresses separated by semicolons, such as `Ana <ana@example.com>; Ben`.',
  links: '`links` must be `code:id` separated by semicolons, such as `account:001A; opportunity:006B`.',
  private: '`private` must be true or false.',
}

const SCHEMAS = {
  file: FILE,
  recording: FILE,
  id: z.union([text({ min: 1, max: 256, trim: true }), z.number().transform(String)]),
  title: text({ min: 1, max: 512, trim: true }),
  date: instant(),
  owner: emailAddress,
  participants: z
    .union([
      z.string().transform(splitParticipants),
      z.array(z.union([z.string().transform(toParticipant), z.unknown()])),
    ])
    .pipe(z.array(participant).max(PARTICIPANTS_MAX)),
  links: z.union([z.string().transform(splitLinks), z.array(z.unknown())]).pipe(z.array(crmLink).max(LINKS_MAX)),
  private: z.union([z.boolean(), z.stringbool()]),
}

function toEntry({ line, fields }: RawEntry): ManifestEntry | ManifestFault {
  const values: Partial<Record<Field, unknown>> = {}
  for (const [field, value] of fields) {
    const parsed = SCHEMAS[field].safeParse(value)
    if (!parsed.success) return toFault({ line, fields }, RULES[field])
    values[field] = parsed.data
  }
  if (values.file === undefined)
    return { line, message: '`file` is missing. Enter the path of the transcript or recording.' }
  const { private: isPrivate, ...named } = values
  return { line, ...(named as Omit<ManifestEntry, 'line' | 'isPrivate'>), isPrivate: isPrivate as boolean | undefined }
}

function toFault({ line, fields }: RawEntry, message: string): ManifestFault {
  const file = FILE.safeParse(fields.get('file'))
  return { line, message, ...(file.success ? { file: file.data } : {}) }
}

const split = (list: string): string[] =>
  list
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

function splitParticipants(list: string): ManifestParticipant[] {
  return split(list).map(toParticipant)
}

function toParticipant(words: string): ManifestParticipant {
  const [, name, email] = /^([^<>]*)<([^<>]+)>$/.exec(words.trim()) ?? []
  if (email !== undefined) return { name: name?.trim() || undefined, email: email.trim() }
  return words.includes('@') ? { email: words.trim() } : { name: words.trim() }
}

function splitLinks(list: string): { code: string; id: string }[] {
  return split(list).map((part) => {
    const colon = part.indexOf(':')
    return { code: part.slice(0, Math.max(0, colon)).trim().toLowerCase(), id: part.slice(colon + 1).trim() }
  })
}
