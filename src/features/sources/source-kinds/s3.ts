/**
 * Objects below a prefix of a bucket of S3 or a compatible store. A recording and a transcript with the same name become
 * one call. Objects are complete as soon as they are listed.
 */
import { buffer } from 'node:stream/consumers'
import { BucketFault, type BucketObject } from '../../../core/object-stores.ts'
import { MANIFEST_NAMES, type ManifestEntry } from '../../conversations/manifests/index.ts'
import { isRecordingName } from '../../text/transcripts/index.ts'
import {
  BUCKET_FIELDS,
  fetchObject,
  isReadable,
  KEY_BYTES_MAX,
  toObjectPart,
  toVersion,
  withBucket,
} from './buckets.ts'
import { COMPARED_BYTES_MAX, chooseByContent } from './choose-transcript.ts'
import {
  type FolderManifest,
  findRecording,
  isManifestPath,
  MANIFEST_BYTES_MAX,
  NO_MANIFEST,
  readFolderManifest,
  toManifestFacts,
} from './folder-manifest.ts'
import {
  type AnnouncedCall,
  type ListRequest,
  type SourceAccess,
  SourceFault,
  type SourceKind,
  type SourcePage,
} from './kind.ts'
import { getStem, isKnownFile } from './media-names.ts'

/** Time for which a recording waits for a transcript of the same name, and the reverse. */
const GRACE_MS = 120_000
/** Maximum number of objects with the same name. */
const GROUP_MAX = 20

export const s3Kind: SourceKind = {
  id: 's3',
  title: 'S3 bucket',
  hasFiles: true,
  about: 'Recordings and transcripts that another system stores in a bucket of S3, MinIO, R2 or Google Cloud Storage.',
  steps: [
    'Create an access key that can only read: `s3:ListBucket` with the prefix as a condition, and `s3:GetObject`.',
    'Enter the bucket, the prefix and the key.',
    'Let your system store recordings, transcripts, or both with the same name: `call.mp4` and `call.vtt` become one call.',
    'To state titles, times, owners, participants and CRM records, store a `manifest.csv` or `manifest.json` at the beginning of the prefix.',
  ],
  fields: [
    ...BUCKET_FIELDS,
    { name: 'prefix', label: 'Prefix', help: 'Beginning of the keys. Example: `calls/2026/`.', max: KEY_BYTES_MAX },
  ],
  list: listObjects,
  lookMinutes: 5,
  fetch: fetchObject,
  async test(access) {
    const { objects, next } = await withBucket(access, (bucket) => bucket.list(access.settings.prefix ?? '', undefined))
    const count = objects.filter(({ key }) => isKnownFile(key)).length
    return `The bucket can be listed. ${next === undefined ? 'It' : 'Its first page'} contains ${count} recordings and transcripts.`
  },
}

/** Lists a page of 1,000 keys. A page can separate files of one call, so calls at its ends are completed. */
async function listObjects(access: SourceAccess, { cursor, findSeen, until }: ListRequest): Promise<SourcePage> {
  const prefix = access.settings.prefix ?? ''
  const { objects, next } = await withBucket(access, (bucket) => bucket.list(prefix, cursor))
  const folder = { base: prefix.slice(0, prefix.lastIndexOf('/') + 1), manifest: await readManifest(access) }
  const { manifest } = folder
  const files = toFiles(objects, folder)
  const groups = await completeGroups(access, files, {
    folder,
    isFirst: cursor === undefined,
    isLast: next === undefined,
  })
  const seen = await findSeen(groups.flatMap(([, group]) => group.map(({ object }) => object.key)))
  const calls: AnnouncedCall[] = []
  for (const [key, group] of groups) {
    const isKnown = group.every(({ object }) => seen.get(object.key)?.version === toVersion(object))
    if (isKnown || manifest.isHeld(key) || isWaiting(group, until)) continue
    const changed = group.some(
      ({ object }) => (seen.get(object.key)?.version ?? toVersion(object)) !== toVersion(object),
    )
    const partner = changed
      ? undefined
      : group.map(({ object }) => seen.get(object.key)?.externalId).find((id) => id !== undefined)
    calls.push(await toCall(access, group, { partner, entry: manifest.find(key) }))
  }
  return { calls, next, fault: manifest.fault }
}

interface BucketFolder {
  /** Part of the prefix to which paths in the manifest are relative. */
  readonly base: string
  readonly manifest: FolderManifest
}

interface BucketFile {
  /** Key relative to the folder. */
  readonly path: string
  readonly object: BucketObject
}

const toFiles = (objects: readonly BucketObject[], { base }: BucketFolder): BucketFile[] =>
  objects
    .map((object) => ({ path: object.key.slice(base.length), object }))
    .filter(({ path, object }) => isReadable(object) && isKnownFile(path) && !isManifestPath(path))

