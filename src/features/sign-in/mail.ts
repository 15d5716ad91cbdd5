/** The mail with sign-in links: one, with a link for each organization that knows the address. */
import type { Message } from '../../core/mail.ts'

/** Names are what their owners made of them: one line each, whatever they hold. */
const oneLine = (name: string) => name.replace(/[\p{C}\s]+/gu, ' ').trim()

export function signInMail(to: string, links: readonly { organization: string; url: string }[]): Message {
  const [only] = links
  const opening =
    links.length === 1
      ? [`Open this address to sign in to ${oneLine(only?.organization ?? '')} on Parley:`, '', only?.url ?? '']
      : [
          'Open one of these addresses to sign in to Parley:',
          ...links.flatMap(({ organization, url }) => ['', `${oneLine(organization)}:`, url]),
        ]
  return {
    to,
    subject: 'Your link to sign in to Parley',
    text: [
      ...opening,
      '',
      `${links.length === 1 ? 'It counts' : 'They count'} for 15 minutes and open once. Whoever has ${links.length === 1 ? 'it' : 'them'} can sign in as you, so keep ${links.length === 1 ? 'it' : 'them'} to yourself.`,
      'If you did not ask for this mail, there is nothing to do.',
      '',
    ].join('\n'),
  }
}
