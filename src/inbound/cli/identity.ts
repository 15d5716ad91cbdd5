/** `parley organization|team|user create`: people and what they belong to. */
import type { Command } from 'commander'
import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { type OrganizationId, type Role, roles } from '../../core/principal.ts'
import { createOrganization, createTeam, createUser, domainName, emailAddress } from '../../features/identity/index.ts'
import { issueSignInLink } from '../../features/sign-in/index.ts'
import { answer, type CommonOptions, checked, collect, command, organizationOf, withApp } from './settings.ts'

const name = checked(z.string().trim().min(1).max(256), 'A name has 1 to 256 characters.')
const email = checked(emailAddress, 'This must be an e-mail address.')
const id = checked(z.guid(), 'This must be an id.')

export function addIdentityCommands(program: Command): void {
  const organization = program.command('organization').description('Organizations.')
  command(organization, 'create', 'Make an organization with its first admin.')
    .argument('<name>', 'its name', name)
    .option(
      '--domain <domain>',
      'e-mail domain of its people; may be repeated',
      (value: string, before: string[] = []) =>
        collect(checked(domainName, 'This must be a domain name.')(value), before),
    )
    .requiredOption('--admin <email>', 'address of the first admin', email)
    .action(async (given: string, options: CommonOptions & { domain?: string[]; admin: string }) => {
      await withApp(options, async (app) => {
        const org = newId() as OrganizationId
        const { adminUserId } = await createOrganization(app.store.of(org), org, app.clock, {
          name: given,
          domains: [...new Set(options.domain)],
          adminEmail: options.admin,
        })
        const path = await issueSignInLink(app.store.of(org), org, app.clock, adminUserId)
        const link = app.publicUrl() + path
        answer(options, { organization_id: org, admin_user_id: adminUserId, sign_in_link: link }, [
          `Organization  ${org}`,
          `Admin         ${adminUserId}`,
          `Sign in       ${link}`,
        ])
      })
    })

  const team = program.command('team').description('Teams.')
  command(team, 'create', 'Make a team.')
    .argument('<name>', 'its name', name)
    .requiredOption('--organization <id>', 'whose team')
    .option('--parent <id>', 'the team above it', id)
    .action(async (given: string, options: CommonOptions & { organization: string; parent?: string }) => {
      await withApp(options, async (app) => {
        const org = await organizationOf(app, options.organization)
        const { teamId } = await createTeam(app.store.of(org), org, app.clock, {
          name: given,
          ...(options.parent === undefined ? {} : { parentId: options.parent }),
        })
        answer(options, { team_id: teamId }, [teamId])
      })
    })

  const user = program.command('user').description('Users.')
  command(user, 'create', 'Make a user.')
    .argument('<email>', 'address', email)
    .requiredOption('--organization <id>', 'whose user')
    .requiredOption('--role <role>', roles.join(', '), checked(z.enum(roles), `One of ${roles.join(', ')}.`))
    .option(
      '--team <id>',
      'member of this team; may be repeated, the first is the primary one',
      (value: string, before: string[] = []) => collect(id(value), before),
    )
    .option('--first-name <name>', 'first name', name)
    .option('--last-name <name>', 'last name', name)
    .action(
      async (
        given: string,
        options: CommonOptions & {
          organization: string
          role: Role
          team?: string[]
          firstName?: string
          lastName?: string
        },
      ) => {
        await withApp(options, async (app) => {
          const org = await organizationOf(app, options.organization)
          const { userId } = await createUser(app.store.of(org), org, app.clock, {
            email: given,
            role: options.role,
            teamIds: options.team ?? [],
            ...(options.firstName === undefined ? {} : { firstName: options.firstName }),
            ...(options.lastName === undefined ? {} : { lastName: options.lastName }),
          })
          answer(options, { user_id: userId }, [userId])
        })
      },
    )
}
