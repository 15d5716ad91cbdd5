import { describe, expect, it } from 'vitest'
import { parseQuestion } from '../../../text/passage-ranking/index.ts'
import type { ReadText } from '../text.ts'
import { answerWithVerdict } from './extractive.ts'

type Said = readonly [speaker: string, text: string]
const ask = (prompt: string, ...said: readonly Said[]) => askAmong({}, prompt, ...said)
function askAmong(options: { fromMany?: boolean }, prompt: string, ...said: readonly Said[]) {
  const lines = said.map(([speaker, text], segment) => ({
    ...{ speaker, text, segment, start: segment * 5, end: segment * 5 + 4 },
  }))
  const text: ReadText = {
    ...{ kind: 'conversation', id: 'c', title: 'Rollout', at: null, lines, weight: 1, answerability: 1, blocks: [] },
    ...{ place: lines.map(() => 1), question: parseQuestion(prompt, ['Ann', 'Bob']) },
  }
  return answerWithVerdict('open', prompt, [text], options)
}
const QUESTION = 'Do the branches use the mobile app?'

describe('a verdict', () => {
  it.each([
    ['Is there a cap at the renewal?', 'A cap of five percent at the renewal.'],
    ['Does the client pay the rent?', 'The client pays the rent every month.'],
    ['Is the payment for the consultant done?', 'The payment for the consultant is done.'],
    ['Do the agents like the environment?', 'The agents like the environment.'],
  ])('isn’t negative because a word ends in “nt”: %s', (prompt, said) => {
    expect(ask(prompt, ['Ann', said]).verdict).toBe('yes')
  })

  it.each<[string, ReturnType<typeof ask>['verdict'], ...Said[]]>([
    ['a statement', 'yes', ['Ann', 'The branches use the mobile app every day.']],
    ['a denial', 'no', ['Ann', "The branches don't use the mobile app."]],
    ['a denied subject', 'no', ['Ann', 'No branches use the mobile app.']],
    ['a reply', 'yes', ['Bob', 'Do the branches use the mobile app?'], ['Ann', 'Yes, they do.']],
    ['a negative reply', 'no', ['Bob', 'So the branches use the mobile app?'], ['Ann', 'No, not yet.']],
  ])('follows from %s', (_, verdict, ...said) => {
    const { verdict: found, parts } = ask(QUESTION, ...said)
    expect(found).toBe(verdict)
    expect(parts[0]?.text).toMatch(verdict === 'yes' ? /^Yes, according to / : /^No, according to /)
  })

  it.each<[string, ...Said[]]>([
    ['a condition', ['Ann', 'If legal agrees, the branches use the mobile app.']],
    ['a plan', ['Ann', 'The branches will use the mobile app.']],
    ['a part', ['Ann', 'Some branches use the mobile app.']],
    ['a report', ['Ann', 'They claim that the branches use the mobile app.']],
    ['a doubt', ['Ann', "I don't think the branches use the mobile app, honestly."]],
    ['something withdrawn', ['Ann', 'The branches use the mobile app. Sorry, no, scratch that.']],
    ['an open question', ['Bob', 'Do the branches use the mobile app?'], ['Ann', 'I am not sure.']],
    ['an indirect question', ['Ann', 'Whether the branches use the mobile app.']],
    ['another thing', ['Ann', 'The branches use the web page and not the kiosk.']],
    ['two negations', ['Ann', "It's not that the branches never use the mobile app."]],
    ['a far negation', ['Ann', "That's not a secret in our company, the branches use the mobile app."]],
    ['a reply to a negated question', ['Bob', "So the branches don't use the mobile app?"], ['Ann', 'No.']],
  ])('does not follow from %s', (_, ...said) => {
    expect(ask(QUESTION, ...said).verdict).toBe(null)
  })

  it.each<[string, ...Said[]]>([
    ['Is the old gateway still useful?', ['Ann', 'The old gateway is practically useless.']],
    ['Did we get the Turin contract?', ['Ann', 'We lost the Turin contract.']],
    ['Does the new gateway work in Turin?', ['Ann', 'The new gateway is in Turin.']],
  ])('needs the word that decides: %s', (prompt, ...said) => {
    expect(ask(prompt, ...said).verdict).toBe(null)
  })

  it.each<[string, ReturnType<typeof ask>['verdict'], ...Said[]]>([
    ['Do you store the speed?', 'no', ['Ann', 'The speed isn’t shown anywhere.'], ['Ann', 'We don’t store it.']],
    [
      'Does the app work without reception?',
      'yes',
      ['Ann', 'The app is small.'],
      ['Ann', 'It works without reception.'],
    ],
    ['Does the app work without reception?', null, ['Ann', 'The app is small.'], ['Ann', 'It works with reception.']],
    ['Does the app work without reception?', 'no', ['Ann', 'The app doesn’t work without reception.']],
    // Another subject stands before the pronoun.
    ['Do you store the speed?', null, ['Ann', 'The name is on the map.'], ['Ann', 'We don’t store it.']],
    // The sentence right before is about another subject.
    [
      'Do you store the speed?',
      null,
      ['Ann', 'Somebody sees the speed.'],
      ['Bob', 'Is that on the map of the drivers?'],
      ['Ann', 'The name is there.'],
      ['Ann', 'We store it.'],
    ],
    // What another person said isn't continued.
    ['Do you store the speed?', null, ['Bob', 'I like the speed.'], ['Ann', 'We don’t store it.']],
    ['Do you store the speed?', null, ['Ann', 'The speed is shown.'], ['Ann', 'If you like, we store it.']],
  ])('follows a pronoun: %s %s', (prompt, verdict, ...said) => {
    expect(ask(prompt, ...said).verdict).toBe(verdict)
  })

  it.each([
    'Can you list the problems of the mobile app?',
    'Do you know the mobile app?',
    'Should I use the mobile app?',
  ])('answers no request to the assistant: %s', (prompt) => {
    expect(ask(prompt, ['Ann', 'The branches list, know and use the problems of the mobile app.']).verdict).toBe(null)
  })

  it('needs the subject of the question, also for passages alone', () => {
    const said: Said[] = [
      ['Ann', 'Somebody solved one problem and made another.'],
      ['Bob', 'The report of the drivers is ready.'],
    ]
    const many = { fromMany: true }
    expect(ask('Was the export problem solved?', ...said).isConfident).toBe(true)
    expect(askAmong(many, 'Was the export problem solved?', ...said).isConfident).toBe(false)
    expect(askAmong(many, 'Was one problem solved?', ...said).isConfident).toBe(true)
  })

  it('needs two terms, because one is in unrelated sentences too', () => {
    expect(ask('Is it ready?', ['Ann', 'The kiosk is ready.']).verdict).toBe(null)
    expect(ask('Is the kiosk ready?', ['Ann', 'The kiosk is ready.']).verdict).toBe('yes')
  })

  it('recognizes irregular forms of a verb', () => {
    expect(ask('Did we get the Turin contract?', ['Ann', 'We got the Turin contract.']).verdict).toBe('yes')
  })

  it('names both sides', () => {
    const { verdict, parts } = ask(
      QUESTION,
      ['Ann', 'The branches use the mobile app every day.'],
      ['Bob', 'Thanks for the coffee and the cookies.'],
      ['Ann', 'Let us look at the second slide now.'],
      ['Bob', "The branches don't use the mobile app."],
    )
    expect(verdict).toBe('disputed')
    expect(parts[0]?.text).toBe('Statements support both yes and no.\n')
  })

  it.each([
    'Which branches use the mobile app?',
    'Can you list branches that use the mobile app?',
    'Do the branches use the mobile app or the web page?',
  ])('has no place in %s', (prompt) => {
    expect(ask(prompt, ['Ann', 'The branches use the mobile app every day.']).verdict).toBe(null)
  })
})
