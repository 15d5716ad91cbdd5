import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'
import type { NamedEntityType } from './model.ts'
import { findNamedEntities } from './things.ts'

const said = (text: string, name = 'Ann'): TranscriptSegment => ({
  speaker: { name },
  start: null,
  end: null,
  words: [{ text, startTimestamp: null, endTimestamp: null }],
})
/** So that the text has sentences enough to tell how it is written. */
const PLAIN =
  'We talked about it for a while and it was fine with everybody who was there. Then we went on with the rest.'
const things = (texts: string | readonly string[], people: readonly string[] = []) =>
  findNamedEntities(
    [PLAIN, ...[texts].flat()].map((text) => said(text)),
    { people, addresses: [] },
  )
const of = (type: NamedEntityType, texts: string | readonly string[], people: readonly string[] = []) =>
  things(texts, people)
    .filter((one) => one.type === type)
    .map(({ text }) => text)

describe('glossary terms', () => {
  it('are one entity in all spellings, with the kind of the term', () => {
    const glossary = [
      { id: 'w', version: 1, term: 'Wayloom', kind: 'product', aliases: ['WL'], misheard: ['Way Loom'] },
      { id: 'i', version: 1, term: 'IT', kind: 'acronym', aliases: [], misheard: [] },
    ] as const
    const texts = [PLAIN, 'The team of Way Loom likes Wayloom, and the WL costs $5.', 'It was it. IT is slow.']
    const found = findNamedEntities(
      texts.map((text) => said(text)),
      { people: [], addresses: [], glossary },
    )
    const places = (text: string) =>
      found
        .filter((one) => one.text === text)
        .flatMap((one) => one.places.map(({ segment, from, to }) => texts[segment]?.slice(from, to)))
    expect(found.find(({ text }) => text === 'Wayloom')?.type).toBe('product')
    expect(places('Wayloom')).toEqual(['Way Loom', 'Wayloom', 'WL'])
    expect(places('IT')).toEqual(['IT'])
    expect(found.map(({ text }) => text)).not.toContain('Way Loom')
    expect(places('$5')).toEqual(['$5'])
  })
})

describe('amounts', () => {
  it.each<[NamedEntityType, string, string[]]>([
    ['money', 'It costs $1.5 million, or €300 a month.', ['$1.5 million', '€300 a month']],
    ['money', 'It is twenty five thousand dollars and 15 cents.', ['twenty five thousand dollars', '15 cents']],
    ['money', 'They paid USD 4,000 and 12 million euros.', ['USD 4,000', '12 million euros']],
    ['percent', 'Up 0.9%, five percent, or 20 basis points.', ['0.9%', 'five percent', '20 basis points']],
    ['quantity', 'A store of 5,000 square feet with 12 kg of it.', ['5,000 square feet', '12 kg']],
    ['time', 'At 10:30 am or five o’clock, say 3 pm.', ['10:30 am', '3 pm']],
    ['email', 'Write to ann.lee+sales@mail.customer.example, please.', ['ann.lee+sales@mail.customer.example']],
    ['url', 'See https://a.example/terms?x=1, or docs.parley.io.', ['https://a.example/terms?x=1', 'docs.parley.io']],
    ['phone', 'Call +49 30 1234 5678 or (415) 555-0132.', ['+49 30 1234 5678', '(415) 555-0132']],
    ['phone', 'In 2019 2020 we had 12,000 of 1 2 3.', []],
    ['money', 'It costs a lot, many dollars more.', []],
  ])('%s in: %s', (type, text, found) => {
    expect(of(type, text).toSorted()).toEqual(found.toSorted())
  })
})

