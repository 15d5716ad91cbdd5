/** Sign-in pages. Their text is the same for known and unknown email addresses. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { attribute, type Html, html } from './html.ts'
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
export const problem = (words: Text | undefined): Html =>
  html`${words !== undefined && html`<div class="problem" role="alert"><p>${words}</p></div>`}`

export const renderBack = (): Html => html`\n<p class="aside"><a href="${SIGN_IN}">Sign in</a></p>`

/**
 * @param hidden hidden fields with the form token and the redirect target
 * @param given `more`: ways to sign in without an address
 */
export const askPage = (
  hidden: Html,
  given: { email?: string; wrong?: Text; again?: boolean; more?: Html | undefined } = {},
): HtmlPage =>
  createPage(
    given.wrong === undefined ? 200 : 400,
    t('Sign in'),
    html`<h1>${given.again === true ? t('Confirm your identity') : t('Sign in')}</h1>
<p class="when">${given.again === true ? t('Sign in again to change how you sign in.') : t('Use your work email address.')}</p>
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
  readonly wrong?: Text | undefined
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
<p class="aside">${provider?.required === true ? t('Your organization requires this sign-in. Do you use another organization?') : t('No password, or forgot it?')} <button class="link">Email me a sign-in link</button></p>
</form>`
  return createPage(
    status,
    t('Sign in'),
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
    t('Sign in'),
    html`<h1>Select an organization</h1>
<p class="when">You have an account in several organizations.</p>
${choices.map(({ organizationName, path }) => html`<form method="post" action="${path}">${hidden}<button class="plain"><bdi>${organizationName}</bdi></button></form>`)}`,
  )

/** Redirects with a `Refresh` header, which the `form-action` policy doesn't block. The link is a fallback. */
export const goingPage = (to: string, providerName: string): HtmlPage => {
  const page = createPage(
    200,
    t('Signing in'),
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
    t('Check your email'),
    t`If an account with this email address exists, Parley has sent a sign-in link that is valid for 15 minutes. The maximum is ${linksAnHour} links per hour. If you don't get an email, use an earlier link or try again in an hour.`,
  )

export const noLinkPage = (): HtmlPage =>
  createNoticePage(
    404,
    t('Link not found'),
    t('The link is invalid, has expired or was already used. Request a new sign-in link.'),
    renderBack(),
  )

/** Page for unknown paths. */
export const notFoundPage = (): HtmlPage =>
  createNoticePage(
    404,
    t('Page not found'),
    t('No page exists at this address. Check the URL.'),
    html`\n<p class="aside"><a href="${APP}">Go to Parley</a></p>`,
  )

export const notOursPage = (): HtmlPage =>
  createNoticePage(
    403,
    t('Form expired'),
    t("The form has expired or wasn't sent from Parley. Sign in again."),
    renderBack(),
  )

export const tooManyPage = (words: Text): HtmlPage => createNoticePage(429, t('Too many requests'), words, renderBack())

const AWAY: Readonly<Record<string, readonly [title: Text, words: Text]>> = {
  away: [
    t("Your identity provider isn't responding"),
    t('Try again later. If the problem persists, contact your admin.'),
  ],
  no_provider: [t("Couldn't sign in"), t('Your email domain no longer has an identity provider. Sign in another way.')],
  not_ours: [
    t("Couldn't sign in"),
    t('The sign-in was started in another browser, has expired or was already used. Sign in again.'),
  ],
  not_signed_in: [
    t("Couldn't sign in"),
    t('Your identity provider reported that the sign-in failed or was canceled. Try again.'),
  ],
  not_shown: [
    t("Couldn't sign in"),
    t("Parley couldn't verify the response of your identity provider. If the problem persists, contact your admin."),
  ],
  no_address: [t("Couldn't sign in"), t('Your identity provider sent no email address. Contact your admin.')],
  address_not_verified: [
    t("Couldn't sign in"),
    t("Your identity provider didn't confirm that your email address is verified. Contact your admin."),
  ],
  address_elsewhere: [
    t("Couldn't sign in"),
    t("Your email domain isn't configured for this identity provider. Sign in with another email address."),
  ],
  not_a_user: [t("Couldn't sign in"), t("You don't have an account yet. Ask your admin for an invitation.")],
  deactivated: [t("Couldn't sign in"), t('Your account is deactivated. Contact your admin.')],
  somebody_else: [
    t("Couldn't sign in"),
    t('Another account of your identity provider uses this email address. Contact your admin.'),
  ],
}

const NOT_TRUSTED = t(
  "Parley couldn't verify the response of your identity provider. Your admin finds the reason in Settings under Single sign-on.",
)

/** Responses of a SAML provider that were rejected. Admins see the details in the settings. */
const SAML: Readonly<Record<string, Message>> = {
  status: t(
    'Your identity provider reported that the sign-in failed. Try again, or ask your admin for access to Parley.',
  ),
  encrypted: t('Your identity provider encrypts its responses, which Parley does not support. Contact your admin.'),
  destination: t('The response of your identity provider is for another address than Parley. Contact your admin.'),
  audience: t('The response of your identity provider is for another service than Parley. Contact your admin.'),
  issuer: t('The response comes from another identity provider than the one of your organization. Contact your admin.'),
  unsolicited: t('Your organization allows sign-in only from the sign-in page of Parley. Start there.'),
  unknown_request: t('The sign-in took too long, or was already used. Sign in again.'),
  replayed: t('The sign-in was already used. Sign in again.'),
  algorithm: t('Your identity provider signs its responses with an outdated algorithm. Contact your admin.'),
  not_signed: t('Your identity provider does not sign its assertions. Contact your admin.'),
  signature: t("The signature doesn't match the certificate of your identity provider. Contact your admin."),
  not_yet_valid: t('The clocks of your identity provider and of Parley differ too much. Contact your admin.'),
  expired: t(
    'The response of your identity provider has expired. Try again. If the problem persists, contact your admin.',
  ),
}

/** Result of an admin's test. Nobody was signed in. */
export function testedPage({ email, why }: { readonly email: string; readonly why: string | undefined }): HtmlPage {
  const back = html`\n<p class="aside"><a href="/admin/saml">Single sign-on settings</a></p>`
  if (why === undefined)
    return createNoticePage(
      200,
      t('Test succeeded'),
      t`Your identity provider's response is valid, and ${email} can sign in. The test signed nobody in.`,
      back,
    )
  const words = AWAY[why]?.[1] ?? t('Try again.')
  const said = email === '' ? '' : t`The response names ${email}.`
  return createNoticePage(
    403,
    t('Test failed'),
    [t("Your identity provider's response is valid, but the person can't sign in."), said, words]
      .filter((part) => part !== '')
      .join(' '),
    back,
  )
}

/** Error page for a failed sign-in with an identity provider. */
export const refusedPage = (why: string): HtmlPage => {
  const [title, words] = AWAY[why] ?? [t("Couldn't sign in"), SAML[why] ?? NOT_TRUSTED]
  return createNoticePage(why === 'away' ? 503 : 403, title, words, renderBack())
}

export const openPage = ({ organizationName, email }: { organizationName: string; email: string }, hidden: Html) =>
  createPage(
    200,
    t('Sign in'),
    html`<h1>Sign in to <bdi>${organizationName}</bdi></h1>
<p class="when">as <bdi>${email}</bdi></p>
<form method="post">${hidden}
<button class="primary">Sign in</button>
</form>`,
  )

export const joinPage = (hidden: Html) =>
  createPage(
    200,
    t("You're invited"),
    html`<h1>You're invited to Parley</h1>
<p class="when">Accept the invitation to join your organization and sign in.</p>
<form method="post">${hidden}
<button class="primary">Accept invitation</button>
</form>`,
  )

export const signedInPage = ({ name, email, organizationName }: AccountSummary, hidden: Html) =>
  createPage(
    200,
    t("You're signed in"),
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
