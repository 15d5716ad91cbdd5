/** What the pages of administration share: they are for admins, and some things they show only once. */
import { AppError, forbidden, invalid } from '../../core/errors.ts'
import { listReps } from '../../features/identity/index.ts'
import { definePage, type Page, type View, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { heading, linkButton, type Step } from '../kit/layout.ts'

/** Some of what stands on these pages everybody may ask for by REST; the pages are for admins all the same. */
export function adminPage<const Path extends string>(page: Page<Path>): Page<Path> {
  return definePage({
    ...page,
    async show(visit) {
      if (visit.person.role !== 'ADMIN') throw forbidden('admin_required', 'This page is for admins.')
      return page.show(visit)
    },
  })
}

export const ROLES: Readonly<Record<string, string>> = {
  ADMIN: 'Admin',
  MANAGER: 'Manager',
  SALES_REP: 'Sales representative',
}
export const roleChoices = Object.entries(ROLES).map(([value, label]) => ({ value, label }))

export const nameOf = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  `${firstName} ${lastName}`.trim() || email

/** An organization may have thousands of people: a form takes an address, and this says whose it is. */
export async function userOf(visit: Pick<Visit, 'ask'>, address: string, field = 'email'): Promise<{ uuid: string }> {
  const wanted = address.trim().toLowerCase()
  const { data } =
    wanted === '' ? { data: [] } : await visit.ask(listReps, { query: wanted.slice(0, 200), size: '200' })
  const user = data.find(({ email }) => email.toLowerCase() === wanted)
  if (user === undefined) throw invalid({ pointer: `/${field}`, detail: 'No active user has this e-mail address.' })
  return user
}

/** What is told this once. */
export const shownOnce = (given: {
  title: string
  trail: readonly Step[]
  words: Html | string
  label: string
  secret: string
  back: Step
}): View => ({
  title: given.title,
  body: html`${heading(given.title, { trail: given.trail })}
<section class="card">
<p>${given.words}</p>
<p class="admin-label" id="secret-label">${given.label}</p>
<p><code class="admin-secret" tabindex="0" role="textbox" aria-readonly="true" aria-labelledby="secret-label">${given.secret}</code></p>
<p class="soft">It is not stored in a way that could be shown again.</p>
${linkButton(given.back.path, given.back.label, { kind: 'primary' })}
</section>`,
})

/** The form of a list that is narrowed down: sent as an address. @param body fields, which carry what is asked for now */
export const filterForm = (page: string, body: Html | readonly Html[]): Html =>
  html`<form class="admin-filters" action="${page}" data-enhance>${body}<button class="plain">Show</button></form>`

/** Of a form that nothing refuses in its place. */
export const NO_ATTEMPT = {
  value: (_: string, present = '') => present,
  values: (_: string, present: readonly string[] = []) => present,
  isWrong: () => false,
}

/** What a list refuses, such as a wrong id in a filter, which its page can say. */
export async function listed<T>(answer: Promise<T>): Promise<T | { readonly refused: Html }> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
    const details = error.problems.map(({ detail }) => html`<li>${detail}</li>`)
    return { refused: html`<div class="problem" role="alert"><ul>${details}</ul></div>` }
  }
}

/** The lines of a text area that say something. */
export const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const plural = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`