describe('dates', () => {
  it.each([
    ['We start on May 4th, 2026.', ['May 4th, 2026']],
    ['It ends the 3rd of June.', ['the 3rd of June']],
    ['We may start, and march on.', []],
    ['On 2026-05-04 or 4/5/2026.', ['2026-05-04', '4/5/2026']],
    ['In the third quarter of fiscal 2020 and in Q4.', ['the third quarter of fiscal 2020', 'Q4']],
    ['Last year, this quarter, the prior year.', ['Last year', 'this quarter', 'the prior year']],
    ['Tomorrow morning or next Monday.', ['Tomorrow', 'next Monday']],
    ['Over the next three years, two weeks ago.', ['the next three years', 'two weeks ago']],
    ['Since 2019 and in the 1990s.', ['2019', 'the 1990s']],
    ['In twenty twenty we sold 2019 units for $2020.', []],
    ['in march 2020 and on the fourth of july', ['march 2020', 'the fourth of july']],
  ])('%s', (text, found) => {
    expect(of('date', text).toSorted()).toEqual(found.toSorted())
  })
})

describe('names', () => {
  it.each<[NamedEntityType, string, string[]]>([
    ['person', 'My question comes from Brian Nagel with Oppenheimer.', ['Brian Nagel']],
    ['company', 'My question comes from Brian Nagel with Oppenheimer.', ['Oppenheimer']],
    ['person', 'We met Dr. Zorbek and Zanthe Quill, our chief financial officer.', ['Zorbek', 'Zanthe Quill']],
    ['company', 'We use Globex Software, and so does Bank of America.', ['Globex Software', 'Bank of America']],
    ['company', 'He works for Initech, Inc. in the city.', ['Initech, Inc']],
    ['place', 'We have offices in New York, the U.S. and Rotterdam.', ['New York', 'U.S', 'Rotterdam']],
    ['event', 'That was before COVID-19, and after Christmas.', ['COVID-19', 'Christmas']],
    ['law', 'It is regulated by the Clean Water Act of long ago.', ['Clean Water Act']],
    ['product', 'They run Windows 7 on all of it.', ['Windows 7']],
    ['person', 'Yes, I think so. And then what? Well, OK.', []],
    ['other', 'The Senior Vice President and Chief Executive Officer spoke on Monday.', []],
  ])('%s in: %s', (type, text, found) => {
    expect(of(type, text).toSorted()).toEqual(found.toSorted())
  })

  it('of people who are there are people, also by a part of them', () => {
    const found = things(
      ['I asked Zanthe about it.', 'Quill knows, and Zanthe Quill told me.'],
      ['Zanthe Quill | Acme'],
    )
    expect(found.filter(({ type }) => type === 'person')).toMatchObject([
      { text: 'Zanthe Quill', places: { length: 3 } },
    ])
  })

  it('of the hosts of mail addresses are companies, but for those of anybody', () => {
    const texts = [PLAIN, 'How many does Umbrella have, and Gmail, and Acme Rockets?'].map((text) => said(text))
    const addresses = ['a@umbrella.example', 'b@gmail.com', 'c@mail.acme-rockets.co.uk']
    const found = findNamedEntities(texts, { people: [], addresses }).map(({ type, text }) => `${type}: ${text}`)
    expect(found.toSorted()).toEqual(['company: Acme Rockets', 'company: Umbrella', 'other: Gmail'])
  })

  it('at the beginning of a sentence are told by how they are written elsewhere', () => {
    const texts = ['Globex is what we use. Using it is easy.', 'I like Globex, and the use of it.']
    expect(things(texts).map(({ text, places }) => [text, places.length])).toEqual([['Globex', 2]])
  })

  it('are written in capitals or they are other words', () => {
    expect(of('place', ['He told us that the US is large.', 'Give it to us.'])).toEqual(['US'])
  })

  it('whose something is are told without the end that says so', () => {
    expect(of('company', "I saw Globex's results, and the Globex’s annual report.")).toEqual(['Globex'])
  })
})

describe('words that name nothing in particular', () => {
  it.each([
    'We looked at it on TV with the team from HR, and the budget for TV and the LCD was fine.',
    'The report of the Prime Minister and the Minister of Finance went to the Project Manager.',
    'They asked the Government about it, and the Canadians and the Welsh said OK to the API.',
    'It was in Phase 2 of Standing Order 17, on Layer 1, with an EBITDA of the SMB that the CFO and the VP like.',
  ])('%s', (text) => {
    expect(of('company', text)).toEqual([])
    expect(of('person', text)).toEqual([])
    expect(of('product', text)).toEqual([])
    expect(of('place', text)).toEqual([])
  })

  it('leaves an acronym without evidence open, and knows a company by what it does', () => {
    expect(of('company', 'We talked about the QXR for the team.')).toEqual([])
    expect(of('company', 'They were at QXR in the morning.')).toEqual([])
    expect(of('company', 'We work for QXR now. The shares of QXR and QXR employees were fine.')).toEqual(['QXR'])
    expect(of('company', 'We bought the laptops from IBM that week.')).toEqual(['IBM'])
  })
})

