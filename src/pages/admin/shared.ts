/** Shared parts of the admin pages: access check, filters, secrets that are shown once. */
import { AppError, forbidden, invalid } from '../../core/errors.ts'
import { known } from '../../core/languages/known.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { listReps } from '../../features/accounts/identity/index.ts'
import { definePage, type PageDefinition, type PageRequest, type View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'
import { type Fill, radioField } from '../components/form.ts'
import { heading, linkButton, type TrailStep } from '../components/layout.ts'

/** Defines a page for admins. The check is stricter than that of the operations: other roles can call some of them. */
export function adminPage<const Path extends string>(page: PageDefinition<Path>): PageDefinition<Path> {
  return definePage({
    ...page,
    async show(req) {
      if (req.user.role !== 'ADMIN')
        throw forbidden(
          'admin_required',
          String(t('Only admins can open this page. Ask an admin of your organization for access.')),
        )
      return page.show(req)
    },
  })
}

export const ROLES: Readonly<Record<string, Message>> = {
  ADMIN: t('Admin'),
  MANAGER: t('Manager'),
  SALES_REP: t('Member'),
}

/** Access of each role. */
export const ROLE_ACCESS: Readonly<Record<string, Message>> = {
  ADMIN: t(
    'Sees all calls, including private ones. Manages people, teams, API keys, scorecards, fields, CRM connections and privacy.',
  ),
  MANAGER: t(
    'Sees their own calls and the calls of their teams and child teams, except private ones. Invites members to these teams.',
  ),
  SALES_REP: t('Sees their own calls and the calls of their teams and child teams, except private ones.'),
}

/** Choice of a role, with the access that each role has. @param given `roles`: defaults to all roles */
export const roleField = (
  fill: Fill,
  given: { name: string; label: Text; value: string | undefined; roles?: readonly string[] },
): Html => {
  const { roles = Object.keys(ROLES), ...field } = given
  const choices = roles.map((value) => ({ value, label: ROLES[value] ?? value, help: ROLE_ACCESS[value] ?? '' }))
  return radioField(fill, { ...field, choices })
}

export const formatUserName = ({
  firstName,
  lastName,
  email,
}: {
  firstName: string
  lastName: string
  email: string
}) => `${firstName} ${lastName}`.trim() || email

/** Finds an active user by email address. Forms use it instead of a list of users, which can have thousands of entries. */
export async function findUserByEmail(
  req: Pick<PageRequest, 'run'>,
  address: string,
  field = 'email',
): Promise<{ uuid: string }> {
  const wanted = address.trim().toLowerCase()
  const { data } = wanted === '' ? { data: [] } : await req.run(listReps, { query: wanted.slice(0, 200), size: '200' })
  const user = data.find(({ email }) => email.toLowerCase() === wanted)
  if (user === undefined)
    throw invalid({
      pointer: `/${field}`,
      detail: String(t('No active user has this email address. Check the spelling.')),
    })
  return user
}

/** Page that shows a secret once. */
export const renderSecretOnce = (given: {
  title: Text
  trail: readonly TrailStep[]
  words: Html | Text
  label: Text
  secret: string
  back: TrailStep
}): View => ({
  title: given.title,
  body: html`${heading(given.title, { trail: given.trail })}
<section class="card">
<p>${given.words}</p>
<p class="admin-label" id="secret-label">${given.label}</p>
<p><code class="admin-secret" tabindex="0" role="textbox" aria-readonly="true" aria-labelledby="secret-label">${given.secret}</code></p>
<p class="soft">Copy it now. Parley can't show it again.</p>
${linkButton(given.back.path, given.back.label, { kind: 'primary' })}
</section>`,
})

/** Filter form of a list. Submits the filters as query parameters. @param body fields with the current filters */
export const filterForm = (page: string, body: Html | readonly Html[], button: Text = t('Apply filters')): Html =>
  html`<form class="admin-filters" action="${page}" data-enhance>${body}<button class="plain">${button}</button></form>`

/** Fill of a filter form, which isn't shown again with its input after an error. */
export const NO_ATTEMPT = {
  value: (_: string, present = '') => present,
  values: (_: string, present: readonly string[] = []) => present,
  isWrong: () => false,
}

/** Awaits a list, and converts a validation error, such as an invalid ID in a filter, to a message. */
export async function catchListRefusal<T>(answer: Promise<T>): Promise<T | { readonly refused: Html }> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
    const details = error.problems.map(({ detail }) => html`<li>${withCode(known(detail))}</li>`)
    return { refused: html`<div class="problem" role="alert"><ul>${details}</ul></div>` }
  }
}

/** Non-empty lines of a text area, trimmed. */
export const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Message for one thing, or for a number of things: `plural(n, t('1 call'), t\`${formatNumber(n)} calls\`)`. */
export const plural = (count: number, one: Message, several: Message): Message => (count === 1 ? one : several)
