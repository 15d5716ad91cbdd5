/**
 * Objects below a prefix of a bucket of S3 or a compatible store. A recording and a transcript with the same name become
 * one call. Objects are complete as soon as they are listed.
 */
import type { BucketObject } from '../../../core/object-stores.ts'
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
import type { AnnouncedCall, ListRequest, SourceAccess, SourceKind, SourcePage } from './kind.ts'
import { chooseTranscript, getStem, isKnownFile } from './media-names.ts'

/** Time for which a recording waits for a transcript of the same name, and the reverse. */
const GRACE_MS = 120_000

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

/** Lists a page of 1,000 keys. Files with the same name are next to each other, and a page can separate them. */
async function listObjects(access: SourceAccess, { cursor, findSeen, until }: ListRequest): Promise<SourcePage> {
  const prefix = access.settings.prefix ?? ''
  const { objects, next } = await withBucket(access, (bucket) => bucket.list(prefix, cursor))
  const files = objects.filter((object) => isReadable(object) && isKnownFile(object.key))
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
}

/** Whether the partner of a single object may still arrive. */
function isWaiting(group: readonly BucketObject[], now: Date): boolean {
  const hasBoth = group.some(({ key }) => isRecordingName(key)) && group.some(({ key }) => !isRecordingName(key))
  return !hasBoth && group.some(({ changedAt }) => now.getTime() - changedAt.getTime() < GRACE_MS)
}

/**
 * One call of objects with the same name. Its ID is the key without its extension and the tag of the recording, so that
 * a replaced object is another call. An object that joins known ones later gets the ID of their call.
 */
function toCall(bucket: string, group: readonly BucketObject[], partner: string | undefined): AnnouncedCall {
  const recording = group.find(({ key }) => isRecordingName(key))
  const transcriptKey = chooseTranscript(group.map(({ key }) => key))
  const transcript = group.find(({ key }) => key === transcriptKey)
  const main = recording ?? transcript
  if (main === undefined) throw new Error('The group has no object.')
  const tail = `/${getStem(main.key)} ${main.tag}`
  // The end of a long key distinguishes it better than its beginning.
  const externalId = partner ?? `${bucket}${tail}`.slice(-256)
  return {
    externalId,
    ...(recording === undefined ? {} : { recording: toObjectPart(recording) }),
    ...(transcript === undefined ? {} : { transcript: toObjectPart(transcript) }),
    objects: group.map((object) => ({ name: object.key, version: toVersion(object) })),
  }
}
