import { describe, expect, it } from 'vitest'
import { parseQuestion } from '../../../text/passage-ranking/index.ts'
import type { ReadText } from '../text.ts'
import { answerWithVerdict } from './extractive.ts'
import { findSameQuestions } from './same-question.ts'

type Said = readonly [speaker: string, text: string]

function textOf(prompt: string, said: readonly Said[]): ReadText {
  const lines = said.map(([speaker, text], segment) => ({
    ...{ speaker, text, segment, start: segment * 5, end: segment * 5 + 4 },
  }))
  return {
    ...{ kind: 'conversation', id: 'c', title: 'Larkfield: contract', at: null, lines, weight: 1, answerability: 1 },
    ...{ blocks: [], place: lines.map(() => 1), question: parseQuestion(prompt, ['Ann', 'Bob']) },
  }
}

/** Key sentences of the passages. */
const keys = (prompt: string, ...said: readonly Said[]): (string | undefined)[] =>
  findSameQuestions(prompt, [textOf(prompt, said)]).map(({ all, key }) => all[key]?.text)

const QUESTION: Said = ['Ann', "How long's the contract?"]

describe('the same question', () => {
  it.each<[string, string, ...Said[]]>([
    ['How long is the contract?', 'A year.', QUESTION, ['Bob', 'A year. You can leave at any time.']],
    ['How long is the contract with Larkfield?', 'A year.', QUESTION, ['Bob', 'A year.']],
    [
      'Is 4.2.3 safe to install?',
      'Yes.',
      ['Ann', 'Are we safe to go to 4.2.3? Jonas said wait.'],
      ['Bob', 'Yes. It was out for a week.'],
    ],
    [
      'What would Bob never want us to touch?',
      'Sixth in line, go drink your coffee.',
      ['Ann', 'And what should we never touch?'],
      ['Bob', 'The line. Sixth in line, go drink your coffee.'],
    ],
    [
      'Who comes to the training?',
      'Two planners and three drivers.',
      ['Ann', 'Who else is at the training?'],
      ['Bob', 'Two planners and three drivers.'],
    ],
    ['How long is the agreement?', 'A year.', QUESTION, ['Bob', 'A year.']],
    [
      'Is the app available in other languages?',
      "It's in fourteen languages.",
      ['Ann', 'Is the app in other languages?'],
      ['Bob', "It's in fourteen languages."],
    ],
    [
      'What are the request limits of the interface?',
      "It's twenty a second.",
      ['Ann', 'And the request limits?'],
      ['Bob', "Oh. I did look it up. It's twenty a second."],
    ],
    [
      'How quickly does support answer at night?',
      'Within fifteen minutes.',
      ['Ann', 'Support at night?'],
      ['Bob', 'Around the clock. Within fifteen minutes.'],
    ],
    [
      'What did Bob not understand in the errors?',
      'It said, window outside of hours.',
      ['Ann', "Was there anything in the errors which you didn't understand?"],
      ['Bob', 'One. It said, window outside of hours.'],
    ],
    [
      'What do we measure?',
      "I'd say three things.",
      ['Ann', 'What do we measure? I need one page.'],
      ['Bob', "I'd say three things."],
    ],
    [
      'When did they need the signed offer?',
      'By Tuesday.',
      ['Ann', 'When do you need the signed offer? The board asks.'],
      ['Bob', 'By Tuesday.'],
    ],
    [
      'How long does the training of a dispatcher take?',
      'It takes two weeks.',
      ['Ann', 'How long does the training of a dispatcher take?'],
      ['Bob', 'Good question. It takes two weeks.'],
    ],
    [
      'Is provisioning extra?',
      "It's in the large plan.",
      ['Bob', 'There is provisioning, if you want it.'],
      ['Ann', 'I do want it. Is that extra?'],
      ['Bob', "It's in the large plan."],
    ],
  ])('%s', (prompt, reply, ...said) => {
    expect(keys(prompt, ...said)).toEqual([reply])
  })

  it.each<[string, ...Said[]]>([
    ['Is provisioning by SCIM extra?', ['Bob', 'We have SCIM.'], ['Ann', 'Is that extra?'], ['Bob', 'It is.']],
    ['Is provisioning extra?', ['Bob', 'We have backups.'], ['Ann', 'Is that extra?'], ['Bob', 'It is.']],
    ['Is provisioning extra?', ['Bob', 'We do provisioning.'], ['Ann', 'Is training extra?'], ['Bob', 'It is.']],
  ])('with a pronoun needs the subject before it: %s', (prompt, ...said) => {
    expect(keys(prompt, ...said)).toEqual([])
  })

  it.each<[string, string, ...Said[]]>([
    ['another form', 'How much is the contract?', QUESTION, ['Bob', 'A year.']],
    ['another subject', 'How long is the pilot?', QUESTION, ['Bob', 'A year.']],
    ['a further subject', 'How long is the contract for the depots in the south?', QUESTION, ['Bob', 'A year.']],
    [
      'two further subjects',
      'How long is the contract of the drivers for the depots in the south?',
      ['Ann', "How long's the contract of the drivers?"],
      ['Bob', 'A year.'],
    ],
    ['no reply', 'How long is the contract?', ['Bob', 'Hello.'], QUESTION],
    ['a reply of the same speaker only', 'How long is the contract?', QUESTION, ['Ann', 'Never mind. We know it.']],
    ['a question in return', 'How long is the contract?', QUESTION, ['Bob', 'How long would you want it?']],
    ['a denial', "Which errors didn't Bob read?", ['Ann', 'Which errors did you read?'], ['Bob', 'The last one.']],
    [
      'a thing that is a small part of it',
      'What limits does the request queue of the billing interface have at night?',
      ['Ann', 'And the request limits?'],
      ['Bob', 'Twenty a second.'],
    ],
    [
      'a reply of somebody else than the named person',
      'What would Bob never want us to touch?',
      ['Bob', 'And what should we never touch?'],
      ['Ann', 'The line at the gate.'],
    ],
    [
      'only the name of a person',
      'one thing Bob would change',
      ['Ann', "Bob, you're one of them?"],
      ['Bob', 'I was told so.'],
    ],
    ['a statement', 'Is the app in other languages?', ['Ann', 'The app is in other languages.'], ['Bob', 'Great.']],
  ])('is not one with %s', (_, prompt, ...said) => {
    expect(keys(prompt, ...said)).toEqual([])
  })

  it('replaces other passages, and answers where the text seems to contain no answer', () => {
    const prompt = 'How long is the contract?'
    const other = textOf(prompt, [['Carl', 'The contract is long, and the lawyers read all of the contract.']])
    const same = textOf(prompt, [QUESTION, ['Bob', 'A year.']])
    const { parts, isConfident } = answerWithVerdict('amount', prompt, [other], { fromMany: true, near: [same] })
    expect(isConfident).toBe(true)
    expect(parts.map(({ text }) => text)).toEqual([expect.stringMatching(/A year\./)])
  })
})
