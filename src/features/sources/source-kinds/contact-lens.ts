/**
 * Calls of Amazon Connect with the analysis of Contact Lens, in the bucket of the instance. Keys contain the contact and
 * the day, so a look lists single days. Analysis and recording have different folders, and the contact ID joins them.
 */
import type { BucketObject } from '../../../core/object-stores.ts'
import { getExtension } from '../../text/transcripts/index.ts'
import {
  BUCKET_FIELDS,
  fetchObject,
  isReadable,
  KEY_BYTES_MAX,
  toObjectPart,
  toVersion,
  withBucket,
} from './buckets.ts'
import { checkContacts, describeContact, INSTANCE_FIELDS } from './contact-lens-contacts.ts'
import {
  type AnnouncedCall,
  type ListRequest,
  type SourceAccess,
  SourceFault,
  type SourceKind,
  type SourcePage,
} from './kind.ts'
import { announce, parseJson, textAt, toInstant } from './wire.ts'

const DAY_MS = 86_400_000
/** Time for which a recording waits for its analysis, so that it isn't transcribed in the meantime. */
const GRACE_MS = 30 * 60_000

export const contactLensKind: SourceKind = {
  id: 'contact_lens',
  title: 'Amazon Connect Contact Lens',
  about:
    'Calls of Amazon Connect arrive from its bucket when Contact Lens has analyzed them, with transcript and recording.',
  steps: [
    'In Amazon Connect, turn on call recording and post-call analytics in the block "Set recording and analytics behavior" of your flows.',
    'Under Data storage of the instance, copy the bucket and the folder of call recordings, and enter them here.',
    'Create an access key that can only read: `s3:ListBucket`, `s3:GetObject`, and `kms:Decrypt` if the bucket is encrypted with a key of your own.',
    'To get agents and telephone numbers, copy the ID of the instance too, and add `connect:DescribeContact` and `connect:DescribeUser` to the access key. The agent owns the call.',
    'Choose whether Parley imports the original or the redacted files. It never imports both of one call.',
  ],
  fields: [
    ...BUCKET_FIELDS,
    {
      name: 'recordings',
      label: 'Folder of recordings',
      help: 'From Data storage of the instance. Without it, only transcripts arrive. Example: `connect/acme/CallRecordings/`.',
      max: KEY_BYTES_MAX,
    },
    {
      name: 'prefix',
      label: 'Prefix of analyses',
      help: 'Text of the keys before `Analysis/`. Usually empty.',
      max: KEY_BYTES_MAX,
    },
    {
      name: 'content',
      label: 'Files',
      help: 'Redacted files exist if the flow turns on redaction. Their sound is silent where data was redacted.',
      usual: 'original',
      choices: [
        { value: 'original', label: 'Original transcripts and recordings' },
        { value: 'redacted', label: 'Redacted transcripts and recordings' },
      ],
    },
    {
      name: 'channels',
      label: 'Contacts',
      help: 'Whether chats are imported too.',
      usual: 'voice',
      choices: [
        { value: 'voice', label: 'Calls' },
        { value: 'voice_and_chat', label: 'Calls and chats' },
      ],
    },
    ...INSTANCE_FIELDS,
  ],
  list: listContacts,
  lookMinutes: 15,
  describe: describeContact,
  fetch: fetchObject,
  test: testBucket,
}

async function testBucket(access: SourceAccess): Promise<string> {
  const { prefix = '', recordings, content } = access.settings
  const list = (path: string, limit?: number) => withBucket(access, (bucket) => bucket.list(path, undefined, limit))
  const { objects, next } = await list(`${prefix}Analysis/`)
  if (objects.length === 0) {
    throw new SourceFault('temporary', 'The bucket can be listed, but contains no analysis of Contact Lens.')
  }
  if (
    recordings !== undefined &&
    content !== 'redacted' &&
    (await list(toFolder(recordings), 1)).objects.length === 0
  ) {
    throw new SourceFault('temporary', 'The bucket can be listed, but the folder of recordings is empty.')
  }
  const contact = objects.map(({ key }) => CONTACT.exec(key)?.[1]).find((id) => id !== undefined)
  if (contact !== undefined && access.settings.instanceId !== undefined) await checkContacts(contact, access)
  return `The bucket can be listed. ${next === undefined ? 'It' : 'Its first page'} contains ${objects.length} files of Contact Lens.`
}

/** Prefix that ends with one slash. */
const toFolder = (path: string): string => path.replace(/\/*$/, '/')

interface ContactFolder {
  readonly path: string
  readonly part: 'transcript' | 'recording'
  /** Names of the files that belong to a contact. The first group is its ID, the second one the time. */
  readonly pattern: RegExp
}

