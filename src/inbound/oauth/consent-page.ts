/** The page that asks a user whether a program may act for them. */
import { type Html, html } from '../web/html.ts'
import { type Page, pageOf } from '../web/page.ts'
import type { Visitor } from './parts.ts'

/** Each scope in plain words; what is asked for and stands not here is not given. */
const MEANING: Readonly<Record<string, string>> = {
  'mcp:read': 'Read what you may see: conversations with their transcripts, and all that belongs to them.',
  'mcp:write': 'Change things in your name: wherever you may add, change or delete something, so may the program.',
}

export interface Asked {
  readonly visitor: Visitor
  readonly clientName: string
  /** The host of the address that a program is known by, if it is: nobody else can use that. */
  readonly knownBy: string | undefined
  /** The host of the address that it gave as its own, which anybody can give. */
  readonly claims: string | undefined
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly formToken: string
  /** Where this page is, for coming back to it as somebody else. */
  readonly path: string
}

export function consentPage(asked: Asked): Page {
  const { visitor, clientName, redirectUri, scopes, formToken, path } = asked
  const form = html`<input type="hidden" name="form" value="${formToken}">`
  const { name, email, organizationName } = visitor
  const who = name === email ? html`<bdi>${email}</bdi>` : html`<bdi>${name}</bdi> (<bdi>${email}</bdi>)`
  return pageOf(
    200,
    'Connect a program',
    html`<h1>Let <bdi>${clientName}</bdi> act for you?</h1>
<p class="when">It chose this name itself. Go on only if it was you who asked it to connect just now.</p>
<dl>
<dt>You are</dt><dd>${who}<br>in <bdi>${organizationName}</bdi></dd>
<dt>The program</dt><dd>${originOf(asked)}</dd>
<dt>Its access goes to</dt><dd><bdi>${placeOf(redirectUri)}</bdi></dd>
<dt>It will be able to</dt><dd><ul>${scopes.map((scope) => html`<li>${MEANING[scope] ?? scope}</li>`)}</ul></dd>
</dl>
<form method="post">${form}
<div class="choice">
<button name="choice" value="allow">Allow</button>
<button class="plain" name="choice" value="deny">Deny</button>
</div>
</form>
<p class="aside">It can never do more than you may. You can disconnect it at any time; unused, it ends after 30 days.</p>
<form method="post" action="/sign-out">${form}
<input type="hidden" name="return_to" value="${path}">
<button class="link">Not you? Sign in as somebody else</button>
</form>`,
    { forms: [formTarget(redirectUri)] },
  )
}

function originOf({ knownBy, claims }: Asked): Html {
  if (knownBy !== undefined) return html`is known by <bdi>${knownBy}</bdi>`
  const says = claims === undefined ? html`` : html` and says that it is of <bdi>${claims}</bdi>`
  return html`registered itself${says}; nobody vouches for it`
}

/** The host that gets the answer, or what it is when it has none. */
export function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  if (protocol === 'http:') return `this computer (${host})`
  return protocol === 'https:' ? host : `an app on this device (${protocol})`
}

/** Browsers hold a form to its promise also where its answer leads on to. Registration lets plain hosts in only. */
function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol
}
