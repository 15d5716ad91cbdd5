/** Backups and `doctor`: what an operator does with a running service. */
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCalls, openCommandLine, type Service } from './command-line-service.ts'

const { home, data, parley, serve, remove } = await openCommandLine('cli-backup')
const recordings = join(home, 'recordings')

let service: Service
beforeAll(async () => {
  service = await serve()
  await mkdir(recordings)
  await writeFile(join(recordings, 'notes.txt'), 'Ann: Good morning.\nBen: Morning!\n')
  const imported = await parley('import', join(recordings, 'notes.txt'), '--organization', service.said.organization_id)
  if (imported.code !== 0) throw new Error(imported.err)
})
afterAll(async () => {
  await service.stop()
  await remove()
})

const list = (base = service.said.base_url, key = service.said.api_key) => listCalls(base, key)

describe('a backup', () => {
  it('is taken while the service runs and restores into a folder that serves the same, key included', async () => {
    const file = join(home, 'backup.tar.gz')
    const restored = join(home, 'restored')
    const before = await list()
    expect((await parley('backup', file, '--json')).json).toMatchObject({ file })
    expect((await list()).meta.totalRecords).toBe(before.meta.totalRecords)
    expect((await parley('restore', file, '--data', restored)).code).toBe(0)
    const second = await serve(restored)
    const there = await list(second.said.base_url)
    expect(there.data.map((one: { id: string }) => one.id)).toEqual(before.data.map((one: { id: string }) => one.id))
    expect(second.said.api_key).toBeUndefined()
    expect(await second.stop()).toBe(0)
  })

  it('is encrypted with a key that is not in it, and read with no other', async () => {
    const [file, key, wrong] = [join(home, 'backup.encrypted'), join(home, 'backup.key'), join(home, 'wrong.key')]
    await writeFile(key, `${'k'.repeat(44)}\n`)
    await writeFile(wrong, 'w'.repeat(44))
    const made = await parley('backup', file, '--key-file', key, '--json')
    expect(made.json).toMatchObject({ file, encrypted: true })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file)).subarray(0, 8).toString()).toBe('PARLEYB1')
    const restored = join(home, 'restored-encrypted')
    for (const given of [[], ['--key-file', wrong]]) {
      const refused = await parley('restore', file, '--data', restored, ...given)
      expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/is encrypted|key doesn't match/)])
    }
    expect(await readdir(home)).not.toContain('restored-encrypted')
    expect((await parley('restore', file, '--data', restored, '--key-file', key)).code).toBe(0)
    expect(await readdir(restored)).toContain('secret')

    const inside = join(data, 'backup.key')
    const without = await parley('backup', join(home, 'none'), '--encrypt')
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('BACKUP_PASSPHRASE')])
    await writeFile(inside, 'k'.repeat(44))
    const within = await parley('backup', join(home, 'none'), '--key-file', inside)
    expect([within.code, within.err]).toEqual([2, expect.stringContaining('in the data folder')])
    await rm(inside)
  })

  it('is never restored over something, nor made from another file', async () => {
    const into = await parley('restore', join(home, 'backup.tar.gz'))
    expect([into.code, into.err]).toEqual([1, expect.stringContaining("isn't empty")])
    const wrong = await parley('restore', join(recordings, 'notes.txt'), '--data', join(home, 'nowhere'))
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("notes.txt isn't a Parley backup.")])
    await writeFile(join(home, 'part.tar.gz'), (await readFile(join(home, 'backup.tar.gz'))).subarray(0, 500_000))
    const part = await parley('restore', join(home, 'part.tar.gz'), '--data', join(home, 'nowhere'))
    expect([part.code, part.err]).toEqual([1, expect.stringContaining('part.tar.gz is damaged or incomplete.')])
    const folder = await parley('restore', recordings, '--data', join(home, 'nowhere'))
    expect([folder.code, folder.err]).toEqual([1, expect.stringContaining(`${recordings} is a folder.`)])
    expect(await readdir(home)).not.toContain('nowhere')
  })

  it('needs a path of a file outside of the data folder, which later backups would contain', async () => {
    for (const [path, reason] of [
      [home, 'is a folder'],
      [join(home, 'nowhere', 'file'), "doesn't exist"],
      [join(data, 'backup.tar.gz'), 'is in the data folder'],
    ] as const) {
      const refused = await parley('backup', path)
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(reason)])
    }
    expect(await readdir(data)).not.toContain('backup.tar.gz')
  })
})

