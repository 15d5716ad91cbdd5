/** The pages of signing in, as they look. What they say is the same whether or not somebody is known. */
import { attribute, type Html, html } from './html.ts'
import { noticeOf, type Page, pageOf } from './page.ts'

export const SIGN_IN = '/sign-in'
/** Where the app begins. */
export const APP = '/'

/** Who is at the browser, as pages name them. */
export interface PageVisitor {
  readonly name: string
  readonly email: string
  readonly organizationName: string
}

/** What is wrong with what was given, above the form. */
const problem = (words: string | undefined): Html =>
  html`${words !== undefined && html`<div class="problem" role="alert"><p>${words}</p></div>`}`

export const BACK = html`\n<p class="aside"><a href="${SIGN_IN}">Sign in</a></p>`

/** @param hidden the token of the form, and where to go on to */
export const askPage = (hidden: Html, given: { email?: string; wrong?: string; again?: boolean } = {}): Page =>
  pageOf(
    given.wrong === undefined ? 200 : 400,
    'Sign in',
    html`<h1>${given.again === true ? 'Show that it is you' : 'Sign in'}</h1>
<p class="when">${given.again === true ? 'This needs somebody who has signed in only just now.' : 'With your work address.'}</p>
${problem(given.wrong)}
<form method="post" action="${SIGN_IN}">${hidden}
<div class="field"><label for="email">E-mail address</label>
<input type="email" id="email" name="email" autocomplete="username" maxlength="254" required autofocus${attribute('value', given.email)}${attribute('aria-invalid', given.wrong === undefined ? undefined : 'true')}></div>
<button class="primary">Continue</button>
</form>`,
  )

export interface Ways {
  readonly email: string
  /** Undefined: no provider signs in the people of this domain. */
  readonly provider: { readonly name: string; readonly required: boolean } | undefined
  readonly wrong?: string | undefined
  readonly status?: number
}

/** The ways in for one address: by the provider of its domain, by a password, by a link. */
export function waysPage(hidden: Html, { email, provider, wrong, status = 200 }: Ways): Page {
  const address = html`<input type="hidden" name="email" value="${email}">`
  const byProvider =
    provider !== undefined &&
    html`<form method="post" action="${SIGN_IN}/provider">${hidden}${address}
<button class="primary">Continue with <bdi>${provider.name}</bdi></button>
</form>`
  const byPassword =
    provider?.required !== true &&
    html`<form method="post" action="${SIGN_IN}/password">${hidden}
<div class="field"><label for="password">Password</label>
<input type="text" name="email" value="${email}" autocomplete="username" readonly hidden>
<input type="password" id="password" name="password" autocomplete="current-password" maxlength="1024" required${attribute('aria-invalid', wrong === undefined ? undefined : 'true')}${provider === undefined && html` autofocus`}></div>
<button class="${provider === undefined ? 'primary' : 'plain'}">Sign in</button>
</form>`
  const byLink = html`<form method="post" action="${SIGN_IN}/link">${hidden}${address}
<p class="aside">${provider?.required === true ? 'Your organization signs in this way alone. In another organization?' : 'No password, or forgotten it?'} <button class="link">Send me a link</button></p>
</form>`
  return pageOf(
    status,
    'Sign in',
    html`<h1>Sign in</h1>
<p class="when">as <bdi>${email}</bdi> <span>(<a href="${SIGN_IN}">change</a>)</span></p>
${problem(wrong)}
${byProvider}
${byPassword}
${byLink}`,
  )
}

export const choicePage = (hidden: Html, choices: readonly { organizationName: string; path: string }[]): Page =>
  pageOf(
    200,
    'Sign in',
    html`<h1>Where to</h1>
<p class="when">Your password fits in several organizations.</p>
${choices.map(({ organizationName, path }) => html`<form method="post" action="${path}">${hidden}<button class="plain"><bdi>${organizationName}</bdi></button></form>`)}`,
  )

