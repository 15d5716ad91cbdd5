import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFolderFiles } from './folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const NAME = '01a1fd22-262b-735f-aa3a-6fbb4e24c3c7/media/01a1fd22.webm'
const content = Buffer.from('some bytes, among them \0 and \xff', 'latin1')
const store = () => openFolderFiles(join(folder, 'files'))
const put = (name: string, body: Buffer | Readable, max = 1_000) =>
  store().put(name, Readable.from(body instanceof Readable ? body : [body]), { max })
const everything = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())

describe('the folder', () => {
  it('gives back what was put, with its size and digest', async () => {
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(await put(NAME, content)).toEqual({ size: content.length, sha256 })
    const found = await store().get(NAME)
    expect(found?.size).toBe(content.length)
    expect(await buffer(found?.body ?? Readable.from([]))).toEqual(content)
  })

  it('gives any part of it, and the size of the whole', async () => {
    await put(NAME, content)
    const { length } = content
    for (const [first, last] of [
      [0, 0],
      [5, 11],
      [length - 1, length - 1],
      [0, length - 1],
    ] as const) {
      const found = await store().get(NAME, { first, last })
      expect(found?.size).toBe(length)
      expect(await buffer(found?.body ?? Readable.from([]))).toEqual(content.subarray(first, last + 1))
    }
  })

  it('holds an empty file, and one of exactly the limit', async () => {
    expect(await put(NAME, Buffer.alloc(0), 0)).toMatchObject({ size: 0 })
    expect(await put(NAME, Buffer.alloc(1_000))).toMatchObject({ size: 1_000 })
  })

  it('is readable by its owner only, all the way down', async () => {
    await put(NAME, content)
    for (const path of ['files', 'files/01a1fd22-262b-735f-aa3a-6fbb4e24c3c7', `files/${NAME}`]) {
      const { mode } = await stat(join(folder, path))
      expect((mode & 0o077).toString(8)).toBe('0')
    }
  })

  it('knows no file that was not put or was deleted, and deletes one that is not there', async () => {
    expect(await store().get(NAME)).toBeUndefined()
    await store().delete(NAME)
    await put(NAME, content)
    expect(await store().get(`${NAME}/x`)).toBeUndefined()
    expect(await store().get(NAME.split('/').slice(0, 2).join('/'))).toBeUndefined()
    await store().delete(NAME)
    expect(await store().get(NAME)).toBeUndefined()
  })
})

describe('it refuses', () => {
  it('more than the limit while it streams, and keeps nothing', async () => {
    let given = 0
    const endless = new Readable({
      read() {
        given += 100
        this.push(Buffer.alloc(100))
      },
    })
    await expect(put(NAME, endless)).rejects.toMatchObject({ kind: 'too_large', code: 'content_too_large' })
    expect(given).toBeLessThan(200_000)
    expect(await everything()).toEqual([])
  })

  it('what breaks off, keeps nothing of it, and leaves what was there', async () => {
    await put(NAME, content)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half of')
        throw new Error('connection lost')
      })(),
    )
    await expect(put(NAME, broken)).rejects.toThrow('connection lost')
    expect(await everything()).toHaveLength(1)
    expect((await store().get(NAME))?.size).toBe(content.length)
  })

  it.each([
    '',
    'one-part',
    '/etc/passwd',
    'a/../../x',
    '../x/y',
    'a/./b',
    'a//b',
    'a/b/',
    'a/.hidden',
    '.aside/x',
    'a\\b/c',
    'a/b\0c',
    'a/b c',
    'a/ü',
    'C:/x',
    `a/${'x'.repeat(129)}`,
    'a/b/c/d/e/f',
  ])('the name %j', async (name) => {
    await expect(put(name, content)).rejects.toThrow('can contain only letters')
    await expect(store().get(name)).rejects.toThrow('can contain only letters')
    await expect(store().delete(name)).rejects.toThrow('can contain only letters')
    expect(await everything()).toEqual([])
  })

  it('to write through a link that lies where the file goes', async () => {
    await put(NAME, content)
    const outside = join(folder, 'outside')
    await writeFile(outside, 'untouched')
    await rm(join(folder, 'files', NAME))
    await symlink(outside, join(folder, 'files', NAME))
    await put(NAME, content)
    expect((await stat(outside)).size).toBe('untouched'.length)
  })
})
