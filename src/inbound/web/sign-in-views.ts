/** Sign-in pages. Their text is the same for known and unknown email addresses. */
import { attribute, type Html, html } from './html.ts'
import type { Text } from './languages/message.ts'
import { createNoticePage, createPage, type HtmlPage } from './page.ts'

export const SIGN_IN = '/sign-in'
/** Start page of the app. */
export const APP = '/'

/** Signed-in user, as shown on pages. */
export interface AccountSummary {
  readonly name: string
  readonly email: string
  readonly organizationName: string
}

/** Error message above the form. */
export const problem = (words: string | undefined): Html =>
  html`${words !== undefined && html`<div class="problem" role="alert"><p>${words}</p></div>`}`

export const BACK = html`\n<p class="aside"><a href="${SIGN_IN}">Sign in</a></p>`

/**
 * @param hidden hidden fields with the form token and the redirect target
 * @param given `more`: ways to sign in without an address
 */
export const askPage = (
  hidden: Html,
  given: { email?: string; wrong?: string; again?: boolean; more?: Html | undefined } = {},
): HtmlPage =>
  createPage(
    given.wrong === undefined ? 200 : 400,
    'Sign in',
    html`<h1>${given.again === true ? 'Confirm your identity' : 'Sign in'}</h1>
<p class="when">${given.again === true ? 'Sign in again to change how you sign in.' : 'Use your work email address.'}</p>
${problem(given.wrong)}
<form method="post" action="${SIGN_IN}">${hidden}
<div class="field"><label for="email">Email address</label>
<input type="email" id="email" name="email" autocomplete="username" maxlength="254" required autofocus${attribute('value', given.email)}${attribute('aria-invalid', given.wrong === undefined ? undefined : 'true')}></div>
<button class="primary">Continue</button>
</form>
${given.more}`,
  )

export interface SignInMethods {
  readonly email: string
  /** Identity provider for the email domain. Undefined if there is none. */
  readonly provider: { readonly name: string; readonly required: boolean } | undefined
  readonly wrong?: string | undefined
  readonly status?: number
}

/** Sign-in methods for an email address: identity provider, password and email link. */
export function waysPage(hidden: Html, { email, provider, wrong, status = 200 }: SignInMethods): HtmlPage {
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
<p class="aside">${provider?.required === true ? 'Your organization requires this sign-in. Do you use another organization?' : 'No password, or forgot it?'} <button class="link">Email me a sign-in link</button></p>
</form>`
  return createPage(
    status,
    'Sign in',
    html`<h1>Sign in</h1>
<p class="when">as <bdi>${email}</bdi> <span>(<a href="${SIGN_IN}">Change email address</a>)</span></p>
${problem(wrong)}
${byProvider}
${byPassword}
${byLink}`,
  )
}

export const choicePage = (hidden: Html, choices: readonly { organizationName: string; path: string }[]): HtmlPage =>
  createPage(
    200,
    'Sign in',
    html`<h1>Select an organization</h1>
<p class="when">You have an account in several organizations.</p>
${choices.map(({ organizationName, path }) => html`<form method="post" action="${path}">${hidden}<button class="plain"><bdi>${organizationName}</bdi></button></form>`)}`,
  )

/** Redirects with a `Refresh` header, which the `form-action` policy doesn't block. The link is a fallback. */
export const goingPage = (to: string, providerName: string): HtmlPage => {
  const page = createPage(
    200,
    'Signing in',
    html`<h1>Signing in</h1>
<p class="when">Redirecting to <bdi>${providerName}</bdi>…</p>
<p class="aside"><a href="${to}" rel="noopener noreferrer">Continue to <bdi>${providerName}</bdi></a></p>`,
    { forms: 'none' },
  )
  return { ...page, headers: { ...page.headers, refresh: `0;url=${to}` } }
}

/** @param linksAnHour limit per email address; always shown, so that the page doesn't reveal whether the address is known */
export const sentPage = (linksAnHour: number): HtmlPage =>
  createNoticePage(
    200,
    'Check your email',
    `If an account with this email address exists, Parley has sent a sign-in link that is valid for 15 minutes. The maximum is ${linksAnHour} links per hour. If you don't get an email, use an earlier link or try again in an hour.`,
  )

export const noLinkPage = (): HtmlPage =>
  createNoticePage(
    404,
    'Link not found',
    'The link is invalid, has expired or was already used. Request a new sign-in link.',
    BACK,
  )

/** Page for unknown paths. */
export const notFoundPage = (): HtmlPage =>
  createNoticePage(
    404,
    'Page not found',
    'No page exists at this address. Check the URL.',
    html`\n<p class="aside"><a href="${APP}">Go to Parley</a></p>`,
  )

export const notOursPage = (): HtmlPage =>
  createNoticePage(403, 'Form expired', "The form has expired or wasn't sent from Parley. Sign in again.", BACK)

export const tooManyPage = (words: Text): HtmlPage => createNoticePage(429, 'Too many requests', words, BACK)

