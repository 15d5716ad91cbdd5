/** Sentences that every call of a kind contains are not a part of its summary. */
import { describe, expect, it } from 'vitest'
import { announces, isNotice } from './notices.ts'

describe('a notice', () => {
  it.each([
    'Actual results may differ materially from those expressed by the forward-looking statements made during the call.',
    'A replay of today’s call will be available via webcast.',
    'All of these materials can be found on our website under the investor section.',
    'If you require assistance, please press star zero on your telephone keypad.',
    'Our next question is from Brian with Deutsche Bank.',
    'This call may be recorded for quality.',
    'With us today are Randall Dearth, president, and Craig Merrill, chief financial officer.',
    'Is there anything else I can help you with?',
    'We optimized our <inaudible> for the users.',
  ])('is “%s”', (text) => {
    expect(isNotice({ text })).toBe(true)
  })

  it.each([
    'Net sales increased by 6 percent to 144 million dollars.',
    'The press on line two broke, and the release of the new plate is late.',
    'The website loads slowly since the release.',
    'Our operator in Turin needs a second scanner.',
    'The first question of the buyer was about the price.',
    'Our chief financial officer must approve the budget.',
    'Two engineers of Harbor joined us in May.',
    'The reconciliation of invoices takes two days.',
    'The press release goes out on Monday.',
    'We record a webcast for each customer.',
    'The disclaimer in clause four is too broad.',
    'You are welcome to use our test account.',
    'We want to introduce the new price list in June.',
    'The template is available on our website.',
    'Set up a conference call with legal.',
  ])('is not “%s”', (text) => {
    expect(isNotice({ text })).toBe(false)
  })
})

describe('an announcement', () => {
  it.each([
    'Today, I will cover two key topics.',
    "I'd now like to turn to the progress of our strategy.",
    "After that, I'll provide an update on our capital structure.",
    "I'll close by saying that I'm grateful to all of you.",
    'Rebecca will provide an overview of our results.',
    'I am going to keep talking about the bridge.',
    'I have to remind my colleague that we paid for it.',
    'I will confirm that the union did write to us.',
    "I'd like to talk about the fishing industry.",
    'I will continue to focus our efforts on people.',
    'Please keep it brief.',
    'Please proceed.',
    'Please note that this is the end of our questions.',
    'I would add that we paid for it.',
    'Honourable Minister, please provide a short response.',
    'I would ask you to follow some instructions.',
    'I would like to provide the numbers at my next response.',
  ])('is “%s”', (text) => {
    expect(announces(text)).toBe(true)
  })

  it.each([
    "I'll provide the signed contract by Friday.",
    "I'll cover for Ann next week.",
    'We will update the price list.',
    'Ann will review the contract with legal.',
    "I'll turn off the old server tonight.",
    "I'm going to finish my end report.",
    'We will cover the travel costs.',
    "I'll return it tomorrow.",
    "I'll turn it off tonight.",
    'We will focus on the French market next year.',
    "I'll share the details with you.",
    "I'll comment on the pull request.",
    "I'll confirm that the shipment is complete.",
    'I have to remind the supplier.',
    'Please provide the signed form.',
    'I will ask them to follow up with legal.',
    'We will continue to test it this week.',
    "I'll add that to the ticket.",
    "I'll repeat that test.",
    'Please proceed with the order.',
    'Please continue the export tonight.',
    "I'm going to talk about it with our lawyers.",
    'We will continue to support the old version.',
    "I'll conclude the contract with them.",
    'Please note that in the ticket.',
  ])('is not “%s”', (text) => {
    expect(announces(text)).toBe(false)
  })
})
