import { expect, it } from 'vitest'
import { nameDecider } from './name-decider.ts'

it.each([
  ['Who signs at Acme?', 'Who is the decision maker at Acme?'],
  ['who decides?', 'Who is the decision maker?'],
  ['Who can approve the contract at Acme?', 'Who is the decision maker at Acme?'],
  ['Who makes the final decision for Acme?', 'Who is the decision maker for Acme?'],
])('%s asks for the decision maker', (question, read) => expect(nameDecider(question)).toBe(read))

it.each(['Who approves the budget of Acme?', 'Who signed the form?', 'Who signs invoices at Acme?'])(
  '%s is another question',
  (question) => expect(nameDecider(question)).toBe(question),
)
