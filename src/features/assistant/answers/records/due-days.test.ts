import { describe, expect, it } from 'vitest'
import { readDueDays } from './due-days.ts'

/** A Wednesday. */
const TODAY = '2026-02-11'

describe('reads', () => {
  it.each([
    ['What do I have to do today?', '2026-02-11', '2026-02-11', 'today'],
    ['What is due tomorrow?', '2026-02-12', '2026-02-12', 'tomorrow'],
    ['What is due this week?', '2026-02-09', '2026-02-15', 'this week'],
    ['Which tasks are due Next  Week?', '2026-02-16', '2026-02-22', 'next week'],
    ['Which deals close this month?', '2026-02-01', '2026-02-28', 'this month'],
    ['Which deals close next month?', '2026-03-01', '2026-03-31', 'next month'],
    ['Which deals close this quarter?', '2026-01-01', '2026-03-31', 'this quarter'],
    ['Which deals close next quarter?', '2026-04-01', '2026-06-30', 'next quarter'],
    ['What must I finish by Friday?', '2026-02-11', '2026-02-13', 'by Friday'],
    ['What is due on Monday?', '2026-02-16', '2026-02-16', 'on Monday'],
    ['What is due on Wednesday?', '2026-02-11', '2026-02-11', 'on Wednesday'],
  ])('%s', (question, from, until, label) => {
    expect(readDueDays(question, TODAY)).toEqual({ from, until, label })
  })

  it('a week on its first and on its last day, and a quarter over the end of a year', () => {
    expect(readDueDays('this week', '2026-02-09')).toMatchObject({ from: '2026-02-09', until: '2026-02-15' })
    expect(readDueDays('this week', '2026-02-15')).toMatchObject({ from: '2026-02-09', until: '2026-02-15' })
    expect(readDueDays('next quarter', '2026-12-31')).toMatchObject({ from: '2027-01-01', until: '2027-03-31' })
  })
})

it.each(['What did we agree last week?', 'What did Tom promise?', 'Friday tours', 'What was due yesterday?'])(
  'reads no days from: %s',
  (question) => expect(readDueDays(question, TODAY)).toBeUndefined(),
)
