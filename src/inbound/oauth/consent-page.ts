/** Consent page, where a user allows or denies access for an app. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { type Html, html } from '../web/html.ts'
import { createPage, type HtmlPage } from '../web/page.ts'
import type { OAuthUser } from './parts.ts'

/** Description of each scope. Scopes that aren't listed here are never granted. */
const MEANING: Readonly<Record<string, Message>> = {
  'mcp:read': t('Read everything that you have access to: calls with their transcripts, and related data.'),
  'mcp:write': t('Make changes in your name: add, change and delete everything that you can.'),
}

export interface ConsentRequest {
  readonly user: OAuthUser
  readonly clientName: string
  /** Host of the client metadata document, if the app uses one. Nobody else can use this host. */
  readonly knownBy: string | undefined
  /** Host of the website that the app claims to belong to. Not verified. */
  readonly claims: string | undefined
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly formToken: string
  /** Path of this page, to return to it after signing in as another user. */
  readonly path: string
}

export function consentPage(asked: ConsentRequest): HtmlPage {
  const { user, clientName, redirectUri, scopes, formToken, path } = asked
  const form = html`<input type="hidden" name="form" value="${formToken}">`
  const { name, email, organizationName } = user
  const who = name === email ? html`<bdi>${email}</bdi>` : html`<bdi>${name}</bdi> (<bdi>${email}</bdi>)`
  return createPage(
    200,
    t('Connect an app'),
    html`<h1>Allow <bdi>${clientName}</bdi> to act for you?</h1>
<p class="when">The app chose this name itself. Continue only if you just asked it to connect.</p>
<dl>
<dt>Your account</dt><dd>${who}<br>in <bdi>${organizationName}</bdi></dd>
<dt>App</dt><dd>${renderClientOrigin(asked)}</dd>
<dt>Access is sent to</dt><dd><bdi>${describeRedirectHost(redirectUri)}</bdi></dd>
<dt>Permissions</dt><dd><ul>${scopes.map((scope) => html`<li>${MEANING[scope] ?? scope}</li>`)}</ul></dd>
</dl>
<form method="post">${form}
<div class="choice">
<button class="primary" name="choice" value="allow">Allow</button>
<button class="plain" name="choice" value="deny">Deny</button>
</div>
</form>
<p class="aside">The app can never do more than you can. You can disconnect it at any time. Access ends after 30 days without use.</p>
<form method="post" action="/sign-out">${form}
<input type="hidden" name="return_to" value="${path}">
<button class="link">Not you? Sign in with another account</button>
</form>`,
    { forms: [formTarget(redirectUri)] },
  )
}

function renderClientOrigin({ knownBy, claims }: ConsentRequest): Html {
  if (knownBy !== undefined) return html`Identified by its website <bdi>${knownBy}</bdi>`
  const says = claims === undefined ? html`` : html` and claims to belong to <bdi>${claims}</bdi>`
  return html`Registered itself${says}. Not verified.`
}

/** Host of the redirect URI, or a description if it has none. */
export function describeRedirectHost(redirectUri: string): Text {
  const { protocol, host } = new URL(redirectUri)
  if (protocol === 'http:') return t`this computer (${host})`
  return protocol === 'https:' ? host : t`an app on this device (${protocol})`
}

/**
 * Source for the form-action directive. Browsers also apply it to redirects after the form was sent. Registration only
 * accepts hosts that are valid in the header.
 */
function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol
}