const ID = '([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})'
/** Contact in the key of an analysis. */
const CONTACT = new RegExp(`/${ID}_analysis_`, 'i')
const ANALYSIS = new RegExp(`^${ID}_analysis_(?!redacted_)(.+)\\.json$`, 'i')
const REDACTED = new RegExp(`^${ID}_analysis_redacted_(.+)\\.json$`, 'i')
const RECORDING = new RegExp(`^${ID}_(\\d{8}T.+)\\.wav$`, 'i')
const REDACTED_RECORDING = new RegExp(`^${ID}_call_recording_redacted_(.+)\\.wav$`, 'i')

/** Folders of the wanted files, each with subfolders for year, month and day. */
function listFolders({ settings }: SourceAccess): readonly ContactFolder[] {
  const isRedacted = settings.content === 'redacted'
  const base = `${settings.prefix ?? ''}Analysis/`
  const channels = settings.channels === 'voice_and_chat' ? ['Voice', 'Chat'] : ['Voice']
  const analyses = channels.map((channel) => ({
    path: `${base}${channel}/${isRedacted ? 'Redacted/' : ''}`,
    part: 'transcript' as const,
    pattern: isRedacted ? REDACTED : ANALYSIS,
  }))
  const { recordings } = settings
  if (recordings === undefined) return analyses
  return [
    ...analyses,
    {
      path: isRedacted ? `${base}Voice/Redacted/` : toFolder(recordings),
      part: 'recording' as const,
      pattern: isRedacted ? REDACTED_RECORDING : RECORDING,
    },
  ]
}

/**
 * Lists one folder of one day. Files are stored under the day on which an agent answered, and the analysis follows
 * later, so a look begins one day earlier.
 */
async function listContacts(
  access: SourceAccess,
  { since, until, cursor, findSeen }: ListRequest,
): Promise<SourcePage> {
  const at = parseJson(cursor ?? '{}')
  const day = textAt(at, 'day') ?? toDay(new Date(since.getTime() - DAY_MS))
  const folders = listFolders(access)
  const number = Number(textAt(at, 'folder') ?? 0)
  const folder = folders[number]
  if (folder === undefined) return { calls: [] }
  const { objects, next } = await withBucket(access, (bucket) =>
    bucket.list(`${folder.path}${day.replaceAll('-', '/')}/`, textAt(at, 'page')),
  )
  const files = objects.filter(isReadable)
  const seen = await findSeen(files.map(({ key }) => key))
  const isWaiting = ({ changedAt }: BucketObject) =>
    folder.part === 'recording' && until.getTime() - changedAt.getTime() < GRACE_MS
  const calls = files
    .filter((object) => seen.get(object.key)?.version !== toVersion(object) && !isWaiting(object))
    .flatMap((object) => toCall(object, folder))
  const turn = { day, folder: number, page: next }
  return { calls, next: toNextTurn(turn, folders.length, toDay(until)) }
}

const toDay = (at: Date): string => at.toISOString().slice(0, 10)

function toNextTurn(
  { day, folder, page }: { readonly day: string; readonly folder: number; readonly page: string | undefined },
  folders: number,
  last: string,
): string | undefined {
  if (page !== undefined) return JSON.stringify({ day, folder, page })
  if (folder + 1 < folders) return JSON.stringify({ day, folder: folder + 1 })
  const next = toDay(new Date(Date.parse(day) + DAY_MS))
  return next > last ? undefined : JSON.stringify({ day: next, folder: 0 })
}

function toCall(object: BucketObject, { part, pattern }: ContactFolder): AnnouncedCall[] {
  const [, contact, time] = pattern.exec(object.key.split('/').at(-1) ?? '') ?? []
  if (contact === undefined) return []
  const file = { name: `${contact}${getExtension(object.key)}`, at: { ...toObjectPart(object).at } }
  return [
    announce({
      externalId: contact.toLowerCase(),
      title: `Amazon Connect ${contact.slice(0, 8)}`,
      startedAt: readTime(time ?? ''),
      transcript: part === 'transcript' ? file : undefined,
      recording: part === 'recording' ? file : undefined,
      objects: [{ name: object.key, version: toVersion(object) }],
    }),
  ]
}

/** Time in the name of a file: `2020-02-04T21:14:16Z`, or `20200204T21:14_UTC` of original recordings. */
function readTime(text: string): string | undefined {
  const [, year, month, date, clock] = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d:\d\d(?::\d\d)?)(?:Z|_UTC)$/.exec(text) ?? []
  return year === undefined ? undefined : toInstant(`${year}-${month}-${date}T${clock}Z`)
}
