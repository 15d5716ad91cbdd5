import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestEntry, zipArchive } from '../../../testing/zip-archive.ts'
import { listZip, unpackZipEntry } from './index.ts'

let folder: string
let number = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-zip-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const LIMITS = { files: 5, fileBytes: 1024 ** 3, totalBytes: 2 * 1024 ** 3 }
const { signal } = new AbortController()

async function write(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${++number}.zip`)
  await writeFile(path, bytes)
  return path
}

/** Path and content of each file. */
async function unpack(bytes: Uint8Array, limits = LIMITS): Promise<Record<string, string>> {
  const path = await write(bytes)
  const found: Record<string, string> = {}
  for (const entry of await listZip(path, limits)) {
    const target = join(folder, `${++number}`)
    await unpackZipEntry(path, entry, target, signal)
    found[entry.path] = await readFile(target, 'utf8')
  }
  return found
}

describe('a ZIP archive', () => {
  it('is read as other programs write it, packed or not, with folders and a comment', async () => {
    const zip = new JSZip()
    zip.file('a/b.txt', 'Hello '.repeat(1_000), { compression: 'DEFLATE' })
    zip.file('ä.txt', 'stored')
    zip.file('empty.txt', '')
    const bytes = await zip.generateAsync({ type: 'uint8array', comment: 'PK\u0005\u0006 by a test' })
    expect(await unpack(bytes)).toEqual({ 'a/b.txt': 'Hello '.repeat(1_000), 'ä.txt': 'stored', 'empty.txt': '' })
  })

  it('is read with separators of Windows, and names of an old code page', async () => {
    const entries = [
      { name: 'a\\b.txt', content: 'one' },
      { name: Buffer.from([0x64, 0xfc, 0x2e, 0x74, 0x78, 0x74]), content: 'two', flags: 0 },
    ]
    expect(await unpack(zipArchive(entries))).toEqual({ 'a/b.txt': 'one', 'dü.txt': 'two' })
  })
})

describe('an archive in ZIP64', () => {
  const entries = (zip64: true) => [
    { name: 'a.txt', content: 'one', zip64 },
    { name: 'b/c.txt', content: 'two' },
  ]

  it('is read, with large fields in its end, its entries or both', async () => {
    const content = { 'a.txt': 'one', 'b/c.txt': 'two' }
    expect(await unpack(zipArchive(entries(true), 'comment', true))).toEqual(content)
    expect(await unpack(zipArchive(entries(true)))).toEqual(content)
    expect(
      await unpack(
        zipArchive(
          entries(true).map(({ zip64: _, ...entry }) => entry),
          '',
          true,
        ),
      ),
    ).toEqual(content)
  })

  it('has the limits of other archives', async () => {
    await expect(
      unpack(zipArchive([{ name: 'a', content: '', size: 2 ** 31, packed: 2 ** 30, zip64: true }])),
    ).rejects.toThrow(/more than 1 GiB|damaged/)
    await expect(unpack(zipArchive(entries(true), '', true), { ...LIMITS, files: 1 })).rejects.toThrow(
      /more than 1 files/,
    )
  })
})

const one = (entry: Partial<TestEntry>) => zipArchive([{ name: 'a.txt', content: 'Hello', ...entry }])
const zeros = Buffer.alloc(17 * 1024 ** 2)

describe('refuses', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['a path to the folder above', () => one({ name: '../a.txt' }), /`\.\.\/a\.txt`.*parts/],
    ['a path above in the middle', () => one({ name: 'a/../../b.txt' }), /parts/],
    ['a path above with separators of Windows', () => one({ name: '..\\a.txt' }), /parts/],
    ['an absolute path', () => one({ name: '/etc/passwd' }), /relative/],
    ['a path with a drive', () => one({ name: 'C:\\a.txt' }), /relative/],
    ['an empty part', () => one({ name: 'a//b.txt' }), /parts/],
    ['a path without a name', () => one({ name: '' }), /empty/],
    ['a control character', () => one({ name: 'a\u0000.txt' }), /control/],
    ['many folders', () => one({ name: `${'a/'.repeat(20)}b.txt` }), /20 folders/],
    ['a long name', () => one({ name: `${'a'.repeat(256)}.txt` }), /255 bytes/],
    ['a link', () => one({ mode: 0o120777 }), /link/],
    ['an encrypted file', () => one({ flags: 0x0801 }), /encrypted/],
    ['an encrypted list', () => one({ flags: 0x2800 }), /encrypted/],
    ['another method', () => one({ method: 14 }), /Deflate/],
    [
      'the same file twice',
      () =>
        zipArchive([
          { name: 'a', content: '1' },
          { name: 'A', content: '2' },
        ]),
      /twice/,
    ],
    [
      'a file as a folder',
      () =>
        zipArchive([
          { name: 'a', content: '1' },
          { name: 'a/b', content: '2' },
        ]),
      /a file and a folder/,
    ],
    ['too many files', () => zipArchive([...'abcdef'].map((name) => ({ name, content: '' }))), /more than 5 files/],
    ['a file that is too large', () => one({ size: 1024 ** 3 + 1, packed: 2 ** 30 }), /damaged|more than 1 GiB/],
    ['a file that expands too much', () => one({ content: zeros }), /200 times/],
    ['a large size without its field', () => one({ size: 0xffffffff }), /damaged/],
    ['a field of ZIP64 that is too short', () => one({ zip64: Buffer.alloc(16) }), /damaged/],
    ['a size beyond all numbers', () => one({ zip64: Buffer.alloc(24, 0xff) }), /damaged/],
    ['an end of ZIP64 that is elsewhere', () => zipArchive([{ name: 'a', content: '1' }], '', 1), /damaged/],
    ['an end of ZIP64 behind the file', () => zipArchive([{ name: 'a', content: '1' }], '', 1e15), /damaged/],
    [
      'files that share bytes',
      () =>
        zipArchive([
          { name: 'a', content: 'x' },
          { name: 'b', content: 'x', offset: 0 },
        ]),
      /damaged/,
    ],
    ['a file behind the list', () => one({ packed: 10_000 }), /damaged/],
    ['no archive', () => Buffer.from('Hello'), /damaged/],
    ['a truncated archive', () => one({}).subarray(0, -1), /damaged/],
    ['bytes behind the end', () => Buffer.concat([one({}), Buffer.from('x')]), /damaged/],
    ['more content than stated', () => one({ size: 4 }), /damaged/],
    ['less content than stated', () => one({ size: 6 }), /damaged/],
    ['another checksum', () => one({ checksum: 1 }), /damaged/],
    ['another name in the file itself', () => one({ localName: 'b.txt' }), /damaged/],
  ])('%s', async (_, make, message) => {
    await expect(unpack(make())).rejects.toThrow(message)
  })

  it('to write more than the list states', async () => {
    const path = await write(one({ content: zeros, size: 100 }))
    const [entry] = await listZip(path, LIMITS)
    if (entry === undefined) throw new Error('The archive has no entry.')
    const target = join(folder, `${++number}`)
    await expect(unpackZipEntry(path, entry, target, signal)).rejects.toThrow(/damaged/)
    expect((await stat(target).catch(() => ({ size: 0 }))).size).toBeLessThanOrEqual(100)
  })

  it('files that are too large together', async () => {
    const entries = ['a', 'b'].map((name) => ({ name, content: 'Hello' }))
    await expect(unpack(zipArchive(entries), { ...LIMITS, totalBytes: 9 })).rejects.toThrow(/unpacked/)
    await expect(unpack(zipArchive(entries), { ...LIMITS, fileBytes: 4 })).rejects.toThrow(/`a`/)
    expect(await unpack(zipArchive(entries), { ...LIMITS, totalBytes: 10 })).toEqual({ a: 'Hello', b: 'Hello' })
  })
})
