/** Requests of sign-in links by email. They are answered before the address is looked up. */
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import { currentLanguage } from '../../../core/languages/current.ts'
import type { Log } from '../../../core/log.ts'
import type { Mail } from '../../../core/mail.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { findUser } from '../identity/index.ts'
import { findAccounts } from './find-accounts.ts'
import { addLink, MAILED_MS, signInPath } from './links.ts'
import { linksUsedUpMail, type SignInRecipient, signInMail } from './mail.ts'
import type { SignInAccount } from './queries.ts'

const HOUR = { seconds: 3_600 }
const LINKS_AN_ADDRESS = { max: 5, ...HOUR }
const ASKED_BY_A_NETWORK = { max: 20, ...HOUR }

export interface LinkRequestPorts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly mail: Mail
  readonly attempts: Attempts
  readonly publicUrl: () => string
}

export function createLinkRequests(parts: LinkRequestPorts) {
  const { store, clock, log } = parts
  const running = new Set<Promise<void>>()

  async function sendLinks(address: string, returnTo: string | undefined): Promise<void> {
    const counted = address.toLowerCase()
    if (!(await parts.attempts.take('sign-in link', counted, LINKS_AN_ADDRESS))) return sayLinksUsedUp(address)
    const links: { organizationId: OrganizationId; organization: string; url: string }[] = []
    const accounts = await findAccounts(store, address)
    for (const { organizationId: org, organizationName, userId } of accounts) {
      const link = { userId, returnTo, madeBy: 'mail', at: clock.now(), lasts: MAILED_MS } as const
      const token = await store.of(org).transact((tx) => addLink(tx, org, link))
      if (token !== undefined)
        links.push({ organizationId: org, organization: organizationName, url: parts.publicUrl() + signInPath(token) })
    }
    const of = links.length === 1 ? links[0]?.organizationId : undefined
    if (links.length > 0) await parts.mail.send(signInMail(await findRecipient(address, accounts), links), of)
  }

  /**
   * Emails a user who has reached the limit of links, at most once per hour. The page shows the same text to everybody.
   */
  async function sayLinksUsedUp(address: string): Promise<void> {
    const once = { max: 1, ...HOUR }
    if (!(await parts.attempts.take('sign-in links used up', address.toLowerCase(), once))) return
    const accounts = await findAccounts(store, address)
    if (accounts.length === 0) return
    const until = new Date(clock.now().getTime() + HOUR.seconds * 1000)
    await parts.mail.send(
      linksUsedUpMail(await findRecipient(address, accounts), { most: LINKS_AN_ADDRESS.max, until }),
    )
  }

  /** Language and time zone of an address: of the first user who has a language, else of the page of the request. */
  async function findRecipient(to: string, accounts: readonly SignInAccount[]): Promise<SignInRecipient> {
    const users = await Promise.all(
      accounts.map(({ organizationId: org, userId: id }) => findUser(store.of(org).read, org, { id })),
    )
    const user = users.find((one) => one?.language !== undefined) ?? users[0]
    return { to, language: user?.language ?? currentLanguage(), timeZone: user?.timeZone ?? 'UTC' }
  }

  return {
    linksAnHour: LINKS_AN_ADDRESS.max,

    /**
     * Requests a link by email. Returns before the address is looked up.
     * @param network IP address of the request
     * @returns false if the network has requested too many links
     */
    async request(address: string, network: string, returnTo: string | undefined): Promise<boolean> {
      if (!(await parts.attempts.take('sign-in from', toNetworkKey(network), ASKED_BY_A_NETWORK))) return false
      const sending = sendLinks(address, returnTo)
        .catch((error: Error) => log.warn({ error: error.message }, 'a sign-in link was not sent'))
        .finally(() => running.delete(sending))
      running.add(sending)
      return true
    },

    /** Resolves when all requested emails have been processed. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
