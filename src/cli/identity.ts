/** `parley organization`, `parley team` and `parley user`. */
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { z } from 'zod'
import { newId } from '../core/clock.ts'
import type { Reader } from '../core/db.ts'
import { displayName } from '../core/display-names.ts'
import { type OrganizationId, type Role, roles } from '../core/principal.ts'
import {
  changeDomain,
  changePhoneNumber,
  createOrganization,
  createTeam,
  createUser,
  domainName,
  domainsOf,
  emailAddress,
  findUser,
  PERSON_NAME_MAX,
  phoneNumbersOf,
  phonePattern,
} from '../features/accounts/identity/index.ts'
import { newPassword, PASSWORD_MAX, PASSWORD_MIN, passwordByOperator } from '../features/accounts/passwords/index.ts'
import { resetSecondFactorByOperator } from '../features/accounts/second-factor-settings/index.ts'
import { issueSignInLink } from '../features/accounts/sign-in/index.ts'
import {
  answer,
  type CommonOptions,
  checked,
  collect,
  command,
  ORGANIZATION_OPTION,
  requireOrganization,
  withBase,
} from './settings.ts'
import { UsageError } from './usage-error.ts'

const nameRule = (of: 'person' | 'organization' | 'team', max: number) =>
  checked(displayName({ min: 1, max, of }), `A name must have 1 to ${max} visible characters and no URL.`)
const email = checked(emailAddress, 'Enter a valid email address, such as ann@example.com.')
const id = checked(z.guid(), 'Enter an ID in UUID format.')

export function registerOrganizationCommands(organization: Command): void {
  command(organization, 'create', 'Create an organization with its first admin')
    .argument('<name>', 'name of the organization', nameRule('organization', 256))
    .option(
      '--domain <domain>',
      'email domain of the organization (can be repeated)',
      (value: string, before: string[] = []) =>
        collect(checked(domainName, 'Enter a domain name, such as acme.com.')(value), before),
    )
    .requiredOption('--admin <email>', 'email address of the first admin', email)
    .action(async (given: string, options: CommonOptions & { domain?: string[]; admin: string }) => {
      await withBase(
        options,
        async (base) => {
          const org = newId() as OrganizationId
          const { adminUserId } = await createOrganization(base.store.of(org), org, base.clock, {
            name: given,
            domains: [...new Set(options.domain)],
            adminEmail: options.admin,
          })
          const path = await issueSignInLink(base.store.of(org), org, base.clock, adminUserId)
          const link = base.publicUrl() + path
          answer(options, { organization_id: org, admin_user_id: adminUserId, sign_in_link: link }, [
            `Organization  ${org}`,
            `Admin         ${adminUserId}`,
            `Sign in       ${link}`,
          ])
        },
        { createsDatabase: true },
      )
    })

  command(organization, 'domain', 'Add an email domain to an organization, or remove one')
    .argument('<domain>', 'domain, such as acme.com', checked(domainName, 'Enter a domain name, such as acme.com.'))
    .option(...ORGANIZATION_OPTION)
    .option('--remove', 'remove the domain; people with this domain can no longer sign in with an identity provider')
    .action(async (given: string, options: CommonOptions & { organization?: string; remove?: boolean }) => {
      await withBase(options, async (base) => {
        const org = await requireOrganization(base, options.organization)
        const change = { domain: given, has: options.remove !== true }
        await changeDomain(base.store.of(org), org, base.clock, change)
        const domains = (await domainsOf(base.store.of(org).read, org)).toSorted()
        answer(options, { organization_id: org, domains }, domains)
      })
    })

  command(organization, 'phone-number', 'Add a telephone number to an organization, or remove one')
    .argument(
      '<number>',
      'number with country code, such as +493012345, or the beginning of several numbers, such as +4930123*',
      checked(phonePattern, 'Enter a number with country code, such as +493012345 or +4930123*.'),
    )
    .option(...ORGANIZATION_OPTION)
    .option('--remove', 'remove the number')
    .action(async (given: string, options: CommonOptions & { organization?: string; remove?: boolean }) => {
      await withBase(options, async (base) => {
        const org = await requireOrganization(base, options.organization)
        const change = { number: given, has: options.remove !== true }
        await changePhoneNumber(base.store.of(org), org, base.clock, change)
        const numbers = await phoneNumbersOf(base.store.of(org).read, org)
        answer(options, { organization_id: org, phone_numbers: numbers }, numbers)
      })
    })
}