describe('a text without capitals', () => {
  const heard = [
    'so ann lee from rotterdam said they pay five hundred dollars a month',
    'and in the third quarter maybe ten percent more than in germany',
    'i think bob will call on friday about it',
  ]
  it('tells what has a form, who is there and places that are nothing else', () => {
    const found = findNamedEntities(
      heard.map((text) => said(text)),
      { people: ['Ann Lee', 'Bob'], addresses: [] },
    ).map(({ type, text }) => `${type}: ${text}`)
    expect(found.toSorted()).toEqual([
      'date: friday',
      'date: the third quarter',
      'money: five hundred dollars',
      'percent: ten percent',
      'person: ann lee',
      'person: bob',
      'place: germany',
      'place: rotterdam',
    ])
  })

  it('or of nothing but capitals falls over nothing', () => {
    const found = findNamedEntities(
      heard.map((text) => said(text.toUpperCase())),
      { people: ['Ann Lee'], addresses: [] },
    )
    expect(found.map(({ text }) => text)).toContain('FIVE HUNDRED DOLLARS')
    expect(found.map(({ text }) => text)).not.toContain('SO ANN LEE')
  })
})

describe('every transcript', () => {
  const word = fc.constantFrom(
    ...[
      'Ann',
      'the',
      'Bank',
      'of',
      'America',
      "Globex's",
      '$5',
      'million',
      '10%',
      'May',
      '4th,',
      '2020',
      'Mr.',
      'Q3.',
      '🎉',
      'U.S.',
    ],
    ...['ann@a.example', 'www.a.com/x', 'so', 'Inc.', '?', '', 'İ', 'ﬁve', '東京', 'e\u0301a'],
  )
  const line = fc.array(word, { maxLength: 25 }).map((words) => said(words.join(' ')))

  it('has its things where it says, each place once', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (segments) => {
        const taken = new Map<number, [number, number][]>()
        for (const { text, places } of findNamedEntities(segments, { people: ['Ann Lee'], addresses: [] })) {
          expect(text).not.toBe('')
          for (const { segment, from, to } of places) {
            const there = segmentText(segments[segment] as TranscriptSegment).slice(from, to)
            expect(there.trim()).toBe(there)
            expect(there).not.toBe('')
            for (const [a, b] of taken.get(segment) ?? []) expect(from >= b || to <= a).toBe(true)
            taken.set(segment, [...(taken.get(segment) ?? []), [from, to]])
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it.each<[string, number, (size: number) => string]>([
    ['digits', 100_000, (size) => '1'.repeat(size)],
    ['numbers', 25_000, (size) => 'one '.repeat(size)],
    ['numbers with commas', 20_000, (size) => '1,111'.repeat(size)],
    ['names', 25_000, (size) => 'Ann '.repeat(size)],
    ['one name, again and again', 150_000, (size) => 'Ann, so, '.repeat(size)],
    ['letters with points', 50_000, (size) => 'A.'.repeat(size)],
    ['addresses', 25_000, (size) => 'a.a@'.repeat(size)],
    ['links', 15_000, (size) => 'http://'.repeat(size)],
    ['the same date', 6_000, (size) => 'the the next last '.repeat(size)],
    ['dates that overlap', 2_500, (size) => 'May 4 June 5 July 6 of 2020 and first half of last year '.repeat(size)],
    ['blanks', 100_000, (size) => `Ann${' '.repeat(size)}Lee`],
    ['dashes', 30_000, (size) => '-1 '.repeat(size)],
  ])('of nothing but %s is read in time', (_, size, text) => {
    expectNoSquare(size, (many) =>
      findNamedEntities([said(text(many)), said(PLAIN)], { people: ['Ann'], addresses: [] }),
    )
  })
})
