import { describe, expect, it } from 'vitest'
import { splitWords } from '../../../../core/terms.ts'
import { readAct, statesAct } from './act.ts'

const states = (question: string, sentence: string): boolean | undefined => {
  const act = readAct(question)
  return act && statesAct(splitWords(sentence), act)
}

describe('what somebody does', () => {
  it.each([
    ['Who froze the budget?', 'The board has frozen everything.', true],
    ['Who froze the budget?', 'It is because of a freeze.', false],
    ['Who froze the budget?', 'There is a new budget.', false],
    ['Who will sign the contract?', 'I sign contracts for the unlikely.', true],
    ['Who plans the routes?', 'Ravi plans them at night.', true],
    ['Who plans the routes?', 'The plan is on the wall.', false],
    ['Who decides on the order?', 'Greta decides on all orders.', true],
    ['Who decides on the order?', 'Tell me if you decide within three weeks.', false],
    ['Who decides on the order?', "I can't decide it on my own.", false],
  ])('%s %s', (question, sentence, expected) => {
    expect(states(question, sentence)).toBe(expected)
  })

  it.each(['Who is the owner?', 'Who was approving it?', 'Who has the key?', 'What froze?', 'Who leads the project?'])(
    'isn’t named by “%s”',
    (question) => {
      expect(readAct(question)).toBeUndefined()
    },
  )
})
