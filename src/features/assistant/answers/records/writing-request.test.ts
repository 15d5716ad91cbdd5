import { describe, expect, it } from 'vitest'
import { isWritingRequest } from './writing-request.ts'

describe('is a request for a text', () => {
  it.each([
    'Draft a follow-up email',
    'Write a follow-up email to Harbor',
    'Can you write an email to Karin about the price?',
    'Please compose a short reply',
    'Could you help me write a thank-you note?',
    'Email to Harbor',
    'Follow-up email for the last call',
    'Generate a proposal for Kestrel',
    'Write something to Karin',
  ])('%s', (prompt) => expect(isWritingRequest(prompt)).toBe(true))
})

describe('is a question about texts, or no text at all', () => {
  it.each([
    'What did the follow-up email say?',
    'Did they send an email?',
    'What should I write in the email?',
    'Who sends the proposal?',
    'Has Karin got our message?',
    'Which emails did they mention?',
    'Prepare me for my call with Harbor',
    'Summarize the call',
    'Create a call',
    'Anna should send the proposal by Friday, right?',
  ])('%s', (prompt) => expect(isWritingRequest(prompt)).toBe(false))
})
