/** Email of a weekly digest: plain text, quoted without links other than those to Parley. */
import { quoteForMail } from '../../../core/display-names.ts'
import { formatDate, formatNumber } from '../../../core/languages/formats.ts'
import { type Text, t } from '../../../core/languages/message.ts'
import { composeMail, MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'
import type { DigestCall, DigestPromise, WeeklyDigest } from './load.ts'
import type { Recipient, WeekSpan } from './queries.ts'
import { listChanges, listMoves } from './team-message.ts'

const QUOTE_MAX = 240

export const composeWeeklyDigest = (
  digest: WeeklyDigest,
  { email: to, language }: Pick<Recipient, 'email' | 'language'>,
  span: WeekSpan,
  publicUrl: string,
): MailMessage =>
  composeMail({ to, language: language ?? undefined, subject: MAIL_SUBJECTS.weeklyDigest }, () => [
    describeWeek(span),
    '',
    ...listSections(digest, publicUrl),
    t('Change your notifications:'),
    `${publicUrl}/account/notifications`,
    '',
  ])

function describeWeek({ from, until, timeZone }: WeekSpan): Text {
  const last = new Date(until.getTime() - 1)
  const day = { day: 'numeric', month: 'long', timeZone } as const
  return t`Your week from ${formatDate(from, day)} to ${formatDate(last, { ...day, year: 'numeric' })}.`
}

function listSections(digest: WeeklyDigest, publicUrl: string): readonly Text[] {
  const call = (id: string, rest = '') => `  ${publicUrl}/conversations/${id}${rest}`
  const calls = (newest: readonly DigestCall[]) =>
    newest.flatMap(({ id, title, headline }) => [
      `- ${quoteForMail(title)}`,
      ...(headline === undefined ? [] : [`  ${quoteForMail(headline, QUOTE_MAX)}`]),
      call(id),
    ])
  const promise = ({ id, call: title, text, due, start }: DigestPromise) => {
    const words = quoteForMail(text, QUOTE_MAX)
    return [
      `- ${due === null ? words : t`${words} (due: ${quoteForMail(due)})`}`,
      `  ${quoteForMail(title)}`,
      call(id, start === null ? '' : `?t=${Math.floor(start)}`),
    ]
  }
  return [
    ...section(t`Your calls: ${formatNumber(digest.calls.total)}`, calls(digest.calls.newest)),
    ...section(t('Your promises'), digest.promises.flatMap(promise)),
    ...section(t('Requests to you'), digest.requests.flatMap(promise)),
    ...section(
      t('Deals that went quiet'),
      digest.quietDeals.flatMap(({ id, title, days }) => [
        `- ${t`${quoteForMail(title)}: no call for ${days} days`}`,
        `  ${publicUrl}/deals/${id}`,
      ]),
    ),
    ...section(
      t('Scores of your calls'),
      digest.scores.flatMap(({ id, call: title, scorecard, average }) => [
        `- ${t`${quoteForMail(title)}: ${Math.round(average)} of 100 (${quoteForMail(scorecard)})`}`,
        call(id, '/scorecards'),
      ]),
    ),
    ...section(
      t('Comments on your calls'),
      digest.comments.flatMap(({ id, call: title, threadId, author, text: words }) => [
        `- ${t`${quoteForMail(author)} on ${quoteForMail(title)}: ${quoteForMail(words, QUOTE_MAX)}`}`,
        call(id, `/comments#comment-${threadId}`),
      ]),
    ),
    ...section(
      t('Your team, compared with the week before'),
      digest.teamChanges === undefined ? [] : listChanges(digest.teamChanges, publicUrl),
    ),
    ...section(
      t`Deals with a new stage: ${formatNumber(digest.dealMoves.total)}`,
      listMoves(digest.dealMoves.first, publicUrl),
    ),
    ...section(t`Calls of your colleagues: ${formatNumber(digest.team.total)}`, calls(digest.team.newest)),
  ]
}

/** Heading and lines of a section. Sections without lines are left out. */
const section = (title: Text, lines: readonly Text[]): Text[] => (lines.length === 0 ? [] : [title, ...lines, ''])
