/**
 * Objects below a prefix of a bucket of S3 or a compatible store. A recording and a transcript with the same name become
 * one call. Objects are complete as soon as they are listed.
 */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Bucket, BucketFault, type BucketObject } from '../../../core/object-stores.ts'
import { Secret } from '../../../core/secret.ts'
import { toSourceFault } from './download.ts'
import {
  type AnnouncedCall,
  type FetchTarget,
  type ListRequest,
  type SourceAccess,
  SourceFault,
  type SourceKind,
  type SourcePage,
} from './kind.ts'
import { chooseTranscript, getExtension, getStem, isKnownFile, isRecordingFile } from './media-names.ts'

/** Time for which a recording waits for a transcript of the same name, and the reverse. */
const GRACE_MS = 120_000
const RESUMES_MAX = 5
const KEY_BYTES_MAX = 1_024

export const s3Kind: SourceKind = {
  id: 's3',
  title: 'S3 bucket',
  about: 'Recordings and transcripts that another system stores in a bucket of S3, MinIO, R2 or Google Cloud Storage.',
  steps: [
    'Create an access key that can only read: `s3:ListBucket` with the prefix as a condition, and `s3:GetObject`.',
    'Enter the bucket, the prefix and the key.',
    'Let your system store recordings, transcripts, or both with the same name: `call.mp4` and `call.vtt` become one call.',
  ],
  fields: [
    {
      name: 'bucket',
      label: 'Bucket',
      help: 'Name of the bucket. Example: `acme-recordings`.',
      required: true,
      max: 255,
      isDestination: true,
      check: (value) => (/^[A-Za-z0-9._-]+$/.test(value) ? undefined : 'The value must be the name of a bucket.'),
    },
    { name: 'prefix', label: 'Prefix', help: 'Beginning of the keys. Example: `calls/2026/`.', max: KEY_BYTES_MAX },
    {
      name: 'region',
      label: 'Region',
      help: 'Region of the bucket.',
      usual: 'us-east-1',
      max: 64,
      isDestination: true,
      check: (value) => (/^[a-z0-9-]+$/.test(value) ? undefined : 'The value must be a region, such as eu-central-1.'),
    },
    {
      name: 'endpoint',
      label: 'Endpoint',
      help: 'Only for stores other than Amazon S3. Example: `https://minio.example.com`.',
      max: 500,
      isDestination: true,
      check: (value) => {
        const url = URL.parse(value)
        const isBase = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.username === ''
        return isBase ? undefined : 'The value must be an https URL without query.'
      },
    },
    {
      name: 'accessKeyId',
      label: 'Access key ID',
      help: 'ID of the access key.',
      required: true,
      max: 200,
      check: (value) => (/^[\x21-\x7e]+$/.test(value) ? undefined : 'The value must be visible ASCII characters.'),
    },
    {
      name: 'secretAccessKey',
      label: 'Secret access key',
      help: 'Secret of the access key.',
      secret: true,
      required: true,
      max: 500,
    },
  ],
  list: listObjects,
  lookMinutes: 5,
  async fetch({ at }, target, access) {
    try {
      await downloadObject(openBucket(access), { key: at.key ?? '', tag: at.tag ?? '' }, target, access.signal)
    } catch (error) {
      access.signal.throwIfAborted()
      throw toFault(error)
    }
  },
  async test(access) {
    try {
      const { objects, next } = await openBucket(access).list(access.settings.prefix ?? '', undefined)
      const count = objects.filter(({ key }) => isKnownFile(key)).length
      return `The bucket can be listed. ${next === undefined ? 'It' : 'Its first page'} contains ${count} recordings and transcripts.`
    } catch (error) {
      access.signal.throwIfAborted()
      throw toFault(error)
    }
  },
}

function openBucket({ settings, credentials, objects, signal }: SourceAccess): Bucket {
  return objects.open(
    {
      bucket: settings.bucket ?? '',
      region: settings.region ?? 'us-east-1',
      endpoint: settings.endpoint,
      accessKeyId: settings.accessKeyId ?? '',
      secretAccessKey: new Secret(credentials.secretAccessKey ?? ''),
    },
    signal,
  )
}

const FAULTS = {
  refused: ['temporary', 'The bucket rejected the access key, or the key lacks a permission.'],
  no_bucket: ['lasting', "The bucket doesn't exist."],
  gone: ['temporary', 'The object no longer exists.'],
  unavailable: ['temporary', "The bucket can't be reached, or failed."],
} as const

function toFault(error: unknown): unknown {
  if (!(error instanceof BucketFault)) return toSourceFault(error)
  const [kind, message] = FAULTS[error.kind]
  return new SourceFault(kind, message)
}

