/** Buckets of S3 and compatible stores, for the kinds whose calls are objects. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Bucket, BucketFault, type BucketObject } from '../../../core/object-stores.ts'
import { Secret } from '../../../core/secret.ts'
import { getExtension } from '../../text/transcripts/index.ts'
import { sizeOfFile, toSourceFault } from './download.ts'
import {
  type FetchTarget,
  type FieldValues,
  type SourceAccess,
  SourceFault,
  type SourceField,
  type SourcePart,
} from './kind.ts'

const RESUMES_MAX = 5
/** Maximum length of a key in bytes (Amazon S3). */
export const KEY_BYTES_MAX = 1_024

/** Bucket, its region and address, and the key that reads it. */
export const BUCKET_FIELDS: readonly SourceField[] = [
  {
    name: 'bucket',
    label: 'Bucket',
    help: 'Name of the bucket. Example: `acme-recordings`.',
    required: true,
    max: 255,
    isDestination: true,
    check: (value) => (/^[A-Za-z0-9._-]+$/.test(value) ? undefined : 'The value must be the name of a bucket.'),
  },
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
]

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

function toBucketFault(error: unknown): unknown {
  if (!(error instanceof BucketFault)) return toSourceFault(error)
  const [kind, message] = FAULTS[error.kind]
  return new SourceFault(kind, message)
}

/** Runs requests to a bucket. @throws SourceFault */
export async function withBucket<T>(access: SourceAccess, work: (bucket: Bucket) => Promise<T>): Promise<T> {
  try {
    return await work(openBucket(access))
  } catch (error) {
    access.signal.throwIfAborted()
    throw toBucketFault(error)
  }
}

/** Text that changes with the content of an object. */
export const toVersion = ({ tag, size }: BucketObject): string => `${tag} ${size}`.slice(0, 256)

/** Whether an object has content and a key that can be stored. */
export const isReadable = ({ key, size }: BucketObject): boolean => size > 0 && Buffer.byteLength(key) <= KEY_BYTES_MAX

export const toObjectPart = ({ key, tag }: BucketObject): SourcePart => ({
  name: key.split('/').at(-1) || `object${getExtension(key)}`,
  at: { key, tag },
})

/** Writes an object that `toObjectPart` names. @throws SourceFault */
export const fetchObject = (
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> =>
  withBucket(access, (bucket) =>
    downloadObject(bucket, { key: at.key ?? '', tag: at.tag ?? '' }, target, access.signal),
  )

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
