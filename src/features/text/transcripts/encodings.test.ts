/** Texts of older programs: which encodings are recognized, and which are refused. */
import { describe, expect, it, test } from 'vitest'
import { encodeOld, OLD_TEXTS } from '../../../testing/form-samples/old-encodings.ts'
import { expectNoSquare } from '../../../testing/growth.ts'
import { decodeText, describeReading, formatReading, readTranscript, TranscriptFault } from './index.ts'

/** Encodings whose texts are read, with the name that the report shows. */
const READ: Readonly<Record<string, string>> = {
  'windows-1252': 'Windows-1252',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
}

const write = ({ lines, names }: (typeof OLD_TEXTS)[number][0]) =>
  lines.map(([person, text]) => `${names[person]}: ${text}\n`).join('')

describe('texts of older programs', () => {
  test.each(OLD_TEXTS.map(([speech, encoding]) => [encoding, speech.title, speech] as const))(
    'in %s: %s',
    (encoding, _, speech) => {
      const text = write(speech)
      const bytes = encodeOld(text, encoding)
      expect(Buffer.compare(bytes, Buffer.from(text))).not.toBe(0)
      const expected = READ[encoding]
      if (expected !== undefined) expect(decodeText(bytes)).toEqual({ text, encoding: expected })
      // German and Spanish have the same bytes in the code page of Turkish.
      else if (encoding === 'windows-1254' && !text.includes('ş')) expect(decodeText(bytes).text).toBe(text)
      else expect(() => decodeText(bytes)).toThrow(/can't be determined with certainty\. Open it in a text editor/)
    },
  )

  it('in ISO-2022-JP are read, and other escape sequences refused', () => {
    const kana = [0x24, 0x33, 0x24, 0x73, 0x24, 0x4b, 0x24, 0x41, 0x24, 0x4f, 0x24, 0x22, 0x24, 0x24, 0x24, 0x26]
    const escaped = (codes: readonly number[]) => [0x1b, 0x24, 0x42, ...codes, 0x1b, 0x28, 0x42]
    const line = Buffer.from([...Buffer.from('Ana: '), ...escaped([...kana, ...kana]), 0x0a])
    expect(decodeText(line)).toEqual({ text: 'Ana: こんにちはあいうこんにちはあいう\n', encoding: 'ISO-2022-JP' })
    const rare = Buffer.from([...Buffer.from('Ana: '), ...escaped(Array.from({ length: 40 }, () => 0x62)), 0x0a])
    expect(() => decodeText(rare)).toThrow(TranscriptFault)
  })

  it('are refused if they are short, damaged UTF-8, or have marks where letters of another encoding are', () => {
    const english = 'Bob: We have the contract, and you will sign it for us. What would they like from there?\n'
    const cases = [
      Buffer.from('Ana: Sch\xf6ne Gr\xfc\xdfe.\n', 'latin1'),
      Buffer.from(`${english}Ana: Se\x96or Garc\x92a`, 'latin1'),
      Buffer.from(`${english}Ana: The caf\x8e is there`, 'latin1'),
      Buffer.from(`${english}Ana: Dvo\xf8\xe1k and Pawe\xb3`, 'latin1'),
      Buffer.from(`${english}Ana: it\xe2`, 'latin1'),
      Buffer.concat([Buffer.from(`${english}Ana: schöne Grüße, `), Buffer.from([0xe9])]),
    ]
    for (const bytes of cases) expect(() => decodeText(bytes)).toThrow(TranscriptFault)
    const read = decodeText(Buffer.from(`${english}Jos\xe9: That caf\xe9 is fine \x96 it\x92s \x80500.\n`, 'latin1'))
    expect(read.text).toContain('José: That café is fine – it’s €500.')
  })

  it('have apostrophes that are no letters of Mac OS Roman', () => {
    const english = 'Bob: We have the contract, and you will sign it for us. What would they like from there?\n'
    const said = (words: string) => Buffer.from(`${english}Ana: ${words}\n`, 'latin1')
    // The byte is an apostrophe in Windows-1252, and í in Mac OS Roman.
    for (const words of ['Please ask Lu\x92s.', "This is Mart\x92n, and it's late.", "D\x92az knows. I don't."])
      expect(() => decodeText(said(words)), words).toThrow(TranscriptFault)
    for (const words of ['Ask Lu, it is Lu\x92s.', 'It\x92s late.', 'We don\x92t know Bob\x92s number.'])
      expect(decodeText(said(words)).encoding, words).toBe('Windows-1252')
  })

  it('are refused with the limit if they are large', () => {
    const line = Buffer.from('Ana: Wir haben das für die Straße, und ich bin mit der Lösung nicht fertig.\n', 'latin1')
    const fill = (size: number) => Buffer.concat(Array.from({ length: Math.ceil(size / line.length) }, () => line))
    expect(decodeText(fill(512 * 1024).subarray(line.length)).encoding).toBe('Windows-1252')
    expect(() => decodeText(fill(512 * 1024 + line.length))).toThrow(/has 513 KiB.* up to 512 KiB.*UTF-8/)
  })

  it.each(['a', 'a ', 'A', 'a\x92', 'ab\x92c ', '\x92', '\xe9', ' \x84', '1\x92'])(
    'are examined in linear time if they repeat %j',
    (unit) => {
      const english = 'Bob: We have the contract, and you will sign it for us. What would they like from there?\n'
      expectNoSquare(256 * 1024, (size) => {
        const bytes = Buffer.from(`${english}${unit.repeat(size / unit.length)} Jos\xe9: it\x92s.\n`, 'latin1')
        try {
          decodeText(bytes)
        } catch (error) {
          if (!(error instanceof TranscriptFault)) throw error
        }
      })
    },
  )

  it('are named in the report', () => {
    const [speech] = OLD_TEXTS.find(([, encoding]) => encoding === 'shift_jis') ?? []
    if (speech === undefined) throw new Error('There is no text in Shift JIS.')
    const { text, encoding } = decodeText(encodeOld(write(speech), 'shift_jis'))
    const reading = describeReading(readTranscript(text, { encoding }))
    expect(reading.encoding).toBe('Shift JIS')
    expect(formatReading(reading)).toMatch(/^Plain text in Shift JIS: 6 segments, 3 speakers/)
    expect(describeReading(readTranscript(text, { encoding: 'UTF-8' }))).not.toHaveProperty('encoding')
  })
})