/** Lists a page of 1,000 keys. Files with the same name are next to each other, and a page can separate them. */
async function listObjects(access: SourceAccess, { cursor, findSeen, until }: ListRequest): Promise<SourcePage> {
  try {
    const { objects, next } = await openBucket(access).list(access.settings.prefix ?? '', cursor)
    const files = objects.filter(
      ({ key, size }) => size > 0 && isKnownFile(key) && Buffer.byteLength(key) <= KEY_BYTES_MAX,
    )
    const seen = await findSeen(files.map(({ key }) => key))
    const calls = [...Map.groupBy(files, ({ key }) => getStem(key))].flatMap(([, group]) => {
      const isKnown = group.every((object) => seen.get(object.key)?.version === toVersion(object))
      if (isKnown || isWaiting(group, until)) return []
      const changed = group.some((object) => (seen.get(object.key)?.version ?? toVersion(object)) !== toVersion(object))
      const partner = changed
        ? undefined
        : group.map(({ key }) => seen.get(key)?.externalId).find((id) => id !== undefined)
      return [toCall(access.settings.bucket ?? '', group, partner)]
    })
    return { calls, next }
  } catch (error) {
    access.signal.throwIfAborted()
    throw toFault(error)
  }
}

const toVersion = ({ tag, size }: BucketObject): string => `${tag} ${size}`.slice(0, 256)

/** Whether the partner of a single object may still arrive. */
function isWaiting(group: readonly BucketObject[], now: Date): boolean {
  const hasBoth = group.some(({ key }) => isRecordingFile(key)) && group.some(({ key }) => !isRecordingFile(key))
  return !hasBoth && group.some(({ changedAt }) => now.getTime() - changedAt.getTime() < GRACE_MS)
}

/**
 * One call of objects with the same name. Its ID is the key without its extension and the tag of the recording, so that
 * a replaced object is another call. An object that joins known ones later gets the ID of their call.
 */
function toCall(bucket: string, group: readonly BucketObject[], partner: string | undefined): AnnouncedCall {
  const recording = group.find(({ key }) => isRecordingFile(key))
  const transcriptKey = chooseTranscript(group.map(({ key }) => key))
  const transcript = group.find(({ key }) => key === transcriptKey)
  const main = recording ?? transcript
  if (main === undefined) throw new Error('The group has no object.')
  const tail = `/${getStem(main.key)} ${main.tag}`
  // The end of a long key distinguishes it better than its beginning.
  const externalId = partner ?? `${bucket}${tail}`.slice(-256)
  const toPart = ({ key, tag }: BucketObject) => ({
    name: key.split('/').at(-1) || `object${getExtension(key)}`,
    at: { key, tag },
  })
  return {
    externalId,
    ...(recording === undefined ? {} : { recording: toPart(recording) }),
    ...(transcript === undefined ? {} : { transcript: toPart(transcript) }),
    objects: group.map((object) => ({ name: object.key, version: toVersion(object) })),
  }
}

/** Continues at the byte where a broken download ended, if the object is still the same. */
async function downloadObject(
  bucket: Bucket,
  { key, tag }: { readonly key: string; readonly tag: string },
  { path, maxBytes }: FetchTarget,
  signal: AbortSignal,
): Promise<void> {
  for (let resumes = 0; ; resumes++) {
    const from = await sizeOfFile(path)
    let hasBegun = false
    try {
      const object = await bucket.get(key, from, maxBytes + 1)
      hasBegun = true
      if (tag !== '' && object.tag !== '' && object.tag !== tag) {
        object.body.destroy()
        throw new SourceFault('lasting', 'The object was replaced while it was being imported.')
      }
      if (object.size > maxBytes) {
        object.body.destroy()
        throw new SourceFault('lasting', 'The object is larger than the limit.')
      }
      await pipeline(object.body, createWriteStream(path, { mode: 0o600, flags: from > 0 ? 'a' : 'w' }), { signal })
      if ((await sizeOfFile(path)) !== object.size) throw new BucketFault('unavailable')
      return
    } catch (error) {
      signal.throwIfAborted()
      const isFinal = error instanceof SourceFault || (error instanceof BucketFault && error.kind !== 'unavailable')
      if (isFinal) throw error
      // If the store didn't answer, another attempt now would fail in the same way.
      if (!hasBegun || resumes >= RESUMES_MAX) throw toResumable(error)
    }
  }
}

const toResumable = (error: unknown): unknown =>
  error instanceof BucketFault ? error : new SourceFault('temporary', 'The download broke off.')

async function sizeOfFile(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
