/** Connecting an assistant: what it will be able to do, and the steps for each of the common ones. */

import { TOOL_PATH } from '../../inbound/web/addresses.ts'
import { definePage } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COPY_SCRIPT, copied } from '../kit/copy.ts'
import { badge, card, heading, linkButton } from '../kit/layout.ts'
import { type Client, clientsFor, isPublic, type Snippet } from './clients.ts'

export const connectPage = definePage({
  path: '/connect',
  async show({ ctx, person }) {
    const url = ctx.publicUrl() + TOOL_PATH
    const reachable = isPublic(url)
    return {
      title: 'Connect an assistant',
      scripts: [COPY_SCRIPT],
      body: html`${heading('Connect an assistant', {
        words:
          'An assistant can look things up in your conversations, quote them with their moment, and do what you may do.',
        actions: linkButton('/account#apps', 'Connected apps'),
      })}
${card(
  'Address',
  html`${copied('address', 'address', url)}
<p class="soft">It signs in as you, in your browser, and never sees more than you do. You choose whether it may only read or also change things, and end it at any time under Connected apps.</p>
${!reachable && notPublic(person.role === 'ADMIN')}`,
)}
<div class="connect-clients">${clientsFor(url).map((client) => clientView(client, reachable))}</div>
${card('Keys', html`<p>For machines without a browser. A key of a user acts as that user, an org-level key as the organization; keep either as you keep a password, in the environment rather than in a file. ${person.role === 'ADMIN' ? html`<a href="/admin/keys">Make one under Administration.</a>` : 'An admin makes one for you.'} A program that opens a sign-in page in spite of its key has found out by itself that one can sign in: do that.</p>`)}`,
    }
  },
})

const notPublic = (admin: boolean): Html =>
  html`<p class="connect-note" role="note"><b>Only programs on machines that reach this address can connect.</b> Claude in the browser, ChatGPT and others that come from the cloud need a public https address. ${admin ? html`Set PUBLIC_URL; see <a href="/setup">Setup</a>.` : 'An admin can set one up.'}</p>`

function clientView(client: Client, reachable: boolean): Html {
  const { id, name, from, steps, byKey } = client
  const state =
    from === 'here'
      ? html``
      : reachable
        ? badge('Public address', 'good')
        : badge('Needs a public https address', 'open')
  return html`<details class="disclosure" id="${id}"><summary>${name} ${state}</summary><div>
<ol>${steps.map((step, index) => (typeof step === 'string' ? stepView(client, step, steps[index + 1]) : html``))}</ol>
${byKey !== undefined && html`<h3>With a key instead</h3>${byKey.map((part, index) => (typeof part === 'string' ? html`<p>${part}</p>` : copied(`${id}-key-${index}`, part.label, part.text)))}`}
</div></details>`
}

/** A sentence, and what it says is to be pasted. */
const stepView = ({ id, steps }: Client, words: string, next: string | Snippet | undefined): Html =>
  html`<li><p>${words}</p>${typeof next === 'object' && copied(`${id}-${steps.indexOf(next)}`, next.label, next.text)}</li>`
