/** Objects in buckets that an organization connects. Requests go through the filter of outgoing addresses. */
import type { Readable } from 'node:stream'
import type { Secret } from './secret.ts'

export interface BucketAccess {
  readonly bucket: string
  readonly region: string
  /** Base URL of a compatible store. Undefined for Amazon S3. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: Secret
}

export interface BucketObject {
  readonly key: string
  readonly size: number
  /** Entity tag without quotes. */
  readonly tag: string
  readonly changedAt: Date
}

/** Reason of a failed request to a bucket. `refused`: wrong key, or a missing permission. */
export type BucketFaultKind = 'refused' | 'no_bucket' | 'gone' | 'unavailable'

export class BucketFault extends Error {
  override readonly name = 'BucketFault'
  readonly kind: BucketFaultKind
  constructor(kind: BucketFaultKind) {
    super(`The bucket can't be read: ${kind}.`)
    this.kind = kind
  }
}

export interface Bucket {
  /** Lists up to 1,000 objects below a prefix, by key. @throws BucketFault, PublicFetchError */
  list(prefix: string, after: string | undefined, limit?: number): Promise<{ objects: BucketObject[]; next?: string }>
  /** Opens an object from a byte position. @throws BucketFault, PublicFetchError */
  get(key: string, from: number, maxBytes: number): Promise<{ body: Readable; size: number; tag: string }>
}

export interface ObjectStores {
  open(access: BucketAccess, signal: AbortSignal): Bucket
}
