import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDataFolder } from './data-folder.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'parley-data-folder-'))
  await writeFile(join(home, 'file'), '')
})
afterAll(() => rm(home, { recursive: true }))

it('is created with its parents for its owner only, also twice', async () => {
  const path = join(home, 'a', 'b')
  await createDataFolder(path)
  await createDataFolder(path)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
})

it.each([
  ['file/data', 'a part of the path is a file'],
  ['file', 'there is a file with this name'],
  ['x'.repeat(300), 'the name is too long'],
])('names the folder, the reason and what to do: %s', async (path, reason) => {
  const folder = join(home, path)
  await expect(createDataFolder(folder)).rejects.toThrow(
    `The data folder ${folder} can't be created: ${reason}. Choose another folder with --data or DATA_DIR.`,
  )
})
