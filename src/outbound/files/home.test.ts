import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../core/config.ts'
import { createLog } from '../../core/log.ts'
import { openServices } from '../../services.ts'
import { scratchInstallation } from '../../testing/scratch-database.ts'
import { openFolderFiles } from './folder.ts'
import { checkFilesHome, openMarkedFiles } from './home.ts'

const installation = await scratchInstallation()
const base = await openServices(readConfig(installation.environment), createLog('warn'))
const { owner } = base.store
const home = await mkdtemp(join(tmpdir(), 'parley-homes-'))
afterAll(async () => {
  await base.close()
  await installation.drop()
  await rm(home, { recursive: true, force: true })
})

const MARKER = '.installation'
const ORGANIZATION = '11111111-1111-4111-8111-111111111111'
const SOURCE = '22222222-2222-4222-8222-222222222222'
const stored = `${ORGANIZATION}/knowledge/${SOURCE}`
let at = 0
let folder: string

beforeEach(async () => {
  folder = join(home, String(at++))
  await mkdir(folder)
  await owner.query('update installation.identity set files_marked_at = null')
  await owner.query('delete from knowledge_sources')
})

const look = (where = folder, isShared = true) => checkFilesHome(owner, where, isShared)

/** Inserts the row of an uploaded file. */
async function haveFile(): Promise<void> {
  await owner.query(`insert into organizations (id, name, created_at) values ('${ORGANIZATION}', 'Acme', now())
    on conflict do nothing`)
  await owner.query(`insert into knowledge_sources (organization_id, id, title, title_folded, source_type, format, status,
    file_name, file_size, created_at, updated_at)
    values ('${ORGANIZATION}', '${SOURCE}', 'T', 't', 'file', 'application/pdf', 'indexed', 'a.pdf', 1, now(), now())`)
}

const put = async (where: string) => {
  await openFolderFiles(where).put(stored, Readable.from([Buffer.from('x')]), { max: 10 })
}

describe('the folder of files', () => {
  it('is marked at the first start, and known by it from then on', async () => {
    expect(await look()).toEqual({ state: 'ok', detail: folder })
    const [{ id } = { id: '' }] = await owner.query<{ id: string }>('select id from installation.identity')
    expect((await readFile(join(folder, MARKER), 'utf8')).trim()).toBe(id)
    expect((await look()).state).toBe('ok')
  })

  it('of a second server that looks elsewhere is misplaced, although no file was stored yet', async () => {
    await look()
    const elsewhere = join(home, 'elsewhere')
    expect(await look(elsewhere)).toMatchObject({ state: 'misplaced', detail: expect.stringContaining(elsewhere) })
    await expect(readFile(join(elsewhere, MARKER))).rejects.toThrow('ENOENT')
    // The embedded database has one process, so the folder belongs to it.
    expect((await look(join(home, 'own'), false)).state).toBe('ok')
  })

  it('of an older version is marked when it has the files that the database knows, and not when it lacks them', async () => {
    await haveFile()
    expect((await look()).state).toBe('misplaced')
    expect((await look(folder, false)).state).toBe('misplaced')
    await put(folder)
    expect((await look()).state).toBe('ok')
    await rm(join(folder, ORGANIZATION), { recursive: true })
    // With the marker, a missing file doesn't matter.
    expect((await look()).state).toBe('ok')
  })

  it('of another installation is misplaced', async () => {
    await writeFile(join(folder, MARKER), '33333333-3333-4333-8333-333333333333\n')
    expect(await look()).toMatchObject({ state: 'misplaced', detail: expect.stringContaining('another installation') })
  })
})

it('nothing is read, written or deleted in a misplaced folder, until it is right', async () => {
  let isMisplaced = true
  const files = openMarkedFiles(openFolderFiles(folder), () => isMisplaced)
  const refused = { kind: 'unavailable', code: 'files_misplaced' }
  await expect(files.put(stored, Readable.from([Buffer.from('x')]), { max: 10 })).rejects.toMatchObject(refused)
  await expect(files.get(stored)).rejects.toMatchObject(refused)
  await expect(files.delete(stored)).rejects.toMatchObject(refused)
  isMisplaced = false
  expect(await files.get(stored)).toBeUndefined()
})
