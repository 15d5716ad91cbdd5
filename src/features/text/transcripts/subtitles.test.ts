import { describe, expect, test } from 'vitest'
import { expectEvery } from '../../../testing/expect-every.ts'
import { readTranscript, readTranscripts, segmentText, TranscriptFault } from './index.ts'

/** `speaker | start–end | text` of each segment. */
function told(source: string, fileName?: string): string[] {
  const { segments } = readTranscript(source, fileName === undefined ? {} : { fileName })
  return segments.map((each) => `${each.speaker.name} | ${each.start}–${each.end} | ${segmentText(each)}`)
}

function faultOf(source: string, fileName?: string): string {
  try {
    readTranscript(source, fileName === undefined ? {} : { fileName })
  } catch (error) {
    if (error instanceof TranscriptFault) return `${error.line}: ${error.message}`
    throw error
  }
  return 'read'
}

const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.join('\n\n')}\n`
const cue = (text: string, start = '00:01.000', end = '00:02.000') => `${start} --> ${end}\n${text}`

describe('WebVTT', () => {
  test('a file may have a byte order mark, any line ends, a header, notes, styles, regions, identifiers and settings', () => {
    const source = [
      ...['\ufeffWEBVTT - a title', 'Kind: captions', 'Language: de-CH', '', 'STYLE', '::cue { color: red }', ''],
      ...[
        'REGION',
        'id:fred',
        '',
        'NOTE a line',
        'and another',
        '',
        'intro',
        '00:01.000 --> 00:02.500 align:start line:0',
        'Grüezi',
        '',
      ],
    ]
    for (const end of ['\n', '\r\n', '\r']) {
      expect(told(source.join(end))).toEqual([' | 1–2.5 | Grüezi'])
      expect(readTranscript(source.join(end)).language).toBe('de-CH')
    }
  })

  test('times need no padding and no hours, and may lie beyond a hundred hours; 1.1 is 1.1', () => {
    const at = (start: string, end: string) => readTranscript(vtt(cue('x', start, end))).segments[0]
    expect(at('0:0:0.0', '0:0:5.320')).toMatchObject({ start: 0, end: 5.32 })
    expect(at('00:01.100', '00:02.200')).toMatchObject({ start: 1.1, end: 2.2 })
    expect(at('12:34:56.789', '123:00:00.001')).toMatchObject({ start: 45296.789, end: 442800.001 })
  })

  test('a voice tag names the speaker, with classes, entities and tags inside or not', () => {
    expect(
      told(
        vtt(
          cue('<v.loud.first Ada  &amp; <Co>x'),
          cue('<v Bo>a <b>b</b> <c.red>c</c> <i>&lt;d&gt;</i></v>'),
          cue('<v>nobody'),
        ),
      ),
    ).toEqual(['Ada & <Co | 1–2 | x', 'Bo | 1–2 | a b c <d>', ' | 1–2 | nobody'])
  })

  test('several voices in one cue are several segments', () => {
    expect(told(vtt(cue('<v Ada>Hi.</v> <v Bo>Hello\nthere.</v> Bye.')))).toEqual([
      'Ada | 1–2 | Hi.',
      'Bo | 1–2 | Hello there.',
      ' | 1–2 | Bye.',
    ])
  })

  test('a sign that opens no tag is speech', () => {
    expect(told(vtt(cue('I <3 you & a < b > c <foo>')))).toEqual([' | 1–2 | I <3 you & a < b > c <foo>'])
  })

  test('overlapping and unordered cues stay as they are, and cues without speech leave nothing', () => {
    const source = vtt(
      cue('late', '00:09.000', '00:10.000'),
      cue('early'),
      cue('<v Ada></v>'),
      cue('&nbsp;'),
      '00:01.000 --> 00:02.000',
      cue('same'),
    )
    expect(told(source)).toEqual([' | 9–10 | late', ' | 1–2 | early', ' | 1–2 | same'])
  })

  test('YouTube cues give a start to each word behind a stamp and an end to none', () => {
    const source = vtt(cue(' \nso<00:01.200><c> we</c><00:01.500><c> be</c><00:01.700>gin'), cue('without stamps'))
    const { form, segments } = readTranscript(source)
    expect(form).toBe('V2')
    expect(segments[0]?.words).toEqual([
      { text: 'so', startTimestamp: 1, endTimestamp: null },
      { text: 'we', startTimestamp: 1.2, endTimestamp: null },
      { text: 'begin', startTimestamp: 1.5, endTimestamp: null },
    ])
    expect(segments[1]?.words.map((word) => word.startTimestamp)).toEqual([1, null])
  })

  test('a fault names the line and says what is wrong there', () => {
    expect(faultOf(vtt(cue('x', '00:03.000', '00:02.000')))).toBe("3: A cue's end is before its start.")
    expect(faultOf(vtt(cue('x', '00:61.000', '00:62.000')))).toBe(
      '3: A timing line must have two times such as 00:01:02.345.',
    )
    expect(faultOf(vtt(cue('x'), 'lost text'))).toMatch(/^6: A cue must have a timing line/)
    expect(faultOf('WEBVTTX\n\n')).toBe('1: A WebVTT file starts with the line WEBVTT.')
    expect(faultOf(`${cue('x', '00:00:01.000', '00:00:02.000')}\n`)).toBe(
      '1: A WebVTT file starts with the line WEBVTT.',
    )
  })
})

describe('who speaks in "Name: text"', () => {
  test('Zoom: where nearly every cue begins with a name, all that looks like one is one', () => {
    const cues = [
      'stokes: Hi.',
      'Iván | ethrex: Yes: no.',
      'Justin (Besu): At 10:30.',
      'J. Smith: see https://x.org',
      'R&amp;D: ok',
      'no name',
    ]
    expect(told(vtt(...cues.map((text) => cue(text))))).toEqual([
      'stokes | 1–2 | Hi.',
      'Iván | ethrex | 1–2 | Yes: no.',
      'Justin (Besu) | 1–2 | At 10:30.',
      'J. Smith | 1–2 | see https://x.org',
      'R&D | 1–2 | ok',
      ' | 1–2 | no name',
    ])
  })

  test('a colon in speech names nobody', () => {
    const cues = [
      'So it began.',
      'And remember: never give up.',
      'We have two. First: go.',
      'It costs 5: cheap',
      'What? He: me.',
      'End',
    ]
    expectEvery(told(vtt(...cues.map((text) => cue(text)))), (line) => line.startsWith(' | '))
  })

  test('a file with voice tags has its names there and nowhere else', () => {
    expect(told(vtt(cue('<v Ada>Bo: hi'), cue('Cy: hi')))).toEqual(['Ada | 1–2 | Bo: hi', ' | 1–2 | Cy: hi'])
  })

  test('SRT after podcast guidance: a name where the speaker changes holds for the cards that follow', () => {
    const card = (n: number, text: string) => `${n}\n00:00:0${n},000 --> 00:00:0${n},500\n${text}\n`
    const source = [card(1, 'Ada: One\ntwo'), card(2, 'three'), card(3, 'Bo: four'), card(4, 'five')].join('\n')
    expect(told(source)).toEqual([
      'Ada | 1–1.5 | One two',
      'Ada | 2–2.5 | three',
      'Bo | 3–3.5 | four',
      'Bo | 4–4.5 | five',
    ])
    const repeated = [
      card(1, 'Ada: One'),
      card(2, 'Ada: two'),
      card(3, 'Bo: three'),
      card(4, 'Bo: four'),
      card(5, 'who'),
    ].join('\n')
    expect(told(repeated).at(-1)).toBe(' | 5–5.5 | who')
  })
})

describe('SRT and SBV', () => {
  test('numbers may be missing, points stand for commas, simple tags are dropped', () => {
    expect(told('00:00:01,000 --> 00:00:02,000 X1:1\n<i>Hi</i> <font color="red">there</font>\n')).toEqual([
      ' | 1–2 | Hi there',
    ])
    expect(told('1\r\n00:00:01.000 --> 00:00:02.000\r\nHi\r\n')).toEqual([' | 1–2 | Hi'])
  })

  test('a card that forgot its blank line is still a card', () => {
    expect(told('1\n00:00:01,000 --> 00:00:02,000\nHi\n2\n00:00:03,000 --> 00:00:04,000\nyou\n')).toEqual([
      ' | 1–2 | Hi',
      ' | 3–4 | you',
    ])
  })

  test('an arrow in speech is speech', () => {
    expect(told('1\n00:00:01,000 --> 00:00:02,000\nfrom a --> b\n')).toEqual([' | 1–2 | from a --> b'])
  })

  test('a broken file is refused as what it set out to be and never read as plain text', () => {
    expect(faultOf('1\nsome text\n')).toMatch(/^2: A card must have its number/)
    expect(faultOf('some text\n00:00:01,000 --> 00:00:02,000\n')).toMatch(/^1: A card must have its number/)
    expect(faultOf('1\n00:00:02,000 --> 00:00:01,000\nx\n')).toBe("2: A cue's end is before its start.")
    expect(faultOf('0:00:01.000,0:00:02.000\nx\n\nlost\n')).toMatch(/^4: A card must have a timing line/)
    expect(faultOf('some text', 'a.srt')).toMatch(/^1: A card/)
    expect(faultOf('some text', 'a.vtt')).toBe('1: A WebVTT file starts with the line WEBVTT.')
  })
})

describe('plain text and chat logs', () => {
  test('lines without a name belong to the one before', () => {
    const source =
      'Call of Monday\n\nAda Love: Hello\nand welcome\n\nBo: Hi.\nsee: nothing\nAda Love:\nGood.\n张三：你好\n'
    expect(told(source)).toEqual([
      ' | null–null | Call of Monday',
      'Ada Love | null–null | Hello and welcome',
      'Bo | null–null | Hi. see: nothing',
      'Ada Love | null–null | Good.',
      '张三 | null–null | 你好',
    ])
  })

  test('a text without names is a segment a line', () => {
    expect(told('One.\n\n  Two: three four. \r\n[Music] five\nsix\nseven')).toEqual(
      ['One.', 'Two: three four.', '[Music] five', 'six', 'seven'].map((text) => ` | null–null | ${text}`),
    )
  })

  test("Zoom's chat log gives starts, keeps line breaks and knows no ends", () => {
    const source =
      '00:08:48\tmarc | wolovim:\tgm\n00:12:13\tDustin:\tReplying to "x"\n\nDefinitely\n100:00:00\tBo:\t10:30: yes\tno\n'
    expect(told(source)).toEqual([
      'marc | wolovim | 528–null | gm',
      'Dustin | 733–null | Replying to "x"\n\nDefinitely',
      'Bo | 360000–null | 10:30: yes\tno',
    ])
    expect(readTranscript(source).format).toBe('chat-log')
  })

  test('nothing, white space, NUL and broken Unicode are refused', () => {
    expect(faultOf('')).toBe('1: The transcript is empty.')
    expect(faultOf('\ufeff \n\t')).toBe('1: The transcript is empty.')
    expect(faultOf('Ada: x\nBo: \0')).toBe("2: The text isn't valid UTF-8: it contains a NUL character.")
    expect(faultOf('Ada: \ud800')).toBe("undefined: The text isn't valid Unicode.")
    expect([...readTranscripts('', { fileName: 'a.jsonl' })]).toMatchObject([{ fault: { line: 1 } }])
  })
})
