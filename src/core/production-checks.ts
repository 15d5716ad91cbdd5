/** Checks of the settings, files and measurements of an installation before real use. */
import type { Config } from './config.ts'
import { isLoopbackHost } from './loopback-host.ts'
import {
  type ConnectionFacts,
  describeCheck,
  type ProductionFacts,
  type ProductionFinding,
  type RightsFacts,
} from './production.ts'
import { checkDatabase } from './production-database.ts'

/** Age of the last backup in hours. */
const BACKUP_HOURS_SHOULD = 48
const BACKUP_HOURS_MUST = 7 * 24
/** Ratio of free disk space. `findProblems` reports disks that are nearly full. */
const FREE_RATIO_SHOULD = 0.1
/** Random text of 32 characters has more, also in hexadecimal digits. */
const DISTINCT_CHARACTERS_MIN = 8
/** Words of examples, which random text practically never contains. */
const EXAMPLE = /change.?me|password|secret|example|parley/i

/** @returns a finding for each check, in display order, also for those with nothing to change */
export function checkProduction(config: Config, facts: ProductionFacts): readonly ProductionFinding[] {
  return [
    checkPublicUrl(config),
    ...checkProxies(config),
    checkMetrics(config, facts),
    checkMail(config),
    ...checkDatabase(config, facts),
    ...facts.connections.map(checkConnection),
    ...checkCertificates(facts),
    ...checkPrivateTargets(facts),
    checkSecret(config, facts),
    checkRights(facts),
    checkBackupAge(config, facts),
    checkBackupKey(config, facts),
    ...checkDisk(facts),
  ]
}

function checkPublicUrl({ publicUrl }: Config): ProductionFinding {
  const { must, fine } = describeCheck('public_url', 'HTTPS')
  if (publicUrl === undefined) {
    return must({
      is: "PUBLIC_URL isn't set.",
      means: "Links in email and sign-in open the reader's own machine.",
      todo: 'Set PUBLIC_URL to the https address that people open.',
      settings: ['PUBLIC_URL'],
    })
  }
  if (publicUrl.startsWith('https://')) return fine(publicUrl, ['PUBLIC_URL'])
  return must({
    is: `${publicUrl} is not https.`,
    means: 'Passwords, sessions, API keys and calls are readable in the network, and browsers offer no passkeys.',
    todo: 'Put a proxy with TLS in front of Parley, and set PUBLIC_URL to its https address.',
    settings: ['PUBLIC_URL'],
  })
}

/** Parley speaks plain HTTP, so an https address is that of a proxy. */
function checkProxies({ trustedProxies, publicUrl }: Config): ProductionFinding[] {
  const { must, fine } = describeCheck('trusted_proxies', 'Trusted proxies')
  const settings = ['TRUSTED_PROXIES']
  const everyone = trustedProxies.find((network) => /\/0+$/.test(network))
  if (everyone !== undefined) {
    return [
      must({
        is: `TRUSTED_PROXIES contains ${everyone}.`,
        means: 'Every client can choose the address that rate limits, /metrics and the audit log use.',
        todo: 'List only the addresses of your proxies.',
        settings,
      }),
    ]
  }
  if (trustedProxies.length > 0) return [fine(trustedProxies.join(', '), settings)]
  if (publicUrl?.startsWith('https://') !== true) return []
  return [
    must({
      is: "TRUSTED_PROXIES isn't set, but the public URL is https, which only a proxy can serve.",
      means:
        'All clients share one address in rate limits, so one of them can lock out the others. The audit log lacks addresses.',
      todo: 'Set TRUSTED_PROXIES to the address of the proxy, and let it send X-Forwarded-For.',
      settings,
    }),
  ]
}

function checkMetrics({ metricsToken, host }: Config, { areMetricsPublic }: ProductionFacts): ProductionFinding {
  const { must, should, fine } = describeCheck('metrics', 'Metrics')
  const settings = ['METRICS_TOKEN', 'TRUSTED_PROXIES']
  if (areMetricsPublic === true) {
    return must({
      is: 'Everybody can read /metrics at the public URL.',
      means:
        'The proxy forwards requests without the address of the client, so Parley takes them for requests of this machine.',
      todo: 'Block /metrics in the proxy, or set TRUSTED_PROXIES and let the proxy send X-Forwarded-For.',
      settings,
    })
  }
  const probed = areMetricsPublic === false ? ' They need a token at the public URL.' : ''
  if (metricsToken !== undefined) return fine(`METRICS_TOKEN is set.${probed}`, settings)
  if (isLoopbackHost(host)) return fine(`Only programs on this machine can read them.${probed}`, settings)
  return should({
    is: `METRICS_TOKEN isn't set, and Parley listens on ${host}.`,
    means: 'A Prometheus on another machine gets 401, so no alert reports waiting work or a full disk.',
    todo: 'Set METRICS_TOKEN, for example to the output of `openssl rand -hex 16`.',
    settings: ['METRICS_TOKEN'],
  })
}

