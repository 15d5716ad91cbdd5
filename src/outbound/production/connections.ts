/** Connections of an installation to other servers: how far they go, and whether they are encrypted. */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from '../../core/config.ts'
import type { ConnectionFacts, Distance } from '../../core/production.ts'
import { readS3Url } from '../files/s3.ts'
import { getFamily, isPublicAddress } from '../http/public-addresses.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address is one of this machine. IPv4 addresses can be written as IPv6 addresses (`::ffff:127.0.0.1`). */
export function isOwnAddress(address: string): boolean {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(bare) === 0) return false
  if (loopback.check(bare, getFamily(bare))) return true
  return Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === bare))
}

/** @returns the farthest distance of the host's addresses */
export async function measureDistance(host: string): Promise<Distance> {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) === 0 ? await lookup(bare, { all: true }).catch(() => []) : [{ address: bare }]
  if (addresses.length === 0) return 'unknown'
  if (addresses.some(({ address }) => isPublicAddress(address) && !isOwnAddress(address))) return 'public'
  return addresses.every(({ address }) => isOwnAddress(address)) ? 'machine' : 'private'
}

type Target = Omit<ConnectionFacts, 'distance'>

const encrypted = (setting: string, title: string, host: string): Target => ({
  ...{ setting, title, host, isEncrypted: true, isVerified: true },
})
const plain = (setting: string, title: string, host: string): Target => ({
  ...{ setting, title, host, isEncrypted: false, isVerified: false },
})

/** A server with a URL of http or https. */
const toHttpTarget = (setting: string, title: string, text: string | undefined): Target[] => {
  const url = text === undefined ? null : URL.parse(text)
  if (url === null) return []
  return [(url.protocol === 'https:' ? encrypted : plain)(setting, title, url.hostname)]
}

function toFilesTarget({ filesUrl }: Config, environment: NodeJS.ProcessEnv): Target[] {
  if (filesUrl === undefined) return []
  const { endpoint = environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL, region } = readS3Url(
    filesUrl.reveal(),
  )
  return toHttpTarget('FILES_URL', 'Files', endpoint ?? `https://s3.${region}.amazonaws.com`)
}

function toLimitsTarget({ limits: { store } }: Config): Target[] {
  const url = typeof store === 'string' ? null : URL.parse(store.reveal())
  if (url === null) return []
  return [(url.protocol === 'rediss:' ? encrypted : plain)('LIMITS_STORE', 'Rate limits', url.hostname)]
}

/**
 * A server without a password in its URL may offer STARTTLS or not, so nothing is certain about it unless the URL
 * forbids TLS.
 */
function toMailTarget({ smtpUrl }: Config): Target[] {
  const url = smtpUrl === undefined ? null : URL.parse(smtpUrl.reveal())
  if (url === null) return []
  const { protocol, hostname, username, searchParams } = url
  if (searchParams.get('ignoreTLS') === 'true') return [plain('SMTP_URL', 'Email', hostname)]
  if (protocol !== 'smtps:' && username === '') return []
  const isVerified = searchParams.get('tls.rejectUnauthorized') !== 'false'
  return [{ ...encrypted('SMTP_URL', 'Email', hostname), isVerified }]
}

/** All servers except PostgreSQL, whose connections `readServer` measures. */
export async function describeConnections(
  config: Config,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ConnectionFacts[]> {
  const { model, embedding, transcriber } = config
  const targets = [
    ...toFilesTarget(config, environment),
    ...toLimitsTarget(config),
    ...toMailTarget(config),
    ...toHttpTarget('MODEL_URL', 'Language model', model?.url),
    ...toHttpTarget('EMBEDDING_URL', 'Embeddings', embedding.provider === 'openai' ? embedding.url : undefined),
    ...toHttpTarget(
      'TRANSCRIBER_URL',
      'Transcription',
      transcriber?.provider === 'openai' ? transcriber.url : undefined,
    ),
  ]
  return Promise.all(targets.map(async (target) => ({ ...target, distance: await measureDistance(target.host) })))
}