describe('a data folder without an installation', () => {
  it('is refused by commands that need one, and stays as it is', async () => {
    const nowhere = join(home, 'nowhere')
    for (const command of [
      ['backup', join(home, 'empty.tar.gz')],
      ['export', '--out', join(home, 'exported')],
      ['key', 'list'],
      ['import', recordings],
      ['user', 'link', 'ann@example.com'],
    ]) {
      const { code, err } = await parley(...command, '--data', nowhere)
      expect([code, err]).toEqual([2, expect.stringContaining(`The data folder ${nowhere} has no installation`)])
    }
    expect(await readdir(home)).not.toContain('nowhere')
    expect(await readdir(home)).not.toContain('empty.tar.gz')
  })

  it('is no place of exported files, as a file is none', async () => {
    for (const [out, reason] of [
      [data, 'is in the data folder'],
      [join(data, 'exported', 'calls'), 'is in the data folder'],
      [join(recordings, 'notes.txt'), 'is a file'],
    ] as const) {
      const { code, err } = await parley('export', '--out', out)
      expect([code, err]).toEqual([2, expect.stringContaining(reason)])
    }
  })
})

describe('doctor', () => {
  it('says that all is well, what is set up, and how the work stands', async () => {
    const { code, json } = await parley('doctor', '--json')
    const of = (what: string) => json.find((finding: { what: string }) => finding.what === what)
    expect([code, json.filter((finding: { ok: boolean }) => !finding.ok)]).toEqual([0, []])
    expect(of('database')).toMatchObject({ mark: 'ok', detail: expect.stringMatching(/^PostgreSQL \d.*, at \d{4}-/) })
    expect(of('language model')).toMatchObject({ mark: 'note', settings: expect.arrayContaining(['MODEL_PROVIDER']) })
    expect(of('jobs').detail).toMatch(/^\d+ waiting/)
    // Tests install them.
    expect(of('model packages')).toMatchObject({ mark: 'ok', detail: 'Installed.' })
  })

  it('is not ok, and ends with 1, when settings cannot work with several servers', async () => {
    const { code, json } = await parley('doctor', '--several-servers', '--json')
    const wrong = json.filter((finding: { ok: boolean }) => !finding.ok)
    expect([code, wrong.map(({ mark }: { mark: string }) => mark)]).toEqual([1, Array(wrong.length).fill('FAIL')])
    expect(wrong.flatMap(({ settings }: { settings: string[] }) => settings)).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'FILES_URL', 'LIMITS_STORE']),
    )
  })

  it('checks on request what matters before real use, with reasons and steps', async () => {
    await rm(join(data, 'last-backup'), { force: true })
    const { code, json } = await parley('doctor', '--production', '--json')
    const checks = json.filter((finding: { urgency?: string }) => finding.urgency !== undefined)
    const byUrgency = (urgency: string): string[] =>
      checks.filter((check: { urgency: string }) => check.urgency === urgency).map(({ what }: { what: string }) => what)
    expect([code, byUrgency('must')]).toEqual([1, ['https']])
    const risks = ['email delivery', 'durability', 'last backup', 'backup key']
    expect(byUrgency('should')).toEqual(expect.arrayContaining(risks))
    const marks = { must: [false, 'FAIL'], should: [true, 'warn'], none: [true, 'ok'] }
    for (const { urgency, ok, mark, means, todo } of checks) {
      expect([ok, mark]).toEqual(marks[urgency as keyof typeof marks])
      if (urgency !== 'none') expect([means, todo]).toEqual([expect.any(String), expect.any(String)])
    }
  })

  it('knows when the last backup ended, and explains an old one', async () => {
    const file = join(home, 'doctor.tar.gz')
    expect((await parley('backup', file)).code).toBe(0)
    const { mode, mtimeMs } = await stat(join(data, 'last-backup'))
    expect([mode & 0o777, Date.now() - mtimeMs < 600_000]).toEqual([0o600, true])
    // As `touch` of another program does it.
    const lastMonth = new Date(Date.now() - 30 * 24 * 3_600_000)
    await utimes(join(data, 'last-backup'), lastMonth, lastMonth)
    const { out } = await parley('doctor', '--production')
    expect(out).toMatch(/^FAIL {2}https +PUBLIC_URL isn't set\.\n +Links in .*\n +→ Set PUBLIC_URL/m)
    expect(out).toMatch(/^FAIL {2}last backup +The last one ended at .*, 30 days ago\.$/m)
  })
})