function checkMail({ smtpUrl, mailFrom }: Config): ProductionFinding {
  const { should, fine } = describeCheck('mail', 'Email delivery')
  if (smtpUrl !== undefined) return fine(`Sent as ${mailFrom}`, ['SMTP_URL', 'MAIL_FROM'])
  return should({
    is: 'Email is written to the folder `mail` of the data folder.',
    means: 'Invitations, sign-in links, password resets and notifications reach nobody.',
    todo: 'Set SMTP_URL and MAIL_FROM.',
    settings: ['SMTP_URL', 'MAIL_FROM'],
  })
}

/** A connection that leaves the machine. */
function checkConnection(given: ConnectionFacts): ProductionFinding {
  const { setting, title, host, distance, isEncrypted, isVerified } = given
  const { must, should, fine } = describeCheck(`tls_${setting.toLowerCase()}`, `TLS: ${title}`)
  if (distance === 'machine') return fine(`${host} is this machine.`, [setting])
  if (isEncrypted && isVerified) return fine(`The connection to ${host} uses TLS.`, [setting])
  const advise = distance === 'public' ? must : should
  return isEncrypted
    ? advise({
        is: `The connection to ${host} uses TLS without a check of the certificate.`,
        means: 'Somebody in the network can answer in place of the server and read everything.',
        todo: `Check the certificate. NODE_EXTRA_CA_CERTS names a certificate of your own authority. ${TLS_HINTS[setting] ?? ''}`.trim(),
        settings: [setting],
      })
    : advise({
        is: `The connection to ${host} isn't encrypted.`,
        means:
          'Somebody in the network between the machines can read and change what Parley sends, with its credentials.',
        todo: `Use TLS, unless the network is private to these machines. ${TLS_HINTS[setting] ?? 'Set an https address.'}`,
        settings: [setting],
      })
}

const TLS_HINTS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'Add `?sslmode=verify-full` to the address.',
  DATABASE_READ_URL: 'Add `?sslmode=verify-full` to each address.',
  LIMITS_STORE: 'Start the address with rediss://.',
  FILES_URL: 'Set an https endpoint.',
  SMTP_URL: 'Start the address with smtps://, or remove `ignoreTLS`.',
}

function checkCertificates({ trustsEveryone }: ProductionFacts): ProductionFinding[] {
  if (!trustsEveryone) return []
  return [
    describeCheck('certificates', 'Certificates').must({
      is: 'NODE_TLS_REJECT_UNAUTHORIZED=0 disables the check of all certificates.',
      means:
        'Somebody in the network can answer in place of the database, the file store, the mail server and every model.',
      todo: 'Remove it. NODE_EXTRA_CA_CERTS names a certificate of your own authority.',
    }),
  ]
}

function checkPrivateTargets({ permitsMetadata }: ProductionFacts): ProductionFinding[] {
  if (!permitsMetadata) return []
  return [
    describeCheck('private_targets', 'Metadata service').must({
      is: 'ALLOWED_PRIVATE_TARGETS permits 169.254.169.254, the metadata service of clouds.',
      means: 'Admins can let Parley read credentials of this machine, with the address of a webhook or a CRM.',
      todo: 'List only the networks of the services that you connect.',
      settings: ['ALLOWED_PRIVATE_TARGETS'],
    }),
  ]
}

function checkSecret({ secret }: Config, { secretFile, isContained }: ProductionFacts): ProductionFinding {
  const { must, should, fine } = describeCheck('secret', 'Secret strength')
  const replace = 'API keys and stored credentials of other services stop working then, so change it before real use.'
  if (secret === undefined) {
    if (secretFile === undefined || !isOpenToOthers(secretFile))
      return fine('Generated, in the data folder.', ['SECRET'])
    return (isContained ? should : must)({
      is: `The rights of ${secretFile.path} are ${formatMode(secretFile)}.`,
      means: 'Other users of this machine can read the secret and forge API keys.',
      todo: `Run \`chmod 600 ${secretFile.path}\`.`,
    })
  }
  const text = secret.reveal()
  const weakness = findWeakness(text)
  if (weakness === undefined) return fine(`SECRET has ${text.length} characters.`, ['SECRET'])
  return must({
    is: `SECRET ${weakness}.`,
    means: 'Somebody who guesses it can forge API keys and read sealed credentials.',
    todo: `Set SECRET to the output of \`openssl rand -hex 32\`. ${replace}`,
    settings: ['SECRET'],
  })
}

