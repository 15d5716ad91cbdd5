/** The mail with sign-in links: one, with a link for each organization that knows the address. */
import { quoteForMail } from '../../core/display-names.ts'
import { MAIL_SUBJECTS, type Message } from '../../core/mail.ts'

export function signInMail(to: string, links: readonly { organization: string; url: string }[]): Message {
  const [only] = links
  const opening =
    links.length === 1
      ? [`Open this address to sign in to ${quoteForMail(only?.organization ?? '')} on Parley:`, '', only?.url ?? '']
      : [
          'Open one of these addresses to sign in to Parley:',
          ...links.flatMap(({ organization, url }) => ['', `${quoteForMail(organization)}:`, url]),
        ]
  return {
    to,
    subject: MAIL_SUBJECTS.signInLink,
    text: [
      ...opening,
      '',
      `${links.length === 1 ? 'It counts' : 'They count'} for 15 minutes and open once. Whoever has ${links.length === 1 ? 'it' : 'them'} can sign in as you, so keep ${links.length === 1 ? 'it' : 'them'} to yourself.`,
      'If you did not ask for this mail, there is nothing to do.',
      '',
    ].join('\n'),
  }
}

/** For somebody whose address gets no more links for now, whoever requested them. */
export function linksUsedUpMail(to: string, { most, until }: { readonly most: number; readonly until: Date }): Message {
  return {
    to,
    subject: MAIL_SUBJECTS.signInLinksUsedUp,
    text: [
      `Sign-in links for this address were requested more than ${most} times within an hour, so Parley sends no more for now.`,
      '',
      `You can request a link again at ${until.toISOString().slice(11, 16)} UTC, or earlier if the first request was a while ago.`,
      'Each link that you have received works for 15 minutes. If you have a password, or your organization has a sign-in provider, you can use it now.',
      '',
      'If you did not request the links, somebody else entered your address. They cannot sign in with it.',
      '',
    ].join('\n'),
  }
}
