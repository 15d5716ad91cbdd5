import { describe, expect, it } from 'vitest'
import { parseManifest } from './manifest.ts'

const files = (source: string, name = 'manifest.csv') => parseManifest(source, name).entries.map(({ file }) => file)

describe('a manifest', () => {
  it.each([',', ';', '\t'])('has columns between %j', (separator) => {
    const rows = [['file', 'title'], ['a.vtt', 'First'], ['b.vtt', 'Second']] // biome-ignore format: a table
    expect(files(rows.map((cells) => cells.join(separator)).join('\n'))).toEqual(['a.vtt', 'b.vtt'])
  })

  it('is an array in JSON, or has one', () => {
    const conversations = [{ file: 'a.vtt' }, { file: 'b.vtt', title: null }]
    expect(files(JSON.stringify(conversations), 'manifest.json')).toEqual(['a.vtt', 'b.vtt'])
    expect(files(JSON.stringify({ conversations }), 'manifest.json')).toEqual(['a.vtt', 'b.vtt'])
  })

  it('names a file once, and reports its second line', () => {
    const { entries, faults } = parseManifest('file,title\na.vtt,First\na.vtt,Second\n', 'manifest.csv')
    expect(entries).toMatchObject([{ file: 'a.vtt', title: 'First' }])
    expect(faults).toEqual([{ line: 3, message: expect.stringContaining('line 2') }])
  })

  it.each([
    ['an unknown column', 'file,price\na.vtt,9'],
    ['no column of files', 'title\nFirst'],
    ['nothing', ''],
  ])('is refused with %s', (_, source) => expect(() => parseManifest(source, 'manifest.csv')).toThrow())
})