/** Why a text isn't random. Undefined if nothing shows it. */
function findWeakness(text: string): string | undefined {
  const distinct = new Set(text).size
  if (distinct < DISTINCT_CHARACTERS_MIN) return `consists of ${distinct} different characters`
  // A text that repeats a part is in its own double, without the first and the last character.
  if (`${text}${text}`.slice(1, -1).includes(text)) return 'repeats one part'
  if (EXAMPLE.test(text)) return 'contains a word of an example'
  return undefined
}

const isOpenToOthers = ({ mode }: RightsFacts): boolean => (mode & 0o077) !== 0
const formatMode = ({ mode }: RightsFacts): string => (mode & 0o777).toString(8).padStart(4, '0')

function checkRights({ dataFolder, isContained }: ProductionFacts): ProductionFinding {
  const { must, should, fine } = describeCheck('data_folder_rights', 'Folder rights')
  if (!isOpenToOthers(dataFolder)) return fine(`${dataFolder.path} has ${formatMode(dataFolder)}.`, ['DATA_DIR'])
  return (isContained ? should : must)({
    is: `${dataFolder.path} has ${formatMode(dataFolder)}.`,
    means: 'Other users of this machine can reach files in it: email with sign-in links, recordings, the database.',
    todo: `Run \`chmod 700 ${dataFolder.path}\`.`,
    settings: ['DATA_DIR'],
  })
}

function checkBackupAge({ dataDir }: Config, { backupAt, now }: ProductionFacts): ProductionFinding {
  const { must, should, fine } = describeCheck('backup_age', 'Last backup')
  const record = `After each backup by other programs, run \`touch ${dataDir}/last-backup\`, and Parley knows its time.`
  const means = 'After a lost disk or a wrong statement, everything since the last backup is lost.'
  if (backupAt === undefined) {
    return should({
      is: 'Parley has no record of a backup.',
      means,
      todo: `Run \`parley backup\` every day. ${record}`,
    })
  }
  const hours = (now.getTime() - backupAt.getTime()) / 3_600_000
  const is = `The last one ended at ${backupAt.toISOString().replace(/\.\d+Z$/, 'Z')}, ${formatAge(hours)} ago.`
  if (hours <= BACKUP_HOURS_SHOULD) return fine(is)
  const advise = hours > BACKUP_HOURS_MUST ? must : should
  return advise({ is, means, todo: `Find out why no backup has ended since. ${record}` })
}

const formatAge = (hours: number): string =>
  hours < 48 ? `${Math.max(0, Math.floor(hours))} hours` : `${Math.floor(hours / 24)} days`

function checkBackupKey({ backup }: Config, { keyFile, isContained }: ProductionFacts): ProductionFinding {
  const { must, should, fine } = describeCheck('backup_key', 'Backup key')
  const settings = ['BACKUP_KEY_FILE', 'BACKUP_PASSPHRASE']
  if (keyFile === 'missing') {
    return must({
      is: `BACKUP_KEY_FILE names ${backup.keyFile}, which this user can't read.`,
      means: '`parley backup` fails.',
      todo: 'Check the path and its permissions.',
      settings: ['BACKUP_KEY_FILE'],
    })
  }
  if (keyFile !== undefined && isOpenToOthers(keyFile)) {
    return (isContained ? should : must)({
      is: `The rights of ${keyFile.path} are ${formatMode(keyFile)}.`,
      means: 'Other users of this machine can read the key of the backups.',
      todo: `Run \`chmod 600 ${keyFile.path}\`.`,
      settings: ['BACKUP_KEY_FILE'],
    })
  }
  if (keyFile !== undefined || backup.passphrase !== undefined) return fine('Backups are encrypted.', settings)
  return should({
    is: 'Backups are not encrypted.',
    means: 'A backup contains all calls and the secret, readable for everybody who gets the file.',
    todo: 'Create a key outside of the data folder, set BACKUP_KEY_FILE, and store a copy apart from the backups.',
    settings,
  })
}

function checkDisk({ disk: { free, size } }: ProductionFacts): ProductionFinding[] {
  if (free >= size * FREE_RATIO_SHOULD) return []
  return [
    describeCheck('disk_space', 'Disk space').should({
      is: `${((free / size) * 100).toFixed(1)} % of the disk with the data folder is free.`,
      means: 'Parley rejects writes when the disk is full.',
      todo: 'Use a larger disk, or shorten the retention of recordings. docs/sizing.md calculates what you need.',
      settings: ['DATA_DIR'],
    }),
  ]
}
