import { expect, it } from 'vitest'
import type { Answer } from '../../features/assistant/answers/index.ts'
import { renderAnswer } from './answer.ts'

type Quote = Answer['related'][number]

const quote = (segment: number, speaker: string | null, text: string, key: string | null = null): Quote => ({
  ...{ type: 'CONVERSATION', conversation_id: 'c', source_id: null, title: 'Review', passage: 0 },
  ...{ segment, speaker, quote: text, key, start: segment * 10, end: segment * 10 + 9 },
})

function render(related: readonly Quote[]): string {
  const answer: Answer = {
    ...{ output: 'No clear answer was found.', citations: [], conversations_used: [], answered: false },
    ...{ related: [...related], mode: null, verdict: null, notice: null },
  }
  return renderAnswer(answer, { titled: true, connect: undefined }).text
}

const readTurns = (page: string) =>
  [...page.matchAll(/<p dir="auto"><a[^>]*>([^<]*)<\/a> (.*?)<\/p>/g)].map(([, at, said]) => [at, said])

it('a passage names the speaker of a turn once, and the time of its first sentence', () => {
  const page = render([
    quote(0, 'Ann Lee', 'And limits?', 'And limits?'),
    quote(1, 'Ann Lee', 'How many requests?'),
    quote(2, 'Bo Ng', 'Twenty a second.'),
    quote(3, 'Ann Lee', 'Thanks.'),
  ])
  expect(readTurns(page)).toEqual([
    ['0:00', '<bdi class="soft">Ann Lee</bdi> <strong>And limits?</strong> How many requests?'],
    ['0:20', '<bdi class="soft">Bo Ng</bdi> Twenty a second.'],
    ['0:30', '<bdi class="soft">Ann Lee</bdi> Thanks.'],
  ])
})

it('quotes without a speaker are turns of their own', () => {
  expect(readTurns(render([quote(0, null, 'One.'), quote(1, null, 'Two.')]))).toEqual([
    ['0:00', 'One.'],
    ['0:10', 'Two.'],
  ])
})

it('sources of a call are listed once, with a time for each quote that isn’t next to the last one', () => {
  const cited = [
    quote(0, 'Ann Lee', 'And limits?'),
    quote(1, 'Ann Lee', 'How many requests?'),
    quote(7, 'Ann Lee', 'Thanks.'),
    { ...quote(2, 'Bo Ng', 'Twenty a second.'), conversation_id: 'd', title: 'Kick-off' },
    quote(8, 'Ann Lee', 'Bye.'),
  ].map((one) => ({ ...one, passage: null }))
  const answer: Answer = {
    ...{ output: '2 statements:\n- One', citations: cited, conversations_used: [], answered: true },
    ...{ related: [], mode: 'records', verdict: null, notice: null },
  }
  const page = renderAnswer(answer, { titled: true, connect: undefined }).text
  expect([...page.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, title]) => title)).toEqual(['Review', 'Kick-off', 'Review'])
  expect(readTurns(page).map(([at]) => at)).toEqual(['0:00', '1:10', '0:20', '1:20'])
})