const AWAY: Readonly<Record<string, readonly [title: string, words: string]>> = {
  away: ["Your identity provider isn't responding", 'Try again later. If the problem persists, contact your admin.'],
  no_provider: ["Couldn't sign in", 'Your email domain no longer has an identity provider. Sign in another way.'],
  not_ours: [
    "Couldn't sign in",
    'The sign-in was started in another browser, has expired or was already used. Sign in again.',
  ],
  not_signed_in: [
    "Couldn't sign in",
    'Your identity provider reported that the sign-in failed or was canceled. Try again.',
  ],
  not_shown: [
    "Couldn't sign in",
    "Parley couldn't verify the response of your identity provider. If the problem persists, contact your admin.",
  ],
  no_address: ["Couldn't sign in", 'Your identity provider sent no email address. Contact your admin.'],
  address_not_verified: [
    "Couldn't sign in",
    "Your identity provider didn't confirm that your email address is verified. Contact your admin.",
  ],
  address_elsewhere: [
    "Couldn't sign in",
    "Your email domain isn't configured for this identity provider. Sign in with another email address.",
  ],
  not_a_user: ["Couldn't sign in", "You don't have an account yet. Ask your admin for an invitation."],
  deactivated: ["Couldn't sign in", 'Your account is deactivated. Contact your admin.'],
  somebody_else: [
    "Couldn't sign in",
    'Another account of your identity provider uses this email address. Contact your admin.',
  ],
}

const NOT_TRUSTED =
  "Parley couldn't verify the response of your identity provider. Your admin finds the reason in Settings under Single sign-on."

/** Responses of a SAML provider that were rejected. Admins see the details in the settings. */
const SAML: Readonly<Record<string, string>> = {
  status: 'Your identity provider reported that the sign-in failed. Try again, or ask your admin for access to Parley.',
  encrypted: 'Your identity provider encrypts its responses, which Parley does not support. Contact your admin.',
  destination: 'The response of your identity provider is for another address than Parley. Contact your admin.',
  audience: 'The response of your identity provider is for another service than Parley. Contact your admin.',
  issuer: 'The response comes from another identity provider than the one of your organization. Contact your admin.',
  unsolicited: 'Your organization allows sign-in only from the sign-in page of Parley. Start there.',
  unknown_request: 'The sign-in took too long, or was already used. Sign in again.',
  replayed: 'The sign-in was already used. Sign in again.',
  algorithm: 'Your identity provider signs its responses with an outdated algorithm. Contact your admin.',
  not_signed: 'Your identity provider does not sign its assertions. Contact your admin.',
  signature: "The signature doesn't match the certificate of your identity provider. Contact your admin.",
  not_yet_valid: 'The clocks of your identity provider and of Parley differ too much. Contact your admin.',
  expired:
    'The response of your identity provider has expired. Try again. If the problem persists, contact your admin.',
}

/** Result of an admin's test. Nobody was signed in. */
export function testedPage({ email, why }: { readonly email: string; readonly why: string | undefined }): HtmlPage {
  const back = html`\n<p class="aside"><a href="/admin/saml">Single sign-on settings</a></p>`
  if (why === undefined)
    return createNoticePage(
      200,
      'Test succeeded',
      `Your identity provider's response is valid, and ${email} can sign in. The test signed nobody in.`,
      back,
    )
  const words = AWAY[why]?.[1] ?? 'Try again.'
  const said = email === '' ? '' : ` The response names ${email}.`
  return createNoticePage(
    403,
    'Test failed',
    `Your identity provider's response is valid, but the person can't sign in.${said} ${words}`,
    back,
  )
}

/** Error page for a failed sign-in with an identity provider. */
export const refusedPage = (why: string): HtmlPage => {
  const [title, words] = AWAY[why] ?? ["Couldn't sign in", SAML[why] ?? NOT_TRUSTED]
  return createNoticePage(why === 'away' ? 503 : 403, title, words, BACK)
}

export const openPage = ({ organizationName, email }: { organizationName: string; email: string }, hidden: Html) =>
  createPage(
    200,
    'Sign in',
    html`<h1>Sign in to <bdi>${organizationName}</bdi></h1>
<p class="when">as <bdi>${email}</bdi></p>
<form method="post">${hidden}
<button class="primary">Sign in</button>
</form>`,
  )

export const joinPage = (hidden: Html) =>
  createPage(
    200,
    "You're invited",
    html`<h1>You're invited to Parley</h1>
<p class="when">Accept the invitation to join your organization and sign in.</p>
<form method="post">${hidden}
<button class="primary">Accept invitation</button>
</form>`,
  )

export const signedInPage = ({ name, email, organizationName }: AccountSummary, hidden: Html) =>
  createPage(
    200,
    "You're signed in",
    html`<h1>You're signed in</h1>
<dl>
<dt>Organization</dt><dd><bdi>${organizationName}</bdi></dd>
<dt>User</dt><dd><bdi>${name}</bdi>${name !== email && html` (<bdi>${email}</bdi>)`}</dd>
</dl>
<p><a class="button primary" href="${APP}">Go to Parley</a></p>
<form method="post" action="/sign-out">${hidden}
<button class="link">Sign out</button>
</form>`,
  )