/** Groups files of one call. The files of a call at the ends of a page, or that the manifest joins, are listed apart. */
async function completeGroups(
  access: SourceAccess,
  files: readonly BucketFile[],
  { folder, isFirst, isLast }: { readonly folder: BucketFolder; readonly isFirst: boolean; readonly isLast: boolean },
): Promise<[string, readonly BucketFile[]][]> {
  const { base, manifest } = folder
  const groups = [...Map.groupBy(files, ({ path }) => manifest.toKey(path))]
  const ends = [isFirst ? undefined : files[0], isLast ? undefined : files.at(-1)]
  const completed: [string, readonly BucketFile[]][] = []
  for (const [key, group] of groups) {
    const isAtEnd = ends.some((end) => end?.path.startsWith(`${key}.`))
    const { recording } = manifest.find(key) ?? {}
    const stems = [
      ...(isAtEnd || recording !== undefined ? [key] : []),
      ...(recording === undefined ? [] : [getStem(recording)]),
    ]
    const more: BucketFile[] = []
    for (const stem of new Set(stems)) {
      const { objects } = await withBucket(access, (bucket) => bucket.list(`${base}${stem}.`, undefined, GROUP_MAX))
      more.push(...toFiles(objects, folder).filter(({ path }) => manifest.toKey(path) === key))
    }
    completed.push([key, [...new Map([...group, ...more].map((file) => [file.path, file])).values()]])
  }
  return completed
}

/** Manifests of opened sources. A source is opened for each look. */
const manifests = new WeakMap<SourceAccess, Promise<FolderManifest>>()

function readManifest(access: SourceAccess): Promise<FolderManifest> {
  const known = manifests.get(access)
  if (known !== undefined) return known
  const manifest = requestManifest(access)
  manifests.set(access, manifest)
  return manifest
}

/** @throws SourceFault if the manifest can't be read */
async function requestManifest(access: SourceAccess): Promise<FolderManifest> {
  const prefix = access.settings.prefix ?? ''
  const base = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  for (const name of MANIFEST_NAMES) {
    const bytes = await readObject(access, `${base}${name}`, MANIFEST_BYTES_MAX)
    if (bytes === 'too_large') {
      throw new SourceFault('temporary', `The object ${name} is larger than 32 MiB. Split it over several prefixes.`)
    }
    if (bytes !== undefined) return readFolderManifest(bytes, name)
  }
  return NO_MANIFEST
}

/** Content of an object. Undefined if it doesn't exist, or if the key may not read it. */
async function readObject(
  access: SourceAccess,
  key: string,
  maxBytes: number,
): Promise<Buffer | 'too_large' | undefined> {
  return withBucket(access, async (bucket) => {
    try {
      const { body, size } = await bucket.get(key, 0, maxBytes + 1)
      if (size <= maxBytes) return await buffer(body)
      body.destroy()
      return 'too_large'
    } catch (error) {
      // Stores answer 403 for missing objects outside of the prefix that a key may list.
      if (error instanceof BucketFault && (error.kind === 'gone' || error.kind === 'refused')) return undefined
      throw error
    }
  })
}

/** Whether the partner of a single object may still arrive. */
function isWaiting(group: readonly BucketFile[], now: Date): boolean {
  const hasBoth = group.some(({ path }) => isRecordingName(path)) && group.some(({ path }) => !isRecordingName(path))
  return !hasBoth && group.some(({ object }) => now.getTime() - object.changedAt.getTime() < GRACE_MS)
}

/**
 * One call of objects with the same name. Its ID is that of the manifest, otherwise the key without its extension and the
 * tag of the recording, so that a replaced object is another call. An object that joins known ones later gets the ID of
 * their call.
 */
async function toCall(
  access: SourceAccess,
  group: readonly BucketFile[],
  { partner, entry }: { readonly partner: string | undefined; readonly entry: ManifestEntry | undefined },
): Promise<AnnouncedCall> {
  const recording = findRecording(group, getPath, entry)
  const transcript = await chooseByContent(group, {
    ...{ getPath, named: entry?.file },
    async read({ object }) {
      if (object.size > COMPARED_BYTES_MAX) return undefined
      const bytes = await readObject(access, object.key, COMPARED_BYTES_MAX)
      return bytes === 'too_large' ? undefined : bytes
    },
  })
  const main = recording ?? transcript
  if (main === undefined) throw new Error('The group has no object.')
  const tail = `/${getStem(main.object.key)} ${main.object.tag}`
  // The end of a long key distinguishes it better than its beginning.
  const externalId = partner ?? entry?.id ?? `${access.settings.bucket ?? ''}${tail}`.slice(-256)
  return {
    externalId,
    ...toManifestFacts(entry),
    ...(recording === undefined ? {} : { recording: toObjectPart(recording.object) }),
    ...(transcript === undefined ? {} : { transcript: toObjectPart(transcript.object) }),
    objects: group.map(({ object }) => ({ name: object.key, version: toVersion(object) })),
  }
}

const getPath = ({ path }: BucketFile): string => path