/** The browser goes on by itself (`Refresh`), which a form's policy does not hold up; the link is for those that do not. */
export const goingPage = (to: string, providerName: string): Page => {
  const page = pageOf(
    200,
    'Signing in',
    html`<h1>Signing in</h1>
<p class="when">You are on your way to <bdi>${providerName}</bdi>.</p>
<p class="aside"><a href="${to}" rel="noopener noreferrer">Go on</a></p>`,
    { forms: 'none' },
  )
  return { ...page, headers: { ...page.headers, refresh: `0;url=${to}` } }
}

/** @param linksAnHour says so to everybody, so that nobody learns whether the address is known or used up */
export const sentPage = (linksAnHour: number): Page =>
  noticeOf(
    200,
    'Look into your mail',
    `If the address is known here, a link to sign in is on its way to it. It counts for 15 minutes. An address gets up to ${linksAnHour} links an hour: if you asked more often, use a link that you have, or wait an hour.`,
  )

export const noLinkPage = (): Page =>
  noticeOf(404, 'Nothing here', 'This link opens nothing, or no longer. A link opens once.', BACK)

/** At an address that names nothing. */
export const nothingHerePage = (): Page =>
  noticeOf(
    404,
    'Nothing here',
    'There is nothing at this address.',
    html`\n<p class="aside"><a href="${APP}">Go to Parley</a></p>`,
  )

export const notOursPage = (): Page =>
  noticeOf(403, 'Please try again', 'This form was open too long, or was not sent from this page.', BACK)

export const tooManyPage = (words: string): Page => noticeOf(429, 'Too many requests', words)

const AWAY: Readonly<Record<string, readonly [title: string, words: string]>> = {
  away: ['Your provider does not answer', 'Please try again in a moment. If it stays so, tell your admin.'],
  no_provider: ['Please try again', 'No provider signs in the people of this address any more.'],
  not_ours: ['Please try again', 'This was begun in another browser, too long ago, or has been used.'],
  not_signed_in: ['Not signed in', 'Your provider says that it did not come about.'],
  not_shown: ['Not signed in', 'What your provider said could not be relied on. If it stays so, tell your admin.'],
  no_address: ['Not signed in', 'Your provider does not say which address is yours. Tell your admin.'],
  address_not_verified: ['Not signed in', 'Your provider does not say that your address is verified. Tell your admin.'],
  address_elsewhere: ['Not signed in', 'Your address is not one of those that this provider signs in.'],
  not_a_user: ['Not signed in', 'You are no user here yet. Ask your admin to invite you.'],
  deactivated: ['Not signed in', 'Your access has been taken away. Ask your admin.'],
  somebody_else: ['Not signed in', 'This address belongs to somebody else at your provider. Tell your admin.'],
}

/** Why nobody came in by a provider. */
export const refusedPage = (why: string): Page => {
  const [title, words] = AWAY[why] ?? ['Not signed in', 'Please try again.']
  return noticeOf(why === 'away' ? 503 : 403, title, words, BACK)
}

export const openPage = ({ organizationName, email }: { organizationName: string; email: string }, hidden: Html) =>
  pageOf(
    200,
    'Sign in',
    html`<h1>Sign in to <bdi>${organizationName}</bdi></h1>
<p class="when">as <bdi>${email}</bdi></p>
<form method="post">${hidden}
<button class="primary">Sign in</button>
</form>`,
  )

export const joinPage = (hidden: Html) =>
  pageOf(
    200,
    'You are invited',
    html`<h1>You are invited</h1>
<p class="when">Accept the invitation to join, and be signed in.</p>
<form method="post">${hidden}
<button class="primary">Join</button>
</form>`,
  )

export const signedInPage = ({ name, email, organizationName }: PageVisitor, hidden: Html) =>
  pageOf(
    200,
    'You are signed in',
    html`<h1>You are signed in</h1>
<dl>
<dt>Organization</dt><dd><bdi>${organizationName}</bdi></dd>
<dt>You are</dt><dd><bdi>${name}</bdi>${name !== email && html` (<bdi>${email}</bdi>)`}</dd>
</dl>
<p><a class="button primary" href="${APP}">Go to Parley</a></p>
<form method="post" action="/sign-out">${hidden}
<button class="link">Sign out</button>
</form>`,
  )
