/** Email of a weekly digest: plain text, quoted without links other than those to Parley. */
import { quoteForMail } from '../../../core/display-names.ts'
import { MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'
import type { DigestCall, WeeklyDigest } from './load.ts'
import type { WeekSpan } from './queries.ts'

const QUOTE_MAX = 240

const formatDay = (at: Date, timeZone: string, year: 'numeric' | undefined) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year, timeZone }).format(at)

export function composeWeeklyDigest(
  digest: WeeklyDigest,
  to: string,
  { from, until, timeZone }: WeekSpan,
  publicUrl: string,
): MailMessage {
  const last = new Date(until.getTime() - 1)
  const call = (id: string, rest = '') => `  ${publicUrl}/conversations/${id}${rest}`
  const calls = (newest: readonly DigestCall[]) =>
    newest.flatMap(({ id, title, headline }) => [
      `- ${quoteForMail(title)}`,
      ...(headline === undefined ? [] : [`  ${quoteForMail(headline, QUOTE_MAX)}`]),
      call(id),
    ])
  const text = [
    `Your week from ${formatDay(from, timeZone, undefined)} to ${formatDay(last, timeZone, 'numeric')}.`,
    '',
    ...section(`Your calls: ${digest.calls.total}`, calls(digest.calls.newest)),
    ...section(
      'Your promises',
      digest.promises.flatMap(({ id, call: title, text: words, due, start }) => [
        `- ${quoteForMail(words, QUOTE_MAX)}${due === null ? '' : ` (due: ${quoteForMail(due)})`}`,
        `  ${quoteForMail(title)}`,
        call(id, start === null ? '' : `?t=${Math.floor(start)}`),
      ]),
    ),
    ...section(
      'Deals that went quiet',
      digest.quietDeals.flatMap(({ id, title, days }) => [
        `- ${quoteForMail(title)}: no call for ${days} days`,
        `  ${publicUrl}/deals/${id}`,
      ]),
    ),
    ...section(
      'Scores of your calls',
      digest.scores.flatMap(({ id, call: title, scorecard, average }) => [
        `- ${quoteForMail(title)}: ${Math.round(average)} of 100 (${quoteForMail(scorecard)})`,
        call(id, '/scorecards'),
      ]),
    ),
    ...section(
      'Comments on your calls',
      digest.comments.flatMap(({ id, call: title, threadId, author, text: words }) => [
        `- ${quoteForMail(author)} on ${quoteForMail(title)}: ${quoteForMail(words, QUOTE_MAX)}`,
        call(id, `/comments#comment-${threadId}`),
      ]),
    ),
    ...section(`Calls of your colleagues: ${digest.team.total}`, calls(digest.team.newest)),
    'Change your notifications:',
    `${publicUrl}/account/notifications`,
    '',
  ].join('\n')
  return { to, subject: MAIL_SUBJECTS.weeklyDigest, text }
}

/** Heading and lines of a section. Sections without lines are left out. */
const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines, ''])
