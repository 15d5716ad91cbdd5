/** PostgreSQL servers as `parley doctor --production` measures them: versions, settings, rights, TLS and poolers. */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgbouncerCommand, startPgBouncer } from '../../testing/pgbouncer.ts'
import { type PostgresCluster, postgresFolder, startCluster } from '../../testing/postgres-cluster.ts'
import { readServer } from './server.ts'

describe.skipIf(postgresFolder === undefined)('a server (skipped without TEST_POSTGRES_BIN)', () => {
  let cluster: PostgresCluster
  let folder: string
  let authority: string
  beforeAll(async () => {
    cluster = await startCluster({ archive_mode: 'on', archive_command: 'false', max_connections: '40' })
    const { primary } = cluster
    await primary.query('create extension vector')
    await primary.query('create role parley_owner login')
    folder = mkdtempSync(join(tmpdir(), 'parley-tls-'))
    authority = join(folder, 'server.crt')
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1']
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', [...request, ...names, '-keyout', join(folder, 'server.key'), '-out', authority], {
      stdio: 'ignore',
    })
    for (const name of ['server.crt', 'server.key']) copyFileSync(join(folder, name), join(cluster.homeHere, name))
    // The server accepts a key of root with these rights.
    for (const name of ['server.crt', 'server.key']) chmodSync(join(cluster.homeHere, name), 0o644)
    await cluster.execute('/bin/sh', '-c', `umask 077 && cat ${cluster.home}/server.key > ${cluster.home}/own.key`)
    await primary.query(`alter system set ssl_cert_file = '${cluster.home}/server.crt'`)
    await primary.query(`alter system set ssl_key_file = '${cluster.home}/own.key'`)
    await primary.query('alter system set ssl = on')
    await primary.query('select pg_reload_conf()')
  }, 120_000)
  afterAll(async () => {
    await cluster?.stop()
    if (folder !== undefined) rmSync(folder, { recursive: true })
  })

  it('shows its versions, its connections, its durability and the rights of the user', async () => {
    const { database, connection } = await readServer('DATABASE_URL', cluster.primary.url)
    expect(database).toMatchObject({
      ...{ vector: expect.stringMatching(/^\d+\.\d+/), maxConnections: 40, reservedConnections: 3, machines: 1 },
      // Servers of tests don't wait for the disk.
      ...{ isPooled: false, isSuperuser: true, fsync: 'off', fullPageWrites: 'on', synchronousCommit: 'on' },
    })
    expect(database.version).toBeGreaterThan(150_000)
    expect(connection).toEqual({
      ...{ setting: 'DATABASE_URL', title: 'Database', host: '127.0.0.1', distance: 'machine' },
      ...{ isEncrypted: false, isVerified: false },
    })
  })

  it('knows a role without the rights of a superuser', async () => {
    const url = cluster.primary.url.replace('postgres@', 'parley_owner@')
    expect((await readServer('DATABASE_URL', url)).database.isSuperuser).toBe(false)
  })

  it('reports an archive that fails', async () => {
    await cluster.primary.query('create table if not exists written (n int)')
    await cluster.primary.query('select pg_switch_wal()')
    await expect
      .poll(async () => (await readServer('DATABASE_URL', cluster.primary.url)).database.archive?.failedAt, {
        timeout: 30_000,
      })
      .toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  it('shows whether a connection uses TLS and checks the certificate', async () => {
    const measure = async (query: string) => {
      const { connection } = await readServer('DATABASE_URL', `${cluster.primary.url}?${query}`)
      return [connection.isEncrypted, connection.isVerified]
    }
    await expect.poll(() => measure('sslmode=no-verify').catch(() => undefined)).toEqual([true, false])
    expect(await measure(`sslmode=verify-full&sslrootcert=${authority}`)).toEqual([true, true])
    expect(await measure('')).toEqual([false, false])
    await expect(measure('sslmode=verify-full')).rejects.toThrow('self-signed certificate')
  })

  it.skipIf(pgbouncerCommand === undefined)('knows a pooler (skipped without PgBouncer)', async () => {
    const pooler = await startPgBouncer(cluster.primary.url, {})
    try {
      expect((await readServer('DATABASE_URL', pooler.url)).database.isPooled).toBe(true)
    } finally {
      await pooler.stop()
    }
  })
})
