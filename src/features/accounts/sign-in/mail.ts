/** Emails of sign-in: links, one for each organization of the address, and the notice that they are used up. */
import { quoteForMail } from '../../../core/display-names.ts'
import { formatDate } from '../../../core/languages/formats.ts'
import { t } from '../../../core/languages/message.ts'
import { composeMail, MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'

/** Recipient of an email of sign-in. */
export interface SignInRecipient {
  readonly to: string
  readonly language: string
  readonly timeZone: string
}

export const signInMail = (
  { to, language }: Pick<SignInRecipient, 'language' | 'to'>,
  links: readonly { organization: string; url: string }[],
): MailMessage =>
  composeMail({ to, language, subject: MAIL_SUBJECTS.signInLink }, () => {
    const [first, ...more] = links
    const isAlone = more.length === 0
    const opening = isAlone
      ? [t`Open this link to sign in to ${quoteForMail(first?.organization ?? '')} on Parley:`, '', first?.url ?? '']
      : [
          t('Open one of these links to sign in to Parley:'),
          ...links.flatMap(({ organization, url }) => ['', `${quoteForMail(organization)}:`, url]),
        ]
    return [
      ...opening,
      '',
      isAlone
        ? t("The link works once, within 15 minutes. Don't share it: anyone who has it can sign in as you.")
        : t("Each link works once, within 15 minutes. Don't share it: anyone who has it can sign in as you."),
      t("If you didn't request this email, you can ignore it."),
      '',
    ]
  })

/** Email to a user whose address has reached the limit of links, no matter who requested them. */
export const linksUsedUpMail = (
  { to, language, timeZone }: SignInRecipient,
  { most, until }: { readonly most: number; readonly until: Date },
): MailMessage =>
  composeMail({ to, language, subject: MAIL_SUBJECTS.signInLinksUsedUp }, () => {
    const time = formatDate(until, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone })
    return [
      t`More than ${most} sign-in links were requested for this address within an hour, so Parley doesn't send more for now.`,
      '',
      t`You can request a link again at ${time}, or earlier if the first request was a while ago.`,
      t(
        'Each link that you have received works for 15 minutes. If you have a password, or your organization has a sign-in provider, you can use it now.',
      ),
      '',
      t("If you didn't request the links, somebody else entered your address. They can't sign in with it."),
      '',
    ]
  })
