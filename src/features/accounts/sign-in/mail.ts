/** Email with sign-in links: one link for each organization of the address. */
import { quoteForMail } from '../../../core/display-names.ts'
import { MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'

export function signInMail(to: string, links: readonly { organization: string; url: string }[]): MailMessage {
  const [only] = links
  const opening =
    links.length === 1
      ? [`Open this link to sign in to ${quoteForMail(only?.organization ?? '')} on Parley:`, '', only?.url ?? '']
      : [
          'Open one of these links to sign in to Parley:',
          ...links.flatMap(({ organization, url }) => ['', `${quoteForMail(organization)}:`, url]),
        ]
  return {
    to,
    subject: MAIL_SUBJECTS.signInLink,
    text: [
      ...opening,
      '',
      `${links.length === 1 ? 'The link works' : 'Each link works'} once, within 15 minutes. Don't share it: anyone who has it can sign in as you.`,
      "If you didn't request this email, you can ignore it.",
      '',
    ].join('\n'),
  }
}

/** Email to a user whose address has reached the limit of links, no matter who requested them. */
export function linksUsedUpMail(
  to: string,
  { most, until }: { readonly most: number; readonly until: Date },
): MailMessage {
  return {
    to,
    subject: MAIL_SUBJECTS.signInLinksUsedUp,
    text: [
      `More than ${most} sign-in links were requested for this address within an hour, so Parley doesn't send more for now.`,
      '',
      `You can request a link again at ${until.toISOString().slice(11, 16)} UTC, or earlier if the first request was a while ago.`,
      'Each link that you have received works for 15 minutes. If you have a password, or your organization has a sign-in provider, you can use it now.',
      '',
      "If you didn't request the links, somebody else entered your address. They can't sign in with it.",
      '',
    ].join('\n'),
  }
}