export function registerTeamCommands(team: Command): void {
  command(team, 'create', 'Create a team')
    .argument('<name>', 'name of the team', nameRule('team', 256))
    .option(...ORGANIZATION_OPTION)
    .option('--parent <id>', 'ID of the parent team', id)
    .action(async (given: string, options: CommonOptions & { organization?: string; parent?: string }) => {
      await withBase(options, async (base) => {
        const org = await requireOrganization(base, options.organization)
        const { teamId } = await createTeam(base.store.of(org), org, base.clock, {
          name: given,
          ...(options.parent === undefined ? {} : { parentId: options.parent }),
        })
        answer(options, { team_id: teamId }, [teamId])
      })
    })
}

export function registerUserCommands(user: Command): void {
  command(user, 'create', 'Create a user')
    .argument('<email>', 'email address of the user', email)
    .option(...ORGANIZATION_OPTION)
    .requiredOption(
      '--role <role>',
      `role: ${roles.join(', ')}`,
      checked(z.enum(roles), `Use one of ${roles.join(', ')}.`),
    )
    .option(
      '--team <id>',
      'ID of a team (can be repeated; the first is the primary team)',
      (value: string, before: string[] = []) => collect(id(value), before),
    )
    .option('--first-name <name>', 'first name', nameRule('person', PERSON_NAME_MAX))
    .option('--last-name <name>', 'last name', nameRule('person', PERSON_NAME_MAX))
    .option('--password-stdin', 'read a password from the first line of standard input')
    .action(
      async (
        given: string,
        options: CommonOptions & {
          organization?: string
          role: Role
          team?: string[]
          firstName?: string
          lastName?: string
          passwordStdin?: boolean
        },
      ) => {
        const password = options.passwordStdin === true ? await passwordGiven() : undefined
        await withBase(options, async (base) => {
          const org = await requireOrganization(base, options.organization)
          const about = [given, options.firstName ?? '', options.lastName ?? '']
          // The password is checked first, so that an invalid one doesn't create a user.
          const give = password === undefined ? undefined : await passwordByOperator(password, about)
          const { userId } = await createUser(base.store.of(org), org, base.clock, {
            email: given,
            role: options.role,
            teamIds: options.team ?? [],
            ...(options.firstName === undefined ? {} : { firstName: options.firstName }),
            ...(options.lastName === undefined ? {} : { lastName: options.lastName }),
          })
          await give?.(base.store.of(org), org, base.clock, userId)
          answer(options, { user_id: userId }, [userId])
        })
      },
    )

  command(
    user,
    'link',
    'Create a sign-in link for a user, valid once within 24 hours, even if an identity provider is required',
  )
    .argument('<email>', 'email address of the user', email)
    .option(...ORGANIZATION_OPTION)
    .action(async (given: string, options: CommonOptions & { organization?: string }) => {
      await withBase(options, async (base) => {
        const org = await requireOrganization(base, options.organization)
        const database = base.store.of(org)
        const person = await requireUser(database.read, org, given)
        const link = base.publicUrl() + (await issueSignInLink(database, org, base.clock, person.id))
        answer(options, { sign_in_link: link }, [link])
      })
    })

  registerResetCommand(user)
}

function registerResetCommand(user: Command): void {
  command(user, 'reset-second-factor', 'Remove authenticator app, passkeys and recovery codes of a user')
    .argument('<email>', 'email address of the user', email)
    .option(...ORGANIZATION_OPTION)
    .action(async (given: string, options: CommonOptions & { organization?: string }) => {
      await withBase(options, async (base) => {
        const org = await requireOrganization(base, options.organization)
        const database = base.store.of(org)
        const person = await requireUser(database.read, org, given)
        const had = await resetSecondFactorByOperator(database, org, base.clock, person.id)
        const words = had
          ? 'Second factor reset. The user was signed out of all browsers.'
          : 'The user had no second factor. The user was signed out of all browsers.'
        answer(options, { user_id: person.id, had_second_factor: had }, [words])
      })
    })
}

/** @throws Error if no active user has the address */
async function requireUser(db: Reader, org: OrganizationId, address: string): Promise<{ readonly id: string }> {
  const person = await findUser(db, org, { email: address })
  if (person === undefined) throw new Error(`No active user has the email address ${address}.`)
  return person
}

/** Reads a password from the first line of standard input. */
async function passwordGiven(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
  if (newPassword.safeParse(line).success) return line
  throw new UsageError(
    `--password-stdin requires a password of ${PASSWORD_MIN} to ${PASSWORD_MAX} characters in the first line of standard input.`,
  )
}
