import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import type { ConnectionFacts, DatabaseFacts, ProductionFacts } from './production.ts'
import { checkProduction } from './production-checks.ts'

const GB = 1024 ** 3
const RANDOM = 'f3b1c0a94e5d7286f3b1c0a94e5d7281'
const NOW = new Date('2026-11-30T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

const DATABASE: DatabaseFacts = {
  ...{ version: 170_002, vector: '0.8.0', maxConnections: 100, reservedConnections: 3, machines: 4 },
  ...{ isPooled: false, isSuperuser: false, fsync: 'on', fullPageWrites: 'on', synchronousCommit: 'on' },
  archive: undefined,
}
const READY: ProductionFacts = {
  ...{ now: NOW, areMetricsPublic: false, database: DATABASE, connections: [], processes: undefined },
  ...{ backupAt: hoursAgo(20), secretFile: undefined, isContained: false, trustsEveryone: false },
  ...{ dataFolder: { path: '/srv/parley', mode: 0o700 }, keyFile: { path: '/etc/parley/key', mode: 0o600 } },
  ...{ disk: { free: 50 * GB, size: 100 * GB }, permitsMetadata: false },
}
const SETTINGS = {
  ...{ DATABASE_URL: 'postgres://db.example/parley', SECRET: RANDOM, PUBLIC_URL: 'https://parley.example' },
  ...{ TRUSTED_PROXIES: '10.0.0.4', SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'parley@example.com' },
  ...{ BACKUP_KEY_FILE: '/etc/parley/key', DATA_DIR: '/srv/parley' },
}

function check(facts: Partial<ProductionFacts>, settings: Readonly<Record<string, string | undefined>> = {}) {
  return checkProduction(readConfig({ ...SETTINGS, ...settings }), { ...READY, ...facts })
}
/** Urgency of the findings with something to change. */
const urgencies = (facts: Partial<ProductionFacts>, settings?: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    check(facts, settings).flatMap(({ id, urgency }) => (urgency === 'none' ? [] : [[id, urgency] as const])),
  )

describe('an installation that is ready for real use', () => {
  it('has nothing to change, and lists what was checked', () => {
    const findings = check({})
    expect(findings.filter(({ urgency }) => urgency !== 'none')).toEqual([])
    expect(findings.map(({ id }) => id)).toEqual([
      ...['public_url', 'trusted_proxies', 'metrics', 'mail', 'durability', 'versions', 'database_role'],
      ...['database_connections', 'secret', 'data_folder_rights', 'backup_age', 'backup_key'],
    ])
  })

  it('gets a reason and a step for everything else', () => {
    const findings = check(
      {
        ...{ database: undefined, backupAt: undefined, keyFile: undefined, areMetricsPublic: true },
        ...{ trustsEveryone: true, permitsMetadata: true, disk: { free: 5 * GB, size: 100 * GB } },
        dataFolder: { path: '/srv/parley', mode: 0o755 },
      },
      {
        ...{ DATABASE_URL: undefined, PUBLIC_URL: 'http://parley.example', TRUSTED_PROXIES: '0.0.0.0/0' },
        SMTP_URL: '',
      },
    ).filter(({ urgency }) => urgency !== 'none')
    expect(findings.map(({ id }) => id)).toEqual([
      ...['public_url', 'trusted_proxies', 'metrics', 'mail', 'durability', 'certificates', 'private_targets'],
      ...['data_folder_rights', 'backup_age', 'backup_key', 'disk_space'],
    ])
    for (const { means, todo } of findings) expect([means, todo]).toEqual([expect.any(String), expect.any(String)])
  })
})

describe('settings', () => {
  it.each([
    ['no public URL', { PUBLIC_URL: undefined }, { public_url: 'must' }],
    ['a public URL without TLS', { PUBLIC_URL: 'http://parley.example' }, { public_url: 'must' }],
    ['no trusted proxy behind an https address', { TRUSTED_PROXIES: undefined }, { trusted_proxies: 'must' }],
    ['every client as a trusted proxy', { TRUSTED_PROXIES: '::/0' }, { trusted_proxies: 'must' }],
    ['metrics for this machine only, on all addresses', { HOST: '0.0.0.0' }, { metrics: 'should' }],
    ['metrics with a token', { HOST: '0.0.0.0', METRICS_TOKEN: 'x'.repeat(16) }, {}],
    ['email in a folder', { SMTP_URL: undefined }, { mail: 'should' }],
    ['a secret of few characters', { SECRET: 'abab'.repeat(8) }, { secret: 'must' }],
    ['a secret that repeats itself', { SECRET: 'k2p9vx7q'.repeat(4) }, { secret: 'must' }],
    ['a secret of an example', { SECRET: 'change-me-0123456789-abcdefghijk' }, { secret: 'must' }],
  ])('%s', (_, settings, expected) => expect(urgencies({}, settings)).toEqual(expected))

  it('never shows the secret', () => {
    const SECRET = 'password-password-password-password'
    expect(JSON.stringify(check({}, { SECRET }))).not.toContain(SECRET)
  })
})

describe('measurements', () => {
  const key = (mode: number) => ({ keyFile: { path: '/etc/parley/key', mode } })
  const secretFile = { path: '/srv/parley/secret', mode: 0o644 }
  it.each<[string, Partial<ProductionFacts>, Record<string, string>]>([
    ['readable metrics', { areMetricsPublic: true }, { metrics: 'must' }],
    ['a data folder for all', { dataFolder: { path: '/srv/parley', mode: 0o755 } }, { data_folder_rights: 'must' }],
    [
      'a data folder for all in a container',
      { dataFolder: { path: '/data', mode: 0o777 }, isContained: true },
      { data_folder_rights: 'should' },
    ],
    ['no backup', { backupAt: undefined }, { backup_age: 'should' }],
    ['a backup of three days ago', { backupAt: hoursAgo(72) }, { backup_age: 'should' }],
    ['a backup of last month', { backupAt: hoursAgo(30 * 24) }, { backup_age: 'must' }],
    ['no key file', { keyFile: 'missing' }, { backup_key: 'must' }],
    ['a key file for the group', key(0o640), { backup_key: 'must' }],
    ['a disk that fills', { disk: { free: 9 * GB, size: 100 * GB } }, { disk_space: 'should' }],
    ['certificates that nobody checks', { trustsEveryone: true }, { certificates: 'must' }],
    ['permitted metadata services', { permitsMetadata: true }, { private_targets: 'must' }],
  ])('%s', (_, facts, expected) => expect(urgencies(facts)).toEqual(expected))

  it('no key of backups', () => {
    const settings = { BACKUP_KEY_FILE: undefined }
    expect(urgencies({ keyFile: undefined }, settings)).toEqual({ backup_key: 'should' })
    const passphrase = { ...settings, BACKUP_PASSPHRASE: 'a passphrase, long enough' }
    expect(urgencies({ keyFile: undefined }, passphrase)).toEqual({})
  })

  it('a generated secret that others can read', () => {
    expect(urgencies({ secretFile }, { SECRET: undefined })).toEqual({ secret: 'must' })
    expect(urgencies({ secretFile: { ...secretFile, mode: 0o600 } }, { SECRET: undefined })).toEqual({})
  })

  it('names the time of the last backup, and how to tell Parley about others', () => {
    const [age] = check({ backupAt: hoursAgo(72) }).filter(({ id }) => id === 'backup_age')
    expect(age?.is).toBe('The last one ended at 2026-11-27T12:00:00Z, 3 days ago.')
    expect(age?.todo).toContain('touch /srv/parley/last-backup')
  })
})

describe('the database', () => {
  const failed = { archivedAt: '2026-11-29T10:00:00Z', failedAt: '2026-11-30T10:00:00Z' }
  it.each<[string, Partial<DatabaseFacts>, Record<string, string>]>([
    ['without fsync', { fsync: 'off' }, { durability: 'must' }],
    ['without full pages', { fullPageWrites: 'off' }, { durability: 'must' }],
    ['with commits that do not wait', { synchronousCommit: 'off' }, { durability: 'should' }],
    ['with an archive that fails', { archive: failed }, { archive: 'must' }],
    ['with an archive that works again', { archive: { archivedAt: failed.failedAt, failedAt: failed.archivedAt } }, {}],
    ['with an old PostgreSQL', { version: 140_011 }, { versions: 'must' }],
    ['with an old pgvector', { vector: '0.6.2' }, { versions: 'must' }],
    ['with a pgvector that searches less', { vector: '0.7.4' }, { versions: 'should' }],
    ['as a superuser', { isSuperuser: true }, { database_role: 'should' }],
    ['with more machines than connections', { machines: 5 }, { database_connections: 'must' }],
    ['behind a pooler', { machines: 50, isPooled: true }, {}],
  ])('%s', (_, facts, expected) => expect(urgencies({ database: { ...DATABASE, ...facts } })).toEqual(expected))

  it('embedded: is a risk of power failures', () => {
    expect(urgencies({ database: undefined }, { DATABASE_URL: undefined })).toEqual({ durability: 'should' })
  })

  it('counts the processes that the operator names, with the connections of index builds', () => {
    const find = (processes: number, DATABASE_POOL: string) =>
      check({ processes }, { DATABASE_POOL }).find(({ id }) => id === 'database_connections')
    expect(find(9, '10')?.is).toBe('9 processes × (DATABASE_POOL 10 + 2) = 108 of 97 connections.')
    expect(find(9, '10')?.urgency).toBe('must')
    expect(find(8, '10')?.urgency).toBe('none')
  })
})

describe('a connection to another server', () => {
  const connection: ConnectionFacts = {
    ...{ setting: 'LIMITS_STORE', title: 'Rate limits', host: 'cache.example', distance: 'public' },
    ...{ isEncrypted: false, isVerified: false },
  }
  it.each<[string, Partial<ConnectionFacts>, string]>([
    ['on this machine', { distance: 'machine' }, 'none'],
    ['without TLS in the internet', {}, 'must'],
    ['without TLS in a private network', { distance: 'private' }, 'should'],
    ['without TLS to a name that has no address here', { distance: 'unknown' }, 'should'],
    ['with TLS', { isEncrypted: true, isVerified: true }, 'none'],
    ['with a certificate that nobody checks', { isEncrypted: true }, 'must'],
  ])('%s', (_, facts, expected) => {
    const [finding] = check({ connections: [{ ...connection, ...facts }] }).filter(
      ({ id }) => id === 'tls_limits_store',
    )
    expect(finding?.urgency).toBe(expected)
  })
})
