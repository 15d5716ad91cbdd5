import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MediaCut } from '../../core/media.ts'
import { type CutLimits, createMediaCuts } from './cuts.ts'
import type { CutMedia } from './cutter.ts'

const LIMITS: CutLimits = { each: 100, all: 300, count: 10, idleMs: 600_000 }
const WHOLE = { name: 'a/media/b', size: 1_000, contentType: 'audio/wav' }
const warnings: unknown[] = []
const log = { warn: (...told: unknown[]) => void warnings.push(told) }

let home: string
const before = process.env.TMPDIR
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'parley-test-'))
  process.env.TMPDIR = home
})
afterAll(async () => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await rm(home, { recursive: true, force: true })
})
afterEach(() => vi.useRealTimers())

/**
 * Cuts of ten bytes, or of the length of their time span. Cuts that start at 0 don't exist, and those at -1 fail
 * temporarily.
 */
function made(limits: Partial<CutLimits> = {}) {
  const asked: string[] = []
  const cut: CutMedia = async (whole, { from, to }, { path }) => {
    asked.push(`${whole.name} ${from} ${to}`)
    if (from === -1) throw new Error('the store is away')
    if (from === 0) return undefined
    const size = to - from
    await writeFile(path, Buffer.from(Array.from({ length: size }, (_, i) => i)))
    return { contentType: 'audio/wav', begins: from, picture: undefined, size, sha256: `${from}` }
  }
  const cuts = createMediaCuts(cut, log, { ...LIMITS, ...limits })
  return { asked, cuts, part: (from: number, to = from + 10) => cuts.cut(WHOLE, { from, to }) }
}
const bytesOf = async (cut: MediaCut | undefined, range?: { first: number; last: number }) => {
  const stream = await cut?.open(range)
  return stream === undefined ? undefined : [...(await buffer(stream))]
}

describe('a part of a recording', () => {
  it('is cut once for all who ask, whole or in parts, and has no name on the disk', async () => {
    const { asked, cuts, part } = made()
    const parts = await Promise.all(Array.from({ length: 5 }, () => part(7)))
    expect(asked).toEqual(['a/media/b 7 17'])
    expect(await readdir(home)).toEqual([])
    for (const one of parts) expect(await bytesOf(one)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    const ranges = [
      { first: 0, last: 0 },
      { first: 3, last: 5 },
      { first: 9, last: 9 },
    ]
    expect(await Promise.all(ranges.map((range) => bytesOf(parts[0], range)))).toEqual([[0], [3, 4, 5], [9]])
    expect(parts[0]).toMatchObject({ begins: 7, size: 10 })
    await part(7, 18)
    await part(8, 17)
    expect(asked).toHaveLength(3)
    await cuts.close()
    expect(await bytesOf(parts[0])).toBeUndefined()
  })

  it('is remembered when it cannot be had, and tried again when the store was away', async () => {
    const { asked, cuts, part } = made()
    expect([await part(0), await part(0), await part(-1), await part(-1)]).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ])
    expect(asked).toEqual(['a/media/b 0 10', 'a/media/b -1 9', 'a/media/b -1 9'])
    expect(warnings).toEqual([
      [{ error: 'the store is away' }, 'a part of a recording could not be cut out'],
      [{ error: 'the store is away' }, 'a part of a recording could not be cut out'],
    ])
    expect(await readdir(home)).toEqual([])
    await cuts.close()
  })

  it('goes some minutes after it was last wanted, and not while somebody listens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { cuts, part, asked } = made()
    const [one, other] = [await part(1), await part(2)]
    const stream = await other?.open()
    vi.advanceTimersByTime(LIMITS.idleMs - 1)
    await part(1)
    vi.advanceTimersByTime(2)
    expect([await bytesOf(one), stream?.destroyed]).toEqual([expect.any(Array), false])
    vi.advanceTimersByTime(LIMITS.idleMs)
    expect(await bytesOf(one)).toBeUndefined()
    expect([...(await buffer(stream ?? Readable.from([])))]).toHaveLength(10)
    expect(await bytesOf(other)).toHaveLength(10)
    vi.advanceTimersByTime(LIMITS.idleMs)
    expect([await bytesOf(other), asked.length]).toEqual([undefined, 2])
    await cuts.close()
  })

  it('gives way to others in the order in which they were asked for, but for who is listened to', async () => {
    const { cuts, part } = made({ all: 290 })
    const first = await part(1, 101)
    const second = await part(2, 102)
    const listening = await first?.open()
    const third = await part(3, 13)
    expect([await bytesOf(second), (await bytesOf(third))?.length]).toEqual([undefined, 10])
    const alsoListening = await (await part(4, 104))?.open()
    // Cuts in use and the new one would exceed the limit.
    expect(await part(5)).toBeUndefined()
    for (const stream of [listening, alsoListening])
      expect((await buffer(stream ?? Readable.from([]))).length).toBe(100)
    await expect.poll(async () => (await part(5))?.size).toBe(10)
    await cuts.close()
  })

  it('counts those that are being cut as large as they may become, so that all together stay within bounds', async () => {
    const { cuts, part } = made()
    const parts = await Promise.all([1, 2, 3, 4, 5].map((from) => part(from)))
    expect(parts.map((one) => one !== undefined)).toEqual([true, true, true, false, false])
    expect(await part(4)).toBeDefined()
    const few = made({ count: 2 })
    const [one, two, three] = [await few.part(1), await few.part(2), await few.part(3)]
    expect((await Promise.all([one, two, three].map((cut) => bytesOf(cut)))).map((bytes) => bytes?.length)).toEqual([
      ...[undefined, 10, 10],
    ])
    await Promise.all([cuts.close(), few.cuts.close()])
  })
})
