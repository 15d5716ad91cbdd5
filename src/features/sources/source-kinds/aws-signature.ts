/** Signs requests to AWS without a body (Signature Version 4). */
import { createHash, createHmac } from 'node:crypto'

export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  /** Name of the service in the scope of a signature. */
  readonly service: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Headers of a `GET` request. Each segment of the path is encoded once more, as for all services except S3. */
export function signAwsRequest(
  url: URL,
  { accessKeyId, secretAccessKey, region, service }: AwsCredentials,
  now: Date,
): Readonly<Record<string, string>> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/${service}/aws4_request`
  const path = url.pathname.split('/').map(encode).join('/')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const signed = 'host;x-amz-date'
  const request = ['GET', path, query, `host:${url.host}`, `x-amz-date:${time}`, '', signed, digest('')].join('\n')
  const key = [region, service, 'aws4_request'].reduce<Buffer>(sign, sign(`AWS4${secretAccessKey}`, day))
  const signature = sign(key, [ALGORITHM, time, scope, digest(request)].join('\n')).toString('hex')
  return {
    'x-amz-date': time,
    authorization: `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  }
}

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
