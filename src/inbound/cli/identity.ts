/** `parley organization|team|user create`, `parley user link`: people, what they belong to, and how they come in. */
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { displayName } from '../../core/display-names.ts'
import { type OrganizationId, type Role, roles } from '../../core/principal.ts'
import {
  changeDomain,
  createOrganization,
  createTeam,
  createUser,
  domainName,
  domainsOf,
  emailAddress,
  findUser,
  PERSON_NAME_MAX,
} from '../../features/identity/index.ts'
import { newPassword, PASSWORD_MAX, PASSWORD_MIN, passwordByOperator } from '../../features/passwords/index.ts'
import { issueSignInLink } from '../../features/sign-in/index.ts'
import { answer, type CommonOptions, checked, collect, command, organizationOf, withBase } from './settings.ts'
import { UsageError } from './usage-error.ts'

const nameRule = (of: 'person' | 'organization' | 'team', max: number) =>
  checked(displayName({ min: 1, max, of }), `A name has 1 to ${max} visible characters and no web address.`)
const email = checked(emailAddress, 'This must be an e-mail address.')
const id = checked(z.guid(), 'This must be an id.')

export function fillOrganization(organization: Command): void {
  command(organization, 'create', 'Make an organization with its first admin.')
    .argument('<name>', 'its name', nameRule('organization', 256))
    .option(
      '--domain <domain>',
      'e-mail domain of its people; may be repeated',
      (value: string, before: string[] = []) =>
        collect(checked(domainName, 'This must be a domain name.')(value), before),
    )
    .requiredOption('--admin <email>', 'address of the first admin', email)
    .action(async (given: string, options: CommonOptions & { domain?: string[]; admin: string }) => {
      await withBase(options, async (base) => {
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
      })
    })

  command(organization, 'domain', 'Give an organization an e-mail domain of its people, or take one away.')
    .argument('<domain>', 'such as acme.com', checked(domainName, 'This must be a domain name.'))
    .requiredOption('--organization <id>', 'whose domain')
    .option('--remove', 'take it away; a provider signs nobody of it in any more')
    .action(async (given: string, options: CommonOptions & { organization: string; remove?: boolean }) => {
      await withBase(options, async (base) => {
        const org = await organizationOf(base, options.organization)
        const change = { domain: given, has: options.remove !== true }
        await changeDomain(base.store.of(org), org, base.clock, change)
        const domains = (await domainsOf(base.store.of(org).read, org)).toSorted()
        answer(options, { organization_id: org, domains }, domains)
      })
    })
}

export function fillTeam(team: Command): void {
  command(team, 'create', 'Make a team.')
    .argument('<name>', 'its name', nameRule('team', 256))
    .requiredOption('--organization <id>', 'whose team')
    .option('--parent <id>', 'the team above it', id)
    .action(async (given: string, options: CommonOptions & { organization: string; parent?: string }) => {
      await withBase(options, async (base) => {
        const org = await organizationOf(base, options.organization)
        const { teamId } = await createTeam(base.store.of(org), org, base.clock, {
          name: given,
          ...(options.parent === undefined ? {} : { parentId: options.parent }),
        })
        answer(options, { team_id: teamId }, [teamId])
      })
    })
}

export function fillUser(user: Command): void {
  command(user, 'create', 'Make a user.')
    .argument('<email>', 'address', email)
    .requiredOption('--organization <id>', 'whose user')
    .requiredOption('--role <role>', roles.join(', '), checked(z.enum(roles), `One of ${roles.join(', ')}.`))
    .option(
      '--team <id>',
      'member of this team; may be repeated, the first is the primary one',
      (value: string, before: string[] = []) => collect(id(value), before),
    )
    .option('--first-name <name>', 'first name', nameRule('person', PERSON_NAME_MAX))
    .option('--last-name <name>', 'last name', nameRule('person', PERSON_NAME_MAX))
    .option('--password-stdin', 'a password to sign in with, as the first line of the input')
    .action(
      async (
        given: string,
        options: CommonOptions & {
          organization: string
          role: Role
          team?: string[]
          firstName?: string
          lastName?: string
          passwordStdin?: boolean
        },
      ) => {
        const password = options.passwordStdin === true ? await passwordGiven() : undefined
        await withBase(options, async (base) => {
          const org = await organizationOf(base, options.organization)
          const about = [given, options.firstName ?? '', options.lastName ?? '']
          // Before anybody is made: a password that is refused makes nobody.
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

  command(user, 'link', 'Make a link that signs a user in, once, for a day; also where only a provider lets people in.')
    .argument('<email>', 'address', email)
    .requiredOption('--organization <id>', 'whose user')
    .action(async (given: string, options: CommonOptions & { organization: string }) => {
      await withBase(options, async (base) => {
        const org = await organizationOf(base, options.organization)
        const database = base.store.of(org)
        const person = await findUser(database.read, org, { email: given })
        if (person === undefined) throw new Error('There is no such user.')
        const link = base.publicUrl() + (await issueSignInLink(database, org, base.clock, person.id))
        answer(options, { sign_in_link: link }, [link])
      })
    })
}

/** The first line of the input. */
async function passwordGiven(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
  if (newPassword.safeParse(line).success) return line
  throw new UsageError(
    `--password-stdin takes ${PASSWORD_MIN} to ${PASSWORD_MAX} characters, as one line of the input.`,
  )
}
