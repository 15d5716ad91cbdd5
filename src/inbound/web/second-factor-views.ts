/** Pages of the second step of a sign-in. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { attribute, type Html, html } from './html.ts'
import { createNoticePage, createPage, type HtmlPage } from './page.ts'
import { problem, renderBack, SIGN_IN } from './sign-in-views.ts'

export const CODE = `${SIGN_IN}/code`
export const PASSKEY = `${SIGN_IN}/passkey`

/** Sign-in that waits for the second factor. */
export interface PendingSummary {
  readonly email: string
  readonly organizationName: string
  readonly hasApp: boolean
  readonly hasPasskey: boolean
  /** Page to open after the sign-in. */
  readonly returnTo: string | undefined
}

/** Link to the sign-in with a passkey. */
export const passkeyLink = (returnTo: string | undefined): Html =>
  html`<p class="aside"><a href="${PASSKEY}${returnTo !== undefined && `?return_to=${encodeURIComponent(returnTo)}`}">Sign in with a passkey</a></p>`

const WRONG = t('The code is incorrect or was already used. Try again with the code that the app shows now.')
const WRONG_RECOVERY = t('The recovery code is incorrect or was already used. Try another one.')

/** Asks for the code of the authenticator app, or a recovery code. */
export const codePage = (
  hidden: Html,
  {
    email,
    organizationName,
    hasApp,
    hasPasskey,
    returnTo,
    isWrong = false,
  }: PendingSummary & { readonly isWrong?: boolean },
): HtmlPage =>
  createPage(
    isWrong ? 400 : 200,
    t('Second factor'),
    html`<h1>${hasApp ? t('Enter your code') : t('Enter a recovery code')}</h1>
<p class="when">${hasApp && html`${t('Open your authenticator app and enter the six digits for Parley.')} `}${html`You sign in to <bdi>${organizationName}</bdi> as <bdi>${email}</bdi>.`}</p>
${problem(isWrong ? (hasApp ? WRONG : WRONG_RECOVERY) : undefined)}
<form method="post" action="${CODE}">${hidden}
<div class="field"><label for="code">${hasApp ? t('Code') : t('Recovery code')}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="64" required autofocus aria-describedby="code-help"${attribute('aria-invalid', isWrong ? 'true' : undefined)}>
<p class="help" id="code-help">${hasApp ? t('If you lost the device, enter one of your recovery codes.') : t('You got recovery codes when you added your first passkey.')}</p></div>
<button class="primary">Sign in</button>
</form>
${hasPasskey && passkeyLink(returnTo)}
<p class="aside"><a href="${SIGN_IN}">Start again</a></p>`,
  )

/** Challenge for one sign-in with a passkey. */
export interface PasskeyChallenge {
  /** Options for the browser, in JSON. */
  readonly options: string
  /** Encrypted, for the hidden field. */
  readonly challenge: string
}

export const passkeyPage = (
  hidden: Html,
  { options, challenge, wrong }: PasskeyChallenge & { readonly wrong?: Text | undefined },
): HtmlPage =>
  createPage(
    wrong === undefined ? 200 : 400,
    t('Sign in with a passkey'),
    html`<h1>Sign in with a passkey</h1>
<p class="when">Your browser shows your passkeys. Confirm with your fingerprint, face or PIN.</p>
${problem(wrong)}
<form method="post" action="${PASSKEY}" data-passkey="get" data-options="${options}">${hidden}
<input type="hidden" name="challenge" value="${challenge}">
<input type="hidden" name="response" value="">
<p class="problem" role="alert" data-passkey-problem hidden></p>
<button class="primary" disabled autofocus>Use passkey</button>
<noscript><p class="aside">Passkeys need scripts. Allow scripts of this page, or sign in another way.</p></noscript>
</form>
<p class="aside"><a href="${SIGN_IN}">Sign in another way</a></p>`,
    { script: 'inbound/web/passkey.browser.ts' },
  )

export const noPasskeysPage = (): HtmlPage =>
  createNoticePage(
    403,
    t("Passkeys aren't available"),
    t('Passkeys require a public address with https and a host name. Sign in another way.'),
    renderBack(),
  )

/** Why a sign-in with a passkey failed. */
export const PASSKEY_PROBLEMS: Readonly<Record<string, Message>> = {
  ended: t('The sign-in took too long or was already used. Try again.'),
  wrong: t("Parley doesn't know this passkey, or couldn't verify it. Try again, or sign in another way."),
  provider: t('Your organization requires sign-in with its identity provider. Sign in another way.'),
}

export const endedPage = (): HtmlPage =>
  createNoticePage(
    403,
    t('Sign-in expired'),
    t('The sign-in took too long, was already completed, or too many codes were wrong. Sign in again.'),
    renderBack(),
  )
